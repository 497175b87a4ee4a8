/** Facts of sliding puzzles by size: numbers of moves to the farthest positions from OEIS A151944. */
import { describe, expect, it } from 'vitest';
import { factorial } from '../../../src/puzzles/permutation.ts';
import { puzzleOf, puzzleOfSize, puzzlesAndSizes } from '../../../src/puzzles/registry.ts';
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
  for (const typed of ['', 'x', '3x', '1x9', '9x11', '3x4x5', 'eight']) expect(puzzleOfSize(typed)).toBeUndefined();
});
