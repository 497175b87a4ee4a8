/** A search that many workers do in parts, in an order that nobody plans. */

import { describe, expect, it } from 'vitest';
import { type Move, type Puzzle, type Question, reaches } from '../../src/puzzles/puzzle.ts';
import { knownPuzzle } from '../../src/puzzles/registry.ts';
import type { DepthFirstSearch } from '../../src/search/parts.ts';
import {
  beginNext,
  beginRecord,
  finishPart,
  finishWhole,
  nodesOf,
  noteSolution,
  proofMilliseconds,
  type SearchRecord,
  type Slice,
  statusOf,
} from '../../src/search/search-record.ts';
import { workOn } from '../../src/search/slices.ts';
import { inParts, isDivisible, methods, needsOf, solve } from '../../src/search/solve.ts';
import { wholly } from '../support/parts.ts';
import fc from '../support/properties.ts';
import { randomNumbers, sharedTables } from '../support/tables.ts';
import { questionOf, sample, vectorsOf, walkBack, walks } from '../support/truth.ts';

const moves = (count: number): Move[] => Array.from({ length: count }, () => [0, 1]);
const slice = (part: string, more: Partial<Slice> = {}): Slice => ({
  part,
  nodes: 10,
  milliseconds: 1,
  left: [],
  next: 14,
  ...more,
});

