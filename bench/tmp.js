// npm run bench:load [-- seconds]: people who ask for one solution after another, through the stand-in for Discord, of our
// bot (a bot, a worker, a redis-server) and of a plain one that solves in its handler; all on this machine, one after
// the other, the same questions. Writes load.md.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../dist/config.js';
import { register } from '../dist/discord/register.js';
import { createLogger } from '../dist/log.js';
import { StandIn } from '../dist/playground/stand-in.js';
import { puzzleOf } from '../dist/puzzles/index.js';
import { startRedis } from '../dist/redis.js';

const seconds = Number(process.argv[2] ?? 30);
/** How many people at a time, each with one question: one alone, as many as a busy server has, far more than there are threads. */
const crowds = [128];
/** Of a hundred questions. */
const mix = { eight: 80, eleven: 15, fifteen: 5 };

/** Mulberry32, so that every bot gets the same questions. */
const seeded = (seed) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
};

const questions = function* (seed) {
  const random = seeded(seed);
  const hundred = Object.entries(mix).flatMap(([id, count]) => new Array(count).fill(id));
  for (;;) {
    const puzzle = puzzleOf(hundred[Math.floor(random() * 100)]);
    const start = Array.from({ length: puzzle.board.size }, (_, cell) => cell);
    for (let i = start.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [start[i], start[j]] = [start[j], start[i]];
    }
    const isSolvable = puzzle.obstacle({ start, goal: puzzle.goal }) === undefined;
    if (isSolvable) yield { subcommand: puzzle.id, options: { position: puzzle.formatPosition(start) } };
  }
};

const percentile = (times, part) =>
  times.length === 0 ? Number.NaN : times.toSorted((a, b) => a - b)[Math.ceil((times.length - 1) * part)];
const figures = (times) => [0.5, 0.95, 0.99].map((part) => percentile(times, part).toFixed(0)).join(' / ');

/** A solution, or the plain bot's sentence with one; anything else is no answer. */
const isSolution = (message) => /\d+ moves?/u.test(JSON.stringify(message));

/** So many people ask for so long. In milliseconds: until each acknowledgement, and until each answer. */
const measure = async (standIn, channel, guild, crowd, asked) => {
  const acknowledgements = [];
  const answers = [];
  let silent = 0;
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const isAnswer = (message) => !JSON.stringify(message.components).includes('"cancel|');
  const person = async (index) => {
    while (performance.now() < until) {
      // A new person each time: how much one person may ask is not what is measured.
      const somebody = standIn.createUser({ name: `person-${index}` });
      somebody.join(guild);
      const from = performance.now();
      const request = await somebody.command(channel, 'solve', asked.next().value);
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
  await Promise.all(Array.from({ length: crowd }, (_, index) => person(index)));
  const took = (performance.now() - begun) / 1000;
  return { rate: answers.length / took, acknowledgements, answers, silent };
};

const start = async (file, env) => {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { env });
  const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  if (message !== 'ready') throw new Error(`${file} ended with ${message}`);
  return child;
};

const rows = [];
const bench = async (name, files) => {
  const folder = mkdtempSync(join(tmpdir(), 'load-'));
  // A limit of each person or server is not what is measured either.
  const environment = {
    ...process.env,
    REDIS_URL: '',
    DATA_DIRECTORY: folder,
    LOG_LEVEL: 'error',
    USER_RATE: '1000000,1000000',
    GUILD_RATE: '1000000,1000000',
  };
  const redis = await startRedis(loadConfig(environment), createLogger('redis', 'error'));
  const standIn = await StandIn.start({ identifyMs: 0 });
  Object.assign(environment, {
    REDIS_URL: redis.url,
    DISCORD_TOKEN: standIn.token,
    DISCORD_API_URL: standIn.apiUrl,
  });
  await register(loadConfig(environment));
  const guild = standIn.createGuild({ name: 'Load' });
  const channel = guild.createChannel({ name: 'load' });
  const children = [];
  for (const file of files) children.push(await start(file, environment));
  const asked = questions(1);
  // Tables are built when they are first asked for.
  const warm = standIn.createUser({ name: 'warm' });
  warm.join(guild);
  for (const id of Object.keys(mix)) {
    let question = asked.next().value;
    while (question.subcommand !== id) question = asked.next().value;
    const request = await warm.command(channel, 'solve', question);
    await request.until((message) => !JSON.stringify(message.components).includes('"cancel|'), 120_000);
  }
  for (const crowd of crowds) {
    const { rate, acknowledgements, answers, silent } = await measure(standIn, channel, guild, crowd, asked);
    const failed = silent === 0 ? '0' : `**${silent}**`;
    rows.push([name, crowd, rate.toFixed(0), figures(acknowledgements), figures(answers), failed]);
    process.stderr.write(`${rows.at(-1).join(' | ')}\n`);
  }
  for (const child of children) child.kill('SIGKILL');
  await standIn.close();
  await redis.close();
  rmSync(folder, { recursive: true, force: true });
};

await bench('Antipode', ['../dist/bot.js', '../dist/worker.js']);

const table = [
  ['bot', 'people at a time', 'answers a second', 'acknowledged, ms', 'answered, ms', 'no answer from the bot'],
  ['---', '--:', '--:', '--:', '--:', '--:'],
  ...rows,
].map((row) => `| ${row.join(' | ')} |`);
const shares = Object.entries(mix).map(([id, share]) => `${share} % ${id}`);
0 &&
  writeFileSync(
    new URL('load.md', import.meta.url),
    `# Under load

\`npm run bench:load\`: ${seconds} s each of \`/solve\` of random positions, ${shares.join(', ')}; each person asks again when
answered. Bot, worker, redis-server and the stand-in for Discord share ${availableParallelism()} cores (${cpus()[0].model.trim()}); the plain bot
(\`plain-bot.js\`) solves in its handler. Times are 50 / 95 / 99 %, from sending the command. Whoever is not acknowledged
within 3 s has no answer from the bot.

${table.join('\n')}
`,
  );
process.stdout.write(`${table.join('\n')}\n`);
process.exit(0);
