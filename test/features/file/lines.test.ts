/** Lines of files: what is a position, what are moves, and which line is a header. */
import { describe, expect, test } from 'vitest';
import {
  boardsOf,
  cellsOf,
  fileLines,
  headerOf,
  type ReadLine,
  readFileLine,
  readFileText,
} from '../../../src/features/file/lines.ts';
import { replay } from '../../../src/puzzles/puzzle.ts';
import { puzzlesOf } from '../../../src/puzzles/reader.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { replayLink } from '../../../src/puzzles/replay-link.ts';
import { solved } from '../../support/solution.ts';
import { positionOf } from '../../support/truth.ts';

const eight = puzzleOf('eight')!;
const fifteen = puzzleOf('fifteen')!;
const start = positionOf(eight, '867254301');

test('lines keep their numbers, whatever ends them, and blank ones are left out', () => {
  expect(fileLines('a\r\n\r\nb\n \nc\rd')).toEqual([
    [1, 'a'],
    [3, 'b'],
    [5, 'c'],
    [6, 'd'],
  ]);
});

describe('boards of several lines', () => {
  const boards = ['5134\n2B68\n9A7C\nDE0F', '0F83\nCB74\nEA65\n9D21', '1234\n5678\n9ABC\nDE0F'];
  const read = (text: string): string[] => {
    const lines = fileLines(text);
    return boardsOf(lines, fifteen).map(([, board]) => board);
  };
  test.each([
    ['blank lines', boards.join('\n\n')],
    ['nothing', boards.join('\n')],
    ['rules', boards.join('\n---\n')],
    ['stars', boards.join('\n\n***\n\n')],
    ['numbers', boards.map((board, index) => `${index + 1}.\n${board}`).join('\n')],
    ['levels', boards.map((board, index) => `Level ${index + 7}\n${board}`).join('\n')],
    ['Japanese numbers', boards.map((board, index) => `問題${index + 1}\n${board}`).join('\n')],
  ])('with %s between', (_, text) => {
    expect(read(text)).toEqual(boards);
  });

  test('are no boards of as many lines as a row of the next one begins', () => {
    expect(read(boards.join('\nor\n'))).toEqual(boards.join('\nor\n').split('\n'));
  });

  test('lines that are boards by themselves are no rows, also if they say the same', () => {
    const lines = fileLines(`${boards[0]}\n\n0F83CB74EA659D21\n0F83CB74EA659D21`);
    expect(boardsOf(lines, fifteen).map(([number]) => number)).toEqual([1, 6, 7]);
  });

  test('a row of empty cells between tabs is none between boards', () => {
    const cars = '\tB\tB\t\t\t\nC\t\t\tD\t\t\n\t\t\t\t\t\nC\t\tA\tA\t\t';
    expect(fileLines(`${cars}\n\n${cars}`)).toHaveLength(8);
  });

  test('a row of marks may be a row of pegs', () => {
    const pegs = '..***..\n..***..\n*******\n***.***\n*******\n..***..\n..***..';
    expect(fileLines(`${pegs}\n---\n${pegs}`)).toHaveLength(14);
  });
});

test.each([
  ['a,b c,', ['a', 'b c']],
  ['a;"b;""c""";d', ['a', 'b;"c"', 'd']],
  ['1,2\t3', ['1,2', '3']],
  ['"a,b', ['"a', 'b']],
  ['"a"b,c', ['"a"b', 'c']],
  [",,'=x", ['', '', '=x']],
  ['a b', ['a b']],
])('%j has the cells %j', (line, cells) => {
  expect(cellsOf(line)).toEqual(cells);
});

test.each([
  ['position', { position: 0, moves: undefined }],
  ['line,position,moves,length,solution', { position: 1, moves: 4 }],
  ['Scramble\tMoves', { position: 0, moves: 1 }],
  ['スクランブル,手順', { position: 0, moves: 1 }],
  ['867254301', undefined],
  ['positions of mine', undefined],
])('%j is a header: %j', (line, header) => {
  expect(headerOf(line)).toEqual(header);
});

const codeOf = (read: ReadLine) => (read.ok ? 'ok' : read.problem.code);

