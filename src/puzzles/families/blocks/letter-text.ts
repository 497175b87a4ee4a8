/** Boards of letters as text: `ABBC/ABBC/DEEF/DGHF/I..J`, or the 36 characters of the Rush Hour database. */
import { type Board, rowsOf } from '../../board.ts';
import type { Some } from '../../lists.ts';
import { longestInput, type Token, textSpan, tokens, wordsOf } from '../../notation.ts';
import {
  anything,
  type BadInput,
  type Goal,
  ok,
  type Position,
  type PositionText,
  type Recognition,
  type Result,
  wrong,
} from '../../puzzle.ts';
import { otherRows, rowsBetween } from '../../rows.ts';
import { colour, withLettersForColours } from './coloured-cars.ts';
import { longestSide } from './cursor.ts';
import { type Exit, exitCar, likelyExit } from './exit.ts';
import { codeOfLetter, type Freedom, isCar, letterOf, piecesOf, wall } from './letters.ts';
import { lettered, undoubled } from './other-marks.ts';
import { apart, columnsOf } from './shapes.ts';

export interface Form {
  readonly empty: '.' | 'o';
  /** What stands between rows. */
  readonly separator: '/' | '';
  /** Any tray: small letters are pieces of their own, and a piece may have several parts. */
  readonly isAny?: true;
  /** Of the usual board, whose cells may be printed twice. */
  readonly size?: readonly [rows: number, columns: number];
}

const wallMark = 'x';

/** The marks of an exit beside its row, by the side on which the car leaves. */
const exitMarks: ReadonlyMap<string, Exit['side']> = new Map([
  ...[...'>→➡'].map((mark) => [mark, 'right'] as const),
  ...[...'<←⬅'].map((mark) => [mark, 'left'] as const),
]);

interface Reading {
  readonly id: string;
  readonly board: Board;
  readonly freedom: Freedom;
  readonly form: Form;
  /** Whether a mark beside a row says where a car leaves. */
  readonly hasExits: boolean;
}

const isExitMark = ({ text }: Pick<Token, 'text'>): boolean => exitMarks.has(text);

/** The cells of each row of a text; of one without rows, all of its words. */
const rowsOfText = (text: string): Some<Token>[] => {
  const cells = tokens(text, '[]').filter((token) => !isExitMark(token));
  const rows = rowsBetween(text, cells, /[\n\r/／]/u);
  return rows.length > 1 ? rows : wordsOf(cells);
};

/** A board in other marks as one of letters. */
const inLetters = (text: string, { separator, size }: Form): string => {
  const letters = lettered(separator === '' ? withLettersForColours(text) : text);
  return size ? undoubled(letters, size) : letters;
};

/** The rows and columns that a text draws, or a square without separators; undefined if it draws no rectangle. */
export const sizeOfText = (text: string, form: Form): readonly [rows: number, columns: number] | undefined => {
  if (text.length > longestInput) return undefined;
  const lengths = rowsOfText(inLetters(text, form)).map((row) => row.length);
  const [length = 0] = lengths;
  const side = Math.sqrt(length);
  // As few cells as in a row are one.
  if (length > longestSide && lengths.length === 1 && form.separator === '' && Number.isInteger(side))
    return [side, side];
  if (lengths.length === 1) return undefined;
  // A row with a cell too few or too many is one of a board whose other rows agree.
  const usual = lengths.toSorted((a, b) => a - b)[lengths.length >> 1]!;
  return usual > 1 ? [lengths.length, usual] : undefined;
};

/** How the writer uses O and X: the letter for empty cells besides `.`, and the one for walls; undefined where it is a piece. */
interface Dialect {
  readonly empty: string | undefined;
  readonly wall: string | undefined;
}

/**
 * All dialects that a board may be written in. Most boards have one. Boards with `.` have no other mark for empty cells,
 * so that their `o` and `x` are cars. The others have the public database's: capitals, `o` for empty, `x` for walls.
 * @param marks the cells as they are written
 */
