/**
 * Depth-first search of large sliding puzzles (IDA*, Korf 1985) below additive pattern databases (Korf & Felner 2002;
 * Felner, Korf & Hanan 2004).
 */
import type { Board } from '../../puzzles/board.ts';
import { bitCount } from '../../puzzles/permutation.ts';
import type { Move, Question } from '../../puzzles/puzzle.ts';
import type { LimitedSearch } from '../algorithms/team.ts';
import { pollInterval } from '../budget.ts';
import type { Databases } from './databases.ts';
import { frameOf, type GoalFrame, reframed } from './goal-frame.ts';
import { highBits } from './pattern-database.ts';
import { TranspositionTable } from './transposition-table.ts';
import { type View, valueBeside, viewsOf } from './view.ts';
import { waysInto } from './ways.ts';

/** Entries of the transposition table. More would not fit the cache and be slower. */
const memoryEntries = 2 ** 18;
/** A position whose bound is closer to the limit than this has so few nodes below it that looking it up is no gain. */
const leastSlack = 4;

/** Positions at which the search is divided: enough that threads end together, few enough to be listed in milliseconds. */
const leastParts = 1000;

/** Imports are read more slowly than constants of this module. */
const counts = bitCount;
const interval = pollInterval;
const upper = highBits;
const beside = valueBeside;

/** A position between the start and the parts: where each view stands. */
interface Place {
  readonly cells: Uint8Array;
  readonly masks: Int32Array;
  readonly orders: Int32Array;
  readonly columns: Int32Array;
  readonly values: Int32Array;
  readonly looseCell: number;
  readonly sum: number;
  readonly mirrored: number;
}

/** For one thread. Keep it: it takes milliseconds to set up, and its transposition table some megabytes. */
export class AdditiveSearch implements LimitedSearch {
  generated = 0;
  /** Of the start. */
  bound = 0;
  private readonly board: Board;
  private readonly views: readonly View[];
  /** How many views the first sum has. */
  private readonly own: number;
  /** By view. */
  private tables: readonly Uint8Array[] = [];
  /** By tile, the view it belongs to, and that of the second sum; -1 for a tile that is in none. */
  private readonly viewOf: Int8Array;
  private readonly mirrorOf: Int8Array;
  /** `[view << 5 | cell]`, the table's cell. */
  private readonly maps: Uint8Array;
  /** By view, 1 if its table's rows are the board's columns. */
  private readonly isTurned: Uint8Array;
  /** By view, as in `Columns`. */
  private readonly lows: readonly Uint32Array[];
  private readonly highs: readonly Uint32Array[];
  private readonly firsts: readonly Uint32Array[];
  private readonly regions: readonly Uint8Array[];
  private readonly reorderings: readonly Uint16Array[];
  private readonly orderCounts: Int32Array;
  private readonly columnCounts: Int32Array;
  private readonly rowBytes: Int32Array;
  private readonly lowBits: number;
  private readonly size: number;
  private readonly neighbours: Board['neighbours'];
  /** The tile that is in no view, and the distance of each cell to its goal. */
  private readonly loose: number;
  private readonly distances: Uint8Array;

  /** The present position, and by view where its tiles stand, in which order, the column, and the value. */
  private readonly cells: Uint8Array;
  private readonly masks: Int32Array;
  private readonly orders: Int32Array;
  private readonly columns: Int32Array;
  private readonly values: Int32Array;
  private looseCell = 0;
  private sum = 0;
  private mirrored = 0;

  /** By the views of the first sum. What it says holds for good, so it outlives the search. */
  private readonly known: TranspositionTable;
  private frame!: GoalFrame;
  /** The start and the goal in terms of the frame. */
  private start: readonly number[] = [];
  private target: readonly number[] = [];
  private first!: Place;
  /** The moves to each part, once the search is divided. */
  private ways: readonly (readonly number[])[] | undefined;
  private readonly path = new Int32Array(256);
  private limit = 0;
  private poll: () => boolean = () => false;
  private isStopped = false;
  private isLearning = true;

