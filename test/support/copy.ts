/** Copies of the project's sources, which a test changes and compiles. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const project = fileURLToPath(new URL('../..', import.meta.url));

/** What the compiler knows of a copy that it has compiled: of a copy of that one, it checks only what is different. */
const compiled = 'compiled.tsbuildinfo';

/** A copy of the sources, without their tests; or of a copy. @returns its folder, which the caller removes */
export const copySources = (from = project): string => {
  const copy = mkdtempSync(join(tmpdir(), 'antipode-copy-'));
  for (const name of ['src', 'package.json', 'tsconfig.json', 'tsconfig.build.json', compiled]) {
    if (existsSync(join(from, name))) cpSync(join(from, name), join(copy, name), { recursive: true });
  }
  for (const name of ['node_modules', 'wasm', 'assets']) symlinkSync(join(project, name), join(copy, name));
  return copy;
};

const run = (copy: string, ...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: copy }, (error, stdout) => resolve(error ? stdout || error.message : ''));
  });

/** Checks the types of a copy. @returns what the compiler complains about */
export const check = (copy: string): Promise<string> =>
  run(copy, ...compiler, '--noEmit', '--incremental', '--tsBuildInfoFile', compiled);

/** Checks the types of a copy and compiles it into `dist`, without the page. @returns what the compiler complains about */
export const build = async (copy: string): Promise<string> =>
  (await run(copy, ...compiler)) + (await run(copy, 'src/runtime/copy-scripts.js'));

const compiler = [
  join(project, 'node_modules/typescript/bin/tsc'),
  ...['-p', 'tsconfig.build.json', '--pretty', 'false', '--singleThreaded'],
];
