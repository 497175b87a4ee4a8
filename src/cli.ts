/** The command line: `npm run solve -- eight 867254301`, `… -- farthest eight`, `npm run register`. */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { explainObstacle, explainProblem, pointOut, translator } from './locales/index.ts';
import { type Notation, type Problem, type Puzzle, parseQuestion, type Question, replay } from './puzzles/puzzle.ts';
import { puzzleOf, puzzles } from './puzzles/registry.ts';
import { emojiBoard } from './render/emoji.ts';
import { type Config, ConfigError, loadConfig } from './runtime/config.ts';
import {
  bestMethod,
  buildTables,
  canSurvey,
  type Method,
  methods,
  methodsOf,
  needsOf,
  type Outcome,
  solve,
  survey,
} from './search/solve.ts';
import type { Tables } from './search/tables/table-cache.ts';

/** What the caller of a script can tell from the exit code. */
const exitCodes = { solved: 0, failed: 1, 'bad-input': 2, unsolvable: 3, 'gave-up': 4 } as const;
type Status = keyof typeof exitCodes;

const t = translator('en');

interface SolveOptions {
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

const limits = (config: Config, timeout = config.solveTimeoutSeconds) => ({
  milliseconds: timeout * 1000,
  nodes: config.solveNodeLimit,
  bytes: config.solveMemoryMb * 2 ** 20,
});

/** Lines are written many at once: each write of its own would take longer than a look into a table. */
let unwritten = '';
const enoughToWrite = 2 ** 16;
const print = (line: string): void => {
  if (unwritten === '') setImmediate(flush);
  unwritten += `${line}\n`;
  // Reading goes before that: of a flood of lines Node takes in two megabytes, and a reader would wait for seconds.
  if (unwritten.length > enoughToWrite) flush();
};
const flush = (): void => {
  if (unwritten === '') return;
  process.stdout.write(unwritten);
  unwritten = '';
};
const complain = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough, as `head` has, leaves: no more answers are wanted, and nothing went wrong.
  if (error.code === 'EPIPE') process.exit();
  complain(`the answers can't be written: ${error.message}`);
  process.exit(exitCodes.failed);
});
// Complaints that nobody reads are no reason to stop answering.
process.stderr.on('error', () => {});
/** The exit code of several answers is that of the worst. */
const end = (status: Status): void => {
  process.exitCode = Math.max(Number(process.exitCode ?? 0), exitCodes[status]);
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
      ...limits(config, options.timeout),
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

const solveOne = (puzzle: Puzzle, position: string, options: SolveOptions): void => {
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
const solveLines = async (puzzle: Puzzle, options: SolveOptions): Promise<void> => {
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

const printSurvey = (puzzle: Puzzle, options: { readonly json?: true }): void => {
  const config = loadConfig();
  const started = performance.now();
  if (!canSurvey(puzzle)) {
    complain(`${puzzle.id} has too many positions to visit them all`);
    end('gave-up');
    return;
  }
  const found = survey(puzzle, limits(config));
  if (typeof found === 'string') {
    complain(t(`gaveUp.${found}`));
    end('gave-up');
    return;
  }
  const positions = found.farthest.map((state) => puzzle.formatPosition(puzzle.unrank(state))).sort();
  const { states, diameter, histogram } = found;
  if (options.json) {
    print(JSON.stringify({ puzzle: puzzle.id, states, diameter, histogram, positions }));
    return;
  }
  print(`${states.toLocaleString('en')} positions, the farthest ${diameter} moves away (${positions.length}):`);
  print(positions.join('\n'));
  print(histogram.map((count, distance) => `${String(distance).padStart(3)} ${count.toLocaleString('en')}`).join('\n'));
  complain(`${Math.round(performance.now() - started)} ms`);
};

const puzzleArgument = (id: string): Puzzle => {
  const puzzle = puzzleOf(id);
  if (!puzzle) throw new InvalidArgumentError(`There is: ${puzzles.map((known) => known.id).join(', ')}.`);
  return puzzle;
};
const seconds = (text: string): number => {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It is a number of seconds.');
  return value;
};

const program = new Command('antipode').description('Shortest solutions of sliding, block and peg puzzles.');
// Set before the commands are made, so that they inherit it: wrong usage is bad input.
program.exitOverride();

program
  .command('solve', { isDefault: true })
  .description('a shortest solution of a position; "-" reads positions from standard input, one a line')
  .argument('<puzzle>', puzzles.map((puzzle) => puzzle.id).join(', '), puzzleArgument)
  .argument('<position...>', 'in any notation that the README lists')
  .option('--goal <goal>', 'another goal than the usual one')
  .addOption(new Option('--method <method>', 'a method by name, instead of the best').choices(methods))
  .option('--timeout <seconds>', 'give up after so long', seconds)
  .option('--json', 'one JSON object a line')
  .option('--count', 'with "-": also how many shortest solutions each position has')
  .action((puzzle: Puzzle, position: string[], options: SolveOptions) =>
    position.join(' ') === '-' ? solveLines(puzzle, options) : solveOne(puzzle, position.join(' '), options),
  );

program
  .command('farthest')
  .description('the positions farthest from the goal, and how many there are at each distance')
  .argument('<puzzle>', puzzles.map((puzzle) => puzzle.id).join(', '), puzzleArgument)
  .option('--json', 'one JSON object')
  .action(printSurvey);

program
  .command('register')
  .description('put the slash commands on Discord')
  .action(async () => {
    const config = loadConfig();
    const [{ register }, { definitions }] = await Promise.all([
      import('./discord/register.ts'),
      import('./features/index.ts'),
    ]);
    // No token, a wrong one, no way to Discord: whoever registers can mend it, and a stack trace hides how.
    try {
      print(`${await register(config, definitions)} commands registered`);
    } catch (error) {
      complain((error as Error).message);
      end('failed');
    }
  });

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) end(error.exitCode === 0 ? 'solved' : 'bad-input');
  else if (error instanceof ConfigError) {
    complain(error.message);
    end('bad-input');
  } else throw error;
}
