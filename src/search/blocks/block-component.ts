/** The positions of blocks that a start can reach, listed and measured by a kernel. */
import { type BlockCursor, choices, mostPieces, mostPlaces } from '../../puzzles/families/blocks/cursor.ts';
import { paired } from '../../puzzles/lists.ts';
import { metrics } from '../../puzzles/puzzle.ts';
import { type Budget, type GaveUpReason, pollInterval } from '../budget.ts';
import { kernelMemory, layOut, loadKernel } from '../kernels/kernel.ts';
import { countAtLeast } from '../memory.ts';

/** The kernel `kernels/assembly/component.ts`. */
interface Kernel {
  begin(start: number, limit: number): void;
  list(count: number, depth: number): void;
  keep(database: number): void;
  beginBack(): void;
  back(count: number): 0 | 1;
  find(state: number): number;
  readonly size: WebAssembly.Global;
  readonly head: WebAssembly.Global;
  readonly goals: WebAssembly.Global;
  readonly next: WebAssembly.Global;
  readonly slotCount: WebAssembly.Global;
  readonly isFull: WebAssembly.Global;
}

const stateBytes = 8;
/** A distance, and a place in the queue, which only the second search needs. */
const distanceBytes = 2 + 4;
/** Of many slots, 64 to 80 % are taken: 13 to 15 bytes a state in all. */
const slotBytes = 4;
/** An index and one more have 26 bits. */
export const mostPositions = 2 ** 26 - 1;
/** Grown by a quarter at a time. */
const mostSlots = 2 ** 26 * 1.6;
/** Databases of patterns that a search may have, and the bytes of all. */
export const mostPatterns = 2;
const patternBytes = mostPatterns * 8 * 2 ** 22;
/** More than everything else takes. */
const smallBytes = 2 ** 20;

const choiceNumbers = BigUint64Array.from(choices, BigInt);

/** Where a thread keeps its component. Of all that it could hold, only what was written takes memory. */
interface Room {
  readonly memory: WebAssembly.Memory;
  owner?: BlockComponent;
}
let room: Room | undefined;
const roomBytes = mostPositions * (stateBytes + distanceBytes) + mostSlots * slotBytes + patternBytes + smallBytes;

/** The states that a start can reach, numbered in the order in which a breadth-first search meets them. */
export class BlockComponent {
  /** Where each level from the start begins, and the end of the last one that is whole. */
  readonly starts = [0];
  readonly distances: Uint16Array;
  private readonly cursor: BlockCursor;
  private readonly wasm: Kernel;
  private readonly room: Room;
  private readonly states: BigUint64Array;
  private readonly goals: Uint32Array;
  private readonly fixedBytes: number;
  private readonly patternBytes: number;
  private isMeasured = false;

  /** @param patterns by database that was kept in this memory: what the digit of each kind counts */
  constructor(cursor: BlockCursor, patterns: readonly Float64Array[] = []) {
    const { pieces, first, weights, metric, ends } = cursor;
    const shapes = pieces.kinds.map(({ shape }) => shape);
    const counts = shapes.map(({ places }) => places.length);
    const places = shapes.flatMap((shape) => shape.places);
    const bitOf = new Map([...new Set(places.flat())].map((cell, bit) => [cell, bit]));
    const masksOf = (from: number): BigUint64Array =>
      BigUint64Array.from(places, (cells) =>
        cells.reduce((mask, cell) => {
          const bit = bitOf.get(cell)! - from;
          return bit >= 0 && bit < 64 ? mask | (1n << BigInt(bit)) : mask;
        }, 0n),
      );
    const [middle, end] = [masksOf(64), masksOf(128)];
    room ??= { memory: kernelMemory(roomBytes, 0) };
    room.owner = this;
    const { memory } = room;
    const { at } = layOut(
      {
        choices: choiceNumbers,
        firsts: first,
        weights: BigUint64Array.from(weights, BigInt),
        placeCounts: Uint8Array.from(counts),
        placeStarts: Uint32Array.from(counts, (_, kind) =>
          counts.slice(0, kind).reduce((sum, count) => sum + count, 0),
        ),
        masks: masksOf(0),
        wideMasks: BigUint64Array.from(paired([...middle], end).flat()),
        nexts: Uint8Array.from(shapes.flatMap(({ next }) => [...next])),
        patternWeights: BigUint64Array.from(
          patterns.flatMap((own) => [...own]),
          BigInt,
        ),
        patternRanks: 8 * mostPatterns,
        targets: Uint8Array.from(ends.flatMap((targets) => [targets.length, ...targets.flat()])),
        places: mostPieces,
        digits: 8 * mostPieces,
        reached: mostPlaces,
        seen: 4 * 256,
        waiting: 8 * mostPieces * mostPlaces,
        slots: slotBytes * mostSlots,
        states: stateBytes * mostPositions,
        distances: 2 * mostPositions,
        queue: 4 * mostPositions,
      },
      () => memory,
    );
    this.cursor = cursor;
    this.room = room;
    this.fixedBytes = at.slots;
    this.patternBytes = patterns.length > 0 ? patternBytes : 0;
    this.states = new BigUint64Array(memory.buffer, at.states, mostPositions);
    this.distances = new Uint16Array(memory.buffer, at.distances, mostPositions);
    this.goals = new Uint32Array(memory.buffer, at.queue, mostPositions);
    this.wasm = loadKernel<Kernel>('component', memory, {
      ...at,
      isWide: Number(bitOf.size > 64),
      endCount: ends.length,
      kindCount: shapes.length,
      metric: metrics.indexOf(metric),
      // At the end, where they stay when another component takes the memory.
      patterns: memory.buffer.byteLength - patternBytes,
      patternCount: patterns.length,
      capacity: mostPositions,
    });
  }

