/** Which positions of the sliding puzzles on rectangles can be solved: Johnson and Story (1879). */

import { describe, expect, it } from 'vitest';
import { permutationParity } from '../../../src/puzzles/permutation.ts';
import { type Obstacle, type Puzzle, unwrap } from '../../../src/puzzles/puzzle.ts';
import { puzzleFor } from '../../../src/puzzles/reader.ts';
import { knownPuzzle, puzzleOf, puzzleOrKind } from '../../../src/puzzles/registry.ts';
import { solve } from '../../../src/search/solve.ts';
import fc from '../../support/properties.ts';
import { distancesTo, positionOf, questionOf, rankOf, sample, unrank, walkBack, walks } from '../../support/truth.ts';

const verdict = (puzzle: Puzzle, position: string, goal?: string): Obstacle | undefined =>
  puzzle.obstacle(questionOf(puzzle, position, goal));

const factorials: Record<string, number> = { five: 720, seven: 40_320 };

describe.each(Object.entries(factorials))('%s', (id, arrangements) => {
  const puzzle = puzzleOf(id)!;
  const distances = distancesTo(puzzle, puzzle.goal);

  it('is solvable by rule exactly where a search over everything reaches', () => {
    expect(distances.size).toBe(arrangements / 2);
    const differ = Array.from({ length: arrangements }, (_, rank) => rank).filter((rank) => {
      const obstacle = puzzle.obstacle({ start: unrank(puzzle, rank), goal: puzzle.goal });
      return distances.has(rank) !== (obstacle === undefined);
    });
    expect(differ).toEqual([]);
  });

  it('offers in place of an unsolvable position a solvable one, two tiles exchanged', () => {
    const ranks = Array.from({ length: arrangements }, (_, rank) => rank).filter((rank) => !distances.has(rank));
    for (const rank of sample(ranks, 500)) {
      const start = unrank(puzzle, rank);
      const obstacle = puzzle.obstacle({ start, goal: puzzle.goal })!;
      expect(obstacle).toMatchObject({ code: 'tile-parity', values: {}, nearest: { goal: puzzle.goal.text } });
      const nearest = positionOf(puzzle, obstacle.nearest!.position);
      expect(distances.has(rankOf(puzzle, nearest))).toBe(true);
      const changed = nearest.flatMap((tile, cell) => (tile === start[cell] ? [] : cell));
      expect(changed).toHaveLength(2);
      expect(changed.map((cell) => start[cell])).not.toContain(0);
    }
  });
});

it('has right moves on boards with more than 32 cells', () => {
  const cells = Array.from({ length: 36 }, (_, cell) => String((cell + 1) % 36));
  // Five moves from the goal: the blank goes left, left, up, left and down.
  for (const [from, to] of [
    [34, 35],
    [33, 34],
    [27, 33],
    [26, 27],
    [32, 26],
  ] as const) {
    [cells[to], cells[from]] = [cells[from]!, cells[to]!];
  }
  const text = [0, 6, 12, 18, 24, 30].map((first) => cells.slice(first, first + 6).join(' ')).join('/');
  const puzzle = unwrap(puzzleFor(puzzleOrKind('slide')!, text), text);
  const start = unwrap(puzzle.parsePosition(text), text);
  expect(solve(puzzle, { start, goal: puzzle.goal })).toMatchObject({ optimal: true, moves: { length: 5 } });
});

describe('any goal', () => {
  it('can be reached from a start exactly when the start can be reached from it', () => {
    const five = puzzleOf('five')!;
    fc.assert(
      fc.property(fc.nat({ max: 719 }), fc.nat({ max: 719 }), (start, end) => {
        const [from, to] = [unrank(five, start), unrank(five, end)];
        const [there, back] = [
          five.obstacle({ start: from, goal: { text: five.formatPosition(to), positions: [to] } }),
          five.obstacle({ start: to, goal: { text: five.formatPosition(from), positions: [from] } }),
        ];
        expect(there?.code).toBe(back?.code);
      }),
    );
  });

  it('can be the start of another', () => {
    const eight = puzzleOf('eight')!;
    fc.assert(
      fc.property(walks(), walks(), (there, on) => {
        const start = walkBack(eight, eight.goal, there);
        const goal = { text: eight.formatPosition(start), positions: [start] };
        expect(eight.obstacle({ start: walkBack(eight, goal, on), goal })).toBeUndefined();
      }),
    );
  });
});

