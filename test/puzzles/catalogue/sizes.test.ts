/** Facts of sliding puzzles by size: numbers of moves to the farthest positions from OEIS A151944. */
import { describe, expect, it } from 'vitest';
import { factorial } from '../../../src/puzzles/permutation.ts';
import { parseQuestion, puzzleFor, puzzlesOf } from '../../../src/puzzles/reader.ts';
import { puzzleOf, puzzleOfSize, puzzleOrKind, puzzlesAndSizes } from '../../../src/puzzles/registry.ts';
import { canSurvey, survey } from '../../../src/search/solve.ts';

/** By size, how far positions are at most, and how many are that far. */
const depths: Readonly<Record<string, readonly [diameter: number, antipodes: number]>> = {
  '2x2': [6, 1],
  '2x3': [21, 1],
  '2x4': [36, 1],
  '2x5': [55, 2],
  '2x6': [80, 2],
  '3x3': [31, 2],
  '3x4': [53, 18],
};

const turned = (size: string): string => size.split('x').reverse().join('x');

const surveyed = (size: string) => {
  const found = survey(puzzleOfSize(size)!, {});
  if (typeof found === 'string') throw new Error(found);
  return found;
};

describe.each(Object.entries(depths))('%s', (size, [diameter, antipodes]) => {
  const found = surveyed(size);

  it('has half of all arrangements', () => {
    expect(found.histogram.reduce((sum, count) => sum + count)).toBe(factorial(puzzleOfSize(size)!.board.size) / 2);
  });

  it('has so many farthest positions, and one of them among its landmarks', () => {
    const puzzle = puzzleOfSize(size)!;
    expect([found.diameter, found.farthest.length]).toEqual([diameter, antipodes]);
    const farthest = found.farthest.map(puzzle.formatPosition);
    const shown = puzzle.landmarks.flatMap(({ name, position }) => (name === 'antipode' ? position : []));
    expect(shown.length).toBeGreaterThan(0);
    expect(farthest).toEqual(expect.arrayContaining(shown));
  });

  it('has as many at each distance on its side', () => {
    const onSide = surveyed(turned(size));
    expect(onSide.histogram).toEqual(found.histogram);
    const puzzle = puzzleOfSize(turned(size))!;
    expect(onSide.farthest.map(puzzle.formatPosition)).toContain(puzzle.landmarks[0]!.position);
  });
});

it('are all surveyed here that can be', () => {
  const shapes = (sizes: readonly string[]) => new Set(sizes.flatMap((size) => [size, turned(size)]));
  const known = puzzlesAndSizes.flatMap((puzzle) => {
    const { rows, size } = puzzle.board;
    const name = `${rows}x${size / rows}`;
    return canSurvey(puzzle) && puzzleOfSize(name) === puzzle ? name : [];
  });
  expect(shapes(known)).toEqual(shapes(Object.keys(depths)));
});

it('are found as people type them', () => {
  expect(puzzleOfSize(' 3 × 4')).toBe(puzzleOf('eleven'));
  expect(puzzleOfSize('4X3')).toBe(puzzleOf('4x3'));
  expect(puzzleOfSize('4')).toBe(puzzleOf('fifteen'));
  expect(puzzleOfSize('7x10')).toBe(puzzleOf('7x10'));
  expect(puzzleOf('07x10')).toBeUndefined();
  for (const typed of ['', 'x', '3x', '1x9', '9x21', '3x4x5', 'eight']) expect(puzzleOfSize(typed)).toBeUndefined();
});

describe('boards of numbers that are too large for one of their own', () => {
  /** One move away from the goal. */
  const board = (rows: number, columns: number): string[][] => {
    const size = rows * columns;
    const tiles = Array.from({ length: size }, (_, cell) => String((cell + 1) % size));
    tiles.splice(-2, 2, '0', String(size - 1));
    return Array.from({ length: rows }, (_, row) => tiles.slice(row * columns, (row + 1) * columns));
  };
  const joined = (rows: readonly string[][], between = ' ', end = '\n'): string =>
    rows.map((row) => row.join(between)).join(end);
  const seven = board(7, 7);
  const forms: readonly [string, string, string][] = [
    ['rows', '7x7', joined(seven)],
    ['a rectangle', '4x10', joined(board(4, 10))],
    ['a hundred cells', '10x10', joined(board(10, 10))],
    ['a hundred cells on one line', '10x10', joined(board(10, 10), ' ', ' ')],
    ['the largest', '20x20', joined(board(20, 20))],
    ['the largest with slashes', '20x20', joined(board(20, 20), ' ', '/')],
    ['the largest on one line', '20x20', joined(board(20, 20), ' ', ' ')],
    ['long lines', '3x20', joined(board(3, 20))],
    ['many rows in a message', '16x5', `Too long?\n${joined(board(16, 5))}\nSo I think.`],
    ['two digits each', '7x7', joined(seven.map((row) => row.map((tile) => tile.padStart(2, '0'))))],
    ['slashes', '7x7', joined(seven, ' ', '/')],
    ['one line', '7x7', joined(seven, ' ', ' ')],
    ['a program', '7x7', `[[${joined(seven, ', ', '],\n [')}]]`],
    ['a table', '8x8', joined(board(8, 8), ' | ', ' |\n| ')],
    ['tabs and a blank', '7x7', joined(seven, '\t').replace(/\b0\b/u, '_')],
    [
      'full-width digits',
      '7x7',
      joined(seven).replace(/\d/gu, (digit) => String.fromCodePoint(digit.charCodeAt(0) + 0xfee0)),
    ],
    ['a message', '7x7', `Who solves this in 49 moves?\n${joined(seven)}\nThanks!`],
    ['code', '7x7', `\`\`\`\n${joined(seven)}\n\`\`\``],
  ];

  it.each(forms)('are read: %s', (_, id, text) => {
    expect(puzzlesOf(text).map((puzzle) => puzzle.id)).toEqual([id]);
    expect(puzzleFor(puzzleOrKind('slide')!, text)).toMatchObject({ ok: true, value: { id } });
    expect(parseQuestion(puzzleOf(id)!, text)).toMatchObject({ ok: true });
  });

  it.each([3, 4, 5, 6])('are those of a square where somebody wants tiles: %i', (side) => {
    const line = joined(board(side, side), ' ', ' ');
    expect(puzzleFor(puzzleOrKind('slide')!, line)).toMatchObject({ ok: true, value: puzzleOfSize(`${side}`)! });
  });

  it('are several on one line, where these may be other rows', () => {
    const ids = puzzlesOf(joined(board(6, 8), ' ', ' ')).map(({ id }) => id);
    expect(ids).toEqual(['6x8', '8x6']);
  });

  it('are no part of a text, where they have few cells', () => {
    expect(puzzlesOf('3102').map(({ id }) => id)).toEqual(['2x2']);
    expect(puzzlesOf('456_\n89A#\n0123')).toEqual([]);
  });

  it.each([
    ['repeated-tile', joined(seven).replace(' 5 ', ' 6 ')],
    ['row-length', joined(seven).replace(' 13 ', ' ')],
    ['unknown-piece', joined(seven).replace(' 13 ', ' 49 ')],
  ])('are refused by what is wrong: %s', (code, text) => {
    expect(puzzlesOf(text)).toEqual([]);
    const puzzle = puzzleFor(puzzleOrKind('slide')!, text);
    const question = puzzle.ok ? parseQuestion(puzzle.value, text) : puzzle;
    expect(question).toMatchObject({ ok: false, problem: { code } });
  });
});
