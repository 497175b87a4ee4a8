/** Solving from the command line: one position, or many from standard input. */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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
import { paired } from '../../puzzles/lists.ts';
import {
  type DrawnKind,
  type Goal,
  type Notation,
  type Problem,
  type Puzzle,
  type Question,
  replay,
} from '../../puzzles/puzzle.ts';
import { parseQuestion, puzzleFor, questionFor, readGoal, readPosition, saysPosition } from '../../puzzles/reader.ts';
import type { Work } from '../../queue/define.ts';
import type { SolverThreads } from '../../queue/solver-threads.ts';
import { emojiBoard } from '../../render/emoji.ts';
import { limitsOf, loadConfig } from '../../runtime/config.ts';
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
  /** A puzzle in the metric that was chosen. */
  counting(puzzle: Puzzle): Puzzle;
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

/** Why there is no solution, or no proof. */
const reasonOf = (outcome: Outcome): string | null => {
  if (outcome.status === 'unsolvable') return explainObstacle(t, outcome.obstacle);
  return outcome.reason ? t(`gaveUp.${outcome.reason}`) : null;
};

/** An answer as JSON. */
const answerOf = (puzzle: Puzzle, { start, goal }: Question, outcome: Outcome) => {
  const solved = outcome.status === 'solved' ? outcome : undefined;
  const played = solved && paired(solved.moves, replay(puzzle, start, solved.moves));
  const moves = played?.map(([move, position]): Notation => puzzle.notate(position, move)) ?? null;
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
    reason: reasonOf(outcome),
    solutions: solved?.solutions ?? null,
    firstMoves: solved?.firstMoves?.map((move) => puzzle.notate(start, move)) ?? null,
  };
};

type Answer = ReturnType<typeof answerOf> & {
  /** Whether `all` has all shortest solutions. */
  readonly isComplete?: boolean;
  /** First moves that were not decided in time. */
  readonly undecided?: readonly Notation[];
  readonly all?: readonly string[];
};

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

const present = (...lines: (string | false | null | undefined)[]): string => lines.filter(Boolean).join('\n');

/** A move as a word: `5`, `==`, `15-7-10`. */
const wordOf = (move: Notation): string => (typeof move === 'object' ? move.join('-') : String(move));
const wordsOf = (moves: readonly Notation[]): string => moves.map(wordOf).join(' ');

/** All shortest solutions as lines, after their number and their first moves. */
const listingOf = ({ solutions, isComplete = true, firstMoves, undecided = [], all = [] }: Answer): string =>
  present(
    solutionCount(t, solutions ?? undefined, isComplete),
    all.length < (solutions ?? Number.POSITIVE_INFINITY) && t('solutions.part', { count: all.length }),
    firstMoves && firstMoves.length > 0 && t('card.first', { moves: wordsOf(firstMoves) }),
    undecided.length > 0 && t('solutions.undecided', { moves: wordsOf(undecided) }),
    ...all,
  );

/** An answer as text. */
const textOf = (puzzle: Puzzle, question: Question, answer: Answer): string => {
  const { start } = question;
  const { moves, generated, milliseconds, method, reason, lowerBound, aim } = answer;
  const states = `${generated.toLocaleString('en')} ${generated === 1 ? 'state' : 'states'}`;
  const counted = `${states} in ${Math.round(milliseconds)} ms (${method})`;
  const large = answer.status !== 'unsolvable' && !answer.optimal && tooLarge(t, { puzzle: puzzle.id, question });
  if (!moves)
    return present(aim, reason, large, lowerBound !== null && t('gaveUp.lowerBound', { count: lowerBound }), counted);
  const words = moves.length === 0 ? '' : `: ${wordsOf(moves)}`;
  const length = t('answer.length', { count: moves.length });
  const proof = answer.optimal
    ? t('answer.proved')
    : t('answer.unproved', { least: lowerBound ?? 0, most: moves.length });
  const solved = `${length}, ${proof}${words}`;
  return present(emojiBoard(puzzle, start), aim, solved, large, answer.all && listingOf(answer), reason, counted);
};

const explained = (input: string, problem: Problem, hasExample = true): string =>
  present(explainProblem(t, problem), pointOut(input, problem), hasExample && exampleText(t, problem));

/** After so long, in milliseconds, a question goes to threads, which take 600 to start and to read their tables. */
const sliceMilliseconds = 100;

