/** Goals that name one piece: where it goes from a start, how people write them, and what they ask for. */
import type { Board } from '../../board.ts';
import {
  anything,
  endPosition,
  type Goal,
  ok,
  type Position,
  type PositionText,
  type Puzzle,
  type Result,
  wrong,
} from '../../puzzle.ts';
import { cellsAtExit, type Exit, exitCar, likelyExit } from './exit.ts';
import { isInPlace, type PlaceWords, placeName, placeNameOf, wordsOfGoal, writtenGoal } from './goal-words.ts';
import { markedExit } from './letter-text.ts';
import {
  axisOf,
  codeOfLetter,
  type Freedom,
  letterOf,
  otherCase,
  piecesOf,
  swapped,
  wall,
  wallsOf,
} from './letters.ts';
import type { Piece } from './pieces.ts';
import { goalInSentences, type SentenceGoal } from './sentence-goals.ts';
import { columnsOf, lookOf, shapeOf } from './shapes.ts';

/**
 * The goal of a start for which none is named. `bottom-middle`: its only 2 × 2 block is there. `exit`: the car nearest to
 * the exit has left; a position's text may mark another exit. An array: those cells, on boards with the usual pieces.
 */
export type GoalRule = 'bottom-middle' | 'exit' | readonly number[];

interface GoalData {
  readonly board: Board;
  readonly freedom: Freedom;
  readonly rule: GoalRule;
  /** The usual start. */
  readonly classic: Position | undefined;
}

interface Goals extends Required<Pick<Puzzle, 'aimOf' | 'goalInSentence' | 'parseGoal'>> {
  /** The goal of a start; undefined where no piece of it is the one. */
  startGoal(start: Position): Goal | undefined;
}

/** The cells of a 2 × 2 block in the middle of the bottom; undefined where it has no middle. */
const bottomMiddle = (board: Board): number[] | undefined => {
  const columns = columnsOf(board);
  if (columns % 2 === 1 || board.rows < 2) return undefined;
  const first = board.size - columns - columns / 2 - 1;
  return [first, first + 1, first + columns, first + columns + 1];
};

/** The pieces of a board, wherever they are. */
const piecesText = (board: Board, position: Position): string =>
  [
    ...piecesOf(position)
      .map(({ cells }) => lookOf(board, cells))
      .sort(),
    wallsOf(position),
  ].join(' ');

/** What a goal asks for, if it is one place of a piece. */
const aimOn =
  ({ board, freedom, rule }: Omit<GoalData, 'classic'>): Goals['aimOf'] =>
  ({ text: written, positions: [end, ...others] }) => {
    const words = others.length > 0 ? wordsOfGoal(written) : undefined;
    if (words) return { code: 'bring', values: { piece: words.letter, place: placeName(words) } };
    const [piece, other] = end ? piecesOf(end) : [];
    if (!piece || other) return undefined;
    const named = { piece: letterOf(piece.codes[0]) };
    const isOn = (cells: readonly number[]): boolean => String(cells) === String(piece.cells);
    const side = (['right', 'left'] as const).find((one) => isOn(cellsAtExit(board, piece, one)));
    if (rule === 'exit' && side && axisOf(board, piece.cells, freedom) === 'row')
      return { code: `drive-${side}`, values: named };
    const place = placeNameOf(board, piece.cells);
    if (place) return { code: 'bring', values: { ...named, place } };
    const columns = columnsOf(board);
    const row = Math.min(...piece.cells.map((cell) => Math.floor(cell / columns))) + 1;
    const column = Math.min(...piece.cells.map((cell) => cell % columns)) + 1;
    return { code: 'bring-cell', values: { ...named, row, column } };
  };

const exitOf = (board: Board, start: Position): Exit => markedExit(start) ?? likelyExit(board, start);

/** What sentences ask about: goals by their words, by an exit, and the usual one. */
interface GoalReaders extends Pick<Goals, 'startGoal'>, Pick<GoalData, 'board' | 'rule'> {
  exitGoal(start: Position, exit: Exit): Goal | undefined;
  placeGoal(said: PlaceWords, start: Position): Result<Goal>;
}

