/**
 * Slides as text, for families whose pieces slide into a blank. A move is named by its piece (`5`, `o`), or by a letter
 * for its direction. Tools differ in whether that is the direction of the piece or of the blank, so both are tried.
 */
import type { Board } from './board.ts';
import { paired, type Some } from './lists.ts';
import { directionWords, plainMoves } from './move-words.ts';
import { joinSteps, mostMoves } from './moves.ts';
import { joined, type Token, tokens, wordsOf } from './notation.ts';
import {
  type Certainty,
  type Goal,
  isAt,
  type Move,
  type MoveNotation,
  type MoveProblem,
  type Moves,
  type MovesResult,
  noGoal,
  ok,
  type Position,
  type Step,
  type WrittenAs,
  wrong,
} from './puzzle.ts';

export interface SlideRules extends Pick<Moves, 'legalSteps' | 'play' | 'stepsOf' | 'extended'> {
  readonly id: string;
  readonly board: Board;
  /** The piece that a move is named by. */
  nameOf(position: Position, move: Move): string | number;
}

/** `dx` and `dy` are the signs of its steps to the right and down. */
const directions = [
  { letter: 'R', dx: 1, dy: 0, marks: '→➡▶右', words: directionWords.R },
  { letter: 'L', dx: -1, dy: 0, marks: '←⬅◀左', words: directionWords.L },
  { letter: 'U', dx: 0, dy: -1, marks: '↑⬆🔼上', words: directionWords.U },
  { letter: 'D', dx: 0, dy: 1, marks: '↓⬇🔽下', words: directionWords.D },
  { letter: 'UL', dx: -1, dy: -1, marks: '↖', words: undefined },
  { letter: 'UR', dx: 1, dy: -1, marks: '↗', words: undefined },
  { letter: 'DL', dx: -1, dy: 1, marks: '↙', words: undefined },
  { letter: 'DR', dx: 1, dy: 1, marks: '↘', words: undefined },
];
type Direction = (typeof directions)[number];
type SlideNotation = Exclude<MoveNotation, 'pairs'>;

const directionBy = (dx: number, dy: number): Direction =>
  directions.find((direction) => direction.dx === dx && direction.dy === dy)!;
const opposite = ({ dx, dy }: Direction): Direction => directionBy(-dx, -dy);

/** The directions on a board: on a triangular one, up and down come with left or right. */
const directionsOn = ({ lattice }: Board): Direction[] =>
  directions.filter(({ dx, dy }) => (lattice === 'square' ? dx === 0 || dy === 0 : dx !== 0));

const directionOf = ({ x, y }: Board, [from = -1, to = -1]: Move): Direction => {
  const along = (places: readonly number[]): number => Math.sign(places[to]! - places[from]!);
  return directionBy(along(x), along(y));
};

const directionNamed = (word: string): Direction | undefined =>
  directions.find(({ words }) => words?.split('|').includes(word.toLowerCase()));

/** The letter of a written direction, or the first half of it. */
const letterOf = (text: string): string =>
  directions.find(({ marks }) => [...marks].includes(text))?.letter ?? text.toUpperCase();

const formatMove = (rules: SlideRules, position: Position, move: Move, notation: MoveNotation): string => {
  if (notation === 'named') return String(rules.nameOf(position, move));
  const direction = directionOf(rules.board, move);
  const pieces = rules.stepsOf(position, move).length;
  return (notation === 'blank-directions' ? opposite(direction) : direction).letter + (pieces > 1 ? pieces : '');
};

/** Whether two moves go in one direction. */
export const isSameWay = (board: Board, move: Move, other: Move): boolean =>
  directionOf(board, move) === directionOf(board, other);

/** One written move: a piece, or the direction in which a piece slides. */
interface WrittenStep {
  readonly span: readonly [number, number];
  readonly text: string;
  readonly piece?: string | number;
  readonly direction?: Direction;
}

const reversed = (step: WrittenStep): WrittenStep =>
  step.direction ? { ...step, direction: opposite(step.direction) } : step;

