/**
 * Reading the moves that people write down, and writing them in each of the usual ways. A move of a sliding or block
 * puzzle is named by its piece (`5`, `o`), or by a letter for its direction; tools differ in whether that is the way of
 * the piece or of the blank, so both are tried. A move of a peg is written as its holes (`15-7`, `(13,15,7)`).
 */
import type { Board } from './board.ts';
import { type Token, tokens, words } from './notation.ts';
import type { Goal, Move, Position, Puzzle, Statement } from './puzzle.ts';

/** How moves are written: by the names of pieces or holes, by the way of the piece, or by the way of the blank. */
export const moveNotations = ['named', 'piece-ways', 'blank-ways'] as const;
export type MoveNotation = (typeof moveNotations)[number];

/** Why directions are taken for those of the piece or the blank: nothing else is legal, or reaches the goal, or usage. */
export const certainties = ['only', 'goal', 'usage'] as const;
export type Certainty = (typeof certainties)[number];

/** Moves that were read, all of them legal. */
export interface Line {
  readonly moves: readonly Move[];
  readonly notation: MoveNotation;
  readonly certainty: Certainty;
  /** How many moves were written that go on with the peg of the one before: with it, each is one move. */
  readonly joined: number;
}

export const moveProblemCodes = [
  'no-moves',
  'too-long',
  'too-many',
  'unknown',
  'not-beside',
  'no-piece-way',
  'no-blank-way',
  'unknown-hole',
  'one-hole',
  'no-jump',
  'no-peg',
  'no-peg-over',
  'hole-taken',
] as const;
export type MoveProblemCode = (typeof moveProblemCodes)[number];

/** The first thing wrong with written moves; `values.number` tells which move, from 1. */
export interface MoveProblem extends Statement<MoveProblemCode> {
  /** Where in the input, as a half-open range of UTF-16 code units. */
  readonly span?: readonly [from: number, to: number];
}

export type MovesResult = { readonly ok: true; readonly value: Line } | { readonly ok: false; problem: MoveProblem };

/** Longer inputs are refused before they are read. */
export const longestMoves = 3000;
/** Nobody's solution of any puzzle here needs as many. */
export const mostMoves = 500;

type Way = readonly [dx: number, dy: number];
type Span = readonly [number, number];

/** One written move: the piece, or its way, and where it stood. */
interface Step {
  readonly span: Span;
  readonly text: string;
  readonly piece?: string | number;
  readonly way?: Way;
}

/** Steps as far as they can be read. */
interface Lexed {
  readonly steps: readonly Step[];
  readonly problem?: MoveProblem;
}

interface Candidate extends Lexed {
  readonly notation: MoveNotation;
}

const failure = (code: MoveProblemCode, values: MoveProblem['values'], span?: Span): MoveProblem =>
  span ? { code, values, span } : { code, values };

const arrows: Readonly<Record<string, string>> = {
  '→': 'R',
  '➡': 'R',
  '▶': 'R',
  右: 'R',
  '←': 'L',
  '⬅': 'L',
  '◀': 'L',
  左: 'L',
  '↑': 'U',
  '⬆': 'U',
  '🔼': 'U',
  上: 'U',
  '↓': 'D',
  '⬇': 'D',
  '🔽': 'D',
  下: 'D',
  '↖': 'UL',
  '↗': 'UR',
  '↙': 'DL',
  '↘': 'DR',
};
const wayWords: Readonly<Record<string, string>> = { RIGHT: 'R', LEFT: 'L', UP: 'U', DOWN: 'D' };
const ways: Readonly<Record<string, Way>> = {
  R: [1, 0],
  L: [-1, 0],
  U: [0, -1],
  D: [0, 1],
  UL: [-1, -1],
  UR: [1, -1],
  DL: [-1, 1],
  DR: [1, 1],
};

/** The directions that there are on a board: on a triangular one, up and down come with left or right. */
const waysOn = (board: Board): ReadonlyMap<string, Way> =>
  new Map(
    Object.entries(ways).filter(([, [dx, dy]]) => (board.lattice === 'square' ? (dx === 0) !== (dy === 0) : dx !== 0)),
  );

