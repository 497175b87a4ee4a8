/** Solving from the command line: one position, or many from standard input. */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Work } from '../../jobs/define.ts';
import type { SolverThreads } from '../../jobs/solver-threads.ts';
import {
  aimText,
  exampleText,
  explainObstacle,
  explainProblem,
  pointOut,
  solutionCount,
  translator,
} from '../../locales/index.ts';
import type { Certificate } from '../../proof/format.ts';
import {
  type DrawnKind,
  type Notation,
  type Problem,
  type Puzzle,
  type Question,
  replay,
} from '../../puzzles/puzzle.ts';
import { parseQuestion, puzzleFor, questionFor, readGoal, readPosition, saysPosition } from '../../puzzles/reader.ts';
import { emojiBoard } from '../../render/emoji.ts';
import { type Config, limitsOf, loadConfig } from '../../runtime/config.ts';
import { createLogger } from '../../runtime/log.ts';
import { complain, end, print, refuse } from '../../runtime/terminal.ts';
import { allSolutions, hasAllSolutions } from '../../search/all-solutions.ts';
import { certificateNeeds, certify, type NoCertificate } from '../../search/certificates/certify.ts';
import { noteSolution, type SearchRecord } from '../../search/search-record.ts';
import { solutionsIn, writtenSolutions } from '../../search/solution-graph.ts';
import { bestMethod, buildTables, type Method, methodsOf, needsOf, type Outcome, solve } from '../../search/solve.ts';
import type { Tables } from '../../search/tables/contract.ts';
import { boardsOf as boardsOfLines } from '../file/lines.ts';
import { writeCertificate } from '../proof/command-line.ts';
import { type solveJob, solveParts, solveWork, tooLarge } from './job.ts';

const t = translator('en');

export interface SolveOptions {
  readonly goal?: string;
  readonly method?: Method;
  readonly timeout?: number;
  readonly json?: true;
  readonly count?: true;
  readonly all?: true;
  /** Ask the workers of REDIS_URL. */
  readonly queue?: true;
  /** The file for the certificate. */
  readonly proof?: string;
}

interface Counting {
  /** A puzzle in the metric that was chosen. */
  counting(puzzle: Puzzle): Puzzle;
}

/** An answer as JSON. */
const answerOf = (puzzle: Puzzle, { start, goal }: Question, outcome: Outcome) => {
  const solved = outcome.status === 'solved' ? outcome : undefined;
  const positions = solved && replay(puzzle, start, solved.moves);
  const moves = solved?.moves.map((move, index): Notation => puzzle.notate(positions![index]!, move)) ?? null;
  let reason: string | null = null;
  if (outcome.status === 'unsolvable') reason = explainObstacle(t, outcome.obstacle);
  if (outcome.status !== 'unsolvable' && outcome.reason) reason = t(`gaveUp.${outcome.reason}`);
  return {
    puzzle: puzzle.id,
    position: puzzle.formatPosition(start),
    goal: goal.text,
    aim: aimText(t, puzzle, goal) ?? null,
    status: outcome.status,
    length: moves?.length ?? null,
    moves,
    method: outcome.method,
    optimal: solved?.optimal ?? false,
    generated: outcome.generated,
    milliseconds: Math.round(outcome.milliseconds * 1000) / 1000,
    lowerBound: outcome.status === 'unsolvable' ? null : outcome.lowerBound,
    reason,
    solutions: solved?.solutions ?? null,
    firstMoves: solved?.firstMoves?.map((move) => puzzle.notate(start, move)) ?? null,
  };
};

/** Of all shortest solutions. */
interface Listing {
  readonly isComplete: boolean;
  /** First moves that were not decided in time. */
  readonly undecided: readonly Notation[];
  readonly all: readonly string[];
}
type Answer = ReturnType<typeof answerOf> & Partial<Listing>;