  constructor(databases: Databases, entries = memoryEntries) {
    const { board } = databases;
    const sums = viewsOf(databases);
    this.board = board;
    this.views = sums.flat();
    this.own = sums[0]!.length;
    this.size = board.size;
    this.neighbours = board.neighbours;
    this.viewOf = new Int8Array(board.size).fill(-1);
    this.mirrorOf = new Int8Array(board.size).fill(-1);
    this.maps = new Uint8Array(this.views.length << 5);
    for (const [index, { map, tiles }] of this.views.entries()) {
      this.maps.set(map, index << 5);
      for (const tile of tiles) (index < this.own ? this.viewOf : this.mirrorOf)[tile] = index;
    }
    this.isTurned = Uint8Array.from(this.views, ({ map }) => (Math.abs(map[1]! - map[0]!) === 1 ? 0 : 1));
    const all = this.views.map(({ columns }) => columns);
    this.lows = all.map(({ ranks }) => ranks.low);
    this.highs = all.map(({ ranks }) => ranks.high);
    this.lowBits = all[0]!.ranks.lowBits;
    this.firsts = all.map(({ first }) => first);
    this.regions = all.map(({ regionAt }) => regionAt);
    this.reorderings = this.views.map(({ reorderings }) => reorderings);
    this.orderCounts = Int32Array.from(this.views, ({ orders }) => orders);
    this.columnCounts = Int32Array.from(all, ({ count }) => count);
    this.rowBytes = Int32Array.from(this.views, ({ rowBytes }) => rowBytes);
    this.loose = this.viewOf.indexOf(-1, 1);
    this.distances = Uint8Array.from(board.x, (_, cell) =>
      this.loose === -1 ? 0 : board.distance[this.loose - 1]![cell]!,
    );
    this.cells = new Uint8Array(board.size);
    [this.masks, this.orders, this.columns, this.values] = [0, 0, 0, 0].map(
      () => new Int32Array(this.views.length),
    ) as [Int32Array, Int32Array, Int32Array, Int32Array];
    const { orders, columns, columnCounts } = this;
    this.known = new TranspositionTable({ orders, columns, columnCounts }, this.own, entries);
  }

  /** Read the tables from here, in the order of `databaseNeeds`. */
  open(memories: readonly SharedArrayBuffer[]): void {
    const tables = memories.map((memory) => new Uint8Array(memory));
    this.tables = this.views.map(({ table }) => tables[table]!);
  }

  /** Let go of the tables until the next `open`, so that their memory can hold something else. */
  close(): void {
    this.tables = [];
  }

