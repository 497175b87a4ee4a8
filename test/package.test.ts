/** The package as `npm pack` makes it, run by npx from an empty folder, without the tools that build it. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const hasRegistry = spawnSync('npm', ['view', 'discord.js', 'version'], { cwd: root }).status === 0;

describe.skipIf(!hasRegistry)('the package (needs the npm registry)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'antipode-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const empty = join(folder, 'empty');
  const { PATH, NODE_EXTRA_CA_CERTS } = process.env;
  // A cache and a home of its own, so that nothing but the registry provides packages.
  const env = { PATH, NODE_EXTRA_CA_CERTS, HOME: folder, REDIS_BACKEND: 'memory', PLAYGROUND_PORT: '0' };

  beforeAll(() => {
    mkdirSync(empty);
    // `dist` is built already; with scripts, npm would build it again.
    execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: root, stdio: 'ignore' });
  });

  // As a test of its own at the end of a run, it would keep all other cores waiting.
  test('starts the playground, with its page, and solves', { tags: 'heavy' }, async () => {
    const child = spawn('npx', ['--yes', join('..', `antipode-${version}.tgz`), 'start'], { cwd: empty, env });
    child.stdin.write('/solve eight 867254301\n');
    const address = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const found = /The playground is at (\S+\/)\n/u.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', () => reject(new Error(said)));
    });
    const page = await fetch(address);
    expect(await page.text()).toContain('<!doctype html>');
    child.stdin.end();
    const [answers, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    expect(answers).toContain('31 moves · proved shortest');
    expect(code).toBe(0);
  });
});
