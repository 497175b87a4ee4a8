/**
 * One suite for the methods that need nothing but a cursor, on every puzzle: the promises of `search-result.ts`,
 * `budget.ts` and `solve.ts`.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { isAt, type Puzzle, type Question, replay } from '../../src/puzzles/puzzle.ts';
import { puzzleOf, puzzles } from '../../src/puzzles/registry.ts';
import {
  Budget,
  gaveUpReasons,
  type Progress,
  pollInterval,
  SearchControl,
  type SearchLimits,
} from '../../src/search/budget.ts';
import { bestMethod, isQuick, type Method, methodsOf, type Outcome, solve } from '../../src/search/solve.ts';
import fc from '../support/properties.ts';
import {
  distancesTo,
  goalStates,
  isSmall,
  knownDistances,
  questionOf,
  rankOf,
  sample,
  unrank,
  vectorsOf,
  walkBack,
  walks,
} from '../support/truth.ts';

const methods = ['bfs', 'bidirectional', 'iddfs', 'ida'] as const satisfies readonly Method[];
type Searching = (typeof methods)[number];

/** The longest solution that each method is asked for, by puzzle: what takes well under a second. */
const reach: Record<Searching, Record<string, number>> = {
  bfs: { eight: 20, eleven: 20, fifteen: 15 },
  bidirectional: { eleven: 33, fifteen: 30 },
  iddfs: { seven: 26, eight: 21, eleven: 20, fifteen: 15, twentyfour: 12, klotski: 6, blocks: 6, rush: 5, peg21: 5 },
  ida: { eleven: 33, fifteen: 40, twentyfour: 30, klotski: 8, blocks: 8, rush: 8, peg21: 9 },
};
/** What each method can do of any other puzzle: without a lower bound or a store, a large one only near the goal. */
const usualReach = (method: Searching, { states }: Puzzle): number =>
  method === 'iddfs' && states > 2 ** 15 ? 15 : Number.POSITIVE_INFINITY;
const fits = (method: Searching, puzzle: Puzzle, length: number) =>
  length <= (reach[method][puzzle.id] ?? usualReach(method, puzzle));

interface Known {
  readonly question: Question;
  readonly length: number;
}

/** Questions whose answer's length is known from elsewhere: vectors, landmarks, and some of each distance. */
const knownOf = (puzzle: Puzzle): Known[] => {
  const questions = puzzle.landmarks.map(({ position, goal }) => questionOf(puzzle, position, goal));
  const goals = [
    ...new Map([puzzle.goal, ...questions.map(({ goal }) => goal)].map((goal) => [goal.text, goal])).values(),
  ];
  return goals.flatMap((goal) => {
    const distances = knownDistances(puzzle, goal);
    const asked = questions.filter((question) => question.goal.text === goal.text);
    const own = asked.filter(({ start }) => distances.has(rankOf(puzzle, start, goal)));
    const texts = goal === puzzle.goal ? vectorsOf(puzzle.id).map(([text]) => text) : [];
    const near = [...distances]
      .filter(([, length]) => length <= Math.min(15, reach.iddfs[puzzle.id] ?? 15))
      .map(([rank]) => rank);
    const some = [...sample(distances.keys(), 5), ...sample(near, 5)].map((rank) => unrank(puzzle, rank, goal));
    const starts = [
      ...own.map(({ start }) => start),
      ...sample(texts, isSmall(puzzle) ? 5 : 20).map((text) => questionOf(puzzle, text).start),
      ...some,
    ];
    return starts.map((start) => ({ question: { start, goal }, length: distances.get(rankOf(puzzle, start, goal))! }));
  });
};
/** With one of multi-tile moves. */
const tested = [...puzzles, puzzleOf('eight-mtm')!];
const known = new Map(tested.map((puzzle) => [puzzle.id, knownOf(puzzle)]));

/** Play a solution by the rules, and see where it ends. */
const expectSolution = (puzzle: Puzzle, question: Question, outcome: Outcome) => {
  if (outcome.status !== 'solved') throw new Error(`${puzzle.formatPosition(question.start)}: ${outcome.status}`);
  const positions = replay(puzzle, question.start, outcome.moves);
  expect(positions).toHaveLength(outcome.moves.length + 1);
  expect(isAt(positions.at(-1)!, question.goal)).toBe(true);
  expect(outcome.optimal).toBe(true);
  expect(outcome.lowerBound).toBe(outcome.moves.length);
};

/** An outcome that says why it gave up, and claims nothing that isn't so. */
const expectGaveUp = (outcome: Outcome, reason: string, optimum: number) => {
  if (outcome.status !== 'gave-up') throw new Error(`${outcome.method}: ${outcome.status}`);
  expect(outcome.reason).toBe(reason);
  expect(outcome.lowerBound).toBeGreaterThan(0);
  expect(outcome.lowerBound).toBeLessThanOrEqual(optimum);
};

