/** Working on a file: in parts, sharing its time, and telling the spoiler guard what it shows. */
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { csvOf } from '../../../src/features/file/csv.ts';
import { fileJob } from '../../../src/features/file/job.ts';
import { fileLines, type NumberedLine } from '../../../src/features/file/lines.ts';
import { type FileRecord, fileParts, workAlone } from '../../../src/features/file/parts.ts';
import {
  type Done,
  type FileRequest,
  type FileResult,
  isLeft,
  type KnownOfLine,
  linesIn,
} from '../../../src/features/file/result.ts';
import { translator } from '../../../src/locales/index.ts';
import { reaches, unwrap } from '../../../src/puzzles/puzzle.ts';
import { parseQuestion } from '../../../src/puzzles/reader.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { SearchControl } from '../../../src/search/budget.ts';
import { isOpen } from '../../../src/search/work-record.ts';
import { readCsv } from '../../support/files.ts';
import { solved } from '../../support/solution.ts';
import { randomNumbers, sharedTables } from '../../support/tables.ts';
import { byTicks } from '../../support/ticks.ts';
import { sample, vectorsOf } from '../../support/truth.ts';

/** As `packLines`, which takes a turn of the event loop. */
const packedAtOnce = (lines: readonly NumberedLine[]) => ({
  packed: deflateRawSync(lines.map(([number, line]) => `${number} ${line}`).join('\0')).toString('base64'),
  lineCount: lines.length,
});

const requestOf = (puzzle: string, text: string, purpose: FileRequest['purpose'] = 'solve'): FileRequest => ({
  puzzle,
  purpose,
  ...packedAtOnce(fileLines(text)),
});

const contextOf = (request: FileRequest, milliseconds: number) => ({
  tables: sharedTables(fileJob.tables(request, '7-7-1')),
  databases: '7-7-1' as const,
  limits: { milliseconds, control: new SearchControl() },
});

/** As it comes over the queue. */
const stored = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

const doneOf = (result: FileResult): Done => {
  const read = fileJob.result.parse(stored(result));
  if (read.status !== 'done') throw new Error(read.reason);
  return read;
};

const run = (request: FileRequest, milliseconds = 100_000): Done =>
  doneOf(fileJob.run(request, contextOf(request, milliseconds)));

/** Of the 15 puzzle, 70 moves. */
const hard = '0F83CB74EA659D21';
/** Others of less than 51. */
const medium = sample(
  vectorsOf('fifteen').filter(([, length]) => length >= 46 && length <= 50),
  3,
).map(([text]) => text);
const boards = ['GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo', 'AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.'];
const positions = ['867254301', 'none', '647850321', '123456708', '123456870'];

/** What doesn't depend on how the work was divided: of several shortest solutions, any may be found. */
const essence = (line: KnownOfLine) =>
  line.is === 'solved' ? { ...line, solution: '' } : line.is === 'open' ? { ...line, least: 0, reason: '' } : line;

type Random = (below: number) => number;
type Step = (record: FileRecord) => void;

/** Workers that take any part, stop at any moment, are lost, or come twice. */
const worked = (request: FileRequest, threads: number, random: Random, see: Step = () => {}): FileRecord => {
  const context = contextOf(request, 0);
  const fleet = { threads, limits: { milliseconds: 1_000_000 } };
  let late: Parameters<typeof fileParts.merge>[2] | undefined;
  let record = fileParts.begin(request)!;
  while (isOpen(record)) {
    const left = [...record.parts, ...record.wholes];
    expect(new Set(left).size).toBe(left.length);
    const planned = stored(fileParts.plan(request, record, left[random(left.length)]!, fleet));
    // A first moment that is long enough for easy lines only.
    const plan = record.parts.some((part) => /^\d+-/u.test(part)) ? { ...planned, perLine: 2 } : planned;
    const milliseconds = 1 + random(plan.milliseconds);
    const limits = { milliseconds, control: new SearchControl() };
    const slice = fileParts.slice(request, plan, { ...context, limits });
    const chance = random(8);
    // Its worker was killed.
    if (!slice || chance === 0) continue;
    record = stored(fileParts.merge(request, record, slice, fleet));
    if (chance === 1 && late) record = stored(fileParts.merge(request, record, late, fleet));
    if (chance > 5) late = slice;
    see(record);
  }
  return record;
};