/** Answers questions on one puzzle. The first one builds the tables. */
const solverOf = (puzzle: Puzzle, options: SolveOptions, withoutCount = false) => {
  const usual = loadConfig();
  const config = { ...usual, solveTimeoutSeconds: options.timeout ?? usual.solveTimeoutSeconds };
  const limits = limitsOf(config);
  const storage = { folder: join(config.dataDirectory, 'tables'), note: complain };
  let tables: Tables | undefined;
  /** For searches that take longer, with their own tables. */
  let threads: SolverThreads | undefined;

  /** How to search for an answer on this thread. */
  const prepare = (goal: Goal) => {
    const databases = config.databases.quick;
    const method = options.method ?? bestMethod(puzzle, goal);
    tables ??= buildTables(needsOf(puzzle, goal, method, databases), storage);
    return { ...limits, tables, databases, method };
  };

  /** A long search, on all cores. */
  const searched = async (work: Work<typeof solveJob>, record: SearchRecord): Promise<Outcome> => {
    // Most questions do without, and start sooner.
    const { searchHere } = await import('../../queue/local-search.ts');
    const { localThreads } = await import('../local-threads.ts');
    threads ??= localThreads(config);
    return searchHere(work, record, threads, createLogger('solve', 'warn'));
  };

  const solved = async (question: Question): Promise<Outcome> => {
    if (options.queue) {
      const { askWorkers } = await import('./fleet.ts');
      return askWorkers(solveWork(puzzle, question, options.method), config);
    }
    const prepared = prepare(question.goal);
    const work = solveWork(puzzle, question, prepared.method);
    const record = solveParts.begin(work.request);
    const milliseconds = record ? Math.min(limits.milliseconds, sliceMilliseconds) : limits.milliseconds;
    const outcome = solve(puzzle, question, { ...prepared, withoutCount, milliseconds });
    const isLong = record && 'reason' in outcome && outcome.reason === 'deadline' && milliseconds < limits.milliseconds;
    if (!isLong) return outcome;
    const begun = outcome.status === 'solved' ? noteSolution(record, outcome.moves) : record;
    return searched(work, { ...begun, milliseconds });
  };

  return {
    /** With the outcome, unless it is all solutions. */
    answer: async (question: Question): Promise<{ readonly answer: Answer; readonly outcome?: Outcome }> => {
      if (options.all) return { answer: allOf(puzzle, question, prepare(question.goal)) };
      const outcome = await solved(question);
      return { answer: answerOf(puzzle, question, outcome), outcome };
    },
    /** The certificate of an outcome, within the same limits. */
    certify: (question: Question, outcome: Outcome): Certificate | NoCertificate => {
      const needs = certificateNeeds(puzzle, question);
      const known = needs.every(({ key }) => tables?.has(key)) ? tables : undefined;
      return certify(puzzle, question, outcome, { ...limits, tables: known ?? buildTables(needs, storage) });
    },
    close: async (): Promise<void> => threads?.close(),
  };
};

/** Why a method doesn't suit the puzzle, or not all its solutions can be found. */
const misfitOf = (puzzle: Puzzle, { method, all }: SolveOptions): string | undefined => {
  if (all && !hasAllSolutions(puzzle)) return t('solutions.unfit');
  const known = methodsOf(puzzle);
  if (method === undefined || known.includes(method)) return undefined;
  return `${method} does not fit ${puzzle.id}; there is: ${known.join(', ')}`;
};

/** Where some shortest solutions are missing, the search gave up. */
const statusOf = ({ status, isComplete = true }: Answer) => (isComplete ? status : 'gave-up');

export const solveOne = async (chosen: Puzzle | DrawnKind, position: string, options: SolveOptions): Promise<void> => {
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
  const solver = solverOf(puzzle, options);
  const { answer, outcome } = await solver.answer(question.value);
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
  let waiting: string[] = [];
  const left = (): string[] => {
    const numbered = waiting.map((line, index) => [index + 1, line] as const);
    waiting = [];
    return boardsOfLines(numbered, chosen).map(([, text]) => text);
  };
  for await (const line of lines) {
    // Fences of code stand between boards, too.
    const isBlank = /^\s*(?:```[\w-]*\s*)?$/u.test(line);
    if (isBlank || saysPosition(chosen, line)) {
      yield* left();
      if (!isBlank) yield line;
      continue;
    }
    waiting.push(line);
    // The size may stand above the rows.
    const mayEnd = waiting.length === rows || waiting.length === rows + 1;
    const board = mayEnd ? waiting.join('\n') : undefined;
    if (usual && board !== undefined && readPosition(usual, board).ok && !isOpen(board)) {
      yield board;
      waiting = [];
    } else if (waiting.length === mostWaiting) yield* left();
  }
  yield* left();
}

/** Solves positions from standard input, one a line or a row a line, and prints one answer a line in the same order. */
export const solveLines = async (chosen: Puzzle | DrawnKind, options: SolveOptions): Promise<void> => {
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
  const solvers = new Map<Puzzle, ReturnType<typeof solverOf>>();
  for await (const line of boardsOf(createInterface({ input: process.stdin }), chosen)) {
    const parsed = questionFor(chosen, line, options.goal);
    if (parsed.ok) {
      const { question } = parsed.value;
      const puzzle = options.counting(parsed.value.puzzle);
      const solver = solvers.get(puzzle) ?? solverOf(puzzle, options, !options.count);
      solvers.set(puzzle, solver);
      const { answer } = await solver.answer(question);
      print(options.json ? JSON.stringify(answer) : lineOf(answer));
      end(statusOf(answer));
    } else {
      const reason = explainProblem(t, parsed.problem);
      const refusal = { puzzle: 'id' in chosen ? chosen.id : chosen.name, position: line, status: 'bad-input', reason };
      print(options.json ? JSON.stringify(refusal) : `${line} bad-input`);
      refuse(`${line}: ${reason}`);
    }
  }
  await Promise.all([...solvers.values()].map((solver) => solver.close()));
};
