/** The kernel `peg` with the memory it works on: one board and one goal. */
import { type Board, symmetriesOf } from '../../puzzles/board.ts';
import { cornersOf } from '../../puzzles/families/peg/classes.ts';
import type { Position } from '../../puzzles/puzzle.ts';
import { kernelMemory, layOut, loadKernel } from '../kernels/kernel.ts';
import { regionsOf } from './peg-geometry.ts';
import { type Pagoda, worth } from './peg-pagoda.ts';

/** Addresses are numbers; positions and masks of holes are bigints, 64-bit integers to WebAssembly. */
interface Exports {
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
  movesFrom(board: bigint): number;
  setSearch(failures: number, bits: number, stack: number, path: number, bases: number): void;
  begin(board: bigint, limit: number): void;
  run(nodes: number): 0 | 1 | 2;
  pathLength(): number;
  nextLimit(): number;
  generatedCount(): number;
}

/** A hole is a bit of a 64-bit integer whose top byte is taken, and core holes index a table of 2^count bytes. */
const mostHoles = 56;
const mostCoreHoles = 22;
/** What the kernel says instead of a number of moves when the goal can't be reached. */
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

/** Which hole is which bit, and the Merson regions that no goal fills. */
interface HoleOrder {
  /** The cell of each bit: core holes, which are those of the regions, come first, so that they are an index. */
  readonly cellOf: readonly number[];
  readonly bitOf: readonly number[];
  readonly coreHoles: number;
  /** The bits of each region in ascending order; regions in the order of their lowest bit. */
  readonly regions: readonly (readonly number[])[];
}

const holeOrderOf = (board: Board, goals: readonly Position[]): HoleOrder => {
  const cells = board.neighbours.map((_, cell) => cell);
  const isFilled = (region: readonly number[]): boolean =>
    goals.some((goal) => region.every((cell) => goal[cell] === 1));
  const open = regionsOf(board).filter((region) => !isFilled(region));
  const core = cells.filter((cell) => open.some((region) => region.includes(cell))).slice(0, mostCoreHoles);
  const cellOf = [...core, ...cells.filter((cell) => !core.includes(cell))];
  const bitOf = cells.map((cell) => cellOf.indexOf(cell));
  const regions = open
    .filter((region) => region.every((cell) => core.includes(cell)))
    .map((region) => region.map((cell) => bitOf[cell]!).sort((a, b) => a - b))
    .sort((a, b) => a[0]! - b[0]!);
  return { cellOf, bitOf, coreHoles: core.length, regions };
};

/** Of things sorted by a key, the number of the first one with each key from 0 to `count`. */
const firstsOf = (count: number, keys: readonly number[]): number[] =>
  Array.from({ length: count + 1 }, (_, key) => keys.filter((other) => other < key).length);

/** Values that a chunk of eight holes can have, and the number of chunks of a board. */
const chunkValues = 256;
const chunksOf = ({ size }: Board): number => Math.ceil(size / 8);

export class PegKernel {
  /** Bytes of tables. */
  readonly bytes: number;
  readonly goals: readonly Position[];
  /** Symmetries of the board that leave the goal as it is, each as the image of every cell. */
  readonly symmetries: readonly (readonly number[])[];
  /** Endings of the last level by moves. */
  lastMoveLevel = 1;
  /** Whether the room for endings by moves is used up. */
  movesFull = false;
  private pegsFull = false;
  private moveLevels = 1;
  private readonly kernel: Exports;
  private readonly board: Board;
  private readonly holes: HoleOrder;
  private readonly buffer: ArrayBufferLike;
  private readonly pathAt: number;
  private readonly worthsAt: number;
  private readonly pricesAt: number;

  /** @throws RangeError for boards of more than 56 holes */
  constructor(board: Board, goals: readonly Position[], { endings, failureBits }: Sizes) {
    const { size } = board;
    if (size > mostHoles) throw new RangeError(`a board of ${size} holes; the kernel takes up to ${mostHoles}`);
    this.board = board;
    this.goals = goals;
    this.holes = holeOrderOf(board, goals);
    const { bitOf, coreHoles, regions } = this.holes;
    const packed = goals.map((goal) => this.pack(goal));
    this.symmetries = symmetriesOf(board).filter((image) =>
      goals.every((goal) => packed.includes(this.pack(goal.map((_, cell) => goal[image.indexOf(cell)]!)))),
    );
    const jumps = board.jumps
      .map(({ from, over, to }) => ({ from: bitOf[from]!, over: bitOf[over]!, to: bitOf[to]! }))
      .sort((a, b) => a.from - b.from);
    const images = this.imagesByChunk();
    const endingBits = Math.ceil(Math.log2(endings * 1.5));

    const { at, bytes } = layOut({
      jumps: jumps.length * 24,
      firstJumps: (size + 1) * 4,
      images: images.length * 8,
      regionList: regions.length * 4,
      firstRegions: (coreHoles + 1) * 4,
      path: (longestPath + 1) * 8,
      bases: (longestPath + 1) * 4,
      stack: stackEntries * 8,
      worths: chunksOf(board) * chunkValues * mostPagodas,
      prices: mostPagodas,
      regions: 2 ** coreHoles,
      byPegs: endings * 8,
      byMoves: endings * 8,
      endings: 2 ** endingBits * 8,
      failures: 2 ** failureBits * 8,
    });
    this.bytes = bytes;
    this.pathAt = at.path;
    this.worthsAt = at.worths;
    this.pricesAt = at.prices;
    const memory = kernelMemory(bytes);
    const { buffer } = memory;
    this.buffer = buffer;
    const masks = jumps.flatMap(({ from, over, to }) => {
      const filled = (1n << BigInt(from)) | (1n << BigInt(over));
      return [filled, filled | (1n << BigInt(to)), BigInt(to)];
    });
    const fromHoles = jumps.map(({ from }) => from);
    const lowest = regions.map((region) => region[0]!);
    const regionMasks = regions.map((region) => region.reduce((mask, bit) => mask | (1 << bit), 0));
    new BigUint64Array(buffer, at.jumps).set(masks);
    new Int32Array(buffer, at.firstJumps).set(firstsOf(size, fromHoles));
    new BigUint64Array(buffer, at.images).set(images);
    new Int32Array(buffer, at.regionList).set(regionMasks);
    new Int32Array(buffer, at.firstRegions).set(firstsOf(coreHoles, lowest));

    const kernel = loadKernel<Exports>('peg', memory);
    this.kernel = kernel;
    const perChunk = images.length / (chunksOf(board) * chunkValues);
    kernel.setBoard(size, at.jumps, jumps.length, at.firstJumps, at.images, perChunk);
    const { leavers, stayers, staying } = this.corners();
    kernel.setBound(coreHoles, at.regions, at.regionList, at.firstRegions, leavers, stayers, staying);
    const goalPegs = goals[0]!.filter((peg) => peg === 1).length;
    kernel.setEndings(at.endings, endingBits, at.byPegs, at.byMoves, endings, goalPegs);
    for (const goal of packed) kernel.addGoal(goal);
    kernel.setSearch(at.failures, failureBits, at.stack, at.path, at.bases);
  }

