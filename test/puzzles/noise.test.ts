/** Boards in all forms with what people write around them: each is read in its own shape, or not at all. */
import { describe, expect, test } from 'vitest';
import { puzzlesOf, questionFor } from '../../src/puzzles/reader.ts';
import { puzzleOrKind } from '../../src/puzzles/registry.ts';
// @ts-expect-error: fuzzers read it too, which know no types.
import { forms as boardForms } from '../support/board-forms.js';

const forms = Object.values(boardForms as Readonly<Record<string, (board: string) => string>>);

/** A board, its rows and cells, and what it may be read as. */
const boards: readonly (readonly [board: string, rows: number, size: number, ...names: string[]])[] = [
  ['867/254/301', 3, 9, 'eight', 'slide'],
  ['421A/9308/56B7', 3, 12, 'eleven', 'slide'],
  ['FE8C/AB9D/2651/3740', 4, 16, 'fifteen', 'slide'],
  ['1234/5678/9ABC/DEFG/HIJK/LMN_', 6, 24, 'slide'],
  ['123/4#5/6_7', 3, 8, 'slide'],
  ['1234/5#67/89_A', 3, 11, 'slide'],
  ['ABBC/ABBC/DEEF/DGHF/I..J', 5, 20, 'klotski', 'blocks'],
  ['.BB.../C..D../CAAD../C..D../..EE../......', 6, 36, 'rush', 'blocks'],
  ['..B..../..B..../..B..../AA.C.../...C.../......./.DDD...', 7, 49, 'rush', 'blocks'],
  ['..B../..B../AAB../.CC../.....', 5, 25, 'rush', 'blocks'],
  ['AAB#/CAB./CD.#/EDFF', 4, 16, 'blocks'],
  ['AABB/CAB./C..D', 3, 12, 'blocks', 'klotski'],
  ['OOOOOO/O....O/O.AA.O/O....O/OOOOOO', 5, 30, 'blocks', 'rush'],
  ['xx111xx/xx111xx/1111111/1110111/1111111/xx111xx/xx111xx', 7, 33, 'peg33', 'pegs'],
  ['1111/1101/1111', 3, 12, 'pegs'],
  ['x11x/1101/1111/x11x', 4, 12, 'pegs'],
];

const surroundings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `Solve this please:\n${text}`,
  (text) => `Can someone solve ${text}?`,
  (text) => `${text}\nthanks!`,
  (text) => `Level 12\n${text}`,
  (text) => `Level 12\n\n${text}\n\n31 moves`,
  (text) => `${text}\nmoves: 31`,
  (text) => `#42\n${text}`,
  (text) => `2026-11-29\n${text}`,
  (text) => `[12:05] alice:\n${text}`,
  (text) => `- ${text}`,
  (text) => `1. ${text}`,
  (text) => `# Puzzle 3\n${text}`,
  (text) => `🧩\n${text}\n🙏`,
  (text) => `<@123456789012345678>\n${text}`,
  (text) => `https://example.com/p/12345678\n${text}`,
  (text) => `${text}\n(best: 40, par 31)`,
  (text) => `Goal: clear it\n${text}`,
  (text) => `4x4:\n${text}`,
  (text) => `||${text}||`,
  (text) => `<pre>${text}</pre>`,
  (text) => `Score 1 2 3\n${text}`,
  (text) => `a b c d\n${text}`,
  (text) => `1 2 3 4\n${text}`,
  (text) => `${text}\n-- \nBob`,
  (text) => text.replace(/^/gmu, '    '),
  (text) => `Step 1:\n${text}\nStep 2:`,
];

/** Tiles of one and two digits, as numbers apart. */
const grids = [
  '15 14 8 12/10 11 9 13/2 6 5 1/3 7 4 0',
  '14 1 2 3 4/5 6 7 8 9/10 11 12 13 0',
  '1 2 3 4/5 # 6 7/8 9 10 11/12 13 14 0',
];
const wide = Array.from({ length: 36 }, (_, cell) => (cell + 1) % 36);
grids.push(Array.from({ length: 6 }, (_, row) => wide.slice(6 * row, 6 * row + 6).join(' ')).join('/'));

