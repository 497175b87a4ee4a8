/** Certificates: an answer with what proves it. Which kind of proof it has follows from the puzzle and its goal. */
import type { Certificate } from '../../proof/format.ts';
import type { Move, Puzzle, Question } from '../../puzzles/puzzle.ts';
import { blockStatement } from '../blocks/block-statement.ts';
import { Budget, type GaveUpReason, type SearchLimits } from '../budget.ts';
import { pegStatement } from '../pegs/peg-statement.ts';
import { databasesOf } from '../sliding/databases.ts';
import { slideStatement } from '../sliding/slide-statement.ts';
import { buildTables, methodsOf, needsOf } from '../solve.ts';
import type { TableNeed, Tables } from '../tables/contract.ts';
import { partsFor } from './parts.ts';
import { mostRingPositions, ringsFor } from './rings.ts';
import type { StatementOf } from './statement.ts';

/** Why an answer has no certificate: what it would take is too much, or nothing is proved. */
export type NoCertificate = GaveUpReason | 'unproved';

/** What is known of an answer. */
type KnownAnswer =
  | { readonly status: 'solved'; readonly moves: readonly Move[]; readonly lowerBound: number }
  | { readonly status: 'unsolvable' }
  | { readonly status: 'gave-up' };

interface CertifyOptions extends SearchLimits {
  /** What `certificateNeeds` named; built on the spot when left out. */
  readonly tables?: Tables | undefined;
}

/** Where a search in parts may follow, rings are for what they prove within a second. */
const fewPositions = 3e5;

const hasDatabases = (puzzle: Puzzle, { goal }: Question): boolean => methodsOf(puzzle, goal).includes('ida-pdb');

/** What certificates of a question need: the pattern databases of its puzzle, if it has some. */
export const certificateNeeds = (puzzle: Puzzle, question: Question): readonly TableNeed[] =>
  hasDatabases(puzzle, question) ? needsOf(puzzle, question.goal, 'ida-pdb', '7-7-1') : [];

/** Goals that a certificate lists one by one, at most. */
const mostGoals = 400;

/** Of each family. */
const statements: readonly StatementOf[] = [pegStatement, blockStatement, slideStatement];

/** A question for a certificate, with the cursor that counts its positions. */
const prepared = (puzzle: Puzzle, question: Question) => {
  const { start, goal } = question;
  const usual = puzzle.cursor(goal, start);
  // A start with pieces where those of the goal can never be is none of its positions.
  const isApart = usual.rank(start) === -1;
  const cursor = isApart ? puzzle.cursor({ text: '', positions: [start] }, start) : usual;
  const { length = 0 } = cursor.goals ?? [];
  // Of blocks, goals are left out where a piece can never be.
  const isListed = !isApart && length >= goal.positions.length && length > 0 && length <= mostGoals;
  const goals = isListed ? cursor.goals : undefined;
  const [statement] = statements.flatMap((stated) => stated(puzzle, question, cursor, goals) ?? []);
  const { fields, ...rest } = statement!;
  const base = { format: 'antipode-proof', version: 2, puzzle: puzzle.id, ...fields } as const;
  return { base, cursor, goals, ...rest };
};

/** That there is no solution: by a rule, or by all positions that the start reaches. */
const disproved = (puzzle: Puzzle, question: Question, budget: Budget): Certificate | NoCertificate => {
  const { base, cursor, rule, symmetries, classOf } = prepared(puzzle, question);
  const byRule = rule?.();
  const wanted = { least: Number.POSITIVE_INFINITY, most: mostRingPositions(puzzle), classOf };
  const found = byRule ?? ringsFor(cursor, cursor.rank(question.start), wanted, budget);
  if (typeof found === 'string') return found;
  const proof = byRule ?? { ...found, symmetries };
  return { ...base, claim: { unsolvable: true }, solution: [], proof };
};

/**
 * The certificate of an answer. It takes about as long as a search of the last limit, or of as many positions as its rings
 * have, and honours the limits.
 */
export const certify = (
  puzzle: Puzzle,
  question: Question,
  answer: KnownAnswer,
  { tables, ...limits }: CertifyOptions = {},
): Certificate | NoCertificate => {
  const budget = new Budget(limits);
  if (answer.status === 'gave-up') return 'unproved';
  if (answer.status === 'unsolvable') return disproved(puzzle, question, budget);
  const { moves: solution, lowerBound } = answer;
  const { length } = solution;
  const least = Math.min(length, lowerBound);
  const { base, cursor, goals, symmetries, classOf } = prepared(puzzle, question);
  const inParts = hasDatabases(puzzle, question);
  const most = inParts ? fewPositions : mostRingPositions(puzzle);
  const rings = ringsFor(cursor, cursor.rank(question.start), { goals, least, most, classOf }, budget);
  const ofParts = () =>
    partsFor(
      databasesOf(puzzle.board, '7-7-1')!,
      question,
      least,
      tables ?? buildTables(certificateNeeds(puzzle, question)),
      budget,
    );
  const proof = rings === 'memory' && inParts ? ofParts() : rings;
  if (typeof proof === 'string') return proof;
  const claim = least < length ? { length, atLeast: least } : { length };
  return { ...base, claim, solution, proof: proof.kind === 'rings' ? { ...proof, symmetries } : proof };
};
