/** `npm start` in a terminal or a pipe: one tree of processes, command lines in and answers out. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasRedisServer, hasTerminal } from '../support/needs.ts';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'antipode-'));
symlinkSync(process.env.TABLES_FOLDER!, join(folder, 'tables'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** No settings but the data directory, and tables that are built in a second. */
const environment = {
  ...process.env,
  REDIS_URL: '',
  DISCORD_TOKEN: '',
  DATA_DIRECTORY: folder,
  PLAYGROUND_PORT: '0',
  TABLES: 'small',
};

const start = (lines: readonly string[]) => {
  const child = spawn(process.execPath, [program], { env: environment, cwd: folder });
  child.stdin.on('error', () => {});
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
  child.stdin.write(lines.map((line) => `${line}\n`).join(''));
  // Only the address, and a line that nothing is kept where no redis-server is installed.
  const error = text(child.stderr).then((said) => {
    const lines = said.split('\n').filter((line) => line !== '' && !line.includes('nothing is kept after exit'));
    return lines.filter((line) => !/^The playground is at http:\/\/127\.0\.0\.1:\d+\/$/u.test(line)).join('\n');
  });
  return { child, ended, error };
};

describe('npm start', () => {
  test('answers each line, reports mistakes, and exits silently', async () => {
    const { child, ended, error } = start([
      '/solve eight 867254301',
      'press nothing',
      '/solve eight 867254301 bogus: 1',
      '/solve eight 867254301 method: magic',
      '/solve',
      '/',
      '/solve eight position: 123456708 method: bfs',
    ]);
    child.stdin.end();
    const said = (await text(child.stdout)).split('\n');
    expect(await ended).toBe(0);
    expect(await error).toBe('');
    // A terminal shows no emoji of the application.
    expect(said).toContain('| 8️⃣6️⃣7️⃣');
    const at = (words: string) => said.findIndex((line) => line.includes(words));
    const order = [
      at('31 moves'),
      at('The message has no button nothing: ⏮, ◀, ▶, ⏭'),
      at('No option bogus; there are: position, goal, metric, method'),
      at('This method doesn’t fit here: "magic". These do: breadth-first search, bidirectional'),
      at('/solve needs one of: five, six, seven, eight'),
      at('Type a command as in Discord'),
      at('[Label] is a button, (Label) one that is disabled'),
      at('1 move · proved'),
    ];
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  test('prints the answer, not the progress, in words', { tags: 'heavy' }, async () => {
    const { child, ended, error } = start([
      '/solve fifteen 0CADFBE937254861',
      '/play new puzzle:rush',
      '/daily show',
      '/help',
    ]);
    child.stdin.end();
    const said = await text(child.stdout);
    expect(await ended).toBe(0);
    expect(await error).toBe('');
    expect(said).toContain('80 moves · proved shortest');
    expect(said).not.toContain('still proving');
    expect(said).toContain('[Play today’s puzzle] [Teach me in five moves] [Solve mine]');
    expect(said).toMatch(/the next one in \d+ (?:hours?|minutes?|seconds?)/u);
    expect(said).not.toMatch(/undefined|<[:/@#a]|<t:|\bap_/u);
  });

  test('exits cleanly when its output is closed, also with answers pending', { tags: 'heavy' }, async () => {
    const { child, ended, error } = start(['/solve eight 867254301', '/solve eight 123456780']);
    child.stdout.once('data', () => {
      child.stdout.destroy();
      child.stdin.write('/solve eight 123456708\n/solve fifteen 0C9DFBAE37254861 method: iddfs\n');
    });
    expect(await ended).toBe(0);
    expect(await error).toBe('');
  });

  // `script` of util-linux provides a terminal; elsewhere it takes other arguments or is missing.
  const command = `'${process.execPath}' '${program}'`;
  const openTerminal = () => {
    const terminal = spawn('script', ['-qec', command, '/dev/null'], { env: environment, cwd: folder });
    onTestFinished(() => void terminal.kill());
    let said = '';
    const hears = (words: string) =>
      new Promise<void>((resolve) => {
        const look = () => said.includes(words) && resolve();
        terminal.stdout.on('data', look);
        look();
      });
    terminal.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    return { terminal, hears };
  };

  test.skipIf(!hasTerminal)(
    'exits at Ctrl-C in a terminal, in the middle of a search (needs script)',
    { tags: 'heavy' },
    async () => {
      const { terminal, hears } = openTerminal();
      const ended = new Promise<number>((resolve) => terminal.once('close', (code) => resolve(code ?? -1)));
      await hears('to leave.');
      terminal.stdin.write('/solve eleven 032187654BA9 method: iddfs\r');
      await hears('Searching …');
      terminal.stdin.write('\x03');
      expect(await ended).toBe(0);
    },
  );

  test.skipIf(!hasTerminal || !hasRedisServer)(
    'stops its Redis when its terminal is closed (needs redis-server)',
    { tags: 'heavy' },
    async () => {
      const { terminal, hears } = openTerminal();
      await hears('to leave.');
      // The file that names the owner of this Redis is removed when it has stopped.
      const note = join(folder, 'redis', 'owner.json');
      expect(existsSync(note)).toBe(true);
      terminal.kill('SIGKILL');
      await expect.poll(() => existsSync(note)).toBe(false);
    },
  );
});
