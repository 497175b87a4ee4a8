import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Period, periods, spanOf, startOf } from '../../../src/features/daily/rules.ts';
import { DailyStore } from '../../../src/features/daily/store.ts';
import { everywhere } from '../../../src/standings/scope.ts';
import {
  board,
  boardsOf,
  type Finish,
  finish,
  monday,
  openResults,
  optimal,
  recount,
  redis,
  rowsOf,
  send,
  store,
} from '../../support/daily-results.ts';

await openResults();

describe('at once', () => {
  const crowd = (size: number) =>
    Array.from({ length: size }, (_, index) => ({
      user: `user-${index}`,
      moves: 20 + (index % 7),
      seconds: (index * 37) % 101,
      at: (index * 7919) % 80_000,
    }));

  test('500 finish, each sent twice: 500 scores in the right order, with the right ranks', async () => {
    const people = crowd(500);
    const sent = [...people, ...people.toReversed()];
    await Promise.all(sent.map((one) => send({ number: 5, ...one })));
    const wanted = people.toSorted((a, b) => a.moves - b.moves || a.seconds - b.seconds || a.at - b.at);
    const pages = await Promise.all(
      Array.from({ length: 50 }, (_, page) => store.page(board('day', 5), page, 'user-499')),
    );
    expect(await store.page(board('day', 5), 99, 'user-499')).toEqual(pages.at(-1));
    const rows = pages.flatMap((page) => page.rows);
    expect(rows.map(({ user }) => user)).toEqual(wanted.map(({ user }) => user));
    expect(rows.map(({ rank }) => rank)).toEqual(wanted.map(({ moves }, index) => (moves === 20 ? 1 : index + 1)));
    for (const { own, total } of pages) {
      expect(total).toBe(500);
      expect(own?.rank).toBe(wanted.findIndex(({ user }) => user === 'user-499') + 1);
    }
    expect(await store.figures('user-0', 5)).toMatchObject({ played: 1, solved: 1, perfect: 1, streak: 1, best: 1 });
  });

  test('100 finish several days, each sent twice, with what is better before or after it: all sums are exact', async () => {
    // The last day of a week, and days around the end of a month.
    const monthEnd = spanOf('month', monday)[1];
    const numbers = [...new Set([monday + 5, monday + 6, monday + 7, monthEnd, monthEnd + 1])];
    const finishes = numbers.flatMap((number, day) =>
      crowd(100).flatMap((one, index): Finish[] => {
        const guild = index % 3 === 0 ? undefined : String(index % 3);
        const first = { number, ...one, guild, moves: one.moves + 10 };
        return (index + day) % 2 === 0 ? [first] : [first, { ...first, moves: one.moves, at: one.at + 1, guild: '7' }];
      }),
    );
    // In an order that has nothing to do with theirs, and both of a pair at the same time.
    const sent = [...finishes, ...finishes].map((one, index) => ({ one, key: (index * 7919) % 10_007 }));
    await Promise.all(sent.toSorted((a, b) => a.key - b.key).map(({ one }) => send(one)));
    for (const of of boardsOf(numbers, [everywhere, '1', '2', '7'])) {
      expect(await rowsOf(of), JSON.stringify(of)).toEqual(recount(finishes, of));
    }
    expect(await store.figures('user-6', monday + 7)).toMatchObject({ solved: numbers.length });
  });
});

test('a better result replaces the one before in every server, a worse one nothing', async () => {
  await finish(3, 'ann', 24, { guild: '1' });
  await finish(3, 'ann', 26, { guild: '2' });
  expect(await store.result(3, 'ann')).toMatchObject({ moves: 24 });
  await finish(3, 'ann', 19, { hints: 1, guild: '2' });
  // Sent again, it still tells what it has replaced.
  await finish(3, 'ann', 19, { hints: 1 });
  for (const scope of [everywhere, '1', '2']) {
    expect((await store.page(board('day', 3, scope), 0, 'bob')).rows).toEqual([
      { user: 'ann', rank: 1, value: 20, seconds: 60 },
    ]);
  }
  expect((await store.page(board('day', 3, '3'), 0, 'ann')).own).toEqual({
    value: 20,
    seconds: 60,
    absence: 'elsewhere',
  });
  expect(await store.result(3, 'ann')).toEqual({
    ...{ moves: 19, hints: 1, seconds: 60, at: startOf(3) + 100_000 },
    ...{ optimal: 20, points: 100, replaced: 24 },
  });
  await finish(3, 'ann', 20, { seconds: 5 });
  expect(await store.figures('ann', 3)).toMatchObject({ played: 1, solved: 1, perfect: 1, streak: 1, best: 1 });
});

