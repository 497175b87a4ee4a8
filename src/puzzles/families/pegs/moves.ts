/** Moves of peg solitaire: their rules, and how they are read and written (`15-7`, `(13,15,7)`). */
import type { Board } from '../../board.ts';
import { consecutive, elementsAt } from '../../lists.ts';
import { mostMoves } from '../../moves.ts';
import type { Token } from '../../notation.ts';
import {
  type Move,
  type MoveProblemCode,
  type Moves,
  type MovesResult,
  ok,
  type Position,
  type Result,
  type Step,
  wrong,
} from '../../puzzle.ts';
import { rangeOf } from './text.ts';

interface PegRules {
  readonly id: string;
  readonly board: Board;
  /** What each hole is called. */
  readonly names: readonly string[];
}

/** One written move of a peg. */
interface Hops {
  readonly holes: readonly Token[];
  readonly span: readonly [number, number];
}

const hole = '(?:[a-z]\\d|\\d{1,2})';
const link = '\\s*[\\p{Pd}−→⇒➡>]+\\s*';
/** In brackets; with a dash, an arrow or nothing between (`15-7`, `d2d4`); with commas only; and a hole alone. */
const hopsPattern = new RegExp(
  [
    '[([{][^()[\\]{}\\p{Pd}−→⇒➡>]*(?:[)\\]}]|$)',
    `${hole}(?:(?:${link}|(?=[a-z]))${hole})+`,
    `${hole}(?:,${hole})+`,
    hole,
  ].join('|'),
  'giu',
);
/** What is neither a hole nor stands between holes. */
const strange = /[^\s\d,;:/|()[\]{}<>.`'"_\p{Pd}−→⇒➡a-z]|[a-z](?!\d)|\d{3,}/iu;

/** Moves of pegs as far as they can be read, and what cannot be. */
const lexHops = (text: string): { readonly hops: readonly Hops[]; readonly unknown?: Token } => {
  // Of the same length, so that places are those of the input.
  const plain = text
    .replace(/[\uFF01-\uFF5E]/gu, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('\uFE0F', ' ');
  const odd = strange.exec(plain);
  const hops: Hops[] = [];
  for (const match of plain.slice(0, odd?.index).matchAll(hopsPattern)) {
    const holes = [...match[0].matchAll(new RegExp(hole, 'giu'))].map((found, word) => {
      const from = match.index + found.index;
      return { text: found[0].toLowerCase(), from, to: from + found[0].length, word };
    });
    if (holes.length > 0) hops.push({ holes, span: [match.index, match.index + match[0].length] });
  }
  if (!odd) return { hops };
  const from = odd.index;
  const piece = /^[^\s,;()[\]{}]+/u.exec(plain.slice(from))?.[0] ?? odd[0];
  // The move that the odd one is part of is not read: one that only has its first hole, or whose bracket is open.
  const last = hops.at(-1);
  const isCut =
    last !== undefined &&
    /^[\s\p{Pd}−→⇒➡>]*$/u.test(plain.slice(last.span[1], from)) &&
    (last.holes.length === 1 || /^[([{][^)\]}]*$/u.test(plain.slice(...last.span)));
  const whole = isCut ? hops.slice(0, -1) : hops;
  return { hops: whole, unknown: { text: piece, from, to: from + piece.length, word: 0 } };
};

type Jumped =
  | { readonly after: Position }
  | { readonly after?: never; readonly code: MoveProblemCode; readonly over?: number };

/** The position after a jump; or why it is illegal, and the hole where a peg to take is missing. */
const jump = ({ board: { jumps } }: PegRules, position: Position, [from, to]: Step): Jumped => {
  const over = jumps.find((known) => known.from === from && known.to === to)?.over;
  if (over === undefined) return { code: 'no-jump' };
  if (position[from] !== 1) return { code: 'no-peg' };
  if (position[to] !== 0) return { code: 'hole-taken' };
  if (position[over] !== 1) return { code: 'no-peg-over', over };
  return { after: position.with(from, 0).with(over, 0).with(to, 1) };
};

/** The path of a written move, one jump after the other; or what is wrong with it. */
const readPath = (
  rules: PegRules,
  position: Position,
  { holes, span }: Hops,
  number: number,
): Result<{ readonly path: readonly number[]; readonly after: Position }, MoveProblemCode> => {
  const { id, board, names } = rules;
  const unknown = holes.find(({ text }) => !names.includes(text));
  if (unknown) {
    const values = { puzzle: id, number, piece: unknown.text, holes: rangeOf(board, names) };
    return wrong('unknown-hole', values, [unknown.from, unknown.to]);
  }
  const path = holes.map(({ text }) => names.indexOf(text));
  const [first, second] = holes;
  if (first && !second) return wrong('one-hole', { puzzle: id, number, hole: first.text }, span);
  let after = position;
  for (const [{ text: from }, { text: to }] of consecutive(holes)) {
    const jumped = jump(rules, after, [names.indexOf(from), names.indexOf(to)]);
    if (!jumped.after) {
      const { code, over } = jumped;
      const values = { puzzle: id, number, from, to };
      return wrong(code, over === undefined ? values : { ...values, over: names[over]! }, span);
    }
    after = jumped.after;
  }
  return ok({ path, after });
};

/** Read moves of pegs, joining those that one peg makes in a row. */
const parseHops = (rules: PegRules, start: Position, text: string): MovesResult => {
  const { hops, unknown: odd } = lexHops(text);
  if (hops.length === 0 && !odd) return wrong('no-moves', { puzzle: rules.id });
  if (hops.length > mostMoves) return wrong('too-many', { most: mostMoves });
  const moves: number[][] = [];
  let position = start;
  for (const [index, written] of hops.entries()) {
    const read = readPath(rules, position, written, index + 1);
    if (!read.ok) return read;
    const { path, after } = read.value;
    position = after;
    const last = moves.at(-1);
    if (last && last.at(-1) === path[0]) last.push(...path.slice(1));
    else moves.push([...path]);
  }
  if (odd) {
    const values = { puzzle: rules.id, number: hops.length + 1, piece: odd.text };
    return wrong('unknown', values, [odd.from, odd.to]);
  }
  const joined = hops.length - moves.length;
  return ok({ moves, notation: 'named', certainty: 'only', joined });
};

export const pegMoves = (id: string, board: Board, names: readonly string[]): Moves => {
  const rules = { id, board, names };
  const namesOf = (move: Move): string[] => elementsAt(names, move);
  return {
    isReversible: false,
    stepsOf: (_, move) => consecutive(move),
    extended: (move, [from, to]) => (move.at(-1) === from ? [...move, to] : undefined),
    legalSteps: (position) =>
      board.jumps.flatMap(({ from, over, to }): Step[] =>
        position[from] === 1 && position[over] === 1 && position[to] === 0 ? [[from, to]] : [],
      ),
    play: (position, move) => {
      const jumpFrom = (before: Position | undefined, step: Step) => before && jump(rules, before, step).after;
      const after = consecutive(move).reduce<Position | undefined>(jumpFrom, position);
      // A move without any jump is refused, and not taken for one that changes nothing.
      if (!after || move.length < 2) throw new RangeError(`${id}: no move ${move.join('-')} in ${position.join('')}`);
      return after;
    },
    tap: () => [],
    notate: (_, move) => namesOf(move).map((name) => (/^\d+$/u.test(name) ? Number(name) : name)),
    moveNotations: [
      { notation: 'named', separator: ' ' },
      { notation: 'pairs', separator: '' },
    ],
    // Jumps have no direction, so that pegs are always named.
    formatMove: (_, move, notation) =>
      notation === 'pairs' ? `(${namesOf(move).join(',')})` : namesOf(move).join('-'),
    parseMoves: (start, text) => parseHops(rules, start, text),
  };
};
