/** A worker killed after its search has shown a solution: what people have seen stays, and the answer comes once. */

import type { Message } from '@antipode/stand-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workQueue } from '../../src/queue/queue.ts';
import { holdSearches, releaseSearches, shortWaits } from '../support/disturbances.ts';
import { isFinal, leadsToGoal, movesOf, textOf } from '../support/messages.ts';
import { leftoverKeys } from '../support/recovery.ts';
import { TestSystem } from '../support/test-system.ts';

/** 70 moves, which take some seconds to prove; and 70 that take minutes. */
const seconds = { subcommand: 'fifteen', options: { position: '650D219E37AF48CB' } };
const minutes = { subcommand: 'fifteen', options: { position: '0F83CB74EA659D21' } };

/** 80 moves, which take longer than a slice. */
const turn = { subcommand: 'fifteen', options: { position: '0CADFBE937254861' } };

/** The 24 puzzle, 113 moves: nobody waits for a proof. */
const hours = { subcommand: 'twentyfour', options: { position: 'CDELOKH21J94FIG5A637B08NM' } };

/** 6 × 6, for which there are no databases. */
const large = {
  subcommand: 'board',
  options: {
    puzzle: '6x6',
    position: '17 31 10 33 11 7/16 25 34 3 14 4/6 24 15 0 12 8/19 9 20 18 27 2/28 35 32 23 22 5/29 26 13 21 1 30',
  },
};

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.open({}, { SOLVER_THREADS: '2' }, { held: 'parts', waits: shortWaits });
  await system.start('bot');
});
afterAll(() => system?.close());

/** Starts a worker, and kills it as soon as the message shows what its search has found. Then the search is held. */
const whatWasFound = async (question: typeof seconds) => {
  const worker = await system.start('worker');
  const person = system.person('ann');
  const asked = await person.command(system.channel, 'solve', question);
  const message = await asked.until((now) => textOf(now).includes('still proving'));
  await holdSearches(system);
  await system.kill(worker);
  return { person, asked, message };
};

test('another worker proves it; until then the solution stays in the message', async () => {
  const { asked } = await whatWasFound(seconds);
  const worker = await system.start('worker');
  await releaseSearches(system);
  const texts: string[] = [];
  const answer = await asked.until((now) => {
    texts.push(textOf(now));
    return isFinal(now);
  });
  expect(texts.filter((text) => !/still proving|proved shortest/u.test(text))).toEqual([]);
  expect(textOf(answer)).toContain('**70 moves** · proved shortest');
  expect(leadsToGoal('fifteen', seconds.options.position, movesOf(answer))).toBe(true);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
  await system.kill(worker);
});

test('whoever keeps the solution while no worker is there gets it', async () => {
  const { person, asked, message } = await whatWasFound(minutes);
  const shown = movesOf(message);
  await (await person.press(message, 'Keep this answer')).acknowledged;
  const worker = await system.start('worker');
  const answer = await asked.until(isFinal);
  expect(textOf(answer)).toMatch(/not proved shortest: between \d\d and \d\d moves/u);
  expect(movesOf(answer)).toEqual(shown);
  await releaseSearches(system);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
  await system.kill(worker);
});

test('the 24 puzzle: a solution at once, whose gap closes, also on another worker', async () => {
  const { person, asked, message } = await whatWasFound(hours);
  const gapOf = (shown: string): number => {
    const [, found, needed] = /\*\*(\d+) moves\*\* found · at least (\d+) needed/u.exec(shown)!;
    expect(Number(found)).toBeGreaterThanOrEqual(113);
    expect(Number(needed)).toBeLessThanOrEqual(113);
    return Number(found) - Number(needed);
  };
  const gap = gapOf(textOf(message));
  const worker = await system.start('worker');
  await releaseSearches(system);
  const closer = await asked.until((now) => /found · at least/u.test(textOf(now)) && gapOf(textOf(now)) < gap);
  await (await person.press(closer, 'Keep this answer')).acknowledged;
  const answer = await asked.until(isFinal);
  expect(leadsToGoal('twentyfour', hours.options.position, movesOf(answer))).toBe(true);
  expect(movesOf(answer).length).toBeLessThanOrEqual(movesOf(message).length);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
  await system.kill(worker);
});

test('a board too large for a proof: no worker loses what was shown, and another one finds shorter ones', async () => {
  const { person, asked, message } = await whatWasFound(large);
  const shown = movesOf(message).length;
  const worker = await system.start('worker');
  await releaseSearches(system);
  const lengths: number[] = [];
  const shorter = await asked.until((now) => {
    if (textOf(now).includes('found · at least')) lengths.push(movesOf(now).length);
    return (lengths.at(-1) ?? shown) < shown;
  });
  await (await person.press(shorter, 'Keep this answer')).acknowledged;
  const answer = await asked.until(isFinal);
  expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
  expect(leadsToGoal('6x6', large.options.position, movesOf(answer))).toBe(true);
  expect(movesOf(answer).length).toBeLessThanOrEqual(lengths.at(-1)!);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
  await system.kill(worker);
});

test('a search of seconds does not wait for the end of a long one, which goes on afterwards', async () => {
  const worker = await system.start('worker');
  const person = system.person('ann');
  const asked = await person.command(system.channel, 'solve', minutes);
  const isProving = (now: Message): boolean => textOf(now).includes('still proving');
  const message = await asked.until(isProving);
  const other = await system.person('bob').command(system.channel, 'solve', turn);
  expect(textOf(await other.until(isFinal))).toContain('**80 moves** · proved shortest');
  expect(isProving(message)).toBe(true);
  const parts = `antipode:${workQueue('parts')}:active`;
  await expect.poll(() => system.redis.llen(parts)).toBeGreaterThan(0);
  await (await person.press(message, 'Keep this answer')).acknowledged;
  expect(movesOf(await asked.until(isFinal)).length).toBeGreaterThanOrEqual(70);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
  await system.kill(worker);
});
