/**
 * Depth-first search of large sliding puzzles (IDA*, Korf 1985) below additive pattern databases (Korf & Felner 2002;
 * Felner, Korf & Hanan 2004), by the kernel `additive-search`.
 */
import type { Board } from '../../puzzles/board.ts';
import type { Move, Question } from '../../puzzles/puzzle.ts';
import type { LimitedSearch } from '../algorithms/team.ts';
import { pollInterval } from '../budget.ts';
import { loadKernel } from '../kernels/kernel.ts';
import {
  atPair,
  cellsAt,
  globalsOf,
  leavePlace,
  mostEntries,
  ownSizes,
  remembers,
  type SearchPlace,
  sumsAt,
  tablesIn,
  takePlace,
  viewBytes,
  viewFields,
} from './database-memory.ts';
import type { Databases } from './databases.ts';
import { frameOf, type GoalFrame, reframed } from './goal-frame.ts';
import { type View, viewsOf } from './view.ts';
import { waysInto } from './ways.ts';

/** Positions at which the search is divided: enough that threads end together, few enough to be listed in milliseconds. */
const leastParts = 1000;

/** Nodes by which pairs of bounds can be compared, and after which none is tried further. */
const enough = 2 ** 12;
const mostCompared = 2 ** 20;

interface Kernel extends Record<keyof ReturnType<typeof atPair>, { value: number }> {
  readonly generated: { readonly value: bigint };
  run(made: number, count: number, learns: boolean): number;
}

/** What a search works with between `open` and `close`. */
interface Opened {
  readonly memory: WebAssembly.Memory;
  readonly place: SearchPlace;
  readonly kernel: Kernel;
  readonly tables: readonly Uint8Array[];
  readonly path: Uint16Array;
}

/** For one thread. */
export class AdditiveSearch implements LimitedSearch {
  readonly step = 2;
  generated = 0;
  /** Of the start. */
  bound = 0;
  private readonly databases: Databases;
  private readonly entries: number;
  private readonly board: Board;
  /** By pair of bounds, its views, those of the first sum before the others. */
  private readonly viewsOfPairs: readonly (readonly View[])[];
  private pair = 0;
  /** The last part below which it learnt, and at which limit. */
  private learnt = { limit: 0, part: 0 };
  /** The tile that is in no view, or -1. */
  private readonly loose: number;
  private opened: Opened | undefined;

  private frame!: GoalFrame;
  /** Start and goal in terms of the frame. */
  private start: readonly number[] = [];
  private goal: readonly number[] = [];
  /** What the kernel knows of the start, by view. */
  private readonly placed = new Map<View, readonly number[]>();
  /** The start's two lower bounds. */
  private sums: readonly [number, number] = [0, 0];
  /** The moves to each part, once the search is divided. */
  private ways: readonly (readonly number[])[] | undefined;
  private poll: () => boolean = () => false;
  /** What the kernel had generated before this question. */
  private counted = 0n;

  /** @param entries of its transposition table, a power of two */
  constructor(databases: Databases, entries = mostEntries) {
    const { board } = databases;
    this.databases = databases;
    this.entries = entries;
    this.board = board;
    const views = databases.pairs.map((_, pair) => viewsOf(databases, pair));
    this.viewsOfPairs = views.map((sums) => sums.flat());
    const inViews = new Set(views[0]![0]!.flatMap(({ tiles }) => [...tiles]));
    this.loose = [...board.x.keys()].findIndex((tile) => tile > 0 && !inViews.has(tile));
  }

  /** Work in this memory, which has the tables. */
  open(memory: WebAssembly.Memory): void {
    this.close();
    const { databases, entries } = this;
    const place = takePlace(databases, memory);
    const globals = {
      ...globalsOf(databases),
      ...place.at,
      knownMask: entries - 1,
      pollInterval: BigInt(pollInterval),
    };
    const poll = (): boolean => {
      this.count();
      return this.poll();
    };
    const kernel = loadKernel<Kernel>('additive-search', memory, globals, { poll });
    const path = new Uint16Array(memory.buffer, place.at.path, 256);
    this.opened = { memory, place, kernel, tables: tablesIn(databases, memory), path };
  }

  /** Let go of the memory until the next `open`, so that it can hold something else. */
  close(): void {
    if (this.opened) leavePlace(this.databases, this.opened.memory, this.opened.place);
    this.opened = undefined;
  }

  get isOpen(): boolean {
    return this.opened !== undefined;
  }

  private get work(): Opened {
    if (!this.opened) throw new Error('the databases are not open');
    return this.opened;
  }

  /** Take a question that has a solution. */
  begin({ start, goal }: Question, variant = 0): void {
    const end = goal.positions[0]!;
    this.frame = frameOf(this.board, end);
    this.start = reframed(this.frame, start);
    this.goal = reframed(this.frame, end);
    this.placed.clear();
    this.ways = undefined;
    this.counted = this.work.kernel.generated.value;
    this.generated = 0;
    this.variant = variant;
    this.bound = Math.max(...this.sums, this.board.distance[start.indexOf(0)]![end.indexOf(0)]! & 1);
  }

  get variant(): number {
    return this.pair;
  }

  set variant(pair: number) {
    const { kernel } = this.work;
    this.pair = pair;
    for (const [name, address] of Object.entries(atPair(this.databases, pair))) {
      kernel[name as keyof ReturnType<typeof atPair>].value = address;
    }
    this.aim();
    this.place();
  }