describe('known verdicts', () => {
  const eight = puzzleOf('eight')!;
  const eleven = puzzleOf('eleven')!;

  it('finds 123456870 unsolvable, and the goal its nearest relative', () => {
    expect(verdict(eight, '123456870')).toEqual({
      code: 'tile-parity',
      values: {},
      nearest: { position: '123456780', goal: '123456780' },
    });
    expect(verdict(eight, '123456870', '123456870')).toBeUndefined();
  });

  // Three entries of a published list of the positions at 53 moves are misprints: A and B have to change places.
  it.each(['0869A7B14325', '0821A3B54769', '0829A7B54361'])('finds %s unsolvable as printed', (text) => {
    expect(verdict(eleven, text)?.code).toBe('tile-parity');
    const mended = text.replace(/[AB]/gu, (tile) => (tile === 'A' ? 'B' : 'A'));
    expect(verdict(eleven, mended)).toBeUndefined();
  });

  it('bounds 032187654BA9, 53 moves away, by 23', () => {
    const cursor = eleven.cursor(eleven.goal);
    cursor.load(rankOf(eleven, positionOf(eleven, '032187654BA9')));
    expect(cursor.lowerBound()).toBe(23);
    expect(cursor.parity()).toBe(1);
  });
});

it('counts the exchanges between two arrangements', () => {
  expect(permutationParity([0, 1, 2], [0, 1, 2])).toBe(0);
  expect(permutationParity([1, 0, 2], [0, 1, 2])).toBe(1);
  expect(permutationParity([1, 2, 0], [0, 1, 2])).toBe(0);
  expect(permutationParity([3, 2, 1, 0], [0, 1, 2, 3])).toBe(0);
  expect(permutationParity([1, 2, 3, 0], [0, 1, 2, 3])).toBe(1);
});

describe('ranks', () => {
  it('are lexicographic, from the first arrangement to the last', () => {
    const eight = puzzleOf('eight')!;
    expect(rankOf(eight, [0, 1, 2, 3, 4, 5, 6, 7, 8])).toBe(0);
    expect(rankOf(eight, [0, 1, 2, 3, 4, 5, 6, 8, 7])).toBe(1);
    expect(rankOf(eight, [8, 7, 6, 5, 4, 3, 2, 1, 0])).toBe(362_879);
    const eleven = puzzleOf('eleven')!;
    expect(rankOf(eleven, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])).toBe(479_001_599);
  });
});

describe('a goal by its name', () => {
  it.each([
    ['eight', 'blank first', '012345678'],
    ['eight', 'columns', '147258360'],
    ['eight', 'snake', '123654780'],
    ['eight', ' Spiral ', '123804765'],
    ['eleven', 'spiral', '1234AB059876'],
    ['fifteen', 'snake', '123487659ABC0FED'],
    ['fifteen', 'spiral', '1234CDE5B0F6A987'],
  ])('%s: %s', (id, name, expected) => {
    const puzzle = knownPuzzle(id);
    const goal = puzzle.parseGoal(name);
    expect(goal.ok && goal.value.text).toBe(puzzle.formatPosition(unwrap(puzzle.parsePosition(expected), expected)));
  });

  it('is unknown to boards that are no rectangles', () => {
    expect(knownPuzzle('six').goalNames).toEqual([]);
    expect(knownPuzzle('six').parseGoal('snake').ok).toBe(false);
  });
});
