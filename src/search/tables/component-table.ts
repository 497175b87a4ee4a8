/**
 * The distances of every position that a start can reach, for puzzles whose positions are few among those that can be
 * written: sliding blocks. No table is shared by many questions, as each board has positions of its own.
 *
 * The search goes forward from the start, which finds the nearest goals, and then backward from these, which tells distances.
 * A small board is searched whole, for the questions that follow; a large one as far as its shortest solutions. A board that
 * is too large for that still gets its first solution.
 */
import { BlockCursor, choices, mostPieces, mostPlaces } from '../../puzzles/families/block/cursor.ts';
import { metrics, type Position, type Puzzle, type Question } from '../../puzzles/puzzle.ts';
import { breadthFirst } from '../algorithms/breadth-first.ts';
import { type Budget, type GaveUpReason, pollInterval } from '../budget.ts';
import { kernelMemory, layOut, loadKernel } from '../kernels/kernel.ts';
import { countAtLeast, untouchedPages } from '../memory.ts';
import type { SearchResult } from '../search-result.ts';
import { StateTable } from './state-tables.ts';

/** A variable of the kernel. */
interface Variable {
  readonly value: number;
}

/** The kernel `kernels/assembly/component.ts`. */
interface Kernel {
  begin(start: number): void;
  list(count: number): void;
  beginBack(): void;
  back(count: number): 0 | 1;
  find(state: number): number;
  readonly size: Variable;
  readonly head: Variable;
  readonly goals: Variable;
  readonly slotCount: Variable;
  readonly isFull: Variable;
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
/** More than everything else takes. */
const smallBytes = 2 ** 20;

const choiceNumbers = BigUint64Array.from(choices, BigInt);

/** Where a thread keeps its component. Of all that it could hold, only what was written takes memory. */
interface Room {
  readonly memory: WebAssembly.Memory;
  owner?: Component;
}
let room: Room | undefined;
const roomBytes = mostPositions * (stateBytes + distanceBytes) + mostSlots * slotBytes + smallBytes;

/** The states that a start can reach, numbered in the order in which a breadth-first search meets them. */
class Component {
  /** Where each level from the start begins, and the end of the last one that is whole. */
  readonly starts = [0];
  readonly distances: Uint16Array;
  private readonly cursor: BlockCursor;
  private readonly wasm: Kernel;
  private readonly room: Room;
  private readonly states: BigUint64Array;
  private readonly goals: Uint32Array;
  private readonly fixedBytes: number;
  private isMeasured = false;

  constructor(cursor: BlockCursor) {
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
    room ??= { memory: kernelMemory(roomBytes, untouchedPages) };
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
        wideMasks: BigUint64Array.from(places.flatMap((_, place) => [middle[place]!, end[place]!])),
        nexts: Uint8Array.from(shapes.flatMap(({ next }) => [...next])),
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
    this.states = new BigUint64Array(memory.buffer, at.states, mostPositions);
    this.distances = new Uint16Array(memory.buffer, at.distances, mostPositions);
    this.goals = new Uint32Array(memory.buffer, at.queue, mostPositions);
    this.wasm = loadKernel<Kernel>('component', memory, {
      ...at,
      isWide: Number(bitOf.size > 64),
      endCount: ends.length,
      kindCount: shapes.length,
      metric: metrics.indexOf(metric),
      capacity: mostPositions,
    });
  }

  get size(): number {
    return this.wasm.size.value;
  }