const numberForms: readonly ((rows: readonly (readonly string[])[]) => string)[] = [
  (rows) => rows.map((row) => row.join(' ')).join('\n'),
  (rows) => rows.map((row) => row.map((cell) => cell.padStart(2)).join(' ')).join('\n'),
  (rows) => rows.map((row) => row.join(', ')).join('\n'),
  (rows) => rows.map((row) => row.join('\t')).join('\n'),
  (rows) => rows.map((row) => row.join('|')).join('\n'),
  (rows) => rows.map((row) => `| ${row.join(' | ')} |`).join('\n'),
  (rows) => rows.map((row, at) => `${at + 1}: ${row.join(' ')}`).join('\n'),
  (rows) => rows.map((row) => row.map((cell) => (cell === '0' ? '  ' : cell.padStart(2))).join(' ')).join('\n'),
  (rows) => rows.map((row) => row.join(' ')).join(' / '),
  (rows) => `A = [${rows.map((row) => row.join(' ')).join('; ')}];`,
  (rows) => `[${rows.map((row) => `[${row.map((cell) => (cell === '0' ? 'None' : cell)).join(', ')}]`).join(',\n ')}]`,
  (rows) => `int b[4][4] = {${rows.map((row) => `{${row.join(',')}}`).join(',')}};`,
];

test('boards of numbers', () => {
  for (const [at, grid] of grids.entries()) {
    const rows = grid.split('/').map((row) => row.split(' '));
    const shape = [rows.length, rows.flat().filter((cell) => cell !== '#').length];
    for (const [number, form] of numberForms.entries()) {
      for (const around of surroundings.filter((_, one) => (one + number + at) % 3 === 0)) {
        const text = around(form(rows));
        const asked = questionFor(puzzleOrKind('slide')!, text);
        const found = [...puzzlesOf(text), ...(asked.ok ? [asked.value.puzzle] : [])];
        for (const { board } of found) expect([text, board.rows, board.size]).toEqual([text, ...shape]);
      }
    }
  }
});

const pegBoards = [
  '  111\n  111\n1111111\n1110111\n1111111\n  111\n  111',
  ' 111\n11011\n11111\n11111\n 111',
  '    0\n   1 1\n  1 1 1\n 1 1 1 1\n1 1 1 1 1',
];

/** @param take which surroundings, by the number of a form and a board */
const readsPegs = (marks: string, take: (surrounding: number, form: number, board: number) => boolean): void => {
  const [peg, hole] = [...marks];
  for (const [at, board] of pegBoards.entries()) {
    const drawn = board.replace(/[10]/gu, (mark) => (mark === '1' ? peg! : hole!));
    const isTriangle = board.includes('1 1');
    const apart = isTriangle ? drawn : drawn.replace(/(?<=\S)(?=\S)/gu, ' ').replace(/^ +/gmu, '$&$&');
    const shape = [board.split('\n').length, board.match(/[10]/gu)!.length];
    for (const text of [drawn, apart, `\`\`\`\n${drawn}\n\`\`\``].flatMap((form, number) =>
      surroundings.filter((_, one) => take(one, number, at)).map((around) => around(form)),
    )) {
      const asked = questionFor(puzzleOrKind('pegs')!, text);
      const found = [...puzzlesOf(text), ...(asked.ok ? [asked.value.puzzle] : [])];
      for (const puzzle of found) expect([text, puzzle.board.rows, puzzle.board.size]).toEqual([text, ...shape]);
    }
    expect(questionFor(puzzleOrKind('pegs')!, apart)).toMatchObject({ ok: true });
  }
};

describe.each(['10', '●○', '*.', 'o.', 'O.', 'XO', '@_', 'P.', '🔵⚪'])('pegs and holes as %s', (marks) => {
  test('between one surrounding in five', () =>
    readsPegs(marks, (surrounding, form, board) => (surrounding + form + board) % 5 === 0));
  test('between all of them', { tags: 'heavy' }, () => readsPegs(marks, () => true));
});

/** @param take which surroundings, by the number of a form and a board */
const readsAll = (take: (surrounding: number, form: number, board: number) => boolean): void => {
  let read = 0;
  let texts = 0;
  for (const [at, [board, rows, size, ...names]] of boards.entries()) {
    for (const [number, form] of forms.entries()) {
      for (const around of surroundings.filter((_, one) => take(one, number, at))) {
        const text = around(form(board));
        const asked = names.flatMap((name) => {
          const question = questionFor(puzzleOrKind(name)!, text);
          return question.ok ? question.value.puzzle : [];
        });
        const found = [...puzzlesOf(text), ...asked];
        for (const puzzle of found) expect([text, puzzle.board.rows, puzzle.board.size]).toEqual([text, rows, size]);
        texts++;
        if (found.length > 0) read++;
      }
    }
  }
  // What is refused is too little.
  expect(read / texts).toBeGreaterThan(0.8);
};

test('one surrounding in thirty-one of each board in each form', () =>
  readsAll((surrounding, form, board) => (surrounding + form + board) % 31 === 0));
test('one in nineteen', { tags: 'long' }, () =>
  readsAll((surrounding, form, board) => (surrounding + form + board) % 19 === 0),
);
test('every other surrounding', { tags: 'heavy' }, () =>
  readsAll((surrounding, form) => (surrounding + form) % 2 === 0),
);