/** The answer with all shortest solutions. */
const allOf = (puzzle: Puzzle, question: Question, options: Parameters<typeof allSolutions>[2]): Answer => {
  const found = allSolutions(puzzle, question, options);
  if (found.status !== 'listed') return answerOf(puzzle, question, found);
  const { start, goal } = question;
  const { length, count, firstMoves, undecided, graph, reason, generated, milliseconds } = found;
  const [moves = []] = solutionsIn(graph, (_, move) => move, 1);
  const stats = { method: bestMethod(puzzle, goal), generated, peakFrontier: length, milliseconds };
  const solved = { status: 'solved', moves, optimal: true, lowerBound: length, solutions: count, firstMoves } as const;
  return {
    ...answerOf(puzzle, question, { ...solved, reason, ...stats }),
    isComplete: reason === undefined,
    undecided: undecided.map((move) => puzzle.notate(start, move)),
    all: writtenSolutions(puzzle, start, graph),
  };
};

/** A move as a word: `5`, `==`, `15-7-10`. */
const wordOf = (move: Notation): string => (typeof move === 'object' ? move.join('-') : String(move));

/** All shortest solutions as lines, after their number and their first moves. */
const listingOf = ({ solutions, isComplete, firstMoves, undecided = [], all = [] }: Answer): string[] => {
  const moves = (some: readonly Notation[] | null): string => some?.map(wordOf).join(' ') ?? '';
  return [
    solutionCount(t, solutions ?? undefined, isComplete!),
    all.length < (solutions ?? Number.POSITIVE_INFINITY) ? t('solutions.part', { count: all.length }) : '',
    firstMoves?.length ? t('card.first', { moves: moves(firstMoves) }) : '',
    undecided.length > 0 ? t('solutions.undecided', { moves: moves(undecided) }) : '',
    ...all,
  ].filter(Boolean);
};

/** An answer as text. */
const textOf = (puzzle: Puzzle, question: Question, answer: Answer): string => {
  const { start } = question;
  const { moves, generated, milliseconds, method, reason, lowerBound, aim } = answer;
  const states = `${generated.toLocaleString('en')} ${generated === 1 ? 'state' : 'states'}`;
  const counted = `${states} in ${Math.round(milliseconds)} ms (${method})`;
  const large = answer.status !== 'unsolvable' && !answer.optimal && tooLarge(t, { puzzle: puzzle.id, question });
  if (!moves) {
    const bound = lowerBound === null ? '' : t('gaveUp.lowerBound', { count: lowerBound });
    return [aim, reason, large, bound, counted].filter(Boolean).join('\n');
  }
  const words = moves.length === 0 ? '' : `: ${moves.map(wordOf).join(' ')}`;
  const length = t('answer.length', { count: moves.length });
  const proof = answer.optimal
    ? t('answer.proved')
    : t('answer.unproved', { least: lowerBound ?? 0, most: moves.length });
  const solved = `${length}, ${proof}${words}`;
  return [emojiBoard(puzzle, start), aim, solved, large, ...(answer.all ? listingOf(answer) : []), reason, counted]
    .filter(Boolean)
    .join('\n');
};

const explained = (input: string, problem: Problem, hasExample = true): string => {
  return [explainProblem(t, problem), pointOut(input, problem), hasExample && exampleText(t, problem)]
    .filter(Boolean)
    .join('\n');
};

/** After so long, in milliseconds, a question goes to threads, which take 600 to start and to read their tables. */
const sliceMilliseconds = 100;

/** Answers questions on one puzzle. The first one builds the tables. */
class Solver {
  private readonly puzzle: Puzzle;
  private readonly options: SolveOptions;
  private readonly withoutCount: boolean;
  private readonly config: Config;
  private tables: Tables | undefined;
  /** For searches that take longer, with their own tables. */
  private threads: SolverThreads | undefined;

  constructor(puzzle: Puzzle, options: SolveOptions, withoutCount = false) {
    this.puzzle = puzzle;
    this.options = options;
    this.withoutCount = withoutCount;
    const config = loadConfig();
    this.config = { ...config, solveTimeoutSeconds: options.timeout ?? config.solveTimeoutSeconds };
  }

  async answer(question: Question): Promise<Answer> {
    const { puzzle, options, config } = this;
    if (!options.all) return answerOf(puzzle, question, await this.outcome(question));
    return allOf(puzzle, question, { ...this.prepare(question), ...limitsOf(config) });
  }

  /** The tables for a question, and which databases they have. */
  private prepare({ goal }: Question) {
    const { puzzle, options, config } = this;
    const databases = config.databases.quick;
    const needs = needsOf(puzzle, goal, options.method ?? bestMethod(puzzle, goal), databases);
    this.tables ??= buildTables(needs, this.storage);
    return { tables: this.tables, databases };
  }

