/** Boards of letters as text: `ABBC/ABBC/DEEF/DGHF/I..J`, or the 36 characters of the Rush Hour database. */
import { type Board, rowsOf } from '../../board.ts';
import { emojiOf, longestInput, type Token, tokens, wordsOf } from '../../notation.ts';
import {
  anything,
  type Goal,
  ok,
  type Position,
  type PositionText,
  type Recognition,
  type Result,
  wrong,
} from '../../puzzle.ts';
import { otherRows } from '../../rows.ts';
import { axisOf, type Freedom, letterOf, letters, piecesOf, wall } from './letters.ts';
import { columnsOf, shifted, ways } from './shapes.ts';

interface Form {
  readonly empty: '.' | 'o';
  /** What stands between rows. */
  readonly separator: '/' | '';
}

const wallMark = 'x';

interface Cell {
  readonly code: number;
  readonly span: readonly [number, number];
}

interface Reading {
  readonly id: string;
  readonly board: Board;
  readonly freedom: Freedom;
}

const codeOf = (text: string): number | undefined => {
  if (/^[.o0_]$/u.test(text)) return 0;
  if (text === wallMark || text === '🧱') return wall;
  const at = text.length === 1 ? letters.indexOf(text.toUpperCase()) : -1;
  return at === -1 ? undefined : at + 1;
};

const readCells = ({ id, board }: Reading, text: string): Result<Cell[]> => {
  const { size, rows } = board;
  const columns = columnsOf(board);
  if (text.length > longestInput) return wrong('too-long', { length: text.length, most: longestInput });
  const found = tokens(text, '[]');
  if (found.length === 0) return wrong('empty', { puzzle: id });
  const words = wordsOf(found);
  const row = words.findIndex((word) => word.length !== columns);
  const spanOf = (word: readonly Token[]) => [word[0]!.from, word.at(-1)!.to] as const;
  const isInRows = words.length > 1 && words.some((word) => word.length > 1);
  // A board can also be written in other portions.
  if (isInRows && (found.length !== size || words.length === rows)) {
    if (row !== -1) {
      const values = { puzzle: id, row: row + 1, expected: columns, actual: words[row]!.length };
      return wrong('row-length', values, spanOf(words[row]!));
    }
    if (words.length !== rows) return wrong('row-count', { puzzle: id, expected: rows, actual: words.length });
  }
  const cells: Cell[] = [];
  for (const { text: piece, from, to } of found) {
    // An emoji of a letter is a piece, also of `o` and `x`.
    const code = codeOf(to - from > 1 ? piece.toUpperCase() : piece);
    const values = { puzzle: id, cell: cells.length + 1, piece, last: '' };
    if (code === undefined) return wrong('unknown-piece', values, [from, to]);
    cells.push({ code, span: [from, to] });
  }
  if (cells.length !== size) return wrong('cell-count', { puzzle: id, expected: size, actual: cells.length });
  return otherRows(id, board, text, found) ?? ok(cells);
};

/** The first cell of a piece that doesn't touch those before it. */
const apart = (board: Board, cells: readonly number[]): number | undefined => {
  const joined = [cells[0]!];
  for (const cell of joined) {
    for (const { dx, dy } of ways) {
      const [next] = shifted(board, [cell], dx, dy) ?? [];
      if (next !== undefined && cells.includes(next) && !joined.includes(next)) joined.push(next);
    }
  }
  return cells.find((cell) => !joined.includes(cell));
};

const isCar = (board: Board, cells: readonly number[]): boolean => {
  const step = axisOf(board, cells, 'keeping') === 'row' ? 1 : columnsOf(board);
  return cells.length > 1 && cells.every((cell, index) => cell === cells[0]! + index * step);
};

const readPieces = (reading: Reading, text: string): Result<Position> => {
  const { board, freedom } = reading;
  const read = readCells(reading, text);
  if (!read.ok) return read;
  const position = read.value.map(({ code }) => code);
  for (const { codes, cells } of piecesOf(position)) {
    const piece = letterOf(codes[0]!);
    const cell = apart(board, cells);
    if (cell !== undefined) return wrong('piece-apart', { piece, cell: cell + 1 }, read.value[cell]!.span);
    if (freedom === 'keeping' && !isCar(board, cells)) {
      return wrong('no-car', { piece, cell: cells[0]! + 1 }, read.value[cells[0]!]!.span);
    }
  }
  return ok(position);
};

const emojiOfCode = (code: number): string => {
  if (code === 0 || code === anything) return '⬛';
  if (code === wall) return '🧱';
  return emojiOf(letterOf(code));
};

const recognitionOn = (board: Board): Recognition => {
  const { size } = board;
  const columns = columnsOf(board);
  return {
    separators: '[]',
    isPiece: (text) => codeOf(text) !== undefined,
    // A board is one word, or a word for each row; others don't count.
    cellsOf: (word) => {
      const isRow = word.length === columns || word.length === size;
      const cells = isRow ? word.length : size + 1;
      return { cells, numbers: cells };
    },
    isProse: (word) => word.length !== columns && word.length !== size,
    isWordLike: true,
  };
};

export const letterText = (id: string, board: Board, freedom: Freedom, { empty, separator }: Form): PositionText => {
  const reading = { id, board, freedom };

  const format = (position: Position, mark: string, between: string): string =>
    rowsOf(board, position)
      .map((row) =>
        row
          .map((code) => (code === wall ? wallMark : code === 0 || code === anything ? mark : letterOf(code)))
          .join(''),
      )
      .join(between);
  const formatPosition = (position: Position): string => format(position, empty, separator);

  const parsePosition = (text: string): Result<Position> => {
    const read = readPieces(reading, text);
    if (!read.ok) return read;
    if (piecesOf(read.value).length === 0) return wrong('no-pieces', { puzzle: id });
    if (!read.value.includes(0)) return wrong('no-room', { puzzle: id });
    return read;
  };

  /** An empty cell of a goal may hold anything, unless all pieces of the start are there: then it is empty anyway. */
  const parseGoal = (text: string): Result<Goal> => {
    const read = readPieces(reading, text);
    if (!read.ok) return read;
    if (piecesOf(read.value).length === 0) return wrong('no-goal-piece', { puzzle: id });
    const end = read.value.map((code) => (code === 0 || code === wall ? anything : code));
    return ok({ text: format(end, empty, separator), positions: [end] });
  };

  return {
    parsePosition,
    parseGoal,
    formatPosition,
    positionNotations: (position) =>
      separator === ''
        ? [
            { notation: 'position', content: formatPosition(position) },
            { notation: 'rows', content: format(position, '.', '/') },
          ]
        : [
            { notation: 'rows', content: formatPosition(position) },
            { notation: 'position', content: format(position, 'o', '') },
          ],
    emoji: (position) => position.map(emojiOfCode),
    emojiNames: (position) =>
      position.map((code) => {
        if (code === 0 || code === anything) return 'blank';
        return code === wall ? 'wall' : `block_${letterOf(code).toLowerCase()}`;
      }),
    recognition: recognitionOn(board),
  };
};
