/** Positions for a contest that nobody can guess, and that spoil no other one. */
import { randomInt } from 'node:crypto';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { SpoilerGuard } from '../../spoilers/guard.ts';
import { type Contest, fitRounds, positionOf, type Round, roundsOf } from './rules.ts';

/** Not the id of an interaction: everybody sees it, and could draw the rounds with it. */
export const newSeed = (): string => String(randomInt(1e14, 2 ** 48 - 1));

/** The first drawn positions that are fit and not close to any secret; undefined if there are too few. */
export const freeRounds = async (
  guard: SpoilerGuard,
  { kind, puzzle: id, guild }: Contest,
  drawn: readonly Round[],
): Promise<Round[] | undefined> => {
  const puzzle = knownPuzzle(id);
  const rounds: Round[] = [];
  for (const round of fitRounds(kind, puzzle, drawn)) {
    const revealed = { puzzle, goal: puzzle.goal, positions: [positionOf(puzzle, round)] };
    if (!(await guard.spoiledBy({ guild, private: false }, revealed))) rounds.push(round);
    if (rounds.length === roundsOf[kind]) return rounds;
  }
  return undefined;
};