  get bytes(): number {
    return slotBytes * this.wasm.slotCount.value + (stateBytes + (this.isMeasured ? distanceBytes : 0)) * this.size;
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
   * @param enough how many states are enough, by those that were listed with all goals of the nearest level
   * @returns whether all are listed, or why not
   */
  list(start: number, budget: Budget, enough: (listed: number) => number): 'all' | 'enough' | GaveUpReason {
    const { wasm, starts } = this;
    let most = Number.POSITIVE_INFINITY;
    wasm.begin(start);
    for (let depth = 0; wasm.head.value < this.size; depth++) {
      const end = this.size;
      starts.push(end);
      budget.peakFrontier = Math.max(budget.peakFrontier, end - starts[depth]!);
      while (wasm.head.value < end) {
        wasm.list(Math.min(pollInterval, end - wasm.head.value));
        budget.generated = this.size;
        const reason = wasm.isFull.value ? 'memory' : this.poll(budget);
        if (reason) return reason;
        if (this.size > most) return 'enough';
      }
      if (wasm.goals.value === 0) budget.lowerBound = depth + 1;
      else if (most === Number.POSITIVE_INFINITY) {
        most = enough(this.size);
        if (this.size > most) return 'enough';
      }
    }
    return 'all';
  }

  /** Fill `distances` up to a longest one, which those of other states exceed. */
  measure(budget: Budget, longest: number): 'all' | GaveUpReason {
    const { wasm, distances, goals: queue } = this;
    this.isMeasured = true;
    wasm.beginBack();
    while (wasm.back(pollInterval) && distances[queue[wasm.head.value]!]! <= longest) {
      const reason = this.poll(budget);
      if (reason) return reason;
    }
    return 'all';
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

  private poll(budget: Budget): GaveUpReason | undefined {
    countAtLeast(this.room.memory, this.fixedBytes + this.bytes);
    budget.bytes = this.bytes;
    return budget.spent();
  }
}

export class ComponentTable extends StateTable {
  private readonly component: Component;

  /** Whether it has all positions. If not, it knows the distances on shortest ways from the start only. */
  readonly isWhole: boolean;

  constructor(puzzle: Puzzle, cursor: BlockCursor, component: Component, isWhole: boolean) {
    const counts: number[] = [];
    if (isWhole) {
      for (const distance of component.distances.subarray(0, component.size))
        counts[distance] = (counts[distance] ?? 0) + 1;
    }
    super(puzzle, cursor, counts, component.bytes);
    this.component = component;
    this.isWhole = isWhole;
  }

  /** Whether it tells all about a start. */
  knows(start: Position): boolean {
    return this.isWhole ? this.distance(start) !== -1 : this.component.find(this.cursor.rank(start)) === 0;
  }

  protected distanceOf(state: number): number {
    const index = this.component.find(state);
    return index === -1 ? -1 : this.component.distances[index]!;
  }

  farthest(): Position[] {
    const { component, histogram } = this;
    const farthest: Position[] = [];
    for (let index = 0; index < component.size; index++) {
      if (component.distances[index] === histogram.length - 1) farthest.push(this.cursor.unrank(component.at(index)));
    }
    return farthest;
  }
}

/** Positions up to which a whole component is listed although a solution is known: some seconds. */
const mostListed = 2 ** 22;
/** For one start: up to this many, and up to as many times those of its shortest solutions, as others come from its board. */
const fewListed = 2 ** 12;
const timesListed = 4;
/** More memory than this is not kept for the next question. */
const mostKeptBytes = 2 ** 25;

/** The table that was made last, as questions about one board come in rows. */
let last: { readonly puzzle: Puzzle; readonly goal: string; readonly table: ComponentTable } | undefined;

/**
 * The table for a question; or without one, where there is no solution or too much to list, what the search found. The
 * kernel counts positions by numbers, so boards with too many pieces for that have a search by the cursor alone. First
 * it goes forward from the start, so that it knows a shortest solution early. The next table in the same thread takes its
 * memory.
 * @param extent `start` if only the shortest solutions matter: it may end at the level of the nearest goals
 */
export const componentTable = (
  puzzle: Puzzle,
  question: Question,
  budget: Budget,
  extent: 'whole' | 'start' = 'whole',
): ComponentTable | SearchResult => {
  const { start, goal } = question;
  const isKnown = last?.puzzle === puzzle && last.goal === goal.text && last.table.knows(start);
  if (isKnown && (last!.table.isWhole || extent === 'start')) return last!.table;
  last = undefined;
  const cursor = puzzle.cursor(goal, start);
  if (!(cursor instanceof BlockCursor)) throw new TypeError(`${puzzle.id} is no puzzle of blocks`);
  if (cursor.isNumbering) return breadthFirst(cursor, cursor.rank(start), budget);
  const component = new Component(cursor);
  const enough = (listed: number): number =>
    extent === 'whole' ? mostListed : Math.max(fewListed, Math.min(timesListed * listed, mostListed / 2));
  const listed = component.list(cursor.rank(start), budget, enough);
  if (component.bytes > mostKeptBytes) room = undefined;
  const { shortest } = component;
  if (shortest === undefined) {
    return listed === 'all' ? { status: 'exhausted' } : { status: 'gave-up', reason: listed as GaveUpReason };
  }
  budget.lowerBound = shortest;
  const isWhole = listed === 'all';
  const isEnough = isWhole || (listed === 'enough' && extent === 'start' && component.size <= mostListed);
  const longest = isWhole ? Number.POSITIVE_INFINITY : shortest;
  if (!isEnough || component.measure(budget, longest) !== 'all') return { status: 'solved', moves: component.path() };
  const table = new ComponentTable(puzzle, cursor, component, isWhole);
  if (room) last = { puzzle, goal: goal.text, table };
  return table;
};
