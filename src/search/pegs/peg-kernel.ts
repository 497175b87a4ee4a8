/** The kernel `peg` with the memory it works on: one board and one goal. */

import { type Board, type Jump, symmetriesOf } from '../../puzzles/board.ts';
import { cornersOf } from '../../puzzles/families/peg/classes.ts';
import type { Position } from '../../puzzles/puzzle.ts';
import { kernelMemory, loadKernel } from '../kernels/kernel.ts';
import { regionsOf } from './peg-geometry.ts';
import { type Pagoda, worth } from './peg-pagoda.ts';

/** Pointers are numbers, positions and masks of holes are bigints: 64-bit integers to WebAssembly. */
interface Exports {
  heapBase(): number;
  setBoard(holes: number, jumps: number, jumpCount: number, first: number, images: number, symmetries: number): void;
  setBound(
    coreHoles: number,
    regions: number,
    list: number,
    first: number,
    leavers: bigint,
    stayers: bigint,
    staying: number,
  ): void;
  setPagodas(worths: number, prices: number, blocks: number): void;
  boundOf(board: bigint): number;
  canonical(board: bigint): bigint;
  setEndings(table: number, bits: number, byPegs: number, byMoves: number, cap: number, goalPegs: number): void;
  addGoal(board: bigint): void;
  deepenPegs(count: number): 0 | 1 | 2;
  deepenMoves(count: number): 0 | 1 | 2;
  endingsByPegs(): number;
  endingsByMoves(): number;
  knownPegs(): number;
  knownMoves(): number;
  movesFrom(board: bigint): number;
  setSearch(failures: number, bits: number, stack: number, path: number, bases: number): void;
  begin(board: bigint, limit: number): void;
  run(nodes: number): 0 | 1 | 2;
  pathLength(): number;
  nextLimit(): number;
  generatedCount(): number;
}

/** A hole is a bit of a 64-bit integer whose top byte is taken, and core holes index a table of 2^count bytes. */
export const mostHoles = 56;
const mostCoreHoles = 22;
/** What the kernel says instead of a number of moves when there is none. */
export const never = 63;

/** Room for the positions that wait on the path of a search: a few hundred of each, on at most 64 levels. */
const stackEntries = 2 ** 15;
const longestPath = 64;

/** Pagoda functions that the search asks, in blocks of sixteen: one byte each in a vector. */
const pagodaBlock = 16;
export const mostPagodas = 2 * pagodaBlock;

/** `none`: there is no solution, or none of so many moves. */
export type Status = 'more' | 'found' | 'none';

export interface Sizes {
  /** Endings that there is room for. */
  readonly endings: number;
  /** Bits of the number of failures that are kept, 8 bytes each. */
  readonly failureBits: number;
}

export class PegKernel {
  private readonly memory: WebAssembly.Memory;
  private readonly kernel: Exports;
  /** Bytes of tables. */
  readonly bytes: number;
  private readonly board: Board;
  /** The bit of each cell: core holes first, so that they are an index as they stand. */
  private readonly bitOf: readonly number[];
  private readonly jumps: readonly Jump[];
  private readonly onPath: BigUint64Array;
  readonly goals: readonly Position[];
  private readonly worthsAt: number;
  private readonly pricesAt: number;
  /** Symmetries of the board that leave the goal as it is, each as the image of every cell. */
  readonly symmetries: readonly (readonly number[])[];