test.each(periods)('of equal results of a %s, the earlier one comes first', async (period) => {
  // By name they would come the other way round.
  await finish(8, 'ann', 25, { at: 300 });
  await finish(8, 'bob', 25, { at: 299 });
  await finish(8, 'cid', 25, { at: 1000, seconds: 59 });
  const { rows } = await store.page(board(period, 8), 0, 'bob');
  expect(rows.map(({ user, rank }) => [user, rank])).toEqual([
    ['cid', 1],
    ['bob', 2],
    ['ann', 3],
  ]);
});

test.each(periods)('what is better counts from when it was sent, on the board of a %s', async (period) => {
  await finish(8, 'ann', 25, { at: 100 });
  await finish(8, 'bob', 20, { at: 200 });
  await finish(8, 'ann', 20, { at: 300 });
  expect((await rowsOf(board(period, 8))).map(({ user }) => user)).toEqual(['bob', 'ann']);
});

test('points of a day are a hundred for the best possible, and more days are more points', async () => {
  await finish(monday, 'ann', 20);
  await finish(monday, 'bob', 40);
  await finish(monday + 1, 'bob', 26, { hints: 1 });
  await finish(monday + 6, 'cid', 10_000, { seconds: 80_000 });
  await finish(monday + 7, 'ann', 20);
  expect((await store.page(board('week', monday + 3), 0, 'ann')).rows).toEqual([
    { user: 'bob', rank: 1, value: 124, seconds: 120 },
    { user: 'ann', rank: 2, value: 100, seconds: 60 },
    { user: 'cid', rank: 3, value: 1, seconds: 80_000 },
  ]);
  expect((await store.page(board('all', 1), 0, 'ann')).own).toEqual({ rank: 1, value: 200, seconds: 120 });
});

test('a streak goes on from number to number, ends with a gap, and its best is kept', async () => {
  const streaks = [];
  for (const number of [1, 2, 3, 3, 5, 6, 7, 8, 12]) {
    await finish(number, 'ann', 25);
    streaks.push((await store.figures('ann', number)).streak);
  }
  expect(streaks).toEqual([1, 2, 3, 3, 1, 2, 3, 4, 1]);
  expect(await store.figures('ann', 13)).toMatchObject({ played: 8, solved: 8, perfect: 0, streak: 1, best: 4 });
  expect((await store.figures('ann', 14)).streak).toBe(0);
});

test('a streak is whole in whatever order its days arrive', async () => {
  for (const number of [2, 1, 4, 6, 5, 3]) await finish(number, 'ann', 25);
  expect(await store.figures('ann', 6)).toMatchObject({ streak: 6, best: 6 });
  await finish(9, 'ann', 25);
  await finish(8, 'ann', 25);
  expect(await store.figures('ann', 9)).toMatchObject({ streak: 2, best: 6 });
});

test('the figures count how far from the best possible each number was, in its better result', async () => {
  for (const [number, moves] of [20, 20, 23, 29, 30, 57].entries()) await finish(number + 1, 'ann', moves);
  await finish(3, 'ann', 20, { hints: 1 });
  await finish(3, 'ann', 22);
  const { over, perfect, solved } = await store.figures('ann', 6);
  expect(over).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
  expect([perfect, solved]).toEqual([2, 6]);
});