describe('a position', () => {
  test.each([
    '867254301',
    '8 6 7/2 5 4/3 0 1',
    '8,6,7,2,5,4,3,0,1',
    '"8 6 7/2 5 4/3 0 1",31',
    '12;867254301;a note',
    '867254301\t31\tR2D2',
  ])('is read from %j', (line) => {
    const read = readFileLine(line, 'solve', { puzzle: eight });
    expect(read.ok && read.question.start).toEqual(start);
  });

  test('is in the column of the header, and in no other', () => {
    const header = headerOf('goal,position')!;
    const read = readFileLine('123456780,867254301', 'solve', { puzzle: eight, header });
    expect(read.ok && read.question.start).toEqual(start);
    expect(codeOf(readFileLine('867254301', 'solve', { puzzle: eight, header }))).toBe('empty');
  });

  test.each([
    ['86725430', 'cell-count'],
    ['7,86725430x9,12', 'unknown-piece'],
    ['8,6,7,2,5,4,3,0', 'cell-count'],
    ['867254301'.repeat(500), 'long-line'],
  ])('%j has the problem %s', (line, code) => {
    expect(codeOf(readFileLine(line, 'solve', { puzzle: eight }))).toBe(code);
  });
});

describe('a solve', () => {
  const moves = 'R2ULDLULU2R3D3L3UR2U2L2';
  const written = '10 3 1 4/5 0 2 7/9 6 12 8/13 14 11 15';
  const read = (line: string, header?: ReturnType<typeof headerOf>) => {
    const found = readFileLine(line, 'analyse', { puzzle: fifteen, header, notation: 'piece-directions' });
    return found.ok ? { start: found.question.start, count: found.moves!.length } : found.problem.code;
  };
  const alone = read(moves) as { start: readonly number[]; count: number };
  const rows = fifteen.positionNotations(alone.start).find(({ notation }) => notation === 'numberRows')!.content;

  test('is moves that end at the goal', () => {
    const found = readFileLine(moves, 'analyse', { puzzle: fifteen });
    if (!found.ok) throw new Error(found.problem.code);
    expect(replay(fifteen, found.question.start, found.moves!).at(-1)).toEqual(fifteen.goal.positions[0]);
    expect(alone.count).toBe(26);
  });

  test.each([
    ['a position and moves, as for eggbot', `${rows} ${moves}`],
    ['letters', `${fifteen.formatPosition(alone.start)} ${moves}`],
    ['cells', `"${rows}",${moves}`],
    ['cells without quotes', `1;${rows};${moves}`],
  ])('is %s', (_, line) => {
    expect(read(line)).toEqual(alone);
  });

  test('is in the columns of the header', () => {
    expect(read(`26,${moves},x,${rows}`, headerOf('moves,solution,note,position'))).toEqual(alone);
    expect(read(`${moves},`, headerOf('moves,position'))).toEqual(alone);
  });

  test('is a link to a replay, of the same size', () => {
    const solution = solved(eight, start, eight.goal);
    const link = replayLink(eight, start, solution)!;
    const found = readFileLine(link, 'analyse', { puzzle: eight });
    expect(found.ok && [found.question.start, found.moves]).toEqual([start, solution]);
    expect(read(link)).toBe('other-size');
    expect(read('https://slidysim.github.io/replay?r=abcd')).toBe('broken-link');
  });

  test.each([
    [written, 'unknown'],
    [`${rows} RX`, 'unknown'],
    [`${rows} RRRR`, 'illegal-piece-direction'],
  ])('%j has the problem %s', (line, code) => {
    expect(read(line)).toBe(code);
  });
});

test('the puzzle is told by the first position', () => {
  const sample = (text: string) => readFileText(text, 'analyse').position;
  expect(sample('position\n???\n867254301')).toBe('867254301');
  expect(sample('1,5 3 8 9/0 2 4 1/7 10 14 13/12 11 6 15')).toBe('5 3 8 9/0 2 4 1/7 10 14 13/12 11 6 15');
  expect(sample('867254301 RULD')).toBe('867254301 RULD');
  expect(puzzlesOf('867254301 RULD')).toEqual([eight]);
  expect(sample('RULD\nRULD')).toBeUndefined();
});
