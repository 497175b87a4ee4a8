/** Solving from the command line: one position, or many from standard input. */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Work } from '../../jobs/define.ts';
import type { SolverThreads } from '../../jobs/solver-threads.ts';
import { aimText, explainObstacle, explainProblem, pointOut, solutionCount, translator } from '../../locales/index.ts';
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
import { complain, end, print } from '../../runtime/terminal.ts';
import { allSolutions, hasAllSolutions } from '../../search/all-solutions.ts';
import { noteSolution, type SearchRecord } from '../../search/search-record.ts';
import { solutionsIn, writtenSolutions } from '../../search/solution-graph.ts';
import { bestMethod, buildTables, type Method, methodsOf, needsOf, type Outcome, solve } from '../../search/solve.ts';
import type { Tables } from '../../search/tables/contract.ts';
import { boardsOf as boardsOfLines, fileLayout } from '../file/lines.ts';
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

const explained = (input: string, problem: Problem): string => {
  const where = pointOut(input, problem);
  return explainProblem(t, problem) + (where ? `\n${where}` : '');
};

/** As long as a question takes that needs no other threads, in milliseconds. */
const sliceMilliseconds = 1000;

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
    const { puzzle, options, withoutCount, config } = this;
    if (options.queue) return this.ask(question);
    const method = options.method ?? bestMethod(puzzle, question.goal);
    const databases = config.databases.quick;
    const folder = join(config.dataDirectory, 'tables');
    this.tables ??= buildTables(needsOf(puzzle, question.goal, method, databases), { folder, note: complain });
    const base = { tables: this.tables, databases, ...limitsOf(config) };
    if (options.all) return allOf(puzzle, question, base);
    const work = solveWork(puzzle, question, method);
    const record = solveParts.begin(work.request);
    const milliseconds = record ? Math.min(base.milliseconds, sliceMilliseconds) : base.milliseconds;
    const outcome = solve(puzzle, question, { ...base, method, withoutCount, milliseconds });
    const isLong = record && 'reason' in outcome && outcome.reason === 'deadline' && milliseconds < base.milliseconds;
    if (!isLong) return answerOf(puzzle, question, outcome);
    const begun = outcome.status === 'solved' ? noteSolution(record, outcome.moves) : record;
    return answerOf(puzzle, question, await this.search(work, { ...begun, milliseconds }));
  }

  private async ask(question: Question): Promise<Answer> {
    const { puzzle, options, config } = this;
    const { askWorkers } = await import('./fleet.ts');
    return answerOf(puzzle, question, await askWorkers(solveWork(puzzle, question, options.method), config));
  }

  /** A long search, on all cores. */
  private async search(work: Work<typeof solveJob>, record: SearchRecord): Promise<Outcome> {
    // Most questions do without, and start sooner.
    const { LocalSearch } = await import('../../jobs/local-search.ts');
    const { localThreads } = await import('../local-threads.ts');
    this.threads ??= localThreads(this.config);
    return new LocalSearch(work, record, this.threads, createLogger('solve', 'warn')).run();
  }

  async close(): Promise<void> {
    await this.threads?.close();
  }
}

/** Complains about a method that doesn't suit the puzzle, or if not all its solutions can be found. */
const isMisfit = (puzzle: Puzzle, { method, all }: SolveOptions): boolean => {
  if (all && !hasAllSolutions(puzzle)) {
    complain(t('solutions.unfit'));
    end('bad-input');
    return true;
  }
  const known = methodsOf(puzzle);
  if (method === undefined || known.includes(method)) return false;
  complain(`${method} does not fit ${puzzle.id}; there is: ${known.join(', ')}`);
  end('bad-input');
  return true;
};

/** Where some shortest solutions are missing, the search gave up. */
const statusOf = ({ status, isComplete = true }: Answer) => (isComplete ? status : 'gave-up');

export const solveOne = async (
  chosen: Puzzle | DrawnKind,
  position: string,
  options: SolveOptions & Counting,
): Promise<void> => {
  const drawn = puzzleFor(chosen, position);
  if (!drawn.ok) {
    complain(explained(position, drawn.problem));
    end('bad-input');
    return;
  }
  const puzzle = options.counting(drawn.value);
  if (isMisfit(puzzle, options)) return;
  const question = parseQuestion(puzzle, position, options.goal);
  if (!question.ok) {
    const inPosition = !readPosition(puzzle, position).ok;
    complain(explained(inPosition ? position : (options.goal ?? ''), question.problem));
    end('bad-input');
    return;
  }
  const solver = new Solver(puzzle, options);
  const answer = await solver.answer(question.value);
  await solver.close();
  print(options.json ? JSON.stringify(answer) : textOf(puzzle, question.value, answer));
  if (answer.reason !== null && options.json) complain(answer.reason);
  end(statusOf(answer));
};

/** A position, its length, and how many shortest solutions it has if all were asked for. */
const lineOf = ({ position, length, status, solutions, all }: Answer): string =>
  `${position} ${length ?? status}${all ? ` ${solutions}` : ''}`;

/** Lines without a blank one that wait for the end of their board, at most: boards of up to ten lines each fill them. */
const mostWaiting = 2520;

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
    return boardsOfLines(numbered, fileLayout(numbered, isPosition, isUsual)).map(([, text]) => text);
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
    if ((waiting.length === rows || waiting.length === rows + 1) && isUsual(waiting.join('\n'))) {
      yield waiting.join('\n');
      waiting = [];
    } else if (waiting.length === mostWaiting) yield* left();
  }
  yield* left();
}

/** Solves positions from standard input, one a line or a row a line, and prints one answer a line in the same order. */
export const solveLines = async (chosen: Puzzle | DrawnKind, options: SolveOptions & Counting): Promise<void> => {
  if ('id' in chosen) {
    if (isMisfit(chosen, options)) return;
    // Reported once, before reading any line.
    const drawn = options.goal?.trim() ? puzzleFor(chosen, options.goal) : undefined;
    const goal = drawn?.ok ? readGoal(drawn.value, options.goal!) : drawn;
    if (goal && !goal.ok) {
      complain(`--goal: ${explained(options.goal!, goal.problem)}`);
      end('bad-input');
      return;
    }
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
      complain(`${line}: ${reason}`);
      end('bad-input');
    }
  }
  await Promise.all([...solvers.values()].map((solver) => solver.close()));
};
