/** What runs on a solver thread: one search at a time, and nothing else. */
import { Line } from '../search/budget.ts';
import { type Outcome, solve } from '../search/index.ts';
import { fromText, type QuestionText } from './job.ts';

export interface Task {
  readonly question: QuestionText;
  readonly milliseconds: number;
  readonly nodes: number;
  readonly bytes: number;
  /** The memory of the `Line` that the worker holds the other end of. */
  readonly memory: SharedArrayBuffer;
}

export default ({ question: text, memory, ...limits }: Task): Outcome => {
  const { puzzle, question } = fromText(text);
  return solve(puzzle, question, { method: text.method, line: new Line(memory), ...limits });
};
