/** Of the problems that a text and its parts have as a position, the one that tells most. */
import { type BadInput, type Position, type Result, wrong } from './puzzle.ts';

/** What is wrong with a text: with its board, rather than with what stands around it. */
export const tellingProblem = (whole: BadInput, parts: readonly Result<Position>[]): BadInput => {
  const { code, values } = whole.problem;
  if (code === 'row-length')
    return parts.find((one): one is BadInput => !one.ok && one.problem.code === 'no-room') ?? whole;
  if (code !== 'unknown-piece' && code !== 'cell-count') return whole;
  // Rows of known pieces only, without what stands around them.
  const odd = parts.find((one) => !one.ok && one.problem.code === 'row-length');
  if (odd && !odd.ok && code === 'unknown-piece') return wrong(odd.problem.code, odd.problem.values);
  const least = code === 'unknown-piece' ? Number(values.cell) : Number.POSITIVE_INFINITY;
  const cellOf = ({ problem }: BadInput): number =>
    problem.code.startsWith('repeated-') ? Number.POSITIVE_INFINITY : Number(problem.values.cell ?? 0);
  const others = parts.filter((one) => !one.ok);
  const part = others.toSorted((a, b) => cellOf(b) - cellOf(a))[0];
  const isTelling = part && (cellOf(part) > least || part.problem.code.startsWith('repeated-'));
  // Of a part, no place in the whole is known.
  return isTelling ? wrong(part.problem.code, part.problem.values) : whole;
};
