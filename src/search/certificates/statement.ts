/** A question as a certificate says it: rules, start and goals as data, in which pieces that look alike have one number. */
import type { Certificate, Proof } from '../../proof/format.ts';
import type { Cursor, Puzzle, Question } from '../../puzzles/puzzle.ts';
import type { ClassOf } from './rings.ts';

export interface Statement {
  readonly fields: Pick<Certificate, 'rules' | 'start' | 'goals'>;
  /** The rule that tells that there is no solution, if one does. */
  rule?(): Proof | undefined;
  /** Images of the cells by which positions count as one, and the state that stands for them. */
  readonly symmetries?: readonly (readonly number[])[];
  readonly classOf?: ClassOf;
}

/**
 * Undefined for a question of another family.
 * @param cursor tells which pieces look alike
 * @param states all states of the goal; undefined if they are not known, or too many
 */
export type StatementOf = (
  puzzle: Puzzle,
  question: Question,
  cursor: Cursor,
  states: readonly number[] | undefined,
) => Statement | undefined;