/** Which way a piece goes: the signs of its step. */
const wayOf = ({ x, y }: Board, move: Move): Way => {
  const [from, to] = [move[0]!, move.at(-1)!];
  return [Math.sign(x[to]! - x[from]!), Math.sign(y[to]! - y[from]!)];
};

const opposite = ([dx, dy]: Way): Way => [-dx, -dy];
const letterOf = (way: Way): string =>
  Object.keys(ways).find((letter) => ways[letter]![0] === way[0] && ways[letter]![1] === way[1])!;

const unknownMove = ({ id, board }: Puzzle, number: number, piece: string, span: Span): MoveProblem =>
  failure('unknown', { puzzle: id, number, piece, ways: [...waysOn(board).keys()].join(', ') }, span);

/** What stands between moves, beside white space, commas and the like. */
const between = '[]-–—−→>.·+';

/** Directions, each with how often: `R`, `R2`, `right`, `→`. */
const lexWays = (puzzle: Puzzle, text: string): Lexed => {
  const known = waysOn(puzzle.board);
  const steps: Step[] = [];
  const unknown = (raw: string, span: Span): Lexed => ({
    steps,
    problem: unknownMove(puzzle, steps.length + 1, raw, span),
  });
  const all = tokens(text, '[]-–—−>.·+');
  for (const word of words(all)) {
    const spelt = wayWords[word.text.toUpperCase()];
    const parts =
      spelt && known.has(spelt) ? [{ ...word, text: spelt }] : all.filter((part) => part.word === word.word);
    for (let i = 0; i < parts.length; ) {
      const first = parts[i++]!;
      let letter = arrows[first.text] ?? first.text.toUpperCase();
      let to = first.to;
      // Up and down are half a direction where rows are shifted.
      const second = parts[i] && (arrows[parts[i]!.text] ?? parts[i]!.text.toUpperCase());
      if (!known.has(letter) && second && known.has(letter + second)) {
        letter += second;
        to = parts[i++]!.to;
      }
      const way = known.get(letter);
      if (!way) return unknown(first.text, [first.from, first.to]);
      let digits = '';
      while (/^\d$/u.test(parts[i]?.text ?? '') && digits.length < 4) {
        digits += parts[i]!.text;
        to = parts[i++]!.to;
      }
      const times = digits === '' ? 1 : Number(digits);
      const step: Step = { span: [first.from, to], text: letter, way };
      for (let j = 0; j < times && steps.length <= mostMoves; j++) steps.push(step);
    }
  }
  return { steps };
};

/** Named pieces, of which `read` knows the tokens. */
const lexNames = (
  puzzle: Puzzle,
  named: readonly Token[],
  read: (text: string) => string | number | undefined,
): Lexed => {
  const steps: Step[] = [];
  for (const { text, from, to } of named) {
    const piece = read(text);
    const span = [from, to] as const;
    if (piece === undefined) {
      return { steps, problem: unknownMove(puzzle, steps.length + 1, text, span) };
    }
    steps.push({ piece, text: String(piece), span });
    if (steps.length > mostMoves) break;
  }
  return { steps };
};

/** Tiles as numbers apart (`12 5`) and as one character each (`C5`); the text alone does not always tell which. */
const lexTiles = (puzzle: Puzzle, text: string): Lexed[] => {
  const { size } = puzzle.board;
  const tile = (word: string): number | undefined => {
    const value = /^\d{1,2}$/u.test(word) ? Number(word) : /^[a-z]$/iu.test(word) ? Number.parseInt(word, 36) : 0;
    return value > 0 && value < size ? value : undefined;
  };
  const pieces = tokens(text, between);
  const apart = words(pieces);
  const compact = lexNames(puzzle, pieces, tile);
  return apart.length === pieces.length ? [compact] : [lexNames(puzzle, apart, tile), compact];
};

