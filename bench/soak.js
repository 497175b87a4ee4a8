// npm run bench:soak [-- interactions]: as many interactions as a busy bot has in 24 hours (20,000 unless said), as fast
// as they go, and how much memory the bot, the worker and Redis hold meanwhile. Fails unless the last tenth of each is within
// 10 % of the first. What is meant to be kept (answers, games, results of people) is bounded by the number of
// people and of different questions, which are as many in the first tenth as in the last. No scrambles: their results live for a
// quarter of an hour, which is longer than this whole day.
import { Redis } from 'ioredis';
import { puzzleOf } from '../dist/puzzles/registry.js';
import { seeded } from '../dist/search/scramble.js';
import { walk } from '../dist/stand-in/components.js';
import { isAnswer, openHouse, randomPosition } from './house.js';

const interactions = Number(process.argv[2] ?? 20_000);
const crowd = 16;
const random = seeded('7');
const pick = (list) => list[Math.floor(random() * list.length)];

const ports = { '../dist/bot.js': 9464, '../dist/worker.js': 9465 };
const settings = Object.fromEntries(Object.entries(ports).map(([file, port]) => [file, { HTTP_PORT: String(port) }]));
const collect = ['--expose-gc', '--import', new URL('collect.js', import.meta.url).href];
const house = await openHouse(Object.keys(ports), settings, collect);
const redis = new Redis(house.redisUrl);
const people = Array.from({ length: 100 }, (_, index) => house.person(`person-${index}`));
const questions = ['eight', 'eleven', 'six', 'fifteen'].flatMap((id) => {
  const puzzle = puzzleOf(id);
  const positions = puzzle.family === 'sliding' ? 60 : 1;
  return Array.from({ length: positions }, () => [id, randomPosition(puzzle, random)]);
});

/** The buttons of a message that can be pressed. */
const buttonsOf = (message) =>
  [...walk(message.components)]
    .map(({ node }) => node)
    .filter((node) => node.custom_id && node.type === 2 && !node.disabled);

let done = 0;
let trouble = 0;
const solving = ([subcommand, position]) => ['solve', { subcommand, options: { position } }];
/** What people do, and how often of a hundred times. */
const uses = [
  [45, () => solving(pick(questions))],
  [10, () => ['analyse', { subcommand: 'eight', options: { position: '867254301', moves: 'L U R D' } }]],
  [10, () => ['convert', { subcommand: 'eight', options: { text: '867254301' } }]],
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
  const request = await person.command(house.channel, name, line);
  done++;
  const message = await request.until(isAnswer, 60_000);
  // Half of the time people press a button under the answer.
  const buttons = buttonsOf(message);
  if (buttons.length === 0 || random() < 0.5) return;
  const pressed = await person.press(message, pick(buttons).custom_id);
  done++;
  await pressed.acknowledged;
};

const liveBytes = async (port) => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^\w*nodejs_heap_size_used_bytes(?:\{[^}]*\})? (\S+)$/mu.exec(text)?.[1]);
};
const samples = [];
const sample = async () => {
  const [bot, worker] = await Promise.all(Object.values(ports).map(liveBytes));
  const used = Number(/used_memory:(\d+)/u.exec(await redis.info('memory'))[1]);
  samples.push({ done, bot, worker, redis: used });
};

/** Until what was wanted is done. */
const keepBusy = (isDone) =>
  Promise.all(
    Array.from({ length: crowd }, async (_, index) => {
      for (let turn = 0; !isDone(); turn++) {
        await act(people[(turn * crowd + index) % people.length]).catch((error) => {
          trouble++;
          process.stderr.write(`${error.message}\n`);
        });
      }
    }),
  );

// What is bounded is filled first, tables are built and code is compiled, as on the days before; and what is kept for half a
// minute is as much as it will be at this speed.
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
process.stdout.write(`${done - before} interactions in ${took.toFixed(0)} s, ${trouble} in trouble\n`);
redis.disconnect();
await house.close();
process.exit(isFlat && trouble === 0 ? 0 : 1);