describe('a record', () => {
  const record = beginRecord('ida', 12);

  it('begins with all of a limit', () => {
    expect(record).toMatchObject({ limit: 12, parts: ['12:-'], limits: [{ limit: 12, nodes: 0 }] });
    expect(statusOf(record)).toBe('open');
  });

  it('has what is left of a part in its place, once', () => {
    const divided = finishPart(record, slice('12:-', { left: ['12:-2', '12:2-'] }));
    expect(divided).toMatchObject({ parts: ['12:-2', '12:2-'], limits: [{ limit: 12, nodes: 10, next: 14 }] });
    expect(finishPart(divided, slice('12:-', { solution: moves(12) }))).toBe(divided);
    const less = finishPart(divided, slice('12:-2', { left: ['12:01-2'] }));
    expect(less).toMatchObject({ limit: 12, parts: ['12:01-2', '12:2-'], limits: [{ nodes: 20 }] });
  });

  it('goes on with the next limit when nothing is left of one', () => {
    const next = finishPart(record, slice('12:-'));
    expect(next).toMatchObject({ limit: 14, parts: ['14:-'] });
    expect(next.limits).toEqual([
      { limit: 12, nodes: 10, next: 14 },
      { limit: 14, nodes: 0 },
    ]);
  });

  it('tells how long a proof takes, by how the nodes of its limits grow', () => {
    const limits = [
      { limit: 12, nodes: 5e6 },
      { limit: 14, nodes: 1e5 },
      { limit: 16, nodes: 1e6 },
      { limit: 18, nodes: 4e6 },
    ];
    const open = { ...record, limit: 18, limits, milliseconds: 10_000, parts: ['18:-'] };
    expect(proofMilliseconds(open)).toBeUndefined();
    // 6 million nodes of this limit, and 100 million of the last one. There was one million a second.
    expect(proofMilliseconds({ ...open, best: moves(22) })).toBeCloseTo((106e6 / 10.1e6) * 10_000);
    // The first limit tells nothing of the growth, nor do few nodes.
    expect(proofMilliseconds({ ...open, limit: 16, best: moves(22) })).toBeUndefined();
    const few = limits.map(({ limit, nodes }) => ({ limit, nodes: nodes / 100 }));
    expect(proofMilliseconds({ ...open, limits: few, best: moves(22) })).toBeUndefined();
  });

  it('takes the least next limit of its parts', () => {
    const divided = finishPart(record, slice('12:-', { left: ['12:-2', '12:2-'], next: undefined }));
    const one = finishPart(divided, slice('12:2-', { next: 16 }));
    expect(finishPart(one, slice('12:-2', { next: 15 }))).toMatchObject({ limit: 15, parts: ['15:-'] });
  });

  it('is solved by a solution within the limit, which ends all parts', () => {
    const divided = finishPart(record, slice('12:-', { left: ['12:-2', '12:2-'] }));
    const solved = finishPart(divided, slice('12:2-', { solution: moves(12) }));
    expect(solved).toMatchObject({ limit: 12, parts: [] });
    expect(statusOf(solved)).toBe('solved');
    expect(finishPart(solved, slice('12:-2', { solution: moves(12) }))).toBe(solved);
  });

  it('is not solved by a longer solution until the limits below are done', () => {
    const good = noteSolution(record, moves(14));
    expect(statusOf(good)).toBe('open');
    expect(noteSolution(good, moves(16))).toBe(good);
    const proved = finishPart(good, slice('12:-'));
    expect(proved).toMatchObject({ limit: 14, parts: [] });
    expect(statusOf(proved)).toBe('solved');
    expect(statusOf(finishPart(noteSolution(record, moves(15)), slice('12:-')))).toBe('open');
  });

  it('keeps some solutions that are as short, each once', () => {
    const ways = [...Array(9).keys()].map((way) => [[way, way + 1], ...moves(13)]);
    const known = [...ways, ...ways].reduce(noteSolution, record);
    expect(known.best).toBe(ways[0]);
    expect(known.alike).toEqual(ways.slice(1, 6));
    expect(noteSolution(known, moves(13))).toMatchObject({ best: moves(13), alike: [] });
  });

  it('goes by bounds that are chosen once, and skips limits that were searched for the choice', () => {
    const later = finishPart(record, slice('12:-', { variant: 3, next: 16 }));
    expect(later).toMatchObject({ variant: 3, limit: 16, parts: ['16:-'] });
    const same = finishPart(record, slice('12:-', { variant: 3, next: undefined, left: ['12:-'] }));
    expect(same).toMatchObject({ variant: 3, limit: 12, parts: ['12:-'] });
    const solved = finishPart(record, slice('12:-', { variant: 3, next: 14, solution: moves(14) }));
    expect(solved).toMatchObject({ limit: 14, best: moves(14), parts: [] });
    expect(statusOf(solved)).toBe('solved');
  });

  it('notes each improvement once', () => {
    const improved = finishWhole(record, slice('0', { nodes: 7, found: [moves(16), moves(14)] }));
    expect(improved).toMatchObject({ improved: 1, others: 7, best: moves(14) });
    expect(finishWhole(improved, slice('0', { nodes: 7, found: [moves(12)] }))).toBe(improved);
    expect(nodesOf(finishPart(improved, slice('12:-')))).toBe(17);
  });

  it('is exhausted when nothing was cut off', () => {
    const end = finishPart(record, slice('12:-', { next: undefined }));
    expect(end).toMatchObject({ parts: [] });
    expect(statusOf(end)).toBe('exhausted');
  });

  it('may begin the next limit before one is done', () => {
    expect(beginNext(record)).toBe(record);
    const divided = finishPart(record, slice('12:-', { left: ['12:-2', '12:2-'] }));
    const early = beginNext(divided);
    expect(early).toMatchObject({ limit: 12, parts: ['12:-2', '12:2-', '14:-'] });
    // A solution of the later one is not proved yet.
    const found = finishPart(early, slice('14:-', { solution: moves(14), next: 16 }));
    expect(found).toMatchObject({ limit: 12, parts: ['12:-2', '12:2-'], best: moves(14) });
    expect(beginNext(found)).toBe(found);
    const half = finishPart(found, slice('12:-2'));
    expect(statusOf(half)).toBe('open');
    expect(statusOf(finishPart(half, slice('12:2-')))).toBe('solved');
    // Or it ends before the earlier one does.
    const ended = finishPart(early, slice('14:-', { next: 16 }));
    const both = finishPart(finishPart(ended, slice('12:2-')), slice('12:-2'));
    expect(both).toMatchObject({ limit: 16, parts: ['16:-'] });
    expect(statusOf(both)).toBe('open');
  });
});

type Random = (below: number) => number;

/** Begins a slice with its search. */
type Task = <T>(run: (search: DepthFirstSearch) => T) => T;

/** Workers that take any part, are lost, come twice, and begin limits early. */
const worked = (task: Task, record: SearchRecord, nodes: number, random: Random): SearchRecord => {
  const late: Slice[] = [];
  for (let now = record; ; ) {
    if (statusOf(now) !== 'open') return now;
    const part = now.parts[random(now.parts.length)]!;
    const done = task((search) => {
      const end = search.generated + 1 + random(nodes);
      const input = { record: now, part, wanted: 1 + random(4) };
      return workOn(search, [], input, () => search.generated >= end);
    });
    const chance = random(10);
    // It is lost; or another worker did the same before.
    if (chance === 0) continue;
    if (chance === 1) late.push(done);
    now = finishPart(now, done);
    if (chance === 2 && late.length > 0) now = finishPart(now, late.pop()!);
    if (chance === 3) now = beginNext(now);
    // It goes through a store.
    now = JSON.parse(JSON.stringify(now)) as SearchRecord;
  }
};

