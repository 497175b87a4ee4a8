/** Solving or judging each line of a file. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { defineJob, type Revealed } from '../../jobs/define.ts';
import { titleOf } from '../../locales/index.ts';
import { formatMoves, parseMoves, withCounts } from '../../puzzles/moves.ts';
import { type Goal, type Move, type MoveNotation, type Puzzle, type Question, reaches } from '../../puzzles/puzzle.ts';
import { parseQuestion } from '../../puzzles/reader.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { numberRows } from '../../puzzles/replay-link.ts';
import { analyse, costsOf } from '../../search/analysis.ts';
import { gaveUpReasons, PartControl, type SearchControl, type SearchLimits } from '../../search/budget.ts';
import { gaveUpResult, notation, puzzleId } from '../../search/schemas.ts';
import { hasScrambleMoves } from '../../search/scramble-moves.ts';
import { bestMethod, needsOf, type Outcome, type SolveOptions, solve } from '../../search/solve.ts';
import type { TableMemory } from '../../search/tables/contract.ts';
import { workTime } from '../../search/work-time.ts';
import { headerOf, longestLine, mostLines, purposes, type ReadLine, readFileLine } from './lines.ts';

/** The time of a line in the first round, at least: enough for a first answer of a hard position. */
const leastMilliseconds = 1000;
/** Before the limit of a search, so that what is known is stored in time. */
const marginMilliseconds = 3000;

/** Characters of a written solution. */
const longestSolution = 2000;
/** Characters of a piece that somebody wrote, in a problem. */
const longestValue = 60;

const values = z.record(z.string(), z.union([z.string().max(longestValue), z.number()]));
/** The moves that are judged: how many there are, whether they solve it, and how many are not the best where a table knows. */
const judged = z.object({ moves: z.int(), isSolved: z.boolean(), mistakes: z.int().optional() });
/** The puzzle, where the line draws another board than that of the request. */
const common = { puzzle: puzzleId.optional(), position: notation, judged: judged.optional() };

const lineResult = z.discriminatedUnion('is', [
  z.object({ is: z.literal('header') }),
  z.object({ is: z.literal('wrong'), about: z.enum(['position', 'moves', 'line']), code: z.string().max(60), values }),
  /** Not read yet. */
  z.object({ is: z.literal('waiting') }),
  z.object({ is: z.literal('unsolvable'), code: z.string().max(60), values, ...common }),
  /** No solution is known. None is shorter than `least`. */
  z.object({ is: z.literal('open'), least: z.int(), reason: z.enum(gaveUpReasons).optional(), ...common }),
  /** It is proved shortest if its length is `least`. */
  z.object({
    is: z.literal('solved'),
    length: z.int(),
    least: z.int(),
    solution: z.string().max(longestSolution),
    reason: z.enum(gaveUpReasons).optional(),
    ...common,
  }),
]);
export type LineResult = z.infer<typeof lineResult>;
/** A line with a position. */
type Known = Extract<LineResult, { position: string }>;

const result = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('done'),
    /** One for each line of the request. */
    lines: z.array(lineResult).max(mostLines + 1),
    /** Time spent on searching. */
    milliseconds: z.number(),
    /** Why lines are left. */
    reason: z.enum(gaveUpReasons).optional(),
  }),
  gaveUpResult,
]);
export type FileResult = z.infer<typeof result>;
export type Done = Extract<FileResult, { status: 'done' }>;

const input = z.strictObject({
  puzzle: puzzleId,
  purpose: z.enum(purposes),
  lines: z
    .array(z.tuple([z.int(), z.string().max(longestLine + 1)]).readonly())
    .min(1)
    .max(mostLines + 1)
    .readonly(),
  /** What directions in moves say, if their writer tells. */
  told: z.enum(['piece-ways', 'blank-ways']).optional(),
});
export type FileRequest = z.output<typeof input>;

/** Whether more time can tell more about a line. */
export const isLeft = (line: LineResult): boolean => {
  switch (line.is) {
    case 'waiting':
      return true;
    case 'open':
    case 'solved':
      return (line.is === 'open' || line.length > line.least) && line.reason !== 'nodes' && line.reason !== 'memory';
    default:
      return false;
  }
};