/** The goal that sentences say, from a start. */
const sentenceGoal = (readers: GoalReaders, sentence: SentenceGoal | 'unclear', start: Position): Result<Goal> => {
  if (sentence === 'unclear') return wrong('unclear-goal');
  const { board, rule, exitGoal } = readers;
  const { letter, x, y, row, isOut } = sentence;
  const usual = readers.startGoal(start);
  const [own] = usual ? piecesOf(endPosition(usual)) : [];
  const isUsual = (name: string): boolean => own?.codes[0] === codeOfLetter(name);
  const isThere = rule !== 'exit' && own !== undefined && isInPlace(board, own.cells, { x, y });
  // Whoever says less than the usual goal means it.
  if (letter) return isThere && isUsual(letter) ? ok(usual!) : readers.placeGoal({ letter, x, y, isOut }, start);
  if (isThere) return ok(usual!);
  if (y || rule !== 'exit') return wrong(y && isOut ? 'other-gate' : 'unclear-goal');
  const [marked, likely] = [markedExit(start), exitOf(board, start)];
  const exit: Exit = { row: row ? row - 1 : likely.row, side: x === 'left' || x === 'right' ? x : likely.side };
  const goal = exitGoal(start, exit);
  // Programs count rows from 0.
  const isNext = row === likely.row && isUsual('X');
  const isOther = marked && (marked.row !== exit.row || marked.side !== exit.side);
  if (isOther || (isNext && goal)) return wrong('unclear-goal');
  const found = goal ?? (isNext ? exitGoal(start, { ...exit, row }) : undefined);
  return found ? ok(found) : wrong('no-exit-car', { row: exit.row + 1 });
};

export const goalsOf = ({ board, freedom, rule, classic }: GoalData, text: PositionText): Goals => {
  const target = rule === 'exit' ? undefined : rule === 'bottom-middle' ? bottomMiddle(board) : rule;
  const usual = typeof rule === 'string' || !classic ? undefined : piecesText(board, classic);

  const positionOf = ({ codes }: Piece, cells: readonly number[]): Position =>
    Array.from({ length: board.size }, (_, cell) => (cells.includes(cell) ? codes[0] : anything));
  const goalOf = (piece: Piece, cells: readonly number[]): Goal => {
    const end = positionOf(piece, cells);
    return { text: text.formatPosition(end), positions: [end] };
  };

  const exitGoal = (start: Position, exit: Exit): Goal | undefined => {
    const car = exitCar(board, start, exit);
    return car && goalOf(car, cellsAtExit(board, car, exit.side));
  };
  const startGoal = (start: Position): Goal | undefined => {
    if (rule !== 'exit') {
      if (!target || (usual !== undefined && piecesText(board, start) !== usual)) return undefined;
      const look = lookOf(board, target);
      const [only, other] = piecesOf(start).filter(({ cells }) => lookOf(board, cells) === look);
      return only && !other ? goalOf(only, target) : undefined;
    }
    return exitGoal(start, exitOf(board, start));
  };

  /** The goal that words name, from a start. */
  const placeGoal = (place: PlaceWords, start: Position): Result<Goal> => {
    const hasSide = !place.isOut || place.x !== undefined || place.y !== undefined;
    const words = hasSide || rule !== 'exit' ? place : { ...place, x: exitOf(board, start).side };
    const pieces = piecesOf(start);
    // Of x and o, only the capital is a piece.
    const codes = [words.letter, swapped(words.letter)].map(codeOfLetter);
    const piece = codes.flatMap((code) => pieces.find((one) => one.codes[0] === code) ?? [])[0];
    if (!piece) return wrong('unknown-car', { car: words.letter });
    const letter = letterOf(piece.codes[0]);
    const { cells } = piece;
    if (words === place && !hasSide) {
      const goal = startGoal(start);
      return goal?.positions[0]?.includes(piece.codes[0]) ? ok(goal) : wrong('no-place', { piece: letter });
    }
    const axis = axisOf(board, cells, freedom);
    const isAcross = words.y !== undefined;
    if (words.isOut && axis !== 'free' && (axis === 'row') === isAcross)
      return isAcross ? wrong('no-place', { piece: letter }) : wrong('upright-car', { car: letter });
    const { places } = shapeOf(board, cells, axis, wallsOf(start));
    const there = places.filter((place) => isInPlace(board, place, words));
    const [only, ...others] = there;
    if (!only) return wrong('no-place', { piece: letter });
    if (others.length === 0) return ok(goalOf(piece, only));
    return ok({
      text: writtenGoal({ ...words, letter }),
      positions: there.map((place) => positionOf(piece, place)),
    });
  };

  /** A drawing whose letters are those of the start: `a` is its A, where it has no a. */
  const drawnGoal = (typed: string, start: Position): Result<Goal> => {
    const drawn = text.parseGoal(typed);
    if (!drawn.ok) return drawn;
    const end = endPosition(drawn.value).map((code) =>
      code > 0 && code !== wall && !start.includes(code) && start.includes(otherCase(code)) ? otherCase(code) : code,
    );
    return ok({ text: text.formatPosition(end), positions: [end] });
  };

  return {
    startGoal,
    parseGoal: (typed, start) => {
      const words = wordsOfGoal(typed);
      if (words) return start ? placeGoal(words, start) : ok({ text: writtenGoal(words), positions: [] });
      return start ? drawnGoal(typed, start) : text.parseGoal(typed);
    },
    goalInSentence: (sentence, start) => {
      const goal = goalInSentences(sentence);
      return goal && sentenceGoal({ board, rule, startGoal, exitGoal, placeGoal }, goal, start);
    },
    aimOf: aimOn({ board, freedom, rule }),
  };
};
