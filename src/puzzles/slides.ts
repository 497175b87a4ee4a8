/**
 * Slides as text, for all families whose pieces slide into a blank. A move is named by its piece (`5`, `o`), or by a
 * letter for its direction; tools differ in whether that is the direction of the piece or of the blank, so both are
 * tried.
 */
import type { Board } from './board.ts';
import { backwards, mostMoves, moveFailure } from './moves.ts';
import { type Token, tokens, words } from './notation.ts';
import type { Certainty, Goal, Move, MoveNotation, MoveProblem, Moves, MovesResult, Position } from './puzzle.ts';

/** What there is to know of a puzzle to read and write its slides. */
export interface SlideRules extends Pick<Moves, 'legalSteps' | 'play' | 'notate'> {
  readonly id: string;
  readonly board: Board;
}

type Direction = readonly [dx: number, dy: number];
type Span = readonly [number, number];

/** One written move: the piece, or its direction, and where it stood. */
interface Step {
  readonly span: Span;
  readonly text: string;
  readonly piece?: string | number;
  readonly direction?: Direction;
}

/** Steps as far as they can be read. */
export interface Lexed {
  readonly steps: readonly Step[];
  readonly problem?: MoveProblem;
}

interface Candidate extends Lexed {
  readonly notation: MoveNotation;
}

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
const directionWords: Readonly<Record<string, string>> = { RIGHT: 'R', LEFT: 'L', UP: 'U', DOWN: 'D' };
const directions: Readonly<Record<string, Direction>> = {
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
const directionsOn = (board: Board): ReadonlyMap<string, Direction> =>
  new Map(
    Object.entries(directions).filter(([, [dx, dy]]) =>
      board.lattice === 'square' ? (dx === 0) !== (dy === 0) : dx !== 0,
    ),
  );

/** The direction of a piece: the signs of its step. */
const directionOf = ({ x, y }: Board, move: Move): Direction => {
  const [from, to] = [move[0]!, move.at(-1)!];
  return [Math.sign(x[to]! - x[from]!), Math.sign(y[to]! - y[from]!)];
};

const opposite = ([dx, dy]: Direction): Direction => [-dx, -dy];
const letterOf = ([dx, dy]: Direction): string =>
  Object.keys(directions).find((letter) => directions[letter]![0] === dx && directions[letter]![1] === dy)!;

const unknownMove = ({ id, board }: SlideRules, number: number, piece: string, span: Span): MoveProblem =>
  moveFailure('unknown', { puzzle: id, number, piece, ways: [...directionsOn(board).keys()].join(', ') }, span);

/** What stands between moves, beside white space, commas and the like. */
export const moveSeparators = '[]-–—−→>.·+';

/** Arrows are directions themselves. */
const directionSeparators = moveSeparators.replace('→', '');

/** Directions, each with how often: `R`, `R2`, `right`, `→`. */
const lexDirections = (rules: SlideRules, text: string): Lexed => {
  const known = directionsOn(rules.board);
  const steps: Step[] = [];
  const unknown = (raw: string, span: Span): Lexed => ({
    steps,
    problem: unknownMove(rules, steps.length + 1, raw, span),
  });
  const all = tokens(text, directionSeparators);
  for (const word of words(all)) {
    const named = directionWords[word.text.toUpperCase()];
    const parts =
      named && known.has(named) ? [{ ...word, text: named }] : all.filter((part) => part.word === word.word);
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
      const direction = known.get(letter);
      if (!direction) return unknown(first.text, [first.from, first.to]);
      let digits = '';
      while (/^\d$/u.test(parts[i]?.text ?? '') && digits.length < 4) {
        digits += parts[i]!.text;
        to = parts[i++]!.to;
      }
      const times = digits === '' ? 1 : Number(digits);
      const step: Step = { span: [first.from, to], text: letter, direction };
      for (let j = 0; j < times && steps.length <= mostMoves; j++) steps.push(step);
    }
  }
  return { steps };
};

/** Named pieces, of which `read` knows the tokens. */
export const lexNames = (
  rules: SlideRules,
  named: readonly Token[],
  read: (text: string) => string | number | undefined,
): Lexed => {
  const steps: Step[] = [];
  for (const { text, from, to } of named) {
    const piece = read(text);
    const span = [from, to] as const;
    if (piece === undefined) {
      return { steps, problem: unknownMove(rules, steps.length + 1, text, span) };
    }
    steps.push({ piece, text: String(piece), span });
    if (steps.length > mostMoves) break;
  }
  return { steps };
};

/** A position on the way, with the move that led there. */
interface Reached {
  readonly position: Position;
  readonly move: Move | undefined;
  readonly before: Reached | undefined;
}

const movesTo = (end: Reached): Move[] => {
  const moves: Move[] = [];
  for (let at: Reached | undefined = end; at?.move; at = at.before) moves.push(at.move);
  return moves.reverse();
};

interface Played {
  readonly moves: readonly Move[];
  readonly isGoal: boolean;
  readonly problem?: MoveProblem;
  /** How many steps were legal. */
  readonly legal: number;
}