  choose(first: number, poll: () => boolean): readonly Move[] | number {
    const { length } = this.databases.pairs;
    // Parts of a solution are too short for a comparison.
    if (length === 1 || this.entries < mostEntries) return first;
    const pairs = this.pairsByBound();
    // The limit before is done, but tells as much by a tenth of the nodes.
    for (let limit = Math.max(this.bound, first - this.step); ; limit += this.step) {
      let least = mostCompared;
      let best = 0;
      for (const pair of pairs) {
        this.variant = pair;
        // All begin with nothing.
        this.forget();
        const before = this.generated;
        let hasToStop = false;
        const moves = this.run('all', limit, true, () => {
          hasToStop = poll();
          return hasToStop || this.generated - before >= least;
        });
        if (moves) return moves;
        if (hasToStop) return limit;
        if (this.generated - before >= least) continue;
        least = this.generated - before;
        best = pair;
      }
      this.variant = best;
      if (least === mostCompared) return limit;
      if (least >= enough) return limit + this.step;
    }
  }

  /** Of the start, the highest first: it probably takes the fewest nodes, and more are not tried with others. */
  private pairsByBound(): number[] {
    const sums = this.databases.pairs.map((_, pair) => {
      this.variant = pair;
      return this.sums[0] + this.sums[1];
    });
    return [...sums.keys()].sort((a, b) => sums[b]! - sums[a]!);
  }

  get parts(): number {
    this.ways ??= waysInto(this.board, this.start, leastParts, this.frame.away === 0);
    return this.ways.length;
  }

  promising(solutions: readonly (readonly Move[])[]): readonly number[] {
    const { cells } = this.frame;
    const known = solutions.map((moves) => moves.map(([from, to]) => (cells[from!]! << 5) | cells[to!]!));
    const common = this.ways!.map((way) => {
      const moves = known.map((codes) => way.findIndex((code, index) => code !== codes[index]));
      return Math.max(0, ...moves.map((count) => (count === -1 ? way.length : count)));
    });
    return [...common.keys()].sort((a, b) => common[b]! - common[a]!);
  }

  /** A solution of exactly `limit` moves, if there is one and `poll` doesn't end the search. */
  run(part: number | 'all', limit: number, learns: boolean, poll: () => boolean): readonly Move[] | undefined {
    const way = part === 'all' ? [] : this.ways![part]!;
    if (way.length > limit) return undefined;
    const { path, kernel } = this.work;
    if (learns) this.learnInOrder(part, limit);
    path.set(way);
    this.poll = poll;
    const isFound = kernel.run(way.length, limit, learns);
    this.count();
    if (!isFound) return undefined;
    const { cells } = this.frame;
    return Array.from(path.subarray(0, limit), (code) => [cells[code >> 5]!, cells[code & 31]!]);
  }

  private count(): void {
    this.generated = Number(this.work.kernel.generated.value - this.counted);
  }

  /** What a place knows holds for its goal and pair of bounds, also in later searches, unless it was learnt in parts. */
  private aim(): void {
    const { memory, place } = this.work;
    const target = new Uint8Array(memory.buffer, place.at.target, ownSizes.target);
    const wanted = [...this.goal, this.pair, 0];
    this.learnt = { limit: 0, part: 0 };
    if (wanted.every((value, index) => target[index] === value)) return;
    this.forget();
    target.set(wanted);
  }

  /**
   * What is learnt in a part holds for the rest of it and for later parts, as moves are left out that other parts make (see
   * the kernel). Where a part comes that another thread gave back, the search has to learn anew.
   */
  private learnInOrder(of: number | 'all', limit: number): void {
    const { memory, place } = this.work;
    const part = of === 'all' ? Number.POSITIVE_INFINITY : of;
    const last = this.learnt;
    if (limit < last.limit || (limit === last.limit && part <= last.part)) this.forget();
    this.learnt = { limit, part };
    if (of !== 'all') new Uint8Array(memory.buffer, place.at.target, ownSizes.target)[this.board.size + 1] = 1;
  }

  private forget(): void {
    const { memory, place } = this.work;
    if (!remembers(this.board)) return;
    new Uint8Array(memory.buffer, place.at.known, ownSizes.known).fill(0);
  }

  /** Put the start in its place. */
  private place(): void {
    const { memory, place } = this.work;
    const { start, databases, pair } = this;
    const cellOf = start.map((_, tile) => start.indexOf(tile));
    const own = databases.pairs[pair]![0].length;
    const looseCell = this.loose === -1 ? 0 : cellOf[this.loose]!;
    const rest = (this.loose === -1 ? 0 : this.board.distance[this.loose - 1]![looseCell]!) - this.frame.away;
    const sums: [number, number] = [rest, rest];
    for (const [index, view] of this.viewsOfPairs[pair]!.entries()) {
      const fields = this.placed.get(view) ?? this.fieldsOf(view, cellOf);
      this.placed.set(view, fields);
      new Int32Array(memory.buffer, place.at.start + index * viewBytes, viewBytes / 4).set(fields);
      sums[index < own ? 0 : 1] += fields[3]!;
    }
    new Uint8Array(memory.buffer, place.at.start + cellsAt, this.board.size).set(start);
    new Int32Array(memory.buffer, place.at.start + sumsAt, 3).set([...sums, looseCell]);
    this.sums = sums;
  }

  private fieldsOf(view: View, cellOf: readonly number[]): number[] {
    const cells = view.cellsOf(cellOf);
    const mask = cells.reduce((set, cell) => set | (1 << cell), 0);
    const value = view.value(this.work.tables[view.table]!, cellOf);
    const own = [mask, view.columns.ranks.rank(mask), view.order(cells), value];
    return [...own, ...viewFields(this.databases, view.table)];
  }
}
