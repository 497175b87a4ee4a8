/** Moves that are written without their start: a solution, which ends at the goal, or a scramble, which begins there. */
import { backwards, parseMoves, parseMovesTo } from './moves.ts';
import {
  type Goal,
  goalOf,
  isWhole,
  type MoveNotation,
  type MoveProblem,
  noGoal,
  type ParsedMoves,
  type Position,
  type Puzzle,
  unwrap,
} from './puzzle.ts';

/** `given`: from a position that is given, or from the classic one where the goal leaves pieces anywhere. */
export const lineKinds = ['given', 'solution', 'scramble'] as const;
type LineKind = (typeof lineKinds)[number];

export interface Line extends ParsedMoves {
  readonly kind: LineKind;
  readonly start: Position;
  /** Where a scramble of the same moves would lead, if the line is read as a solution and could be one too. */
  readonly scrambled?: Position | undefined;
}

type LineResult =
  | { readonly ok: true; readonly line: Line }
  | { readonly ok: false; readonly kind: LineKind; readonly problem: MoveProblem };

/** The goal's position, if moves can be read back from it: it says where all pieces are. */
const onlyEnd = ({ isReversible }: Puzzle, goal: Goal): Position | undefined =>
  isReversible && goal.positions.length === 1 && isWhole(goal) ? goal.positions[0] : undefined;

interface Reading {
  /** The start, if it is known. */
  readonly start?: Position | undefined;
  /** The goal; by default that of the start, or the usual one without a start. */
  readonly goal?: Goal | undefined;
  /** What the moves are. Otherwise they are a scramble only if they can't be a solution. */
  readonly as?: 'solution' | 'scramble' | undefined;
  /** The notation, if it is known. */
  readonly notation?: MoveNotation | undefined;
}

const from = (
  kind: LineKind,
  puzzle: Puzzle,
  start: Position,
  text: string,
  { goal = goalOf(puzzle, start), notation }: Reading,
): LineResult => {
  // A scramble does not lead to the goal, so the goal tells nothing about its directions.
  const read = parseMoves(puzzle, start, text, kind === 'scramble' ? noGoal : goal, notation);
  return read.ok ? { ok: true, line: { ...read.value, kind, start } } : { ok: false, kind, problem: read.problem };
};

/** Reads moves from their start. Without one, of a solution, or else of a scramble. */
export const readLine = (puzzle: Puzzle, text: string, reading: Reading = {}): LineResult => {
  const { start, as, notation } = reading;
  if (start) return from('given', puzzle, start, text, reading);
  const goal = reading.goal ?? puzzle.goal;
  const end = onlyEnd(puzzle, goal);
  if (!end) {
    const [landmark] = puzzle.landmarks;
    if (!landmark) return { ok: false, kind: 'given', problem: { code: 'no-start', values: {} } };
    const classic = unwrap(puzzle.parsePosition(landmark.position), `${puzzle.id}: landmark`);
    return from('given', puzzle, classic, text, reading);
  }
  const scramble = from('scramble', puzzle, end, text, reading);
  if (as === 'scramble') return scramble;
  const solution = parseMovesTo(puzzle, end, text, notation);
  if (!solution.ok) {
    const isAnyScramble = scramble.ok && as === undefined;
    return isAnyScramble ? scramble : { ok: false, kind: 'solution', problem: solution.problem };
  }
  const scrambled = scramble.ok ? scramble.line.moves.reduce(puzzle.play, end) : undefined;
  const first = backwards(solution.value.moves).reduce(puzzle.play, end);
  return { ok: true, line: { ...solution.value, kind: 'solution', start: first, scrambled } };
};
