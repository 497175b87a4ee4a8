/**
 * Peg solitaire on boards too large for a table. First any solution by single jumps, or the proof that there is none;
 * then the fewest moves, by iterative deepening (IDA*, Korf 1985), with beams for good solutions before their proof. All
 * of them stop at a table of endings: the positions of few pegs that lead to the goal. Above it, these bounds
 * cut branches:
 *  - Merson regions and corners, full groups of holes that take a move each (Beasley 1985, chapter 5),
 *  - the pegs that a chain of jumps removes at most of each of the groups between which a peg can travel,
 *  - pagoda functions, by which a position must not be worth less than the goal,
 *  - positions that have failed before, up to the symmetries that leave the goal as it is.
 */
import { LRUCache } from 'lru-cache';
import type { Board } from '../../puzzles/board.ts';
import { classesOf, oddOn } from '../../puzzles/families/pegs/classes.ts';
import { consecutive } from '../../puzzles/lists.ts';
import { joinSteps } from '../../puzzles/moves.ts';
import type { Move, Obstacle, Position, Puzzle, Question } from '../../puzzles/puzzle.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import { type MethodResult, stopped } from '../search-result.ts';
import { never, PegKernel, type Status } from './peg-kernel.ts';
import { newWork, pagodaAgainst, worth } from './peg-pagoda.ts';

/** Room for endings, 24 bytes each, and for failures, 8 bytes each. */
const mostEndings = 2 ** 19;
const failureBits = 21;
/** Endings that are worth having before any search; they take some 10 ms. */
const firstEndings = 4000;
/** Positions, and endings, between two polls of the budget: a few milliseconds. */
const slice = 20_000;
const endingSlice = 2000;
/** Positions after which a search is worth a beam, and pagoda functions, which take a tenth of a second to choose. */
const patience = 60_000;
/** Positions of each number of pegs that the first beam keeps, and by how many times each next one keeps more. */
const narrow = 512;
const widening = 4;
/** For each position that it keeps, a beam takes as long as a search of this number of positions. */
const beamPrice = 40;

/** Kernels with their endings, which the next question to the same goal finds there: two of 50 MB, or a large board's. */
const kernels = new LRUCache<string, PegKernel>({ maxSize: 140 * 2 ** 20, sizeCalculation: ({ bytes }) => bytes });

const kernelOf = ({ id, board }: Puzzle, goals: readonly Position[]): PegKernel => {
  const key = [id, ...goals.map((goal) => goal.join(''))].join(' ');
  const kernel = kernels.get(key) ?? new PegKernel(board, goals, { endings: mostEndings, failureBits });
  kernels.set(key, kernel);
  return kernel;
};

/** All moves from a position with where they lead to. */
const movesOf = (board: Board, position: Position): { move: Move; after: Position }[] => {
  const found: { move: Move; after: Position }[] = [];
  const extend = (move: Move, before: Position): void => {
    for (const { from, over, to } of board.jumps) {
      if (from !== move.at(-1) || !before[from] || !before[over] || before[to]) continue;
      const after = before.with(from, 0).with(over, 0).with(to, 1);
      found.push({ move: [...move, to], after });
      extend([...move, to], after);
    }
  };
  for (let cell = 0; cell < board.size; cell++) extend([cell], position);
  return found;
};

const solved = (moves: readonly Move[]): MethodResult => ({ status: 'solved', moves, optimal: true });

class Search {
  private readonly puzzle: Puzzle;
  private readonly start: Position;
  private readonly kernel: PegKernel;
  private readonly wasm: PegKernel['wasm'];
  private readonly budget: Budget;

  constructor(puzzle: Puzzle, start: Position, kernel: PegKernel, budget: Budget) {
    this.puzzle = puzzle;
    this.start = start;
    this.kernel = kernel;
    this.wasm = kernel.wasm;
    this.budget = budget;
  }

  run(): MethodResult {
    const { budget, wasm } = this;
    const first = this.kernel.pack(this.start);
    const pegs = this.start.filter((peg) => peg === 1).length;
    budget.lowerBound = this.kernel.lowerBound(first);
    // What follows may end before its first poll, as kernels remember earlier searches.
    const spent = budget.spent();
    if (spent) return stopped(budget, spent);
    while (wasm.endingCount.value < firstEndings && wasm.known.value < pegs) {
      const reason = this.deepen();
      if (reason) return stopped(budget, reason);
    }
    const exact = wasm.movesFrom(first);
    if (exact !== never) {
      budget.lowerBound = exact;
      return solved(this.movesAlong(this.start, []));
    }
    if (pegs <= wasm.known.value) return { status: 'exhausted' };

    const any = this.searchAny();
    if (any === 'none') return { status: 'exhausted' };
    return typeof any === 'string' ? stopped(budget, any) : this.searchFewest(any);
  }

  /** Any solution, depth first. Where that takes long, beams find one, if there is one, and a good one. */
  private searchAny(): Move[] | 'none' | GaveUpReason {
    this.wasm.begin(this.kernel.pack(this.start), 0);
    let width = narrow;
    let late = patience;
    for (let nodes = slice; ; nodes += slice) {
      const result = this.slice();
      if (result === 'found') {
        return joinSteps(this.puzzle, this.movesAlong(this.start, this.kernel.path).flatMap(consecutive));
      }
      if (result !== 'more') return result;
      if (nodes < late) continue;
      const reason = late > patience ? this.deepen() : undefined;
      if (reason) return reason;
      late *= 4;
      const found = width <= this.kernel.mostBeamWidth ? this.searchBeam(width) : 'none';
      if (found !== 'none') return found;
      width *= widening;
    }
  }