/** Cards by their letters; the wide one as two marks, or as the one dash that phones make of them. */
const lexCards = (puzzle: Puzzle, text: string): Lexed => {
  const named: Token[] = [];
  const pieces = tokens(text);
  for (let i = 0; i < pieces.length; i++) {
    const token = pieces[i]!;
    const next = pieces[i + 1];
    const closing = token.text === '[' ? ']' : token.text;
    const isPaired = '=-–—['.includes(token.text) && next?.text === closing && next.word === token.word;
    if (isPaired) i++;
    // One mark alone stands between cards.
    if (!isPaired && '-−→>.·+'.includes(token.text)) continue;
    const isWide = isPaired || '=–—'.includes(token.text);
    named.push(isWide ? { ...token, text: '==', to: isPaired ? next!.to : token.to } : token);
  }
  const letters = puzzle.pieces(puzzle.goal.positions[0]!).join('').toLowerCase();
  const isCard = (card: string): boolean => card === '==' || letters.includes(card.toLowerCase());
  return lexNames(puzzle, named, (card) => (isCard(card) ? card : undefined));
};

/** A position on the way, with the move that led there. */
interface Reached {
  readonly position: Position;
  readonly move: Move | undefined;
  readonly before: Reached | undefined;
}

/** The moves that are legal in a position. */
const legalMoves = (puzzle: Puzzle, position: Position): Move[] => {
  const cursor = puzzle.cursor({ text: '', positions: [position] });
  const codes: number[] = [];
  cursor.moves(codes, 0);
  return codes.map((code) => cursor.path(code));
};

const fits = (puzzle: Puzzle, { piece, way }: Step, isBlank: boolean, position: Position, move: Move): boolean => {
  if (way) {
    const [dx, dy] = isBlank ? opposite(way) : way;
    const [mx, my] = wayOf(puzzle.board, move);
    return mx === dx && my === dy;
  }
  return puzzle.notate(position, move) === piece;
};

interface Played {
  readonly moves: readonly Move[];
  readonly isGoal: boolean;
  readonly problem?: MoveProblem;
  /** How many steps were legal. */
  readonly legal: number;
}

/**
 * Play steps one after another. A card's letter may mean either of two look-alikes, so there may be several positions
 * at a time, but never more than the puzzle has.
 */
const play = (puzzle: Puzzle, start: Position, { steps, notation }: Candidate, goal: Goal): Played => {
  const ends = new Set(goal.positions.map(puzzle.rank));
  const isBlank = notation === 'blank-ways';
  let reached: Reached[] = [{ position: start, move: undefined, before: undefined }];
  const line = (end: Reached): Move[] => {
    const moves: Move[] = [];
    for (let at: Reached | undefined = end; at?.move; at = at.before) moves.push(at.move);
    return moves.reverse();
  };
  for (const [index, step] of steps.entries()) {
    const next = new Map<number, Reached>();
    // A capital marks the second of a pair where they are told apart, and nothing where they are not.
    const lowered = typeof step.piece === 'string' ? step.piece.toLowerCase() : undefined;
    const follow = (wanted: Step) => {
      for (const before of reached) {
        for (const move of legalMoves(puzzle, before.position)) {
          if (!fits(puzzle, wanted, isBlank, before.position, move)) continue;
          const position = puzzle.play(before.position, move);
          const rank = puzzle.rank(position);
          if (!next.has(rank)) next.set(rank, { position, move, before });
        }
      }
    };
    follow(step);
    if (next.size === 0 && lowered !== undefined) {
      follow({ ...step, piece: lowered });
      follow({ ...step, piece: lowered.toUpperCase() });
    }
    if (next.size === 0) {
      const [first] = reached;
      const possible = legalMoves(puzzle, first!.position);
      const all = step.way
        ? possible.map((move) => wayOf(puzzle.board, move)).map((way) => letterOf(isBlank ? opposite(way) : way))
        : possible.map((move) => String(puzzle.notate(first!.position, move)));
      const near = [...new Set(all)].sort((a, b) => Number(a) - Number(b));
      const code = step.way ? (isBlank ? 'no-blank-way' : 'no-piece-way') : 'not-beside';
      const values = { puzzle: puzzle.id, number: index + 1, piece: step.text, near: near.join(', ') };
      return { moves: line(first!), isGoal: false, legal: index, problem: failure(code, values, step.span) };
    }
    reached = [...next.values()];
  }
  const end = reached.find(({ position }) => ends.has(puzzle.rank(position)));
  return { moves: line(end ?? reached[0]!), isGoal: end !== undefined, legal: steps.length };
};

