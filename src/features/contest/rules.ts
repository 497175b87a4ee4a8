/** The rules of contests: what can be asked, the moves to choose from, and the ranking. Pure. */
import { z } from 'zod';
import { snowflake } from '../../discord/snowflake.ts';
import type { Position, Puzzle } from '../../puzzles/puzzle.ts';
import { puzzlesAndSizes } from '../../puzzles/registry.ts';
import { successors } from '../../puzzles/successors.ts';
import { moves, puzzleId, storedQuestion } from '../../search/schemas.ts';
import { draws } from '../../search/scramble.ts';
import { isQuick } from '../../search/solve.ts';

export const contestKinds = ['fewest-moves', 'first-move', 'guess', 'duel'] as const;
export type ContestKind = (typeof contestKinds)[number];

export const contestSchema = z.strictObject({
  /** Of the interaction that started it; a weekly one has an id of its own. */
  id: snowflake,
  kind: z.enum(contestKinds),
  puzzle: puzzleId,
  difficulty: z.enum(draws),
  /** 0 where its rounds end it, or `until`. */
  minutes: z.int().min(0).max(60),
  /** When a weekly contest ends, in milliseconds since 1970. */
  until: z.int().optional(),
  guild: snowflake,
  channel: snowflake,
  /** The language of its messages. */
  locale: z.string().max(10),
});
export type Contest = z.infer<typeof contestSchema>;

export const roundSchema = z.object({
  position: z.string(),
  moves,
  /** All moves that begin a shortest solution, where a table tells. */
  firstMoves: moves.optional(),
});
/** A position to answer, with a shortest solution. */
export type Round = z.infer<typeof roundSchema>;

export const roundsOf: Readonly<Record<ContestKind, number>> = {
  'fewest-moves': 1,
  'first-move': 10,
  guess: 1,
  duel: 1,
};

/** Discord's limit of buttons in a message. */
const mostChoices = 25;

/** A board of 2 × 2 has 12 positions, too few to draw ten rounds from. */
const fewestCells = 5;

/** Whether a kind takes a puzzle. Only a table knows all right first moves. */
export const takes = (kind: ContestKind, puzzle: Puzzle): boolean => {
  // Pieces of one's own have no position that can be drawn, and no goal.
  const isKnown = puzzlesAndSizes.includes(puzzle) || (!puzzle.hasOwnPieces && puzzle.goal.positions.length > 0);
  return isKnown && (kind !== 'first-move' || (isQuick(puzzle) && puzzle.board.size >= fewestCells));
};

export const puzzlesFor = (kind: ContestKind): readonly Puzzle[] =>
  puzzlesAndSizes.filter((puzzle) => takes(kind, puzzle));

export const positionOf = (puzzle: Puzzle, { position }: Round): Position => storedQuestion(puzzle, position).start;

/** The name of each move from the position of a round (`5`, `15-7`), and whether it begins a shortest solution. */
export const choicesOf = (puzzle: Puzzle, round: Round): { readonly name: string; readonly isRight: boolean }[] => {
  const position = positionOf(puzzle, round);
  const cursor = puzzle.cursor(puzzle.goal, position);
  return successors(cursor, cursor.rank(position)).map(({ code }) => {
    const move = cursor.path(code);
    const isRight = round.firstMoves?.some((first) => first.join() === move.join()) ?? false;
    return { name: puzzle.formatMove(position, move, puzzle.moveNotations[0].notation), isRight };
  });
};

/** Whether a position can be a round: its moves have different names, and some but not all are right. */
const isFit = (kind: ContestKind, puzzle: Puzzle, round: Round): boolean => {
  if (kind !== 'first-move') return true;
  const choices = choicesOf(puzzle, round);
  const names = new Set(choices.map(({ name }) => name));
  const right = choices.filter(({ isRight }) => isRight).length;
  return choices.length <= mostChoices && names.size === choices.length && right > 0 && right < choices.length;
};

/** How many positions to draw, so that enough of them are fit, different, and not secret. */
export const drawsOf = (kind: ContestKind, puzzle: Puzzle): number =>
  isQuick(puzzle) ? 3 * roundsOf[kind] + 5 : roundsOf[kind];

/** The drawn positions that can be rounds, each once. */
export const fitRounds = (kind: ContestKind, puzzle: Puzzle, drawn: readonly Round[]): Round[] =>
  [...new Map(drawn.map((round) => [round.position, round])).values()].filter((round) => isFit(kind, puzzle, round));