  constructor(board: Board, goals: readonly Position[], { endings, failureBits }: Sizes) {
    const { size } = board;
    if (size > mostHoles) throw new RangeError(`a board of ${size} holes; the kernel takes up to ${mostHoles}`);
    this.board = board;
    const all = Array.from({ length: size }, (_, cell) => cell);
    const inside = (region: readonly number[], goal: Position) => region.every((cell) => goal[cell] === 1);
    const regions = regionsOf(board).filter((region) => !goals.some((goal) => inside(region, goal)));
    const useful = all.filter((cell) => regions.some((region) => region.includes(cell))).slice(0, mostCoreHoles);
    const order = [...useful, ...all.filter((cell) => !useful.includes(cell))];
    this.bitOf = all.map((cell) => order.indexOf(cell));
    const core = regions
      .filter((region) => region.every((cell) => useful.includes(cell)))
      .map((region) => region.map((cell) => this.bitOf[cell]!).sort((a, b) => a - b))
      .sort((a, b) => a[0]! - b[0]!);
    this.jumps = board.jumps
      .map(({ from, over, to }) => ({ from: this.bitOf[from]!, over: this.bitOf[over]!, to: this.bitOf[to]! }))
      .sort((a, b) => a.from - b.from);

    const boards = goals.map((goal) => this.pack(goal));
    const symmetries = symmetriesOf(board).filter((image) => {
      const images = goals.map((goal) => this.pack(all.map((cell) => goal[image.indexOf(cell)]!)));
      return images.every((goal) => boards.includes(goal));
    });

    // In pairs, as the kernel takes them: the identity once more where their number is odd.
    const images =
      symmetries.length % 2 === 0 || symmetries.length === 1 ? symmetries : [...symmetries, symmetries[0]!];

    const slots = Math.ceil(Math.log2(endings * 1.5));
    const chunks = Math.ceil(size / 8);
    const probe = loadKernel<Exports>('peg', kernelMemory(0));
    let end = Math.ceil(probe.heapBase() / 64) * 64;
    const allot = (bytes: number): number => {
      const at = end;
      end += Math.ceil(bytes / 64) * 64;
      return at;
    };
    const at = {
      jumps: allot(this.jumps.length * 24),
      first: allot((size + 1) * 4),
      images: allot(chunks * 256 * images.length * 8),
      regionList: allot(core.length * 4),
      regionFirst: allot((useful.length + 1) * 4),
      path: allot((longestPath + 1) * 8),
      bases: allot((longestPath + 1) * 4),
      stack: allot(stackEntries * 8),
      worths: allot(chunks * 256 * mostPagodas),
      prices: allot(mostPagodas),
      regions: allot(2 ** useful.length),
      byPegs: allot(endings * 8),
      byMoves: allot(endings * 8),
      endings: allot(2 ** slots * 8),
      failures: allot(2 ** failureBits * 8),
    };
    this.bytes = end;
    this.goals = goals;
    this.symmetries = symmetries;
    this.worthsAt = at.worths;
    this.pricesAt = at.prices;
    this.memory = kernelMemory(end);
    this.kernel = loadKernel<Exports>('peg', this.memory);
    const { buffer } = this.memory;
    this.onPath = new BigUint64Array(buffer, at.path, longestPath + 1);

    const masks = new BigUint64Array(buffer, at.jumps, this.jumps.length * 3);
    this.jumps.forEach(({ from, over, to }, index) => {
      const filled = (1n << BigInt(from)) | (1n << BigInt(over));
      masks.set([filled, filled | (1n << BigInt(to)), BigInt(to)], index * 3);
    });
    const firsts = (count: number, keys: readonly number[]): number[] =>
      Array.from({ length: count + 1 }, (_, key) => keys.filter((other) => other < key).length);
    new Int32Array(buffer, at.first, size + 1).set(
      firsts(
        size,
        this.jumps.map(({ from }) => from),
      ),
    );
    const imageOf = new BigUint64Array(buffer, at.images, chunks * 256 * images.length);
    images.forEach((image, symmetry) => {
      for (let chunk = 0; chunk < chunks; chunk++) {
        for (let value = 1; value < 256; value++) {
          const cell = order[chunk * 8 + 31 - Math.clz32(value)];
          const shorter = value ^ (1 << (31 - Math.clz32(value)));
          imageOf[(chunk * 256 + value) * images.length + symmetry] =
            cell === undefined
              ? 0n
              : imageOf[(chunk * 256 + shorter) * images.length + symmetry]! |
                (1n << BigInt(this.bitOf[image[cell]!]!));
        }
      }
    });
    const regionMasks = core.map((region) => region.reduce((mask, bit) => mask | (1 << bit), 0));
    new Int32Array(buffer, at.regionList, core.length).set(regionMasks);
    const regionFirsts = firsts(
      useful.length,
      core.map((region) => region[0]!),
    );
    new Int32Array(buffer, at.regionFirst, useful.length + 1).set(regionFirsts);

    const { kernel } = this;
    kernel.setBoard(size, at.jumps, this.jumps.length, at.first, at.images, images.length);
    const corners = cornersOf(board);
    const mayStay = corners.filter((cell) => goals.some((goal) => goal[cell] === 1));
    const maskOf = (cells: readonly number[]) =>
      cells.reduce((mask, cell) => mask | (1n << BigInt(this.bitOf[cell]!)), 0n);
    const staying = Math.max(...goals.map((goal) => mayStay.filter((cell) => goal[cell] === 1).length));
    const leavers = maskOf(corners.filter((cell) => !mayStay.includes(cell)));
    kernel.setBound(useful.length, at.regions, at.regionList, at.regionFirst, leavers, maskOf(mayStay), staying);
    const goalPegs = goals[0]!.filter((peg) => peg === 1).length;
    kernel.setEndings(at.endings, slots, at.byPegs, at.byMoves, endings, goalPegs);
    for (const goal of boards) kernel.addGoal(goal);
    kernel.setSearch(at.failures, failureBits, at.stack, at.path, at.bases);
  }

