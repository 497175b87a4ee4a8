// npm run bench:standings: measures leaderboards of 100,000 members: Redis time of a result and of a page, and memory per
// member. Writes standings.md. Needs a redis-server on the PATH.
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { periods, spanOf, startOf } from '../dist/features/daily/rules.js';
import { DailyStore } from '../dist/features/daily/store.js';
import { loadConfig } from '../dist/runtime/config.js';
import { createLogger } from '../dist/runtime/log.js';
import { startRedis } from '../dist/runtime/redis.js';
import { everywhere } from '../dist/standings/scope.js';

const members = 100_000;
const guild = '123456789012345678';
const days = 3;
const first = spanOf('week', 18)[0];
const folder = await mkdtemp(join(tmpdir(), 'antipode-'));
const config = loadConfig({ ...process.env, REDIS_URL: '', REDIS_BACKEND: 'server', DATA_DIRECTORY: folder });
const server = await startRedis(config, createLogger('redis', 'error'));
const redis = new Redis(server.url);
const store = new DailyStore(redis, 'bench');

const idOf = (index) => String(10n ** 18n + BigInt(index));
const finish = (number, index) =>
  store.record(
    number,
    idOf(index),
    { moves: 20 + ((index * 7 + number) % 40), hints: 0, seconds: (index * 31 + number) % 3000 },
    { optimal: 20, at: startOf(number) + ((index * 7919) % 86_400) * 1000, guild },
  );

/** Sums the mean microseconds per call of each command since the last CONFIG RESETSTAT. */
const spent = async (...commands) => {
  const stats = await redis.info('commandstats');
  return commands.reduce((sum, command) => {
    const [, calls = 1, usec = 0] = new RegExp(`cmdstat_${command}:calls=(\\d+),usec=(\\d+)`, 'u').exec(stats) ?? [];
    return sum + Number(usec) / Number(calls);
  }, 0);
};
const bytesOf = (key) => redis.memory('USAGE', key, 'SAMPLES', 0);
const bytesOfPerson = async (id) => {
  const sizes = await Promise.all((await redis.keys(`bench:*:${id}`)).map(bytesOf));
  return sizes.reduce((sum, size) => sum + size, 0);
};
const table = (header, rows) =>
  [header, header.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
const number = (value) => Math.round(value).toLocaleString('en');

await redis.config('RESETSTAT');
for (let day = 0; day < days; day++) {
  for (let from = 0; from < members; from += 2000) {
    await Promise.all(Array.from({ length: 2000 }, (_, index) => finish(first + day, from + index)));
  }
}
const recording = await spent('evalsha');

// The first call of a script sends its source, and so counts as another command.
await store.page({ period: 'day', number: first, scope: everywhere }, 0, idOf(0));
const boards = [];
for (const period of periods) {
  for (const scope of [everywhere, guild]) {
    const name = `bench:daily:board:${period}:${spanOf(period, first)[0]}:${scope}`;
    await redis.config('RESETSTAT');
    const pages = 200;
    for (let page = 0; page < pages; page++) {
      await store.page({ period, number: first, scope }, page * 50, idOf((page * 4999) % members));
    }
    const each = [number(await spent('evalsha', 'hget')), number((await bytesOf(name)) / members)];
    boards.push([
      `${period === 'all' ? 'all time' : period}, ${scope === everywhere ? 'all servers' : 'one server'}`,
      ...each,
    ]);
  }
}

const people = [['after 3 days', number(await bytesOfPerson(idOf(77)))]];
for (const [day, label] of [
  [30, 'after 30 days'],
  [365, 'after a year'],
]) {
  const index = members + day;
  for (let played = 0; played < day; played++) await finish(first + played, index);
  people.push([label, number(await bytesOfPerson(idOf(index)))]);
}

const text = `# Leaderboards

\`npm run bench:standings\`: ${members.toLocaleString('en')} people each finish ${days} days in the same server, so each result is on eight leaderboards.
Redis ${/redis_version:(\S+)/u.exec(await redis.info('server'))[1]} reports the figures itself (\`INFO commandstats\`, \`MEMORY USAGE\`). Bytes are exact. Times are upper bounds on a
shared machine. Storing a result takes ${number(recording)} µs.

${table(['leaderboard', 'page with own rank, µs', 'memory per member, bytes'], boards)}

Memory per person who plays every day in one server: stats, all results, and leaderboard entries.

${table(['person', 'bytes'], people)}
`;
writeFileSync(new URL('standings.md', import.meta.url), text);
process.stdout.write(text);
redis.disconnect();
await server.close();
await rm(folder, { recursive: true, force: true });
