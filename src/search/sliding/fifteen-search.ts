/**
 * Shortest solutions of the 15 puzzle: IDA* (Korf 1985) over additive pattern databases (Korf & Felner 2002; Felner,
 * Korf & Hanan 2004), which takes milliseconds for most positions and seconds for the worst.
 */
import { bitCount, factorial, permutationParity, rankOf } from '../../puzzles/permutation.ts';
import type { Goal, Move, Position, Question } from '../../puzzles/puzzle.ts';
import { type Budget, type GaveUpReason, pollInterval } from '../budget.ts';
import type { SearchResult } from '../search-result.ts';
import { AdditiveBound } from './additive-bound.ts';
import { type Databases, patterns } from './fifteen-databases.ts';
import { board, corner, frameOf, reframed } from './fifteen-frame.ts';
import { guess } from './fifteen-guess.ts';
import { setRanks } from './pattern-database.ts';
import { reordering } from './reordering.ts';

const width = 4;
const size = 16;

/**
 * How positions are looked up in the tables: `map` takes each cell to the one that the table was built for. The values
 * of views 0 and 1 add up; views 2 and 3 are the same for the position mirrored in the blank's diagonal.
 */
const viewsOf = (kind: Databases['kind']) => {
  const same = [...board.x.keys()];
  const transposed = same.map((cell) => (cell % width) * width + Math.floor(cell / width));
  return [same, transposed].flatMap((map) => patterns[kind].map((goals, table) => ({ table, goals, map })));
};

/** Entries of the transposition table, and the words of each. More entries would not fit the cache and be slower. */
const memoryEntries = 2 ** 18;
const entryWords = 2;

/** Nodes after which a search is worth a good solution that isn't proved: a fraction of a second. */
const patience = 2 ** 21;

/** Imports are read more slowly than constants of this module. */
const counts = bitCount;
const interval = pollInterval;

/** Where the transposition table keeps a position. */
const slotOf = (key0: number, key1: number): number => {
  const hash = Math.imul(key0, 0x9e3779b1) ^ Math.imul(key1, 0x85ebca6b);
  return ((hash ^ (hash >>> 15)) & (memoryEntries - 1)) * entryWords;
};

const solution = (moves: readonly Move[]): SearchResult => ({
  status: 'solved',
  moves: moves.map(([from, to]) => (from! << 5) | to!),
});

/** A solver for one thread. Keep it: its tables take milliseconds to fill, and its transposition table 2 MB. */
export class FifteenSearch {
  private readonly kind: Databases['kind'];
  /** As they were opened; none while closed. */
  private memories: Databases['tables'] = [];
  /** By view. */
  private tables: readonly Uint8Array[] = [];
  /** By view, which of the databases. */
  private readonly tableOf: readonly number[];
  /** By view: `[view << 4 | cell]`, the table's cell; and where its rows begin in `reorderings`. */
  private readonly maps = new Uint8Array(4 * size);
  private readonly rows = new Int32Array(4);
  private readonly orderCounts = new Int32Array(4);
  private readonly setCounts = new Int32Array(4);
  /** By tile, the view it belongs to, and the mirrored one; -1 for a tile that is in no pattern. */
  private readonly viewOf = new Int8Array(size).fill(-1);
  private readonly mirrorOf = new Int8Array(size).fill(-1);
  /** Distance of such a tile to its goal, `[tile << 4 | cell]`. */
  private readonly distances = new Uint8Array(size * size);
  private readonly loose: number;
  /** By bit mask of the cells, the rank of that set. */
  private readonly sets = setRanks(size);
  /** `[rows + (from * 8 + to) * orders + order]`. */
  private readonly reorderings: Uint16Array;
  private readonly goals: readonly (readonly number[])[];
  private readonly neighbours = board.neighbours;

  /** The present position, and by view its cell set, entry, and value. */
  private readonly cells = new Uint8Array(size);
  private readonly masks = new Int32Array(4);
  private readonly orders = new Int32Array(4);
  private readonly values = new Int32Array(4);
  private looseCell = size;
  private readonly target = new Int32Array(2);
  private targetName = '';

