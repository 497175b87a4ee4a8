// npm run bench:load [-- seconds]: measures our bot (bot, worker, redis-server), then a plain bot that solves in its handler.
// Simulated people ask both the same questions through the stand-in for Discord. Writes load.md.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { puzzleOf } from '../dist/puzzles/registry.js';
import { seeded } from '../dist/search/scramble.js';
import { isAnswer, randomPosition, startHarness } from './harness.js';

const seconds = Number(process.argv[2] ?? 30);
/** The same questions before the clock starts: bots run for weeks, and V8 takes this long to compile what runs often. */
const secondsBefore = 15;
/** People asking at once, one question each: one person, a busy server, and far more people than threads. */
const crowds = [1, 16, 128];
/** Percentage of each puzzle among the questions. */
const mix = { eight: 80, eleven: 15, fifteen: 5 };

const random = seeded('1');
const hundred = Object.entries(mix).flatMap(([id, count]) => new Array(count).fill(id));
/** The same for all rows, and drawn before: more than any bot answers. */
const questions = Array.from({ length: 2000 * (secondsBefore + seconds) }, () => {
  const puzzle = puzzleOf(hundred[Math.floor(random() * 100)]);
  return { subcommand: puzzle.id, options: { position: randomPosition(puzzle, random) } };
});

const percentile = (times, part) =>
  times.length === 0 ? Number.NaN : times.toSorted((a, b) => a - b)[Math.ceil((times.length - 1) * part)];
const figures = (times) => [0.5, 0.95, 0.99].map((part) => percentile(times, part).toFixed(0)).join(' / ');

/** Returns whether a message contains a solution, from either bot. */
const isSolution = (message) => /\d+ moves?/u.test(JSON.stringify(message));

/** Lets `crowd` people ask for a number of seconds. Returns the latencies of acknowledgements and answers in milliseconds. */
const measure = async (harness, crowd, asked, seconds) => {
  const acknowledgements = [];
  const answers = [];
  let unanswered = 0;
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const ask = async (index) => {
    const person = harness.person(`person-${index}`);
    while (performance.now() < until) {
      const from = performance.now();
      const request = await person.command(harness.channel, 'solve', asked.next().value);
      try {
        await request.acknowledged;
        acknowledgements.push(performance.now() - from);
        const message = await request.until(isAnswer, 120_000);
        answers.push({ message, took: performance.now() - from });
      } catch (error) {
        unanswered++;
        process.stderr.write(`unanswered after ${Math.round(performance.now() - from)} ms: ${error.message}\n`);
      }
    }
  };
  await Promise.all(Array.from({ length: crowd }, (_, index) => ask(index)));
  const took = (performance.now() - begun) / 1000;
  // Reading them all meanwhile would slow down the bots.
  const solved = answers.filter(({ message }) => isSolution(message)).map(({ took }) => took);
  unanswered += answers.length - solved.length;
  return { rate: solved.length / took, acknowledgements, answers: solved, unanswered };
};

const rows = [];
/** Has twenty people ask for positions of the 24 puzzle, each of which is searched for until its time is over. */
const askForLong = async (harness) => {
  const twentyfour = puzzleOf('twentyfour');
  const random = seeded('long');
  for (let index = 0; index < 20; index++) {
    const question = { subcommand: 'twentyfour', options: { position: randomPosition(twentyfour, random) } };
    const request = await harness.person(`long-${index}`).command(harness.channel, 'solve', question);
    await request.acknowledged;
    // Until the first of them has its tables.
    if (index === 0) await request.until((message) => JSON.stringify(message).includes('still proving'), 120_000);
  }
};

/** Tables that take seconds to build are built once for all rows. */
const folder = mkdtempSync(join(tmpdir(), 'bench-'));

/** Measures one row on a fresh bot and a fresh stand-in, which keeps all messages of a row. */
const bench = async (name, files, crowd, { settings = {}, isLong = false } = {}) => {
  const stored = Object.fromEntries(files.map((file) => [file, { DATA_DIRECTORY: folder, ...settings[file] }]));
  const harness = await startHarness(files, stored);
  const asked = questions.values();
  // Builds the tables, of the bot and of the worker, which happens at the first questions.
  const warm = harness.person('warm');
  const ask = async (question) => {
    await (await warm.command(harness.channel, 'solve', question)).until(isAnswer, 120_000);
  };
  for (const id of [...Object.keys(mix), ...Object.keys(mix)]) {
    let question = asked.next().value;
    while (question.subcommand !== id) question = asked.next().value;
    await ask(question);
  }
  await ask({ subcommand: 'fifteen', options: { position: '0C9DFBAE37254861' } });
  if (isLong) await askForLong(harness);
  await measure(harness, crowd, asked, secondsBefore);
  const { rate, acknowledgements, answers, unanswered } = await measure(harness, crowd, asked, seconds);
  rows.push([name, crowd, rate.toFixed(0), figures(acknowledgements), figures(answers), unanswered]);
  process.stderr.write(`${rows.at(-1).join(' | ')}\n`);
  await harness.close();
};

const programs = ['../dist/bot.js', '../dist/worker.js'];
for (const crowd of crowds) await bench('Antipode', programs, crowd);
for (const crowd of crowds.slice(0, -1))
  await bench('Antipode, twenty long searches', programs, crowd, { isLong: true });
for (const crowd of crowds) await bench('plain bot', ['plain-bot.js'], crowd);
rmSync(folder, { recursive: true, force: true });

const table = [
  ['bot', 'people at once', 'answers per second', 'acknowledged, ms', 'answered, ms', 'unanswered'],
  ['---', '--:', '--:', '--:', '--:', '--:'],
  ...rows,
].map((row) => `| ${row.join(' | ')} |`);
const shares = Object.entries(mix).map(([id, share]) => `${share} % ${id}`);
writeFileSync(
  new URL('load.md', import.meta.url),
  `# Under load

\`npm run bench:load\`: ${seconds} s of \`/solve\` with random positions for each row: ${shares.join(', ')}.
They come after ${secondsBefore} s of the same, as a bot that has just started is slower. Each person asks again after each answer. Bot, worker, redis-server and the stand-in for Discord share ${availableParallelism()} cores
(${cpus()[0].model.trim()}). Times are the 50th, 95th and 99th percentiles, measured from sending the command. A request that is not
acknowledged within 3 s counts as unanswered. *Twenty long searches*: twenty people have asked for positions of the 24 puzzle, which
are searched for until their two minutes are over.

The plain bot (\`plain-bot.js\`) solves in its handler. It does less work per answer, but one long search delays everyone, and
its open requests are lost when it exits. Both bots run without discord.js's default limit of 50 requests per second, because
Discord does not count interaction responses towards that limit.

${table.join('\n')}
`,
);
process.stdout.write(`${table.join('\n')}\n`);
process.exit(0);
