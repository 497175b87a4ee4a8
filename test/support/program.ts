/** The command line as a process, as a script runs it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { dist } from './bundle.ts';

export const program = join(dist, 'cli.js');

export const run = async (
  args: readonly string[],
  input = '',
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ code: number; out: string; error: string }> => {
  const child = spawn(process.execPath, [program, ...args], { env });
  child.stdin.end(input);
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, error };
};

/** What the process reads in boards from standard input, between blank lines: each puzzle with the position. */
export const readByProcess = async (
  args: readonly string[],
  boards: readonly string[],
): Promise<(readonly [puzzle: string, position: string])[]> => {
  // Only the position matters, so that a hard board is given up soon.
  const { out } = await run([...args, '--json', '--timeout', '0.05', '-'], boards.join('\n\n'));
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ puzzle, position }) => [puzzle, position] as const);
};
