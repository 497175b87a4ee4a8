/** The kernel `peg` with the memory it works on: one board and one goal. */
import { type Board, symmetriesOf } from '../../puzzles/board.ts';
import { cornersOf } from '../../puzzles/families/pegs/classes.ts';
import { elementsAt } from '../../puzzles/lists.ts';
import type { Position } from '../../puzzles/puzzle.ts';
import { transform } from '../../puzzles/symmetry.ts';
import { layOut, loadKernel } from '../kernels/kernel.ts';
import { type GroupRules, groupRules } from './peg-groups.ts';
import { strongPagodas, worth } from './peg-pagoda.ts';

/** The kernel `kernels/assembly/peg.ts`. Positions and masks of holes are 64-bit integers. */
interface Exports {
  fillRegions(): void;
  fillGroups(): void;
  beginBeam(board: bigint, width: number, limit: number): void;
  runBeam(nodes: number): 0 | 1 | 2;
  readonly beamLength: WebAssembly.Global;
  readonly beamGenerated: WebAssembly.Global;
  bound(board: bigint): number;
  canonical(board: bigint): bigint;
  addGoal(board: bigint): void;
  deepen(count: number): 0 | 1 | 2;
  movesFrom(board: bigint): number;
  begin(board: bigint, limit: number): void;
  run(nodes: number): 0 | 1 | 2 | 3;
  readonly depth: WebAssembly.Global;
  readonly nextLimit: WebAssembly.Global;
  readonly generated: WebAssembly.Global;
  readonly endingCount: WebAssembly.Global;
  readonly known: WebAssembly.Global;
  readonly pagodaBlocks: WebAssembly.Global;
}

/** A hole is a bit of a 64-bit integer whose top byte is taken, and core holes index a table of 2^count bytes. */
const mostHoles = 56;
const mostCoreHoles = 22;
/** Of more symmetries, which a board with many equal arms has, only the first is worth its time: the identity. */
const mostSymmetries = 24;
/** Stands for a number of moves when the goal can't be reached. */
export const never = 63;

/** Room for the positions that wait: a few hundred for each position on the path, on most boards. */
const stackEntries = 2 ** 15;
const longestPath = 64;

/** Holes from which on a board gains by a wider beam. */
const manyHoles = 41;
/** A beam remembers this multiple of its positions, to keep none twice. */
const metShare = 4;

/** Pagoda functions that a search uses, in blocks of sixteen: one byte each in a vector. */
const pagodaBlock = 16;
const mostPagodas = 2 * pagodaBlock;

/** `none`: there is no solution, or none within the limit. `memory`: a position has too many successors. */
export type Status = 'more' | 'found' | 'none' | 'memory';

interface Sizes {
  /** Endings that there is room for. */
  readonly endings: number;
  /** Bits of the number of failures that are kept, 8 bytes each. */
  readonly failureBits: number;
}

/** Larger regions exist, but add nothing on the boards that we have. */
const largestRegion = 9;

/**
 * Merson regions (Beasley 1985, chapter 5) without corners: sets of holes that hold an end of every line of three holes
 * whose middle they hold. The first jump to change a full region starts in it, with a peg that has not moved since it was
 * full, so disjoint full regions take a move each.
 * @returns the minimal ones, each as a list of cells
 */
export const regionsOf = (board: Board): number[][] => {
  const corners = new Set(cornersOf(board));
  const ends = Array.from({ length: board.size }, (_, cell) =>
    board.jumps.flatMap(({ from, over, to }) => (over === cell ? [[from, to]] : [])),
  );
  const met = new Set<bigint>();
  const closed: number[][] = [];
  const grow = (region: readonly number[]): void => {
    const bits = region.reduce((sum, cell) => sum | (1n << BigInt(cell)), 0n);
    if (met.has(bits) || region.length > largestRegion) return;
    met.add(bits);
    for (const cell of region) {
      const open = ends[cell]!.find((pair) => !pair.some((end) => region.includes(end)));
      if (!open) continue;
      for (const end of open) if (!corners.has(end)) grow([...region, end]);
      return;
    }
    closed.push(region.toSorted((a, b) => a - b));
  };
  for (let cell = 0; cell < board.size; cell++) if (!corners.has(cell)) grow([cell]);
  closed.sort((a, b) => a.length - b.length);
  const least: number[][] = [];
  for (const region of closed)
    if (!least.some((smaller) => smaller.every((cell) => region.includes(cell)))) least.push(region);
  return least;
};

/**
 * Which hole is which bit, and the Merson regions that no goal fills: lists of bits in ascending order, sorted by their
 * lowest bit. Core holes, those of the regions, come first, so that they are an index.
 */