/** Progress is shown at each look at the budget; a depth-first search still goes down its path after the last one. */
const expectJustBefore = (generated: number, outcome: Outcome) => {
  expect(generated).toBeLessThanOrEqual(outcome.generated);
  expect(generated).toBeGreaterThan(outcome.generated - 100);
};

const eleven = puzzleOf('eleven')!;
/** 53 moves: far out of reach for all methods within the limits below. */
const hard = questionOf(eleven, '032187654BA9');
const stored: readonly Searching[] = ['bfs', 'bidirectional'];

describe.each(methods)('%s', (method) => {
  const fitting = tested
    .filter((puzzle) => methodsOf(puzzle).includes(method))
    .map((puzzle) => [puzzle.id, puzzle] as const);

  it.each(fitting)('solves %s in as many moves as are known to be fewest, all of them legal', (id, puzzle) => {
    const within = known.get(id)!.filter(({ length }) => fits(method, puzzle, length));
    expect(within.length).toBeGreaterThanOrEqual(4);
    const lengths = within.map(({ question, length }) => {
      const outcome = solve(puzzle, question, { method });
      expectSolution(puzzle, question, outcome);
      const found = outcome.status === 'solved' ? outcome.moves.length : -1;
      return [puzzle.formatPosition(question.start), found, length];
    });
    expect(lengths.filter(([, found, length]) => found !== length)).toEqual([]);
  });

  it.each(fitting)('has nothing to do in %s where the goal stands', (_, puzzle) => {
    const cursor = puzzle.cursor(puzzle.goal);
    for (const start of sample(goalStates(cursor), 40).map((goal) => cursor.unrank(goal))) {
      const outcome = solve(puzzle, { start, goal: puzzle.goal }, { method, nodes: 1 });
      expect(outcome).toMatchObject({ status: 'solved', moves: [], optimal: true, lowerBound: 0 });
    }
  });

  it.each(fitting)('goes as far between two positions of %s as all other methods', (_, puzzle) => {
    // A large peg board has hundreds of moves at every step, and no rule bounds the way to a goal of many pegs.
    const isVast = puzzle.family === 'pegs' && !isSmall(puzzle);
    const longest = isVast ? 2 : Math.min(10, reach.iddfs[puzzle.id] ?? 10);
    fc.assert(
      fc.property(walks(isVast ? 8 : 20), walks(longest), (back, on) => {
        const start = walkBack(puzzle, puzzle.goal, back);
        const cursor = puzzle.cursor(puzzle.goal);
        cursor.load(cursor.rank(start));
        const codes: number[] = [];
        // Played by the rules, as such a goal tells pieces of one shape apart by their letters.
        let end = start;
        for (const choice of on) {
          const count = cursor.moves(codes, 0);
          if (count === 0) break;
          const code = codes[choice % count]!;
          end = puzzle.play(end, cursor.path(code));
          cursor.make(code);
        }
        const question = { start, goal: { text: puzzle.formatPosition(end), positions: [end] } };
        const outcome = solve(puzzle, question, { method });
        expectSolution(puzzle, question, outcome);
        const another = methods.find((other) => other !== method && methodsOf(puzzle).includes(other));
        const other = solve(puzzle, question, { method: another });
        expect(other).toMatchObject({
          status: 'solved',
          lowerBound: 'lowerBound' in outcome ? outcome.lowerBound : -1,
        });
      }),
      { numRuns: isVast ? 10 : 20 },
    );
  });

  it('keeps its books', () => {
    const puzzle = puzzleOf('six')!;
    const outcome = solve(puzzle, questionOf(puzzle, '4651320'), { method });
    expect(outcome).toMatchObject({ method, status: 'solved' });
    expect(outcome.generated).toBeGreaterThan(15);
    expect(outcome.peakFrontier).toBeGreaterThanOrEqual(stored.includes(method) ? 100 : 15);
    if (!stored.includes(method)) expect(outcome.peakFrontier).toBe(15);
    expect(outcome.milliseconds).toBeGreaterThan(0);
  });

  it('finds the goal missing in all that can be reached', () => {
    const puzzle = puzzleOf('peg15')!;
    // No rule forbids it, but a search over everything from the goal doesn't get there.
    const question = questionOf(puzzle, 'all-5', '5');
    expect(distancesTo(puzzle, question.goal).has(rankOf(puzzle, question.start, question.goal))).toBe(false);
    const outcome = solve(puzzle, question, { method });
    expect(outcome).toMatchObject({
      status: 'unsolvable',
      obstacle: { code: 'exhausted', nearest: { goal: 'any', isSameStart: true } },
    });
    expect(outcome.generated).toBeGreaterThan(0);
  });

  it('does not search where a rule forbids it', () => {
    const puzzle = puzzleOf('eight')!;
    const outcome = solve(puzzle, questionOf(puzzle, '123456870'), { method });
    expect(outcome).toMatchObject({
      method,
      status: 'unsolvable',
      obstacle: { code: 'tile-parity', nearest: { position: '123456780' } },
      generated: 0,
    });
  });

  it('stops at its deadline, wherever that falls', () => {
    for (const milliseconds of [0, 1, 30]) {
      const outcome = solve(eleven, hard, { method, milliseconds });
      expectGaveUp(outcome, 'deadline', 53);
      expect(outcome.milliseconds).toBeGreaterThanOrEqual(milliseconds);
    }
  });

  it('stops at its limit of nodes, soon enough', () => {
    for (const nodes of [1, 10_000, 200_000]) {
      const outcome = solve(eleven, hard, { method, nodes });
      expectGaveUp(outcome, 'nodes', 53);
      expect(outcome.generated).toBeGreaterThanOrEqual(nodes);
      // Between two looks a stored search expands this number of states, of up to three new ones each.
      expect(outcome.generated).toBeLessThanOrEqual(nodes + 3 * pollInterval + 100);
    }
  });

  it('stops at its limit of memory, if it needs any', () => {
    const outcome = solve(eleven, hard, { method, bytes: 1_000_000, nodes: 400_000 });
    expectGaveUp(outcome, stored.includes(method) ? 'memory' : 'nodes', 53);
    // A store doubles: what it held when it stopped is no more than the limit and one doubling of it.
    if (stored.includes(method)) expect(outcome.generated).toBeLessThan(2_000_000 / 24 + 3 * pollInterval);
  });

  it('proves a lower bound that grows with what it may spend, and is never above the truth', () => {
    const cases: [Puzzle, string, number][] = [
      [puzzleOf('eight')!, '867254301', 31],
      [puzzleOf('seven')!, '07214365', 36],
      [puzzleOf('onoff')!, 'fn==/ofo_', 56],
      [puzzleOf('peg21')!, 'all-7', 12],
      [eleven, '032187654BA9', 53],
    ];
    for (const [puzzle, text, optimum] of cases) {
      let before = 0;
      for (const nodes of [1, 5000, 20_000, 80_000]) {
        const outcome = solve(puzzle, questionOf(puzzle, text), { method, nodes });
        if (outcome.status === 'unsolvable') throw new Error(text);
        expect(outcome.lowerBound).toBeLessThanOrEqual(optimum);
        expect(outcome.lowerBound).toBeGreaterThanOrEqual(before);
        if (outcome.status === 'solved') expect(outcome.moves).toHaveLength(optimum);
        before = outcome.lowerBound;
      }
      expect(before).toBeGreaterThan(1);
    }
  });

  it('proves at each poll no more than is true, and in the end all of it', () => {
    class Watch extends SearchControl {
      readonly bounds: number[] = [];
      override report({ lowerBound }: Progress): void {
        this.bounds.push(lowerBound);
      }
    }
    // Far enough for several polls at the last level, where a bound that is one too high shows.
    const [puzzle, text, optimum] =
      method === 'bfs' || method === 'iddfs'
        ? ([puzzleOf('eight')!, '756824301', 25] as const)
        : ([eleven, '46B71A802359', 33] as const);
    const control = new Watch();
    expect(solve(puzzle, questionOf(puzzle, text), { method, control })).toMatchObject({ lowerBound: optimum });
    expect(control.bounds.length).toBeGreaterThan(3);
    expect(control.bounds).toEqual([...control.bounds].sort((a, b) => a - b));
    expect(control.bounds.at(-1)).toBe(optimum);
  });

  it('stops when it was cancelled before it began', () => {
    const control = new SearchControl();
    control.cancel();
    // Cancelled comes before all other reasons: nobody waits for those any more.
    expectGaveUp(solve(eleven, hard, { method, control, milliseconds: 0, nodes: 1, bytes: 1 }), 'cancelled', 53);
  });

  it('shows how far it is', () => {
    const control = new SearchControl();
    const outcome = solve(eleven, hard, { method, control, nodes: 50_000 });
    expectGaveUp(outcome, 'nodes', 53);
    const { generated, lowerBound, peakFrontier } = control.progress;
    expectJustBefore(generated, outcome);
    expect(outcome).toMatchObject({ lowerBound });
    expect(peakFrontier).toBeGreaterThan(0);
    expect(peakFrontier).toBeLessThanOrEqual(outcome.peakFrontier);
    expect(control.isCancelled).toBe(false);
  });
});