test('a result from after its day counts for the figures, but neither for the streak nor on any board', async () => {
  const after = { at: 86_400, guild: '1' };
  await finish(3, 'ann', 25, { guild: '1' });
  await finish(4, 'ann', 21, after);
  await finish(4, 'ann', 20, after);
  expect(await store.result(4, 'ann')).toMatchObject({ moves: 20, optimal: 20, replaced: 21 });
  expect(await store.figures('ann', 4)).toMatchObject({ played: 2, solved: 2, perfect: 1, streak: 1, best: 1 });
  for (const scope of [everywhere, '1']) {
    expect((await store.page(board('day', 4, scope), 0, 'ann')).total).toBe(0);
    expect(await rowsOf(board('all', 4, scope))).toEqual([{ user: 'ann', rank: 1, value: 80, seconds: 60 }]);
  }
  // The last moment of the day is still in it, and what is better after it leaves the boards as they were.
  await finish(5, 'ann', 22, { at: 86_399.999, guild: '1' });
  await finish(5, 'ann', 19, { ...after, hints: 1 });
  expect(await store.result(5, 'ann')).toMatchObject({ moves: 19, hints: 1, optimal: 20, replaced: 22 });
  for (const scope of [everywhere, '1']) {
    expect((await store.page(board('day', 5, scope), 0, 'ann')).own).toEqual({ rank: 1, value: 22, seconds: 60 });
  }
  const { over } = await store.figures('ann', 5);
  expect(over.reduce((sum, count) => sum + count)).toBe(3);
  expect(over[0]).toBe(2);
  // What arrives late but was in time is taken as such.
  await finish(5, 'ann', 19, { at: 80_000 });
  expect(await store.result(5, 'ann')).toMatchObject({ moves: 19, hints: 0 });
});

test('the clock runs from the first look, if there was one', async () => {
  expect(await store.began(4, 'ann')).toBeUndefined();
  await store.begin(4, 'ann', startOf(4) + 5001);
  await store.begin(4, 'ann', startOf(4) + 9000);
  expect(await store.began(4, 'ann')).toBe(startOf(4) + 5001);
  expect(await store.figures('ann', 4)).toMatchObject({ played: 1, solved: 0 });
  await finish(4, 'ann', 30);
  expect(await store.figures('ann', 4)).toMatchObject({ played: 1, solved: 1 });
});

test('all processes get the same secret', async () => {
  const secrets = await Promise.all(Array.from({ length: 20 }, () => new DailyStore(redis, 'test').secret()));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/u);
  await redis.flushall();
  expect(await store.secret(secrets[0])).toBe(secrets[0]);
  expect(await store.secret('of another process')).toBe(secrets[0]);
});

