/** Positions of cards as text: `==no/off_`, row by row. */
import type { Board } from '../../board.ts';
import { blank, longestInput, type Span, type Token, tokens } from '../../notation.ts';
import { ok, type Position, type PositionText, type Recognition, type Result, wrong } from '../../puzzle.ts';
import { otherRows, writtenRows } from '../../rows.ts';
import { firstLetter, wideLeft, wideRight } from './cards.ts';

/** The codes of a puzzle's cards. */
export const alphabetOf = (goal: string) => {
  const letters = [...goal].filter((mark) => /[a-z]/u.test(mark));
  const text = ['', '=', '='];
  const counts = new Map<number, number>();
  for (const letter of new Set(letters)) {
    const count = letters.filter((other) => other === letter).length;
    counts.set(text.length, count);
    text.push(letter);
    if (count > 1) text.push(letter.toUpperCase());
  }
  const isMarked = (code: number): boolean => code >= firstLetter && /[A-Z]/u.test(text[code]!);
  return {
    /** The text of each code: '' for the blank, `=` for each half of the wide card. A letter's marked twin follows it. */
    text,
    /** The number of cards by their unmarked code. */
    counts,
    isMarked,
    withoutMark: (code: number) => (isMarked(code) ? code - 1 : code),
    /** The marked twin of an unmarked letter, if any. */
    marked: (code: number) => ((counts.get(code) ?? 0) > 1 ? code + 1 : undefined),
  };
};
export type Alphabet = Readonly<ReturnType<typeof alphabetOf>>;

const isLongDash = (text: string): boolean => text === '–' || text === '—';

const recognition = ({ text: alphabet }: Alphabet): Recognition => {
  const letters = alphabet.slice(firstLetter).join('').toLowerCase();
  return {
    separators: '',
    isPiece: (text) => /^[=\-–—[\]_.0x]$/iu.test(text) || letters.includes(text.toLowerCase()),
    // Two dashes or brackets are two cells, one long dash is the whole card.
    cellsOf: (word) => {
      const long = word.filter(
        ({ text }, i) => isLongDash(text) && word[i + 1]?.text !== text && word[i - 1]?.text !== text,
      );
      const cells = word.length + long.length;
      return { cells, numbers: cells };
    },
    isProse: () => false,
    isWordLike: true,
  };
};

/** The number of tokens of a wide card that starts at an index, as two marks or one long dash; 0 if none does. */
export const wideCardAt = (pieces: readonly Token[], index: number): number => {
  const [token, next] = [pieces[index]!, pieces[index + 1]];
  if (!'=-–—['.includes(token.text)) return 0;
  const closing = token.text === '[' ? ']' : token.text;
  if (next?.text === closing && next.word === token.word) return 2;
  // Phones turn `--` into one long dash.
  return isLongDash(token.text) ? 1 : 0;
};

const cardName = (code: number, text: string): string => {
  if (code === wideLeft || code === wideRight) return code === wideLeft ? 'card_left' : 'card_right';
  if (text === '') return 'blank';
  return `letter_${text.toLowerCase()}${text === text.toLowerCase() ? '' : '_second'}`;
};

interface Read extends Span {
  readonly code: number;
}

export const cardText = (id: string, board: Board, alphabet: Alphabet): PositionText => {
  const { size } = board;
  const columns = size / board.rows;
  const { text: texts, counts, isMarked, withoutMark } = alphabet;

  const formatPosition = (position: Position): string =>
    writtenRows(
      board,
      position.map((code) => texts[code] || blank),
    );

  const readPieces = (text: string): Result<Read[]> => {
    // An input without small letters marks nothing.
    const isShouted = !/\p{Ll}|\p{RI}/u.test(text);
    const pieces = tokens(isShouted ? text.toLowerCase() : text);
    if (pieces.length === 0) return wrong('empty', { puzzle: id });
    const read: Read[] = [];
    for (let i = 0; i < pieces.length; i++) {
      const { text: piece, from, to } = pieces[i]!;
      const span = [from, to] as const;
      const cell = read.length + 1;
      const length = wideCardAt(pieces, i);
      if (length > 0) {
        i += length - 1;
        const right = pieces[i]!;
        read.push({ code: wideLeft, from, to }, { code: wideRight, from: right.from, to: right.to });
        continue;
      }
      if ('=-['.includes(piece)) return wrong('half-card', { cell, piece }, span);
      const isBlank = piece === blank || piece === '.' || piece === '0' || /^x$/iu.test(piece);
      let code = isBlank ? 0 : texts.indexOf(piece, firstLetter);
      // A capital of a letter without a twin marks nothing.
      if (code === -1) code = texts.indexOf(piece.toLowerCase(), firstLetter);
      if (code === -1) return wrong('unknown-piece', { puzzle: id, cell, piece, last: '' }, span);
      read.push({ code, from, to });
    }
    return ok(read);
  };

  const parsePosition = (text: string): Result<Position> => {
    if (text.length > longestInput) return wrong('too-long', { length: text.length, most: longestInput });
    const read = readPieces(text);
    if (!read.ok) return read;
    const position = read.value.map(({ code }) => code);
    if (position.length !== size) return wrong('cell-count', { puzzle: id, expected: size, actual: position.length });
    const room = new Map([[0, 1], [wideLeft, 1], ...counts]);
    for (const [cell, { code, from, to }] of read.value.entries()) {
      const span = [from, to] as const;
      if (code === wideRight) continue;
      if (code === wideLeft && cell % columns === columns - 1) return wrong('card-off-row', { cell: cell + 1 }, span);
      const kind = withoutMark(code);
      const left = room.get(kind)!;
      const isMarkedTwice = isMarked(code) && position.indexOf(code) < cell;
      if (left === 0 || isMarkedTwice) {
        return code === 0
          ? wrong('repeated-blank', { first: position.indexOf(0) + 1, second: cell + 1 }, span)
          : wrong('repeated-card', { cell: cell + 1, card: code === wideLeft ? '==' : texts[code]! }, span);
      }
      room.set(kind, left - 1);
    }
    return otherRows(id, board, text, read.value) ?? ok(position);
  };

  return {
    parsePosition,
    parseGoal: (text) => {
      const end = parsePosition(text);
      return end.ok ? ok({ text: formatPosition(end.value), positions: [end.value] }) : end;
    },
    formatPosition,
    positionNotations: (position) => [
      { notation: 'rows', content: formatPosition(position) },
      { notation: 'position', content: formatPosition(position).replaceAll('/', '') },
    ],
    emojiNames: (position) => position.map((code) => cardName(code, texts[code]!)),
    recognition: recognition(alphabet),
  };
};
