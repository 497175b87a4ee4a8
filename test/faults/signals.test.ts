/** Fault suites in a namespace of their own, whose process 1 records the signals that it gets: there are none. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasRedisServer, hasUnshare } from '../support/needs.ts';

const pathOf = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const init = pathOf('test/support/init.js');
const guard = new URL('../support/signals.js', import.meta.url).href;

interface Sent {
  readonly from: number;
  readonly to: number;
  readonly signal: string;
  readonly isOwn: boolean;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antipode-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs Node as the leader of a process group below a process 1 that records signals. */
const inNamespace = async (options: readonly string[], settings: NodeJS.ProcessEnv) => {
  const [received, sent] = [join(folder, 'received'), join(folder, 'sent')];
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  const env = { ...Object.fromEntries(own), SIGNALS_LOG: sent, ...settings };
  const command = [process.execPath, init, received, process.execPath, ...options];
  const child = spawn('unshare', ['--pid', '--fork', '--mount-proc', ...command], { cwd: pathOf(''), env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  const lines = (name: string) =>
    readFile(name, 'utf8').then(
      (text) => text.trim().split('\n').filter(Boolean),
      () => [],
    );
  const all = (await lines(sent)).map((line) => JSON.parse(line) as Sent);
  await rm(sent, { force: true });
  return { code, output, received: await lines(received), sent: all };
};

test.skipIf(!hasUnshare)('process 1 records the signals that reach it (needs unshare)', async () => {
  const script = "for (const signal of ['SIGTERM', 'SIGUSR2', 'SIGCONT', 'SIGKILL']) process.kill(1, signal)";
  const { received } = await inNamespace(['-e', script], {});
  expect(received.sort()).toEqual(['SIGCONT', 'SIGTERM', 'SIGUSR2']);
});

const suites = [
  { file: 'restarts', name: 'a worker', backend: 'memory', kinds: ['SIGTERM'] },
  { file: 'failover', name: 'hangs', backend: 'server', kinds: ['SIGCONT', 'SIGKILL', 'SIGSTOP'] },
].filter(({ backend }) => hasRedisServer || backend === 'memory');

test.skipIf(!hasUnshare).each(suites)(
  'a suite sends signals only to its own processes: $file with REDIS_BACKEND $backend (needs unshare)',
  async ({ file, name, backend, kinds }) => {
    const vitest = [pathOf('node_modules/vitest/vitest.mjs'), 'run', `test/faults/${file}.test.ts`, '--mode', 'all'];
    // All programs have the guard, which records each signal that a process sends, also those that process 1 can't see.
    const settings = { REDIS_BACKEND: backend, NODE_OPTIONS: `--import=${guard}` };
    const { code, output, received, sent } = await inNamespace([...vitest, '-t', name], settings);
    expect(code, output).toBe(0);
    expect(output).toMatch(/Tests .*[1-9]\d* passed/u);
    expect(received).toEqual([]);
    expect(sent.filter(({ to, isOwn }) => !isOwn || to <= 1)).toEqual([]);
    const signals = new Set(sent.map(({ signal }) => signal));
    for (const kind of kinds) expect(signals).toContain(kind);
  },
);
