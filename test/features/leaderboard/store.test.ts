import { expect, test } from 'vitest';
import { recordFind } from '../../../src/features/leaderboard/command.ts';
import { erasedFinder, FindStore, hiddenFinder } from '../../../src/features/leaderboard/store.ts';
import { solveWork } from '../../../src/features/solve/job.ts';
import { parseQuestion } from '../../../src/puzzles/reader.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { noteErasure } from '../../../src/runtime/erasure.ts';
import { solve } from '../../../src/search/solve.ts';
import { everywhere } from '../../../src/standings/scope.ts';
import fc from '../../support/properties.ts';
import { openRedis } from '../../support/redis.ts';
import { unrank } from '../../support/truth.ts';

const redis = await openRedis();
const board = new FindStore(redis, 'test');
const eight = puzzleOf('eight')!;

/** An interaction at so many seconds after Discord's epoch. */
const interaction = (seconds: number): string => String((BigInt(seconds) * 1000n) << 22n);

const found = async (
  position: string,
  user: string,
  seconds: number,
  { guild, goal }: { guild?: string; goal?: string } = {},
) => {
  const question = parseQuestion(eight, position, goal);
  if (!question.ok) throw new Error(position);
  const outcome = solve(eight, question.value);
  const { request } = solveWork(eight, question.value);
  await recordFind(board, { request, user, id: interaction(seconds), guild }, outcome);
};

test('finds are ranked by length, and of the same length the earlier one first', async () => {
  await found('085672341', 'ann', 300);
  await found('867254301', 'bob', 200);
  await found('840253716', 'cid', 100);
  await found('748201365', 'dot', 50);
  await found('678130452', 'eve', 400);
  const { finds, total } = await board.page('eight', everywhere, 0);
  expect(total).toBe(5);
  expect(finds.map(({ rank, length, finder }) => [rank, length, finder])).toEqual([
    [1, 31, 'bob'],
    [2, 30, 'ann'],
    [3, 25, 'eve'],
    [4, 24, 'dot'],
    [5, 18, 'cid'],
  ]);
  await found('371564208', 'fay', 10);
  const again = await board.page('eight', everywhere, 0);
  expect(again.finds.filter(({ length }) => length === 25).map(({ finder }) => finder)).toEqual(['fay', 'eve']);
});

test('a position counts once, with its mirror image, for who found it first, whatever is retried', async () => {
  await found('867254301', 'ann', 100);
  await found('867254301', 'ann', 100);
  await found('867254301', 'bob', 200);
  await found('647850321', 'cid', 300);
  const { finds, total } = await board.page('eight', everywhere, 0);
  expect(total).toBe(1);
  expect(finds).toEqual([
    { rank: 1, position: '867254301', length: 31, finder: 'ann', at: 1_420_070_400_000 + 100_000 },
  ]);
});

test('a server has a list of its own beside that of all', async () => {
  await found('867254301', 'ann', 100, { guild: '1' });
  await found('867254301', 'bob', 200, { guild: '2' });
  await found('085672341', 'cid', 300);
  expect((await board.page('eight', '1', 0)).finds.map(({ finder }) => finder)).toEqual(['ann']);
  expect((await board.page('eight', '2', 0)).finds.map(({ finder }) => finder)).toEqual(['bob']);
  expect((await board.page('eight', everywhere, 0)).finds.map(({ finder }) => finder)).toEqual(['ann', 'cid']);
});

test('other goals, solved positions and what is not proved do not count', async () => {
  await found('123456780', 'ann', 100);
  await found('123456780', 'ann', 100, { goal: '867254301' });
  await found('123456870', 'ann', 100);
  const question = parseQuestion(eight, '867254301');
  if (!question.ok) throw new Error('no question');
  const outcome = solve(eight, question.value);
  if (outcome.status !== 'solved') throw new Error('not solved');
  const asked = { request: solveWork(eight, question.value).request, user: 'ann', id: interaction(1) };
  await recordFind(board, asked, { ...outcome, optimal: false, lowerBound: 30 });
  expect((await board.page('eight', everywhere, 0)).total).toBe(0);
  expect(await redis.keys('*')).toEqual([]);
});

