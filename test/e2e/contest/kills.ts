/** Contests whose bot is killed at their start, between rounds and at their end. */

import type { Message } from '@antipode/stand-in';
import type { Fault } from '@antipode/stand-in/faults';
import { BOT_PERMISSIONS } from '@antipode/stand-in/permissions';
import { describe, expect, test } from 'vitest';
import { formatMoves } from '../../../src/puzzles/moves.ts';
import { buttonsOf, isFinal, textOf } from '../../support/messages.ts';
import { solved } from '../../support/solution.ts';
import {
  begin,
  channel,
  closed,
  command,
  eight,
  enter,
  expectResults,
  guild,
  host,
  idOf,
  isOver,
  jobOf,
  kill,
  openServer,
  person,
  positionIn,
  restart,
  resultsIn,
  runOut,
  send,
  start,
  steps,
  system,
  waitForEnd,
  withDetours,
} from './setup.ts';

describe('a contest whose bot is killed', { tags: 'long' }, () => {
  const isEdit = /^\/channels\/\d+\/messages\/\d+$/u;
  const slow = (method: string, path: RegExp, when: 'before' | 'after'): Fault => ({
    method,
    path,
    when,
    answer: { kind: 'delay', ms: 5000 },
  });
  const struck = async <T>(fault: Fault, act: () => Promise<T>): Promise<T> => {
    const before = system.standIn.faults.injected;
    system.standIn.faults.add(fault);
    const result = await act();
    await expect.poll(() => system.standIn.faults.injected, { interval: 5 }).toBe(before + 1);
    return result;
  };
  /** Asks for a contest, whose message Discord takes without an answer. */
  const askedUnheard = () =>
    struck(delayed('POST', 'after')(), () =>
      host.command(channel, 'contest', { subcommand: 'guess', options: { puzzle: 'eight' } }),
    );

  /** A contest of two people; the second is the winner. */
  const played = async (): Promise<{ message: Message; expected: { user: string; value: number }[] }> => {
    const message = await begin('fewest-moves', { puzzle: 'eight' });
    const start = positionIn(eight, message);
    const best = solved(eight, start);
    const [ann, bob] = [person('ann'), person('bob')];
    await send(ann, message, formatMoves(eight, start, withDetours(best, 1)).join(' '));
    await send(bob, message, formatMoves(eight, start, best).join(' '));
    const expected = [
      { user: bob.id, value: best.length },
      { user: ann.id, value: best.length + 2 },
    ];
    return { message, expected };
  };

  /** A request of the bot at the end of a contest, which Discord delays. */
  const delayed = (method: 'POST' | 'PATCH', when: 'before' | 'after') => (): Fault => {
    const path = `^/channels/${channel.id}/messages${method === 'PATCH' ? String.raw`/\d+` : ''}$`;
    return slow(method, new RegExp(path, 'u'), when);
  };
  const forgetNonces = async (): Promise<void> => channel.nonces.clear();
  /** What the contest is doing when its bot is killed, and what happens until the next bot starts. */
  const moments: { readonly fault?: () => Fault; readonly meanwhile?: (id: string) => Promise<void> }[] = [
    // Before and after the results are posted, and before and after the contest is closed in its message.
    { fault: delayed('POST', 'before') },
    { fault: delayed('POST', 'after') },
    { fault: delayed('PATCH', 'before') },
    { fault: delayed('PATCH', 'after') },
    // The next bot comes after Discord has forgotten the nonce.
    { fault: delayed('POST', 'after'), meanwhile: forgetNonces },
    // Its time runs out without a bot.
    { meanwhile: runOut },
  ];

  test('at its end has its results once, at whatever moment', async () => {
    const contests: (Awaited<ReturnType<typeof played>> & { place: Parameters<typeof enter>[0] })[] = [];
    for (const _ of moments) {
      openServer('en-US');
      contests.push({ ...(await played()), place: { guild, channel, host } });
    }
    const each = async (act: (contest: (typeof contests)[number], moment: (typeof moments)[number]) => unknown) => {
      for (const [index, contest] of contests.entries()) {
        enter(contest.place);
        await act(contest, moments[index]!);
      }
    };
    const { injected } = system.standIn.faults;
    await each(({ message }, { fault }) => {
      if (!fault) return;
      system.standIn.faults.add(fault());
      return runOut(idOf(message));
    });
    const faults = moments.filter(({ fault }) => fault).length;
    await expect.poll(() => system.standIn.faults.injected, { interval: 5 }).toBe(injected + faults);
    await kill();
    await each(({ message }, { meanwhile }) => meanwhile?.(idOf(message)));
    await start();
    await each(async ({ message, expected }) => {
      await expectResults(expected);
      expect(isOver(message)).toBe(true);
      expect(buttonsOf(message)).toEqual([]);
    });
  });

  test('between two rounds goes on with the next round', async () => {
    const message = await begin('first-move', { puzzle: 'eight' });
    const id = idOf(message);
    const promote = async (round: number): Promise<void> => (await jobOf(`next-${id}-${round}`)).promote();
    await struck(slow('PATCH', isEdit, 'after'), () => promote(1));
    await restart();
    await promote(2);
    await system.messageIn(channel, (one) => textOf(one).includes('round 3 of 10'));
    // A job that ends a past round does not end the current one.
    await steps.add('next', { id, round: 1 }, { jobId: `next-${id}-1-again`, removeOnComplete: true });
    await expect.poll(() => steps.getJob(`next-${id}-1-again`)).toBeFalsy();
    expect(textOf(message)).toContain('round 3 of 10');
    await command(host, 'stop');
    await waitForEnd();
    expect(resultsIn(channel)).toHaveLength(1);
  });

  test('in a channel that the bot has lost ends silently', async () => {
    const { message } = await played();
    closed.push(channel.id);
    channel.overwrites.push({ id: system.standIn.world.bot.id, type: 1, allow: 0n, deny: BOT_PERMISSIONS });
    await runOut(idOf(message));
    await waitForEnd();
    expect(resultsIn(channel)).toEqual([]);
    expect(await system.redis.hlen('antipode:contest:running')).toBe(0);
  });

  test('at its start goes on, and is the only one', async () => {
    const asked = await askedUnheard();
    await restart();
    const message = await system.messageIn(channel, (one) => buttonsOf(one).length > 0);
    const { told } = await send(person('ann'), message, '20');
    expect(told).toContain('Your guess is **20**');
    await runOut(asked.id);
    await waitForEnd();
    await asked.until(isFinal);
    expect(resultsIn(channel)).toHaveLength(1);
    expect([...channel.messages.values()].filter((one) => !one.ephemeral)).toHaveLength(2);
  });

  test('as it posts it, and that is stopped meanwhile, has its results', async () => {
    const asked = await askedUnheard();
    const message = await system.messageIn(channel, (one) => buttonsOf(one).length > 0);
    await kill();
    // Another bot of the server takes the command.
    await system.redis.hset(`antipode:contest:${idOf(message)}`, 'over', Date.now());
    await steps.add('end', { id: idOf(message) }, { removeOnComplete: true });
    await start();
    await expect.poll(() => isOver(message)).toBe(true);
    expect(resultsIn(channel)).toHaveLength(1);
    await waitForEnd();
    await asked.until(isFinal);
  });
});
