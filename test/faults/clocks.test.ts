/** Clocks that jump by an hour, of a bot or of a worker, with jobs under way. */
import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InteractionHandle } from '../../src/stand-in/stand-in.ts';
import { isFinal, movesOf, textOf } from '../support/messages.ts';
import { groupTroubles, isLong, type ResourceUse, type Trouble, underLoad, warmUp } from '../support/recovery.ts';
import { TestSystem } from '../support/test-system.ts';

const hour = 3_600_000;

let system: TestSystem;
let processes: ChildProcess[];
let before: ResourceUse;
beforeAll(async () => {
  system = await TestSystem.open({}, { SOLVER_THREADS: '3', JOBS_PER_USER: '3', LOG_LEVEL: 'fatal' });
  processes = await Promise.all([system.start('bot'), system.start('worker')]);
  // Both threads for long searches too.
  const long = await Promise.all([search('ann', '032187654BA9'), search('bob', '302187654BA9')]);
  for (const one of long) await one.until((message) => textOf(message).includes('Searching …'), 30_000);
  await callOff(long);
  before = await warmUp(system, processes);
});
afterAll(() => system?.close());

/** A search of three seconds, in a lane with one thread. */
const search = (name: string, position = '94B72508A613'): Promise<InteractionHandle> =>
  system
    .person(name)
    .command(system.channel, 'solve', { subcommand: 'eleven', options: { position, method: 'iddfs' } });

const callOff = async (searches: readonly InteractionHandle[]): Promise<void> => {
  for (const { id } of searches) await system.redis.set(`antipode:work:cancelled:${id}`, '1', 'EX', 60);
  for (const one of searches) {
    await one.until((message) => textOf(message).includes('was cancelled'), 20_000);
  }
};

let run = 0;
/** Sets the clocks ahead by these milliseconds, with jobs under way. */
const jump = (bot: number, worker: number): Trouble => {
  return async () => {
    // One search runs, and another waits for its thread.
    await system.redis.del(...(await system.redis.keys('*:work:result:*')));
    const ann = await search('ann');
    await ann.acknowledged;
    const bob = await search('bob');
    await ann.until((message) => textOf(message).includes('Searching …'), 30_000);
    await bob.until((message) => textOf(message).includes('the same'), 30_000);
    await system.turn(processes.slice(0, 1), bot);
    await system.turn(processes.slice(1), worker);
    expect(movesOf(await ann.until(isFinal, 100_000))).toHaveLength(28);
    expect(movesOf(await bob.until(isFinal, 30_000))).toHaveLength(28);

    // Rate limits work as before.
    const cid = system.person(`cid-${run++}`);
    const asked: InteractionHandle[] = [];
    for (const position of ['032187654BA9', '302187654BA9', '320187654BA9', '832107654BA9']) {
      const line = { subcommand: 'eleven', options: { position, method: 'iddfs' } };
      const one = await cid.command(system.channel, 'solve', line);
      await one.acknowledged;
      asked.push(one);
    }
    expect(textOf(asked.pop()!.reply()!)).toContain(`You have ${asked.length} requests waiting`);
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

test.each(groupTroubles(jumps))(
  '%s',
  async (_, troubles) => {
    await underLoad(system, processes, before, troubles);
  },
  240_000,
);