describe('another thread', () => {
  // Worker threads run no TypeScript, so this one loads the built package.
  const dist = new URL('../../dist/', import.meta.url);
  const program = `
    const { parentPort, workerData } = require('node:worker_threads');
    const load = (path) => import(new URL(path, workerData.dist));
    (async () => {
      const { puzzleOf } = await load('puzzles/registry.js');
      const { SearchControl } = await load('search/budget.js');
      const { solve } = await load('search/solve.js');
      const { question, method, memory } = workerData;
      const limits = { method, control: new SearchControl(memory), milliseconds: 25_000, bytes: 2 ** 29 };
      parentPort.postMessage(solve(puzzleOf('eleven'), question, limits));
    })();`;

  it.each(methods)('can be watched and cancelled while it searches by %s', async (method) => {
    const control = new SearchControl();
    const workerData = { dist: dist.href, question: hard, method, memory: control.memory };
    const worker = new Worker(program, { eval: true, workerData });
    const answer = once(worker, 'message') as Promise<[Outcome]>;
    try {
      while (control.progress.generated === 0) await sleep(1);
      expect(control.progress.lowerBound).toBeGreaterThan(0);
      control.cancel();
      expect(control.isCancelled).toBe(true);
      const [outcome] = await answer;
      expectGaveUp(outcome, 'cancelled', 53);
      expectJustBefore(control.progress.generated, outcome);
    } finally {
      await worker.terminate();
    }
  });
});

