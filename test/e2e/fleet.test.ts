/** The command line asks the workers of a Redis, which do a long search together. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workQueue } from '../../src/queue/queue.ts';
import { leftoverKeys } from '../support/recovery.ts';
import { TestSystem } from '../support/test-system.ts';

const program = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.open({}, { SOLVER_THREADS: '1' });
  await Promise.all([system.start('worker'), system.start('worker')]);
});
afterAll(() => system?.close());

const run = async (args: readonly string[], redisUrl = system.redisUrl) => {
  const env = { ...process.env, REDIS_URL: redisUrl };
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, out: text(child.stdout), error: text(child.stderr), code };
};

test('an easy question and a long one', async () => {
  for (const [puzzle, position, length] of [
    ['eight', '867254301', 31],
    ['fifteen', '0CADFBE937254861', 80],
  ] as const) {
    const { out, code } = await run([puzzle, position, '--queue', '--json']);
    expect(await code).toBe(0);
    expect(JSON.parse(await out)).toMatchObject({ status: 'solved', optimal: true, length });
  }
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
});

test('whoever interrupts it wants no answer: the search ends', async () => {
  const { child, code } = await run(['fifteen', '0F83CB74EA659D21', '--queue']);
  await expect.poll(() => system.keys('work:search:*')).toHaveLength(1);
  // Whoever waits is a job that can be woken at the end, though it has no reply.
  await expect.poll(() => system.keys('work:attending:*')).toHaveLength(1);
  const [attending] = await system.redis.keys('antipode:work:attending:*');
  const [waiter] = await system.redis.hkeys(attending!);
  expect(await system.redis.exists(`antipode:${workQueue('searches')}:${waiter}`)).toBe(1);
  child.kill('SIGINT');
  expect(await code).toBe(130);
  await expect.poll(() => system.keys('work:search:*')).toEqual([]);
});

test('without a Redis, it says what is missing', async () => {
  const { error, code } = await run(['eight', '867254301', '--queue'], '');
  expect(await code).toBe(2);
  expect(await error).toContain('REDIS_URL is needed');
});
