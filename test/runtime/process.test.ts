import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it, vi } from 'vitest';
import { createLogger } from '../../src/runtime/log.ts';
import { supervise } from '../../src/runtime/process.ts';

const log = createLogger('test', 'silent');
const node = (script: string) => spawn(process.execPath, ['-e', script], { stdio: 'ignore' });

// Concurrent, because the tests wait for several restarts.
describe.concurrent('supervise', () => {
  it('restarts a child that exits by itself, and stops it', async ({ expect }) => {
    const children: ChildProcess[] = [];
    const start = () => {
      const child = node('setInterval(() => {}, 1000)');
      children.push(child);
      return child;
    };
    const supervised = supervise('sleeper', start, log);
    await once(children[0]!, 'spawn');
    children[0]!.kill('SIGKILL');
    await vi.waitFor(() => expect(children).toHaveLength(2), 100_000);
    await supervised.stop(5);
    expect(children[1]!.signalCode).toBe('SIGTERM');
    expect(children).toHaveLength(2);
  });

  it('gives up on a child that fails at every start', { tags: 'long' }, async ({ expect }) => {
    const supervised = supervise('failure', () => node('process.exit(3)'), log);
    expect((await supervised.lost).message).toMatch(/failure failed to start 5 times, .* exit code 3/);
  });

  it('gives up on a child with wrong settings at once', async ({ expect }) => {
    let starts = 0;
    const start = () => {
      starts++;
      return node('process.exit(2)');
    };
    const supervised = supervise('bot', start, log);
    expect((await supervised.lost).message).toBe("The bot can't start with these settings.");
    expect(starts).toBe(1);
  });

  it('keeps restarting a child that worked once, with growing pauses', { tags: 'long' }, async ({ expect }) => {
    const starts: number[] = [];
    const start = () => {
      starts.push(performance.now());
      return node('process.exit(3)');
    };
    const supervised = supervise('poisoned', start, log);
    supervised.works();
    await vi.waitFor(() => expect(starts).toHaveLength(5), 100_000);
    expect(starts[4]! - starts[3]!).toBeGreaterThan(1900);
    await supervised.stop(5);
  });

  it('gives up on a program that does not exist', { tags: 'long' }, async ({ expect }) => {
    const supervised = supervise('nothing', () => spawn('antipode-no-such-program'), log);
    expect((await supervised.lost).message).toContain('ENOENT');
  });

  it('kills a child that ignores SIGTERM', async ({ expect }) => {
    const child = spawn(process.execPath, [
      '-e',
      "process.on('SIGTERM', () => {}); console.log(); setInterval(() => {}, 1000)",
    ]);
    const supervised = supervise('stubborn', () => child, log);
    await once(child.stdout, 'data');
    await supervised.stop(0.2);
    expect(child.signalCode).toBe('SIGKILL');
  });
});
