/** Work that the thread of a bot does at once, and what it leaves to the workers. */
import { expect, onTestFinished, test } from 'vitest';
import { dailyJob } from '../../src/features/daily/job.ts';
import { solveWork } from '../../src/features/solve/job.ts';
import { threadsOfBot } from '../../src/jobs/at-once.ts';
import type { Work } from '../../src/jobs/define.ts';
import type { SolverThreads } from '../../src/jobs/solver-threads.ts';
import { knownPuzzle } from '../../src/puzzles/registry.ts';
import { loadConfig } from '../../src/runtime/config.ts';
import { createLogger } from '../../src/runtime/log.ts';
import type { Method } from '../../src/search/solve.ts';
import { questionOf } from '../support/truth.ts';

const threadFile = new URL('../../dist/features/thread.js', import.meta.url);
const log = createLogger('test', 'silent');
const workOf = (id: string, position: string, method?: Method): Work =>
  solveWork(knownPuzzle(id), questionOf(knownPuzzle(id), position), method);
const eight = workOf('eight', '867254301');

const open = (settings = {}): SolverThreads => {
  const threads = threadsOfBot(loadConfig(settings), threadFile)!;
  onTestFinished(() => threads.close());
  return threads;
};

test('without memory for tables, there is no thread', () => {
  expect(threadsOfBot(loadConfig({ BOT_TABLE_CACHE_MB: '0' }), threadFile)).toBeUndefined();
});

test('tables that are missing are built for the next time', async () => {
  const threads = open();
  expect(await threads.doSoon(eight, log)).toBeUndefined();
  await expect
    .poll(() => threads.doSoon(eight, log), { interval: 5 })
    .toMatchObject({ method: 'table', optimal: true });
});

test('tables that are larger than the cache, or take over a second to build, are not', async () => {
  const threads = open({ BOT_TABLE_CACHE_MB: '1' });
  expect(await threads.doSoon(workOf('eleven', '032187654BA9'), log)).toBeUndefined();
  expect(await threads.doSoon(workOf('twentyfour', '67N25FIJA49C3LK0BDEO1HG8M'), log)).toBeUndefined();
  // A thread that built them would be busy for longer than such a search waits.
  const short = () => threads.doSoon(workOf('eight', '123456708', 'ida'), log);
  await expect.poll(short).toMatchObject({ status: 'solved' });
  expect(await threads.doSoon(workOf('eleven', '032187654BA9'), log)).toBeUndefined();
});

test('a short search ends in its slice, a long one does not', async () => {
  const threads = open();
  // A thread takes a while to start.
  const short = () => threads.doSoon(workOf('eight', '123456708', 'ida'), log);
  await expect.poll(short).toMatchObject({ status: 'solved', method: 'ida' });
  expect(await threads.doSoon(workOf('eleven', '032187654BA9', 'iddfs'), log)).toBeUndefined();
});

test('what needs the secret of the challenges is left to the workers', async () => {
  expect(await open().doSoon({ job: dailyJob, request: { number: 1 } }, log)).toBeUndefined();
});
