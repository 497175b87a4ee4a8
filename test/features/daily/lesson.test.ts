/** The lesson of a daily post: real searches by all methods. */
import { describe, expect, test } from 'vitest';
import { compareJob } from '../../../src/features/compare/job.ts';
import { lessonCard } from '../../../src/features/daily/posts.ts';
import { translator } from '../../../src/locales/index.ts';
import { eight } from '../../../src/puzzles/catalogue/eight.ts';
import { SearchControl } from '../../../src/search/budget.ts';
import { storedQuestion } from '../../../src/search/schemas.ts';
import { buildTables, methodsOf, needsOf } from '../../../src/search/solve.ts';

const databases = '7-7-1' as const;
const compared = (position: string) => {
  const tables = buildTables(methodsOf(eight).flatMap((method) => needsOf(eight, eight.goal, method, databases)));
  const limits = { control: new SearchControl(), milliseconds: 60_000 };
  const request = { puzzle: eight.id, question: storedQuestion(eight, position) };
  return compareJob.run(request, { tables, databases, limits });
};
const textOf = (locale: string, result: ReturnType<typeof compared>) =>
  JSON.stringify(lessonCard(translator(locale), 5, result));

describe('a lesson', () => {
  test('names the method that saw the fewest positions, without those that knew them all beforehand', () => {
    const result = compared('142305678');
    if (result.status !== 'compared') throw new Error('not compared');
    const seen = Object.fromEntries(result.outcomes.map(({ method, generated }) => [method, generated]));
    const others = Object.entries(seen).filter(([method]) => method !== 'table');
    const [[best] = [], ...rest] = others.sort(([, one], [, other]) => one - other);
    const [worst] = rest.at(-1)!;
    const text = textOf('en-US', result);
    expect(text).toContain('Lesson: what #5 teaches');
    expect(text).toContain(`The best idea: **${best}**.`);
    expect(text).toContain(`${worst} saw`);
    for (const method of Object.keys(seen)) expect(text).toContain(`\`${method}\``);
    expect(textOf('ja', result)).toContain(`最もよい考え方：**${best}**。`);
  });

  test('says so where all methods see as few', () => {
    expect(textOf('en-US', compared('123456780'))).toContain('easy for all');
  });

  test('is left out without a comparison', () => {
    expect(lessonCard(translator('en-US'), 5, { status: 'gave-up', reason: 'cancelled' })).toBeUndefined();
  });
});
