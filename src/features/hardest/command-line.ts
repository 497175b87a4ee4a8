/** All positions of a puzzle on the command line. */
import { translator } from '../../locales/index.ts';
import type { Puzzle } from '../../puzzles/puzzle.ts';
import { complain, end, print } from '../../runtime/terminal.ts';
import type { SearchLimits } from '../../search/budget.ts';
import { canSurvey, survey } from '../../search/solve.ts';

/** Prints how many positions there are at each distance, and the farthest ones. */
export const printSurvey = (puzzle: Puzzle, limits: SearchLimits, options: { readonly json?: true }): void => {
  const started = performance.now();
  const found = canSurvey(puzzle) ? survey(puzzle, limits) : undefined;
  if (found === undefined || typeof found === 'string') {
    complain(found ? translator('en')(`gaveUp.${found}`) : `${puzzle.id} has too many positions to visit them all`);
    end('gave-up');
    return;
  }
  const positions = found.farthest.map(puzzle.formatPosition).sort();
  const { states, diameter, histogram } = found;
  if (options.json) {
    print(JSON.stringify({ puzzle: puzzle.id, states, diameter, histogram, positions }));
    return;
  }
  print(`${states.toLocaleString('en')} positions, the farthest ${diameter} moves away (${positions.length}):`);
  print(positions.join('\n'));
  print(histogram.map((count, distance) => `${String(distance).padStart(3)} ${count.toLocaleString('en')}`).join('\n'));
  complain(`${Math.round(performance.now() - started)} ms`);
};
