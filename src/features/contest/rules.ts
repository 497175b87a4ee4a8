/** Contests as arithmetic: what can be asked, which moves there are to choose from, who ranks where. Pure. */
import { z } from 'zod';
import { storedQuestion } from '../../jobs/fields.ts';
import { formatMoves } from '../../puzzles/moves.ts';
import type { Move, Position, Puzzle } from '../../puzzles/puzzle.ts';
import { puzzles } from '../../puzzles/registry.ts';
import { difficulties } from '../../search/scramble.ts';
import { hasTable } from '../../search/tables/table.ts';
import type { Round } from './job.ts';

export const contestKinds = ['fewest-moves', 'first-move', 'guess'] as const;
export type ContestKind = (typeof contestKinds)[number];

const snowflake = z.string().regex(/^\d{15,21}$/u);

export const contestSchema = z.strictObject({
  /** Of the interaction that started it. */
  id: snowflake,
  kind: z.enum(contestKinds),
  puzzle: z.enum(puzzles.map(({ id }) => id)),
  difficulty: z.enum(difficulties),
  /** How long it runs; 0 where its rounds end it. */
  minutes: z.int().min(0).max(60),
  guild: snowflake,
  channel: snowflake,
  /** The language of its messages. */
  locale: z.string().max(10),
});
export type Contest = z.infer<typeof contestSchema>;

/** How many rounds each kind has. */
export const roundsOf: Readonly<Record<ContestKind, number>> = { 'fewest-moves': 1, 'first-move': 10, guess: 1 };

/** Discord's limit of buttons in a message. */
const mostChoices = 25;

/** The puzzles that a kind can be held with: which first moves are right takes a table to tell. */
export const puzzlesFor = (kind: ContestKind): readonly Puzzle[] =>
  kind === 'first-move' ? puzzles.filter(hasTable) : puzzles;

export const positionOf = (puzzle: Puzzle, { position }: Round): Position => storedQuestion(puzzle, position).start;

/** A move to choose. */
export interface Choice {
  /** As it is printed: `5`, `15-7`. */
  readonly name: string;
  /** Whether it begins a shortest solution. */
  readonly isRight: boolean;
}

/** All moves from the position of a round, in the order of its buttons. */
export const choicesOf = (puzzle: Puzzle, round: Round): Choice[] => {
  const position = positionOf(puzzle, round);
  const cursor = puzzle.cursor(puzzle.goal);
  cursor.load(puzzle.rank(position));
  const codes: number[] = [];
  const count = cursor.moves(codes, 0);
  const isSame = (a: Move, b: Move): boolean => a.length === b.length && a.every((cell, index) => cell === b[index]);
  return codes
    .slice(0, count)
    .map((code) => cursor.path(code))
    .map((move) => ({
      name: formatMoves(puzzle, position, [move])[0]!,
      isRight: round.firstMoves?.some((first) => isSame(first, move)) ?? false,
    }));
};

/** Whether a position makes a round: its moves can be told apart by their names, and not all are right. */
const isFit = (kind: ContestKind, puzzle: Puzzle, round: Round): boolean => {
  if (kind !== 'first-move') return true;
  const choices = choicesOf(puzzle, round);
  const names = new Set(choices.map(({ name }) => name));
  return (
    choices.length <= mostChoices &&
    names.size === choices.length &&
    choices.some(({ isRight }) => isRight) &&
    choices.some(({ isRight }) => !isRight)
  );
};

/** How many positions to draw, so that enough of them are fit, different, and no secret of somebody else's. */
export const drawsOf = (kind: ContestKind, puzzle: Puzzle): number =>
  hasTable(puzzle) ? 3 * roundsOf[kind] + 5 : roundsOf[kind];

/** Of the positions that were drawn, those that can be rounds, each once. */
export const fitRounds = (kind: ContestKind, puzzle: Puzzle, drawn: readonly Round[]): Round[] =>
  [...new Map(drawn.map((round) => [round.position, round])).values()].filter((round) => isFit(kind, puzzle, round));