  /**
   * Transposition table: a position (exactly: 27 + 29 bits) and the number of moves in which it has no solution (5 + 3
   * bits). What it says holds for good, so it outlives the search.
   */
  private readonly memory = new Int32Array(memoryEntries * entryWords);
  private readonly path = new Int32Array(256);
  private limit = 0;
  /** `proved`: a solution of as many moves as the limit is known. */
  private stopped: GaveUpReason | 'proved' | undefined;
  private budget!: Budget;
  private question!: Question;
  private generated = 0;
  /** Whether the search has not looked for a solution that isn't proved. */
  private isPatient = true;

  /** Cheap on any thread: the databases are shared, not copied. */
  constructor(databases: Databases) {
    const { kind, tables } = databases;
    this.kind = kind;
    const views = viewsOf(kind);
    this.tableOf = views.map(({ table }) => table);
    this.open(tables);
    this.goals = views.map((view) => view.goals);
    const rowsOf = new Map<number, number>();
    let room = 0;
    for (const tiles of new Set(views.map((view) => view.goals.length))) {
      rowsOf.set(tiles, room);
      room += 64 * factorial(tiles);
    }
    this.reorderings = new Uint16Array(room);
    for (const [tiles, start] of rowsOf) {
      for (let from = 0; from < tiles; from++) {
        // A tile moves one cell, which is past three other cells at most.
        for (let to = Math.max(0, from - 3); to <= Math.min(tiles - 1, from + 3); to++) {
          this.reorderings.set(reordering(tiles, tiles, from, to), start + (from * 8 + to) * factorial(tiles));
        }
      }
    }
    views.forEach(({ goals, map }, view) => {
      this.rows[view] = rowsOf.get(goals.length)!;
      this.orderCounts[view] = factorial(goals.length);
      this.setCounts[view] = this.tables[view]!.length / factorial(goals.length);
      for (let cell = 0; cell < size; cell++) {
        this.maps[(view << 4) | cell] = map[cell]!;
        if (cell !== corner && goals.includes(map[cell]!)) (view < 2 ? this.viewOf : this.mirrorOf)[cell + 1] = view;
      }
    });
    this.loose = this.viewOf.indexOf(-1, 1);
    if (this.loose !== -1) this.distances.set(board.distance[this.loose - 1]!, this.loose << 4);
  }

  /** Read the databases from here, in the order of `databaseNeeds`. */
  open(tables: Databases['tables']): void {
    this.memories = tables;
    this.tables = this.tableOf.map((table) => new Uint8Array(tables[table]!));
  }

  /** Let go of the databases until the next `open`, so that their memory can hold something else. */
  close(): void {
    this.memories = [];
    this.tables = [];
  }

  /**
   * A shortest solution. Its moves are coded as those of the puzzle's own cursor, `from << 5 | to`.
   * @param start @param goal positions of a puzzle for which `hasDatabase`
   */
  solve({ start, goal }: Question, budget: Budget): SearchResult {
    const end = goal.positions[0]!;
    const parity = board.distance[start.indexOf(0)]![end.indexOf(0)]! & 1;
    if (permutationParity(start, end) !== parity) return { status: 'exhausted' };

    const frame = frameOf(end);
    this.place(reframed(frame, end));
    const target = this.keys(this.cells.indexOf(0));
    this.target.set(target);
    if (this.targetName !== target.join()) this.memory.fill(0);
    this.targetName = target.join();

    const position = reframed(frame, start);
    this.place(position);
    this.budget = budget;
    this.question = { start, goal };
    this.generated = budget.generated;
    this.stopped = undefined;
    this.isPatient = true;
    const blank = position.indexOf(0);
    const [sum, mirrored] = this.bounds(frame.away);
    // All solutions have as many moves as this, or 2, 4, … more: each value differs from its tiles' distances by an
    // even number.
    for (this.limit = Math.max(sum, mirrored, parity); ; this.limit += 2) {
      budget.lowerBound = this.limit;
      budget.peakFrontier = this.limit;
      if (this.limit === 0) {
        if (start.every((tile, cell) => tile === end[cell])) return { status: 'solved', moves: [] };
        continue;
      }
      const found = this.descend(blank, -1, sum, mirrored, this.limit);
      budget.generated = this.generated;
      if (found) {
        const path = this.path.subarray(0, this.limit);
        return solution(Array.from(path, (code) => [frame.cells[code >> 5]!, frame.cells[code & 31]!]));
      }
      if (this.stopped && this.stopped !== 'proved') return { status: 'gave-up', reason: this.stopped };
      if (budget.best && budget.best.length <= this.limit + 2) {
        budget.lowerBound = budget.best.length;
        return solution(budget.best);
      }
    }
  }

