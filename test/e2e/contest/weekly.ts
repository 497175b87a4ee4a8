/** Weekly contests over weeks of moved clocks, while bots are killed and absent. */

import type { Message } from '@antipode/stand-in';
import { MEMBER_PERMISSIONS } from '@antipode/stand-in/permissions';
import type { OptionValue } from '@antipode/stand-in/person/command-options';
import { Queue } from 'bullmq';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { weekdays } from '../../../src/features/contest/week-rules.ts';
import { weekQueue } from '../../../src/features/contest/weekly.ts';
import { formatMoves } from '../../../src/puzzles/moves.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { buttonsOf, isFinal, isGame, publicMessages, textOf } from '../../support/messages.ts';
import { makeMove } from '../../support/play.ts';
import { solved } from '../../support/solution.ts';
import {
  channel,
  closed,
  command,
  guild,
  idOf,
  isOver,
  kill,
  openServer,
  person,
  placesIn,
  pointsIn,
  positionIn,
  resultsIn,
  runOut,
  send,
  start,
  system,
  waitForEnd,
  withDetours,
} from './setup.ts';

const hour = 3_600_000;
const week = 7 * 24 * hour;
const fifteen = puzzleOf('fifteen')!;

let queue: Queue;
beforeAll(() => {
  queue = new Queue(weekQueue, { connection: system.redis, prefix: 'antipode' });
});
afterAll(() => queue?.close());

const look = () => queue.add('look', {}, { removeOnComplete: true, removeOnFail: true });
const set = async (options: Record<string, OptionValue> = {}): Promise<string> => {
  const admin = person('admin', guild.locale, MEMBER_PERMISSIONS | PermissionFlagsBits.ManageGuild);
  const message = await (await admin.command(channel, 'settings', { subcommand: 'weekly', options })).until(isFinal);
  expect(message.ephemeral).toBe(true);
  return textOf(message);
};
/** The next hour of UTC as options. */
const nextHour = () => {
  const wait = hour - (Date.now() % hour) + 1000;
  const at = new Date(Date.now() + wait);
  const options = { channel, hour: at.getUTCHours(), zone: 'utc', weekday: weekdays[(at.getUTCDay() + 6) % 7]! };
  return { options, wait };
};
const contests = (): Message[] => publicMessages(channel).filter((message) => isOver(message) || isOpen(message));
const isOpen = (message: Message): boolean =>
  buttonsOf(message).some(({ custom_id: id }) => id?.startsWith('contest-answer|'));
/** Waits until there have been so many contests, and the last is open. */
const contest = async (number: number): Promise<Message> => {
  await look();
  const counts = () => [contests().length, contests().filter(isOpen).length];
  await expect.poll(counts, { interval: 20 }).toEqual([number, 1]);
  return contests().at(-1)!;
};
/** Two people take part; the second has fewer moves. @returns their places */
const play = async (message: Message) => {
  const from = positionIn(fifteen, message);
  const best = solved(fifteen, from);
  const people = [person('ann'), person('bob')];
  for (const [index, detours] of [3, 0].entries()) {
    const { told } = await send(
      people[index]!,
      message,
      formatMoves(fifteen, from, withDetours(best, detours)).join(' '),
    );
    expect(told).toContain(`**${best.length + 2 * detours} moves**`);
  }
  // The first plays it by taps, too.
  const button = buttonsOf(message).find(({ custom_id: id }) => id!.startsWith('contest-play|'))!;
  let board = await (await people[0]!.press(message, button.custom_id!)).until(isGame);
  for (const move of withDetours(best, 1)) board = await makeMove(people[0]!, board, fifteen, move);
  expect(textOf(board)).toContain(`**${best.length + 2} moves**: your best so far`);
  return [
    { user: people[1]!.id, value: best.length },
    { user: people[0]!.id, value: best.length + 2 },
  ];
};
const placesOf = (message: Message) => placesIn(message).map(({ user, value }) => ({ user, value }));
/** Does what makes the bot post, and kills it while Discord takes the message. The next one starts so much later. */
const killedAtPost = async (act: () => Promise<void>, away = 0): Promise<void> => {
  const { injected } = system.standIn.faults;
  const path = new RegExp(`^/channels/${channel.id}/messages$`, 'u');
  system.standIn.faults.add({ method: 'POST', path, when: 'after', answer: { kind: 'delay', ms: 5000 } });
  await act();
  await expect.poll(() => system.standIn.faults.injected, { interval: 5 }).toBe(injected + 1);
  await kill();
  await system.later(away);
  await start();
};
/** The end of a contest, as its message tells it. */
const endIn = (message: Message): number => Number(/<t:(\d+):R>/u.exec(textOf(message))![1]) * 1000;

