/** Working on a file: it goes on where it was, shares its time, and tells the spoiler guard what it shows. */
import { describe, expect, test } from 'vitest';
import { csvOf } from '../../../src/features/file/csv.ts';
import { type Done, type FileRequest, fileJob, isLeft } from '../../../src/features/file/job.ts';
import { linesOf } from '../../../src/features/file/lines.ts';
import { translator } from '../../../src/locales/index.ts';
import { reaches, unwrap } from '../../../src/puzzles/puzzle.ts';
import { parseQuestion } from '../../../src/puzzles/reader.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { SearchControl } from '../../../src/search/budget.ts';
import { readCsv } from '../../support/files.ts';
import { solved } from '../../support/solution.ts';
import { sharedTables } from '../../support/tables.ts';
import { byTicks } from '../../support/ticks.ts';

const requestOf = (puzzle: string, text: string, purpose: FileRequest['purpose'] = 'solve'): FileRequest => ({
  puzzle,
  purpose,
  lines: linesOf(text),
});

const run = (request: FileRequest, milliseconds = 100_000, soFar?: Done, control = new SearchControl()): Done => {
  const tables = sharedTables(fileJob.tables(request, '7-7-1'));
  const result = fileJob.run(request, { tables, databases: '7-7-1', limits: { milliseconds, control }, soFar });
  // As it comes over the queue.
  const read = fileJob.result.parse(JSON.parse(JSON.stringify(result)));
  if (read.status !== 'done') throw new Error(read.reason);
  return read;
};

/** Has to make room after some lines. */
class ShortTurn extends SearchControl {
  private readonly most: number;
  constructor(most: number) {
    super();
    this.most = most;
  }
  override get isPaused(): boolean {
    return this.progress.generated >= this.most;
  }
}

const positions = ['867254301', 'none', '647850321', '123456708', '123456870'];

test('work that makes room goes on from what it had found, and does nothing twice', () => {
  const request = requestOf('eight', ['position', ...positions].join('\n'));
  const whole = run(request);
  expect(whole.lines.map(({ is }) => is)).toEqual(['header', 'solved', 'wrong', 'solved', 'solved', 'unsolvable']);
  expect(whole.reason).toBeUndefined();

  const control = new ShortTurn(3);
  const part = run(request, 100_000, undefined, control);
  expect([control.isOverdue, part.reason]).toEqual([true, 'deadline']);
  expect(part.lines.map(isLeft)).toEqual([false, false, false, true, true, true]);
  const marked = part.lines.map((line) => (line.is === 'solved' ? { ...line, solution: 'kept' } : line));
  const rest = run(request, 100_000, { ...part, lines: marked });
  expect(rest.lines.slice(0, 3)).toEqual(marked.slice(0, 3));
  expect(rest.lines.slice(3)).toEqual(whole.lines.slice(3));
  expect(rest.milliseconds).toBeGreaterThanOrEqual(part.milliseconds);
});

test('the lines of a file may draw boards of different sizes, each of which the guard sees', () => {
  const boards = [
    ['rush-5x5', '...../..B../AAB../.CC../.....'],
    ['rush-7x7', '..B..../..B..../..B..../AA.C.../...C.../......./.DDD...'],
    ['rush', 'AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.'],
  ] as const;
  const request = requestOf('rush-5x5', boards.map(([, text]) => text).join('\n'));
  const done = run(request);
  expect(done.lines).toMatchObject([
    { is: 'solved', length: 2, least: 2 },
    { is: 'solved', length: 2, least: 2, puzzle: 'rush-7x7' },
    { is: 'solved', length: 8, least: 8, puzzle: 'rush' },
  ]);
  const revealed = [...fileJob.revealsEach!(request, done)];
  expect(revealed.map((one) => one?.puzzle.id)).toEqual(boards.map(([id]) => id));
  expect(revealed.every((one) => one?.solution)).toBe(true);
});

test('cancelled work keeps the lines that are done', () => {
  const control = new SearchControl();
  control.cancel();
  const request = requestOf('eight', positions.join('\n'));
  const done = run(request);
  const half = { ...done, lines: done.lines.map((line, index) => (index < 2 ? line : ({ is: 'waiting' } as const))) };
  const cancelled = run(request, 100_000, half, control);
  expect([cancelled.reason, cancelled.lines]).toEqual(['cancelled', half.lines]);
  // It is no turn that is over, so the work ends.
  expect(control.isOverdue).toBe(false);
});

test('hard lines keep no time from easy ones, and tell what is known of them', () => {
  const hard = '0F83CB74EA659D21';
  const { lines, reason } = byTicks(() => run(requestOf('fifteen', `${hard}\n123456789ABCDE0F`), 2500));
  const [first, second] = lines;
  expect(reason).toBe('deadline');
  expect(second).toMatchObject({ is: 'solved', length: 1, least: 1 });
  if (first?.is !== 'solved') throw new Error(first?.is);
  expect(first.length).toBeGreaterThanOrEqual(70);
  expect(first.least).toBeLessThanOrEqual(70);
});

test('the goal of a peg board depends on its start, as for /solve', () => {
  const starts = ['all-1', 'all-2', 'all-4'];
  const { lines } = run(requestOf('peg15', starts.join('\n')));
  const puzzle = puzzleOf('peg15')!;
  const lengths = starts.map((text) => {
    const { start, goal } = unwrap(parseQuestion(puzzle, text), text);
    return solved(puzzle, start, goal).length;
  });
  expect(lines.map((line) => line.is === 'solved' && [line.length, line.least])).toEqual(
    lengths.map((length) => [length, length]),
  );
  expect(new Set(lengths).size).toBe(3);
});

describe('the guard is told of each line', () => {
  test.each([
    ['eight', '867254301'],
    ['six', '4651320'],
    ['3x4', '1 2 3 4/5 6 0 8/9 10 7 11'],
    ['onoff', '==no/off_'],
    ['peg15', 'all-1'],
    ['rush', 'GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo'],
  ])('of %s: its position and its solution, which is written so that it can be read', (id, position) => {
    const puzzle = puzzleOf(id) ?? puzzleOf('eleven')!;
    const request = requestOf(puzzle.id, `none\n${position}`);
    const result = run(request);
    const [none, revealed] = [...fileJob.revealsEach!(request, result)];
    expect(none).toBeUndefined();
    const { start, moves } = revealed!.solution!;
    expect(revealed!.positions).toEqual([start]);
    expect(reaches(puzzle, { start, goal: revealed!.goal }, moves)).toBe(true);
    expect(result.lines[1]).toMatchObject({ length: moves.length });
  });
});

test('of a line that is withheld, only its position is left', async () => {
  const request = requestOf('eight', '867254301\n867254301 RR', 'analyse');
  const { lines } = run(request);
  const withheld = readCsv(await csvOf(translator('en'), request, lines, { withheld: new Set([0, 1]) }));
  const known = ['line', 'position', 'note'];
  for (const row of withheld) {
    expect(Object.entries(row).flatMap(([name, cell]) => (cell === '' ? [] : name))).toEqual(known);
    expect(row.note).toContain('challenge');
  }
});