  /** The lower bound of a position: what the databases say of it, and of its mirror image. */
  lowerBound(position: Position, goal: Goal): number {
    const end = goal.positions[0]!;
    const frame = frameOf(end);
    this.place(reframed(frame, position));
    const parity = board.distance[position.indexOf(0)]![end.indexOf(0)]! & 1;
    return Math.max(parity, ...this.bounds(frame.away));
  }

  /** Lower bounds of the present position, by the patterns and by their mirror images. */
  private bounds(away: number): [sum: number, mirrored: number] {
    const [a, b, c, d] = this.values as unknown as [number, number, number, number];
    const rest = (this.loose === -1 ? 0 : this.distances[(this.loose << 4) | this.looseCell]!) - away;
    return [a + b + rest, c + d + rest];
  }

  /** Take a position of the frame. */
  private place(position: readonly number[]): void {
    this.cells.set(position);
    this.looseCell = this.loose === -1 ? size : position.indexOf(this.loose);
    for (let view = 0; view < 4; view++) {
      const goals = this.goals[view]!;
      const seen: [cell: number, tile: number][] = [];
      position.forEach((tile, cell) => {
        if ((view < 2 ? this.viewOf : this.mirrorOf)[tile] !== view) return;
        seen.push([this.maps[(view << 4) | cell]!, goals.indexOf(this.maps[(view << 4) | (tile - 1)]!)]);
      });
      seen.sort(([a], [b]) => a - b);
      this.masks[view] = seen.reduce((mask, [cell]) => mask | (1 << cell), 0);
      this.orders[view] = rankOf(seen.map(([, tile]) => tile));
      this.values[view] =
        this.tables[view]![this.orders[view]! * this.setCounts[view]! + this.sets[this.masks[view]!]!]!;
    }
  }

  /** Both halves of the present position's key. */
  private keys(blank: number): [number, number] {
    const { sets, masks, orders, setCounts } = this;
    const first = orders[0]! * setCounts[0]! + sets[masks[0]!]!;
    return [(first << 1) | (blank > this.looseCell ? 1 : 0), orders[1]! * setCounts[1]! + sets[masks[1]!]!];
  }

