/** A full disk: searches go on without stored tables, and the log says so once. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { isFinal, movesOf, textOf } from '../support/messages.ts';
import { hasPrlimit } from '../support/needs.ts';
import { expectRecovery, warmUp } from '../support/recovery.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem | undefined;
afterEach(async () => {
  await system?.close();
  system = undefined;
});

const limit = promisify(execFile);

test.skipIf(!hasPrlimit)(
  'a disk with room for one mebibyte (needs prlimit)',
  async () => {
    system = await TestSystem.open({}, { SOLVER_THREADS: '2', LOG_LEVEL: 'warn' });
    // A build that stores the smaller databases too, which takes a second.
    const build = await system.buildWith({
      'search/sliding/fifteen-databases.js': ['goals.length >= 8', 'goals.length >= 7'],
    });
    const processes = await Promise.all([system.start('bot'), system.start('worker', {}, build, 'pipe')]);
    const [, worker] = processes;
    let log = '';
    worker.stderr!.on('data', (data) => {
      log += data;
    });
    const before = await warmUp(system, processes);
    await limit('prlimit', ['--pid', String(worker.pid), `--fsize=${2 ** 20}`]);
    for (const position of ['123456789A0BDEFC', '1234567890ABDEFC']) {
      const asked = await system.person('ann').command(system.channel, 'solve', {
        subcommand: 'fifteen',
        options: { position },
      });
      const message = await asked.until(isFinal, 60_000);
      expect(textOf(message)).toContain('proved shortest');
      expect(movesOf(message).length).toBeGreaterThan(0);
    }
    const lines = log.split('\n').filter((line) => line.includes("can't be kept"));
    const tables = lines.map((line) => (JSON.parse(line) as { table: string }).table);
    expect(tables.length).toBeGreaterThan(0);
    expect(new Set(tables).size).toBe(tables.length);
    expect(lines.every((line) => line.includes('EFBIG'))).toBe(true);
    // No part of a table is left.
    expect(await readdir(join(system.folder, 'tables'))).toEqual([]);
    await expectRecovery(system, processes, before);
  },
  120_000,
);