  private get storage() {
    return { folder: join(this.config.dataDirectory, 'tables'), note: complain };
  }

  async outcome(question: Question): Promise<Outcome> {
    const { puzzle, options, withoutCount, config } = this;
    if (options.queue) return this.ask(question);
    const method = options.method ?? bestMethod(puzzle, question.goal);
    const base = { ...this.prepare(question), ...limitsOf(config) };
    const work = solveWork(puzzle, question, method);
    const record = solveParts.begin(work.request);
    const milliseconds = record ? Math.min(base.milliseconds, sliceMilliseconds) : base.milliseconds;
    const outcome = solve(puzzle, question, { ...base, method, withoutCount, milliseconds });
    const isLong = record && 'reason' in outcome && outcome.reason === 'deadline' && milliseconds < base.milliseconds;
    if (!isLong) return outcome;
    const begun = outcome.status === 'solved' ? noteSolution(record, outcome.moves) : record;
    return this.search(work, { ...begun, milliseconds });
  }

  /** The certificate of an outcome, within the same limits. */
  certify(question: Question, outcome: Outcome): Certificate | NoCertificate {
    const needs = certificateNeeds(this.puzzle, question);
    const known = needs.every(({ key }) => this.tables?.has(key)) ? this.tables : undefined;
    const tables = known ?? buildTables(needs, this.storage);
    return certify(this.puzzle, question, outcome, { tables, ...limitsOf(this.config) });
  }

  private async ask(question: Question): Promise<Outcome> {
    const { puzzle, options, config } = this;
    const { askWorkers } = await import('./fleet.ts');
    return askWorkers(solveWork(puzzle, question, options.method), config);
  }

  /** A long search, on all cores. */
  private async search(work: Work<typeof solveJob>, record: SearchRecord): Promise<Outcome> {
    // Most questions do without, and start sooner.
    const { searchHere } = await import('../../jobs/local-search.ts');
    const { localThreads } = await import('../local-threads.ts');
    this.threads ??= localThreads(this.config);
    return searchHere(work, record, this.threads, createLogger('solve', 'warn'));
  }

  async close(): Promise<void> {
    await this.threads?.close();
  }
}

/** Why a method doesn't suit the puzzle, or not all its solutions can be found. */
const misfitOf = (puzzle: Puzzle, { method, all }: SolveOptions): string | undefined => {
  if (all && !hasAllSolutions(puzzle)) return t('solutions.unfit');
  const known = methodsOf(puzzle);
  if (method === undefined || known.includes(method)) return undefined;
  return `${method} does not fit ${puzzle.id}; there is: ${known.join(', ')}`;
};

/** Where some shortest solutions are missing, the search gave up. */
const statusOf = ({ status, isComplete = true }: Answer) => (isComplete ? status : 'gave-up');

export const solveOne = async (
  chosen: Puzzle | DrawnKind,
  position: string,
  options: SolveOptions & Counting,
): Promise<void> => {
  const drawn = puzzleFor(chosen, position);
  if (!drawn.ok) return refuse(explained(position, drawn.problem));
  const puzzle = options.counting(drawn.value);
  const misfit = misfitOf(puzzle, options);
  if (misfit) return refuse(misfit);
  const question = parseQuestion(puzzle, position, options.goal);
  if (!question.ok) {
    const inPosition = !readPosition(puzzle, position).ok;
    return refuse(explained(inPosition ? position : (options.goal ?? ''), question.problem, inPosition));
  }
  const solver = new Solver(puzzle, options);
  const outcome = options.all ? undefined : await solver.outcome(question.value);
  const answer = outcome ? answerOf(puzzle, question.value, outcome) : await solver.answer(question.value);
  print(options.json ? JSON.stringify(answer) : textOf(puzzle, question.value, answer));
  if (outcome && options.proof) {
    const steps = writeCertificate(options.proof, solver.certify(question.value, outcome));
    if (!options.json) for (const step of steps) print(step);
  }
  await solver.close();
  if (answer.reason !== null && options.json) complain(answer.reason);
  end(statusOf(answer));
};

