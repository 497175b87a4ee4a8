import { describe, expect, test } from 'vitest';
import type { Contest, ContestPlace, Round } from '../../../src/features/contest/rules.ts';
import { ContestStore, type Keep } from '../../../src/features/contest/store.ts';
import { erasureKey } from '../../../src/runtime/erasure.ts';
import { everywhere } from '../../../src/standings/scope.ts';
import { openRedis } from '../../support/redis.ts';

const redis = await openRedis();
const store = new ContestStore(redis, 'test');

let made = 0n;
const id = (): string => String(((BigInt(Date.now()) - 1_420_070_400_000n) << 22n) + ++made);
const [ann, bob, eve] = ['100000000000000001', '100000000000000002', '100000000000000003'];
const guild = '200000000000000001';
const contestOf = (change: Partial<Contest> = {}): Contest => ({
  id: id(),
  kind: 'guess',
  puzzle: 'eight',
  difficulty: 'easy',
  minutes: 3,
  guild,
  channel: '300000000000000001',
  locale: 'en',
  ...change,
});
const rounds: Round[] = ['123456708', '123456078'].map((position, index) => ({
  position,
  moves: Array.from({ length: index + 1 }, () => [7, 8]),
}));
const place = (user: string, points: number): ContestPlace => ({ user, points, value: 1, text: '', right: 1 });

/** A contest that runs. */
const running = async (change: Partial<Contest> = {}, owner = ann!): Promise<Contest> => {
  const contest = contestOf(change);
  expect(await store.take(contest, owner)).toBeUndefined();
  expect(await store.draw(contest, rounds)).toBe(true);
  return contest;
};
const give = (
  contest: Contest,
  user: string,
  value: number,
  keep: Keep,
  { by = id(), round = 1, at = 1, text = '' } = {},
) => store.answer(contest.id, { user, value, id: by, round, at, text }, keep);

describe('a channel', () => {
  test('is taken by one at a time, and by the same one as often as it likes', async () => {
    const first = contestOf();
    const second = contestOf();
    const taken = await Promise.all([first, first, second].map((contest) => store.take(contest, ann!)));
    expect(taken).toEqual([undefined, undefined, first.id]);
    // What is let go of must be one's own.
    await store.free(second);
    expect((await store.at(first.channel))?.contest).toEqual(first);
    await store.free(first);
    expect(await store.at(first.channel)).toBeUndefined();
    expect(await store.take(second, ann!)).toBeUndefined();
  });

  test('is left to the next by one that is over', async () => {
    const [first, second] = [await running(), contestOf()];
    expect(await store.take(second, ann!)).toBe(first.id);
    await store.close(first.id);
    expect(await store.take(second, ann!)).toBeUndefined();
    await store.free(first);
    expect((await store.at(first.channel))?.contest).toEqual(second);
  });

  test('is free again if nothing comes of it', async () => {
    const contest = contestOf();
    await store.take(contest, ann!);
    expect(await redis.ttl(`test:contest:channel:${contest.channel}`)).toBeGreaterThan(60);
    for (const key of await redis.keys('test:contest:*')) expect(await redis.ttl(key)).toBeGreaterThan(0);
  });
});

describe('rounds', () => {
  test('are set once, and one at a time is a secret', async () => {
    const contest = await running();
    expect(await store.draw(contest, rounds.toReversed())).toBe(true);
    expect((await store.state(contest.id))?.rounds).toEqual(rounds);
    const first = { id: contest.id, puzzle: 'eight', position: '123456708', length: 1 };
    expect(await store.running()).toMatchObject([first]);
    expect(await Promise.all([1, 1, 1].map((round) => store.advance(contest, round, rounds[1])))).toEqual([2, 2, 2]);
    expect(await store.running()).toMatchObject([{ ...first, position: '123456078', length: 2 }]);
    await store.close(contest.id);
    expect(await store.running()).toEqual([]);
    expect(await store.advance(contest, 2, undefined)).toBe(0);
    expect(await store.draw(contest, rounds)).toBe(false);
  });

  test('are read again only after a change, and stay the same objects', async () => {
    const first = await running({ channel: id() });
    const before = await store.running();
    expect(await store.running()).toBe(before);
    const second = await running({ channel: id() });
    const after = await store.running();
    expect(after).not.toBe(before);
    expect(after.find(({ id: one }) => one === first.id)).toBe(before[0]);
    await Promise.all([first, second].map((contest) => store.close(contest.id)));
    expect(await store.running()).toEqual([]);
  });

  test('are played by those who started the contest or have answered', async () => {
    const contest = await running({ channel: id() });
    await give(contest, bob!, 5, 'last');
    const players = await Promise.all([ann, bob, eve].map((user) => store.isPlayer(contest.id, user!)));
    expect(players).toEqual([true, true, false]);
    await store.close(contest.id);
  });

  test('a contest that never ended is no secret for ever', async () => {
    const long = ((BigInt(Date.now()) - 1_420_070_400_000n - 4n * 3_600_000n) << 22n).toString();
    await running({ id: long });
    expect(await store.running()).toEqual([]);
  });
});

