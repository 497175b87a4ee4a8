/** Good solutions of large sliding puzzles in about a second, for questions whose proof takes longer. */
import { slid } from '../../puzzles/families/sliding/moves.ts';
import { elementsAt } from '../../puzzles/lists.ts';
import { backwards } from '../../puzzles/moves.ts';
import { endPosition, type Move, type Position, type Question } from '../../puzzles/puzzle.ts';
import { type Improvement, patience } from '../algorithms/improvement.ts';
import { Budget, type GaveUpReason } from '../budget.ts';
import { additiveBeam, additiveBeamBytes } from './additive-beam.ts';
import type { AdditiveBound } from './additive-bound.ts';
import type { Beam, Databases } from './databases.ts';
import { frameOf, reframed } from './goal-frame.ts';

/** Parts of a solution: how many moves each has, how many moves each begins behind another, and nodes for each. */
interface Windows {
  readonly moves: number;
  readonly step: number;
  readonly nodes: number;
}
const usualWindows: Windows = { moves: 44, step: 8, nodes: 2 ** 18 };

/**
 * Nodes of the search before the first wide beam. Each further pause is longer than the one before it by as many, as the more
 * beams have found nothing better, the less another one is worth. They take a quarter of a minute, and a wide beam half of that.
 */
const wideNodes = 2 ** 29;
/** The nodes of a beam by its width, about. */
const nodesPerWidth = 2 ** 8;
/** Moves of a first solution. */
const longest = 255;

/** A solution of another question, or why there is none. */
export type Between = (question: Question, budget: Budget) => readonly Move[] | GaveUpReason | 'lost';

const after = (start: Position, moves: readonly Move[]): Position =>
  moves.reduce((position, [from = -1, to = -1]) => slid(position, [from, to]), start);

/** Makes parts of the best solution shorter, each between two positions that it passes. */
export const shorten = (
  { start }: Question,
  budget: Budget,
  between: Between,
  windows = usualWindows,
): GaveUpReason | undefined => {
  let best = budget.best!;
  let from = start;
  for (let first = 0; first < best.length; first += windows.step) {
    const reason = budget.spent();
    if (reason) return reason;
    const last = Math.min(first + windows.moves, best.length);
    const to = after(from, best.slice(first, last));
    const own = new Budget({ nodes: windows.nodes });
    const part = between({ start: from, goal: { text: '', positions: [to] } }, own);
    budget.generated += own.generated;
    if (typeof part !== 'string' && part.length < last - first) {
      best = [...best.slice(0, first), ...part, ...best.slice(last)];
      budget.found(best);
    }
    from = after(from, best.slice(first, first + windows.step));
  }
  return undefined;
};

/** A way that a beam finds from one position to another. */
const beamMoves = (
  start: Position,
  end: Position,
  beam: Pick<Parameters<typeof additiveBeam>[0], 'board' | 'bound' | 'width' | 'most'>,
  budget: Budget,
): Move[] | GaveUpReason | 'lost' => {
  const frame = frameOf(beam.board, end);
  const found = additiveBeam({ ...beam, start: reframed(frame, start), goal: reframed(frame, end) }, budget);
  return typeof found === 'string' ? found : found.map((move) => elementsAt(frame.cells, move));
};

/**
 * Beam searches for good solutions, whose parts are then made shortest. Of two beams, one goes from the goal to the start: its
 * bounds are other ones, so it often finds what the first one misses. Later beams are wider, and the widest go by one pair of
 * bounds after another. None looks for what is longer than the best solution, which saves them a third of their time.
 * @param boundOf a pair of bounds, 0 for that of the search
 */
export const improvementsOf = (
  question: Question,
  databases: Databases,
  boundOf: (pair: number) => AdditiveBound,
  between: Between,
): Improvement[] => {
  const { start } = question;
  const end = endPosition(question.goal);
  const run = ({ width, pair }: Beam, isBack: boolean, budget: Budget): GaveUpReason | undefined => {
    const { board } = databases;
    // Others that are as short show where to look for a shorter one.
    const most = budget.best?.length ?? longest;
    const beam = { board, bound: boundOf(pair), width, most };
    // The search can do without.
    if (budget.spent(width * additiveBeamBytes(beam)) === 'memory') return undefined;
    const [from, to] = isBack ? [end, start] : [start, end];
    const moves = beamMoves(from, to, beam, budget);
    if (moves === 'lost') return undefined;
    if (typeof moves === 'string') return moves;
    const before = budget.best;
    budget.found(isBack ? backwards(moves) : moves);
    return budget.best === before ? undefined : shorten(question, budget, between);
  };
  const both = (beam: Beam) =>
    [false, true].map((isBack) => ({
      after: Math.max(patience, beam.width * nodesPerWidth),
      run: (budget: Budget) => run(beam, isBack, budget),
    }));
  const { beams, wideBeam, pairs } = databases;
  const first = beams.flatMap(both);
  const wide = wideBeam ? pairs.flatMap((_, pair) => both({ width: wideBeam, pair })) : [];
  return [...first, ...wide.map((beam, late) => ({ ...beam, after: ((late + 1) * (late + 2) * wideNodes) / 2 }))];
};
