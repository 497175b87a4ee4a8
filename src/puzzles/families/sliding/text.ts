/** Sliding positions as text. Tiles over nine are written A, B, …; on boards with more tiles than that, as numbers. */
import { type Board, rowsOf } from '../../board.ts';
import { blank, emojiOf, joined, longestInput, type Token, tokens, wordsOf } from '../../notation.ts';
import { ok, type Position, type PositionText, type Recognition, type Result, wrong } from '../../puzzle.ts';
import { otherRows } from '../../rows.ts';
import { namedGoals } from './goals.ts';

const letterOf = (tile: number): string => tile.toString(36).toUpperCase();
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

/** Pieces as separate numbers, or as single characters. */
const readPieces = (text: string, size: number): readonly Token[] => {
  const pieces = tokens(text, '[]');
  // A single digit between separators means separate numbers; otherwise separators end rows.
  const words = wordsOf(pieces).map((parts) => ({ parts, whole: joined(parts) }));
  const isApart =
    words.length >= size || (words.length > 1 && words.some(({ whole }) => /^[0-9a-z_.]$/iu.test(whole.text)));
  // Runs of emoji such as `8️⃣6️⃣7️⃣` are one piece each.
  return isApart ? words.flatMap(({ parts, whole }) => (isNumber(whole.text) ? whole : parts)) : pieces;
};

/** Digits, and circled numbers over nine. */
const tileEmoji = (tile: number): string =>
  tile < 10 ? emojiOf(String(tile)) : String.fromCodePoint((tile <= 20 ? 0x2460 - 1 : 0x3251 - 21) + tile);

export const slidingText = (id: string, board: Board): PositionText => {
  const { size } = board;
  const [tileName, blankName] = board.lattice === 'square' ? ['tile', 'blank'] : ['hexagon', 'hexagon_blank'];
  const hasLetters = size <= mostLetters;
  const nameOf = hasLetters ? letterOf : String;
  const last = nameOf(size - 1);
  const goals = namedGoals(board);
  const inRows = (written: readonly string[], separator: string): string =>
    rowsOf(board, written)
      .map((row) => row.join(separator))
      .join('/');
  // Simulators write numbers in rows too.
  const numberRows = (position: Position): string => inRows(position.map(String), ' ');
  const letters = (position: Position): string => position.map(letterOf).join('');
  const formatPosition = hasLetters ? letters : numberRows;

  const tileOf = ({ text }: Token): number | undefined => {
    if (text === blank || text === '.' || text === 'x' || text === 'X') return 0;
    const tile = /^\d+$/u.test(text) ? Number(text) : /^[a-z]$/iu.test(text) ? Number.parseInt(text, 36) : Number.NaN;
    return tile < size ? tile : undefined;
  };

  const parsePosition = (text: string): Result<Position> => {
    if (text.length > longestInput) return wrong('too-long', { length: text.length, most: longestInput });
    const read = readPieces(text, size);
    if (read.length === 0) return wrong('empty', { puzzle: id });
    const position: number[] = [];
    for (const [cell, token] of read.entries()) {
      const tile = tileOf(token);
      if (tile === undefined) {
        return wrong('unknown-piece', { puzzle: id, cell: cell + 1, piece: token.text, last }, [token.from, token.to]);
      }
      position.push(tile);
    }
    if (position.length !== size) return wrong('cell-count', { puzzle: id, expected: size, actual: position.length });
    const other = otherRows(id, board, text, read);
    if (other) return other;
    for (const [cell, tile] of position.entries()) {
      const first = position.indexOf(tile);
      if (first === cell) continue;
      const span = [read[cell]!.from, read[cell]!.to] as const;
      const cells = { first: first + 1, second: cell + 1 };
      return tile === 0
        ? wrong('repeated-blank', cells, span)
        : wrong('repeated-tile', { tile: nameOf(tile), ...cells }, span);
    }
    return ok(position);
  };

  return {
    parsePosition,
    goalNames: [...goals.keys()],
    parseGoal: (text) => {
      const named = goals.get(text.trim().toLowerCase());
      const end = named ? ok(named) : parsePosition(text);
      return end.ok ? ok({ text: formatPosition(end.value), positions: [end.value] }) : end;
    },
    formatPosition,
    positionNotations: (position) => [
      ...(hasLetters
        ? ([
            { notation: 'position', content: letters(position) },
            { notation: 'rows', content: inRows(position.map(letterOf), '') },
          ] as const)
        : []),
      { notation: 'numbers', content: position.join(' ') },
      { notation: 'numberRows', content: numberRows(position) },
    ],
    emoji: (position) => position.map((tile) => (tile === 0 ? '⬛' : tileEmoji(tile))),
    emojiNames: (position) => position.map((tile) => (tile === 0 ? blankName : `${tileName}_${tile}`)),
    recognition: recognition(size),
  };
};
