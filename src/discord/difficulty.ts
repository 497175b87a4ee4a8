/** How hard a position is among all of its puzzle, in words. */
import type { TFunction } from 'i18next';
import { lengthsOf, sizeOf } from '../puzzles/lengths.ts';
import type { Puzzle } from '../puzzles/puzzle.ts';
import { type Percentile, percentileOf } from '../search/search-result.ts';

/**
 * By a table if there is one, else by published counts, else by a sample, which it says.
 * @param length of its shortest solution, to the puzzle's usual goal unless a table tells the percentile
 * @returns false where nothing is known, and of the easiest
 */
export const difficultyText = (t: TFunction, puzzle: Puzzle, length: number, byTable?: Percentile): string | false => {
  const known = byTable ? undefined : lengthsOf(puzzle);
  const percentile = byTable ?? (known && percentileOf(known.counts, length));
  if (!percentile) return false;
  const isSample = known?.source === 'sample';
  if (!isSample && length === percentile.diameter) return t('card.antipode', { count: percentile.antipodes });
  // Rounded down: 100 % would mean that no position is as hard.
  const share = Math.floor(percentile.closer * 1000) / 1000;
  if (share === 0) return false;
  return isSample ? t('card.harderInSample', { share, count: sizeOf(known) }) : t('card.harder', { share });
};