describe('whoever hides', () => {
  const scopes = [everywhere, '1', '2'];
  beforeEach(async () => {
    await finish(monday, 'ann', 20, { guild: '1' });
    await finish(monday, 'bob', 25, { guild: '1' });
    await finish(monday + 1, 'ann', 22, { guild: '2', hints: 1 });
  });

  test('is on no board, but keeps all, and comes back with the right sums', async () => {
    await store.setHidden('ann', true);
    for (const period of periods) {
      for (const scope of scopes) {
        const rows = await rowsOf(board(period, monday, scope));
        expect(rows.map(({ user, rank }) => [user, rank])).toEqual(scope === '2' ? [] : [['bob', 1]]);
      }
    }
    // They are told their own place, of sorts.
    expect((await store.page(board('day', monday), 0, 'ann')).own).toEqual({
      value: 20,
      seconds: 60,
      absence: 'hidden',
    });
    const { own } = await store.page(board('week', monday), 0, 'ann');
    expect(own).toEqual({ value: 187, seconds: 120, absence: 'hidden' });
    expect(await store.figures('ann', monday + 1)).toMatchObject({ solved: 2, streak: 2, isHidden: true });

    await finish(monday + 1, 'ann', 20, { guild: '1' });
    await finish(monday + 2, 'ann', 40);
    expect(await rowsOf(board('all', monday))).toHaveLength(1);
    await store.setHidden('ann', false);
    expect(await rowsOf(board('week', monday))).toEqual([
      { user: 'ann', rank: 1, value: 250, seconds: 180 },
      { user: 'bob', rank: 2, value: 80, seconds: 60 },
    ]);
    expect((await store.page(board('all', monday, '1'), 0, 'ann')).own).toEqual({ rank: 1, value: 200, seconds: 120 });
    expect((await store.figures('ann', monday + 2)).isHidden).toBe(false);
  });

  test('of one result, by an admin: it counts for no board of that server, and for all others', async () => {
    expect(await store.hideResult(monday, 'ann', '1', true)).toBe(true);
    expect(await rowsOf(board('day', monday, '1'))).toEqual([{ user: 'bob', rank: 1, value: 25, seconds: 60 }]);
    expect(await rowsOf(board('all', monday, '1'))).toEqual([{ user: 'bob', rank: 1, value: 80, seconds: 60 }]);
    expect((await store.page(board('day', monday, '1'), 0, 'ann')).own).toEqual({
      value: 20,
      seconds: 60,
      absence: 'removed',
    });
    expect((await store.page(board('week', monday, '1'), 0, 'ann')).own).toBeUndefined();
    expect((await rowsOf(board('week', monday)))[0]).toMatchObject({ user: 'ann', value: 187 });
    expect(await store.result(monday, 'ann')).toMatchObject({ moves: 20 });
    // What is sent there again stays hidden, another day is not.
    await finish(monday, 'ann', 20, { seconds: 1, guild: '1' });
    await finish(monday + 2, 'ann', 40, { guild: '1' });
    expect(await rowsOf(board('day', monday, '1'))).toHaveLength(1);
    expect((await rowsOf(board('month', monday, '1')))[1]).toEqual({ user: 'ann', rank: 2, value: 50, seconds: 60 });
    expect(await store.hideResult(monday, 'ann', '1', false)).toBe(true);
    expect((await rowsOf(board('week', monday, '1')))[0]).toEqual({ user: 'ann', rank: 1, value: 150, seconds: 61 });
  });

  test('of their last results counts from the last one that is shown', async () => {
    await store.erase('ann');
    for (const number of [monday, monday + 1, monday + 2]) await finish(number, 'ann', 25, { guild: '1' });
    for (const number of [monday + 1, monday + 2]) await store.hideResult(number, 'ann', '1', true);
    await store.erase('bob');
    // As many points in the same time, and by name in front.
    await finish(monday, 'abe', 25, { at: 101, guild: '1' });
    const order = async () => (await rowsOf(board('week', monday, '1'))).map(({ user }) => user);
    expect(await order()).toEqual(['ann', 'abe']);
    await store.hideResult(monday + 2, 'ann', '1', false);
    await finish(monday + 1, 'abe', 25, { guild: '1' });
    expect(await order()).toEqual(['abe', 'ann']);
  });

  test('has nothing to be hidden by admins elsewhere, nor tells them what they hide', async () => {
    expect(await store.hideResult(monday, 'ann', '2', true)).toBe(false);
    expect(await store.hideResult(monday + 5, 'ann', '1', true)).toBe(false);
    expect(await store.hideResult(monday, 'nobody', '1', true)).toBe(false);
    expect(await redis.keys('*nobody*')).toEqual([]);
    await store.setHidden('ann', true);
    expect(await store.hideResult(monday, 'ann', '1', true)).toBe(false);
    await store.setHidden('ann', false);
    expect(await rowsOf(board('day', monday, '1'))).toHaveLength(1);
  });
});

test('a result shown in another server counts there too, and can be shown once in a channel', async () => {
  await finish(monday, 'ann', 25, { guild: '1' });
  const at = startOf(monday) + 200_000;
  expect(await store.share(monday, 'ann', 'here', { at, guild: '2' })).toBe(true);
  expect(await store.share(monday, 'ann', 'here', { at, guild: '2' })).toBe(false);
  expect(await store.share(monday, 'ann', 'there', { at })).toBe(true);
  for (const period of periods) expect(await rowsOf(board(period, monday, '2'))).toHaveLength(1);
  // A result from after the day counts nowhere.
  await finish(monday + 1, 'ann', 25, { at: 90_000 });
  await store.share(monday + 1, 'ann', 'here', { at: startOf(monday + 2), guild: '2' });
  expect(await rowsOf(board('day', monday + 1, '2'))).toEqual([]);
  expect(await store.exported('ann')).toMatchObject({ results: [{ servers: ['1', '2'] }, { servers: [] }] });
});

test('results of a day on which their person deleted some do not rank, until it ends', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: startOf(monday) + 50_000 });
  await store.begin(monday, 'ann', startOf(monday) + 7000);
  await store.erase('ann');
  await store.erase('bob');
  await finish(monday, 'ann', 20);
  await finish(monday, 'bob', 21);
  expect(await rowsOf(board('day', monday))).toMatchObject([{ user: 'bob' }]);
  expect([await store.isUnranked(monday, 'ann'), await store.isUnranked(monday, 'bob')]).toEqual([true, false]);
  expect(await store.figures('ann', monday)).toMatchObject({ solved: 1, perfect: 1, streak: 0 });
  await finish(monday + 1, 'ann', 20);
  expect(await rowsOf(board('day', monday + 1))).toMatchObject([{ user: 'ann' }]);
  vi.useRealTimers();
});