test('pages follow one another, and none is beyond the last', async () => {
  for (let index = 0; index < 25; index++) {
    const start = unrank(eight, index * 1000);
    await board.record(eight, start, start, { length: index, finder: 'ann', at: 1000 }, [everywhere]);
  }
  const pages = await Promise.all([0, 1, 2].map((page) => board.page('eight', everywhere, page)));
  expect(pages.map(({ page, finds }) => [page, finds.length])).toEqual([
    [0, 10],
    [1, 10],
    [2, 5],
  ]);
  expect(await board.page('eight', everywhere, 3)).toEqual(pages[2]);
  expect(pages.flatMap(({ finds }) => finds.map(({ rank }) => rank))).toEqual(
    Array.from({ length: 25 }, (_, i) => i + 1),
  );
});

test('who hides is somebody, until they show themselves again: then all is as it was', async () => {
  const people = ['ann', 'bob', 'cid'];
  for (const [index, finder] of [...people, ...people].entries()) {
    const start = unrank(eight, index);
    await board.record(eight, start, start, { length: 9, finder, at: index }, [everywhere, '1']);
  }
  const boards = () => Promise.all([everywhere, '1'].map((scope) => board.page('eight', scope, 0)));
  const before = await boards();
  const change = fc.tuple(fc.constantFrom(...people), fc.boolean());
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 8 }), async (changes) => {
      for (const [user, isHidden] of changes) await board.setHidden(user, isHidden);
      const last = new Map(changes);
      const seen = (finder: string) => (last.get(finder) ? hiddenFinder : finder);
      expect(await boards()).toEqual(
        before.map((page) => ({ ...page, finds: page.finds.map((one) => ({ ...one, finder: seen(one.finder) })) })),
      );
      for (const user of people) await board.setHidden(user, false);
      expect(await boards()).toEqual(before);
    }),
    { numRuns: 30 },
  );
});

test('who has left is nobody: the find stays in its place, and is nobody else’s', async () => {
  await found('867254301', 'ann', 100, { guild: '1' });
  await found('085672341', 'bob', 200, { guild: '1' });
  await board.setHidden('ann', true);
  expect(await board.exported('ann')).toEqual({
    hidden: true,
    finds: ['1', everywhere].map((scope) => ({
      puzzle: 'eight',
      scope,
      position: '867254301',
      length: 31,
      finder: 'ann',
      at: new Date(1_420_070_400_000 + 100_000),
    })),
  });
  for (let twice = 0; twice < 2; twice++) await board.erase('ann');
  expect(await board.exported('ann')).toBeUndefined();
  expect((await redis.keys('*')).sort()).toEqual([
    'test:hardest:eight:1:finders',
    'test:hardest:eight:1:finds',
    'test:hardest:eight:everywhere:finders',
    'test:hardest:eight:everywhere:finds',
    'test:hardest:of:bob',
  ]);
  await found('867254301', 'cid', 300, { guild: '1' });
  expect((await board.page('eight', '1', 0)).finds.map(({ finder }) => finder)).toEqual([erasedFinder, 'bob']);
  expect(await board.exported('cid')).toBeUndefined();
});

test('what was asked before somebody left is not written after it, and what is asked later is', async () => {
  const departed = Number(BigInt(interaction(200)) >> 22n) + 1_420_070_400_000;
  await noteErasure(redis, 'test', 'ann', departed);
  await found('867254301', 'ann', 100);
  await found('085672341', 'ann', 200);
  expect((await board.page('eight', everywhere, 0)).total).toBe(0);
  await found('867254301', 'ann', 201);
  await found('085672341', 'bob', 100);
  expect((await board.page('eight', everywhere, 0)).finds.map(({ finder }) => finder)).toEqual(['ann', 'bob']);
});

test('a find that falls off the list is no more in the finder’s own', async () => {
  class ShortStore extends FindStore {
    protected override readonly mostKept = 10;
  }
  const short = new ShortStore(redis, 'test');
  for (let length = 1; length <= 12; length++) {
    const start = unrank(eight, length);
    await short.record(eight, start, start, { length, finder: length === 12 ? 'ann' : 'bob', at: 1000 }, ['1']);
  }
  const lengths = async (user: string) =>
    ((await short.exported(user)) as { finds: { length: number }[] }).finds.map(({ length }) => length);
  expect((await short.page('eight', '1', 0)).finds.map(({ length }) => length)).toEqual([
    12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
  ]);
  expect((await lengths('bob')).sort((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(await lengths('ann')).toEqual([12]);
});