  pack(position: Position): bigint {
    return this.maskOf((cell) => position[cell] === 1);
  }

  /**
   * Have the search turn back where a position is worth less than the goal.
   * @param pagodas at most `mostPagodas`, the strongest first; weights between -128 and 127 in all sums
   */
  usePagodas(pagodas: readonly Pagoda[]): void {
    const { board, holes, buffer } = this;
    const stride = Math.ceil(pagodas.length / pagodaBlock) * pagodaBlock;
    const values = chunksOf(board) * chunkValues;
    const worths = new Int8Array(buffer, this.worthsAt, values * stride);
    const prices = new Int8Array(buffer, this.pricesAt, stride);
    worths.fill(0);
    prices.fill(0);
    pagodas.forEach((pagoda, lane) => {
      prices[lane] = -Math.min(...this.goals.map((goal) => worth(pagoda, goal)));
      for (let index = 0; index < values; index++) {
        const first = 8 * Math.floor(index / chunkValues);
        let sum = 0;
        for (let bit = 0; bit < 8; bit++) if ((index >> bit) & 1) sum += pagoda[holes.cellOf[first + bit]!] ?? 0;
        worths[index * stride + lane] = sum;
      }
    });
    this.kernel.setPagodas(this.worthsAt, this.pricesAt, stride / pagodaBlock);
  }

  // ---- Endings

  /** How many endings are in the table, counted once for each list that they were met by. */
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
    return Array.from(new BigUint64Array(this.buffer, this.pathAt, this.kernel.pathLength()));
  }

  /** The least limit that could show more than the last one, which was searched to its end. */
  get nextLimit(): number {
    return this.kernel.nextLimit();
  }

  // ---- What the kernel is given

  private maskOf(includes: (cell: number) => boolean): bigint {
    return this.holes.bitOf.reduce((mask, bit, cell) => (includes(cell) ? mask | (1n << BigInt(bit)) : mask), 0n);
  }

  /** Corners that must be empty at every goal, those that need not, and the most of the latter that a goal fills. */
  private corners(): { readonly leavers: bigint; readonly stayers: bigint; readonly staying: number } {
    const corners = cornersOf(this.board);
    const filled = this.goals.map((goal) => corners.filter((cell) => goal[cell] === 1));
    const mayStay = new Set(filled.flat());
    return {
      leavers: this.maskOf((cell) => corners.includes(cell) && !mayStay.has(cell)),
      stayers: this.maskOf((cell) => mayStay.has(cell)),
      staying: Math.max(...filled.map((cells) => cells.length)),
    };
  }

  /** For each chunk of eight bits and each value of it, the image under each symmetry. */
  private imagesByChunk(): BigUint64Array {
    const { board, symmetries, holes } = this;
    const { cellOf, bitOf } = holes;
    // The kernel takes symmetries in pairs, unless there is but one: the identity once more where their number is odd.
    const isOdd = symmetries.length % 2 === 1 && symmetries.length > 1;
    const taken = isOdd ? [...symmetries, symmetries[0]!] : symmetries;
    const images = new BigUint64Array(chunksOf(board) * chunkValues * taken.length);
    taken.forEach((image, symmetry) => {
      for (let index = 0; index < images.length / taken.length; index++) {
        const value = index % chunkValues;
        if (value === 0) continue;
        const top = 31 - Math.clz32(value);
        const cell = cellOf[8 * Math.floor(index / chunkValues) + top];
        if (cell === undefined) continue;
        const others = images[(index ^ (1 << top)) * taken.length + symmetry]!;
        images[index * taken.length + symmetry] = others | (1n << BigInt(bitOf[image[cell]!]!));
      }
    });
    return images;
  }
}