  /**
   * Search below the present position. A move along a row passes no other tile, nor does the mirror image of one along a
   * column, so one of the two views looks up an entry that the cache mostly has (see `setRanks`). That one comes first.
   * @param previous where the blank was before, -1 at the start
   * @param sum @param mirrored see `bounds`
   * @returns whether a solution of exactly `left` moves was found; it is in `path` then
   */
  private descend(blank: number, previous: number, sum: number, mirrored: number, left: number): boolean {
    const { cells, masks, orders, values, maps, sets, setCounts, tables, reorderings } = this;
    const key0 = ((orders[0]! * setCounts[0]! + sets[masks[0]!]!) << 1) | (blank > this.looseCell ? 1 : 0);
    const key1 = orders[1]! * setCounts[1]! + sets[masks[1]!]!;
    const slot = slotOf(key0, key1);
    const word0 = this.memory[slot]!;
    const word1 = this.memory[slot + 1]!;
    if ((word0 & 0x7ffffff) === key0 && (word1 & 0x1fffffff) === key1) {
      if (((word0 >>> 27) | ((word1 >>> 29) << 5)) >= left) return false;
    }
    const rest = left - 1;
    const cellsAround = this.neighbours[blank]!;
    for (let n = 0; n < cellsAround.length; n++) {
      const from = cellsAround[n]!;
      if (from === previous) continue;
      if ((++this.generated & (interval - 1)) === 0 && this.isSpent()) return false;
      const tile = cells[from]!;
      const view = this.viewOf[tile]!;
      let found = false;
      if (view === -1) {
        found = this.slideLoose(tile, from, blank, sum, mirrored, left);
      } else {
        const isRow = ((from ^ blank) & -width) === 0;
        const near = isRow ? view : this.mirrorOf[tile]!;
        const far = isRow ? this.mirrorOf[tile]! : view;

        const nearMask = masks[near]!;
        const nearNext = nearMask ^ (1 << maps[(near << 4) | from]!) ^ (1 << maps[(near << 4) | blank]!);
        const nearOld = values[near]!;
        const nearValue = tables[near]![orders[near]! * setCounts[near]! + sets[nearNext]!]!;
        const nearSum = (isRow ? sum : mirrored) + nearValue - nearOld;
        if (nearSum > rest) {
          // Where a value changes by more than 1, this bound less the move also holds here (Felner et al. 2011,
          // inconsistent heuristics).
          if (nearSum - 1 > left) break;
          continue;
        }

        const farMask = masks[far]!;
        const a = maps[(far << 4) | from]!;
        const b = maps[(far << 4) | blank]!;
        const others = farMask ^ (1 << a);
        const i = counts[others & ((1 << a) - 1)]!;
        const j = counts[others & ((1 << b) - 1)]!;
        const farOrder = orders[far]!;
        const farNext =
          i === j ? farOrder : reorderings[this.rows[far]! + (i * 8 + j) * this.orderCounts[far]! + farOrder]!;
        const farOld = values[far]!;
        const farValue = tables[far]![farNext * setCounts[far]! + sets[others | (1 << b)]!]!;
        const farSum = (isRow ? mirrored : sum) + farValue - farOld;
        if (farSum > rest) {
          if (farSum - 1 > left) break;
          continue;
        }

        this.path[this.limit - left] = (from << 5) | blank;
        cells[blank] = tile;
        masks[near] = nearNext;
        values[near] = nearValue;
        masks[far] = others | (1 << b);
        orders[far] = farNext;
        values[far] = farValue;
        if (rest === 0) found = this.atTarget(from);
        else if (isRow) found = this.descend(from, blank, nearSum, farSum, rest);
        else found = this.descend(from, blank, farSum, nearSum, rest);
        masks[near] = nearMask;
        values[near] = nearOld;
        masks[far] = farMask;
        orders[far] = farOrder;
        values[far] = farOld;
        cells[from] = tile;
      }
      if (found) return true;
      if (this.stopped) return false;
    }
    // Also where the move back was left out: had it led to a solution, a lower limit would have found one.
    this.memory[slot] = key0 | (left << 27);
    this.memory[slot + 1] = key1 | ((left >> 5) << 29);
    return false;
  }

  /** Slide the tile that is in no pattern, search below, and slide it back; see `descend`. */
  private slideLoose(tile: number, from: number, blank: number, sum: number, mirrored: number, left: number): boolean {
    const rest = left - 1;
    const change = this.distances[(tile << 4) | blank]! - this.distances[(tile << 4) | from]!;
    if (sum + change > rest || mirrored + change > rest) return false;
    this.path[this.limit - left] = (from << 5) | blank;
    this.cells[blank] = tile;
    this.looseCell = blank;
    const found = rest === 0 ? this.atTarget(from) : this.descend(from, blank, sum + change, mirrored + change, rest);
    this.looseCell = from;
    this.cells[from] = tile;
    return found;
  }

  private isSpent(): boolean {
    const { budget } = this;
    budget.generated = this.generated;
    this.stopped = budget.spent();
    if (!this.stopped && this.isPatient && this.generated >= patience) {
      this.isPatient = false;
      const reason = this.guess();
      this.stopped = budget.best && budget.best.length <= this.limit ? 'proved' : reason;
      this.generated = budget.generated;
    }
    return this.stopped !== undefined;
  }

  /** Looks for a good solution. @returns why the search has to stop, if it has to */
  private guess(): GaveUpReason | undefined {
    const { budget, question, kind, memories: tables } = this;
    const parts = new FifteenSearch({ kind, tables });
    const views = viewsOf(kind).map(({ table, goals, map }) => ({ table: new Uint8Array(tables[table]!), goals, map }));
    return guess(question, budget, {
      bound: new AdditiveBound(board, [views.slice(0, 2), views.slice(2)]),
      between: (part, own) => parts.solve(part, own),
    });
  }

  private atTarget(blank: number): boolean {
    const [first, second] = this.keys(blank);
    return first === this.target[0] && second === this.target[1];
  }
}