describe('solve', () => {
  it('goes by the best method when none is asked for', () => {
    const five = puzzleOf('five')!;
    const question = questionOf(five, '450123');
    expect(solve(five, question)).toMatchObject({ status: 'solved', method: bestMethod(five), lowerBound: 21 });
    expect(solve(five, question, { method: undefined }).method).toBe(bestMethod(five));
  });

  it('gives plain data, which crosses threads and queues unchanged', () => {
    const eight = puzzleOf('eight')!;
    const outcomes = [
      solve(eight, questionOf(eight, '867254301'), { method: 'bidirectional' }),
      solve(eight, questionOf(eight, '123456870')),
      solve(eight, questionOf(eight, '867254301'), { method: 'bfs', nodes: 1 }),
    ];
    expect(outcomes.map(({ status }) => status)).toEqual(['solved', 'unsolvable', 'gave-up']);
    for (const outcome of outcomes) expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
  });

  it('is called quick only where the whole is small and each state is met once', () => {
    expect(isQuick(eleven, 'bidirectional')).toBe(false);
    expect(isQuick(puzzleOf('eight')!)).toBe(true);
    expect(isQuick(puzzleOf('eight')!, 'bfs')).toBe(true);
    expect(isQuick(puzzleOf('eight')!, 'iddfs')).toBe(false);
    expect(isQuick(puzzleOf('peg21')!, 'ida')).toBe(false);
  });
});

describe('a budget', () => {
  const spend = (limits: SearchLimits, spent: Partial<Pick<Budget, 'generated' | 'bytes'>>) =>
    Object.assign(new Budget(limits), spent).spent();

  it('has no end without limits', () => {
    expect(spend({}, { generated: 1e15, bytes: 1e15 })).toBeUndefined();
  });

  it('ends at each of its limits, and names the first that counts', () => {
    expect(spend({ nodes: 10 }, { generated: 9 })).toBeUndefined();
    expect(spend({ nodes: 10 }, { generated: 10 })).toBe('nodes');
    expect(spend({ bytes: 10 }, { bytes: 10 })).toBeUndefined();
    expect(spend({ bytes: 10 }, { bytes: 11 })).toBe('memory');
    expect(spend({ milliseconds: 1e9 }, {})).toBeUndefined();
    expect(spend({ milliseconds: 0 }, {})).toBe('deadline');
    expect(spend({ milliseconds: 0, nodes: 1, bytes: 1 }, { generated: 1, bytes: 2 })).toBe('deadline');
    expect(spend({ nodes: 1, bytes: 1 }, { generated: 1, bytes: 2 })).toBe('nodes');
    expect(gaveUpReasons).toEqual(['deadline', 'nodes', 'memory', 'cancelled']);
  });

  it('reports over a line whose cancel is untouched by its progress', () => {
    const [here, there] = [new SearchControl(), new SearchControl()];
    const shared = new SearchControl(here.memory);
    shared.report({ generated: 1e12, lowerBound: 53, peakFrontier: 7 });
    expect(here.progress).toEqual({ generated: 1e12, lowerBound: 53, peakFrontier: 7 });
    expect(here.isCancelled).toBe(false);
    here.cancel();
    expect(shared.isCancelled).toBe(true);
    expect(shared.progress).toEqual({ generated: 1e12, lowerBound: 53, peakFrontier: 7 });
    expect(there.isCancelled).toBe(false);
  });
});
