/** Threads that search together, here one after another: what one does while another improves the solution. */
import { expect, it } from 'vitest';
import type { Move } from '../../src/puzzles/puzzle.ts';
import { help, type Improvement, type LimitedSearch, lead } from '../../src/search/algorithms/team.ts';
import { Budget, pollInterval, SearchControl } from '../../src/search/budget.ts';

/** Polls in a part. So many in all parts are more than one thread searches alone. */
const pollsInPart = 8;
const fewest = 12;

/** Has a solution of `fewest` moves in its second part. */
class Toy implements LimitedSearch {
  readonly bound = 2;
  readonly step = 2;
  readonly parts = 4;
  variant = 0;
  generated = 0;

  choose(limit: number): number {
    return limit;
  }

  promising(): readonly number[] {
    return [];
  }

  run(part: number | 'all', limit: number, poll: () => boolean): readonly Move[] | undefined {
    for (let polls = part === 'all' ? this.parts * pollsInPart : pollsInPart; polls > 0; polls--) {
      this.generated += pollInterval;
      if (poll()) return undefined;
    }
    return limit === fewest && part !== 0 ? Array.from({ length: fewest }, () => [0, 1]) : undefined;
  }
}

it('no limit waits for the thread that improves the solution', () => {
  const control = new SearchControl();
  const { deepening } = control;
  const helper = new Toy();
  const bounds: number[] = [];
  const improvement: Improvement = {
    after: 0,
    // It comes in the middle of a part.
    nodes: 2 * pollInterval,
    run: (isProved) => {
      // The helper is called off in its thirteenth part: after four of each of three limits.
      const run = helper.run.bind(helper);
      let parts = 0;
      helper.run = (...args) => {
        if (++parts === 13) deepening.callOff();
        return run(...args);
      };
      bounds.push(deepening.lowerBound);
      help(helper, control, { place: 1, call: deepening.call });
      bounds.push(deepening.lowerBound);
      expect(isProved()).toBe(false);
      return undefined;
    },
  };
  const budget = new Budget({ control });
  expect(lead(new Toy(), budget, [improvement])).toHaveLength(fewest);
  expect(bounds).toEqual([2, 8]);
  expect(budget.lowerBound).toBe(fewest);
});