  /** Take a question that has a solution. */
  begin({ start, goal }: Question): void {
    const end = goal.positions[0]!;
    this.frame = frameOf(this.board, end);
    const target = reframed(this.frame, end);
    if (target.join() !== this.target.join()) this.known.clear();
    this.target = target;
    this.start = reframed(this.frame, start);
    this.place(this.start);
    this.first = this.saved();
    this.ways = undefined;
    this.generated = 0;
    this.bound = Math.max(this.sum, this.mirrored, this.board.distance[start.indexOf(0)]![end.indexOf(0)]! & 1);
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
  run(part: number | 'all', limit: number, isShortest: boolean, poll: () => boolean): readonly Move[] | undefined {
    const way = part === 'all' ? [] : this.ways![part]!;
    this.restore(this.first);
    this.limit = limit;
    this.poll = poll;
    this.isLearning = isShortest;
    this.isStopped = false;
    way.forEach((code, index) => {
      this.path[index] = code;
      this.slide(code >> 5, code & 31);
    });
    const left = limit - way.length;
    if (left < 0 || Math.max(this.sum, this.mirrored) > left) return undefined;
    const previous = way.length === 0 ? -1 : way.at(-1)! & 31;
    const isFound =
      left === 0 ? this.isAtTarget() : this.descend(this.cells.indexOf(0), previous, this.sum, this.mirrored, left);
    if (!isFound) return undefined;
    const { cells } = this.frame;
    return Array.from(this.path.subarray(0, limit), (code) => [cells[code >> 5]!, cells[code & 31]!]);
  }

  private saved(): Place {
    const { cells, masks, orders, columns, values, looseCell, sum, mirrored } = this;
    const [a, b, c, d] = [masks, orders, columns, values].map((list) => list.slice());
    return { cells: cells.slice(), masks: a!, orders: b!, columns: c!, values: d!, looseCell, sum, mirrored };
  }

  private restore({ cells, masks, orders, columns, values, looseCell, sum, mirrored }: Place): void {
    this.cells.set(cells);
    this.masks.set(masks);
    this.orders.set(orders);
    this.columns.set(columns);
    this.values.set(values);
    Object.assign(this, { looseCell, sum, mirrored });
  }

  /** Take a position of the frame. */
  private place(position: readonly number[]): void {
    const cellOf = position.map((_, tile) => position.indexOf(tile));
    this.cells.set(position);
    this.looseCell = this.loose === -1 ? 0 : cellOf[this.loose]!;
    const rest = this.distances[this.looseCell]! - this.frame.away;
    const sums = [rest, rest];
    for (const [index, view] of this.views.entries()) {
      const cells = view.cellsOf(cellOf);
      this.masks[index] = cells.reduce((mask, cell) => mask | (1 << cell), 0);
      this.orders[index] = view.order(cells);
      this.columns[index] = view.columns.find(this.masks[index]!, view.map[cellOf[0]!]!);
      this.values[index] = view.value(this.tables[index]!, cellOf);
      sums[index < this.own ? 0 : 1]! += this.values[index]!;
    }
    [this.sum, this.mirrored] = sums as [number, number];
  }

  /** Slide the tile of one cell to the blank on another. */
  private slide(from: number, to: number): void {
    const tile = this.cells[from]!;
    for (const view of [this.viewOf[tile]!, this.mirrorOf[tile]!]) {
      const isFirst = view < this.own;
      let change = this.distances[to]! - this.distances[from]!;
      if (view === -1) this.looseCell = to;
      else {
        const [a, b] = [this.maps[(view << 5) | from]!, this.maps[(view << 5) | to]!];
        const before = this.values[view]!;
        this.orders[view] = this.orderAfter(view, a, b);
        this.masks[view]! ^= (1 << a) | (1 << b);
        this.columns[view] = this.columnAt(view, this.masks[view]!, a);
        this.values[view] = beside(before, this.digit(view, this.orders[view]!, this.columns[view]!));
        change = this.values[view]! - before;
      }
      if (view === -1 || isFirst) this.sum += change;
      if (view === -1 || !isFirst) this.mirrored += change;
      if (view === -1) break;
    }
    this.cells[to] = tile;
    this.cells[from] = 0;
  }

  /**
   * Search below the present position. A move along a row of a view's table passes no other tile, so its entry is mostly
   * in the cache. Of a tile's two views, one for which a move is such a one comes first.
   * @param previous where the blank was before, -1 at the start
   * @param sum @param mirrored lower bounds
   * @returns whether a solution of exactly `left` moves was found; it is in `path` then
   */
  private descend(blank: number, previous: number, sum: number, mirrored: number, left: number): boolean {
    const { cells, masks, orders, values, columns, maps } = this;
    const isFar = left - sum >= leastSlack && left - mirrored >= leastSlack;
    const slot = isFar ? this.known.slot(this.looseCell) : -1;
    if (isFar && this.known.isKnown(slot, this.looseCell, left)) return false;
    const rest = left - 1;
    const near = this.neighbours[blank]!;
    for (let n = 0; n < near.length; n++) {
      const from = near[n]!;
      if (from === previous) continue;
      if (this.isStopped) return false;
      if ((++this.generated & (interval - 1)) === 0 && this.poll()) {
        this.isStopped = true;
        return false;
      }
      const tile = cells[from]!;
      const view = this.viewOf[tile]!;
      if (view === -1) {
        if (this.slideLoose(tile, from, blank, sum, mirrored, left)) return true;
        continue;
      }
      const isRow = from - blank === 1 || blank - from === 1;
      const isOwnFirst = isRow === (this.isTurned[view] === 0);
      const first = isOwnFirst ? view : this.mirrorOf[tile]!;
      const second = isOwnFirst ? this.mirrorOf[tile]! : view;

      const a = maps[(first << 5) | from]!;
      const b = maps[(first << 5) | blank]!;
      const maskA = masks[first]!;
      const orderA = orders[first]!;
      const nextA = this.orderAfter(first, a, b);
      const columnA = this.columnAt(first, maskA ^ (1 << a) ^ (1 << b), a);
      const valueA = values[first]!;
      const afterA = beside(valueA, this.digit(first, nextA, columnA));
      const sumA = (isOwnFirst ? sum : mirrored) + afterA - valueA;
      if (sumA > rest) continue;

      const c = maps[(second << 5) | from]!;
      const d = maps[(second << 5) | blank]!;
      const maskB = masks[second]!;
      const orderB = orders[second]!;
      const nextB = this.orderAfter(second, c, d);
      const columnB = this.columnAt(second, maskB ^ (1 << c) ^ (1 << d), c);
      const valueB = values[second]!;
      const afterB = beside(valueB, this.digit(second, nextB, columnB));
      const sumB = (isOwnFirst ? mirrored : sum) + afterB - valueB;
      if (sumB > rest) continue;

      this.path[this.limit - left] = (from << 5) | blank;
      const beforeA = columns[first]!;
      const beforeB = columns[second]!;
      cells[blank] = tile;
      cells[from] = 0;
      masks[first] = maskA ^ (1 << a) ^ (1 << b);
      columns[first] = columnA;
      orders[first] = nextA;
      values[first] = afterA;
      masks[second] = maskB ^ (1 << c) ^ (1 << d);
      columns[second] = columnB;
      orders[second] = nextB;
      values[second] = afterB;
      const next = isOwnFirst ? sumA : sumB;
      const found = rest === 0 ? this.isAtTarget() : this.descend(from, blank, next, sumA + sumB - next, rest);
      masks[first] = maskA;
      columns[first] = beforeA;
      orders[first] = orderA;
      values[first] = valueA;
      masks[second] = maskB;
      columns[second] = beforeB;
      orders[second] = orderB;
      values[second] = valueB;
      cells[from] = tile;
      cells[blank] = 0;
      if (found) return true;
    }
    // Also where the move back was left out: had it led to a solution, there would be one below the limit.
    if (slot !== -1 && this.isLearning && !this.isStopped) this.known.remember(slot, this.looseCell, left);
    return false;
  }

  /** Slide the tile that is in no view, search below, and slide it back; see `descend`. */
  private slideLoose(tile: number, from: number, blank: number, sum: number, mirrored: number, left: number): boolean {
    const rest = left - 1;
    const change = this.distances[blank]! - this.distances[from]!;
    if (sum + change > rest || mirrored + change > rest) return false;
    this.path[this.limit - left] = (from << 5) | blank;
    this.cells[blank] = tile;
    this.cells[from] = 0;
    this.looseCell = blank;
    const found = rest === 0 ? this.isAtTarget() : this.descend(from, blank, sum + change, mirrored + change, rest);
    this.looseCell = from;
    this.cells[from] = tile;
    this.cells[blank] = 0;
    return found;
  }

  private isAtTarget(): boolean {
    const { cells, target } = this;
    for (let cell = 0; cell < cells.length; cell++) if (cells[cell] !== target[cell]) return false;
    return true;
  }

  /** The column of a view after a tile has left the cell `blank`, as the table counts cells. */
  private columnAt(view: number, mask: number, blank: number): number {
    const part = mask & ((1 << this.lowBits) - 1);
    const rank = this.lows[view]![part]! + this.highs[view]![(counts[part]! << upper) | (mask >>> this.lowBits)]!;
    const firsts = this.firsts[view]!;
    const first = firsts[rank]!;
    return firsts[rank + 1]! - first === 1 ? first : first + this.regions[view]![rank * this.size + blank]!;
  }

  /** The order of a view after a tile has gone from one cell to another. */
  private orderAfter(view: number, from: number, to: number): number {
    const order = this.orders[view]!;
    const others = this.masks[view]! ^ (1 << from);
    const before = others & ((1 << from) - 1);
    const after = others & ((1 << to) - 1);
    if (before === after) return order;
    const i = counts[before & 0xffff]! + counts[before >> 16]!;
    const j = counts[after & 0xffff]! + counts[after >> 16]!;
    return this.reorderings[view]![(i * 8 + j) * this.orderCounts[view]! + order]!;
  }

  private digit(view: number, order: number, column: number): number {
    return this.tables[view]![order * this.rowBytes[view]! + (column >> 3)]! >> (column & 7);
  }
}