describe('a weekly contest', () => {
  test('comes every week, once, whether the bot is killed, absent or there', { tags: 'long' }, async () => {
    const { options, wait } = nextHour();
    expect(await set()).toContain('There is no weekly contest.');
    expect(await set({ channel })).toContain('`hour` is missing');
    const saved = await set(options);
    expect(saved).toContain(`On the 15 puzzle, in <#${channel.id}>, from `);
    expect(saved).toContain(`The next one begins <t:${Math.floor((Date.now() + wait) / 1000 / 3600) * 3600}:f>.`);
    await look();
    // The bot is killed while Discord takes the first message.
    await killedAtPost(async () => {
      await system.later(wait);
      await look();
    });
    const first = await contest(1);
    expect(textOf(first)).toContain('### Weekly contest: fewest moves · 15 puzzle (4 × 4)');
    const end = endIn(first);
    expect(end - Date.now()).toBeGreaterThan(week - hour);
    expect(await set()).toContain(`The running one ends <t:${end / 1000}:f>.`);
    const places = await play(first);
    // Nobody is told the answer meanwhile, and the channel is free for other contests.
    const position = fifteen.formatPosition(positionIn(fifteen, first));
    const line = { subcommand: 'fifteen', options: { position } };
    const asked = await (await person('eve').command(channel, 'solve', line)).until(isFinal);
    expect(textOf(asked)).toContain('That is the position of a running contest');
    expect(await command(person('host'), 'guess', { puzzle: 'eight' })).toContain('The contest begins');
    const quick = await system.messageIn(channel, (one) => isOpen(one) && one !== first);
    await runOut(idOf(quick));
    await waitForEnd();

    // The bot is away when the week ends.
    await kill();
    await system.later(week);
    await start();
    const second = await contest(3);
    expect(isOver(first)).toBe(true);
    const [results] = resultsIn(channel).filter((message) => textOf(message).includes('Weekly'));
    expect(placesOf(results!)).toEqual(places);
    expect(await pointsIn(guild.id)).toEqual({ [places[0]!.user]: 5, [places[1]!.user]: 3 });
    expect(endIn(second)).toBe(end + week);
    expect(textOf(await (await person('eve').command(channel, 'solve', line)).until(isFinal))).toContain('moves');

    // Two weeks without a bot, and the next one is killed at the results. The contest that was missed is left out.
    const later = await play(second);
    await kill();
    await system.later(2 * week + hour);
    await killedAtPost(start);
    const third = await contest(4);
    expect(endIn(third)).toBe(end + 3 * week);
    const all = () => resultsIn(channel).filter((message) => textOf(message).includes('Weekly'));
    expect(all().map(placesOf)).toEqual([places, later]);

    // Turned off, it ends with its results, and no other comes.
    const last = await play(third);
    expect(await set({ off: true })).toContain('is off now');
    await expect.poll(() => all().map(placesOf), { interval: 20 }).toEqual([places, later, last]);
    await expect.poll(() => isOver(third)).toBe(true);
    await system.later(week);
    await look();
    await expect.poll(() => queue.getJobCounts('waiting', 'active')).toEqual({ waiting: 0, active: 0 });
    expect(contests().filter(isOpen)).toEqual([]);
    expect(await system.keys(`weekly:server:${guild.id}`)).toEqual([]);
  });

  test('whose bot is killed as it posts it, and away until its end, has its results', { tags: 'long' }, async () => {
    const { options, wait } = nextHour();
    await set(options);
    await look();
    await killedAtPost(async () => {
      await system.later(wait);
      await look();
    }, week);
    await contest(2);
    expect(contests().map(isOver)).toEqual([true, false]);
    expect(resultsIn(channel)).toHaveLength(1);
    expect(await set({ off: true })).toContain('is off now');
    await expect.poll(() => contests().map(isOver)).toEqual([true, true]);
  });

  test('that could not be posted says so, and comes once its settings are saved again, in Japanese', async () => {
    openServer('ja');
    const { options, wait } = nextHour();
    await set(options);
    await look();
    closed.push(channel.id);
    const lock = {
      id: system.standIn.world.bot.id,
      type: 1,
      allow: 0n,
      deny: PermissionFlagsBits.SendMessages,
    } as const;
    channel.overwrites.push(lock);
    await system.later(wait);
    await look();
    await expect.poll(() => set(), { interval: 100 }).toContain('今週のコンテストは投稿できませんでした。');
    expect(await system.redis.hlen('antipode:contest:running')).toBe(0);
    channel.overwrites.splice(channel.overwrites.indexOf(lock), 1);
    expect(await set({ hour: options.hour })).toContain('15パズルで開催');
    const message = await contest(1);
    expect(textOf(message)).toContain('### 週間コンテスト：最少手数 · 15パズル（4×4）');
    guild.removeBot();
    await expect.poll(() => system.redis.hlen('antipode:contest:running'), { interval: 20 }).toBe(0);
  });
});
