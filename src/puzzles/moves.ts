/** Reading and writing moves, of any puzzle. What a move looks like is for its family to say. */
import {
  type Goal,
  type Move,
  type MoveNotation,
  type MovesResult,
  type Position,
  type Puzzle,
  type Step,
  wrong,
} from './puzzle.ts';

/** Longer inputs are refused before they are read. */
export const longestMoves = 3000;
/** Nobody's solution of any puzzle here needs as many. */
export const mostMoves = 500;

const tooLong = ({ length }: string): MovesResult | undefined =>
  length > longestMoves ? wrong('too-long', { length, most: longestMoves }) : undefined;

/** Read moves from a position on. */
export const parseMoves = (puzzle: Puzzle, start: Position, text: string, goal: Goal = puzzle.goal): MovesResult =>
  tooLong(text) ?? puzzle.parseMoves(start, text, goal);

/** Read the moves of a solution of which only the end is known. Throws a RangeError where moves can't be taken back. */
export const parseMovesTo = (puzzle: Puzzle, end: Position, text: string): MovesResult => {
  if (!puzzle.parseMovesTo) throw new RangeError(`${puzzle.id}: moves that can't be read from their end`);
  return tooLong(text) ?? puzzle.parseMovesTo(end, text);
};

/** Each move as a text, in one of the notations. */
export const formatMoves = (
  puzzle: Puzzle,
  start: Position,
  moves: readonly Move[],
  notation: MoveNotation = 'named',
): string[] => {
  let position = start;
  return moves.map((move) => {
    const text = puzzle.formatMove(position, move, notation);
    position = puzzle.play(position, move);
    return text;
  });
};

/** Reversible moves from the end to the start: each undone, the last one first. */
export const backwards = (moves: readonly Move[]): Move[] => moves.map((move) => move.toReversed()).reverse();

/** Without any move that the next one undoes, again and again. Ends in the same position; for reversible moves. */
export const simplified = (moves: readonly Move[]): Move[] => {
  const kept: Move[] = [];
  for (const move of moves) {
    const last = kept.at(-1);
    if (last && last[0] === move.at(-1) && last.at(-1) === move[0]) kept.pop();
    else kept.push(move);
  }
  return kept;
};

/** Moves as single steps. */
export const stepsOf = (moves: readonly Move[]): Step[] =>
  moves.flatMap((move) => move.slice(1).map((to, index): Step => [move[index]!, to]));

/** Steps as moves: where there are chains, steps that one piece makes in a row are one move. */
export const joinSteps = ({ hasChains }: Puzzle, steps: readonly Step[]): Move[] => {
  const moves: number[][] = [];
  for (const [from, to] of steps) {
    const last = moves.at(-1);
    if (hasChains && last?.at(-1) === from) last.push(to);
    else moves.push([from, to]);
  }
  return moves;
};
