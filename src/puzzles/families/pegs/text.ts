/** Peg positions as text: a character a hole, or the names of the empty holes. */
import type { Aim } from '../../aim.ts';
import { type Board, filesAndRows, rowsOf } from '../../board.ts';
import { joined, longestInput, type Token, tokens, wordsOf } from '../../notation.ts';
import {
  type BadInput,
  type Goal,
  ok,
  type Position,
  type PositionText,
  type Puzzle,
  type Recognition,
  type Result,
  wrong,
} from '../../puzzle.ts';
import { insideMatrix, otherCount, otherRows } from '../../rows.ts';
import { oddLook } from './drawing.ts';

const filled = '1oO●';
const empty = '0.○_';
/** Beside the board, where it is drawn in a matrix. */
const outside = /^(?:-1|[20#x._-]|🧱)$/iu;

const recognition: Recognition = {
  separators: '[]',
  hasOutside: true,
  isPiece: (text) => (filled + empty).includes(text),
  cellsOf: (word) => ({ cells: word.length, numbers: word.length }),
  isProse: () => false,
  isWordLike: false,
  // `all-7`, `all-d4-d5`; not a part of more holes.
  phrase: /\ball(?:\s?[\p{Pd}−]\s?(?:[a-z]\d|\d{1,2}))+(?![\da-z]|[\p{Pd}−]\s?[\da-z]|\s[\p{Pd}−]\s?(?:\d|[a-z]\d))/giu,
};

/** More holes are easier to see than to read. */
const mostNamed = 5;

export const pegCount = (position: Position): number => position.filter((peg) => peg === 1).length;

const onePeg = (size: number, cell: number): Position =>
  Array.from({ length: size }, (_, other) => (other === cell ? 1 : 0));

/** The goal of one peg in a hole. */
export const holeGoal = (holes: readonly string[], cell: number): Goal => ({
  text: holes[cell]!,
  positions: [onePeg(holes.length, cell)],
});

/** The goal of one peg, wherever it stands. */
export const anyGoal = (holes: readonly string[]): Goal => ({
  text: 'any',
  positions: holes.map((_, cell) => onePeg(holes.length, cell)),
});

/** What a goal asks for: one peg, or a few. */
export const pegAim = (holes: readonly string[], { text, positions: [end] }: Goal): Aim | undefined => {
  if (text === 'any') return { code: 'one-peg-any', values: {} };
  const there = holes.filter((_, cell) => end?.[cell] === 1);
  const [hole, other] = there;
  if (hole && !other) return { code: 'one-peg', values: { hole } };
  return hole && there.length <= mostNamed ? { code: 'pegs', values: { holes: there.join(', ') } } : undefined;
};

/** The files and ranks of holes like `d4`; the first hole of each row where holes are numbered. */
export const labelsOf = (board: Board, holes: readonly string[]): NonNullable<Puzzle['labels']> =>
  board.lattice === 'square' ? filesAndRows(board) : { rows: rowsOf(board, holes).map(([first]) => first!) };

/** The names of all holes in short: `1–21`, or `a–g × 1–7`. */
export const rangeOf = (board: Board, holes: readonly string[]): string => {
  const { columns, rows } = labelsOf(board, holes);
  return columns ? `${columns[0]}–${columns.at(-1)} × ${rows[0]}–${rows.at(-1)}` : `${holes[0]}–${holes.at(-1)}`;
};

/** The pieces on a board. Marks of a matrix are outside only if none of them is also on the board. */
const piecesOn = (board: Board, input: string): { readonly pieces: readonly Token[]; readonly isMatrix: boolean } => {
  const pieces = tokens(input, '[]');
  const marks = wordsOf(pieces).flatMap((word) => (joined(word).text === '-1' ? joined(word) : word));
  const inside = insideMatrix(board, input, marks, ({ text }) => outside.test(text));
  const used = new Set(inside?.map(({ text }) => text));
  const isMatrix = inside !== undefined && marks.every((mark) => inside.includes(mark) || !used.has(mark.text));
  return { pieces: isMatrix ? inside : pieces, isMatrix };
};

/** The problem of a mark that may mean something other than those of its kind. */
const mixedMarks = (board: Board, input: string, pieces: readonly Token[]): BadInput | undefined => {
  const odd = oddLook(input, pieces);
  if (!odd) return undefined;
  const [row, piece] = [board.y[pieces.indexOf(odd)]! + 1, input.slice(odd.from, odd.to)];
  return wrong('mixed-marks', { row, piece }, [odd.from, odd.to]);
};

interface Word {
  readonly name: string;
  readonly span: readonly [from: number, to: number];
}

/** Words are normalised one by one, so that spans are those of the input. */
const wordsIn = (input: string): Word[] =>
  Array.from(input.matchAll(/[^\s\p{Pd}−,，;:/]+/gu), ({ 0: word, index }) => ({
    name: word.normalize('NFKC').toLowerCase(),
    span: [index, index + word.length],
  }));

/** What stands before the names of empty holes, or behind them, and what says nothing beside them. */
const allBut = ['all', 'every'];
const isEmpty = ['empty', 'vacant'];
const isExcept = ['but', 'except', 'without'];
const fillers = 'peg pegs hole holes for is are and the with board'.split(' ');
const saysNothing = [...isEmpty, ...isExcept, ...fillers];
const isMiddle = /^(?:cent(?:er|re)|middle)$/u;

/** The holes that a sentence names, and whether only these are filled; undefined for a text that is no such sentence. */
const holesSaid = (input: string): { readonly names: readonly Word[]; readonly areFilled: boolean } | undefined => {
  const words = wordsIn(input.replace(/[.!。]\s*$/u, ''));
  const [first, last] = [words[0]?.name ?? '', words.at(-1)?.name ?? ''];
  const isAllBut = allBut.includes(first);
  if (!isAllBut && !isEmpty.includes(first) && !isEmpty.includes(last)) return undefined;
  const placeOf = (some: readonly string[]): number => words.findIndex(({ name }) => some.includes(name));
  const [except, empty] = [placeOf(isExcept), placeOf(isEmpty)];
  // “All but d4 empty” may say either.
  const isUnclear = except !== -1 && empty > except;
  const isName = ({ name }: Word): boolean => !saysNothing.includes(name) || (isUnclear && isEmpty.includes(name));
  return {
    names: words.slice(isAllBut ? 1 : 0).filter(isName),
    areFilled: except !== -1 && empty !== -1 && !isUnclear,
  };
};

/** Goals by their names, and as sentences, as answers say them: any hole, or which one. */
const anyHole =
  /^(?:any|(?:leave (?:one|a) peg,? ?)?(?:(?:in|at) )?any hole\.?|ペグを1本だけ残す\(どの穴でもよい\)。?)$/u;
const namedHole =
  /^(?:(?:leave (?:one|a) peg,? ?)?(?:(?:in|at) )?(?:the )?hole |穴 ?)([a-z]?\d{1,2})(?: ?に(?:ペグを1本だけ残す)?)?[.。]?$/u;

/** @param example a hole to name where somebody names none */
export const pegText = (id: string, board: Board, holes: readonly string[], example: string): PositionText => {
  const { size } = board;
  const formatPosition = (position: Position): string => position.join('');
  const named = rangeOf(board, holes);
  const [right, bottom] = [Math.max(...board.x), Math.max(...board.y)];
  const middle = holes.findIndex((_, cell) => 2 * board.x[cell]! === right && 2 * board.y[cell]! === bottom);

  /** `all-7-12`: filled but for the holes named. */
  const parseAllBut = (names: readonly Word[]): Result<Position> => {
    const position = new Array<number>(size).fill(1);
    for (const { name: hole, span } of names) {
      const cell = isMiddle.test(hole) ? middle : holes.indexOf(hole);
      if (cell === -1) return wrong('unknown-hole', { puzzle: id, piece: hole, holes: named }, span);
      if (position[cell] === 0) return wrong('repeated-hole', { hole: holes[cell]! }, span);
      position[cell] = 0;
    }
    if (names.length === 0) return wrong('no-hole-named', { puzzle: id, example });
    return pegCount(position) === 0 ? wrong('no-pegs', { puzzle: id }) : ok(position);
  };

  const parsePosition = (input: string): Result<Position> => {
    if (input.length > longestInput) return wrong('too-long', { length: input.length, most: longestInput });
    const sentence = holesSaid(input);
    if (sentence) {
      const position = parseAllBut(sentence.names);
      return sentence.areFilled && position.ok ? ok(position.value.map((peg) => 1 - peg)) : position;
    }
    const { pieces, isMatrix } = piecesOn(board, input);
    if (pieces.length === 0) return wrong('empty', { puzzle: id });
    const odd = pieces.find(({ text }) => !filled.includes(text) && !empty.includes(text));
    if (odd) {
      const values = { puzzle: id, cell: pieces.indexOf(odd) + 1, piece: odd.text, last: '' };
      return wrong('unknown-piece', values, [odd.from, odd.to]);
    }
    const problem =
      otherCount(id, board, input, pieces) ??
      mixedMarks(board, input, pieces) ??
      (isMatrix ? undefined : otherRows(id, board, input, pieces));
    if (problem) return problem;
    const position = pieces.map(({ text }) => (filled.includes(text) ? 1 : 0));
    return pegCount(position) === 0 ? wrong('no-pegs', { puzzle: id }) : ok(position);
  };

  const parseGoal = (input: string): Result<Goal> => {
    const typed = input.normalize('NFKC').trim().toLowerCase();
    if (anyHole.test(typed)) return ok(anyGoal(holes));
    const name = namedHole.exec(typed)?.[1] ?? typed;
    const cell = holes.indexOf(name);
    if (cell !== -1) return ok(holeGoal(holes, cell));
    if (/^[a-z]?\d{1,2}$/u.test(name)) {
      const span = [input.length - input.trimStart().length, input.trimEnd().length] as const;
      return wrong('unknown-hole', { puzzle: id, piece: name, holes: named }, span);
    }
    const position = parsePosition(input);
    if (!position.ok) return position;
    const { value } = position;
    return ok(
      pegCount(value) === 1 ? holeGoal(holes, value.indexOf(1)) : { text: formatPosition(value), positions: [value] },
    );
  };

  return {
    parsePosition,
    parseGoal,
    formatPosition,
    positionNotations: (position) => {
      const names = holes.filter((_, cell) => position[cell] === 0);
      const rows = rowsOf(board, position).map((row) => row.join(''));
      return [
        { notation: 'bits', content: formatPosition(position) },
        { notation: 'rows', content: rows.join(' ') },
        ...(names.length === 0 ? [] : [{ notation: 'allBut' as const, content: `all-${names.join('-')}` }]),
      ];
    },
    emojiNames: (position) => position.map((peg) => (peg ? 'peg' : 'hole')),
    recognition,
  };
};
