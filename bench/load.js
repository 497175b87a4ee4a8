// npm run bench:load [-- seconds]: people who ask for one solution after another, through the stand-in for Discord, of our
// bot (a bot, a worker, a redis-server) and of a plain one that solves in its handler; all on this machine, one after
// the other, the same questions. Writes load.md.
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { puzzleOf } from '../dist/puzzles/registry.js';
import { seeded } from '../dist/search/scramble.js';
import { isAnswer, openHouse, randomPosition } from './house.js';

const seconds = Number(process.argv[2] ?? 30);
/** How many people at a time, each with one question: one alone, as many as a busy server has, far more than there are threads. */
const crowds = [1, 16, 128];
/** Of a hundred questions. */
const mix = { eight: 80, eleven: 15, fifteen: 5 };

const questions = function* (seed) {
  const random = seeded(String(seed));
  const hundred = Object.entries(mix).flatMap(([id, count]) => new Array(count).fill(id));
  for (;;) {
    const puzzle = puzzleOf(hundred[Math.floor(random() * 100)]);
    yield { subcommand: puzzle.id, options: { position: randomPosition(puzzle, random) } };
  }
};

const percentile = (times, part) =>
  times.length === 0 ? Number.NaN : times.toSorted((a, b) => a - b)[Math.ceil((times.length - 1) * part)];
const figures = (times) => [0.5, 0.95, 0.99].map((part) => percentile(times, part).toFixed(0)).join(' / ');

/** A solution, or the plain bot's sentence with one; anything else is no answer. */
const isSolution = (message) => /\d+ moves?/u.test(JSON.stringify(message));

/** So many people ask for so long. In milliseconds: until each acknowledgement, and until each answer. */
const measure = async (house, crowd, asked) => {
  const acknowledgements = [];
  const answers = [];
  let silent = 0;
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const ask = async (index) => {
    const somebody = house.person(`person-${index}`);
    while (performance.now() < until) {
      const from = performance.now();
      const request = await somebody.command(house.channel, 'solve', asked.next().value);
      try {
        await request.acknowledged;
        acknowledgements.push(performance.now() - from);
        if (isSolution(await request.until(isAnswer, 120_000))) answers.push(performance.now() - from);
        else silent++;
      } catch {
        silent++;
      }
    }
  };
  await Promise.all(Array.from({ length: crowd }, (_, index) => ask(index)));
  const took = (performance.now() - begun) / 1000;
  return { rate: answers.length / took, acknowledgements, answers, silent };
};

const rows = [];
const bench = async (name, files) => {
  const house = await openHouse(files);
  const asked = questions(1);
  // Tables are built when they are first asked for.
  const warm = house.person('warm');
  for (const id of Object.keys(mix)) {
    let question = asked.next().value;
    while (question.subcommand !== id) question = asked.next().value;
    const request = await warm.command(house.channel, 'solve', question);
    await request.until(isAnswer, 120_000);
  }
  for (const crowd of crowds) {
    const { rate, acknowledgements, answers, silent } = await measure(house, crowd, asked);
    rows.push([name, crowd, rate.toFixed(0), figures(acknowledgements), figures(answers), silent]);
    process.stderr.write(`${rows.at(-1).join(' | ')}\n`);
  }
  await house.close();
};

await bench('Antipode', ['../dist/bot.js', '../dist/worker.js']);
await bench('a plain bot', ['plain-bot.js']);

const table = [
  ['bot', 'people at a time', 'answers a second', 'acknowledged, ms', 'answered, ms', 'no answer from the bot'],
  ['---', '--:', '--:', '--:', '--:', '--:'],
  ...rows,
].map((row) => `| ${row.join(' | ')} |`);
const shares = Object.entries(mix).map(([id, share]) => `${share} % ${id}`);
writeFileSync(
  new URL('load.md', import.meta.url),
  `# Under load

\`npm run bench:load\`: ${seconds} s each of \`/solve\` of random positions, ${shares.join(', ')}; each person asks again when
answered. Bot, worker, redis-server and the stand-in for Discord share ${availableParallelism()} cores (${cpus()[0].model.trim()}). Times
are 50 / 95 / 99 %, from sending the command; who is not acknowledged within 3 s has no answer from the bot.

The plain bot (\`plain-bot.js\`) solves in its handler: less work for each answer, but one long search holds up everybody, and
what it has taken is gone when it ends. Neither is held to the 50 requests a second that discord.js keeps to unless told
otherwise, because Discord does not count answers to interactions among them.

${table.join('\n')}
`,
);
process.stdout.write(`${table.join('\n')}\n`);
process.exit(0);