  get size(): number {
    return this.wasm.size.value;
  }

  get bytes(): number {
    const { slotCount, size } = this.wasm;
    const listed = slotBytes * slotCount.value + (stateBytes + (this.isMeasured ? distanceBytes : 0)) * size.value;
    return listed + this.patternBytes;
  }

  /**
   * The index of a state, or -1; also for -1, the state of positions with other pieces.
   * @throws Error when the next component has taken the memory
   */
  find(state: number): number {
    if (this.room.owner !== this) throw new Error('another component has taken the memory of this one');
    return state === -1 ? -1 : this.wasm.find(state);
  }

  at(index: number): number {
    return Number(this.states[index]);
  }

  /** The level of the nearest goal, if one was met in a level that was expanded. */
  get shortest(): number | undefined {
    return this.wasm.goals.value > 0 ? this.starts.findLastIndex((start) => start <= this.goals[0]!) : undefined;
  }

  /**
   * List all states, level by level.
   * @param most how many states are enough without a goal
   * @param enough how many are, by those that were listed with all goals of the nearest level
   * @param limit of the moves of a solution through a state, by databases of patterns; 0 for none
   * @returns whether all are listed, or why not
   */
  list(
    start: number,
    budget: Budget,
    most: number,
    enough: (listed: number) => number,
    limit = 0,
  ): 'all' | 'enough' | GaveUpReason {
    const { wasm, starts } = this;
    const { generated } = budget;
    let hasGoals = false;
    starts.length = 1;
    wasm.begin(start, limit);
    for (let depth = 0; wasm.head.value < this.size; depth++) {
      const end = this.size;
      starts.push(end);
      budget.peakFrontier = Math.max(budget.peakFrontier, end - starts[depth]!);
      while (wasm.head.value < end) {
        wasm.list(Math.min(pollInterval, end - wasm.head.value), depth);
        budget.generated = generated + this.size;
        const reason = wasm.isFull.value ? 'memory' : this.poll(budget);
        if (reason) return reason;
        if (this.size > most) return 'enough';
      }
      if (wasm.goals.value === 0) budget.lowerBound = Math.max(budget.lowerBound, depth + 1);
      else if (!hasGoals) {
        hasGoals = true;
        most = enough(this.size);
        if (this.size > most) return 'enough';
      }
    }
    return 'all';
  }

  /** The least limit above that of the list with which there are more states; undefined if it has all. */
  get nextLimit(): number | undefined {
    // The kernel's integers come signed.
    const next = this.wasm.next.value >>> 0;
    return next === 2 ** 32 - 1 ? undefined : next;
  }

  /** Make the distances of all states the database of this number. */
  keep(database: number): void {
    this.wasm.keep(database);
  }

  /** Fill `distances` up to a longest one, which those of other states exceed. @returns why it stopped, if it did */
  measure(budget: Budget, longest: number): GaveUpReason | undefined {
    const { wasm, distances, goals: queue } = this;
    this.isMeasured = true;
    wasm.beginBack();
    while (wasm.back(pollInterval) && distances[queue[wasm.head.value]!]! <= longest) {
      const reason = this.poll(budget);
      if (reason) return reason;
    }
    return undefined;
  }

  /** A shortest way from the start to the first goal that was met. */
  path(): number[] {
    const { cursor, starts } = this;
    const path: number[] = [];
    const codes: number[] = [];
    cursor.load(this.at(this.goals[0]!));
    for (let level = this.shortest!; level > 0; level--) {
      const count = cursor.predecessors(codes, 0);
      for (const code of codes.slice(0, count)) {
        cursor.unmake(code);
        const index = this.find(cursor.state());
        if (index !== -1 && index < starts[level]!) {
          path.push(code);
          break;
        }
        cursor.make(code);
      }
    }
    return path.reverse();
  }

  /** Give the memory back, so that the next component gets another one. */
  release(): void {
    if (room === this.room) room = undefined;
  }

  private poll(budget: Budget): GaveUpReason | undefined {
    countAtLeast(this.room.memory, this.fixedBytes + this.bytes);
    budget.bytes = this.bytes;
    return budget.spent();
  }
}