/** Directions of tiles with counts, as simulators write them; names of pieces for other puzzles. */
const notationOf = (puzzle: Puzzle): { readonly notation: MoveNotation; readonly separator: string } => {
  const notation = hasScrambleMoves(puzzle) ? 'piece-ways' : 'named';
  return puzzle.moveNotations.find((one) => one.notation === notation) ?? puzzle.moveNotations[0]!;
};

const writeSolution = (puzzle: Puzzle, { start }: Question, moves: readonly Move[]): string => {
  const { notation, separator } = notationOf(puzzle);
  const written = formatMoves(puzzle, start, moves, notation);
  return (notation === 'named' ? written : withCounts(written)).join(separator);
};

const bounded = (all: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(
    Object.entries(all).map(([key, value]) => [key, typeof value === 'string' ? value.slice(0, longestValue) : value]),
  );

const wrongResult = (line: Extract<ReadLine, { ok: false }>): LineResult => {
  const { code, values } = line.problem;
  return { is: 'wrong', about: line.about, code, values: bounded(values) };
};

type Judged = z.infer<typeof judged>;

/** What is known of a line after another search: the best solution and the best bound of all. */
const merged = (
  fields: Pick<Known, 'puzzle' | 'position' | 'judged'>,
  before: LineResult,
  outcome: Outcome,
  write: (moves: readonly Move[]) => string,
): LineResult => {
  if (outcome.status === 'unsolvable') {
    const { code, values } = outcome.obstacle;
    return { is: 'unsolvable', code, values: bounded(values), ...fields };
  }
  const known = before.is === 'open' || before.is === 'solved' ? before : undefined;
  const least = Math.max(outcome.lowerBound, known?.least ?? 0);
  const why = outcome.reason && { reason: outcome.reason };
  const shortest = outcome.status === 'solved' ? outcome.moves.length : Number.POSITIVE_INFINITY;
  if (known?.is === 'solved' && known.length <= shortest) return { ...known, least, ...why };
  if (outcome.status === 'gave-up') return { is: 'open', least, ...fields, ...why };
  return { is: 'solved', length: shortest, least, solution: write(outcome.moves), ...fields, ...why };
};

/** Reads and searches one line after another. */
class FileWork {
  private readonly request: FileRequest;
  private readonly puzzle: Puzzle;
  private readonly options: SolveOptions;
  private readonly tables: Map<string, TableMemory>;

  constructor(request: FileRequest, options: SolveOptions) {
    this.request = request;
    this.puzzle = knownPuzzle(request.puzzle);
    this.options = options;
    this.tables = new Map(options.tables);
  }

  /** Works on a line for some milliseconds at most. */
  line(index: number, before: LineResult, milliseconds: number, control: PartControl): LineResult {
    const { request } = this;
    const { lines, purpose, told } = request;
    const header = headerOf(lines[0]![1]);
    if (index === 0 && header) return { is: 'header' };
    const read = readFileLine(lines[index]![1], purpose, { puzzle: this.puzzle, header, told });
    if (!read.ok) return wrongResult(read);
    const { puzzle, question, moves } = read;
    const options = {
      ...this.options,
      tables: this.tablesFor(puzzle, question.goal),
      milliseconds,
      control,
      withoutCount: true,
    };
    const judged = moves && this.judge(puzzle, question, moves, options);
    const position = numberRows(puzzle, question.start) ?? puzzle.formatPosition(question.start);
    const isOther = puzzle !== this.puzzle;
    const fields = { ...(isOther && { puzzle: puzzle.id }), position, ...(judged && { judged }) };
    const write = (solution: readonly Move[]) => writeSolution(puzzle, question, solution);
    return merged(fields, before, solve(puzzle, question, options), write);
  }

  /** Where a table tells all distances, also how many moves are not the best. */
  private judge(puzzle: Puzzle, question: Question, moves: readonly Move[], options: SolveOptions): Judged {
    const judged = { moves: moves.length, isSolved: reaches(puzzle, question, moves) };
    if (bestMethod(puzzle, question.goal) !== 'table') return judged;
    const analysis = analyse(puzzle, question, moves, options);
    if (analysis.status !== 'analysed') return judged;
    return { ...judged, mistakes: costsOf(analysis.distances).filter((cost) => cost !== undefined && cost > 0).length };
  }

  /** The goal of a peg board depends on its start. Those tables are small. */
  private tablesFor(puzzle: Puzzle, goal: Goal): Map<string, TableMemory> {
    if (puzzle === this.puzzle && goal.text === puzzle.goal.text) return this.tables;
    for (const need of needsOf(puzzle, goal, undefined, this.options.databases)) {
      if (!this.tables.has(need.key)) this.tables.set(need.key, need.build());
    }
    return this.tables;
  }
}

interface Limits extends SearchLimits {
  readonly control: SearchControl;
}

/**
 * Works on all lines in rounds, so that no hard line keeps time from the others: in each round, those that are left get an
 * equal share of the time that is left. Most positions need a fraction of their share. It yields after each line.
 */
export function* workOn(
  request: FileRequest,
  { control, milliseconds: limit = Number.POSITIVE_INFINITY, ...limits }: Limits,
  options: SolveOptions,
  soFar?: Done,
): Generator<readonly LineResult[], Done> {
  const started = workTime();
  const spent = (): number => (soFar?.milliseconds ?? 0) + workTime() - started;
  const most = limit - Math.min(marginMilliseconds, limit / 10);
  const isOver = (): boolean => control.isCancelled || control.isPaused || spent() >= most;
  const work = new FileWork(request, { ...limits, ...options });
  const lines = soFar ? [...soFar.lines] : request.lines.map((): LineResult => ({ is: 'waiting' }));
  const left = (): number[] => [...lines.keys()].filter((index) => isLeft(lines[index]!));
  let round = left();
  while (round.length > 0 && !isOver()) {
    const share = Math.max(leastMilliseconds, (most - spent()) / round.length);
    for (const index of round) {
      if (isOver()) break;
      const milliseconds = Math.min(share, most - spent());
      lines[index] = work.line(index, lines[index]!, milliseconds, new PartControl(control));
      control.report({ generated: lines.length - left().length, lowerBound: 0, peakFrontier: lines.length });
      yield lines;
    }
    round = left();
  }
  const found = { status: 'done', lines, milliseconds: spent() } as const;
  if (round.length === 0) return found;
  if (!control.isCancelled) control.runOut();
  return { ...found, reason: control.isCancelled ? 'cancelled' : 'deadline' };
}

/** The end of a generator whose steps nobody looks at. */
const finished = <Result>(steps: Generator<unknown, Result>): Result => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as Result;
  }
};