  pack(position: Position): bigint {
    return position.reduce((bits, peg, cell) => (peg ? bits | (1n << BigInt(this.bitOf[cell]!)) : bits), 0n);
  }

  /**
   * Have the search turn back where a position is worth less than the goal.
   * @param pagodas at most `mostPagodas`, the strongest first; weights between -128 and 127 in all sums
   */
  usePagodas(pagodas: readonly Pagoda[]): void {
    const { board, bitOf } = this;
    const stride = Math.ceil(pagodas.length / pagodaBlock) * pagodaBlock;
    const chunks = Math.ceil(board.size / 8);
    const worths = new Int8Array(this.memory.buffer, this.worthsAt, chunks * 256 * stride);
    const prices = new Int8Array(this.memory.buffer, this.pricesAt, stride);
    worths.fill(0);
    prices.fill(0);
    pagodas.forEach((pagoda, lane) => {
      prices[lane] = -Math.min(...this.goals.map((goal) => worth(pagoda, goal)));
      const weights = new Array<number>(chunks * 8).fill(0);
      pagoda.forEach((weight, cell) => {
        weights[bitOf[cell]!] = weight;
      });
      for (let chunk = 0; chunk < chunks; chunk++) {
        for (let value = 0; value < 256; value++) {
          let sum = 0;
          for (let bit = 0; bit < 8; bit++) if ((value >> bit) & 1) sum += weights[chunk * 8 + bit]!;
          worths[(chunk * 256 + value) * stride + lane] = sum;
        }
      }
    });
    this.kernel.setPagodas(this.worthsAt, this.pricesAt, stride / pagodaBlock);
  }

  // ---- Endings

  /** How many endings are in the table, counted once for each way they were met. */
  get endings(): number {
    return this.kernel.endingsByPegs() + this.kernel.endingsByMoves();
  }

  get pegEndings(): number {
    return this.kernel.endingsByPegs();
  }

  /** Of positions with up to so many pegs it is known whether they lead to the goal. */
  get knownPegs(): number {
    return this.kernel.knownPegs();
  }

  /** Endings of the last level by moves. */
  lastMoveLevel = 1;
  /** Whether the room for endings by moves is used up. */
  movesFull = false;
  private pegsFull = false;

  /**
   * Goes on with the endings of one peg, or one move, more, for so many steps.
   * @returns whether there is more to do; a level without room for all of it ends too, and is never complete
   */
  deepen(by: 'pegs' | 'moves', steps: number): boolean {
    const { kernel } = this;
    if (by === 'pegs') {
      if (this.pegsFull) return false;
      const result = kernel.deepenPegs(steps);
      this.pegsFull = result === 2;
      return result === 0;
    }
    if (this.movesFull) return false;
    const result = kernel.deepenMoves(steps);
    if (result !== 0) {
      this.lastMoveLevel = kernel.endingsByMoves() - this.moveLevels;
      this.moveLevels = kernel.endingsByMoves();
      this.movesFull = result === 2;
    }
    return result === 0;
  }
  private moveLevels = 1;

  /** The fewest moves to the goal of a position that is an ending, else `never`. */
  movesFrom(board: bigint): number {
    return this.kernel.movesFrom(board);
  }

  // ---- Search

  /** The position that stands for all images of this one by a symmetry that leaves the goal as it is. */
  canonical(board: bigint): bigint {
    return BigInt.asUintN(64, this.kernel.canonical(board));
  }

  /** Moves that a position other than a goal takes at least. */
  lowerBound(board: bigint): number {
    return Math.max(1, this.kernel.boundOf(board));
  }

  /** Start a search from a position that is no ending, for any solution or for one of at most so many moves. */
  begin(board: bigint, limit: number | 'any'): void {
    this.kernel.begin(board, limit === 'any' ? 0 : limit);
  }

  run(positions: number): Status {
    return (['more', 'found', 'none'] as const)[this.kernel.run(positions)];
  }

  /** Positions generated by the last `run`. */
  get generated(): number {
    return this.kernel.generatedCount();
  }

  /** Positions up to symmetry from the start to the present one: an ending after `found`. */
  get path(): bigint[] {
    return Array.from(this.onPath.subarray(0, this.kernel.pathLength()));
  }

  /** The least limit that could show more than the last one, which was searched to its end. */
  get nextLimit(): number {
    return this.kernel.nextLimit();
  }
}