/** The steps before the first unreadable one. */
export interface Lexed {
  readonly steps: readonly WrittenStep[];
  readonly problem?: MoveProblem;
}

/** One reading of a text. */
interface Candidate extends Lexed {
  readonly notation: SlideNotation;
}

const lexedUpTo = (
  { id, board }: SlideRules,
  steps: readonly WrittenStep[],
  { text: piece, from, to }: Token,
): Lexed => {
  const directions = directionsOn(board).map(({ letter }) => letter);
  const values = { puzzle: id, number: steps.length + 1, piece, directions: directions.join(', ') };
  return { steps, problem: wrong('unknown', values, [from, to]).problem };
};

/** Separators between moves, besides white space, commas and the like. */
export const moveSeparators = '[]-–—−→>.·+';

/** Directions, each with a count: `R`, `R2`, `right`, `→`. */
const lexDirections = (rules: SlideRules, text: string): Lexed => {
  const known = directionsOn(rules.board);
  const steps: WrittenStep[] = [];
  for (const parts of wordsOf(tokens(text, moveSeparators.replace('→', '')))) {
    const word = joined(parts);
    const named = directionNamed(word.text);
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
      const step: WrittenStep = { span: [first.from, to], text: letter, direction };
      for (let times = Number(digits || 1); times > 0 && steps.length <= mostMoves; times--) steps.push(step);
    }
  }
  return { steps };
};

/** Named pieces. `read` returns undefined for a token that is no piece. */
export const lexNames = (
  rules: SlideRules,
  named: readonly Token[],
  read: (text: string) => string | number | undefined,
): Lexed => {
  const steps: WrittenStep[] = [];
  for (const token of named) {
    const piece = read(token.text);
    if (piece === undefined) return lexedUpTo(rules, steps, token);
    steps.push({ piece, text: String(piece), span: [token.from, token.to] });
    if (steps.length > mostMoves) break;
  }
  return { steps };
};

const gap = `[ \\t"',:(]{0,12}`;
const directionNames = directions.map(({ marks, words }) => `${words ? `${words}|` : ''}[${marks}]`).join('|');
const directionLetters = directions.map(({ letter }) => letter).join('|');
/** A piece, and where it goes: `3 up`, `3U`. A letter stands apart, and is a direction itself before another one. */
const pair = new RegExp(
  `(?:(?<!\\d)(\\d{1,3})${gap}(${directionNames}|${directionLetters})|(?<![\\p{L}\\d])(\\p{L})(?=[ \\t"'])${gap}(${directionNames}))(?!\\p{L})\\uFE0F?`,
  'giu',
);

/** Pieces with their directions. @param lexPieces the readings of a text as names of pieces */
const lexPairs = (text: string, lexPieces: (text: string) => readonly Lexed[]): Lexed[] => {
  const found = [...text.matchAll(pair)];
  if (found.length === 0) return [];
  const pieces = text.replace(pair, (whole, number?: string, _?: string, letter = '') =>
    (number ?? letter).padEnd(whole.length),
  );
  return lexPieces(pieces)
    .filter(({ steps: { length }, problem }) => length === found.length || (problem && length < found.length))
    .map(({ steps, problem }) => ({
      steps: paired(steps, found.slice(0, steps.length)).map(
        ([step, [whole, number, ofNumber, letter, name = ofNumber!]]): WrittenStep => {
          const [from] = step.span;
          const piece = number ?? letter;
          const direction = directionNamed(name) ?? directions.find((one) => one.letter === letterOf(name))!;
          return { ...step, text: `${piece} ${direction.letter}`, direction, span: [from, from + whole.length] };
        },
      ),
      ...(problem && { problem }),
    }));
};

/** A position, and the last step to it from the one before; none at the start. */
interface Reached {
  readonly position: Position;
  readonly last?: { readonly before: Reached; readonly step: Step };
}

/** The steps that led to a position. Lists of them all the way would take time that grows with their square. */
const stepsTo = ({ last }: Reached): Step[] => {
  const steps: Step[] = [];
  for (let at = last; at; at = at.before.last) steps.push(at.step);
  return steps.reverse();
};