const holeOrderOf = (board: Board, goals: readonly Position[]) => {
  const cells = board.neighbours.map((_, cell) => cell);
  const isFilled = (region: readonly number[]): boolean =>
    goals.some((goal) => region.every((cell) => goal[cell] === 1));
  const open = regionsOf(board).filter((region) => !isFilled(region));
  const core = cells.filter((cell) => open.some((region) => region.includes(cell))).slice(0, mostCoreHoles);
  const cellOf = [...core, ...cells.filter((cell) => !core.includes(cell))];
  const bitOf = cells.map((cell) => cellOf.indexOf(cell));
  const regions = open
    .filter((region) => region.every((cell) => core.includes(cell)))
    .map((region) => elementsAt(bitOf, region).sort((a, b) => a - b))
    .sort((a, b) => a[0]! - b[0]!);
  return { cellOf, bitOf, coreHoles: core.length, regions };
};

/** How many disjoint regions there are at most, of lists of bits sorted by their lowest bit. */
const mostDisjoint = (regions: readonly (readonly number[])[]): number => {
  const [first, ...rest] = regions;
  if (!first) return 0;
  const apart = rest.filter((region) => !region.some((bit) => first.includes(bit)));
  return Math.max(1 + mostDisjoint(apart), apart.length < rest.length ? mostDisjoint(rest) : 0);
};

/** Of things sorted by a key, the number of the first one with each key from 0 to `count`. */
const firstsOf = (count: number, keys: readonly number[]): Int32Array =>
  Int32Array.from({ length: count + 1 }, (_, key) => keys.filter((other) => other < key).length);

const maskOf = (bits: readonly number[]): bigint => bits.reduce((mask, bit) => mask | (1n << BigInt(bit)), 0n);

/** Values that a chunk of eight holes can have, and the number of chunks of a board. */
const chunkValues = 256;
const chunksOf = ({ size }: Board): number => Math.ceil(size / 8);

const groupArrays = ({ counters, chains, goals, entries }: GroupRules, bitOf: readonly number[]) => ({
  counters: BigUint64Array.from(
    counters.flatMap(({ cells, stride }) => [
      maskOf(elementsAt(bitOf, cells)),
      BigInt(stride) | (BigInt(cells.length) << 32n),
    ]),
  ),
  chainKinds: Uint8Array.from(chains.flat()),
  goalPegs: Uint8Array.from(goals.flat()),
  digits: counters.length * 4,
  groupMoves: entries,
});

/** A quarter more than the beam keeps, so that it need not choose for each position that it meets. */
const beamArrays = (holes: number, width: number) => ({
  beam: (holes + 1) * width * 1.25 * 8,
  beamParents: (holes + 1) * width * 1.25 * 4,
  beamCounts: (holes + 1) * 8,
  met: metShare * width * 8,
  scoreCounts: 64 * 64 * 4,
  beamPath: (longestPath + 1) * 8,
});

export class PegKernel {
  /** Bytes of tables. */
  readonly bytes: number;
  /** Positions of each number of pegs that a beam keeps at most. */
  readonly mostBeamWidth: number;
  private readonly goals: readonly Position[];
  /** Symmetries of the board that leave the goal as it is, each as the image of every cell. */
  private readonly symmetries: readonly (readonly number[])[];
  readonly wasm: Exports;
  private hasPagodas = false;
  private readonly board: Board;
  private readonly holes: ReturnType<typeof holeOrderOf>;
  private readonly buffer: ArrayBufferLike;
  private readonly at: Readonly<Record<'path' | 'beamPath' | 'worths' | 'prices', number>>;

  /** @throws RangeError for boards of more than 56 holes */
  constructor(board: Board, goals: readonly Position[], { endings, failureBits }: Sizes) {
    const { size } = board;
    if (size > mostHoles) throw new RangeError(`a board of ${size} holes; the kernel takes up to ${mostHoles}`);
    this.board = board;
    this.mostBeamWidth = size < manyHoles ? 2 ** 15 : 2 ** 17;
    this.goals = goals;
    this.holes = holeOrderOf(board, goals);
    const { bitOf, coreHoles, regions } = this.holes;
    const packed = goals.map((goal) => this.pack(goal));
    const all = symmetriesOf(board);
    this.symmetries = (all.length > mostSymmetries ? all.slice(0, 1) : all).filter((image) =>
      goals.every((goal) => packed.includes(this.pack(transform(goal, image)))),
    );
    const jumps = board.jumps
      .map(({ from, over, to }) => elementsAt(bitOf, [from, over, to]))
      .map(([from, over, to]) => ({ from, over, to }))
      .sort((a, b) => a.from - b.from);
    const images = this.imagesByChunk();
    const chunkCount = chunksOf(board) * chunkValues;
    const endingBits = Math.ceil(Math.log2(endings * 1.5));
    const regionMasks = regions.map((region) => Number(maskOf(region)));
    const { leavers, stayers, stayerCount } = this.corners();
    const mostFull = mostDisjoint(regions) + stayers.length - stayerCount;
    const rules = groupRules(board, goals, leavers, mostFull);
    const { at, bytes, memory } = layOut({
      jumps: BigUint64Array.from(
        jumps.flatMap(({ from, over, to }) => [maskOf([from, over]), maskOf([from, over, to]), BigInt(to)]),
      ),
      firstJumps: firstsOf(
        size,
        jumps.map(({ from }) => from),
      ),
      images,
      regionList: Uint32Array.from(regionMasks),
      firstRegions: firstsOf(
        coreHoles,
        regions.map((region) => region[0]!),
      ),
      path: (longestPath + 1) * 8,
      bases: (longestPath + 1) * 4,
      stack: stackEntries * 8,
      worths: chunkCount * mostPagodas,
      prices: mostPagodas,
      regions: 2 ** coreHoles,
      ...groupArrays(rules, bitOf),
      ...beamArrays(size, this.mostBeamWidth),
      endingList: endings * 8,
      endings: 2 ** endingBits * 8,
      failures: 2 ** failureBits * 8,
    });
    this.bytes = bytes;
    this.at = at;
    this.buffer = memory.buffer;
    this.wasm = loadKernel<Exports>('peg', memory, {
      ...at,
      stayers: maskOf(elementsAt(bitOf, stayers)),
      stayerCount,
      mostFull,
      groupCount: rules.groupCount,
      counterCount: rules.counters.length,
      chainCount: rules.chains.length,
      goalCount: rules.goals.length,
      jumpCount: jumps.length,
      symmetryCount: images.length / chunkCount,
      coreHoles,
      stackCap: stackEntries,
      endingBits,
      endingCap: endings,
      known: goals[0]!.filter((peg) => peg === 1).length,
      failureBits,
      metBits: Math.log2(metShare * this.mostBeamWidth),
    });
    this.wasm.fillRegions();
    this.wasm.fillGroups();
    for (const goal of packed) this.wasm.addGoal(goal);
  }

