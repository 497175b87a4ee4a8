/** The English board, and what Beasley (The Ins and Outs of Peg Solitaire, 1985) says of it. */
import { describe, expect, it } from 'vitest';
import { peg33 } from '../../../src/puzzles/catalogue/peg33.ts';
import { positionOf, questionOf, rankOf, unrank } from '../../support/truth.ts';

const names = peg33.notate(
  positionOf(peg33, 'all-d4'),
  Array.from({ length: 33 }, (_, cell) => cell),
);

it('names its holes by file and row', () => {
  expect(names).toEqual(
    [
      ['c1', 'd1', 'e1', 'c2', 'd2', 'e2', 'a3', 'b3', 'c3', 'd3', 'e3', 'f3', 'g3', 'a4', 'b4', 'c4', 'd4'],
      ['e4', 'f4', 'g4', 'a5', 'b5', 'c5', 'd5', 'e5', 'f5', 'g5', 'c6', 'd6', 'e6', 'c7', 'd7', 'e7'],
    ].flat(),
  );
});

it('has 76 jumps, and eight corners that no peg is jumped over in', () => {
  expect(peg33.board.jumps).toHaveLength(76);
  const over = new Set(peg33.board.jumps.map((jump) => jump.over));
  const corners = (names as string[]).filter((_, cell) => !over.has(cell));
  expect(corners).toEqual(['c1', 'e1', 'a3', 'g3', 'a5', 'g5', 'c7', 'e7']);
});

it('ranks positions of all its holes', () => {
  for (const text of ['all-d4', 'all-c1', '000000000000000000000000000000001']) {
    const position = positionOf(peg33, text);
    expect(unrank(peg33, rankOf(peg33, position))).toEqual(position);
  }
  expect(rankOf(peg33, positionOf(peg33, 'all-c1'))).toBe(2 ** 33 - 2);
});

describe('position classes', () => {
  it('let the central game end in the centre or in the middle of an edge', () => {
    const open = (names as string[]).filter((hole) => !peg33.obstacle(questionOf(peg33, 'all-d4', hole)));
    expect(open).toEqual(['d1', 'a4', 'd4', 'g4', 'd7']);
  });

  it('let every game from one empty hole end in that hole', () => {
    for (const hole of names as string[]) {
      expect(peg33.obstacle(questionOf(peg33, `all-${hole}`, hole))).toBeUndefined();
    }
  });

  it('refuse a wrong hole, with the reason and a question near by', () => {
    const obstacle = peg33.obstacle(questionOf(peg33, 'all-d4', 'c4'))!;
    expect(obstacle.code).toBe('peg-class');
    expect(peg33.obstacle(questionOf(peg33, obstacle.nearest!.position, obstacle.nearest!.goal))).toBeUndefined();
  });
});
