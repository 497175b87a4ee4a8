/** Work on one line of a file: reading it, searching for a while, and what is known of it then. */
import { escaped } from '../../locales/index.ts';
import { formatMoves, withCounts } from '../../puzzles/moves.ts';
import { type Goal, type Move, type MoveNotation, type Puzzle, type Question, reaches } from '../../puzzles/puzzle.ts';
import { parseQuestion } from '../../puzzles/reader.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { numberRows } from '../../puzzles/replay-link.ts';
import { questionText } from '../../puzzles/start-and-goal.ts';
import { analyse, costsOf } from '../../search/analysis.ts';
import { hasScrambleMoves } from '../../search/scramble-moves.ts';
import { bestMethod, needsOf, type Outcome, type SolveOptions, solve } from '../../search/solve.ts';
import type { SolveRequest } from '../solve/job.ts';
import { headerOf, readFileLine, type WrongLine } from './lines.ts';
import { type FileRequest, type KnownLine, type KnownOfLine, linesIn, longestValue } from './result.ts';

/** Directions of tiles with counts, as simulators write them; names of pieces for other puzzles. */
export const notationOf = (puzzle: Puzzle): { readonly notation: MoveNotation; readonly separator: string } => {
  const notation = hasScrambleMoves(puzzle) ? 'piece-directions' : 'named';
  return puzzle.moveNotations.find((one) => one.notation === notation) ?? puzzle.moveNotations[0];
};

const writeSolution = (puzzle: Puzzle, { start }: Question, moves: readonly Move[]): string => {
  const { notation, separator } = notationOf(puzzle);
  const written = formatMoves(puzzle, start, moves, notation);
  return (notation === 'named' ? written : withCounts(written)).join(separator);
};

const bounded = (values: WrongLine['problem']['values']) => escaped(values, (text) => text.slice(0, longestValue));

const wrongResult = ({ about, problem }: WrongLine): KnownOfLine => {
  const { code, values } = problem;
  return { is: 'wrong', about, code, values: bounded(values) };
};

/** The question of a line, once that was read. */
export const lineQuestion = (request: FileRequest, line: KnownOfLine): SolveRequest | undefined => {
  if (!('position' in line)) return undefined;
  const puzzle = knownPuzzle(line.puzzle ?? request.puzzle);
  const question = parseQuestion(puzzle, line.position);
  return question.ok ? { puzzle: puzzle.id, question: question.value } : undefined;
};

type Fields = Pick<KnownLine, 'puzzle' | 'position' | 'judged'>;

/** What a search tells of a line. */
export const lineOf = ({ puzzle: id, question }: SolveRequest, fields: Fields, outcome: Outcome): KnownOfLine => {
  const { puzzle, position, judged } = fields;
  const known = { puzzle, position, judged };
  if (outcome.status === 'unsolvable') {
    const { code, values } = outcome.obstacle;
    return { is: 'unsolvable', code, values: bounded(values), ...known };
  }
  const { lowerBound: least, reason } = outcome;
  if (outcome.status === 'gave-up') return { is: 'open', least, reason, ...known };
  const solution = writeSolution(knownPuzzle(id), question, outcome.moves);
  return { is: 'solved', length: outcome.moves.length, least, solution, reason, ...known };
};

/** What is known of a line after another search: the best solution and the best bound of both. */
export const mergedLine = (before: KnownOfLine, now: KnownOfLine): KnownOfLine => {
  if (before.is !== 'open' && before.is !== 'solved') return now;
  if (now.is !== 'open' && now.is !== 'solved') return now;
  const isBetter = now.is === 'solved' && (before.is === 'open' || now.length < before.length);
  const known = isBetter || before.is === 'open' ? now : before;
  return { ...known, least: Math.max(before.least, now.least), reason: now.reason };
};

/** Where a table tells all distances, also how many moves are not the best. */
const judge = (puzzle: Puzzle, question: Question, moves: readonly Move[], options: SolveOptions): Fields['judged'] => {
  const judged = { moves: moves.length, isSolved: reaches(puzzle, question, moves) };
  if (bestMethod(puzzle, question.goal) !== 'table') return judged;
  const analysis = analyse(puzzle, question, moves, options);
  if (analysis.status !== 'analysed') return judged;
  return { ...judged, mistakes: costsOf(analysis.distances).filter((cost) => cost !== undefined && cost > 0).length };
};

/** @returns a function that reads a line and searches it on this thread, for some milliseconds at most */
export const lineWork = (request: FileRequest, context: SolveOptions) => {
  const { purpose, notation } = request;
  const lines = linesIn(request);
  const header = headerOf(lines[0]![1]);
  const usual = knownPuzzle(request.puzzle);
  const tables = new Map(context.tables);

  /** The goal of a peg board depends on its start. Those tables are small. */
  const buildTables = (puzzle: Puzzle, goal: Goal): void => {
    if (puzzle === usual && goal.text === usual.goal.text) return;
    for (const need of needsOf(puzzle, goal, undefined, context.databases))
      if (!tables.has(need.key)) tables.set(need.key, need.build());
  };

  return (index: number, milliseconds: number): KnownOfLine => {
    if (index === 0 && header) return { is: 'header' };
    const read = readFileLine(lines[index]![1], purpose, { puzzle: usual, header, notation });
    if (!read.ok) return wrongResult(read);
    const { puzzle, question, moves } = read;
    buildTables(puzzle, question.goal);
    const options = { ...context, tables, milliseconds, withoutCount: true };
    const judged = moves && judge(puzzle, question, moves, options);
    const position = questionText(puzzle, question, numberRows(puzzle, question.start));
    const fields = { puzzle: puzzle === usual ? undefined : puzzle.id, position, judged };
    return lineOf({ puzzle: puzzle.id, question }, fields, solve(puzzle, question, options));
  };
};