  pack(position: Position): bigint {
    return maskOf(this.holes.bitOf.filter((_, cell) => position[cell] === 1));
  }

  /** Let searches turn back where a position is worth less than the goal by one of its strongest functions. */
  usePagodas(): void {
    const { board, holes, buffer, goals, symmetries } = this;
    if (this.hasPagodas) return;
    this.hasPagodas = true;
    const pagodas = strongPagodas(board, goals, symmetries, mostPagodas);
    const stride = Math.ceil(pagodas.length / pagodaBlock) * pagodaBlock;
    const values = chunksOf(board) * chunkValues;
    const worths = new Int8Array(buffer, this.at.worths, values * stride);
    const prices = new Int8Array(buffer, this.at.prices, stride);
    // The functions fill whole blocks: the first ones once more.
    for (let lane = 0; lane < stride; lane++) {
      const pagoda = pagodas[lane % pagodas.length]!;
      prices[lane] = -Math.min(...goals.map((goal) => worth(pagoda, goal)));
      for (let index = 0; index < values; index++) {
        const first = 8 * Math.floor(index / chunkValues);
        let sum = 0;
        for (let bit = 0; bit < 8; bit++) if ((index >> bit) & 1) sum += pagoda[holes.cellOf[first + bit]!] ?? 0;
        worths[index * stride + lane] = sum;
      }
    }
    this.wasm.pagodaBlocks.value = stride / pagodaBlock;
  }

  /** The position that stands for all images of this one by a symmetry that leaves the goal as it is. */
  canonical(board: bigint): bigint {
    return BigInt.asUintN(64, this.wasm.canonical(board));
  }

  /** Moves that a position other than a goal takes at least. */
  lowerBound(board: bigint): number {
    return Math.max(1, this.wasm.bound(board));
  }

  run(positions: number): Status {
    return (['more', 'found', 'none', 'memory'] as const)[this.wasm.run(positions)];
  }

  /** Positions up to symmetry from the start to the present one: an ending after `found`. */
  get path(): bigint[] {
    return Array.from(new BigUint64Array(this.buffer, this.at.path, this.wasm.depth.value + 2));
  }

  /** The same from the start to an ending, of a beam. */
  get beamPath(): bigint[] {
    return Array.from(new BigUint64Array(this.buffer, this.at.beamPath, this.wasm.beamLength.value));
  }

  /** Corners that must be empty at every goal, those that need not, and the most of the latter that a goal fills. */
  private corners() {
    const corners = cornersOf(this.board);
    const filled = this.goals.map((goal) => corners.filter((cell) => goal[cell] === 1));
    const stayers = [...new Set(filled.flat())];
    return {
      leavers: corners.filter((cell) => !stayers.includes(cell)),
      stayers,
      stayerCount: Math.max(...filled.map((cells) => cells.length)),
    };
  }

  /** For each chunk of eight bits and each value of it, the image under each symmetry. */
  private imagesByChunk(): BigUint64Array {
    const { board, symmetries, holes } = this;
    const { cellOf, bitOf } = holes;
    // The kernel takes symmetries in pairs, unless there is but one: the identity once more where their number is odd.
    const isOdd = symmetries.length % 2 === 1 && symmetries.length > 1;
    const taken = isOdd ? [...symmetries, ...symmetries.slice(0, 1)] : symmetries;
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