const dialectsOf = (board: Board, freedom: Freedom, marks: readonly string[]): Dialect[] => {
  const has = (pattern: RegExp): boolean => marks.some((mark) => pattern.test(mark));
  const hasDots = has(/^[._0]$/u);
  const hasCapitals = has(/^[A-Z]$/u);
  const emptyMarks = (): Dialect['empty'][] => {
    if (!has(/^o$/u)) return [hasDots ? undefined : 'O'];
    if (!hasDots) return ['o'];
    return hasCapitals || freedom === 'free' ? ['o', undefined] : [undefined];
  };
  const wallMarks = (empty: Dialect['empty']): Dialect['wall'][] => {
    // In capitals throughout, so that O is the only mark for empty cells.
    if (empty === 'O' && freedom === 'keeping' && has(/^X$/u)) return [undefined, 'X'];
    if (!has(/^x$/u)) return [undefined];
    const cells = marks.flatMap((mark, cell) => (mark === 'x' ? cell : []));
    if (freedom === 'free' || !isCar(board, cells)) return ['x'];
    if (hasCapitals === hasDots) return ['x', undefined];
    return [hasDots ? undefined : 'x'];
  };
  return emptyMarks().flatMap((empty) => wallMarks(empty).map((wall) => ({ empty, wall })));
};

/** @param hasSmall whether small letters are pieces of their own */
const codeOf = (text: string, { empty, wall: wallLetter }: Dialect, hasSmall: boolean): number | undefined => {
  if (/^[.0_]$/u.test(text) || text === empty) return 0;
  if (text === '🧱' || text === '#' || text === wallLetter) return wall;
  return (hasSmall && codeOfLetter(text)) || codeOfLetter(text.toUpperCase()) || undefined;
};
const isCell = (text: string): boolean => codeOf(text, { empty: undefined, wall: undefined }, false) !== undefined;

/** The exit that a mark at either end of a row stands for, if there is a mark. */
const exitIn = ({ board }: Reading, text: string, found: readonly Token[]): Result<Exit | undefined> => {
  const [mark, other] = found.filter(isExitMark);
  if (!mark) return ok(undefined);
  const at = found.indexOf(mark);
  const columns = columnsOf(board);
  const [before, next] = [found[at - 1], found[at + 1]];
  const isBeforeRow =
    next &&
    !/[\n/]/u.test(text.slice(mark.to, next.from)) &&
    (!before || /[\n/]/u.test(text.slice(before.to, mark.from)));
  const row = at / columns - (isBeforeRow ? 0 : 1);
  // Before the first row, it may be the mark of a quote.
  const isQuote = at === 0 && mark.text === '>' && /^\s/u.test(text.slice(mark.to));
  const side = exitMarks.get(mark.text);
  // Behind a row, an arrow to the left may only point at its right end.
  const isPointer = side === 'left' && !isBeforeRow;
  if (other || isQuote || isPointer || !side || !Number.isInteger(row) || row < 0 || row >= board.rows) {
    return wrong('exit-mark', { mark: (other ?? mark).text }, textSpan([other ?? mark]));
  }
  return ok({ row, side });
};

