// The whole bot for a bench: a redis-server of its own, the stand-in for Discord, and the programs that are asked for.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { register } from '../dist/discord/register.js';
import { loadConfig } from '../dist/runtime/config.js';
import { createLogger } from '../dist/runtime/log.js';
import { startRedis } from '../dist/runtime/redis.js';
import { StandIn } from '../dist/stand-in/stand-in.js';

/** A solvable position of a sliding puzzle, each as likely as the next. */
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

/** Whether a message is more than a report of progress. */
export const isAnswer = (message) => !JSON.stringify(message.components).includes('"cancel|');

/**
 * @param files the programs, by their paths from here
 * @param settings of each, by its path
 * @param execArgv options of Node for all of them
 */
export const openHouse = async (files, settings = {}, execArgv = []) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  // How much one person or one server may ask is not what is measured.
  const rates = { USER_RATE: '1000000,1000000', GUILD_RATE: '1000000,1000000' };
  const environment = { ...process.env, REDIS_URL: '', DATA_DIRECTORY: folder, LOG_LEVEL: 'error', ...rates };
  const redis = await startRedis(loadConfig(environment), createLogger('redis', 'error'));
  const standIn = await StandIn.start({ identifyMs: 0 });
  Object.assign(environment, {
    REDIS_URL: redis.url,
    DISCORD_TOKEN: standIn.token,
    DISCORD_API_URL: standIn.apiUrl,
  });
  await register(loadConfig(environment));
  const guild = standIn.createGuild({ name: 'Bench' });
  const channel = guild.createChannel({ name: 'bench' });
  const children = [];
  for (const file of files) {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
      env: { ...environment, ...settings[file] },
      execArgv,
    });
    const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (message !== 'ready') throw new Error(`${file} ended with ${message}`);
    children.push(child);
  }
  return {
    standIn,
    guild,
    channel,
    redisUrl: redis.url,
    person(name) {
      const somebody = standIn.createUser({ name });
      somebody.join(guild);
      return somebody;
    },
    async close() {
      for (const child of children) child.kill('SIGKILL');
      await standIn.close();
      await redis.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