test('a weekly contest leaves its channel free, stays secret to its end, and keeps who took part', async () => {
  const day = 86_400_000;
  const until = Date.now() + 7 * day;
  const weekly = contestOf({ id: id(), kind: 'fewest-moves', minutes: 0, until });
  await store.create(weekly);
  await store.create({ ...weekly, channel: id() });
  expect((await store.state(weekly.id))?.contest).toEqual(weekly);
  expect(await store.at(weekly.channel)).toBeUndefined();
  await store.draw(weekly, rounds);
  await give(weekly, eve!, 5, 'least');
  // A quick contest, which is forgotten sooner, changes nothing of that.
  const quick = await running({ channel: id() }, eve);
  await give(quick, eve!, 5, 'least');
  for (const key of [weekly.id, `${weekly.id}:answers`, `of:${eve}`]) {
    expect(await redis.ttl(`test:contest:${key}`)).toBeGreaterThan(40 * 86_400);
  }
  const kept = (await redis.hget('test:contest:running', weekly.id))!;
  expect(JSON.parse(kept)).toEqual({ puzzle: 'eight', position: '123456708', length: 1, until, guild });
  const idsOf = async (contests: ContestStore) => (await contests.running()).map(({ id: one }) => one);
  expect(await idsOf(store)).toContain(weekly.id);
  // Nobody ended it.
  await redis.hset('test:contest:running', weekly.id, kept.replace(String(until), String(Date.now() - day)));
  expect(await idsOf(new ContestStore(redis, 'test'))).not.toContain(weekly.id);
  await store.erase(eve!);
  expect(await store.answers(weekly.id)).toEqual([]);
  for (const { id: one } of [weekly, quick]) await store.close(one);
});

describe('an answer', () => {
  test.each<[Keep, number[], number]>([
    ['least', [5, 3, 4, 3], 1],
    ['last', [5, 3, 4, 3], 3],
    ['first', [5, 3, 4, 3], 0],
  ])('of several the %s counts, in whatever order they arrive, once each', async (keep, values, wanted) => {
    const ids = values.map(() => id());
    const orders =
      keep === 'first'
        ? [[0, 1, 2, 3]]
        : [
            [0, 1, 2, 3],
            [3, 2, 1, 0],
            [2, 0, 3, 1],
            [1, 1, 3, 0, 2, 2],
          ];
    for (const order of orders) {
      const contest = await running({ channel: id() });
      for (const index of order)
        await give(contest, bob!, values[index]!, keep, { by: ids[index]!, text: `t ${index}` });
      expect(await store.answers(contest.id)).toEqual([
        { user: bob, round: 1, value: values[wanted], id: ids[wanted], text: `t ${wanted}` },
      ]);
    }
  });

  test('is told what counts', async () => {
    const contest = await running();
    expect(await give(contest, bob!, 5, 'least')).toEqual({ is: 'kept', value: 5 });
    expect(await give(contest, bob!, 7, 'least')).toEqual({ is: 'kept', value: 5 });
    const by = id();
    expect(await give(contest, eve!, 1, 'first', { by })).toEqual({ is: 'kept', value: 1 });
    expect(await give(contest, eve!, 1, 'first', { by })).toEqual({ is: 'kept', value: 1 });
    expect(await give(contest, eve!, 2, 'first')).toEqual({ is: 'again', value: 1 });
  });

  test('to another round, after the time or after the end is none', async () => {
    const contest = await running();
    await store.begin(contest, 1000);
    expect((await give(contest, bob!, 5, 'least', { round: 2 })).is).toBe('past');
    expect((await give(contest, bob!, 5, 'least', { at: 1001 })).is).toBe('over');
    expect((await give(contest, bob!, 5, 'least', { at: 1000 })).is).toBe('kept');
    await store.close(contest.id);
    expect((await give(contest, bob!, 4, 'least', { at: 1000 })).is).toBe('over');
    expect((await give(contestOf(), bob!, 4, 'least')).is).toBe('over');
    expect(await store.answers(contest.id)).toHaveLength(1);
  });
});