/** The positions that a step leads to, each once. */
const follow = (
  { board, legalSteps, play, notate }: SlideRules,
  reached: readonly Reached[],
  { piece, direction }: Step,
  isBlank: boolean,
): Reached[] => {
  const wanted = direction && String(isBlank ? opposite(direction) : direction);
  const next = new Map<string, Reached>();
  for (const before of reached) {
    for (const move of legalSteps(before.position)) {
      const isMeant =
        wanted === undefined ? notate(before.position, move) === piece : String(directionOf(board, move)) === wanted;
      if (!isMeant) continue;
      const position = play(before.position, move);
      if (!next.has(String(position))) next.set(String(position), { position, move, before });
    }
  }
  return [...next.values()];
};

/** The problem that a step is not legal: it names those that are. */
const illegal = (rules: SlideRules, position: Position, step: Step, number: number, isBlank: boolean): MoveProblem => {
  const near = rules.legalSteps(position).map((move) => {
    if (!step.direction) return String(rules.notate(position, move));
    const direction = directionOf(rules.board, move);
    return letterOf(isBlank ? opposite(direction) : direction);
  });
  const code = step.direction ? (isBlank ? 'no-blank-way' : 'no-piece-way') : 'not-beside';
  const listed = [...new Set(near)].sort((a, b) => Number(a) - Number(b)).join(', ');
  return moveFailure(code, { puzzle: rules.id, number, piece: step.text, near: listed }, step.span);
};

/**
 * Play steps one after another. A card's letter may mean either of two look-alikes, so there may be several positions
 * at a time, but never more than the puzzle has.
 */
const play = (
  rules: SlideRules,
  start: Position,
  { steps, notation }: Candidate,
  ends: readonly Position[],
): Played => {
  const isBlank = notation === 'blank-ways';
  let reached: Reached[] = [{ position: start, move: undefined, before: undefined }];
  for (const [index, step] of steps.entries()) {
    let next = follow(rules, reached, step, isBlank);
    // A capital marks the second of a pair where they are told apart, and nothing where they are not.
    if (next.length === 0 && typeof step.piece === 'string') {
      const lower = step.piece.toLowerCase();
      next = [lower, lower.toUpperCase()].flatMap((piece) => follow(rules, reached, { ...step, piece }, isBlank));
    }
    if (next.length === 0) {
      const [first] = reached;
      const problem = illegal(rules, first!.position, step, index + 1, isBlank);
      return { moves: movesTo(first!), isGoal: false, legal: index, problem };
    }
    reached = next;
  }
  const targets = new Set(ends.map(String));
  const end = reached.find(({ position }) => targets.has(String(position)));
  return { moves: movesTo(end ?? reached[0]!), isGoal: end !== undefined, legal: steps.length };
};

/** Of several candidates the one that goes best: to the goal, to its end, or as far as any. */
const best = (
  { id }: SlideRules,
  readings: readonly Candidate[],
  playOne: (candidate: Candidate) => Played,
): MovesResult => {
  // A reading that finds nothing at all (`]` as directions) is no better than one that finds something wrong.
  const candidates = readings.filter(({ steps, problem }) => steps.length > 0 || problem);
  if (candidates.length === 0) return { ok: false, problem: moveFailure('no-moves', { puzzle: id }) };
  // Numbers of two digits are twice as many moves where each digit is taken for one.
  const fit = candidates.filter(({ steps }) => steps.length <= mostMoves);
  const tooMany: MovesResult = { ok: false, problem: moveFailure('too-many', { most: mostMoves }) };
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

/** What all families of slides have in common of `Moves`. */
export const slideText = (
  rules: SlideRules,
  lexPieces: (text: string) => Lexed[],
): Omit<Moves, 'legalSteps' | 'play' | 'notate' | 'tap'> => {
  /** All readings of a text, the likeliest first. */
  const candidatesOf = (text: string): Candidate[] => {
    const lexed = lexDirections(rules, text);
    return [
      { ...lexed, notation: 'piece-ways' },
      { ...lexed, notation: 'blank-ways' },
      ...lexPieces(text).map((one) => ({ ...one, notation: 'named' as const })),
    ];
  };
  // Where rows are shifted a direction may take two letters, and only spaces tell where it ends.
  const separator = rules.board.lattice === 'square' ? '' : ' ';
  return {
    isReversible: true,
    hasChains: false,
    moveNotations: [
      { notation: 'named', separator: ' ' },
      { notation: 'piece-ways', separator },
      { notation: 'blank-ways', separator },
    ],
    formatMove: (position, move, notation) => {
      if (notation === 'named') return String(rules.notate(position, move));
      const direction = directionOf(rules.board, move);
      return letterOf(notation === 'blank-ways' ? opposite(direction) : direction);
    },
    parseMoves: (start, text, goal: Goal) =>
      best(rules, candidatesOf(text), (candidate) => play(rules, start, candidate, goal.positions)),
    // Slides can be undone, so it is played backwards.
    parseMovesTo: (end, text) =>
      best(rules, candidatesOf(text), (candidate) => {
        // What could not be read to its end does not end there.
        if (candidate.problem) return { moves: [], isGoal: false, legal: 0 };
        const steps = candidate.steps
          .map((step) => (step.direction ? { ...step, direction: opposite(step.direction) } : step))
          .reverse();
        const played = play(rules, end, { ...candidate, steps }, []);
        if (!played.problem) return { ...played, moves: backwards(played.moves) };
        const { code, values, span } = played.problem;
        const number = steps.length + 1 - Number(values.number);
        return { ...played, problem: moveFailure(code, { ...values, number }, span) };
      }),
  };
};
