/** Positions of tiles on any board as text: rows, with `#` for what is outside. */
import { rowsOf } from '../../board.ts';
import { blank } from '../../notation.ts';
import { anything, ok, type Position, type PositionText } from '../../puzzle.ts';
import { writtenRows } from '../../rows.ts';
import { readRows, unnamedTile } from './drawing.ts';
import { namedGoals, narrowed } from './goals.ts';
import { free, isCounted, isRectangle, labelOf, type Tiles, tileReader } from './tile-reader.ts';

const outside = '#';

export const tileText = (id: string, tiles: Tiles): PositionText => {
  const { board, pieces, hasLetters } = tiles;
  const read = tileReader(id, tiles);
  const blanks = pieces.filter((code) => code === 0).length;
  const goals = isCounted(pieces) ? namedGoals(board, blanks) : new Map<string, Position>();
  // Letters for numbers over nine are certain only where each number is there once.
  const isWide = !hasLetters && !isCounted(pieces) && pieces.some((code) => code > 9 && code !== unnamedTile);

  const written = (code: number): string => {
    if (code === anything) return free;
    if (code === 0) return hasLetters ? blank : '0';
    return code === unnamedTile ? '*' : isWide ? String(code) : code.toString(36).toUpperCase();
  };
  const width = Math.max(...board.x) / 2 + 1;
  const formatPosition = (position: Position): string =>
    rowsOf(board, [...position.keys()])
      .map((row) => {
        const marks = new Array<string>(width).fill(outside);
        for (const cell of row) marks[board.x[cell]! / 2] = written(position[cell]!);
        return marks.join(isWide ? ' ' : '');
      })
      .join('/');

  const emojiName = (code: number): string => {
    if (code <= 0) return 'blank';
    return hasLetters || code === unnamedTile ? `block_${labelOf(tiles, code).toLowerCase()}` : `tile_${code}`;
  };

  return {
    parsePosition: (text) => readRows(text, (rows) => read(rows, false)),
    goalNames: [...goals.keys()],
    parseGoal: (text) => {
      const named = goals.get(text.trim().toLowerCase());
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
