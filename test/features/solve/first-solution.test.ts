/** Where tables take seconds to build, people have some solution before. */
import { describe, expect, it } from 'vitest';
import { solveParts } from '../../../src/features/solve/job.ts';
import { reaches } from '../../../src/puzzles/puzzle.ts';
import { knownPuzzle } from '../../../src/puzzles/registry.ts';
import type { JobContext } from '../../../src/queue/define.ts';
import { SearchControl } from '../../../src/search/budget.ts';
import { seeded } from '../../../src/search/scramble.ts';

const fleet = { threads: 2, limits: { milliseconds: 1000 } };
const withoutTables: JobContext = { tables: new Map(), databases: '7-7-1', limits: { control: new SearchControl() } };

const questionOf = (id: string) => {
  const puzzle = knownPuzzle(id);
  return { puzzle: id, question: { start: puzzle.randomPosition(seeded('first'), puzzle.goal), goal: puzzle.goal } };
};

describe.each(['4x6', '8x3', 'twentyfour'])('%s', (id) => {
  const request = questionOf(id);
  const record = solveParts.begin(request)!;
  const plan = solveParts.plan(request, record, record.wholes[0]!, fleet);

  it('has a solution without tables, once', () => {
    expect(plan.needsNoTables).toBe(true);
    const slice = solveParts.slice(request, plan, withoutTables)!;
    const after = solveParts.merge(request, record, slice, fleet);
    expect(after).toMatchObject({ wholes: [], parts: record.parts, limits: record.limits });
    expect(reaches(knownPuzzle(id), request.question, after.best!)).toBe(true);
    expect(solveParts.progress(after)?.generated).toBeGreaterThan(0);
    expect(solveParts.merge(request, after, slice, fleet)).toBe(after);
  });

  it('does without if that fails', () => {
    const after = solveParts.merge(request, record, { ...plan, nodes: 0, left: [], milliseconds: 0 }, fleet);
    expect(after).toEqual({ ...record, wholes: [] });
  });

  it('keeps a shorter one that was found meanwhile', () => {
    const best = request.question.start.slice(0, 3).map(() => [0, 1] as const);
    const slice = solveParts.slice(request, plan, withoutTables)!;
    expect(solveParts.merge(request, { ...record, best }, slice, fleet).best).toBe(best);
  });
});

it.each(['fifteen', '3x5', '4x5', '6x6'])('%s has no such part: its search begins soon', (id) => {
  expect(solveParts.begin(questionOf(id))!.wholes).toEqual([]);
});

it('counts the time of those threads that do parts, as an improvement far from a proof has one to itself', () => {
  const request = questionOf('6x6');
  const parts = ['200:1-2', '200:2-3', '200:3-4', '200:4-'];
  const record = { ...solveParts.begin(request)!, limit: 200, parts };
  const slice = { part: parts[0]!, milliseconds: 250, nodes: 1, left: [parts[0]!] };
  const timeOf = (wholes: readonly string[], threads: number, isWholeAlone = true): number =>
    solveParts.merge(request, { ...record, wholes, isWholeAlone }, slice, { ...fleet, threads }).milliseconds;
  expect([timeOf([], 1), timeOf(['0'], 1)]).toEqual([250, 250]);
  expect([timeOf([], 2), timeOf(['0'], 2)]).toEqual([125, 250]);
  expect([timeOf([], 4), timeOf(['0'], 3), timeOf([], 8)]).toEqual([62.5, 125, 62.5]);
  expect(timeOf(['0'], 2, false)).toBe(125);
});

it.each([
  [214, false],
  [216, true],
])('an improvement of %i moves where 200 are needed has a thread to itself: %s', (length, isWholeAlone) => {
  const request = questionOf('6x6');
  const best = Array.from({ length }, () => [0, 1]);
  const record = { ...solveParts.begin(request)!, limit: 200, best, parts: ['200:1-'] };
  const slice = { part: '200:1-', milliseconds: 250, nodes: 1, left: ['200:1-'], due: 0 };
  expect(solveParts.merge(request, record, slice, fleet)).toMatchObject({ wholes: ['0'], isWholeAlone });
});
