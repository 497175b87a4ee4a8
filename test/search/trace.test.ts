/** What people see of a search is what the method of that name does, and it is proved what they read. */
import { describe, expect, it, test } from 'vitest';
import { type Puzzle, type Question, reaches } from '../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../src/puzzles/registry.ts';
import { solve } from '../../src/search/solve.ts';
import {
  framesOf,
  fullTurn,
  type LimitsTrace,
  mostWatched,
  type RingsTrace,
  type Trace,
  traceSchema,
  traceSearch,
  type WatchableMethod,
  watchable,
  watchableMethods,
} from '../../src/search/trace.ts';
import { distancesTo, positionOf, questionOf, rankOf } from '../support/truth.ts';

const eight = puzzleOf('eight')!;

const traced = (puzzle: Puzzle, question: Question, method: WatchableMethod): Trace => {
  const trace = traceSearch(puzzle, question, method);
  if (typeof trace === 'string') throw new Error(trace);
  // It crosses threads and Redis.
  const text = JSON.stringify(trace);
  expect(text.length).toBeLessThan(100_000);
  expect(traceSchema.parse(JSON.parse(text))).toEqual(trace);
  return trace;
};

/** Positions by their distance from the start, counted with the rules alone. */
const countsFrom = (puzzle: Puzzle, { start }: Question, depth: number): number[] => {
  let level = new Map([[puzzle.formatPosition(start), start]]);
  const seen = new Set(level.keys());
  const counts = [1];
  while (counts.length <= depth) {
    const next: typeof level = new Map();
    for (const position of level.values()) {
      for (const step of puzzle.legalSteps(position)) {
        const after = puzzle.play(position, step);
        const text = puzzle.formatPosition(after);
        if (seen.has(text)) continue;
        seen.add(text);
        next.set(text, after);
      }
    }
    level = next;
    counts.push(level.size);
  }
  return counts;
};

const questions: readonly (readonly [id: string, position: string, goal: string | undefined])[] = (
  [
    ['five', '402513'],
    ['six', '4651320'],
    ['seven', '21034567'],
    ['eight', '238164750'],
    ['eight-mtm', '238164750'],
    ['onoff', '==no/OfF_', '==On/ofF_'],
    ['klotski', 'GBBH/IBBJ/CCDD/EEFF/.AA.'],
    ['blocks', puzzleOf('blocks')!.landmarks[0]!.position],
    ['rush', puzzleOf('rush')!.landmarks[0]!.position],
    ['peg15', 'all-1'],
    ['peg21', puzzleOf('peg21')!.landmarks[0]!.position],
  ] as const
).map(([id, position, goal]) => [id, position, goal]);

