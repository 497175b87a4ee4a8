import { describe, expect, test } from 'vitest';
import { symmetriesOf } from '../../src/puzzles/board.ts';
import { puzzleOf, puzzles } from '../../src/puzzles/registry.ts';
import { canonical } from '../../src/puzzles/symmetry.ts';
import { hasTable } from '../../src/search/tables/table.ts';
import { sharedTable } from '../support/tables.ts';

test('boards look the same from so many sides', () => {
  expect(Object.fromEntries(puzzles.map(({ id, board }) => [id, symmetriesOf(board).length]))).toEqual({
    five: 4,
    six: 12,
    seven: 4,
    eight: 8,
    eleven: 4,
    fifteen: 8,
    twentyfour: 8,
    onoff: 4,
    klotski: 4,
    rush: 8,
    blocks: 4,
    peg15: 6,
    peg21: 6,
    peg33: 8,
    peg37: 8,
  });
});

test('the two antipodes of eight are mirror images of one another', () => {
  const eight = puzzleOf('eight')!;
  const [one, other] = ['867254301', '647850321'].map((text) => {
    const parsed = eight.parsePosition(text);
    if (!parsed.ok) throw new Error(text);
    return parsed.value;
  });
  expect(eight.images(one!, eight.goal).map(eight.formatPosition)).toEqual(['867254301', '647850321']);
  expect(canonical(eight, one!, eight.goal)).toEqual(canonical(eight, other!, eight.goal));
});

describe.each(puzzles.filter(hasTable).map((puzzle) => [puzzle.id, puzzle] as const))(
  'images of positions of %s',
  (_, puzzle) => {
    const goals = [puzzle.goal, ...(puzzle.family === 'pegs' ? ['any'] : [])].map((goal) => {
      const parsed = typeof goal === 'string' ? puzzle.parseGoal(goal) : undefined;
      return parsed?.ok ? parsed.value : puzzle.goal;
    });

    test.each(goals.map((goal) => [goal.text, goal] as const))('are as far from the goal %s', (_, goal) => {
      const table = sharedTable(puzzle, goal);
      const cursor = puzzle.cursor(goal);
      let checked = 0;
      for (let walk = 0; walk < 40; walk++) {
        cursor.load(cursor.goals![walk % cursor.goals!.length]!);
        for (let step = 0; step <= walk; step++) {
          const codes: number[] = [];
          cursor.predecessors(codes, 0);
          const code = codes[(walk * 7 + step * 3) % codes.length];
          if (code === undefined) break;
          cursor.unmake(code);
        }
        const position = cursor.unrank(cursor.state());
        const distance = table.distance(position);
        const images = puzzle.images(position, goal);
        expect(images[0]).toEqual(position);
        for (const image of images) {
          expect(table.distance(image)).toBe(distance);
          expect(canonical(puzzle, image, goal)).toEqual(canonical(puzzle, position, goal));
          checked++;
        }
      }
      expect(checked).toBeGreaterThanOrEqual(40);
    });
  },
);
