/**
 * Tables of peg solitaire: a byte for each set of pegs, by the bits of its state. The search is the kernel
 * `kernels/assembly/peg-table.ts`.
 */
import type { Goal, Puzzle } from '../../puzzles/puzzle.ts';
import { layOut, loadKernel, scratchMemory } from '../kernels/kernel.ts';
import { headerBytes, histogramOf, type TableKind } from './contract.ts';
import { goalKey, StateTable } from './state-table.ts';

/** Holes up to which a byte for each set of pegs is little: 4 MB. */
const fewHoles = 22;

interface Kernel {
  search(
    firsts: number,
    jumps: number,
    boards: number,
    distances: number,
    queue: number,
    goals: number,
    holes: number,
  ): number;
}

class PegTable extends StateTable {
  private readonly distances: Uint8Array;

  constructor(puzzle: Puzzle, goal: Goal, memory: SharedArrayBuffer) {
    super(puzzle, goal, memory);
    this.distances = new Uint8Array(memory, headerBytes);
  }

  farthest(): number[] {
    const { distances } = this;
    const diameter = this.histogram.length - 1;
    const found: number[] = [];
    for (let at = distances.indexOf(diameter); at !== -1; at = distances.indexOf(diameter, at + 1)) found.push(at);
    return found;
  }

  protected distanceOf(state: number): number {
    return this.distances[state]!;
  }
}

export const pegTables: TableKind = {
  fits: ({ family, board }) => family === 'peg' && board.size <= fewHoles,
  key: goalKey,
  bytes: ({ board }) => 2 ** board.size,
  open: (puzzle, goal, memory) => new PegTable(puzzle, goal, memory),
  build: ({ board, rank }, goal, data) => {
    const landings = board.neighbours.map((_, hole) => board.jumps.filter(({ to }) => to === hole));
    const firsts = landings.map((_, hole) => landings.slice(0, hole).flat().length);
    const jumps = landings.flat().flatMap(({ from, over, to }) => [(1 << from) | (1 << over) | (1 << to), from]);
    const goals = [...new Set(goal.positions.map(rank))];
    const { at, bytes } = layOut({
      firsts: board.size + 1,
      jumps: 4 * jumps.length,
      boards: 4 * data.length,
      distances: data.length,
      queue: 4 * data.length,
    });
    const memory = scratchMemory(bytes);
    const { buffer } = memory;
    new Uint8Array(buffer, at.firsts).set([...firsts, board.jumps.length]);
    new Uint32Array(buffer, at.jumps).set(jumps);
    new Uint32Array(buffer, at.boards, data.length).fill(0);
    new Uint32Array(buffer, at.queue).set(goals);
    const kernel = loadKernel<Kernel>('peg-table', memory);
    const found = kernel.search(at.firsts, at.jumps, at.boards, at.distances, at.queue, goals.length, board.size);
    data.set(new Uint8Array(buffer, at.distances, data.length));
    return histogramOf(new Uint32Array(buffer, at.queue, found), data);
  },
};
