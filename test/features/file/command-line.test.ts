/** Files on the command line, as scripts use it: standard output, standard error, exit codes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { numberRows } from '../../../src/puzzles/replay-link.ts';
import { seeded } from '../../../src/search/scramble.ts';
import { readCsv } from '../../support/files.ts';
import { run as runProgram } from '../../support/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'antipode-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = async (args: readonly string[], input = '') => {
  const { code, out, error } = await runProgram(args, input);
  return { code, rows: readCsv(out), error };
};
const fileOf = (content: string | Uint8Array): string => {
  const path = join(folder, 'lines.txt');
  writeFileSync(path, content);
  return path;
};

test('positions of a file come back in order, and each of ten wrong lines is named', async () => {
  const eight = puzzleOf('eight')!;
  const random = seeded('lines');
  const positions = Array.from({ length: 40 }, () => numberRows(eight, eight.randomPosition(random, eight.goal))!);
  const lines = positions.map((position, index) => (index % 4 === 1 ? `${position} 9` : position));
  const { code, rows, error } = await run(['solve', 'eight', '--file', fileOf(lines.join('\r\n'))]);
  expect(rows.map(({ position }) => position)).toEqual(lines);
  const wrong = [...lines.keys()].filter((index) => index % 4 === 1);
  expect([...error.matchAll(/^line (\d+): cell 10: "9"/gmu)].map(([, line]) => Number(line) - 1)).toEqual(wrong);
  expect(rows.flatMap(({ optimal }, index) => (optimal === 'yes' ? [] : [index]))).toEqual(wrong);
  expect(error).toContain('30 of 40 positions proved shortest');
  expect(code).toBe(2);
});

test('solves are compared with shortest solutions', async () => {
  const { code, rows, error } = await run(
    ['analyse', '3x3', '--file', '-', '--letters', 'tile'],
    'moves\nLULU\nUDLULU\n',
  );
  expect(rows).toMatchObject([
    { line: '2', moves: '4', length: '4', over: '0' },
    { line: '3', moves: '6', length: '4', over: '2' },
  ]);
  expect(error).toContain('+0: 1 · +2: 1');
  expect(code).toBe(0);
});

test('where the time runs out, the best solutions so far are there', { tags: 'heavy' }, async () => {
  const hard = '0F83CB74EA659D21';
  const within = (seconds: number) =>
    run(['solve', 'fifteen', '--file', '-', '--timeout', String(seconds)], `${hard}\n`);
  let seconds = 2;
  let ended = await within(seconds);
  // A busy machine takes longer to find its first solution.
  while (ended.rows[0]?.optimal === '' && seconds < 60) {
    seconds *= 2;
    ended = await within(seconds);
  }
  const { code, rows, error } = ended;
  expect(rows).toMatchObject([{ optimal: 'no' }]);
  expect(Number(rows[0]!.length)).toBeGreaterThan(Number(rows[0]!.lower_bound));
  expect(error).toContain('Solved, but not proved shortest in time: 1');
  expect(code).toBe(4);
});

describe('bad input exits with 2 and says why:', () => {
  test.each([
    ['an empty file', ['eight', '--file', '-'], 'has no lines'],
    ['no file', ['eight', '--file', join(folder, 'none.txt')], 'ENOENT'],
    ['a binary file', ['eight', '--file', process.execPath], 'isn’t text in UTF-8'],
    ['a position too', ['eight', '867254301', '--file', '-'], 'either a position or --file'],
    ['another format', ['eight', '--file', '-', '--json'], 'cannot be used with'],
  ])('%s', async (_, args, reason) => {
    const { code, error } = await run(['solve', ...args]);
    expect([code, error]).toEqual([2, expect.stringContaining(reason)]);
  });
});
