/** Who may start and stop a contest and where, and what it keeps secret. */

import type { Message } from '@antipode/stand-in';
import { BOT_PERMISSIONS } from '@antipode/stand-in/permissions';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { numberAt } from '../../../src/features/daily/rules.ts';
import { FindStore } from '../../../src/features/leaderboard/store.ts';
import { formatMoves } from '../../../src/puzzles/moves.ts';
import { replay } from '../../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { canonical } from '../../../src/puzzles/symmetry.ts';
import { neighbourhoodOf } from '../../../src/spoilers/neighbourhood.ts';
import { everywhere } from '../../../src/standings/scope.ts';
import { distanceIn } from '../../support/challenge.ts';
import { isFinal, textOf } from '../../support/messages.ts';
import { solved } from '../../support/solution.ts';
import {
  begin,
  channel,
  command,
  eight,
  guild,
  host,
  idOf,
  isOver,
  jobOf,
  person,
  pointsIn,
  positionIn,
  resultsIn,
  runOut,
  send,
  system,
  waitForEnd,
} from './setup.ts';

describe('a contest', () => {
  test('is stopped only by its host or a moderator, and is the only one in its channel', async () => {
    const ann = person('ann');
    expect(await command(ann, 'stop')).toContain('There is no contest in this channel.');
    await begin('guess', { puzzle: 'eight' });
    expect(await command(ann, 'guess', { puzzle: 'five' })).toContain('A contest is already running here');
    expect(await command(ann, 'stop')).toContain('Only whoever started this contest');
    const member = BOT_PERMISSIONS;
    const moderator = person('moderator', 'en-US', member | PermissionFlagsBits.ManageMessages);
    expect(await command(moderator, 'stop')).toContain('The contest ends now');
    await waitForEnd();
    await begin('guess', { puzzle: 'eight' });
    expect(await command(host, 'stop')).toContain('The contest ends now');
    await waitForEnd();
    // A contest that is stopped while it opens frees the channel before its results are posted.
    await expect.poll(() => resultsIn(channel).length).toBe(2);
  });

  test('that is over leaves its channel to the next before its message says so', async () => {
    const first = await begin('guess', { puzzle: 'eight' });
    const path = new RegExp(`/messages/${first.id}$`, 'u');
    const release = system.standIn.faults.hold({ method: 'PATCH', path });
    expect(await command(host, 'stop')).toContain('The contest ends now');
    await begin('guess', { puzzle: 'eight' });
    expect(isOver(first)).toBe(false);
    release();
    await expect.poll(() => isOver(first)).toBe(true);
    expect(await command(host, 'guess', { puzzle: 'five' })).toContain('A contest is already running here');
    expect(await command(host, 'stop')).toContain('The contest ends now');
    await waitForEnd();
  });

  test('has a delayed job that ends it', async () => {
    const message = await begin('fewest-moves', { puzzle: 'eight', minutes: 7 });
    const shown = Number(/ends <t:(\d+):R>/u.exec(textOf(message))![1]) * 1000;
    const job = await jobOf(`end-${idOf(message)}`);
    const due = job.timestamp + job.delay;
    const ends = Number(await system.redis.hget(`antipode:contest:${idOf(message)}`, 'ends'));
    expect(ends).toBe(message.createdAt + 7 * 60_000);
    expect(due).toBeGreaterThanOrEqual(ends);
    expect(Math.abs(shown - ends)).toBeLessThan(5000);
    await command(host, 'stop');
    await waitForEnd();
  });

  test('keeps its position and those close to it secret while it runs, and not after', async () => {
    const message = await begin('fewest-moves', { puzzle: 'eight' });
    const start = positionIn(eight, message);
    const best = solved(eight, start);
    const ann = person('ann');
    await send(ann, message, formatMoves(eight, start, best).join(' '));
    const near = replay(eight, start, best.slice(0, 2)).map((position) => eight.formatPosition(position));
    const ask = async (position: string): Promise<Message> =>
      (await ann.command(channel, 'solve', { subcommand: 'eight', options: { position } })).until(isFinal);
    for (const position of near) {
      const refused = await ask(position);
      expect(refused.ephemeral).toBe(true);
      expect(textOf(refused)).toContain('a running contest');
    }
    // Somebody may have found how hard it is, before or elsewhere.
    const found = { finder: host.id, at: Date.now(), length: best.length };
    const finds = new FindStore(system.redis, 'antipode');
    await finds.record(eight, start, canonical(eight, start, eight.goal), found, [guild.id, everywhere]);
    const hardest = async (): Promise<string> => {
      const asked = await ann.command(channel, 'leaderboard', { subcommand: 'hardest', options: { puzzle: 'eight' } });
      return textOf(await asked.until(isFinal));
    };
    expect(await hardest()).toContain('Left out, because they would spoil a running challenge: 1');
    expect(await hardest()).not.toContain(eight.formatPosition(start));
    const typed = formatMoves(eight, start, best).join(' ');
    const analysed = await ann.command(channel, 'analyse', {
      options: { puzzle: 'eight', position: near[0]!, moves: typed },
    });
    expect(textOf(await analysed.until(isFinal))).toContain('a running contest');
    // Elsewhere it is a question like any other, but for those who play and ask in direct messages.
    const elsewhere = system.standIn.createGuild({ name: 'Elsewhere' });
    const bob = system.person('bob', { guild: elsewhere });
    const line = { subcommand: 'eight', options: { position: near[0]! } };
    const talks = [elsewhere.createChannel({ name: 'talk' }), bob.direct()];
    for (const talk of talks) {
      const answered = await (await bob.command(talk, 'solve', line)).until(isFinal);
      expect(textOf(answered)).toContain(`${best.length} moves`);
      expect(answered.ephemeral).toBe(false);
    }
    const alone = await ann.command(ann.direct(), 'solve', line);
    expect(textOf(await alone.until(isFinal))).toContain('a running contest');
    await runOut(idOf(message));
    await waitForEnd();
    expect(textOf(await ask(near[0]!))).toContain(`${best.length} moves`);
    expect(await hardest()).toContain(eight.formatPosition(start));
  });

  test('never asks for a position close to the daily challenge', { tags: 'long' }, async () => {
    const seven = puzzleOf('seven')!;
    const secret = (position: string) => {
      const parsed = seven.parsePosition(position);
      if (!parsed.ok) throw new Error(position);
      return { position: parsed.value, moves: solved(seven, parsed.value) };
    };
    const plant = async (position: string): Promise<void> => {
      const { moves } = secret(position);
      // A bot keeps in mind what the challenge of a day is.
      await system.later(86_400_000);
      const key = `antipode:work:result:daily|${numberAt(Date.now())}`;
      await system.redis.set(key, JSON.stringify({ status: 'challenge', puzzle: 'seven', position, moves }));
    };
    // The only position at that distance.
    await plant('07214365');
    expect(await command(host, 'fewest-moves', { puzzle: 'seven', difficulty: 'farthest' })).toContain(
      'would spoil a running challenge',
    );
    const { position } = secret('07214365');
    const near = neighbourhoodOf(seven, position);
    for (let times = 0; times < 3; times++) {
      const message = await begin('fewest-moves', { puzzle: 'seven', difficulty: 'hard' });
      expect(distanceIn(near, seven, positionIn(seven, message))).toBeUndefined();
      await command(host, 'stop');
      await waitForEnd();
    }
    await system.later(86_400_000);
  });

  test('counts everywhere only if it took ten minutes, also where it could have', async () => {
    const people = [person('ann'), person('bob'), person('cid')];
    const hold = async (end: (message: Message) => Promise<unknown>): Promise<void> => {
      const message = await begin('guess', { puzzle: 'eight', minutes: 10 });
      for (const [index, one] of people.entries()) await send(one, message, String(20 + index));
      await end(message);
      await waitForEnd();
    };
    const sum = async (scope: string): Promise<number> => {
      const points = await pointsIn(scope);
      return people.reduce((all, { id }) => all + (points[id] ?? 0), 0);
    };
    await hold(() => command(host, 'stop'));
    expect([await sum(guild.id), await sum('everywhere')]).toEqual([10, 0]);
    await hold(async (message) => {
      await system.later(10 * 60_000);
      await runOut(idOf(message));
    });
    expect([await sum(guild.id), await sum('everywhere')]).toEqual([20, 10]);
    const board = await host.command(channel, 'leaderboard', {
      subcommand: 'contest',
      options: { scope: 'everywhere' },
    });
    expect(textOf(await board.until())).toContain('Contests of at least 10 minutes and 3 people count here');
  });

  test('is held only where its results can be posted', async () => {
    const quiet = guild.createChannel({
      name: 'quiet',
      botPermissions: BOT_PERMISSIONS & ~PermissionFlagsBits.AttachFiles,
    });
    expect(await command(host, 'guess', { puzzle: 'eight' }, quiet)).toContain(
      'Missing permissions for a contest in this channel: Attach Files.',
    );
    const shut = guild.createChannel({ name: 'closed', botPermissions: 0n });
    expect(await command(host, 'guess', { puzzle: 'eight' }, shut)).toContain(
      'Missing permissions for a contest in this channel: View Channel, Send Messages',
    );
    const elsewhere = system.standIn.createGuild({ name: 'Elsewhere', installed: false });
    const eve = system.person('eve', { guild: elsewhere });
    eve.install();
    const talk = elsewhere.createChannel({ name: 'talk' });
    expect(await command(eve, 'guess', { puzzle: 'eight' }, talk)).toContain('I’m not in this server');
    await expect(command(host, 'guess', { puzzle: 'eight', minutes: 11 }, talk)).rejects.toThrow();
  });

  test('has its results also if its message was deleted', async () => {
    const message = await begin('guess', { puzzle: 'eight' });
    await send(person('ann'), message, '20');
    system.standIn.world.remove(message);
    await command(host, 'stop');
    await waitForEnd();
    expect(resultsIn(channel)).toHaveLength(1);
  });

  test('never begins if it is stopped while a worker draws its positions', async () => {
    const id = (BigInt(Date.now() - 1_420_070_400_000) << 22n).toString();
    const contest = {
      id,
      kind: 'guess',
      puzzle: 'eight',
      difficulty: 'easy',
      minutes: 3,
      guild: guild.id,
      channel: channel.id,
    };
    await system.redis.hset(`antipode:contest:${id}`, {
      about: JSON.stringify({ ...contest, locale: 'en' }),
      owner: host.id,
    });
    await system.redis.set(`antipode:contest:channel:${channel.id}`, id);
    expect(await command(host, 'stop')).toContain('ends now');
    await waitForEnd();
    expect([...channel.messages.values()].filter((one) => !one.ephemeral)).toEqual([]);
    await begin('guess', { puzzle: 'eight' });
    await command(host, 'stop');
    await waitForEnd();
  });
});
