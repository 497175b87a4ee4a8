/** A text with rows is a position only of boards with these rows, whichever reader it meets. */

import { describe, expect, it } from 'vitest';
import { explainProblem, translator } from '../../src/locales/index.ts';
import type { Position, Puzzle } from '../../src/puzzles/puzzle.ts';
import { puzzleOf, puzzles, puzzlesAndSizes } from '../../src/puzzles/registry.ts';
import { rowLengths } from '../../src/puzzles/rows.ts';
import fc from '../support/properties.ts';
import { positionOf } from '../support/truth.ts';

/** What is wrong with a text, in English. */
const saidOf = (id: string, text: string): string => {
  const read = puzzleOf(id)!.parsePosition(text);
  return read.ok ? puzzleOf(id)!.formatPosition(read.value) : explainProblem(translator('en'), read.problem);
};

it.each([
  [
    'peg21',
    '1\n11\n111\n1111\n11111\n111110',
    'rows of 1, 2, 3, 4, 5, 6, like triangle21; peg21 has rows of 2, 1, 2, 3, 4, 7, 2',
  ],
  ['eleven', '123\n456\n789\nAB0', '4 rows of 3, like 4x3; eleven has 3 rows of 4'],
  ['4x3', '1 2 3 4/5 6 7 8/9 10 11 0', '3 rows of 4, like eleven; 4x3 has 4 rows of 3'],
  ['eleven', '4 2 1, 10 9 3, 0 8 5, 6 11 7', '4 rows of 3, like 4x3; eleven has 3 rows of 4'],
  ['eleven', '4,2,1 10,9,3 0,8,5 6,11,7', '4 rows of 3, like 4x3; eleven has 3 rows of 4'],
  ['fifteen', '12345678 9ABCDEF0', '2 rows of 8, like 2x8; fifteen has 4 rows of 4'],
  ['peg33', `${'1'.repeat(31)}/1/1`, 'rows of 31, 1, 1; peg33 has rows of 3, 3, 7, 7, 7, 3, 3'],
])('%s refuses %j: %s', (id, text, said) => expect(saidOf(id, text)).toBe(said));

describe('a peg board in a matrix', () => {
  const cross = (outside: string, between: string, end: string): string =>
    ['  ooo  ', '  ooo  ', 'ooooooo', 'ooo.ooo', 'ooooooo', '  ooo  ', '  ooo  ']
      .map((row) => [...row].map((mark) => ({ ' ': outside, o: '1', '.': '0' })[mark]!).join(between))
      .join(end);
  const allButCentre = puzzleOf('peg33')!.formatPosition(positionOf(puzzleOf('peg33')!, 'all-d4'));

  it.each([
    ...['2', '#', 'x', 'X', '_', '.', '-', '⬛'].flatMap((mark) => [
      [cross(mark, '', '\n')],
      [cross(mark, ' ', '\n')],
      [cross(mark, ',', '/')],
    ]),
    [cross('-1', ' ', '\n')],
    [`[[${cross('-1', ', ', '],\n [')}]]`],
    [`[[${cross('2', ',', '],[')}]]`],
    [cross(' ', '', '\n')],
    [cross(' ', ' ', '\n')],
  ])('%j is read', (text) => expect(saidOf('peg33', text)).toBe(allButCentre));

  it('is read on triangles, in steps of half a hole and from the left', () => {
    const all = puzzleOf('peg15')!.formatPosition(positionOf(puzzleOf('peg15')!, 'all-1'));
    expect(saidOf('peg15', '####0####/###1#1###/##1#1#1##/#1#1#1#1#/1#1#1#1#1')).toBe(all);
    expect(saidOf('peg15', '0 2 2 2 2\n1 1 2 2 2\n1 1 1 2 2\n1 1 1 1 2\n1 1 1 1 1')).toBe(all);
  });

  it('of another board is refused', () => {
    for (const id of ['peg21', 'peg37', 'peg15']) {
      for (const mark of ['2', '-1', '#', '.', ' '])
        expect(puzzleOf(id)!.parsePosition(cross(mark, ' ', '\n')).ok).toBe(false);
    }
  });
});

/** A position in rows of any lengths. */
const written = (puzzle: Puzzle, position: Position, rows: readonly number[], end: string): string => {
  const text = puzzle.formatPosition(position).replaceAll('/', '');
  let at = 0;
  return rows
    .map((length) => {
      at += length;
      return text.slice(at - length, at);
    })
    .join(end);
};

/** Rows of any lengths with a sum. */
const anyRows = (sum: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: 1, max: 9 }), { minLength: sum, maxLength: sum }).map((lengths) => {
    const rows: number[] = [];
    for (let left = sum; left > 0; left -= rows.at(-1)!) rows.push(Math.min(left, lengths[rows.length]!));
    return rows;
  });

it('rows are read if they are those of the board, or a piece each', () => {
  const short = puzzlesAndSizes.filter((puzzle) => puzzle.landmarks.length > 0 && puzzle.board.size <= 37);
  const question = fc
    .constantFrom(...short)
    .chain((puzzle) =>
      fc.tuple(fc.constant(puzzle), anyRows(puzzle.board.size), fc.constantFrom('\n', '/', '\r\n', '\n\n')),
    );
  fc.assert(
    fc.property(question, ([puzzle, rows, end]) => {
      const position = positionOf(puzzle, puzzle.landmarks[0]!.position);
      const text = written(puzzle, position, rows, end);
      // The wide card is not divided.
      fc.pre(puzzle.words !== 'cards' || /==/u.test(text));
      const isFit = rows.join() === rowLengths(puzzle.board).join() || rows.every((length) => length === 1);
      const read = puzzle.parsePosition(text);
      if (isFit || rows.length === 1) expect(read).toEqual({ ok: true, value: position });
      else expect(read.ok).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

it('a board that is drawn in rows is no position of a puzzle with other rows', () => {
  const drawn = puzzles.flatMap((puzzle) =>
    puzzle.landmarks.map(({ position }) => ({ puzzle, position: positionOf(puzzle, position) })),
  );
  for (const { puzzle, position } of drawn) {
    const text = written(puzzle, position, rowLengths(puzzle.board), '\n');
    for (const other of puzzlesAndSizes) {
      const isSameShape = rowLengths(other.board).join() === rowLengths(puzzle.board).join();
      if (!isSameShape) expect(other.parsePosition(text).ok, `${other.id}: ${text}`).toBe(false);
    }
  }
});
