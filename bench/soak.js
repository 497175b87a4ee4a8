// npm run bench:soak [-- interactions]: runs the interactions of a busy day (default 20,000) as fast as possible, and
// measures the memory of the bot, the worker and Redis. Fails unless the last tenth of each is within 10 % of the first.
// MEMORY=512m also limits the resident memory of the bot: it fails if that is exceeded at any time.
// Stored data (answers, games, results) is bounded, because the numbers of people and of questions are fixed.
// There are no scrambles: their results are stored for 15 minutes, which is longer than the run.

import { walk } from '@antipode/stand-in/components';
import { Redis } from 'ioredis';
import { formatMoves } from '../dist/puzzles/moves.js';
import { puzzleOf, puzzles } from '../dist/puzzles/registry.js';
import { seeded } from '../dist/search/scramble.js';
import { isAnswer, randomPosition, startHarness } from './harness.js';

const limit = process.env.MEMORY;
const limitBytes = limit ? Number(/^(\d+)m$/iu.exec(limit)?.[1]) * 2 ** 20 : Number.POSITIVE_INFINITY;
if (Number.isNaN(limitBytes)) throw new Error(`MEMORY is like 512m, not ${limit}`);
const interactions = Number(process.argv[2] ?? 20_000);
const crowd = 16;
const random = seeded('7');
const pick = (list) => list[Math.floor(random() * list.length)];

const ports = { '../dist/bot.js': 9464, '../dist/worker.js': 9465 };
const settings = Object.fromEntries(Object.entries(ports).map(([file, port]) => [file, { HTTP_PORT: String(port) }]));
const collect = ['--expose-gc', '--import', new URL('collect.js', import.meta.url).href];
const harness = await startHarness(Object.keys(ports), settings, collect);
const redis = new Redis(harness.redisUrl);
const people = Array.from({ length: 100 }, (_, index) => harness.person(`person-${index}`));
const questions = ['eight', 'eleven', 'six', 'fifteen'].flatMap((id) => {
  const puzzle = puzzleOf(id);
  const positions = puzzle.family === 'sliding' ? 60 : 1;
  return Array.from({ length: positions }, () => [id, randomPosition(puzzle, random)]);
});

/** Values by name, of a list in which both alternate, as Redis sends it. */
const statsOf = (list) =>
  Object.fromEntries(list.flatMap((name, index) => (index % 2 ? [] : [[name, list[index + 1]]])));

/** Returns the enabled buttons of a message. */
const buttonsOf = (message) =>
  [...walk(message.components)]
    .map(({ node }) => node)
    .filter((node) => node.custom_id && node.type === 2 && !node.disabled);

let done = 0;
let failures = 0;
const solving = ([subcommand, position]) => ['solve', { subcommand, options: { position } }];
/** Draws a random position of any puzzle, or up to 31 random moves from it. */
const drawing = (view) => {
  const puzzle = pick(puzzles);
  const start = puzzle.randomPosition(random, puzzle.goal);
  const position = puzzle.formatPosition(start);
  const moves = [];
  for (let at = start; view === 'animation' && moves.length < 31; at = puzzle.play(at, moves.at(-1))) {
    const steps = puzzle.legalSteps(at);
    if (steps.length === 0) break;
    moves.push(pick(steps));
  }
  const text = moves.length === 0 ? position : formatMoves(puzzle, start, moves).join(' ');
  return ['convert', { options: { puzzle: puzzle.id, text, view, ...(moves.length > 0 && { position }) } }];
};
/** Commands, with the percentage of each. */
const uses = [
  [45, () => solving(pick(questions))],
  [10, () => ['analyse', { options: { puzzle: 'eight', position: '867254301', moves: 'L U R D' } }]],
  [3, () => ['convert', { options: { puzzle: 'eight', text: '867254301' } }]],
  [5, () => drawing('picture')],
  [2, () => drawing('animation')],
  [10, () => ['leaderboard', { subcommand: 'daily' }]],
  [10, () => ['stats', {}]],
  [10, () => ['daily', { subcommand: 'show' }]],
  [5, () => ['hardest', { options: { puzzle: 'eight' } }]],
];
const use = () => {
  const at = random() * 100;
  let sum = 0;
  return uses.find(([share]) => {
    sum += share;
    return at < sum;
  })[1];
};

