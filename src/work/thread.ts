/** What runs on a worker's threads: one piece of work at a time, and nothing else. */
import { farthest } from '../search/breadth-first.ts';
import { type Limits, Line } from '../search/budget.ts';
import { methodsOf, type Outcome, solve } from '../search/index.ts';
import { knownPuzzle, questionOf, type Result, type Work } from './job.ts';

export interface Task {
  readonly work: Work;
  /** What a search may spend; `line` is made of the memory. */
  readonly limits: Omit<Limits, 'line'>;
  /** The memory of the `Line` that the worker holds the other end of. */
  readonly memory: SharedArrayBuffer;
}

/** A comparison gives each method this share of the time that one search may take, but no more than this. */
const comparedMilliseconds = 4000;

export default ({ work, memory, ...task }: Task): Result => {
  const line = new Line(memory);
  const limits: Limits = { ...task.limits, line };
  switch (work.kind) {
    case 'solve': {
      const { puzzle, question } = questionOf(work);
      return solve(puzzle, question, { method: work.method, ...limits });
    }
    case 'survey': {
      const puzzle = knownPuzzle(work.puzzle);
      const started = performance.now();
      const found = farthest(puzzle.cursor(puzzle.goal), limits);
      if (typeof found === 'string') return { status: 'gave-up', reason: found };
      const { states, diameter, histogram } = found;
      const positions = found.farthest.map((state) => puzzle.formatPosition(puzzle.unrank(state))).sort();
      const milliseconds = performance.now() - started;
      return { status: 'surveyed', states, diameter, histogram: [...histogram], positions, milliseconds };
    }
    case 'compare': {
      const { puzzle, question } = questionOf(work);
      const known = methodsOf(puzzle, question.goal);
      const milliseconds = Math.min(
        comparedMilliseconds,
        (limits.milliseconds ?? Number.POSITIVE_INFINITY) / known.length,
      );
      const outcomes: Outcome[] = [];
      for (const method of known) {
        if (line.isCancelled) return { status: 'gave-up', reason: 'cancelled' };
        outcomes.push(solve(puzzle, question, { ...limits, method, milliseconds }));
      }
      return { status: 'compared', outcomes };
    }
  }
};
