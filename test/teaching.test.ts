/** Every figure of the exercises in docs/teaching.md is computed again. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compareJob } from '../src/features/compare/job.ts';
import { heuristicJob } from '../src/features/heuristic/job.ts';
import { proofJob } from '../src/features/proof/job.ts';
import { certificateSchema } from '../src/proof/format.ts';
import { eight } from '../src/puzzles/catalogue/eight.ts';
import { SearchControl } from '../src/search/budget.ts';
import { storedQuestion } from '../src/search/schemas.ts';
import { buildTables } from '../src/search/solve.ts';

const text = readFileSync(new URL('../docs/teaching.md', import.meta.url), 'utf8');
const context = (needs: Parameters<typeof buildTables>[0]) => ({
  tables: buildTables(needs),
  databases: '7-7-1' as const,
  limits: { control: new SearchControl(), milliseconds: 60_000 },
});
const asked = (position: string) => ({ puzzle: eight.id, question: storedQuestion(eight, position) });
/** The rows whose first cell is code. */
const rows = [...text.matchAll(/^\| `(.+?)` \| (.+) \|$/gmu)].map(([, name = '', rest = '']) => [
  name,
  ...rest.split(' | '),
]);
const number = (value: number): string => value.toLocaleString('en');

test('the positions of each method', () => {
  const request = asked('142305678');
  const result = compareJob.run(request, context(compareJob.tables(request, '7-7-1')));
  if (result.status !== 'compared') throw new Error(result.status);
  const seen = new Map<string, number>(result.outcomes.map(({ method, generated }) => [method, generated]));
  const own = rows.filter((row) => row.length === 2);
  expect(own).toHaveLength(5);
  expect(own).toEqual(own.map(([method = '']) => [method, number(seen.get(method)!)]));
});

describe('the bounds', () => {
  test.each(rows.filter((row) => row.length === 6))('%s', (bound = '', ...figures) => {
    const request = { puzzle: eight.id, bound };
    const found = heuristicJob.run(request, context(heuristicJob.tables(request, '7-7-1')));
    if (found.status !== 'judged') throw new Error(found.status);
    const { aStar, idaStar } = found.searches[0]!;
    const verdict = ({ count }: { count: number }): string => (count === 0 ? 'yes' : 'no');
    expect(figures).toEqual([
      ...[found.above, found.steep].map(verdict),
      found.mean.mean.toFixed(2),
      ...[aStar, idaStar].map(({ nodes }) => number(nodes)),
    ]);
  });
});

test('the positions of a proof', () => {
  const request = asked('867254301');
  const result = proofJob.run(request, context(proofJob.tables(request, '7-7-1')));
  if (result.status !== 'certified') throw new Error(result.status);
  const { proof } = certificateSchema.parse(JSON.parse(result.file));
  if (proof.kind !== 'rings' || !proof.fromGoal) throw new Error(proof.kind);
  const { fromStart, fromGoal } = proof;
  const [start, goal] = [fromStart, fromGoal].map((rings) => rings.length - 1);
  const seen = [...fromStart, ...fromGoal].reduce((sum, count) => sum + count, 0);
  const sentence = `to ${start} moves from the start and to ${goal} from the goal, and have ${number(seen)} positions`;
  expect(text.replaceAll(/\s+/gu, ' ')).toContain(sentence);
  const other = asked('123456870');
  const parity = proofJob.run(other, context(proofJob.tables(other, '7-7-1')));
  expect(parity.status === 'certified' && certificateSchema.parse(JSON.parse(parity.file)).proof.kind).toBe('parity');
});
