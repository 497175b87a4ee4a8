/** The rules of the daily challenge: numbers, puzzles, positions and scores. Pure, and the same for the same secret. */
import { createHmac } from 'node:crypto';
import { type Deck, week } from '../../puzzles/catalogue/daily.ts';
import type { Move, Position, Puzzle, Random } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { canonical } from '../../puzzles/symmetry.ts';
import { scramble, scrambleNeeds } from '../../search/scramble.ts';
import { needsOf } from '../../search/solve.ts';
import type { TableNeed, Tables } from '../../search/tables/contract.ts';

const dayMilliseconds = 86_400_000;
/** The day of number 1. Days are those of UTC. */
const launch = Date.UTC(2026, 10, 20);
export const lastDaily = 100_000;
/** How many numbers, ten years, a position does not come back. */
export const longestMemory = 3650;

/** The number of the daily challenge at a time in milliseconds since 1970. */
export const numberAt = (milliseconds: number): number =>
  Math.max(1, Math.floor((milliseconds - launch) / dayMilliseconds) + 1);

/** When a number starts, in milliseconds since 1970; it ends when the next one starts. */
export const startOf = (number: number): number => launch + (number - 1) * dayMilliseconds;

/** Whether the day of a number is over, so that its solution is no longer secret. */
export const isDayOver = (number: number, milliseconds: number): boolean => milliseconds >= startOf(number + 1);

/** Days since Monday: 20 November 2026 was a Friday. */
const weekdayOf = (number: number): number => (number + 3) % 7;

/** Weeks start on Mondays; months are those of the calendar, in UTC. */
export const periods = ['day', 'week', 'month', 'all'] as const;
export type Period = (typeof periods)[number];

/** The first and the last number of the period that contains a number. */
export const spanOf = (period: Period, number: number): readonly [first: number, last: number] => {
  if (period === 'day') return [number, number];
  if (period === 'all') return [1, Number.POSITIVE_INFINITY];
  if (period === 'week') {
    const monday = number - weekdayOf(number);
    return [Math.max(1, monday), monday + 6];
  }
  const day = new Date(startOf(number));
  const firstOf = (months: number): number => numberAt(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1));
  return [firstOf(0), firstOf(1) - 1];
};

/** The deck of a number, how many earlier numbers drew from it, and how many days apart. */
export const turnOf = (number: number): { readonly deck: Deck; readonly round: number; readonly days: number } => {
  const decks = week[weekdayOf(number)]!;
  // From the Monday before the launch.
  const weeks = Math.floor((number + 3) / 7);
  const first = weeks % decks.length;
  const rounds = Math.floor(weeks / decks.length);
  // The launch was after the first Monday to Thursday.
  const isMissing = weekdayOf(number) < 4 && first === 0;
  return { deck: decks[first]!, round: isMissing ? rounds - 1 : rounds, days: 7 * decks.length };
};

/** Random numbers in [0, 1) that depend on the secret: HMAC-SHA256 of the number and a counter. */
const drawn = (secret: string, number: number): Random => {
  let block = Buffer.alloc(0);
  let blocks = 0;
  let at = 0;
  return () => {
    if (at + 6 > block.length) {
      block = createHmac('sha256', secret).update(`daily ${number} ${blocks++}`).digest();
      at = 0;
    }
    const value = block.readUIntBE(at, 6);
    at += 6;
    return value / 2 ** 48;
  };
};

interface Challenge {
  readonly number: number;
  readonly puzzle: Puzzle;
  readonly position: Position;
  /** Moves of the shortest solutions. */
  readonly length: number;
}

/** The tables to draw and solve the challenge of a number. */
export const challengeNeeds = (number: number): readonly TableNeed[] => {
  const puzzle = knownPuzzle(turnOf(number).deck.puzzle);
  const needs = [...scrambleNeeds(puzzle), ...needsOf(puzzle, puzzle.goal)];
  return [...new Map(needs.map((need) => [need.key, need])).values()];
};

/**
 * All challenges of a number's deck up to it. A position that came in the last ten years, or a mirror image of it, is
 * drawn again. Nothing is stored for that: the draws of the earlier numbers, hundreds at most, are repeated.
 */
export const challengesUpTo = (number: number, secret: string, tables: Tables): Challenge[] => {
  const { deck: wanted, round, days } = turnOf(number);
  const puzzle = knownPuzzle(wanted.puzzle);
  const lastDrawn = new Map<string, number>();
  return Array.from({ length: round + 1 }, (_, index) => {
    const now = number - days * (round - index);
    const random = drawn(secret, now);
    for (;;) {
      const found = scramble(puzzle, wanted, random, tables);
      if (found?.length === undefined) throw new Error(`${wanted.puzzle}: no exact length from ${wanted.least}`);
      const { position, length } = found;
      const key = puzzle.encode(canonical(puzzle, position, puzzle.goal));
      const before = lastDrawn.get(key);
      if (before !== undefined && now - before <= longestMemory) continue;
      lastDrawn.set(key, now);
      return { number: now, puzzle, position, length };
    }
  });
};

export const challenge = (number: number, secret: string, tables: Tables): Challenge =>
  challengesUpTo(number, secret, tables).at(-1)!;

export interface Effort {
  readonly moves: number;
  readonly hints: number;
  /** From first seeing the board, or `noTime`. */
  readonly seconds: number;
}

/** A solution that a person sent, or found in a game. */
export interface Finish {
  readonly number: number;
  readonly user: string;
  readonly puzzle: string;
  readonly position: string;
  readonly moves: readonly Move[];
  /** Moves of the shortest solutions. */
  readonly optimal: number;
  readonly hints: number;
  /** In milliseconds since 1970. */
  readonly at: number;
}

type Steps = Pick<Effort, 'moves' | 'hints'>;

/** Moves and hints more than the best: all that others may see of a result, as the best is secret on its day. */
export const overOf = (optimal: number, { moves, hints }: Steps): number => moves + hints - optimal;

/** 1 for the best possible result, and less for each additional move or hint. */
const scoreOf = (optimal: number, { moves, hints }: Steps): number => optimal / (moves + hints);

/** What a day counts for longer periods: at most 100, at least 1. */
export const pointsOf = (optimal: number, effort: Steps): number =>
  Math.max(1, Math.round(100 * scoreOf(optimal, effort)));

export const mostStars = 5;

/** All stars are for the best possible result alone. */
export const starsOf = (optimal: number, effort: Steps): number =>
  Math.max(1, Math.floor(scoreOf(optimal, effort) * mostStars));

/** The time of a solution that was sent without opening the challenge. It ranks after all others. */
export const noTime = 360_000;

/** `2:14`, `1:02:14`, or a dash for `noTime`, also in a sum. */
export const clock = (seconds: number): string => {
  if (seconds >= noTime) return '–';
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const tail = two(seconds % 60);
  return minutes < 60 ? `${minutes}:${tail}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${tail}`;
};

/** A result on one line without spoilers. */
export const shareLine = (number: number, title: string, optimal: number, effort: Effort): string => {
  const stars = '★'.repeat(starsOf(optimal, effort)).padEnd(mostStars, '☆');
  const parts = [`Antipode #${number}`, title, `${stars} +${overOf(optimal, effort)}`];
  return [...parts, ...(effort.seconds < noTime ? [clock(effort.seconds)] : [])].join(' · ');
};