/** A text as cells that are not yet understood, and the exit that it marks. */
const readCells = (reading: Reading, text: string) => {
  const { id, board, form } = reading;
  const { size, rows } = board;
  const columns = columnsOf(board);
  if (text.length > longestInput) return wrong('too-long', { length: text.length, most: longestInput });
  const all = tokens(text, '[]');
  // Any tray may have exits, but its goal says where a piece leaves.
  const mayHaveExits = reading.hasExits || form.isAny === true;
  const exit = mayHaveExits ? exitIn(reading, text, all) : ok(undefined);
  if (!exit.ok) return exit;
  const found = mayHaveExits ? all.filter((token) => !isExitMark(token)) : all;
  if (found.length === 0) return wrong('empty', { puzzle: id });
  const drawn = sizeOfText(text, form);
  if (drawn && Math.max(...drawn) > longestSide) {
    return wrong('board-size', { rows: drawn[0], columns: drawn[1], most: longestSide });
  }
  // A line of cells is no tray of its own, as it has no rows.
  const words = form.isAny ? rowsOfText(text) : wordsOf(found);
  const other = words.find((word) => word.length !== columns);
  const isInRows = form.isAny || (words.length > 1 && words.some((word) => word.length > 1));
  // A board can also be written in other portions.
  if (isInRows && (form.isAny || found.length !== size || words.length === rows)) {
    if (other) {
      const values = { puzzle: id, row: words.indexOf(other) + 1, expected: columns, actual: other.length };
      return wrong('row-length', values, textSpan(other));
    }
    if (words.length !== rows) return wrong('row-count', { puzzle: id, expected: rows, actual: words.length });
  }
  // An emoji of a letter is a piece, also of `o` and `x`.
  const plain = (token: Token): Token =>
    token.to - token.from > 1 ? { ...token, text: token.text.toUpperCase() } : token;
  const cells = found.map(plain);
  const odd = found.find((token) => !isCell(plain(token).text));
  if (odd) {
    const values = { puzzle: id, cell: found.indexOf(odd) + 1, piece: odd.text, last: '' };
    return wrong('unknown-piece', values, textSpan([odd]));
  }
  if (cells.length !== size) return wrong('cell-count', { puzzle: id, expected: size, actual: cells.length });
  return otherRows(id, board, text, cells) ?? ok({ cells, exit: reading.hasExits ? exit.value : undefined });
};

/** The pieces in one dialect. */
const readAs = ({ board, freedom, form }: Reading, cells: readonly Token[], dialect: Dialect): Result<Position> => {
  // A board of small letters has the same pieces as one of capitals.
  const hasSmall = form.isAny === true && cells.some(({ text }) => /^[A-Z]$/u.test(text));
  const position = cells.map(({ text }) => codeOf(text, dialect, hasSmall)!);
  for (const { codes, cells: own } of piecesOf(position)) {
    const piece = letterOf(codes[0]);
    const cell = form.isAny ? undefined : apart(board, own);
    if (cell !== undefined) return wrong('piece-apart', { piece, cell: cell + 1 }, textSpan([cells[cell]!]));
    if (freedom === 'keeping' && !isCar(board, own)) {
      return wrong('no-car', { piece, cell: own[0] + 1 }, textSpan([cells[own[0]]!]));
    }
  }
  return ok(position);
};

/** The problem of a board without pieces. Squares of colours may have been meant as some: one colour may stand for several. */
const noPieces = (id: string, text: string): BadInput => {
  const cells = tokens(text, '[]');
  const cell = cells.findIndex(({ from, to }) => colour.test(text.slice(from, to)));
  const { from, to } = cells[cell] ?? { from: 0, to: 0 };
  if (cell === -1) return wrong('no-pieces', { puzzle: id });
  return wrong('unknown-piece', { puzzle: id, cell: cell + 1, piece: text.slice(from, to), last: '' }, [from, to]);
};

