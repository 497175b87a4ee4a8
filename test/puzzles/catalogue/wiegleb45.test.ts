/** Facts of the cross of 45 holes (Beasley, The Ins and Outs of Peg Solitaire, 1985, chapter 4). */
import { expect, it } from 'vitest';
import { fileAndRow } from '../../../src/puzzles/board.ts';
import { wiegleb45 } from '../../../src/puzzles/catalogue/wiegleb45.ts';
import { PegKernel } from '../../../src/search/pegs/peg-kernel.ts';
import { positionOf, questionOf, rankOf, unrank } from '../../support/truth.ts';

const { board } = wiegleb45;
const holes = fileAndRow(board);

it('is a cross of 45 holes with arms of three, 108 jumps and eight corners', () => {
  const rows = Array.from({ length: board.rows }, (_, row) => board.y.filter((y) => y === row).length);
  expect(rows).toEqual([3, 3, 3, 9, 9, 9, 3, 3, 3]);
  expect(board.jumps).toHaveLength(108);
  const over = new Set(board.jumps.map((jump) => jump.over));
  expect(holes.filter((_, cell) => !over.has(cell))).toEqual(['d1', 'f1', 'a4', 'i4', 'a6', 'i6', 'd9', 'f9']);
});

it('ranks and names positions of all its holes', () => {
  const position = positionOf(wiegleb45, 'all-i6');
  expect(unrank(wiegleb45, rankOf(wiegleb45, position))).toEqual(position);
  expect(wiegleb45.decode(wiegleb45.encode(position))).toEqual(position);
});

it('lets a game end three holes from its start along rows and columns, by position class', () => {
  const open = (start: string): string[] =>
    holes.filter((hole) => !wiegleb45.obstacle(questionOf(wiegleb45, `all-${start}`, hole)));
  expect(open('e5')).toEqual(['e2', 'b5', 'e5', 'h5', 'e8']);
  expect(open('d1')).toEqual(['d1', 'a4', 'd4', 'g4', 'd7']);
  for (const hole of holes) expect(open(hole)).toContain(hole);
});

it('has a central game of 25 moves, which a beam of some thousand positions finds', { tags: 'long' }, () => {
  const { start, goal } = questionOf(wiegleb45, 'all-e5', 'e5');
  const kernel = new PegKernel(board, goal.positions, { endings: 2 ** 19, failureBits: 21 });
  kernel.usePagodas();
  while (kernel.wasm.endingCount.value < 4000) kernel.wasm.deepen(2000);
  kernel.wasm.beginBeam(kernel.pack(start), 4096, 63);
  let result = kernel.wasm.runBeam(1e6);
  while (result === 0) result = kernel.wasm.runBeam(1e6);
  expect(result).toBe(1);
  const { beamPath } = kernel;
  expect(beamPath.length - 1 + kernel.wasm.movesFrom(beamPath.at(-1)!)).toBeLessThanOrEqual(25);
});
