/** Positions of tiles on any board as text: rows, with `#` for what is outside. */
import { type Board, rowsOf } from '../../board.ts';
import { paired } from '../../lists.ts';
import { blank } from '../../notation.ts';
import { anything, ok, type Position, type PositionText, type Result, wrong } from '../../puzzle.ts';
import { rowLengths, writtenRows } from '../../rows.ts';
import { codeOf, isOutside, isWall, type Mark, outsideMark, type Rows, readRows, unnamedTile } from './drawing.ts';
import { goalNamesOf, namedGoal, narrowed } from './goals.ts';

export interface Tiles {
  readonly board: Board;
  /** The codes of all pieces in ascending order, blanks first. */
  readonly pieces: Position;
  /** Whether tiles are written as letters. If not, they are numbers. */
  readonly hasLetters: boolean;
}

/** On a cell of a goal: whatever is there. */
const free = '.';

const isRectangle = (board: Board): boolean => rowLengths(board).every((length) => length * board.rows === board.size);

/** Whether pieces are blanks and the tiles 1, 2, 3, …, each once. */
export const isCounted = (pieces: Position): boolean => {
  const tiles = pieces.filter((code) => code !== 0).sort((a, b) => a - b);
  return tiles.every((code, index) => code === index + 1);
};

/** A tile as people read it. */
export const labelOf = ({ hasLetters }: Pick<Tiles, 'hasLetters'>, code: number): string => {
  if (code === unnamedTile) return '*';
  return hasLetters ? code.toString(36).toUpperCase() : String(code);
};

const countOf = (code: number, pieces: Position): number => pieces.filter((one) => one === code).length;

/** The marks of a board's cells, where its rows begin at a place; undefined if what is beside them isn't outside. */
const marksFrom = (
  { x, y }: Board,
  rows: Rows,
  [top, left]: readonly [number, number],
  isBeside: (mark: Mark) => boolean,
): readonly Mark[] | undefined => {
  const marks = paired(x, y).map(([column, row]) => rows[row + top]![column / 2 + left]!);
  const own = new Set(marks);
  const isInside = marks.every((mark) => !isWall(mark)) && rows.flat().every((mark) => own.has(mark) || isBeside(mark));
  return isInside ? marks : undefined;
};

/** The marks of a board's cells in rows; undefined if the rows draw another board. */
const marksOn = (board: Board, rows: Rows, isBeside: (mark: Mark) => boolean): readonly Mark[] | undefined => {
  const lengths = rows.map((row) => row.length);
  const [length = 0] = lengths;
  const isListed = lengths.join(' ') === rowLengths(board).join(' ') || (rows.length === 1 && length === board.size);
  if (isListed && !rows.flat().some(isWall)) return rows.flat();
  const width = Math.max(...board.x) / 2 + 1;
  if (lengths.some((other) => other !== length)) return undefined;
  for (let top = 0; top + board.rows <= rows.length; top++) {
    for (let left = 0; left + width <= length; left++) {
      const marks = marksFrom(board, rows, [top, left], isBeside);
      if (marks) return marks;
    }
  }
  return undefined;
};

/** Reads rows as a position, or as that of a goal. */
const tileReader = (id: string, tiles: Tiles) => {
  const { board, pieces } = tiles;
  const hasStars = pieces.includes(unnamedTile);
  const hasX = pieces.includes(Number.parseInt('x', 36));

  const pieceOf = (mark: Mark, isGoal: boolean): number => {
    if (mark.text === free) return isGoal ? anything : 0;
    if (isOutside(mark) && !hasX) return 0;
    // An unlabelled tile that isn't there can only be the blank.
    return mark.text === '*' && !hasStars ? 0 : codeOf(mark)!;
  };

  return (rows: Rows, isGoal: boolean): Result<Position> => {
    if (rows.length === 0) return wrong('empty', { puzzle: id });
    const marks = marksOn(board, rows, hasX ? isWall : isOutside);
    if (!marks) return wrong('other-shape', { puzzle: id });
    // Where a goal has all blanks, a star on another cell is any tile.
    const isAnyTile =
      isGoal &&
      !hasStars &&
      marks.filter(({ text }) => text !== '*' && codeOf({ text }) === 0).length === countOf(0, pieces);
    const position = marks.map((mark) => (isAnyTile && mark.text === '*' ? anything : pieceOf(mark, isGoal)));
    const own = position.find((code) => code !== anything && countOf(code, position) > countOf(code, pieces));
    if (own === undefined) return ok(position);
    const piece = own === 0 ? blank : labelOf(tiles, own);
    return wrong('other-tiles', { piece, actual: countOf(own, position), expected: countOf(own, pieces) });
  };
};

export const tileText = (id: string, tiles: Tiles): PositionText => {
  const { board, pieces, hasLetters } = tiles;
  const read = tileReader(id, tiles);
  const blanks = pieces.filter((code) => code === 0).length;
  // Letters for numbers over nine are certain only where each number is there once.
  const isWide = !hasLetters && !isCounted(pieces) && pieces.some((code) => code > 9 && code !== unnamedTile);

  const written = (code: number): string => {
    if (code === anything) return free;
    if (code === 0) return hasLetters ? blank : '0';
    return code === unnamedTile ? '*' : isWide ? String(code) : code.toString(36).toUpperCase();
  };
  const width = Math.max(...board.x) / 2 + 1;
  const formatPosition = (position: Position): string =>
    rowsOf(board, paired(board.x, position))
      .map((row) => {
        const marks = new Array<string>(width).fill(outsideMark);
        for (const [x, piece] of row) marks[x / 2] = written(piece);
        return marks.join(isWide ? ' ' : '');
      })
      .join('/');

  const emojiName = (code: number): string => {
    if (code <= 0) return 'blank';
    return hasLetters || code === unnamedTile ? `block_${labelOf(tiles, code).toLowerCase()}` : `tile_${code}`;
  };

  return {
    parsePosition: (text) => readRows(text, (rows) => read(rows, false)),
    goalNames: isCounted(pieces) ? goalNamesOf(board) : [],
    parseGoal: (text) => {
      const named = isCounted(pieces) ? namedGoal(board, text, blanks) : undefined;
      const found = named ? ok(named) : readRows(text, (rows) => read(rows, true));
      if (!found.ok) return found;
      const end = narrowed(pieces, found.value);
      return ok({ text: formatPosition(end), positions: [end] });
    },
    formatPosition,
    positionNotations: (position) => [
      { notation: 'rows', content: formatPosition(position) },
      ...(isRectangle(board) && isCounted(pieces) && blanks === 1
        ? [{ notation: 'numberRows' as const, content: writtenRows(board, position, ' ') }]
        : []),
    ],
    emojiNames: (position) => position.map(emojiName),
    recognition: {
      separators: '[]',
      hasOutside: true,
      isPiece: (text) => /^[_.#*\da-z]$/iu.test(text),
      cellsOf: (word) => {
        const isOne = !hasLetters && word.length === 2 && word.every((token) => /^\d$/u.test(token.text));
        return { cells: word.length, numbers: isOne ? 1 : word.length };
      },
      isProse: (word) => word.every(({ text }) => /^[a-z]$/u.test(text) && text !== 'x'),
      isWordLike: false,
    },
  };
};