describe('points', () => {
  test('are written once for each contest, whatever is retried', async () => {
    const contest = await running();
    await Promise.all(
      [1, 2, 3].map(() => store.award(contest, [place(ann!, 5), place(bob!, 3), place(eve!, 0)], Date.now(), true)),
    );
    const next = await running({ channel: id(), guild: '200000000000000002' });
    await store.award(next, [place(bob!, 5), place(ann!, 3)], Date.now(), true);
    const rows = (page: { rows: readonly object[] }) => page.rows;
    expect(rows(await store.standings(guild, 0, ann!))).toEqual([
      { user: ann, value: 5, rank: 1 },
      { user: bob, value: 3, rank: 2 },
    ]);
    // The same points are the same rank.
    const all = await store.standings(everywhere, 0, bob!);
    expect(all.rows.map(({ rank, value }) => [rank, value])).toEqual([
      [1, 8],
      [1, 8],
    ]);
    expect(all.own).toEqual({ value: 8, rank: 1 });
    expect((await store.standings(everywhere, 0, eve!)).own).toBeUndefined();
    // A contest that is no more can't be written again.
    await redis.del(`test:contest:${contest.id}`);
    await store.award(contest, [place(eve!, 5)], Date.now(), true);
    expect((await store.standings(everywhere, 0, eve!)).own).toBeUndefined();
  });

  test('count everywhere only where that is said, and up to thirty a day', async () => {
    const day = 86_400_000;
    const noon = Math.floor(Date.now() / day) * day + day / 2;
    const win = async (at: number, isEverywhere: boolean): Promise<void> =>
      store.award(await running({ channel: id() }), [place(ann!, 12), place(bob!, 1)], at, isEverywhere);
    const points = async (scope: string) => (await store.standings(scope, 0, ann!)).own?.value;
    await win(noon, false);
    expect([await points(guild), await points(everywhere)]).toEqual([12, undefined]);
    for (let times = 1; times <= 4; times++) await win(noon, true);
    expect([await points(guild), await points(everywhere)]).toEqual([60, 30]);
    expect((await store.standings(everywhere, 0, bob!)).own?.value).toBe(4);
    await win(noon + day, true);
    expect(await points(everywhere)).toBe(42);
  });

  test('come in pages, with the asker’s own rank on each', async () => {
    const contest = await running();
    const people = Array.from({ length: 23 }, (_, index) => String(10n ** 17n + BigInt(index)));
    await store.award(
      contest,
      people.map((user, index) => place(user, 100 - index)),
      Date.now(),
      true,
    );
    const pages = await Promise.all([0, 1, 2].map((page) => store.standings(guild, page, people[15]!)));
    expect(pages.flatMap(({ rows }) => rows.map(({ user }) => user))).toEqual(people);
    expect(pages.map(({ own, total }) => [own?.rank, total])).toEqual([
      [16, 23],
      [16, 23],
      [16, 23],
    ]);
  });
});

