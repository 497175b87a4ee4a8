/** `npm start` as people run it, with npm in between: what ends it ends everything, and a second one says what is taken. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { hasRedisServer, hasTerminal } from '../support/needs.ts';
import { freePorts } from '../support/ports.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folders: string[] = [];
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'antipode-'));
  folders.push(folder);
  return folder;
};

const start = (settings: Record<string, string>, command = 'npm', parameters = ['start']) => {
  const env = {
    ...process.env,
    REDIS_URL: '',
    DISCORD_TOKEN: '',
    PLAYGROUND_PORT: '0',
    npm_config_loglevel: 'silent',
    ...settings,
  };
  const child = spawn(command, parameters, { cwd: root, env });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
};

/** Resolves with the line that names the address; rejects with what was said if the process ends before. */
const ready = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    const read = (chunk: Buffer) => {
      said += chunk.toString();
      const line = /^.*The playground is at .*\/$/mu.exec(said.replaceAll('\r', ''))?.[0];
      if (line !== undefined) resolve(line);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('close', (code) => reject(new Error(`ended with ${code}: ${said}`)));
  });

/** The ids of all processes that this one started, and those started. */
const below = (id: number): number[] => {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((row) => row.trim().split(/\s+/u).map(Number));
  const children = (parent: number): number[] =>
    rows.filter(([, ppid]) => ppid === parent).flatMap(([pid]) => [pid!, ...children(pid!)]);
  return children(id);
};
const alive = (ids: readonly number[]): string =>
  execFileSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((row) => ids.includes(Number.parseInt(row, 10)) && !/^\s*\d+\s+Z/u.test(row))
    .join('\n');

/** Expects that what npm has started ends with it. */
const expectEnd = async (npm: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  const processes = below(npm.pid!);
  expect(processes.length).toBeGreaterThanOrEqual(3);
  npm.kill(signal);
  await expect.poll(() => alive(processes)).toBe('');
};

// Not SIGINT, which a shell between npm and its program doesn't pass on: then npm goes on, too.
describe('npm start ends everything that it started when npm ends, and', () => {
  test('says that its port is taken, and takes another one', { tags: 'heavy' }, async () => {
    const [port] = await freePorts(1);
    const settings = { PLAYGROUND_PORT: String(port), REDIS_BACKEND: 'memory' };
    const first = start({ ...settings, DATA_DIRECTORY: newFolder() });
    expect(await ready(first)).toBe(`The playground is at http://127.0.0.1:${port}/`);
    const second = start({ ...settings, DATA_DIRECTORY: newFolder() });
    expect(await ready(second)).toMatch(
      new RegExp(`^Port ${port} is not available\\. The playground is at http://127\\.0\\.0\\.1:\\d+/$`, 'u'),
    );
    await expectEnd(second, 'SIGHUP');
    first.stdin.end();
    await once(first, 'exit');
  });

  test.skipIf(!hasRedisServer)(
    'says in one line that its data is in use (needs redis-server)',
    { tags: 'heavy' },
    async () => {
      const folder = newFolder();
      const first = start({ DATA_DIRECTORY: folder });
      await ready(first);
      const second = start({ DATA_DIRECTORY: folder });
      const said = text(second.stderr);
      const [code] = await once(second, 'exit');
      expect(code).toBe(1);
      const advice = 'Stop it, or give this one its own DATA_DIRECTORY.';
      expect(await said).toBe(`Another npm start uses the data in ${join(folder, 'redis')}. ${advice}\n`);
      await expectEnd(first, 'SIGTERM');
    },
  );
});

describe('npm start', () => {
  test('ends everything that it started when npm ends by SIGKILL', async () => {
    const npm = start({ DATA_DIRECTORY: newFolder() });
    await ready(npm);
    await expectEnd(npm, 'SIGKILL');
  });

  test.skipIf(!hasTerminal)('ends everything that it started when its terminal closes (needs script)', async () => {
    const terminal = start({ DATA_DIRECTORY: newFolder() }, 'script', ['-qec', 'npm start', '/dev/null']);
    await ready(terminal);
    await expectEnd(terminal, 'SIGKILL');
  });

  test('says which setting is wrong, once', { tags: 'heavy' }, async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const npm = start({ HTTP_PORT: String(port), REDIS_BACKEND: 'memory', DATA_DIRECTORY: newFolder() });
    const said = text(npm.stderr);
    const [code] = await once(npm, 'exit');
    taken.close();
    expect(code).toBe(1);
    const lines = (await said)
      .split('\n')
      .filter((line) => line !== '' && !line.includes('nothing is kept after exit'));
    expect(lines[0]).toMatch(/^HTTP_PORT \d+ can't be opened on 127\.0\.0\.1 \(EADDRINUSE\)\.$/u);
    // The worker has the next port, which may be taken as well. Whoever notices first ends both.
    const wrong = lines.filter((line) => line.startsWith('HTTP_PORT'));
    expect(new Set(wrong).size).toBe(wrong.length);
    expect(lines.at(-1)).toMatch(/^The (bot|worker) can't start with these settings\.$/u);
    expect(lines.filter((line) => line.startsWith('{'))).toEqual([]);
  });
});
