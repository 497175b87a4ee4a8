/** Moves of sliding puzzles. */
import type { Board } from '../../board.ts';
import { joined, tokens, wordsOf } from '../../notation.ts';
import type { Moves, Position, Step } from '../../puzzle.ts';
import { type Lexed, lexNames, moveSeparators, type SlideRules, slideText } from '../../slides.ts';

/** The cells from `from` through its neighbour `next` to the edge, without `from`. */
const lineOf = (board: Board, from: number, next: number): number[] => {
  const { x, y } = board;
  const [dx, dy] = [x[next]! - x[from]!, y[next]! - y[from]!];
  const after = x.findIndex((at, other) => at === x[next]! + dx && y[other] === y[next]! + dy);
  return after === -1 ? [next] : [next, ...lineOf(board, next, after)];
};

/** A tile in line with the blank pushes all tiles between them. */
const tap = (board: Board, position: Position, cell: number): Step[] => {
  const blank = position.indexOf(0);
  const line = board.neighbours[blank]!.map((next) => lineOf(board, blank, next)).find((cells) => cells.includes(cell));
  return line ? line.slice(0, line.indexOf(cell) + 1).map((from, index) => [from, line[index - 1] ?? blank]) : [];
};

/** Tiles as separate numbers (`12 5`) and as one character each (`C5`). The text may allow both. */
const lexTiles = (rules: SlideRules, text: string): Lexed[] => {
  const { size } = rules.board;
  const tile = (word: string): number | undefined => {
    const value = /^\d{1,3}$/u.test(word) ? Number(word) : /^[a-z]$/iu.test(word) ? Number.parseInt(word, 36) : 0;
    return value > 0 && value < size ? value : undefined;
  };
  const pieces = tokens(text, moveSeparators);
  const apart = wordsOf(pieces).map(joined);
  const compact = lexNames(rules, pieces, tile);
  return apart.length === pieces.length ? [compact] : [lexNames(rules, apart, tile), compact];
};

export const slidingMoves = (id: string, board: Board): Moves => {
  const rules: SlideRules = {
    id,
    board,
    legalSteps: (position) => {
      const blank = position.indexOf(0);
      return board.neighbours[blank]!.map((from) => [from, blank]);
    },
    play: (position, move) => {
      const [from, to] = move;
      if (move.length !== 2 || !board.neighbours[from!]?.includes(to!) || position[to!] !== 0) {
        throw new RangeError(`${id}: no move ${move.join('-')} in ${position}`);
      }
      return position.with(to!, position[from!]!).with(from!, 0);
    },
    notate: (position, move) => position[move[0]!]!,
  };
  return {
    ...rules,
    ...slideText(rules, (text) => lexTiles(rules, text)),
    tap: (position, cell) => tap(board, position, cell),
  };
};
