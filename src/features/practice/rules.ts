/** Results of practice: times, averages as in speedcubing, and personal bests. Pure. */
import { z } from 'zod';
import { snowflake } from '../../discord/snowflake.ts';

/** What is ranked: one solve, averages of the last 5 and 12, and the moves of one solve. Less is better. */
export const measures = ['single', 'ao5', 'ao12', 'moves'] as const;
export type Measure = (typeof measures)[number];
/** How many solves an average takes. */
const averaged = { ao5: 5, ao12: 12 } as const;
/** How many solves are kept for averages. */
export const mostKeptSolves = 12;

/**
 * Hundredths of a second between two times in milliseconds, cut off. The regulations of the World Cube Association (9f1)
 * cut off times, and round averages.
 */
export const hundredthsBetween = (from: number, to: number): number => Math.max(0, Math.floor((to - from) / 10));

const solveSchema = z.strictObject({
  /** The id of its game. */
  game: snowflake,
  /** When it ended, in milliseconds since 1970. */
  at: z.int(),
  moves: z.int().min(0),
  /** In hundredths of a second; absent for a game that was given up. */
  time: z.int().min(1).optional(),
});
export type Solve = z.infer<typeof solveSchema>;

const bestSchema = z.strictObject({
  /** Hundredths of a second, or moves. */
  value: z.int().min(0),
  /** The game that completed it, and when. */
  game: snowflake,
  at: z.int(),
});
type Best = z.infer<typeof bestSchema>;

/** What is kept of a person, for a puzzle and a mode. */
export const recordSchema = z.strictObject({
  /** The last ones, oldest first. */
  solves: z.array(solveSchema).max(mostKeptSolves).readonly(),
  solved: z.int().min(0),
  givenUp: z.int().min(0),
  bests: z.partialRecord(z.enum(measures), bestSchema).readonly(),
});
export type PracticeRecord = Readonly<z.infer<typeof recordSchema>>;

export const emptyRecord: PracticeRecord = { solves: [], solved: 0, givenUp: 0, bests: {} };

/** Hundredths of a second or moves. `dnf`, "did not finish", is worse than any number. */
export type Value = number | 'dnf';

/** The mean without the best and the worst, rounded. A game that was given up is the worst; two of them have no mean. */
export const averageOf = (solves: readonly Pick<Solve, 'time'>[]): Value => {
  const times = solves.map(({ time }) => time ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
  const middle = times.slice(1, -1);
  const sum = middle.reduce((total, time) => total + time, 0);
  return sum === Number.POSITIVE_INFINITY ? 'dnf' : Math.round(sum / middle.length);
};

/** A measure right after the last of some solves; undefined where there are too few. */
export const reached = (measure: Measure, solves: readonly Solve[]): Value | undefined => {
  if (measure === 'ao5' || measure === 'ao12') {
    const count = averaged[measure];
    return solves.length < count ? undefined : averageOf(solves.slice(-count));
  }
  const last = solves.at(-1);
  if (!last) return undefined;
  return last.time === undefined ? 'dnf' : measure === 'single' ? last.time : last.moves;
};

/**
 * The record with one more solve; undefined if it has counted. A solve that ended before all that are kept has counted, or
 * comes too late to count. One that comes late takes its place in time; averages that were reached without it stand.
 */
export const withSolve = (record: PracticeRecord, solve: Solve): PracticeRecord | undefined => {
  if (record.solves.some(({ game }) => game === solve.game)) return undefined;
  const all = [...record.solves, solve].sort((a, b) => a.at - b.at);
  const solves = all.slice(-mostKeptSolves);
  if (!solves.includes(solve)) return undefined;
  const bests: Partial<Record<Measure, Best>> = { ...record.bests };
  const late = solves.indexOf(solve);
  for (const [index, { game, at }] of solves.slice(late).entries()) {
    for (const measure of measures) {
      const value = reached(measure, solves.slice(0, late + index + 1));
      if (typeof value === 'number' && value < (bests[measure]?.value ?? Number.POSITIVE_INFINITY)) {
        bests[measure] = { value, game, at };
      }
    }
  }
  const isSolved = solve.time !== undefined;
  return { solves, solved: record.solved + (isSolved ? 1 : 0), givenUp: record.givenUp + (isSolved ? 0 : 1), bests };
};

/** The solves up to that of a game; none if it doesn't count, or is no longer kept. */
export const solvesUpTo = ({ solves }: PracticeRecord, game: string): readonly Solve[] =>
  solves.slice(0, solves.findIndex((solve) => solve.game === game) + 1);

/** `12.34`, `1:02.34`, `1:02:03.45`. */
export const clockOf = (hundredths: number): string => {
  const two = (value: number): string => String(value).padStart(2, '0');
  const fraction = two(hundredths % 100);
  const seconds = Math.floor(hundredths / 100);
  if (seconds < 60) return `${seconds}.${fraction}`;
  const minutes = Math.floor(seconds / 60);
  const tail = `${two(seconds % 60)}.${fraction}`;
  return minutes < 60 ? `${minutes}:${tail}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${tail}`;
};
