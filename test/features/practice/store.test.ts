import { expect, test } from 'vitest';
import { mostKeptSolves, type Solve } from '../../../src/features/practice/rules.ts';
import { type Discipline, PracticeStore } from '../../../src/features/practice/store.ts';
import { noteErasure } from '../../../src/runtime/erasure.ts';
import { everywhere } from '../../../src/standings/scope.ts';
import { openRedis } from '../../support/redis.ts';

const redis = await openRedis();
const store = new PracticeStore(redis, 'test');

let made = 100_000_000_000_000_000n;
const person = (): string => String(++made);
const guild = '200000000000000001';
/** A discipline of its own for each test. */
const modes = ['random', 'easy', 'medium', 'hard', 'farthest'] as const;
let used = 0;
const discipline = (): Discipline => ({ puzzle: 'eight', mode: modes[used++]! });
const solve = (time: number | undefined, at = Number(made++ % 1_000_000n)): Solve => ({
  game: person(),
  at,
  moves: 20,
  ...(time !== undefined && { time }),
});
const page = (of: Discipline, reader: string, scope = everywhere, measure = 'single' as const) =>
  store.page({ ...of, measure, scope }, 0, reader);
const keysOf = async (user: string) => (await redis.keys('test:practice:*')).filter((key) => key.includes(user));

test('a solve counts once, however often and from wherever it is sent at the same time', async () => {
  const [ann, of, one] = [person(), discipline(), solve(1234)];
  const sent = await Promise.all([guild, guild, undefined].map((where) => store.count(ann, of, one, where)));
  for (const record of sent) expect(record).toMatchObject({ solved: 1, solves: [one] });
  const others = Array.from({ length: 11 }, (_, index) => solve(2000 + index));
  await Promise.all(others.map((other) => store.count(ann, of, other, guild)));
  const [kept] = await store.records(ann);
  expect(kept).toMatchObject({ ...of, record: { solved: 12, bests: { single: { value: 1234, game: one.game } } } });
  expect(kept!.record.bests.ao12!.value).toBe(2005);
  for (let more = 0; more < 20; more++) await store.count(ann, of, solve(3000), guild);
  expect((await store.records(ann))[0]!.record.solves).toHaveLength(mostKeptSolves);
});

test('leaderboards rank the best of each person, and equal ones share a rank', async () => {
  const [ann, bob, cid, of] = [person(), person(), person(), discipline()];
  for (const time of [500, 400, 600]) await store.count(ann, of, solve(time), guild);
  await store.count(bob, of, solve(400), undefined);
  await store.count(cid, of, solve(450), guild);
  await store.count(cid, of, solve(undefined), guild);
  const { rows, total, own } = await page(of, cid);
  expect(total).toBe(3);
  expect(rows.map(({ user, rank, value }) => [user, rank, value])).toEqual([
    [ann, 1, 400],
    [bob, 1, 400],
    [cid, 3, 450],
  ]);
  expect(own).toEqual({ rank: 3, value: 450 });
  // In a server rank those who solved there.
  expect((await page(of, bob, guild)).rows.map(({ user }) => user)).toEqual([ann, cid]);
  expect((await page(of, bob, guild)).own).toBeUndefined();
});

test('who hides is on no board, and who was removed from one server is on all others', async () => {
  const [ann, of] = [person(), discipline()];
  await store.count(ann, of, solve(500), guild);
  await store.setHidden(ann, true);
  await store.count(ann, of, solve(400), guild);
  expect(await page(of, ann)).toEqual({ page: 0, total: 0, rows: [], own: { value: 400, absence: 'hidden' } });
  expect(await store.setRemoved(ann, 'eight', guild, true)).toBe(false);
  await store.setHidden(ann, false);
  expect((await page(of, ann)).rows).toEqual([{ user: ann, rank: 1, value: 400 }]);
  expect((await page(of, ann, guild)).own).toEqual({ value: 400, absence: 'removed' });
  await store.count(ann, of, solve(300), guild);
  expect((await page(of, ann, guild)).total).toBe(0);
  expect(await store.setRemoved(ann, 'eight', guild, false)).toBe(true);
  expect((await page(of, ann, guild)).rows).toEqual([{ user: ann, rank: 1, value: 300 }]);
  expect(await store.setRemoved(ann, 'six', guild, true)).toBe(false);
});

test('an erased person leaves nothing, and nothing from before comes back', async () => {
  const [ann, bob, of] = [person(), person(), discipline()];
  await store.count(ann, of, solve(500, 1000), guild);
  await store.count(bob, of, solve(600, 1000), guild);
  await store.setRemoved(ann, 'eight', guild, true);
  await store.setHidden(ann, true);
  expect(await store.exported(ann)).toMatchObject({
    hidden: true,
    records: [{ ...of, solved: 1, solves: [{ time: 500, at: '1970-01-01T00:00:01.000Z' }] }],
    removedByAdmins: [{ puzzle: 'eight', server: guild }],
  });
  await noteErasure(redis, 'test', ann, 2000);
  await store.erase(ann);
  expect(await store.count(ann, of, solve(500, 1999), guild)).toBeUndefined();
  expect(await store.setRemoved(ann, 'eight', guild, true)).toBe(false);
  expect(await store.exported(ann)).toBeUndefined();
  expect(await keysOf(ann)).toEqual([]);
  expect((await page(of, ann)).rows.map(({ user }) => user)).toEqual([bob]);
  expect(await store.count(ann, of, solve(500, 2001), guild)).toMatchObject({ solved: 1 });
});
