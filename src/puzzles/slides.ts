/**
 * Slides as text, for all families whose pieces slide into a blank. A move is named by its piece (`5`, `o`), or by a
 * letter for its direction; tools differ in whether that is the direction of the piece or of the blank, so both are
 * tried.
 */
import type { Board } from './board.ts';
import { backwards, mostMoves } from './moves.ts';
import { joined, type Token, tokens, wordsOf } from './notation.ts';
import {
  type Certainty,
  type Goal,
  type Move,
  type MoveNotation,
  type MoveProblem,
  type Moves,
  type MovesResult,
  ok,
  type Position,
  wrong,
} from './puzzle.ts';

/** What there is to know of a puzzle to read and write its slides. */
export interface SlideRules extends Pick<Moves, 'legalSteps' | 'play' | 'notate'> {
  readonly id: string;
  readonly board: Board;
}

/** A direction: the signs of its steps to the right and down, and the characters and the word for it. */
interface Direction {
  readonly letter: string;
  readonly dx: number;
  readonly dy: number;
  readonly marks: string;
  readonly word?: string;
}

const directions: readonly Direction[] = [
  { letter: 'R', dx: 1, dy: 0, marks: '→➡▶右', word: 'RIGHT' },
  { letter: 'L', dx: -1, dy: 0, marks: '←⬅◀左', word: 'LEFT' },
  { letter: 'U', dx: 0, dy: -1, marks: '↑⬆🔼上', word: 'UP' },
  { letter: 'D', dx: 0, dy: 1, marks: '↓⬇🔽下', word: 'DOWN' },
  { letter: 'UL', dx: -1, dy: -1, marks: '↖' },
  { letter: 'UR', dx: 1, dy: -1, marks: '↗' },
  { letter: 'DL', dx: -1, dy: 1, marks: '↙' },
  { letter: 'DR', dx: 1, dy: 1, marks: '↘' },
];
const directionBy = (dx: number, dy: number): Direction =>
  directions.find((direction) => direction.dx === dx && direction.dy === dy)!;
const opposite = ({ dx, dy }: Direction): Direction => directionBy(-dx, -dy);

/** The directions that there are on a board: on a triangular one, up and down come with left or right. */
const directionsOn = ({ lattice }: Board): Direction[] =>
  directions.filter(({ dx, dy }) => (lattice === 'square' ? dx === 0 || dy === 0 : dx !== 0));

/** The direction of a piece. */
const directionOf = ({ x, y }: Board, move: Move): Direction => {
  const [from, to] = [move[0]!, move.at(-1)!];
  return directionBy(Math.sign(x[to]! - x[from]!), Math.sign(y[to]! - y[from]!));
};

/** The letter of a written direction, or the first half of it. */
const letterOf = (text: string): string =>
  directions.find(({ marks }) => [...marks].includes(text))?.letter ?? text.toUpperCase();