describe.each(questions)('%s %s', (id, position, goal) => {
  const puzzle = puzzleOf(id)!;
  const question = questionOf(puzzle, position, goal);

  // Most of their searches are long and stop.
  const tags = ['klotski', 'rush', 'blocks', 'peg21'].includes(id) ? ['heavy'] : [];
  it.each(watchableMethods(puzzle, question.goal))('is searched as by %s', { tags }, (method) => {
    const trace = traced(puzzle, question, method);
    if (trace.end === 'stopped') {
      expect(trace.generated).toBeGreaterThanOrEqual(mostWatched[method]);
      expect(trace.generated).toBeLessThan(mostWatched[method] + 2 ** 17);
      return;
    }
    const outcome = solve(puzzle, question, { method });
    if (outcome.status !== 'solved') throw new Error(outcome.status);
    expect(trace.end).toBe('solved');
    expect(trace.moves).toHaveLength(outcome.moves.length);
    expect(trace.lowerBound).toBe(outcome.moves.length);
    expect(reaches(puzzle, question, trace.moves)).toBe(true);
    // After 2^17 nodes, the search of an answer begins a limit again.
    if (trace.kind === 'rings' || outcome.generated < 2 ** 17) expect(trace.generated).toBe(outcome.generated);
    if (trace.kind === 'rings') expectRings(trace);
    else expectLimits(trace);
  });
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const expectRings = ({ sides, order, listed, generated, moves }: RingsTrace): void => {
  expect(listed + sum(sides.flatMap(({ rings }) => rings.map(({ count }) => count)))).toBe(generated);
  expect(order).toHaveLength(sum(sides.map(({ rings }) => rings.length)));
  expect(sum(sides.map(({ path }) => path.length - 1))).toBe(moves.length);
  for (const { rings, path } of sides) {
    expect(path).toHaveLength(rings.length);
    for (const { count, dots, positions } of rings) {
      expect(dots.length).toBeGreaterThan(0);
      expect(dots.length).toBeLessThanOrEqual(2 * Math.min(count, 180));
      expect(new Set(positions).size).toBe(positions?.length ?? 0);
      for (const turn of dots) expect(turn).toBeLessThan(fullTurn);
    }
  }
};

const expectLimits = ({ limits, generated, moves, step }: LimitsTrace): void => {
  expect(sum(limits.map(({ visited }) => visited))).toBe(generated);
  expect(limits.at(-1)!.limit).toBe(moves.length);
  for (const [index, { limit, ended, branches }] of limits.entries()) {
    if (index > 0) expect((limit - limits[index - 1]!.limit) % step).toBe(0);
    expect(branches.length).toBeLessThanOrEqual(Math.min(ended, 65));
    const goals = branches.filter(([, , least]) => least !== null && least <= limit);
    // The search ends at a goal.
    expect(goals).toEqual(limit === moves.length ? [branches.at(-1)] : []);
    for (const [at, [shared, made, least]] of branches.entries()) {
      expect(shared).toBeLessThanOrEqual(Math.min(made, branches[at - 1]?.[1] ?? 0));
      if (least !== null) expect(least).toBeGreaterThanOrEqual(made);
    }
  }
};

test('rings have as many positions as the rules reach', () => {
  const question = questionOf(eight, '238164750');
  const trace = traced(eight, question, 'bfs') as RingsTrace;
  const counts = trace.sides[0]!.rings.map(({ count }) => count);
  // The last ring ends at the goal.
  expect(counts.slice(0, -1)).toEqual(countsFrom(eight, question, counts.length - 2));
});

test('a cut never promises too much', () => {
  const distances = distancesTo(eight, eight.goal);
  const question = questionOf(eight, '867254301');
  const { limits } = traced(eight, question, 'ida') as LimitsTrace;
  expect(limits.map(({ limit }) => limit)).toEqual([21, 23, 25, 27, 29, 31]);
  for (const { limit, cut } of limits) {
    const { position, made, least } = cut!;
    expect(least).toBeGreaterThan(limit);
    expect(least - made).toBeLessThanOrEqual(distances.get(rankOf(eight, positionOf(eight, position)))!);
  }
});

test('a hard search stops, and tells what is proved until then', () => {
  const trace = traced(eight, questionOf(eight, '867254301'), 'iddfs');
  expect(trace.end).toBe('stopped');
  expect(trace.lowerBound).toBeGreaterThan(20);
  expect(trace.lowerBound).toBeLessThan(31);
  const fifteen = puzzleOf('fifteen')!;
  const other = traced(fifteen, questionOf(fifteen, '0BC3A16DF94E8257'), 'bidirectional');
  expect(other).toMatchObject({ end: 'stopped', kind: 'rings' });
});

test('what has no solution is exhausted', () => {
  const swapped = { start: positionOf(eight, '123456870'), goal: eight.goal };
  const trace = traced(eight, swapped, 'bfs');
  expect(trace).toMatchObject({ end: 'exhausted', generated: 181_440, moves: [] });
  const peg15 = puzzleOf('peg15')!;
  const question = questionOf(peg15, '1/00/110/0000/00000');
  const lost = watchable.map((method) => traced(peg15, question, method).end);
  expect(lost).toEqual(['exhausted', 'exhausted', 'exhausted', 'exhausted']);
});

test('frames show all rings and limits, in the order of the search', () => {
  const question = questionOf(eight, '867254301');
  const both = framesOf(traced(eight, question, 'bidirectional'));
  expect(both[0]).toEqual({ rings: [1, 1], newest: 1, isLast: false });
  expect(both.at(-1)).toEqual({ rings: [16, 17], newest: 1, isLast: true });
  const limits = framesOf(traced(eight, question, 'ida'));
  expect(limits.filter((frame) => 'limit' in frame && frame.limit === 3)).toMatchObject([
    { branches: 16 },
    { branches: 32 },
    { branches: 48 },
    { branches: 64 },
  ]);
  expect(limits.filter(({ isLast }) => isLast)).toEqual([limits.at(-1)]);
});