/** All ways to read a text, the likeliest first. */
const candidatesOf = (puzzle: Puzzle, text: string): Candidate[] => {
  const lexed = lexWays(puzzle, text);
  const named = puzzle.family === 'block' ? [lexCards(puzzle, text)] : lexTiles(puzzle, text);
  return [
    { ...lexed, notation: 'piece-ways' },
    { ...lexed, notation: 'blank-ways' },
    ...named.map((one) => ({ ...one, notation: 'named' as const })),
  ];
};

/** Of several readings the one that goes best: to the goal, to its end, or as far as any. */
const best = (
  puzzle: Puzzle,
  readings: readonly Candidate[],
  playOne: (candidate: Candidate) => Played,
): MovesResult => {
  // A reading that finds nothing at all (`]` as directions) is no better than one that finds something wrong.
  const candidates = readings.filter(({ steps, problem }) => steps.length > 0 || problem);
  if (candidates.length === 0) return { ok: false, problem: failure('no-moves', { puzzle: puzzle.id }) };
  // Numbers of two digits are twice as many moves where each digit is taken for one.
  const fit = candidates.filter(({ steps }) => steps.length <= mostMoves);
  const tooMany: MovesResult = { ok: false, problem: failure('too-many', { most: mostMoves }) };
  if (fit.length === 0) return tooMany;
  const tried = fit.map((candidate) => {
    const played = playOne(candidate);
    const problem = played.problem ?? candidate.problem;
    const isRead = candidate.problem === undefined;
    const isBegun = candidate.steps.length > 0;
    const merits = [played.isGoal && !problem, !problem, played.legal, isRead, isBegun].map(Number);
    return { candidate, played, problem, merits };
  });
  const [first] = tried.toSorted((a, b) => {
    const index = a.merits.findIndex((merit, i) => merit !== b.merits[i]);
    return index === -1 ? 0 : b.merits[index]! - a.merits[index]!;
  });
  const { candidate, played, problem } = first!;
  if (problem) return fit.length < candidates.length ? tooMany : { ok: false, problem };
  const rivals = tried.filter((other) => other !== first && !other.problem && other.candidate.notation !== 'named');
  const certainty: Certainty =
    candidate.notation === 'named' || rivals.length === 0
      ? 'only'
      : played.isGoal && rivals.every((rival) => !rival.played.isGoal)
        ? 'goal'
        : 'usage';
  return { ok: true, value: { moves: played.moves, notation: candidate.notation, certainty, joined: 0 } };
};