/** What somebody has answered in a round. */
export interface Answer {
  readonly user: string;
  /** Counted from 1. */
  readonly round: number;
  /** The number of moves, the guess, or the index of the chosen move. */
  readonly value: number;
  /** Of the interaction that brought it: of two, the smaller is the earlier. */
  readonly id: string;
  /** The moves of a solution; '' otherwise. */
  readonly text: string;
}

export interface Place {
  readonly user: string;
  /** The number of moves, the guess, or the score of all rounds. */
  readonly value: number;
  readonly text: string;
  /** How many rounds were answered right; 1 where there is one. */
  readonly right: number;
  /** For the leaderboard. */
  readonly points: number;
}

/** What the quickest right answers of a round score. */
export const roundScores = [3, 2, 1] as const;

/** What the first places of a contest are worth on the leaderboard, and every other one. */
export const placePoints = [5, 3, 2] as const;
const otherPoints = 1;
/** Nobody gains by a contest of their own. */
const leastPlaces = 2;

const isBefore = (a: string, b: string): number => {
  const [first, second] = [BigInt(a), BigInt(b)];
  return first < second ? -1 : first > second ? 1 : 0;
};

type Ranked = Omit<Place, 'points'> & { readonly id: string };

/** Whoever gave a right answer in some round, by the score of all rounds. */
const scored = (puzzle: Puzzle, rounds: readonly Round[], answers: readonly Answer[]): Ranked[] => {
  const people = new Map<string, Ranked>();
  for (const [index, round] of rounds.entries()) {
    for (const [place, { user, id }] of rightAnswers(puzzle, round, index + 1, answers).entries()) {
      const { value, right } = people.get(user) ?? { value: 0, right: 0 };
      people.set(user, { user, id, text: '', value: value + (roundScores[place] ?? 0), right: right + 1 });
    }
  }
  return [...people.values()].sort((a, b) => b.value - a.value || b.right - a.right || isBefore(a.id, b.id));
};

/** The right answers of a round, the quickest first. */
export const rightAnswers = (puzzle: Puzzle, round: Round, number: number, answers: readonly Answer[]): Answer[] => {
  const choices = choicesOf(puzzle, round);
  return answers
    .filter((answer) => answer.round === number && choices[answer.value]?.isRight)
    .sort((a, b) => isBefore(a.id, b.id));
};

const ranked = (
  kind: ContestKind,
  puzzle: Puzzle,
  rounds: readonly Round[],
  answers: readonly Answer[],
): readonly Ranked[] => {
  if (kind === 'first-move') return scored(puzzle, rounds, answers);
  const truth = rounds[0]!.moves.length;
  const merit = ({ value }: Answer): number => (kind === 'guess' ? Math.abs(value - truth) : value);
  return answers.map((answer) => ({ ...answer, right: 1 })).sort((a, b) => merit(a) - merit(b) || isBefore(a.id, b.id));
};

/**
 * Everybody's place, the first first. Fewest moves: fewer, then earlier. Guess: nearer, then earlier. First move: the
 * higher score, then more right answers, then who gave the last of them earlier.
 */
export const ranking = (
  kind: ContestKind,
  puzzle: Puzzle,
  rounds: readonly Round[],
  answers: readonly Answer[],
): Place[] => {
  const all = ranked(kind, puzzle, rounds, answers);
  return all.map(({ user, value, text, right }, index) => ({
    user,
    value,
    text,
    right,
    points: all.length < leastPlaces ? 0 : (placePoints[index] ?? otherPoints),
  }));
};

/** A guess as somebody typed it; undefined where it is none. Nothing here takes as many moves. */
export const mostGuessed = 500;
export const parseGuess = (text: string): number | undefined => {
  const typed = text.normalize('NFKC').trim();
  return /^\d{1,3}$/u.test(typed) && Number(typed) <= mostGuessed ? Number(typed) : undefined;
};