describe('somebody', () => {
  /** What Redis holds that names them. */
  const traces = async (user: string): Promise<string[]> => {
    const found: string[] = [];
    for (const key of await redis.keys('*')) {
      const type = await redis.type(key);
      const content =
        type === 'hash'
          ? await redis.hgetall(key)
          : type === 'zset'
            ? await redis.zrange(key, '0', '-1')
            : type === 'set'
              ? await redis.smembers(key)
              : await redis.get(key);
      if (key.includes(user) || JSON.stringify(content).includes(user)) found.push(key);
    }
    return found.sort();
  };

  test('hides, and comes back with all that was won meanwhile', async () => {
    await store.award(await running(), [place(ann!, 5), place(bob!, 3)], Date.now(), true);
    await store.setHidden(ann!, true);
    await store.setHidden(ann!, true);
    await store.award(await running({ channel: id() }), [place(ann!, 5), place(bob!, 3)], Date.now(), true);
    for (const scope of [guild, everywhere]) {
      const page = await store.standings(scope, 0, ann!);
      expect(page.rows).toEqual([{ user: bob, value: 6, rank: 1 }]);
      expect(page.own).toEqual({ value: 10, absence: 'hidden' });
    }
    await store.setHidden(ann!, false);
    for (const scope of [guild, everywhere]) {
      expect((await store.standings(scope, 0, ann!)).own).toEqual({ value: 10, rank: 1 });
    }
  });

  test('sees all that is kept, and has it deleted, also from a contest that runs', async () => {
    expect(await store.exported(ann!)).toBeUndefined();
    const contest = await running({ kind: 'first-move' });
    const interactions = [id(), id()];
    await give(contest, ann!, 1, 'first', { by: interactions[0]! });
    await store.advance(contest, 1, rounds[1]);
    await give(contest, ann!, 0, 'first', { round: 2, by: interactions[1]! });
    await give(contest, bob!, 0, 'first', { round: 2 });
    await store.award(contest, [place(ann!, 5), place(bob!, 3)], Date.now(), true);
    await store.setHidden(ann!, true);
    expect(await store.exported(ann!)).toEqual({
      points: { everywhere: '5', [guild]: '5' },
      pointsOfDay: { day: new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000), everywhere: 5 },
      contests: [
        {
          id: contest.id,
          kind: 'first-move',
          puzzle: 'eight',
          owner: true,
          answers: [
            { round: 1, value: 1, interaction: interactions[0] },
            { round: 2, value: 0, interaction: interactions[1] },
          ],
        },
      ],
      hidden: true,
    });
    expect(await traces(ann!)).not.toEqual([]);
    const others = await traces(bob!);
    await store.erase(ann!);
    await store.erase(ann!);
    expect(await traces(ann!)).toEqual([]);
    expect(await store.exported(ann!)).toBeUndefined();
    expect(await traces(bob!)).toEqual(others);
    expect((await store.state(contest.id))?.owner).toBeUndefined();
  });

  test('in a duel is known to both, and deleted with their moves', async () => {
    const contest = contestOf({ kind: 'duel', channel: id() });
    expect(await store.take(contest, ann!, bob)).toBeUndefined();
    await store.draw(contest, rounds);
    const people = await Promise.all([ann, bob, eve].map((user) => store.isPlayer(contest.id, user!)));
    expect(people.slice(0, 2)).toEqual([true, true]);
    expect(await store.progress(contest.id, bob!, 7)).toBe(true);
    expect(await store.progress(contest.id, bob!, 6)).toBe(true);
    expect(await store.progress(contest.id, eve!, 7)).toBe(false);
    expect((await store.state(contest.id))?.players).toEqual([
      { user: ann, moves: undefined },
      { user: bob, moves: 6 },
    ]);
    expect(await store.exported(bob!)).toMatchObject({
      contests: expect.arrayContaining([
        { id: contest.id, kind: 'duel', puzzle: 'eight', owner: false, opponent: true, answers: [], moves: 6 },
      ]),
    });
    await store.erase(bob!);
    expect(await traces(bob!)).toEqual([]);
    expect(await store.progress(contest.id, bob!, 8)).toBe(false);
    expect((await store.state(contest.id))?.players).toEqual([{ user: ann, moves: undefined }]);
    for (const key of await redis.keys(`test:contest:${contest.id}*`)) expect(await redis.ttl(key)).toBeGreaterThan(0);
    await store.close(contest.id);
    expect(await store.progress(contest.id, ann!, 1)).toBe(false);
    expect(await redis.hexists(`test:contest:${contest.id}`, 'opponent')).toBe(0);
  });

  test('whose data is deleted before a duel begins is not its opponent', async () => {
    const contest = contestOf({ kind: 'duel', channel: id() });
    await redis.set(erasureKey('test', eve!), Date.now() + 1000);
    await store.take(contest, ann!, eve);
    await redis.del(erasureKey('test', eve!));
    expect((await store.state(contest.id))?.players).toEqual([{ user: ann, moves: undefined }]);
    await store.close(contest.id);
    await store.free(contest);
  });

  test('who has left leaves nothing by what was under way', async () => {
    const contest = await running({}, eve!);
    const at = Date.now() + 1000;
    await redis.set(erasureKey('test', ann!), at);
    expect((await give(contest, ann!, 5, 'last', { at })).is).toBe('over');
    await store.award(contest, [place(ann!, 5), place(bob!, 3)], at, true);
    await store.take(contestOf({ channel: id() }), ann!);
    expect(await traces(ann!)).toEqual([]);
    expect((await store.standings(guild, 0, bob!)).rows).toEqual([{ user: bob, value: 3, rank: 1 }]);
    // From then on they are welcome like everybody.
    expect((await give(contest, ann!, 5, 'last', { at: at + 1 })).is).toBe('kept');
  });
});