interface Played {
  readonly moves: readonly Step[];
  readonly isGoal: boolean;
  readonly problem?: MoveProblem;
  /** The number of legal steps. */
  readonly legal: number;
}

/** The distinct positions after a step. */
const follow = (
  { board, legalSteps, play, nameOf }: SlideRules,
  reached: readonly Reached[],
  { piece, direction }: WrittenStep,
): Reached[] => {
  const next = new Map<string, Reached>();
  for (const before of reached) {
    for (const move of legalSteps(before.position)) {
      if (direction && directionOf(board, move) !== direction) continue;
      if (piece !== undefined && nameOf(before.position, move) !== piece) continue;
      const position = play(before.position, move);
      const key = String(position);
      if (!next.has(key)) next.set(key, { position, last: { before, step: move } });
    }
  }
  return [...next.values()];
};

const illegalCodes = {
  named: 'not-beside',
  'piece-directions': 'no-piece-direction',
  'blank-directions': 'no-blank-direction',
} as const;
/** The same where the writer says what directions mean, so that no other reading was tried. */
const illegalChosen = {
  ...illegalCodes,
  'piece-directions': 'illegal-piece-direction',
  'blank-directions': 'illegal-blank-direction',
} as const;

/**
 * Play steps one after another. A card's letter may mean either of two look-alikes, so there may be several positions
 * at a time, but never more than the puzzle has.
 */
const play = (
  rules: SlideRules,
  start: Position,
  { steps, notation }: Candidate,
  goal: Goal,
  chosen: MoveNotation | undefined,
): Played => {
  let reached: Some<Reached> = [{ position: start }];
  for (const [index, step] of steps.entries()) {
    let next = follow(rules, reached, step);
    // A capital marks the second of a pair only where the two are distinguished.
    if (next.length === 0 && typeof step.piece === 'string') {
      const lower = step.piece.toLowerCase();
      next = [lower, lower.toUpperCase()].flatMap((piece) => follow(rules, reached, { ...step, piece }));
    }
    const [one, ...others] = next;
    if (!one) {
      const [first] = reached;
      const legal = rules.legalSteps(first.position).map((move) => formatMove(rules, first.position, move, notation));
      const near = [...new Set(legal)].sort((a, b) => Number(a) - Number(b)).join(', ');
      const values = { puzzle: rules.id, number: index + 1, piece: step.text, near };
      const { problem } = wrong((chosen ? illegalChosen : illegalCodes)[notation], values, step.span);
      return { moves: stepsTo(first), isGoal: false, legal: index, problem };
    }
    reached = [one, ...others];
  }
  const end = reached.find(({ position }) => isAt(position, goal));
  return { moves: stepsTo(end ?? reached[0]), isGoal: end !== undefined, legal: steps.length };
};

/**
 * The best candidate: one that reaches the goal, then one without problems, then the likeliest. Of several with problems,
 * the one with the most legal steps.
 * @param chosen the notation, if it is known
 */
const best = (
  { id, extended }: SlideRules,
  readings: readonly Candidate[],
  chosen: MoveNotation | undefined,
  playOne: (candidate: Candidate) => Played,
): MovesResult => {
  const possible = readings.filter(({ notation }) => chosen === undefined || notation === chosen);
  // An empty reading (`]` as directions) is no better than one with a problem.
  const candidates = possible.filter(({ steps, problem }) => steps.length > 0 || problem);
  if (candidates.length === 0) return wrong('no-moves', { puzzle: id });
  // Numbers of two digits are twice as many moves if each digit is one.
  const fit = candidates.filter(({ steps }) => steps.length <= mostMoves);
  const tooMany = wrong('too-many', { most: mostMoves });
  if (fit.length === 0) return tooMany;
  const tried = fit.map((candidate) => {
    const played = playOne(candidate);
    const problem = played.problem ?? candidate.problem;
    const success = problem ? 0 : played.isGoal ? 2 : 1;
    const read = candidate.problem ? 0 : 2;
    const score =
      (success * (mostMoves + 1) + (problem ? played.legal : 0)) * 4 + read + Math.min(candidate.steps.length, 1);
    return { ...played, notation: candidate.notation, problem, score };
  });
  const first = tried.reduce((leader, other) => (other.score > leader.score ? other : leader));
  const { moves, isGoal, notation, problem } = first;
  if (problem) return fit.length < candidates.length ? tooMany : { ok: false, problem };
  const rivals = tried.filter((other) => other !== first && !other.problem && other.notation !== 'named');
  let certainty: Certainty = isGoal && rivals.every((rival) => !rival.isGoal) ? 'goal' : 'usage';
  if (notation === 'named' || rivals.length === 0) certainty = 'only';
  if (chosen !== undefined) certainty = 'chosen';
  const joined = joinSteps({ isReversible: true, extended }, moves);
  return ok({ moves: joined, notation, certainty, joined: 0 });
};