/** One written move: the piece, or its direction, and where it stood. */
interface Step {
  readonly span: readonly [number, number];
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

/** Steps up to one that can't be read. */
const lexedUpTo = ({ id, board }: SlideRules, steps: readonly Step[], { text: piece, from, to }: Token): Lexed => {
  const ways = directionsOn(board).map(({ letter }) => letter);
  const values = { puzzle: id, number: steps.length + 1, piece, ways: ways.join(', ') };
  return { steps, problem: wrong('unknown', values, [from, to]).problem };
};

/** What stands between moves, beside white space, commas and the like. */
export const moveSeparators = '[]-–—−→>.·+';

/** Arrows are directions themselves. */
const directionSeparators = moveSeparators.replace('→', '');

/** Directions, each with how often: `R`, `R2`, `right`, `→`. */
const lexDirections = (rules: SlideRules, text: string): Lexed => {
  const known = directionsOn(rules.board);
  const steps: Step[] = [];
  for (const parts of wordsOf(tokens(text, directionSeparators))) {
    const word = joined(parts);
    const named = known.find((direction) => direction.word === word.text.toUpperCase());
    const rest = named ? [{ ...word, text: named.letter }] : [...parts];
    for (let first = rest.shift(); first; first = rest.shift()) {
      let { to } = first;
      const take = (): string => {
        const token = rest.shift()!;
        to = token.to;
        return token.text;
      };
      let letter = letterOf(first.text);
      const find = (wanted: string): Direction | undefined => known.find((direction) => direction.letter === wanted);
      // Up and down are half a direction where rows are shifted.
      if (!find(letter) && rest[0] && find(letter + letterOf(rest[0].text))) letter += letterOf(take());
      const direction = find(letter);
      if (!direction) return lexedUpTo(rules, steps, first);
      let digits = '';
      while (/^\d$/u.test(rest[0]?.text ?? '') && digits.length < 4) digits += take();
      const step: Step = { span: [first.from, to], text: letter, direction };
      for (let times = Number(digits || 1); times > 0 && steps.length <= mostMoves; times--) steps.push(step);
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
  for (const token of named) {
    const piece = read(token.text);
    if (piece === undefined) return lexedUpTo(rules, steps, token);
    steps.push({ piece, text: String(piece), span: [token.from, token.to] });
    if (steps.length > mostMoves) break;
  }
  return { steps };
};

/** A position on the way, with the move that led there. */
interface Reached {
  readonly position: Position;
  readonly last?: { readonly move: Move; readonly before: Reached };
}

const movesTo = (end: Reached): Move[] => {
  const moves: Move[] = [];
  for (let { last } = end; last; last = last.before.last) moves.push(last.move);
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
  const wanted = direction && isBlank ? opposite(direction) : direction;
  const next = new Map<string, Reached>();
  for (const before of reached) {
    for (const move of legalSteps(before.position)) {
      if (wanted ? directionOf(board, move) !== wanted : notate(before.position, move) !== piece) continue;
      const position = play(before.position, move);
      const key = String(position);
      if (!next.has(key)) next.set(key, { position, last: { move, before } });
    }
  }
  return [...next.values()];
};

/** The problem that a step is not legal: it names those that are. */
const illegal = (rules: SlideRules, position: Position, step: Step, number: number, isBlank: boolean): MoveProblem => {
  const near = rules.legalSteps(position).map((move) => {
    if (!step.direction) return String(rules.notate(position, move));
    const direction = directionOf(rules.board, move);
    return (isBlank ? opposite(direction) : direction).letter;
  });
  const code = step.direction ? (isBlank ? 'no-blank-way' : 'no-piece-way') : 'not-beside';
  const listed = [...new Set(near)].sort((a, b) => Number(a) - Number(b)).join(', ');
  return wrong(code, { puzzle: rules.id, number, piece: step.text, near: listed }, step.span).problem;
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
  let reached: readonly Reached[] = [{ position: start }];
  for (const [index, step] of steps.entries()) {
    let next = follow(rules, reached, step, isBlank);
    // A capital marks the second of a pair where they are told apart, and nothing where they are not.
    if (next.length === 0 && typeof step.piece === 'string') {
      const lower = step.piece.toLowerCase();
      next = [lower, lower.toUpperCase()].flatMap((piece) => follow(rules, reached, { ...step, piece }, isBlank));
    }
    if (next.length === 0) {
      const first = reached[0]!;
      const problem = illegal(rules, first.position, step, index + 1, isBlank);
      return { moves: movesTo(first), isGoal: false, legal: index, problem };
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
  if (candidates.length === 0) return wrong('no-moves', { puzzle: id });
  // Numbers of two digits are twice as many moves where each digit is taken for one.
  const fit = candidates.filter(({ steps }) => steps.length <= mostMoves);
  const tooMany = wrong('too-many', { most: mostMoves });
  if (fit.length === 0) return tooMany;
  const tried = fit.map((candidate) => {
    const { notation, steps } = candidate;
    const played = playOne(candidate);
    const problem = played.problem ?? candidate.problem;
    const merits = [played.isGoal && !problem, !problem, played.legal, !candidate.problem, steps.length > 0].map(
      Number,
    );
    return { ...played, notation, problem, merits };
  });
  const [first] = tried.toSorted((a, b) => {
    const index = a.merits.findIndex((merit, i) => merit !== b.merits[i]);
    return index === -1 ? 0 : b.merits[index]! - a.merits[index]!;
  });
  const { moves, isGoal, notation, problem } = first!;
  if (problem) return fit.length < candidates.length ? tooMany : { ok: false, problem };
  const rivals = tried.filter((other) => other !== first && !other.problem && other.notation !== 'named');
  let certainty: Certainty = isGoal && rivals.every((rival) => !rival.isGoal) ? 'goal' : 'usage';
  if (notation === 'named' || rivals.length === 0) certainty = 'only';
  return ok({ moves, notation, certainty, joined: 0 });
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
      return (notation === 'blank-ways' ? opposite(direction) : direction).letter;
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
        return { ...played, problem: wrong(code, { ...values, number }, span).problem };
      }),
  };
};
