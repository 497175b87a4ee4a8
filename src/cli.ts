#!/usr/bin/env node
/** The command line: `antipode solve eight 867254301`, `antipode farthest eight`, `antipode start`, `antipode register`. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { printFile } from './features/file/command-line.ts';
import { printSurvey } from './features/hardest/command-line.ts';
import { printChance } from './features/probability/command-line.ts';
import { kinds } from './features/probability/question.ts';
import { addVerify } from './features/proof/command-line.ts';
import { type SolveOptions, solveLines, solveOne } from './features/solve/command-line.ts';
import { nearestPuzzle, translator } from './locales/index.ts';
import { type DrawnKind, type Metric, metrics, type Puzzle } from './puzzles/puzzle.ts';
import { puzzlesIn } from './puzzles/reader.ts';
import { drawnKinds, puzzleOf, puzzleOrKind, puzzlesAndSizes } from './puzzles/registry.ts';
import { ConfigError, limitsOf, loadConfig } from './runtime/config.ts';
import { end, print, refuse } from './runtime/terminal.ts';
import { methods } from './search/solve.ts';

const puzzleIds = puzzlesAndSizes.map(({ id }) => id).join(', ');
const refused = (typed: string): never => {
  const nearest = nearestPuzzle(translator('en'), typed, puzzlesAndSizes);
  if (nearest) return program.error(`error: ${nearest}`);
  for (const { id } of puzzlesIn(typed, puzzlesAndSizes)) program.error(`error: the puzzle is first: ${id} ${typed}`);
  throw new InvalidArgumentError(`There is: ${puzzleIds}, and all sizes up to 20x20.`);
};
const kindNames = drawnKinds.map(({ name }) => name).filter((name) => !puzzleOf(name));
const chosenArgument = (typed: string): Puzzle | DrawnKind => puzzleOrKind(typed) ?? refused(typed);
const puzzleArgument = (typed: string): Puzzle => {
  const chosen = chosenArgument(typed);
  return 'id' in chosen ? chosen : refused(typed);
};
const inMetric = (puzzle: Puzzle, metric: Metric): Puzzle => {
  const chosen = metric === puzzle.metric ? puzzle : puzzle.inMetric?.(metric);
  if (!chosen) {
    const known = metrics.filter((other) => other === puzzle.metric || puzzle.inMetric?.(other));
    return program.error(`error: ${puzzle.id} can't count ${metric}; there is: ${known.join(', ')}`);
  }
  return chosen;
};
const seconds = (text: string): number => {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('It is a number of seconds.');
  return value;
};
const count = (text: string): number => {
  if (!/^[1-9]\d{0,5}$/u.test(text)) throw new InvalidArgumentError('It is a whole number from 1 on.');
  return Number(text);
};

type Typed = Omit<SolveOptions, 'counting'> & { readonly metric?: Metric; readonly file?: string };
const fileOption = (what: string): Option => new Option('--file <path>', `a text or CSV file, "-" is stdin: ${what}`);

const program = new Command('antipode').description('Shortest solutions of sliding, block and peg puzzles.');
// Before the commands, so that they inherit it: wrong usage is bad input.
program.exitOverride();

program
  .command('solve', { isDefault: true })
  .description('a shortest solution of a position; "-" reads positions from standard input, one a line')
  .argument('<puzzle>', `${puzzleIds}; ${kindNames.join(', ')}: any board, which the position draws`, chosenArgument)
  .argument('[position...]', 'in any notation of docs/commands.md; default, for sliding blocks: the classic one')
  .option('--goal <goal>', 'another goal than the usual one')
  .addOption(new Option('--metric <metric>', 'what counts as one move; mtm: tiles in line at once').choices(metrics))
  .addOption(new Option('--method <method>', 'a method by name, instead of the best').choices(methods))
  .option('--timeout <seconds>', 'give up after so long', seconds)
  .option('--json', 'one JSON object a line')
  .addOption(new Option('--all', 'all shortest solutions, up to 10,000, and all good first moves').conflicts('method'))
  .option('--count', 'with "-": also how many shortest solutions each position has')
  .addOption(fileOption('one position a line').conflicts(['goal', 'method', 'json', 'all', 'count', 'queue']))
  .addOption(new Option('--proof <file>', 'write a certificate of the answer, for "verify"').conflicts(['all', 'file']))
  .addOption(new Option('--queue', 'ask the workers of REDIS_URL').conflicts(['timeout', 'all', 'count']))
  .action((named: Puzzle | DrawnKind, given: string[], { metric, file, ...options }: Typed) => {
    const usual = 'id' in named ? named : undefined;
    const counting = (puzzle: Puzzle): Puzzle => (metric ? inMetric(puzzle, metric) : puzzle);
    const chosen = usual ? counting(usual) : named;
    if (file !== undefined && given.length > 0) program.error('error: give either a position or --file');
    if (file !== undefined) return printFile(chosen, file, { purpose: 'solve', timeout: options.timeout });
    const classic = usual?.hasOwnPieces && usual.landmarks[0]?.position;
    const position = given.length > 0 ? given.join(' ') : classic;
    if (!position) return program.error("error: missing required argument 'position'");
    const settings = { ...options, counting };
    return position === '-' ? solveLines(chosen, settings) : solveOne(chosen, position, settings);
  });

program
  .command('analyse')
  .description('how many moves each solve of a file has over the fewest, as CSV')
  .argument('<puzzle>', puzzleIds, puzzleArgument)
  .addOption(fileOption('one solve a line: a position and moves, or moves that end at the goal').makeOptionMandatory())
  .addOption(new Option('--letters <sense>', 'what R, L, U and D mean').choices(['tile', 'blank']))
  .option('--timeout <seconds>', 'give up after so long', seconds)
  .action((puzzle: Puzzle, { file, letters, ...options }: { file: string; letters?: string; timeout?: number }) => {
    const notation = letters && (letters === 'tile' ? ('piece-directions' as const) : ('blank-directions' as const));
    return printFile(puzzle, file, { purpose: 'analyse', timeout: options.timeout, ...(notation && { notation }) });
  });

program
  .command('farthest')
  .description('the positions farthest from the goal, and how many there are at each distance')
  .argument('<puzzle>', puzzleIds, puzzleArgument)
  .option('--json', 'one JSON object')
  .action((puzzle: Puzzle, options: { readonly json?: true }) => printSurvey(puzzle, limitsOf(loadConfig()), options));

program
  .command('probability')
  .description('how likely a random position needs a number of moves')
  .argument('<puzzle>', 'a puzzle or a size; several for a relay: 2x2,3x3,4x4 or 2-4')
  .argument('<moves>', '40, "<=40", ">=40" or 30-40')
  .option('--solves <number>', 'how many solves', count)
  .addOption(new Option('--kind <kind>', 'what counts of several solves').choices(kinds))
  .option('--attempts <number>', 'also the chance of at least one success in this number of attempts', count)
  .option('--json', 'one JSON object')
  .action((puzzle: string, moves: string, options: object) => printChance({ puzzle, moves, ...options }));

addVerify(program);

program
  .command('start')
  .description('start a bot, a worker and, without a token, the playground')
  .action(async () => {
    await import('./main.ts');
  });

program
  .command('register')
  .description('put the slash commands and the emoji of boards on Discord')
  .action(async () => {
    const config = loadConfig();
    const [{ inviteLink, register, registerEmoji }, { definitions }] = await Promise.all([
      import('./discord/register.ts'),
      import('./features/index.ts'),
    ]);
    // The operator can fix a wrong token or a missing network; a stack trace would hide the message.
    try {
      print(`${await register(config, definitions)} commands registered`);
      const emoji = await registerEmoji(config);
      print(emoji ? `${emoji.added} emoji uploaded, ${emoji.removed} removed` : 'no emoji: boards are in Unicode');
      print(`add the bot to a server: ${await inviteLink(config)}`);
    } catch (error) {
      refuse((error as Error).message, 'failed');
    }
  });

try {
  // A board may begin with a dash, as in a list or a frame. Options have a letter next.
  await program.parseAsync(process.argv.map((part) => (/^-+[^a-z-]/iu.test(part) ? ` ${part}` : part)));
} catch (error) {
  if (error instanceof CommanderError) end(error.exitCode === 0 ? 'solved' : 'bad-input');
  else if (error instanceof ConfigError) refuse(error.message);
  else throw error;
}
