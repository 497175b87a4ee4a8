/** Threads that fail while they have no task. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { SolverThreads } from '../../src/queue/solver-threads.ts';
import { loadConfig } from '../../src/runtime/config.ts';

test('a thread that fails without a task does not end the process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'antipode-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [code, begun] = [join(folder, 'thread.mjs'), join(folder, 'begun')];
  await writeFile(
    code,
    `import { writeFileSync } from 'node:fs';
     writeFileSync(${JSON.stringify(begun)}, '');
     throw new Error('a fault of the test');`,
  );
  const errors: unknown[] = [];
  const listen = (error: unknown) => errors.push(error);
  process.on('uncaughtException', listen);
  onTestFinished(() => void process.off('uncaughtException', listen));
  const secret = () => Promise.resolve('');
  const threads = new SolverThreads(loadConfig({ SOLVER_THREADS: '2' }), { threadFile: pathToFileURL(code), secret });
  await expect.poll(() => existsSync(begun)).toBe(true);
  // The error arrives with the end of the thread.
  await sleep(500);
  expect(errors).toEqual([]);
  await threads.close();
});
