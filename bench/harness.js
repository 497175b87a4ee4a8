// Starts the bot for a benchmark: its own Redis, the stand-in for Discord, and the programs that the caller lists.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StandIn } from '@antipode/stand-in';
import { register } from '../dist/discord/register.js';
import { definitions } from '../dist/features/index.js';
import { loadConfig } from '../dist/runtime/config.js';
import { createLogger } from '../dist/runtime/log.js';
import { startRedis } from '../dist/runtime/redis.js';

/** Returns a uniformly random solvable position of a sliding puzzle. */
export const randomPosition = (puzzle, random) => {
  for (;;) {
    const start = Array.from({ length: puzzle.board.size }, (_, cell) => cell);
    for (let i = start.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [start[i], start[j]] = [start[j], start[i]];
    }
    if (puzzle.obstacle({ start, goal: puzzle.goal }) === undefined) return puzzle.formatPosition(start);
  }
};

/** Returns whether a message is an answer and not a progress report. */
export const isAnswer = (message) => !JSON.stringify(message.components).includes('"cancel|');

/**
 * @param files paths of the programs, relative to this file
 * @param settings environment variables of each program, by its path
 * @param execArgv Node options for all programs
 */
export const startHarness = async (files, settings = {}, execArgv = []) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  // Rate limits would distort the measurement.
  const rates = { USER_RATE: '1000000,1000000', GUILD_RATE: '1000000,1000000' };
  const environment = { ...process.env, REDIS_URL: '', DATA_DIRECTORY: folder, LOG_LEVEL: 'error', ...rates };
  const redis = await startRedis(loadConfig(environment), createLogger('redis', 'error'));
  const standIn = await StandIn.start({ identifyMs: 0 });
  Object.assign(environment, {
    REDIS_URL: redis.url,
    DISCORD_TOKEN: standIn.token,
    DISCORD_API_URL: standIn.apiUrl,
  });
  await register(loadConfig(environment), definitions);
  const guild = standIn.createGuild({ name: 'Bench' });
  const channel = guild.createChannel({ name: 'bench' });
  const children = [];
  for (const file of files) {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
      env: { ...environment, ...settings[file] },
      execArgv,
    });
    const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (message !== 'ready') throw new Error(`${file} exited with ${message}`);
    children.push(child);
  }
  return {
    standIn,
    guild,
    channel,
    redisUrl: redis.url,
    person(name) {
      const user = standIn.createUser({ name });
      user.join(guild);
      return user;
    },
    async close() {
      for (const child of children) child.kill('SIGKILL');
      await standIn.close();
      await redis.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
