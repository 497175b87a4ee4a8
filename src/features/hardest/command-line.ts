/** All positions of a puzzle on the command line. */
import { translator } from '../../locales/index.ts';
import { publishedCounts } from '../../puzzles/lengths.ts';
import type { Puzzle } from '../../puzzles/puzzle.ts';
import { complain, print, refuse } from '../../runtime/terminal.ts';
import type { SearchLimits } from '../../search/budget.ts';
import { canSurvey, survey } from '../../search/solve.ts';
import { publishedSurvey } from './job.ts';

/** Prints how many positions there are at each distance, and the farthest ones unless others have only counted them. */
export const printSurvey = (puzzle: Puzzle, limits: SearchLimits, options: { readonly json?: true }): void => {
  const started = performance.now();
  const published = publishedCounts(puzzle);
  const known = published && publishedSurvey(published);
  const found = known ?? (canSurvey(puzzle) ? survey(puzzle, limits) : undefined);
  if (found === undefined || typeof found === 'string') {
    const tooMany = `${puzzle.id} has too many positions to visit them all`;
    refuse(found ? translator('en')(`gaveUp.${found}`) : tooMany, 'gave-up');
    return;
  }
  const { states, diameter, histogram } = found;
  const positions = 'farthest' in found ? found.farthest.map(puzzle.formatPosition).sort() : [];
  const source = known && `https://oeis.org/${known.source}`;
  if (options.json) {
    print(JSON.stringify({ puzzle: puzzle.id, states, diameter, histogram, positions, source }));
    return;
  }
  print(
    `${states.toLocaleString('en')} positions, the farthest ${diameter} moves away (${histogram[diameter]})${source ? '' : ':'}`,
  );
  print(source ? `counted by others: ${source}` : positions.join('\n'));
  print(histogram.map((count, distance) => `${String(distance).padStart(3)} ${count.toLocaleString('en')}`).join('\n'));
  complain(`${Math.round(performance.now() - started)} ms`);
};