test('all that is kept of somebody is exported, and erased for good, wherever it is', async () => {
  const before = await redis.keys('*');
  expect(await store.exported('ann')).toBeUndefined();
  await store.begin(monday, 'ann', startOf(monday) + 7000);
  await finish(monday, 'ann', 25, { guild: '1' });
  await finish(monday + 1, 'ann', 21, { guild: '2' });
  await finish(monday + 1, 'ann', 20, { at: 90_000 });
  await store.share(monday, 'ann', '77', { at: startOf(monday) + 300_000, guild: '3' });
  await store.hideResult(monday, 'ann', '1', true);
  const exported = JSON.parse(JSON.stringify(await store.exported('ann')));
  const at = (number: number, seconds: number): string => new Date(startOf(number) + seconds * 1000).toISOString();
  expect(exported.results[0]).toEqual({
    number: monday,
    firstSeen: at(monday, 7),
    result: { moves: 25, hints: 0, seconds: 60, at: at(monday, 100), optimal, points: 80, replaced: 0 },
    servers: ['1', '3'],
    hiddenByAdminsOf: ['1'],
  });
  expect(exported.results[1]).toMatchObject({ result: { moves: 21 }, laterResult: { moves: 20, replaced: 21 } });
  expect(exported.figures).toMatchObject({ played: '2', solved: '2', streak: '2' });
  expect(exported.shownIn).toEqual([{ number: monday, channel: '77' }]);
  expect(exported.boards).toContainEqual({
    board: `week:${monday}:2`,
    value: 95,
    seconds: 60,
    last: monday + 1,
    at: at(monday + 1, 100),
  });
  await finish(monday, 'bob', 25, { guild: '1' });
  await store.setHidden('ann', true);
  await store.setHidden('ann', false);
  await store.erase('ann');
  await store.erase('ann');
  for (const key of await redis.keys('*')) {
    const type = await redis.type(key);
    const isList = type === 'zset' ? redis.zrange(key, '0', '-1') : type === 'list' && redis.lrange(key, 0, -1);
    const content = await (isList || redis.hgetall(key));
    expect(`${key} ${JSON.stringify(content)}`).not.toContain('ann');
  }
  expect(await store.exported('ann')).toBeUndefined();
  await store.erase('bob');
  expect(await redis.keys('*')).toEqual(before);
});

test('boards of days, weeks and months go in time, the one of all time stays', async () => {
  await finish(monday, 'ann', 20, { guild: '1' });
  const days = async (period: Period, scope = everywhere): Promise<number | undefined> => {
    const seconds = await redis.ttl(`test:daily:board:${period}:${spanOf(period, monday)[0]}:${scope}`);
    return seconds === -1 ? undefined : Math.round(seconds / 86_400);
  };
  expect(await Promise.all(periods.map((period) => days(period)))).toEqual([35, 100, 100, undefined]);
  expect(await days('week', '1')).toBe(100);
  // Who comes back much later has left the old boards.
  await finish(monday + 150, 'ann', 20);
  const { boards } = (await store.exported('ann')) as { boards: { board: string }[] };
  const names = periods.map((period) => `${period}:${spanOf(period, monday + 150)[0]}:${everywhere}`);
  expect(boards.map(({ board: name }) => name).sort()).toEqual([...names, 'all:1:1'].sort());
  expect(await rowsOf(board('week', monday))).toEqual([]);
  // And what is done about an old result changes only what is still there.
  await store.hideResult(monday, 'ann', '1', true);
  expect((await store.exported('ann')) as object).toMatchObject({ boards: { length: names.length } });
});

test('who shows themselves again comes back on the boards that are still kept', async () => {
  await finish(monday, 'ann', 20);
  await store.setHidden('ann', true);
  vi.useFakeTimers({ toFake: ['Date'], now: startOf(monday + 60) });
  try {
    await store.setHidden('ann', false);
  } finally {
    vi.useRealTimers();
  }
  const rows = await Promise.all(periods.map((period) => rowsOf(board(period, monday))));
  expect(rows.map(({ length }) => length)).toEqual([0, 1, 1, 1]);
});
