/** Moves of any puzzle: reading, writing, simplifying. */
import { runsOf } from './lists.ts';
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

/** The limit for inputs, in UTF-16 code units. */
export const longestMoves = 3000;
/** More than any solution needs. */
export const mostMoves = 500;

const tooLong = ({ length }: string): MovesResult | undefined =>
  length > longestMoves ? wrong('too-long', { length, most: longestMoves }) : undefined;

/** @param notation the notation, if it is known */
export const parseMoves = (
  puzzle: Puzzle,
  start: Position,
  text: string,
  goal: Goal = puzzle.goal,
  notation?: MoveNotation,
): MovesResult => tooLong(text) ?? puzzle.parseMoves(start, text, goal, notation);

/** Read the moves of a solution from its end, for reversible moves. */
export const parseMovesTo = (puzzle: Puzzle, end: Position, text: string, notation?: MoveNotation): MovesResult =>
  tooLong(text) ?? puzzle.parseMovesTo!(end, text, notation);

/** @param notation the usual one by default */
export const formatMoves = (
  puzzle: Puzzle,
  start: Position,
  moves: readonly Move[],
  notation: MoveNotation = puzzle.moveNotations[0].notation,
): string[] => {
  let position = start;
  return moves.map((move) => {
    const text = puzzle.formatMove(position, move, notation);
    position = puzzle.play(position, move);
    return text;
  });
};

/** Equal moves in a row as one with a count, as simulators write directions: `R R D` as `R2 D`. */
export const withCounts = (moves: readonly string[]): string[] =>
  runsOf(moves, (before, move) => before !== move || !/\D$/u.test(move)).map(([move, ...others]) =>
    others.length === 0 ? move : `${move}${others.length + 1}`,
  );

/** The moves that undo reversible moves, from end to start. */
export const backwards = (moves: readonly Move[]): Move[] => moves.map((move) => move.toReversed()).reverse();

/** Removes pairs of moves that undo each other until none is left. For reversible moves. */
export const simplified = (moves: readonly Move[]): Move[] => {
  const kept: Move[] = [];
  for (const move of moves) {
    const last = kept.at(-1);
    if (last && last[0] === move.at(-1) && last.at(-1) === move[0]) kept.pop();
    else kept.push(move);
  }
  return kept;
};

export const stepsOf = (puzzle: Puzzle, start: Position, moves: readonly Move[]): Step[] => {
  let position = start;
  return moves.flatMap((move) => {
    const steps = puzzle.stepsOf(position, move);
    position = puzzle.play(position, move);
    return steps;
  });
};

/** Steps as moves: those that go on with each other are one. */
export const joinSteps = (
  { isReversible, extended }: Pick<Puzzle, 'isReversible' | 'extended'>,
  steps: readonly Step[],
): Move[] => {
  const moves: Move[] = [];
  for (const step of steps) {
    const last = moves.pop();
    const longer = last && extended(last, step);
    if (last && !longer) moves.push(last);
    // Back to where the move began is no move, but for a chain of jumps.
    if (!(longer && isReversible && longer[0] === longer.at(-1))) moves.push(longer ?? step);
  }
  return moves;
};
