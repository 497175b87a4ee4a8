/** Sliding positions as text. Tiles over nine are written A, B, …; on boards with more tiles than that, as numbers. */
import type { Board } from '../../board.ts';
import { blank, joined, longestInput, type Token, tokens, wordsOf } from '../../notation.ts';
import { anything, ok, type Position, type PositionText, type Recognition, type Result, wrong } from '../../puzzle.ts';
import { remembered } from '../../remembered.ts';
import { otherCount, otherRows, writtenRows } from '../../rows.ts';
import { goalNamesOf, namedGoal, narrowed } from './goals.ts';

const letterOf = (tile: number): string => tile.toString(36).toUpperCase();
/** On a cell of a goal: whatever is there. */
const free = '.';
/** Digits and letters before X, which is a blank. */
const mostLetters = 33;

const isNumber = (text: string): boolean => /^(\d+|[a-z_.])$/iu.test(text);

const recognition = (size: number): Recognition => ({
  separators: '[]',
  // Too large digits count too: a list of numbers with one of them is no board.
  isPiece: (text) => /^[_.x\d]$/iu.test(text) || (/^[a-z]$/iu.test(text) && Number.parseInt(text, 36) < size),
  cellsOf: (word) => {
    const isOne = word.length === 2 && Number(word.map(({ text }) => text).join('')) < size;
    return { cells: word.length, numbers: isOne ? 1 : word.length };
  },
  isProse: (word) => word.every(({ text }) => /^[a-z]$/u.test(text) && text !== 'x'),
  isWordLike: false,
});

const wordsIn = remembered((text: string) =>
  wordsOf(tokens(text, '[]')).map((parts) => ({ parts, whole: joined(parts) })),
);

/** Pieces as separate numbers, or as single characters. */
const readPieces = (text: string, size: number): readonly Token[] => {
  const words = wordsIn(text);
  // A single digit between separators means separate numbers; otherwise separators end rows.
  const isApart =
    words.length >= size || (words.length > 1 && words.some(({ whole }) => /^[0-9a-z_.]$/iu.test(whole.text)));
  // Runs of emoji such as `8️⃣6️⃣7️⃣` are one piece each.
  return isApart ? words.flatMap(({ parts, whole }) => (isNumber(whole.text) ? whole : parts)) : tokens(text, '[]');
};

/** The tile of a mark, 0 for a blank; undefined for what a board of a size doesn't have. */
const tileOf = ({ text }: Token, size: number, isFree: boolean): number | undefined => {
  if (isFree && text === free) return anything;
  if (text === blank || text === '.' || text === 'x' || text === 'X') return 0;
  const tile = /^\d+$/u.test(text) ? Number(text) : /^[a-z]$/iu.test(text) ? Number.parseInt(text, 36) : Number.NaN;
  return tile < size ? tile : undefined;
};

export const slidingText = (id: string, board: Board): PositionText => {
  const { size } = board;
  const [tileName, blankName] = board.lattice === 'square' ? ['tile', 'blank'] : ['hexagon', 'hexagon_blank'];
  const hasLetters = size <= mostLetters;
  const nameOf = (tile: number): string => (tile === anything ? free : hasLetters ? letterOf(tile) : String(tile));
  const last = nameOf(size - 1);
  const inOrder = Array.from({ length: size }, (_, tile) => tile);
  // Simulators write numbers in rows too.
  const numberRows = (position: Position): string =>
    writtenRows(
      board,
      position.map((tile) => (tile === anything ? free : tile)),
      ' ',
    );
  const letters = (position: Position): string => position.map(nameOf).join('');
  const formatPosition = hasLetters ? letters : numberRows;

  /** @param isFree whether cells may be free, as in goals */
  const read = (text: string, isFree: boolean): Result<Position> => {
    if (text.length > longestInput) return wrong('too-long', { length: text.length, most: longestInput });
    const pieces = readPieces(text, size);
    if (pieces.length === 0) return wrong('empty', { puzzle: id });
    const position: number[] = [];
    for (const [cell, token] of pieces.entries()) {
      const tile = tileOf(token, size, isFree);
      if (tile === undefined) {
        return wrong('unknown-piece', { puzzle: id, cell: cell + 1, piece: token.text, last }, [token.from, token.to]);
      }
      position.push(tile);
    }
    const other = otherCount(id, board, text, pieces) ?? otherRows(id, board, text, pieces);
    if (other) return other;
    for (const [cell, tile] of position.entries()) {
      const first = position.indexOf(tile);
      if (first === cell || tile === anything) continue;
      const { from, to } = pieces[cell]!;
      const cells = { first: first + 1, second: cell + 1 };
      return tile === 0
        ? wrong('repeated-blank', cells, [from, to])
        : wrong('repeated-tile', { tile: nameOf(tile), ...cells }, [from, to]);
    }
    return ok(position);
  };

  return {
    parsePosition: (text) => read(text, false),
    goalNames: goalNamesOf(board),
    parseGoal: (text) => {
      const named = namedGoal(board, text);
      const end = named ? ok(named) : read(text, true);
      if (!end.ok) return end;
      const position = narrowed(inOrder, end.value);
      return ok({ text: formatPosition(position), positions: [position] });
    },
    formatPosition,
    positionNotations: (position) => [
      ...(hasLetters
        ? ([
            { notation: 'position', content: letters(position) },
            { notation: 'rows', content: writtenRows(board, position.map(nameOf)) },
          ] as const)
        : []),
      { notation: 'numbers', content: position.join(' ') },
      { notation: 'numberRows', content: numberRows(position) },
    ],
    emojiNames: (position) => position.map((tile) => (tile > 0 ? `${tileName}_${tile}` : blankName)),
    recognition: recognition(size),
  };
};