  /** The fewest moves, given a solution of some number of moves. */
  private searchFewest(any: Move[]): MethodResult {
    const { budget, wasm } = this;
    let best = any;
    let nodes = 0;
    let width = narrow;
    while (budget.lowerBound < best.length) {
      budget.found(best);
      const spent = budget.spent();
      if (spent) return stopped(budget, spent);
      // The next limit takes some twenty times as many positions: what takes long may well take too long.
      if (width <= this.kernel.mostBeamWidth && nodes > beamPrice * width) {
        const better = this.searchBeam(width);
        width *= widening;
        if (typeof better === 'object') best = better;
        else if (better !== 'none') return stopped(budget, better);
        continue;
      }
      wasm.begin(this.kernel.pack(this.start), budget.lowerBound);
      const before = budget.generated;
      const result = this.finish();
      nodes = budget.generated - before;
      if (result === 'found') best = this.movesAlong(this.start, this.kernel.path);
      else if (result === 'none') budget.lowerBound = Math.min(wasm.nextLimit.value, best.length);
      else return stopped(budget, result);
    }
    return solved(best);
  }

  /** A better solution than the best known, by a beam of some width. */
  private searchBeam(width: number): Move[] | 'none' | GaveUpReason {
    const { budget, kernel, wasm } = this;
    kernel.usePagodas();
    wasm.beginBeam(kernel.pack(this.start), width, budget.best?.length ?? never);
    for (;;) {
      const result = wasm.runBeam(slice);
      budget.generated += wasm.beamGenerated.value;
      if (result === 2) return 'none';
      if (result === 1) return this.movesAlong(this.start, kernel.beamPath);
      const reason = budget.spent();
      if (reason) return reason;
    }
  }

  private finish(): Exclude<Status, 'more'> | GaveUpReason {
    for (;;) {
      const result = this.slice();
      if (result !== 'more') return result;
    }
  }

  private slice(): Status | GaveUpReason {
    const { budget, kernel } = this;
    const status = kernel.run(slice);
    budget.generated += kernel.wasm.generated.value;
    budget.peakFrontier = Math.max(budget.peakFrontier, kernel.path.length);
    return status === 'more' ? (budget.spent() ?? 'more') : status;
  }

  /** One level more of endings, or as much of it as there is room for. */
  private deepen(): GaveUpReason | undefined {
    const { budget, wasm } = this;
    for (;;) {
      const before = wasm.endingCount.value;
      const result = wasm.deepen(endingSlice);
      budget.generated += wasm.endingCount.value - before;
      const reason = budget.spent();
      if (reason || result !== 0) return reason;
    }
  }

  /** Moves from a position along positions up to symmetry, each one move or jump on, and from the last to the goal. */
  private movesAlong(start: Position, path: readonly bigint[]): Move[] {
    const { kernel, wasm } = this;
    const moves: Move[] = [];
    let position = start;
    const go = (leads: (board: bigint) => boolean): void => {
      const step = movesOf(this.puzzle.board, position).find(({ after }) => leads(kernel.pack(after)));
      if (!step) throw new Error('the path of a search is broken');
      moves.push(step.move);
      position = step.after;
    };
    for (const next of path.slice(1)) {
      const least = kernel.canonical(next);
      go((board) => kernel.canonical(board) === least);
    }
    for (let left = wasm.movesFrom(kernel.pack(position)); left > 0; left--) {
      go((board) => wasm.movesFrom(board) === left - 1);
    }
    return moves;
  }
}

/** Goals that no position class and no pagoda function excludes; the reason of the last function when none is left. */
const openGoals = (board: Board, { start, goal }: Question): { goals: Position[]; obstacle?: Obstacle } => {
  const classes = classesOf(board);
  const goals = goal.positions.filter((end) => classes.every((holes) => oddOn(holes, start) === oddOn(holes, end)));
  const work = newWork();
  const against = goals.map((end) => pagodaAgainst(board, start, end, work));
  const last = against.at(-1);
  if (!last || against.includes(undefined)) return { goals };
  const goalWorth = Math.min(...goal.positions.map((end) => worth(last, end)));
  return { goals: [], obstacle: { code: 'pagoda', values: { worth: worth(last, start), goalWorth } } };
};

/**
 * The fewest moves from start to goal. If the budget runs out, `budget.best` is the best solution found, and none is
 * shorter than `budget.lowerBound`.
 * @throws RangeError for boards of more than 56 holes
 */
export const pegSearch = (puzzle: Puzzle, question: Question, budget: Budget): MethodResult => {
  const { start, goal } = question;
  if (goal.positions.some((end) => end.every((peg, cell) => peg === start[cell]))) return solved([]);
  const { goals, obstacle } = openGoals(puzzle.board, question);
  if (obstacle) return { status: 'exhausted', obstacle };
  if (goals.length === 0) return { status: 'exhausted' };
  const kernel = kernelOf(puzzle, goals);
  budget.bytes += kernel.bytes;
  return new Search(puzzle, start, kernel, budget).run();
};
