/** Solving from the command line: one position, or many from standard input. */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { explainObstacle, explainProblem, pointOut, translator } from '../../locales/index.ts';
import {
  type Notation,
  type Problem,
  type Puzzle,
  parseQuestion,
  type Question,
  replay,
} from '../../puzzles/puzzle.ts';
import { emojiBoard } from '../../render/emoji.ts';
import { type Config, loadConfig } from '../../runtime/config.ts';
import { complain, end, print, type Status } from '../../runtime/terminal.ts';
import { bestMethod, buildTables, type Method, methodsOf, needsOf, type Outcome, solve } from '../../search/solve.ts';
import type { Tables } from '../../search/tables/contract.ts';

const t = translator('en');

/** What a search of the command line may take. */
export const limitsOf = (config: Config, timeout = config.solveTimeoutSeconds) => ({
  milliseconds: timeout * 1000,
  nodes: config.solveNodeLimit,
  bytes: config.solveMemoryMb * 2 ** 20,
});

export interface SolveOptions {
  readonly goal?: string;
  readonly method?: Method;
  readonly timeout?: number;
  readonly json?: true;
  readonly count?: true;
}

/** One answer, for people and for programs. */
interface Answer {
  readonly status: Status;
  readonly text: () => string;
  readonly json: Readonly<Record<string, unknown>>;
}

const notated = (puzzle: Puzzle, { start }: Question, outcome: Outcome & { status: 'solved' }): Notation[] => {
  const positions = replay(puzzle, start, outcome.moves);
  return outcome.moves.map((move, index) => puzzle.notate(positions[index]!, move));
};

const answer = (puzzle: Puzzle, question: Question, outcome: Outcome): Answer => {
  const moves = outcome.status === 'solved' ? notated(puzzle, question, outcome) : null;
  const reason =
    outcome.status === 'solved'
      ? null
      : outcome.status === 'unsolvable'
        ? explainObstacle(t, outcome.obstacle)
        : t(`gaveUp.${outcome.reason}`);
  const lowerBound = outcome.status === 'unsolvable' ? null : outcome.lowerBound;
  const milliseconds = Math.round(outcome.milliseconds * 1000) / 1000;
  const states = `${outcome.generated.toLocaleString('en')} ${outcome.generated === 1 ? 'state' : 'states'}`;
  const counted = `${states} in ${Math.round(milliseconds)} ms (${outcome.method})`;
  const text = () =>
    moves
      ? `${emojiBoard(puzzle, question.start)}\n${proved(moves)}\n${counted}`
      : [reason, lowerBound === null ? '' : t('gaveUp.lowerBound', { count: lowerBound }), counted]
          .filter(Boolean)
          .join('\n');
  return {
    status: outcome.status,
    text,
    json: {
      puzzle: puzzle.id,
      position: puzzle.formatPosition(question.start),
      goal: question.goal.text,
      status: outcome.status,
      length: moves?.length ?? null,
      moves,
      method: outcome.method,
      optimal: outcome.status === 'solved' && outcome.optimal,
      generated: outcome.generated,
      milliseconds,
      lowerBound,
      reason,
      solutions: outcome.status === 'solved' ? (outcome.solutions ?? null) : null,
      firstMoves:
        outcome.status === 'solved' && outcome.firstMoves
          ? outcome.firstMoves.map((move) => puzzle.notate(question.start, move))
          : null,
    },
  };
};

/** A move on a line of its own kind: `5`, `==`, `15-7-10`. */
const onOneLine = (move: Notation): string => (typeof move === 'object' ? move.join('-') : String(move));

const proved = (moves: readonly Notation[]): string => {
  const length = `${t('answer.length', { count: moves.length })}, proved shortest`;
  return moves.length === 0 ? length : `${length}: ${moves.map(onOneLine).join(' ')}`;
};

const explained = (input: string, problem: Problem): string => {
  const where = pointOut(input, problem);
  return explainProblem(t, problem) + (where ? `\n${where}` : '');
};

/** Answers questions about one puzzle with the same options, and builds what they need once. */
const answerer = (
  puzzle: Puzzle,
  options: SolveOptions,
  config: Config,
  withoutCount = false,
): ((position: string) => Answer | Problem) => {
  let tables: Tables | undefined;
  return (position) => {
    const question = parseQuestion(puzzle, position, options.goal);
    if (!question.ok) return question.problem;
    const { goal } = question.value;
    const { databases } = config;
    const method = options.method ?? bestMethod(puzzle, goal);
    tables ??= buildTables(needsOf(puzzle, goal, method, databases), {
      folder: join(config.dataDirectory, 'tables'),
      note: complain,
    });
    const outcome = solve(puzzle, question.value, {
      method,
      tables,
      databases,
      withoutCount,
      ...limitsOf(config, options.timeout),
    });
    return answer(puzzle, question.value, outcome);
  };
};

/** Complains about a method that has no sense for the puzzle. */
const isMisfit = (puzzle: Puzzle, method: Method | undefined): boolean => {
  const known = methodsOf(puzzle);
  if (method === undefined || known.includes(method)) return false;
  complain(`${method} does not fit ${puzzle.id}; there is: ${known.join(', ')}`);
  end('bad-input');
  return true;
};

export const solveOne = (puzzle: Puzzle, position: string, options: SolveOptions): void => {
  if (isMisfit(puzzle, options.method)) return;
  const found = answerer(puzzle, options, loadConfig())(position);
  if (!('status' in found)) {
    // The goal is read only once the position is right, so a problem with a goal given is told by trying without.
    const inPosition = !puzzle.parsePosition(position).ok;
    complain(explained(inPosition ? position : (options.goal ?? ''), found));
    end('bad-input');
    return;
  }
  if (options.json) print(JSON.stringify(found.json));
  else print(found.text());
  if (found.status !== 'solved' && options.json) complain(String(found.json.reason));
  end(found.status);
};

/** Positions from standard input, one a line; one answer a line, in the same order. */
export const solveLines = async (puzzle: Puzzle, options: SolveOptions): Promise<void> => {
  if (isMisfit(puzzle, options.method)) return;
  // Said once, before any line is read: it is not the fault of a line.
  const goal = options.goal?.trim() ? puzzle.parseGoal(options.goal) : undefined;
  if (goal && !goal.ok) {
    complain(`--goal: ${explained(options.goal!, goal.problem)}`);
    end('bad-input');
    return;
  }
  const answerTo = answerer(puzzle, options, loadConfig(), !options.count);
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const found = answerTo(line);
    if ('status' in found) {
      print(options.json ? JSON.stringify(found.json) : `${found.json.position} ${found.json.length ?? found.status}`);
      end(found.status);
    } else {
      const reason = explainProblem(t, found);
      if (options.json) print(JSON.stringify({ puzzle: puzzle.id, position: line, status: 'bad-input', reason }));
      else print(`${line} bad-input`);
      complain(`${line}: ${reason}`);
      end('bad-input');
    }
  }
};