/** What the answer shows of a line. */
const revealedBy = (request: FileRequest, line: LineResult): Revealed | undefined => {
  if (!('position' in line)) return undefined;
  const puzzle = knownPuzzle(line.puzzle ?? request.puzzle);
  const question = parseQuestion(puzzle, line.position);
  if (!question.ok) return undefined;
  const { start, goal } = question.value;
  const revealed = { puzzle, goal, positions: [start] };
  if (line.is !== 'solved') return revealed;
  const read = parseMoves(puzzle, start, line.solution, goal, notationOf(puzzle).notation);
  return read.ok ? { ...revealed, solution: { start, moves: read.value.moves } } : revealed;
};

export const fileJob = defineJob({
  kind: 'file',
  input,
  result,
  key: ({ puzzle, purpose, lines, told = 'any' }) => [
    puzzle,
    purpose,
    told,
    createHash('sha256').update(JSON.stringify(lines)).digest('base64url'),
  ],
  lane: () => 'long',
  tables: ({ puzzle: id }, databases) => {
    const puzzle = knownPuzzle(id);
    return needsOf(puzzle, puzzle.goal, undefined, databases);
  },
  title: (t, { puzzle }) => titleOf(t, knownPuzzle(puzzle)),
  run: (request, { tables, databases, limits, soFar }): FileResult =>
    finished(workOn(request, limits, { tables, databases }, soFar?.status === 'done' ? soFar : undefined)),
  isResumable: true,
  progress: (t, { lines }, { generated }) => t('file.progress', { count: generated, all: lines.length }),
  keepFor: (found) => (found.status === 'done' && found.reason ? 'retry' : 'reply'),
  *revealsEach(request, found) {
    if (found.status !== 'done') return;
    for (const line of found.lines) yield revealedBy(request, line);
  },
});