/** A side of a piece or of its place, with a number. */
const measure =
  /\b(?:(x|y|row|col(?:umn)?|w|h|width|height|len(?:gth)?)["']?[ \t]?[:=]?[ \t]?\d|(\d[x×]\d)[ \t]at\b|(horizontal|vertical)\b)/giu;

/** The problem of a text that lists pieces by their sides and places; undefined for any other, as of rows with names. */
const listOfPieces = (text: string): BadInput | undefined => {
  const found = [...text.matchAll(measure)];
  const [first] = found;
  const kinds = new Set(found.map(([, side, size, way]) => (side ?? size ?? way)!.toLowerCase()));
  return first && kinds.size > 1 ? wrong('piece-list', {}, [first.index, first.index + first[0].length]) : undefined;
};

/** The exits that texts mark, by the positions that were read from them. */
const markedExits = new WeakMap<Position, Exit>();

/** The exit that the text of a position marked, if it was read from one that marks any. */
export const markedExit = (position: Position): Exit | undefined => markedExits.get(position);

/** The pieces in the only dialect that makes sense. */
const readPieces = (reading: Reading, text: string): Result<Position> => {
  const { board, freedom } = reading;
  const written = readCells(reading, text);
  if (!written.ok) return written;
  const { cells, exit } = written.value;
  const marks = cells.map((cell) => cell.text);
  const read = dialectsOf(board, freedom, marks).map((dialect) => readAs(reading, cells, dialect));
  const valid = read.flatMap((one) => (one.ok ? [one.value] : []));
  const withCar = reading.hasExits
    ? valid.filter((position) => exitCar(board, position, exit ?? likelyExit(board, position)))
    : [];
  const [position, other] = withCar.length === 1 ? withCar : valid;
  if (!position) return read[0]!;
  if (other) {
    const cell = position.findIndex((code, at) => code !== other[at]);
    const mark = marks[cell]!;
    const code = /x/iu.test(mark) ? 'wall-or-piece' : 'empty-or-piece';
    return wrong(code, { mark, cell: cell + 1 }, textSpan([cells[cell]!]));
  }
  if (exit && !exitCar(board, position, exit)) return wrong('no-exit-car', { row: exit.row + 1 });
  if (exit) markedExits.set(position, exit);
  return ok(position);
};

/** The same in letters or in other marks. */
const readIn = (reading: Reading, text: string): Result<Position> => {
  const letters = text.length > longestInput ? text : inLetters(text, reading.form);
  const read = readPieces(reading, letters);
  // Of another text, no place is known.
  return read.ok || letters.length === text.length ? read : wrong(read.problem.code, read.problem.values);
};

const recognitionOn = ({ board, hasExits }: Reading): Recognition => {
  const { size } = board;
  const columns = columnsOf(board);
  const isMark = (token: Pick<Token, 'text'>): boolean => hasExits && isExitMark(token);
  const lengthOf = (word: readonly Token[]): number => word.filter((token) => !isMark(token)).length;
  const isPart = (length: number): boolean => length === columns || length === size || length === 0;
  return {
    separators: '[]',
    isPiece: (text) => isCell(text) || isMark({ text }),
    // A board is one word, or a word for each row; others don't count.
    cellsOf: (word) => {
      const length = lengthOf(word);
      const cells = isPart(length) ? length : size + 1;
      return { cells, numbers: cells };
    },
    isProse: (word) => !isPart(lengthOf(word)),
    isWordLike: true,
  };
};

export const letterText = (reading: Reading): PositionText => {
  const { id, board, form } = reading;
  const { empty, separator } = form;

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
    const read = readIn(reading, text);
    if (!read.ok) return listOfPieces(text) ?? read;
    if (piecesOf(read.value).length === 0) return noPieces(id, text);
    return read.value.includes(0) ? read : wrong('no-room', { puzzle: id });
  };

  /** An empty cell of a goal may hold anything, unless all pieces of the start are there: then it is empty anyway. */
  const parseGoal = (text: string): Result<Goal> => {
    const read = readIn({ ...reading, hasExits: false }, text);
    if (!read.ok) return read;
    if (piecesOf(read.value).length === 0) return wrong('no-goal-piece', { puzzle: id });
    const end = read.value.map((code) => (code === 0 || code === wall ? anything : code));
    return ok({ text: formatPosition(end), positions: [end] });
  };

  return {
    parsePosition,
    parseGoal,
    formatPosition,
    positionNotations: (position) =>
      separator === ''
        ? [
            { notation: 'position', content: formatPosition(position) },
            // Beside `.`, walls might be cars.
            { notation: 'rows', content: format(position, position.includes(wall) ? 'o' : '.', '/') },
          ]
        : [
            { notation: 'rows', content: formatPosition(position) },
            ...(form.isAny ? [] : [{ notation: 'position', content: format(position, 'o', '') } as const]),
          ],
    emojiNames: (position) =>
      position.map((code) => {
        if (code === 0 || code === anything) return 'blank';
        if (code === wall) return 'wall';
        const letter = letterOf(code);
        const small = letter.toLowerCase();
        return letter === small ? `block_small_${small}` : `block_${small}`;
      }),
    recognition: recognitionOn(reading),
  };
};
