/** Goals that name one piece: where it goes from a start, how people write them, and what they ask for. */
import type { Board } from '../../board.ts';
import {
  type Aim,
  anything,
  type Goal,
  ok,
  type Position,
  type PositionText,
  type Puzzle,
  type Result,
  unwrap,
  wrong,
} from '../../puzzle.ts';
import { cellsAtExit, type Exit, exitCar } from './exit.ts';
import { markedExit } from './letter-text.ts';
import { axisOf, type Freedom, letterOf, piecesOf, shapeKey } from './letters.ts';
import type { Piece } from './pieces.ts';

export interface GoalData {
  readonly board: Board;
  readonly freedom: Freedom;
  /** Where a piece has to be, as a goal's text. In positions with one piece of that shape, it is that one. */
  readonly goal?: string;
  /** Where the car nearest to it has to leave, if there is no such goal. A position's text may mark another exit. */
  readonly exit?: Exit;
}

/** A goal that names a car, as in `car:X`. */
const namedCar = /^\s*car\s*[:：]\s*([a-z])\s*$/iu;

interface Goals extends Required<Pick<Puzzle, 'aimOf' | 'parseGoal'>> {
  /** The goal of a start; undefined where no piece of it is the one. */
  startGoal(start: Position): Goal | undefined;
}

export const goalsOf = ({ board, freedom, goal, exit }: GoalData, text: PositionText): Goals => {
  const named = goal === undefined ? undefined : unwrap(text.parseGoal(goal), `goal ${goal}`);
  const target = named && piecesOf(named.positions[0]!)[0]!.cells;
  const goalOf = ({ codes }: Piece, cells: readonly number[]): Goal => {
    const end: Position = Array.from({ length: board.size }, (_, cell) => codes[cells.indexOf(cell)] ?? anything);
    return { text: text.formatPosition(end), positions: [end] };
  };
  const isHorizontal = ({ cells }: Piece): boolean => axisOf(board, cells, freedom) === 'row';

  /** The goal that drives a car out to the right. */
  const carGoal = (letter: string, start: Position): Result<Goal> => {
    const car = piecesOf(start).find(({ codes }) => letterOf(codes[0]!) === letter);
    if (!car) return wrong('unknown-car', { car: letter });
    if (!isHorizontal(car)) return wrong('upright-car', { car: letter });
    return ok(goalOf(car, cellsAtExit(board, car, 'right')));
  };

  return {
    startGoal: (start) => {
      if (target) {
        const shape = shapeKey(board, target, freedom);
        const same = piecesOf(start).filter(({ cells }) => shapeKey(board, cells, freedom) === shape);
        return same.length === 1 ? goalOf(same[0]!, target) : undefined;
      }
      const leaves = markedExit(start) ?? exit;
      const car = leaves && exitCar(board, start, leaves);
      return car && goalOf(car, cellsAtExit(board, car, leaves.side));
    },
    parseGoal: (typed, start) => {
      const car = exit && namedCar.exec(typed)?.[1]?.toUpperCase();
      if (!car) return text.parseGoal(typed);
      return start ? carGoal(car, start) : ok({ text: `car:${car}`, positions: [] });
    },
    aimOf: ({ positions: [end] }) => {
      const [piece, other] = piecesOf(end!);
      if (!piece || other) return undefined;
      const isOn = (cells: readonly number[]): boolean => String(cells) === String(piece.cells);
      const aim = (code: Aim['code']): Aim => ({ code, piece: letterOf(piece.codes[0]!) });
      if (target) return isOn(target) ? aim('bottom-middle') : undefined;
      const side = (['right', 'left'] as const).find((one) => isOn(cellsAtExit(board, piece, one)));
      return side && isHorizontal(piece) ? aim(`drive-${side}`) : undefined;
    },
  };
};
