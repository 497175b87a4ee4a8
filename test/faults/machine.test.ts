/** Clocks that jump by an hour, of a bot or of a worker, with jobs under way; and a full disk. */
import { type ChildProcess, execFile } from 'node:child_process';
import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { InteractionHandle } from '@antipode/stand-in';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { workQueue } from '../../src/queue/queue.ts';
import { holdSearches, isLong, releaseSearches, searches, shortWaits } from '../support/disturbances.ts';
import { isFinal, movesOf, textOf } from '../support/messages.ts';
import { hasPrlimit } from '../support/needs.ts';
import {
  expectRecovery,
  groupTroubles,
  type ResourceUse,
  type Trouble,
  underLoad,
  warmUp,
} from '../support/recovery.ts';
import { TestSystem } from '../support/test-system.ts';

const hour = 3_600_000;

let system: TestSystem;
let processes: ChildProcess[];
let before: ResourceUse;
beforeAll(async () => {
  const settings = { SOLVER_THREADS: '3', JOBS_PER_USER: '3', LOG_LEVEL: 'fatal' };
  system = await TestSystem.open({}, settings, { held: 'searches', waits: shortWaits });
  processes = await Promise.all([system.start('bot'), system.start('worker')]);
  await useThreads(3);
  before = await warmUp(system, processes);
});
afterAll(() => system?.close());

const search = (name: string, which: number): Promise<InteractionHandle> =>
  system.person(name).command(system.channel, 'solve', searches[which]!);

const callOff = async (searches: readonly InteractionHandle[]): Promise<void> => {
  for (const { id } of searches) await system.redis.set(`antipode:work:cancelled:${id}`, '1', 'EX', 60);
  for (const one of searches) {
    await one.until((message) => textOf(message).includes('was cancelled'));
  }
};

/** Has all threads for long searches do something, so that they exist. */
const useThreads = async (count: number): Promise<void> => {
  await holdSearches(system);
  const long = await Promise.all(['ann', 'bob', 'dan'].slice(0, count).map(search));
  for (const one of long) await one.until((message) => textOf(message).includes('Searching …'));
  const active = `antipode:${workQueue('parts')}:active`;
  await vi.waitFor(async () => expect(await system.redis.llen(active)).toBe(count), { timeout: 30_000, interval: 10 });
  await callOff(long);
  await releaseSearches(system);
};

let run = 0;
/** Sets the clocks ahead by these milliseconds, with jobs under way. */
const jump = (bot: number, worker: number): Trouble => {
  return async () => {
    // Two people wait for one search.
    await holdSearches(system);
    await system.redis.del(...(await system.redis.keys('*:work:result:*')));
    const ann = await search('ann', 0);
    await ann.until((message) => textOf(message).includes('Searching …'));
    const bob = await search('bob', 0);
    await bob.until((message) => textOf(message).includes('Searching …'));
    await system.turn(processes.slice(0, 1), bot);
    await system.turn(processes.slice(1), worker);
    await releaseSearches(system);
    expect(movesOf(await ann.until(isFinal))).toHaveLength(20);
    expect(movesOf(await bob.until(isFinal))).toHaveLength(20);

    // Rate limits work as before.
    await holdSearches(system);
    await system.redis.del(...(await system.redis.keys('*:work:result:*')));
    const cid = system.person(`cid-${run++}`);
    const asked: InteractionHandle[] = [];
    for (const line of searches.slice(0, 4)) {
      const one = await cid.command(system.channel, 'solve', line);
      await one.acknowledged;
      asked.push(one);
    }
    expect(textOf(asked.pop()!.reply()!)).toContain(`You have ${asked.length} open requests`);
    await callOff(asked);
    await system.turn(processes, 0);
  };
};

const jumps: Record<string, Trouble> = isLong
  ? {
      'the bot an hour ahead': jump(hour, 0),
      'the bot an hour behind': jump(-hour, 0),
      'the worker an hour ahead': jump(0, hour),
      'the worker an hour behind': jump(0, -hour),
      'both an hour ahead': jump(hour, hour),
      'both an hour behind': jump(-hour, -hour),
    }
  : {
      'the bot an hour ahead, the worker behind': jump(hour, -hour),
      'the bot an hour behind, the worker ahead': jump(-hour, hour),
    };

test.each(groupTroubles(jumps))('%s', async (_, troubles) => {
  await underLoad(system, processes, before, troubles);
});

const limit = promisify(execFile);

test.skipIf(!hasPrlimit)(
  'a disk with room for one mebibyte: searches go on without stored tables, and the log says so once (needs prlimit)',
  async () => {
    const [bot, last] = processes;
    await system.kill(last!);
    // It has no tables of others.
    await unlink(join(system.folder, 'tables'));
    const worker = await system.start('worker', { SOLVER_THREADS: '2', LOG_LEVEL: 'warn' }, undefined, 'pipe');
    processes = [bot!, worker];
    let log = '';
    worker.stderr!.on('data', (data) => {
      log += data;
    });
    await useThreads(2);
    before = await warmUp(system, processes);
    await limit('prlimit', ['--pid', String(worker.pid), `--fsize=${2 ** 20}`]);
    for (const position of ['123456789A0BDEFC', '1234567890ABDEFC']) {
      const asked = await system.person('ann').command(system.channel, 'solve', {
        subcommand: 'fifteen',
        options: { position },
      });
      const message = await asked.until(isFinal);
      expect(textOf(message)).toContain('proved shortest');
      expect(movesOf(message).length).toBeGreaterThan(0);
    }
    const lines = log.split('\n').filter((line) => line.includes("can't be kept"));
    const told = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(told.length).toBeGreaterThan(0);
    expect(new Set(told).size).toBe(told.length);
    expect(lines.every((line) => line.includes('EFBIG'))).toBe(true);
    // No part of a table is left.
    expect(await readdir(join(system.folder, 'tables'))).toEqual([]);
    await expectRecovery(system, processes, before);
  },
);
