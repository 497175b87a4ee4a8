/** Moves of sliding puzzles. */
import type { Board } from '../../board.ts';
import { joined, tokens, wordsOf } from '../../notation.ts';
import type { Metric, Moves, Position, Step } from '../../puzzle.ts';
import { isSameWay, type Lexed, lexNames, moveSeparators, type SlideRules, slideText } from '../../slides.ts';
import { landingsOf, linesOf } from './lines.ts';

/** The steps of the tiles from the one beside the blank to the one on `cell`; none if that is not in line with the blank. */
const pushed = (board: Board, blank: number, cell: number): Step[] => {
  const line: readonly number[] = linesOf(board)[blank]?.find((cells) => cells.includes(cell)) ?? [];
  return line.slice(0, line.indexOf(cell) + 1).map((from, index) => [from, line[index - 1] ?? blank]);
};

export const slid = (position: Position, [from, to]: Step): Position =>
  position.with(to, position[from]!).with(from, 0);

/** What tiles are called. */
interface Names {
  readonly nameOf: (code: number) => string | number;
  readonly read: (word: string) => string | number | undefined;
  /** Whether a name doesn't tell which tile moves. */
  readonly isAmbiguous: boolean;
}

/** Tiles that are numbers from 1. */
const numbersOf = ({ size }: Board): Names => ({
  nameOf: (code) => code,
  read: (word) => {
    const value = /^\d{1,3}$/u.test(word) ? Number(word) : /^[a-z]$/iu.test(word) ? Number.parseInt(word, 36) : 0;
    return value > 0 && value < size ? value : undefined;
  },
  isAmbiguous: false,
});

/** Tiles as separate numbers (`12 5`) and as one character each (`C5`). The text may allow both. */
const lexTiles = (rules: SlideRules, tile: Names['read'], text: string): Lexed[] => {
  const pieces = tokens(text, moveSeparators);
  const apart = wordsOf(pieces).map(joined);
  const compact = lexNames(rules, pieces, tile);
  return apart.length === pieces.length ? [compact] : [lexNames(rules, apart, tile), compact];
};

export const slidingMoves = (id: string, board: Board, metric: Metric, names: Names = numbersOf(board)): Moves => {
  const isMultiTile = metric === 'mtm';
  const landings = landingsOf(board, metric);
  const rules: SlideRules = {
    id,
    board,
    legalSteps: (position) => {
      const blank = position.indexOf(0);
      return board.neighbours[blank]!.map((from) => [from, blank]);
    },
    play: (position, move) => {
      const [from = -1, to = -1] = move;
      if (move.length !== 2 || !landings[to]?.includes(from) || position[to] !== 0)
        throw new RangeError(`${id}: no move ${move.join('-')} in ${position}`);
      return pushed(board, to, from).reduce(slid, position);
    },
    stepsOf: (_, [from = -1, to = -1]) => pushed(board, to, from),
    extended: ([from = -1, to = -1], step) =>
      isMultiTile && step[1] === from && isSameWay(board, [from, to], step) ? [step[0], to] : undefined,
    nameOf: (position, [from = -1]) => names.nameOf(position[from]!),
  };
  const text = slideText(rules, (written) => lexTiles(rules, names.read, written));
  const [, byPiece, byBlank] = text.moveNotations;
  return {
    ...rules,
    ...text,
    notate: rules.nameOf,
    tap: (position, cell) => pushed(board, position.indexOf(0), cell),
    // A tile's number does not tell how many tiles move, and a name not which of those that have it.
    ...((isMultiTile || names.isAmbiguous) && {
      notate: (position, move) => text.formatMove(position, move, 'piece-directions'),
      moveNotations: [byPiece, byBlank],
    }),
  };
};
