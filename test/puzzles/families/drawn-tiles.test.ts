/** Tiles on boards of one's own: what a drawing says, and random ones against a textbook search. */

import { describe, expect, it } from 'vitest';
import { explainObstacle, explainProblem, titleOf, translator } from '../../../src/locales/index.ts';
import { formatMoves, parseMovesTo } from '../../../src/puzzles/moves.ts';
import { type Puzzle, type Random, reaches, unwrap } from '../../../src/puzzles/puzzle.ts';
import { parseQuestion, puzzleFor, readPosition } from '../../../src/puzzles/reader.ts';
import { puzzleOf, puzzleOrKind } from '../../../src/puzzles/registry.ts';
import { emojiBoard } from '../../../src/render/emoji.ts';
import { seeded } from '../../../src/search/scramble.ts';
import { methodsOf, type Outcome, solve } from '../../../src/search/solve.ts';
import { plainBetween, plainTiles } from '../../support/plain-tiles.ts';
import fc from '../../support/properties.ts';
import { wrongTileGoals, wrongTiles } from '../../support/wrong-tiles.ts';

const slide = puzzleOrKind('slide')!;
const drawn = (text: string): Puzzle => unwrap(puzzleFor(slide, text), text);

const questionOf = (start: string, goal?: string) => {
  const puzzle = drawn(start);
  return { puzzle, question: unwrap(parseQuestion(puzzle, start, goal), `${start} ${goal}`) };
};

const solved = (start: string, goal?: string): Outcome => {
  const { puzzle, question } = questionOf(start, goal);
  return solve(puzzle, question);
};

const lengthOf = (outcome: Outcome): number | undefined =>
  outcome.status === 'solved' && outcome.optimal
    ? outcome.moves.length
    : outcome.status === 'unsolvable'
      ? -1
      : undefined;