/** One written move of a peg. */
interface Hops {
  readonly holes: readonly Token[];
  readonly span: Span;
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

/** Read moves of pegs, joining those that one peg makes in a row. */
const parseHops = (puzzle: Puzzle, start: Position, text: string): MovesResult => {
  const { board, id } = puzzle;
  const name = (cell: number): string => String((puzzle.notate(start, [cell]) as readonly (string | number)[])[0]);
  const names = Array.from({ length: board.size }, (_, cell) => name(cell));
  const { hops, unknown: odd } = lexHops(text);
  const wrong = (code: MoveProblemCode, values: MoveProblem['values'], span: Span): MovesResult => ({
    ok: false,
    problem: failure(code, { puzzle: id, ...values }, span),
  });
  if (hops.length === 0 && !odd) return { ok: false, problem: failure('no-moves', { puzzle: id }) };
  if (hops.length > mostMoves) return { ok: false, problem: failure('too-many', { most: mostMoves }) };
  const moves: number[][] = [];
  let joined = 0;
  let position = [...start];
  for (const [index, { holes, span }] of hops.entries()) {
    const number = index + 1;
    const unknown = holes.find((hole) => !names.includes(hole.text));
    if (unknown) {
      const values = { number, piece: unknown.text, first: names[0]!, last: names.at(-1)! };
      return wrong('unknown-hole', values, [unknown.from, unknown.to]);
    }
    const path = holes.map((hole) => names.indexOf(hole.text));
    if (path.length < 2) return wrong('one-hole', { number, hole: names[path[0]!]! }, span);
    for (let i = 1; i < path.length; i++) {
      const [from, to] = [path[i - 1]!, path[i]!];
      const values = { number, from: names[from]!, to: names[to]! };
      const jump = board.jumps.find((known) => known.from === from && known.to === to);
      if (!jump) return wrong('no-jump', values, span);
      if (position[from] !== 1) return wrong('no-peg', values, span);
      if (position[to] !== 0) return wrong('hole-taken', values, span);
      if (position[jump.over] !== 1) return wrong('no-peg-over', { ...values, over: names[jump.over]! }, span);
      position = position.with(from, 0).with(jump.over, 0).with(to, 1);
    }
    const last = moves.at(-1);
    if (last?.at(-1) === path[0]) {
      last!.push(...path.slice(1));
      joined++;
    } else moves.push(path);
  }
  if (odd) return wrong('unknown', { number: hops.length + 1, piece: odd.text }, [odd.from, odd.to]);
  return { ok: true, value: { moves, notation: 'named', certainty: 'only', joined } };
};

/**
 * Read moves from a position on. Where directions can mean two things, the goal helps to tell which was meant.
 * @param text names or directions; see above
 */
export const parseMoves = (puzzle: Puzzle, start: Position, text: string, goal: Goal = puzzle.goal): MovesResult => {
  const tooLong = lengthProblem(text);
  if (tooLong) return tooLong;
  if (puzzle.family === 'peg') return parseHops(puzzle, start, text);
  return best(puzzle, candidatesOf(puzzle, text), (candidate) => play(puzzle, start, candidate, goal));
};

const lengthProblem = (text: string): MovesResult | undefined =>
  text.length > longestMoves
    ? { ok: false, problem: failure('too-long', { length: text.length, most: longestMoves }) }
    : undefined;

/**
 * Read the moves of a solution, of which only the end is known. Slides can be undone, so it is played backwards; not
 * for pegs.
 */
export const parseMovesTo = (puzzle: Puzzle, end: Position, text: string): MovesResult => {
  const tooLong = lengthProblem(text);
  if (tooLong) return tooLong;
  const result = best(puzzle, candidatesOf(puzzle, text), (candidate) => {
    // What could not be read to its end does not end there.
    if (candidate.problem) return { moves: [], isGoal: false, legal: 0 };
    const steps = candidate.steps.map((step) => (step.way ? { ...step, way: opposite(step.way) } : step)).reverse();
    const played = play(puzzle, end, { ...candidate, steps }, { text: '', positions: [] });
    if (!played.problem) return { ...played, moves: backwards(played.moves) };
    const { code, values, span } = played.problem;
    const number = steps.length + 1 - Number(values.number);
    return { ...played, problem: failure(code, { ...values, number }, span) };
  });
  return result;
};

/** Slides from the end to the start: each undone, the last one first. */
export const backwards = (moves: readonly Move[]): Move[] => moves.map((move) => move.toReversed()).reverse();

/** Without any move that the next one undoes, again and again. Ends in the same position; for slides. */
export const simplified = (moves: readonly Move[]): Move[] => {
  const kept: Move[] = [];
  for (const move of moves) {
    const last = kept.at(-1);
    if (last && last[0] === move.at(-1) && last.at(-1) === move[0]) kept.pop();
    else kept.push(move);
  }
  return kept;
};

/** Each move as a text, in one of the notations. Jumps have no direction, so pegs are always named. */
export const spellMoves = (
  puzzle: Puzzle,
  start: Position,
  moves: readonly Move[],
  notation: MoveNotation = 'named',
): string[] => {
  let position = start;
  return moves.map((move) => {
    const before = position;
    position = puzzle.play(position, move);
    if (notation === 'named' || puzzle.family === 'peg') {
      const name = puzzle.notate(before, move);
      return typeof name === 'object' ? name.join('-') : String(name);
    }
    const way = wayOf(puzzle.board, move);
    return letterOf(notation === 'blank-ways' ? opposite(way) : way);
  });
};