/** A position, its length, and how many shortest solutions it has if all were asked for. */
const lineOf = ({ position, length, status, solutions, all }: Answer): string =>
  `${position} ${length ?? status}${all ? ` ${solutions}` : ''}`;

/** Lines without a blank one that wait for the end of their board, at most: boards of up to ten lines each fill them. */
const mostWaiting = 2520;

/** Whether lines end before the list, the table or the frame that they begin. */
const isOpen = (text: string): boolean => {
  const countOf = (mark: RegExp): number => text.match(mark)?.length ?? 0;
  const edge = /^\s*[+┌┏╔╭][^\p{L}\p{N}]*$/u;
  const [first = '', ...others] = text.split('\n');
  return (
    countOf(/[[({]|<table/gu) > countOf(/[\])}]|<\/table/gu) ||
    (edge.test(first) && !/[+┘┛╝╯]\s*$/u.test(others.at(-1) ?? ''))
  );
};

/** Boards from lines as they come. Lines that say no position wait for the other rows of their board. */
async function* boardsOf(lines: AsyncIterable<string>, chosen: Puzzle | DrawnKind): AsyncGenerator<string> {
  const usual = 'id' in chosen ? chosen : undefined;
  // A board that may have any number of rows ends with them.
  const rows = usual && !usual.kind ? usual.board.rows : Number.POSITIVE_INFINITY;
  const isPosition = (text: string): boolean => saysPosition(chosen, text);
  const isUsual = (text: string): boolean => usual !== undefined && readPosition(usual, text).ok;
  let waiting: string[] = [];
  const left = (): string[] => {
    const numbered = waiting.map((line, index) => [index + 1, line] as const);
    waiting = [];
    return boardsOfLines(numbered, chosen).map(([, text]) => text);
  };
  for await (const line of lines) {
    // Fences of code stand between boards, too.
    const isBlank = /^\s*(?:```[\w-]*\s*)?$/u.test(line);
    if (isBlank || isPosition(line)) {
      yield* left();
      if (!isBlank) yield line;
      continue;
    }
    waiting.push(line);
    // The size may stand above the rows.
    const text = waiting.slice(0, rows + 1).join('\n');
    if ((waiting.length === rows || waiting.length === rows + 1) && isUsual(text) && !isOpen(text)) {
      yield text;
      waiting = [];
    } else if (waiting.length === mostWaiting) yield* left();
  }
  yield* left();
}

/** Solves positions from standard input, one a line or a row a line, and prints one answer a line in the same order. */
export const solveLines = async (chosen: Puzzle | DrawnKind, options: SolveOptions & Counting): Promise<void> => {
  if (options.proof) return refuse('--proof is for one position');
  if ('id' in chosen) {
    const misfit = misfitOf(chosen, options);
    if (misfit) return refuse(misfit);
    // Reported once, before reading any line.
    const { goal: typed = '' } = options;
    const drawn = typed.trim() ? puzzleFor(chosen, typed) : undefined;
    const goal = drawn?.ok ? readGoal(drawn.value, typed) : drawn;
    if (goal && !goal.ok) return refuse(`--goal: ${explained(typed, goal.problem, false)}`);
  }
  // Boards may have other sizes than the usual one.
  const solvers = new Map<Puzzle, Solver>();
  for await (const line of boardsOf(createInterface({ input: process.stdin }), chosen)) {
    const asked = questionFor(chosen, line, options.goal);
    if (asked.ok) {
      const { question } = asked.value;
      const puzzle = options.counting(asked.value.puzzle);
      const solver = solvers.get(puzzle) ?? new Solver(puzzle, options, !options.count);
      solvers.set(puzzle, solver);
      const answer = await solver.answer(question);
      print(options.json ? JSON.stringify(answer) : lineOf(answer));
      end(statusOf(answer));
    } else {
      const reason = explainProblem(t, asked.problem);
      const refusal = { puzzle: 'id' in chosen ? chosen.id : chosen.name, position: line, status: 'bad-input', reason };
      print(options.json ? JSON.stringify(refusal) : `${line} bad-input`);
      refuse(`${line}: ${reason}`);
    }
  }
  await Promise.all([...solvers.values()].map((solver) => solver.close()));
};