/** The members of `Moves` that all slides share. `lexPieces` gives the readings of a text as names of pieces. */
export const slideText = (
  rules: SlideRules,
  lexPieces: (text: string) => Lexed[],
): Pick<Moves, 'isReversible' | 'formatMove' | 'parseMoves' | 'parseMovesTo'> & {
  readonly moveNotations: readonly [named: WrittenAs, byPiece: WrittenAs, byBlank: WrittenAs];
} => {
  /** All readings of a text, the likeliest first. */
  const candidatesOf = (text: string): Candidate[] => {
    const lexed = lexDirections(rules, text);
    return [
      { ...lexed, notation: 'piece-directions' },
      { ...lexed, steps: lexed.steps.map(reversed), notation: 'blank-directions' },
      ...lexPieces(text).map((one) => ({ ...one, notation: 'named' as const })),
    ];
  };
  /** Reads the moves alone, or those of sentences and lists. */
  const read = (
    text: string,
    chosen: MoveNotation | undefined,
    playOne: (candidate: Candidate, chosen: MoveNotation | undefined) => Played,
  ): MovesResult => {
    const bestAs = (notation: MoveNotation | undefined, candidates: readonly Candidate[]): MovesResult =>
      best(rules, candidates, notation, (candidate) => playOne(candidate, notation));
    const words = plainMoves(text);
    const plain = bestAs(chosen, candidatesOf(text));
    if (plain.ok && !words.isNumbered) return plain;
    const pairs = lexPairs(words.text, lexPieces).map((one): Candidate => ({ ...one, notation: 'named' }));
    if (words.text === text && pairs.length === 0) return plain;
    const usual = words.isOfBlank ? 'blank-directions' : undefined;
    return bestAs(chosen ?? usual, pairs.length > 0 ? pairs : candidatesOf(words.text));
  };
  // Where rows are shifted, a direction may take two letters, and only spaces tell where it ends.
  const separator = rules.board.lattice === 'square' ? '' : ' ';
  return {
    isReversible: true,
    moveNotations: [
      { notation: 'named', separator: ' ' },
      { notation: 'piece-directions', separator, hasCounts: true },
      { notation: 'blank-directions', separator, hasCounts: true },
    ],
    formatMove: (position, move, notation) => formatMove(rules, position, move, notation),
    parseMoves: (start, text, goal, chosen) =>
      read(text, chosen, (candidate, notation) => play(rules, start, candidate, goal, notation)),
    // Plays the reversed moves from the end.
    parseMovesTo: (end, text, chosen) =>
      read(text, chosen, (candidate, notation) => {
        if (candidate.problem) return { moves: [], isGoal: false, legal: 0 };
        const steps = candidate.steps.map(reversed).reverse();
        const played = play(rules, end, { ...candidate, steps }, noGoal, notation);
        if (!played.problem) return { ...played, moves: played.moves.map(([from, to]): Step => [to, from]).reverse() };
        const { code, values, span } = played.problem;
        const number = steps.length + 1 - Number(values.number);
        return { ...played, problem: wrong(code, { ...values, number }, span).problem };
      }),
  };
};
