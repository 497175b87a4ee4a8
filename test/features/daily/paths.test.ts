/** What is shown with a result: its path, and how many of its day were worse. */
import { describe, expect, test } from 'vitest';
import { startOf } from '../../../src/features/daily/rules.ts';
import { finish, monday, openResults, optimal, redis, store } from '../../support/daily-results.ts';

await openResults();

describe('the path of a result', () => {
  const pathOf = (length: number, first = 0) => Array.from({ length }, (_, index): [number, number] => [first, index]);
  const send = (number: number, moves: number, { first = 0, seconds = 60, hints = 0, days = 0 } = {}) => {
    const of = { optimal, at: startOf(number + days) + 1000, path: pathOf(moves, first) };
    return store.record(number, 'ann', { moves, hints, seconds }, of);
  };

  test('is that of the best result, in whatever order they come, and goes with the data', async () => {
    await send(3, 25);
    await send(3, 23, { first: 1 });
    await send(3, 24, { first: 2 });
    expect(await store.path(3, 'ann')).toEqual(pathOf(23, 1));
    await send(3, 23, { first: 3, seconds: 50 });
    await send(3, 23, { first: 3, seconds: 50 });
    expect(await store.path(3, 'ann')).toEqual(pathOf(23, 3));
    await send(3, 21, { first: 4, days: 1 });
    expect(await store.path(3, 'ann')).toEqual(pathOf(21, 4));
    expect([await store.path(3, 'bob'), await store.path(4, 'ann')]).toEqual([undefined, undefined]);
    expect(await store.exported('ann')).toMatchObject({
      paths: expect.arrayContaining([{ number: 3, path: pathOf(21, 4) }]),
    });
    await store.erase('ann');
    expect(await store.path(3, 'ann')).toBeUndefined();
    expect(await redis.keys('*')).toEqual([]);
  });

  test('is kept for the last seven, for 35 days, and not if it is long', async () => {
    for (let number = 1; number <= 8; number++) await send(number, 20 + number);
    const known = await Promise.all([1, 2, 3, 8].map((number) => store.path(number, 'ann')));
    expect(known.map((path) => path?.length)).toEqual([undefined, 22, 23, 28]);
    await send(9, 100);
    expect(await store.path(9, 'ann')).toHaveLength(100);
    await send(10, 101);
    expect(await store.path(10, 'ann')).toBeUndefined();
    // With fewer hints it is better, although it is longer.
    await send(11, 100, { hints: 5 });
    await send(11, 101);
    expect(await store.path(11, 'ann')).toBeUndefined();
    expect(await redis.llen('test:daily:paths:ann')).toBe(7);
    expect(await redis.ttl('test:daily:paths:ann')).toBeGreaterThan(34 * 86_400);
    expect(await redis.ttl('test:daily:paths:ann')).toBeLessThanOrEqual(35 * 86_400);
  });
});

describe('the comparison of a result with the players of its day', () => {
  const comparisons = async (...people: string[]) =>
    Promise.all(people.map(async (user) => store.comparison(monday, user)));

  test('counts worse results as the board does: all perfect ones are alike, and others differ by time', async () => {
    await finish(monday, 'ann', 20, { seconds: 500 });
    await finish(monday, 'bob', 19, { hints: 1, seconds: 3 });
    await finish(monday, 'cid', 22, { seconds: 40, guild: '1' });
    await finish(monday, 'dan', 22, { seconds: 40 });
    await finish(monday, 'eve', 22, { seconds: 41 });
    await finish(monday, 'fay', 9000, { seconds: 360_000 });
    const worse = async () => (await comparisons('ann', 'bob', 'cid', 'dan', 'eve', 'fay')).map((one) => one?.worse);
    expect(await worse()).toEqual([4, 4, 2, 2, 1, 0]);
    expect(await store.comparison(monday, 'ann')).toEqual({ players: 6, worse: 4 });
    // Who is hidden is on no board, neither for others nor for themselves.
    await store.setHidden('fay', true);
    await store.setHidden('cid', true);
    expect(await worse()).toEqual([2, 2, undefined, 1, 0, undefined]);
    await store.hideResult(monday, 'dan', '1', true);
    expect(await store.comparison(monday, 'dan')).toEqual({ players: 4, worse: 1 });
    expect(await store.comparison(monday, 'gil')).toBeUndefined();
  });

  test('is none of what was sent after the day', async () => {
    await finish(monday, 'ann', 25);
    await finish(monday, 'bob', 24, { at: 86_400 });
    expect(await comparisons('ann', 'bob')).toEqual([{ players: 1, worse: 0 }, undefined]);
  });
});
