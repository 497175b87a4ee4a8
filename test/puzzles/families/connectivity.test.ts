/** On which boards parity tells what can be reached: Wilson (1974), against a search of all positions. */
import { describe, expect, it } from 'vitest';
import { type Board, rectangle, square, triangular } from '../../../src/puzzles/board.ts';
import { checkConnectivity } from '../../../src/puzzles/families/sliding/connectivity.ts';
import { sliding } from '../../../src/puzzles/families/sliding/family.ts';
import { factorial } from '../../../src/puzzles/permutation.ts';
import { seeded } from '../../../src/search/scramble.ts';
import { distancesTo } from '../../support/truth.ts';

const make = (board: Board) => sliding({ id: 'board', board, landmarks: [] });

describe('a board is refused', () => {
  it.each([
    ['a path', square('####'), 'not connected without cell 2'],
    ['two cells', square('##'), 'fewer than 3 cells'],
    ['a ring of eight', square('###', '# #', '###'), 'is a ring'],
    ['a hexagon without its centre', triangular(' # # ', '#   #', ' # # '), 'is a ring'],
    ['a cut vertex', square('##  ', '####', '  ##'), 'not connected without cell 4'],
    ['a dead end', square('###', '###', '  #'), 'not connected without cell 6'],
    ['two parts', square('## ##', '## ##'), 'not connected without cell 1'],
  ])('that is or has %s', (_, board, why) => {
    expect(() => make(board)).toThrow(RangeError);
    expect(() => make(board)).toThrow(why);
  });
});

it.each([
  ['2 × 2', rectangle(2, 2)],
  ['2 × 3', rectangle(2, 3)],
  ['2 × 4', rectangle(2, 4)],
  ['3 × 3', rectangle(3, 3)],
  ['a triangle', triangular(' # ', '# #')],
  ['a hexagon', triangular(' # # ', '# # #', ' # # ')],
  ['a square without a corner', square('###', '###', '## ')],
])('%s has as many positions as it says', (_, board) => {
  const puzzle = make(board);
  expect(distancesTo(puzzle, puzzle.goal).size).toBe(puzzle.states);
});

/** A graph by its edges. */
const graphOf = (size: number, edges: readonly (readonly [number, number])[]) => ({
  size,
  neighbours: Array.from({ length: size }, (_, cell) =>
    edges.flatMap(([a, b]) => (a === cell ? [b] : b === cell ? [a] : [])).sort((a, b) => a - b),
  ),
});
type Graph = ReturnType<typeof graphOf>;

const isBipartite = ({ neighbours }: Graph): boolean => {
  const colours: number[] = [];
  const colour = (cell: number, own: number): boolean => {
    if (colours[cell] !== undefined) return colours[cell] === own;
    colours[cell] = own;
    return neighbours[cell]!.every((next) => colour(next, 1 - own));
  };
  return neighbours.every((_, cell) => colours[cell] !== undefined || colour(cell, 0));
};

/** How many arrangements slides reach. */
const reachable = ({ size, neighbours }: Graph): number => {
  const reached = new Set([Array.from({ length: size }, (_, tile) => tile).join('')]);
  for (const text of reached) {
    const blank = text.indexOf('0');
    for (const from of neighbours[blank]!) {
      const cells = [...text];
      cells[blank] = cells[from]!;
      cells[from] = '0';
      reached.add(cells.join(''));
    }
  }
  return reached.size;
};

const isRefused = (graph: Graph): boolean => {
  try {
    checkConnectivity('graph', graph);
    return false;
  } catch {
    return true;
  }
};

/** Two cells that three paths join, over these numbers of cells. */
const theta = (...paths: readonly number[]): Graph => {
  const edges: [number, number][] = [];
  let last = 1;
  for (const length of paths) {
    const path = [0, ...Array.from({ length }, () => ++last), 1];
    for (let index = 1; index < path.length; index++) edges.push([path[index - 1]!, path[index]!]);
  }
  return graphOf(last + 1, edges);
};

it('refuses θ0, and no other graph of three paths', () => {
  expect(reachable(theta(1, 2, 2))).toBe(factorial(7) / 6);
  expect(isRefused(theta(1, 2, 2))).toBe(true);
  for (const other of [theta(1, 1, 3), theta(0, 2, 3), theta(0, 1, 4), theta(1, 1, 2), theta(2, 2, 2)]) {
    expect(isRefused(other)).toBe(false);
    expect(reachable(other)).toBe(factorial(other.size) / (isBipartite(other) ? 2 : 1));
  }
});

it('refuses a graph exactly if other arrangements can be reached than parity says', () => {
  const random = seeded('graphs');
  const seen = { refused: 0, taken: 0 };
  for (let drawn = 0; drawn < 400; drawn++) {
    const size = 4 + (drawn % 3);
    const pairs = Array.from({ length: size }, (_, a) => Array.from({ length: a }, (_, b) => [a, b] as const)).flat();
    const share = 0.3 + 0.5 * random();
    const graph = graphOf(
      size,
      pairs.filter(() => random() < share),
    );
    const isByParity = reachable(graph) === factorial(size) / (isBipartite(graph) ? 2 : 1);
    expect(isRefused(graph), JSON.stringify(graph)).toBe(!isByParity);
    seen[isByParity ? 'taken' : 'refused']++;
  }
  expect(Math.min(seen.refused, seen.taken)).toBeGreaterThan(50);
});