describe('a drawing', () => {
  it.each([
    ['867/254/301', 'eight', '867254301'],
    ['867254301', 'eight', '867254301'],
    ['1 2 3\n4 5 6\n7 8 *', 'eight', '123456780'],
    ['12345678x', 'eight', '123456780'],
    ['1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 _ 15', 'fifteen', '123456789ABCDE0F'],
    ['123/4#5/67_', 'slide-s3rz-k7', '123/4#5/670'],
    ['123/4x5/67_', 'slide-s3rz-k7', '123/4#5/670'],
    ['1 2 3\n4 # 5\n6 7 _', 'slide-s3rz-k7', '123/4#5/670'],
    ['| 1 | 2 | 3 |\n|---|---|---|\n| 4 | # | 5 |\n| 6 | 7 |  |', 'slide-s3rz-k7', '123/4#5/670'],
    ['[[1,2,3],[4,#,5],[6,7,0]]', 'slide-s3rz-k7', '123/4#5/670'],
    ['#####/#123#/#4#5#/#67_#/#####', 'slide-s3rz-k7', '123/4#5/670'],
    ['```\n123\n4#5\n67_\n```', 'slide-s3rz-k7', '123/4#5/670'],
    ['RATE/YOUR/MIND/PAL_', 'slide-s42t4v-l0aadeilmnoprrtuy', 'RATE/YOUR/MIND/PAL_'],
    ['rate your mind pal_', 'slide-s42t4v-l0aadeilmnoprrtuy', 'RATE/YOUR/MIND/PAL_'],
    ['Rate Your Mind Pal', 'slide-s42t4v-l0aadeilmnoprrtuy', 'RATE/YOUR/MIND/PAL_'],
    ['RATE\nYOUR\nMIND\nPAL', 'slide-s42t4v-l0aadeilmnoprrtuy', 'RATE/YOUR/MIND/PAL_'],
    ['R A T E\nY O U R\nM I N D\nP A L _', 'slide-s42t4v-l0aadeilmnoprrtuy', 'RATE/YOUR/MIND/PAL_'],
    ['TAX/I__', 'slide-s33j-l0aitx', 'TAX/I__'],
    ['XX/A#/_B', 'slide-s23f-l0abxx', 'XX/A#/_B'],
    ['#x#/123', 'slide-s32f-k3', '#0#/123'],
    ['11/22/__', 'slide-s23j-n01122', '11/22/00'],
    ['***/*1_', 'slide-s33j-n41', '***/*10'],
    ['10 10 11/12 0 7', 'slide-s33j-n07aabc', '10 10 11/12 0 7'],
    ['123/4__', 'slide-s33j-k4', '123/400'],
    ['12/3x', 'slide-s2v-k3', '12/30'],
  ])('%j is %s %s', (text, id, position) => {
    // The board of 2 × 2 has a name.
    const puzzle = drawn(text);
    const expected = id === 'slide-s2v-k3' ? '2x2' : id;
    expect(puzzle.id).toBe(expected);
    expect(puzzleOf(expected)?.id).toBe(expected);
    const start = readPosition(puzzle, text);
    expect(start.ok && puzzle.formatPosition(start.value)).toBe(id === 'slide-s2v-k3' ? '1230' : position);
  });

  it.each(wrongTiles)('%j is refused: %s', (text, code) => {
    const result = puzzleFor(slide, text);
    expect(result.ok ? result.value.id : result.problem.code).toBe(code);
    if (result.ok) return;
    for (const language of ['en', 'ja']) {
      expect(explainProblem(translator(language), result.problem)).not.toMatch(/problem\.|\{\{|undefined/u);
    }
  });

  it.each(wrongTileGoals)('%s with the goal %j is refused: %s', (start, goal, code) => {
    const result = parseQuestion(drawn(start), start, goal);
    expect(result.ok ? 'ok' : result.problem.code).toBe(code);
    if (result.ok) return;
    for (const language of ['en', 'ja']) {
      expect(explainProblem(translator(language), result.problem)).not.toMatch(/problem\.|\{\{|undefined/u);
    }
  });

  it('is no puzzle by an id that says no board, or says it otherwise', () => {
    const ids = ['slide', 'slide-s3rz', 'slide-s3rz-k8', 'slide-s3rz-k7-mtm', 'slide-t3sf-k8', 'slide-s33j-l0tixa'];
    // Numbers from 1 have a short form.
    for (const id of [...ids, 'slide-s33j-l00ab', 'slide-s33j-n0123']) expect(puzzleOf(id), id).toBeUndefined();
  });

  const readsMarks = (numRuns: number): void => {
    const mark = fc.constantFrom(...'0012399ABxXo__..#*', '10', '🧱', '8️⃣', '🇦', '⬛', '-1', '|', '---');
    const rows = fc
      .integer({ min: 1, max: 4 })
      .chain((columns) => fc.array(fc.array(mark, { minLength: columns, maxLength: columns }), { maxLength: 4 }));
    const marks = fc.tuple(rows, fc.constantFrom('', ' ', '|', ',', '  '), fc.constantFrom('/', '\n', ' / ', ';', ' '));
    fc.assert(
      fc.property(marks, ([cells, gap, end]) => {
        const text = cells.map((row) => row.join(gap)).join(end);
        const result = puzzleFor(slide, text)!;
        if (!result.ok) return;
        const puzzle = result.value;
        const start = unwrap(readPosition(puzzle, text), text);
        expect(puzzleOf(puzzle.id)!.board).toEqual(puzzle.board);
        expect(puzzle.parsePosition(puzzle.formatPosition(start))).toEqual({ ok: true, value: start });
        expect(puzzle.decode(puzzle.encode(start))).toEqual(start);
      }),
      { numRuns },
    );
  };

  it('of any marks is refused, or a board whose id makes it again', () => readsMarks(500));
  it('is so in three thousand cases', { tags: 'heavy' }, () => readsMarks(3000));

  it('has a title in both languages', () => {
    expect(titleOf(translator('en'), drawn('123/4#5/67_'))).toBe('Sliding puzzle of 8 cells');
    expect(titleOf(translator('ja'), drawn('AB/B_'))).toContain('4');
  });
});

describe('goals', () => {
  it.each([
    ['4213/_567', 'blank first', '0123/4567'],
    ['21/43/65/_#', '', '12/34/56/0#'],
    ['4213/__56', 'blank first', '0012/3456'],
    ['4213/__56', 'snake', '1234/0065'],
    ['4213/__56', 'columns', '1350/2460'],
    ['12/_3', '12/3.', '1230'],
    ['A_/BB', '_A/**', '_A/BB'],
  ])('of %s: %j is %s', (start, goal, text) => {
    expect(questionOf(start, goal).question.goal.text).toBe(text.replace('0123/4567', '01234567'));
  });

  it('leave cells free on numbered boards too', () => {
    const { puzzle, question } = questionOf('5123/4678/9ABC/DEF0', '..../..../..../BA98');
    expect(question.goal.text).toBe('............BA98');
    expect(puzzle.parseGoal(question.goal.text)).toEqual({ ok: true, value: question.goal });
    expect(puzzle.decode(puzzle.encode(question.goal.positions[0]!))).toEqual(question.goal.positions[0]);
    expect(methodsOf(puzzle, question.goal)).not.toContain('ida-pdb');
    expect(lengthOf(solve(puzzle, question))).toBe(23);
  });
});

describe('what can’t be reached', () => {
  it.each([
    ['distinct tiles by parity', '#21#/3456/789_', undefined, 'tile-parity'],
    ['distinct letters by parity', 'AB/C_/DE', 'BA/C_/DE', 'tile-parity'],
    ['a blank and a tile on two free cells by parity', '1324/567_', '1234/56..', 'tile-parity'],
    ['nothing where the blank has a choice', '1324/567_', '.234/561.', undefined],
    ['tiles on a ring', '123/8#4/76_', '321/8#4/76_', 'ring-order'],
    ['tiles behind a narrow place', '12#/34_/56#', '21#/34_/56#', 'exhausted'],
  ])('%s', (_, start, goal, code) => {
    const { puzzle, question } = questionOf(start, goal);
    const outcome = solve(puzzle, question);
    if (code === undefined) expect(lengthOf(outcome)).toBeGreaterThan(0);
    else expect(outcome).toMatchObject({ status: 'unsolvable', obstacle: { code } });
    if (outcome.status !== 'unsolvable') return;
    const plain = plainTiles(start, goal ?? '#12#/3456/789_', 1000);
    expect(plain === undefined || plain === -1).toBe(true);
    for (const language of ['en', 'ja']) {
      expect(explainObstacle(translator(language), outcome.obstacle)).not.toMatch(/obstacle\.|\{\{|undefined/u);
    }
    const { nearest } = outcome.obstacle;
    if (!nearest) return;
    const other = unwrap(parseQuestion(puzzle, nearest.position, nearest.goal), nearest.position);
    expect(lengthOf(solve(puzzle, other))).toBeGreaterThan(-1);
  });

  it('is anything where two tiles look alike', () => {
    expect(lengthOf(solved('AB/C_/DD', 'BA/C_/DD'))).toBe(plainTiles('AB/C_/DD', 'BA/C_/DD', 1000));
  });
});

it('solves RATE YOUR MIND PAL', () => {
  const [start, goal] = ['RATE/YOUR/MIND/PLA_', 'RATE/YOUR/MIND/PAL_'];
  expect(lengthOf(solved(start, goal))).toBe(26);
  expect(plainBetween(start, goal)).toBe(26);
});

it('solves a 3 × 4 with a wall', () => {
  const { puzzle, question } = questionOf('8512/46#7/9A3_');
  const outcome = solve(puzzle, question);
  expect(lengthOf(outcome)).toBeGreaterThan(10);
  expect(lengthOf(outcome)).toBe(plainBetween('8512/46#7/9A3_', '1234/56#7/89A_'));
});

const upTo = (random: Random, most: number): number => Math.floor(random() * most);

/** A board with walls, blanks and tiles of some kinds, and a goal with the same tiles or fewer. */
const randomBoard = (random: Random): { start: string; goal: string } => {
  const [rows, columns] = [1 + upTo(random, 4), 2 + upTo(random, 3)];
  const walls = random() < 0.3 ? 0 : 0.2;
  const marks = random() < 0.5 ? 'ABCDEFGHIJKLMNOP' : 'AABBC';
  const blanks = 1 + upTo(random, 3);
  const cells = Array.from({ length: rows * columns }, () => (random() < walls ? '#' : 'tile') as string);
  const places = cells.flatMap((cell, place) => (cell === '#' ? [] : place));
  const tiles = places.map((_, index) => (index < blanks ? '_' : marks[(index - blanks) % marks.length]!));
  const arranged = (): string => {
    const order = tiles.map((tile) => ({ tile, key: random() })).sort((a, b) => a.key - b.key);
    const board = [...cells];
    for (const [index, place] of places.entries()) board[place] = order[index]!.tile;
    return Array.from({ length: rows }, (_, row) => board.slice(row * columns, (row + 1) * columns).join('')).join('/');
  };
  const share = random() < 0.6 ? 0 : 0.6;
  return { start: arranged(), goal: arranged().replace(/[A-Z_]/gu, (mark) => (random() < share ? '.' : mark)) };
};

const expectRight = (start: string, goal: string, length: number): void => {
  const { puzzle, question } = questionOf(start, goal);
  expect(puzzleOf(puzzle.id)?.id).toBe(puzzle.id);
  expect(puzzle.parsePosition(puzzle.formatPosition(question.start))).toEqual({ ok: true, value: question.start });
  expect(puzzle.parsePosition(emojiBoard(puzzle, question.start))).toEqual({ ok: true, value: question.start });
  expect(puzzle.parseGoal(question.goal.text, question.start)).toEqual({ ok: true, value: question.goal });
  for (const position of [question.start, ...question.goal.positions]) {
    expect(puzzle.decode(puzzle.encode(position))).toEqual(position);
  }
  for (const method of ['bfs', 'bidirectional', 'ida'] as const) {
    // Depth first, nothing tells that all is searched.
    if (method === 'ida' && length === -1) continue;
    const outcome = solve(puzzle, question, { method });
    expect([start, goal, method, lengthOf(outcome)]).toEqual([start, goal, method, length]);
    if (outcome.status !== 'solved') continue;
    expect(reaches(puzzle, question, outcome.moves)).toBe(true);
    if (outcome.moves.length === 0) continue;
    const written = formatMoves(puzzle, question.start, outcome.moves).join(' ');
    const read = puzzle.parseMoves(question.start, written, question.goal);
    expect(read.ok && reaches(puzzle, question, read.value.moves), written).toBe(true);
    const end = outcome.moves.reduce(puzzle.play, question.start);
    expect(parseMovesTo(puzzle, end, written)).toMatchObject({ ok: true, value: { moves: outcome.moves } });
  }
};

it('has the lengths of a textbook search on 100 random boards', () => {
  const random = seeded('tiles');
  const lengths: number[] = [];
  while (lengths.length < 100) {
    const { start, goal } = randomBoard(random);
    const kind = puzzleFor(slide, start);
    // Not connected, without a tile, or in one row.
    if (!kind.ok || kind.value.family !== 'sliding') continue;
    // Rows and columns at the edge may be outside.
    if (start.split('/').some((row) => /^#+$/u.test(row))) continue;
    const length = plainTiles(start, goal, 4000);
    if (length === undefined || (length < 4 && lengths.filter((one) => one === length).length > 12)) continue;
    expectRight(start, goal, length);
    lengths.push(length);
  }
  expect(lengths.filter((length) => length === -1).length).toBeGreaterThan(8);
  expect(Math.max(...lengths)).toBeGreaterThan(15);
});