describe('a file that is done in parts has the results of one that is done as a whole', () => {
  test.each([
    ['of easy positions', 'eight', ['position', ...positions]],
    ['of hard ones', 'fifteen', ['123456789ABCDE0F', '0F83CB74EA659D2', ...medium, '123456789ABCDFE0']],
    ['that can’t be divided', 'rush', boards],
  ])('%s', { timeout: 100_000 }, (_, puzzle, lines) => {
    const request = requestOf(puzzle, lines.join('\n'));
    const whole = run(request);
    expect(whole.reason).toBeUndefined();
    for (const threads of [1, 5]) {
      let hard = 0;
      const record = byTicks(() =>
        worked(request, threads, randomNumbers(threads), (now) => {
          hard = Math.max(hard, now.hard.length);
        }),
      );
      const divided = doneOf(fileParts.result(request, record));
      expect(divided.lines.map(essence)).toEqual(whole.lines.map(essence));
      expect(hard > 0).toBe(puzzle !== 'eight');
      for (const shown of fileJob.revealsEach!(request, divided)) {
        const { start, moves } = shown?.solution ?? {};
        if (start) expect(reaches(shown!.puzzle, { start, goal: shown!.goal }, moves!)).toBe(true);
      }
    }
  });
});

test('a part that nobody has any more changes nothing', () => {
  const request = requestOf('eight', positions.join('\n'));
  const fleet = { threads: 2, limits: {} };
  const context = contextOf(request, 0);
  const before = fileParts.begin(request)!;
  const slice = fileParts.slice(request, fileParts.plan(request, before, '0-5', fleet), context)!;
  const after = fileParts.merge(request, before, slice, fleet);
  expect(after.parts).toEqual(['1-3', '3-5']);
  expect(fileParts.merge(request, after, slice, fleet)).toBe(after);
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

test('what is stopped has the lines that are done, and what is known of the others', () => {
  const request = requestOf('fifteen', ['123456789ABCDE0F', hard].join('\n'));
  const context = contextOf(request, 400);
  const record = byTicks(() => workAlone(request, context));
  const { lines, reason } = doneOf(fileParts.result(request, stored(record), 'cancelled'));
  expect([reason, isLeft(lines[0]!), isLeft(lines[1]!)]).toEqual(['cancelled', false, true]);
  // More than its first moment has told.
  expect(record.hard[0]!.search!.limit).toBeGreaterThan((record.lines[1] as { least: number }).least - 1);
  expect(lines[1]).toMatchObject({ least: record.hard[0]!.search!.limit });
});

test('searches of a few hard lines go on where they were, and those of many begin again', () => {
  const fleet = { threads: 1, limits: { milliseconds: 1_000_000 } };
  const spentBy = (count: number): FileRecord => {
    const request = requestOf('fifteen', Array.from({ length: count }, () => hard).join('\n'));
    const tried = Array.from({ length: count }, () => ({ is: 'open', least: 1, position: hard }) as const);
    const all = { part: `0-${count}`, milliseconds: 1, lines: tried };
    const first = fileParts.merge(request, fileParts.begin(request)!, all, fleet);
    const [part] = first.parts;
    const own = part!.slice(part!.indexOf('/') + 1);
    const search = { part: own, milliseconds: 0, nodes: 9, left: [], next: 50, variant: 1 };
    return fileParts.merge(request, first, { part: part!, milliseconds: 1e9, search }, fleet);
  };
  const few = spentBy(64);
  expect(few.hard.at(-1)).toMatchObject({ line: 0, shares: 1, search: { limit: 50 } });
  expect(few.parts).toEqual(['1/0:-']);
  const many = spentBy(65);
  expect(many.hard.at(-1)).toEqual({ line: 0, shares: 1 });
  expect(many.lines[0]).toMatchObject({ is: 'open', least: 50, reason: 'deadline' });
});

test('a whole that fails is given up, and the file goes on', () => {
  const request = requestOf('rush', boards[0]!);
  const fleet = { threads: 1, limits: { milliseconds: 100_000 } };
  const tried = { part: '0-1', milliseconds: 1, lines: [{ is: 'open', least: 1, position: boards[0]! }] as const };
  const record = fileParts.merge(request, fileParts.begin(request)!, tried, fleet);
  expect(record).toMatchObject({ parts: [], wholes: ['0'] });
  const after = fileParts.merge(request, record, { part: '0', milliseconds: 0 }, fleet);
  expect(isOpen(after)).toBe(false);
  expect(after.lines).toMatchObject([{ is: 'open', least: 1, reason: 'memory' }]);
});

test('hard lines keep no time from easy ones, and tell what is known of them', () => {
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
  const withheld = readCsv(
    await csvOf(translator('en'), { ...request, lines: linesIn(request) }, lines, { withheld: new Set([0, 1]) }),
  );
  const known = ['line', 'position', 'note'];
  for (const row of withheld) {
    expect(Object.entries(row).flatMap(([name, cell]) => (cell === '' ? [] : name))).toEqual(known);
    expect(row.note).toContain('challenge');
  }
});
