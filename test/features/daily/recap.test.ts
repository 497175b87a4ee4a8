/** The recap of a week, by real stores. */
import { expect, test } from 'vitest';
import { recapBefore, recapCard } from '../../../src/features/daily/recap.ts';
import { startOf } from '../../../src/features/daily/rules.ts';
import { FindStore } from '../../../src/features/leaderboard/store.ts';
import { translator } from '../../../src/locales/index.ts';
import { eight } from '../../../src/puzzles/catalogue/eight.ts';
import { fifteen } from '../../../src/puzzles/catalogue/fifteen.ts';
import { finish, monday, openResults, optimal, redis, store } from '../../support/daily-results.ts';
import { drawingHere } from '../../support/drawing.ts';
import { positionOf } from '../../support/truth.ts';

await openResults();
const finds = new FindStore(redis, 'test');
const next = monday + 7;
const [guild, other] = ['1001', '1002'] as const;
const recap = (number: number, of: string = guild) => recapBefore(number, of, { daily: store, finds });
const find = (puzzle: typeof eight, text: string, length: number, day: number) => {
  const position = positionOf(puzzle, text);
  const found = { finder: 'cid', at: startOf(day) + 1000, length };
  return finds.record(puzzle, position, position, found, [guild]);
};

test('tells who led, the longest streak, how many solved each day, and the hardest find of the week', async () => {
  for (let day = monday; day < next; day++) await finish(day, 'ann', optimal, { guild });
  for (const day of [monday + 5, monday + 6]) await finish(day, 'bob', optimal + 2, { guild });
  for (const [index, user] of ['cid', 'dan'].entries()) await finish(monday, user, optimal + index, { guild });
  await finish(monday, 'eve', optimal, { guild: other });
  await find(eight, '867254301', 31, monday + 1);
  await find(fifteen, '123456789ABCDE0F', 5, monday + 1);
  // Longer, but not of this week.
  await find(fifteen, '0F83CB74EA659D21', 80, monday - 1);

  expect(await recap(next - 1)).toBeUndefined();
  expect(await recap(next, '1003')).toBeUndefined();
  const week = (await recap(next))!;
  expect(week.podium.map(({ user }) => user)).toEqual(['ann', 'bob', 'cid']);
  expect(week.total).toBe(4);
  expect(week.solvers).toEqual([3, 1, 1, 1, 1, 2, 2]);
  expect(week.streak).toEqual({ user: 'ann', days: 7 });
  expect(week.find).toMatchObject({ puzzle: 'eight', length: 31, finder: 'cid' });

  for (const [locale, ...parts] of [
    ['en-US', 'Longest streak: <@ann>, 7 days', '31 moves, by <@cid>', 'Mon 3, Tue 1'],
    ['ja', '最長の連続記録：<@ann> さん、7 日', '31 手（<@cid> さん）', '月 3, 火 1'],
  ] as const) {
    const { components, files } = await recapCard(translator(locale), week, drawingHere);
    const text = JSON.stringify(components);
    for (const part of [...parts, '🥇 <@ann>', '🥉 <@cid>']) expect(text).toContain(part);
    expect(files).toHaveLength(1);
  }

  // Who hides is not named.
  await Promise.all([store.setHidden('ann', true), finds.setHidden('cid', true)]);
  const hidden = (await recap(next))!;
  expect(JSON.stringify(hidden)).not.toContain('ann');
  const { components } = await recapCard(translator('en-US'), hidden, drawingHere);
  expect(JSON.stringify(components)).toContain('31 moves, by someone');
});