export interface ContestAnswer {
  readonly user: string;
  /** Counted from 1. */
  readonly round: number;
  /** The number of moves, the guess, or the index of the chosen move. */
  readonly value: number;
  /** Of its interaction: ids grow with time. */
  readonly id: string;
  /** The moves of a solution, or ''. */
  readonly text: string;
}

export interface ContestPlace {
  readonly user: string;
  /** The number of moves, the guess, or the score of all rounds. */
  readonly value: number;
  readonly text: string;
  /** Rounds that were answered right. */
  readonly right: number;
  readonly points: number;
}

/** The scores of the quickest right answers of a round. */
export const roundScores = [3, 2, 1] as const;

/** The points of the first places of a contest on the leaderboard, and of all others. */
export const placePoints = [5, 3, 2] as const;
const otherPoints = 1;
/** Nobody gets points for a contest with themselves, or with a friend as often as they like. */
const leastPlaces = 2;
const givesPoints = (kind: ContestKind, places: number): boolean => kind !== 'duel' && places >= leastPlaces;

/** What counts on the leaderboard of all servers, so that nobody fills it with contests among their own accounts. */
const leastPeople = 3;
const leastMinutes = 10;
/** Of a person on a day (UTC), there. */
export const mostDailyPoints = 30;

/** Whether the points of a contest count on the leaderboard of all servers, too. */
export const countsEverywhere = (places: readonly ContestPlace[], milliseconds: number): boolean =>
  places.length >= leastPeople && milliseconds >= leastMinutes * 60_000;

/** Compares the times of two answers. Ids have more digits than numbers. */
const byTime = (a: { readonly id: string }, b: { readonly id: string }): number => Number(BigInt(a.id) - BigInt(b.id));

type Ranked = Omit<ContestPlace, 'points'> & { readonly id: string };

/** Everybody with a right answer in some round, by the score of all rounds. */
const scored = (puzzle: Puzzle, rounds: readonly Round[], answers: readonly ContestAnswer[]): Ranked[] => {
  const people = new Map<string, Ranked>();
  for (const [index, round] of rounds.entries()) {
    for (const [place, { user, id }] of rightAnswers(puzzle, round, index + 1, answers).entries()) {
      const { value, right } = people.get(user) ?? { value: 0, right: 0 };
      people.set(user, { user, id, text: '', value: value + (roundScores[place] ?? 0), right: right + 1 });
    }
  }
  return [...people.values()].sort((a, b) => b.value - a.value || b.right - a.right || byTime(a, b));
};

/** The right answers of a round, quickest first. */
export const rightAnswers = (
  puzzle: Puzzle,
  round: Round,
  number: number,
  answers: readonly ContestAnswer[],
): ContestAnswer[] => {
  const choices = choicesOf(puzzle, round);
  return answers.filter((answer) => answer.round === number && choices[answer.value]?.isRight).sort(byTime);
};

/**
 * All places, best first. Fewest moves and duels: fewer, then earlier. Guess: nearer, then earlier. First move: the higher score,
 * then more right answers, then the earlier last one.
 */
export const ranking = (
  kind: ContestKind,
  puzzle: Puzzle,
  rounds: readonly Round[],
  answers: readonly ContestAnswer[],
): ContestPlace[] => {
  const truth = rounds[0]!.moves.length;
  const merit = ({ value }: Ranked): number => (kind === 'guess' ? Math.abs(value - truth) : value);
  const all: Ranked[] =
    kind === 'first-move'
      ? scored(puzzle, rounds, answers)
      : answers
          .map(({ round, ...answer }) => ({ ...answer, right: 1 }))
          .sort((a, b) => merit(a) - merit(b) || byTime(a, b));
  return all.map(({ id, ...place }, index) => ({
    ...place,
    points: givesPoints(kind, all.length) ? (placePoints[index] ?? otherPoints) : 0,
  }));
};

/** More than any position takes. */
export const mostGuessed = 500;
/** A guess as a person typed it; undefined if it is no number in range. */
export const parseGuess = (text: string): number | undefined => {
  const typed = text.normalize('NFKC').trim();
  return /^\d{1,3}$/u.test(typed) && Number(typed) <= mostGuessed ? Number(typed) : undefined;
};