describe('workers', () => {
  it.each(['ida', 'iddfs'] as const)('prove by %s what one search does, by the same nodes', (method) => {
    const puzzle = knownPuzzle('eight');
    const { goal } = puzzle;
    fc.assert(
      fc.property(walks(method === 'ida' ? 40 : 12), fc.integer({ min: 1, max: 2 ** 30 }), (way, seed) => {
        const question = { start: walkBack(puzzle, goal, way), goal };
        const options = { method, tables: new Map() };
        const task: Task = (run) =>
          inParts(puzzle, question, options, (search) => {
            search.interval = 1;
            return run(search);
          });
        const whole = task((search) => wholly(search, 100_000));
        fc.pre(whole.at(-1)!.solution !== undefined);
        const record = worked(task, beginRecord(method, whole[0]!.limit), 500, randomNumbers(seed));
        expect(record.best).toHaveLength(whole.at(-1)!.solution!.length);
        expect(reaches(puzzle, question, record.best!)).toBe(true);
        const proved = ({ limit }: { limit: number }): boolean => limit < record.limit;
        const nodesAt = ({ limit, nodes }: { limit: number; nodes: number }) => ({ limit, nodes });
        expect(record.limits.filter(proved).map(nodesAt)).toEqual(whole.filter(proved).map(nodesAt));
      }),
      { numRuns: 50 },
    );
  });

  it('find out that there is no solution', () => {
    const puzzle = knownPuzzle('peg15');
    const question = questionOf(puzzle, 'all-5', '5');
    const outcome = solve(puzzle, question, { method: 'ida' });
    const task: Task = (run) => inParts(puzzle, question, { method: 'ida', tables: new Map() }, run);
    const record = worked(
      task,
      beginRecord(
        'ida',
        task(({ bound }) => bound),
      ),
      20_000,
      randomNumbers(3),
    );
    expect([statusOf(record), outcome.status]).toEqual(['exhausted', 'unsolvable']);
  });

  /** All positions learn, and one worker after another uses what was learnt before, in whatever order. */
  const learning = (puzzle: Puzzle, questions: readonly (readonly [Question, number])[], nodes: number): void => {
    const tables = sharedTables(needsOf(puzzle, puzzle.goal, 'ida-pdb'));
    const random = randomNumbers(5);
    for (const [question, length] of questions) {
      const task: Task = (run) =>
        inParts(puzzle, question, { method: 'ida-pdb', tables }, (search) => {
          search.interval = 64;
          return run(search);
        });
      const record = worked(task, beginRecord('ida-pdb'), nodes, random);
      expect([puzzle.formatPosition(question.start), record.best?.length]).toEqual([
        puzzle.formatPosition(question.start),
        length,
      ]);
      expect(reaches(puzzle, question, record.best!)).toBe(true);
      // Another question, of which nothing may be wrong.
      const [other, otherLength] = questions[random(questions.length)]!;
      expect(solve(puzzle, other, { method: 'ida-pdb', tables })).toMatchObject({ lowerBound: otherLength });
    }
  };

  it('are right about the 15 puzzle, where positions are learnt', () => {
    const puzzle = knownPuzzle('fifteen');
    const known = vectorsOf('fifteen').filter(([, length]) => length <= 56);
    const questions = sample(known, 8).map(([text, length]) => [questionOf(puzzle, text), length] as const);
    learning(puzzle, questions, 20_000);
  });

  it('are right about 500 positions on the way from a hard one', { tags: 'long' }, () => {
    const puzzle = knownPuzzle('fifteen');
    const random = randomNumbers(17);
    const tables = sharedTables(needsOf(puzzle, puzzle.goal, 'ida-pdb'));
    const questions = Array.from({ length: 500 }, () => {
      const start = walkBack(
        puzzle,
        puzzle.goal,
        Array.from({ length: 60 }, () => random(2 ** 20)),
      );
      const question = { start, goal: puzzle.goal };
      const outcome = solve(puzzle, question, { method: 'ida-pdb', tables });
      if (outcome.status !== 'solved') throw new Error(outcome.status);
      return [question, outcome.moves.length] as const;
    });
    learning(puzzle, questions, 500);
  });
});

it('knows which methods can be done in parts', () => {
  expect(methods.filter(isDivisible)).toEqual(['iddfs', 'ida', 'ida-lc', 'ida-wd', 'ida-pdb', 'ida-mtm']);
  const puzzle = knownPuzzle('eight');
  const question = { start: puzzle.goal.positions[0]!, goal: puzzle.goal };
  expect(() => inParts(puzzle, question, { method: 'bfs', tables: new Map() }, () => 0)).toThrow(RangeError);
});