const act = async (person) => {
  const [name, line] = use()();
  const request = await person.command(harness.channel, name, line);
  done++;
  const message = await request.until(isAnswer, 60_000);
  // After half of the answers, the person presses a button.
  const buttons = buttonsOf(message);
  if (buttons.length === 0 || random() < 0.5) return;
  const pressed = await person.press(message, pick(buttons).custom_id);
  done++;
  await pressed.acknowledged;
};

const metricOf = (text, name) => Number(new RegExp(`^\\w*${name}(?:\\{[^}]*\\})? (\\S+)$`, 'mu').exec(text)?.[1]);
/** Bytes of a process: live objects, and all that is resident. */
const bytesOf = async (port) => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return {
    live: metricOf(text, 'nodejs_heap_size_used_bytes'),
    resident: metricOf(text, 'process_resident_memory_bytes'),
  };
};
/**
 * Bytes of Redis without the keys that remember which requests were answered, and without the tables that list all keys:
 * those keys live for a quarter of an hour, which is longer than the run.
 */
const redisBytes = async () => {
  const stats = statsOf(await redis.memory('STATS'));
  const tables = statsOf(stats['db.0']);
  let bytes = stats['overhead.total'] - tables['overhead.hashtable.main'] - tables['overhead.hashtable.expires'];
  for await (const found of redis.scanStream({ count: 1000 })) {
    const others = found.filter((key) => !key.includes(':work:answered:'));
    const usages = await Promise.all(others.map((key) => redis.memory('USAGE', key, 'SAMPLES', 0)));
    // A key that has gone since has no usage.
    for (const usage of usages) bytes += usage ?? 0;
  }
  return bytes;
};
const samples = [];
const sample = async () => {
  const [bot, worker, redis] = await Promise.all([...Object.values(ports).map(bytesOf), redisBytes()]);
  samples.push({ done, bot: bot.live, resident: bot.resident, worker: worker.live, redis });
};

/** Lets everyone act until `isDone` returns true. */
const keepBusy = (isDone) =>
  Promise.all(
    Array.from({ length: crowd }, async (_, index) => {
      for (let turn = 0; !isDone(); turn++) {
        await act(people[(turn * crowd + index) % people.length]).catch((error) => {
          failures++;
          process.stderr.write(`${error.message}\n`);
        });
      }
    }),
  );

// Warm-up: fills bounded stores, builds tables and compiles code. It takes longer than the 30 seconds that some data lives,
// so the amount of that data is steady afterwards.
const warm = performance.now() + 90_000;
await keepBusy(() => performance.now() > warm);
const before = done;
const begun = performance.now();
const timer = setInterval(() => void sample().catch(() => {}), 1000);
await keepBusy(() => done >= before + interactions);
clearInterval(timer);
const took = (performance.now() - begun) / 1000;

const names = ['bot', 'worker', 'redis'];
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const tenth = (index) =>
  samples.filter(({ done: at }) => Math.min(9, Math.floor(((at - before) / interactions) * 10)) === index);
let isFlat = true;
for (const name of names) {
  const row = Array.from({ length: 10 }, (_, index) => mean(tenth(index).map((one) => one[name])) / 2 ** 20);
  const change = row.at(-1) / row[0] - 1;
  isFlat &&= Math.abs(change) <= 0.1;
  process.stdout.write(
    `${name}: ${row.map((value) => value.toFixed(1)).join(' ')} MiB, ${(change * 100).toFixed(1)} %\n`,
  );
}
const resident = Math.max(...samples.map((one) => one.resident));
process.stdout.write(`bot: ${(resident / 2 ** 20).toFixed(0)} MiB resident at most\n`);
process.stdout.write(`${done - before} interactions in ${took.toFixed(0)} s, ${failures} failed\n`);
redis.disconnect();
await harness.close();
process.exit(isFlat && resident <= limitBytes && failures === 0 ? 0 : 1);
