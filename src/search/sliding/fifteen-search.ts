/**
 * Shortest solutions of the 15 puzzle: IDA* (Korf 1985) over additive pattern databases (Korf & Felner 2002; Felner,
 * Korf & Hanan 2004), which takes milliseconds for most positions and seconds for the worst.
 */
import { rectangle } from '../../puzzles/board.ts';
import { bitCount, factorial, permutationParity, rankOf } from '../../puzzles/permutation.ts';
import type { Goal, Position, Puzzle, Question } from '../../puzzles/puzzle.ts';
import { type Budget, type GaveUpReason, pollInterval } from '../budget.ts';
import type { SearchResult } from '../search-result.ts';
import { type Databases, patterns } from './fifteen-databases.ts';
import { setRanks } from './pattern-database.ts';
import { reordering } from './reordering.ts';

const width = 4;
const size = 16;
const corner = size - 1;
const board = rectangle(width, width);

type CellMap = (cell: number) => number;
const same: CellMap = (cell) => cell;
const transposed: CellMap = (cell) => (cell % width) * width + Math.floor(cell / width);
const upsideDown: CellMap = (cell) => (width - 1 - Math.floor(cell / width)) * width + (cell % width);
const leftToRight: CellMap = (cell) => cell - (cell % width) + width - 1 - (cell % width);

/** One way to look a position up in a table: `map` takes the cells to those that the table was built for. */
interface View {
  readonly table: number;
  readonly goals: readonly number[];
  readonly map: CellMap;
}

/**
 * The two patterns of each kind, of which the values add up; views 2 and 3 are the same for the position mirrored in
 * the diagonal through the blank's corner.
 */
const viewsOf = (kind: Databases['kind']): View[] =>
  [same, transposed].flatMap((map) => patterns[kind].map((goals, table) => ({ table, goals, map })));

/** A goal in the databases' terms: the blank in the last corner, each tile numbered after its place. */
interface Frame {
  /** By cell of the puzzle, the cell of the frame; and back. */
  readonly cells: readonly number[];
  readonly back: readonly number[];
  /** By tile of the puzzle, the tile of the frame. */
  readonly tiles: readonly number[];
  /** How many moves the puzzle's goal is from the one that the databases know: 0 where the blank ends in a corner. */
  readonly away: number;
}

const frameOf = (goal: Position): Frame => {
  // The databases end with the blank in a corner. A goal where it ends elsewhere is one or two moves away from such.
  const known = [...goal];
  const blank = goal.indexOf(0);
  const [row, column] = [Math.floor(blank / width), blank % width];
  const end = (row < 2 ? 0 : width * (width - 1)) + (column < 2 ? 0 : width - 1);
  let at = blank;
  while (at !== end) {
    const next = board.neighbours[at]!.find((cell) => board.distance[cell]![end]! < board.distance[at]![end]!)!;
    known[at] = known[next]!;
    known[next] = 0;
    at = next;
  }
  const map: CellMap = (cell) => {
    const below = row < 2 ? upsideDown(cell) : cell;
    return column < 2 ? leftToRight(below) : below;
  };
  const cells = known.map((_, cell) => map(cell));
  const tiles: number[] = [];
  known.forEach((tile, cell) => {
    tiles[tile] = tile === 0 ? 0 : cells[cell]! + 1;
  });
  // These reflections, and their product, are their own inverses.
  return { cells, back: cells, tiles, away: board.distance[blank]![end]! };
};

const reframed = ({ cells, tiles }: Frame, position: Position): number[] => {
  const result = new Array<number>(size).fill(0);
  position.forEach((tile, cell) => {
    result[cells[cell]!] = tiles[tile]!;
  });
  return result;
};

/** Whether the databases bound the moves of a puzzle to this goal: those of the 15 puzzle to any goal. */
const fits = (puzzle: Puzzle, goal: Goal): boolean =>
  puzzle.family === 'sliding' &&
  goal.positions.length === 1 &&
  puzzle.board.size === size &&
  puzzle.board.neighbours.every((near, cell) => near.join() === board.neighbours[cell]!.join());

export { fits as hasDatabase };

/**
 * Entries of the transposition table, and the words of each. It is asked at every position: what it costs to have more
 * than a processor keeps near is more than what it saves, for the longest searches too.
 */
const memoryEntries = 2 ** 18;
const entryWords = 2;

/** Where the transposition table keeps a position. */
const slotOf = (key0: number, key1: number): number => {
  const hash = Math.imul(key0, 0x9e3779b1) ^ Math.imul(key1, 0x85ebca6b);
  return ((hash ^ (hash >>> 15)) & (memoryEntries - 1)) * entryWords;
};

/**
 * A solver for one thread at a time. Keep it: its own tables take some milliseconds to fill, and it remembers positions
 * that it has searched below, 2 MB of them.
 */
export class FifteenSearch {
  private readonly tables: readonly Uint8Array[];
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
  private stopped: GaveUpReason | undefined;
  private budget!: Budget;
  private generated = 0;

  /** Cheap on any thread: the databases are shared, not copied. */
  constructor({ kind, tables }: Databases) {
    const views = viewsOf(kind);
    this.tables = views.map((view) => new Uint8Array(tables[view.table]!));
    this.goals = views.map((view) => view.goals);
    const lengths = [...new Set(views.map((view) => view.goals.length))];
    const rowsOf = new Map<number, number>();
    let room = 0;
    for (const tiles of lengths) {
      rowsOf.set(tiles, room);
      room += 64 * factorial(tiles);
    }
    this.reorderings = new Uint16Array(room);
    for (const tiles of lengths) {
      for (let from = 0; from < tiles; from++) {
        // A tile moves one cell, which is past three other cells at most.
        for (let to = Math.max(0, from - 3); to <= Math.min(tiles - 1, from + 3); to++) {
          this.reorderings.set(
            reordering(tiles, tiles, from, to),
            rowsOf.get(tiles)! + (from * 8 + to) * factorial(tiles),
          );
        }
      }
    }
    views.forEach(({ goals, map }, view) => {
      this.rows[view] = rowsOf.get(goals.length)!;
      this.orderCounts[view] = factorial(goals.length);
      this.setCounts[view] = this.tables[view]!.length / factorial(goals.length);
      for (let cell = 0; cell < size; cell++) {
        this.maps[(view << 4) | cell] = map(cell);
        if (cell !== corner && goals.includes(map(cell))) (view < 2 ? this.viewOf : this.mirrorOf)[cell + 1] = view;
      }
    });
    this.loose = this.viewOf.indexOf(-1, 1);
    if (this.loose !== -1) {
      for (let cell = 0; cell < size; cell++) {
        this.distances[(this.loose << 4) | cell] = board.distance[cell]![this.loose - 1]!;
      }
    }
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
    this.generated = budget.generated;
    this.stopped = undefined;
    const blank = position.indexOf(0);
    const distance = this.loose === -1 ? 0 : this.distances[(this.loose << 4) | this.looseCell]!;
    const sum = this.values[0]! + this.values[1]! + distance - frame.away;
    const mirrored = this.values[2]! + this.values[3]! + distance - frame.away;
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
        const moves = Array.from(this.path.subarray(0, this.limit), (code) => {
          return (frame.back[code >> 5]! << 5) | frame.back[code & 31]!;
        });
        return { status: 'solved', moves };
      }
      if (this.stopped) return { status: 'gave-up', reason: this.stopped };
    }
  }

  /** The lower bound of a position: what the databases say of it, and of its mirror image. */
  lowerBound(position: Position, goal: Goal): number {
    const frame = frameOf(goal.positions[0]!);
    this.place(reframed(frame, position));
    const distance = this.loose === -1 ? 0 : this.distances[(this.loose << 4) | this.looseCell]!;
    const [a, b, c, d] = this.values as unknown as [number, number, number, number];
    const end = goal.positions[0]!.indexOf(0);
    const parity = board.distance[position.indexOf(0)]![end]! & 1;
    return Math.max(parity, Math.max(a + b, c + d) + distance - frame.away);
  }

  /** Take a position, of the frame. */
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

  /** Both halves of what identifies the present position. */
  private keys(blank: number): [number, number] {
    const { sets, masks, orders, setCounts } = this;
    const first = orders[0]! * setCounts[0]! + sets[masks[0]!]!;
    return [(first << 1) | (blank > this.looseCell ? 1 : 0), orders[1]! * setCounts[1]! + sets[masks[1]!]!];
  }

  /**
   * Search below the present position. A move along a row passes no other tile, nor does its mirror image where it is
   * along a column. So what one of the two views looks up is near what is known already (see `setRanks`): that one comes
   * first, and the far one, which has to come from memory, only where it is needed.
   * @param previous where the blank was before, -1 at the start
   * @param sum @param mirrored lower bounds by the patterns, and by their mirror images
   * @param left how many moves there are to make
   * @returns whether a solution of exactly so many moves was found; it is in `path` then
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
      if ((++this.generated & (pollInterval - 1)) === 0 && this.isSpent()) return false;
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
          // Values change by more than 1 at times. Then this bound, less the move, also holds where we are, and may end
          // the search here (Felner et al. 2011, inconsistent heuristics).
          if (nearSum - 1 > left) break;
          continue;
        }

        const farMask = masks[far]!;
        const a = maps[(far << 4) | from]!;
        const b = maps[(far << 4) | blank]!;
        const others = farMask ^ (1 << a);
        const i = bitCount[others & ((1 << a) - 1)]!;
        const j = bitCount[others & ((1 << b) - 1)]!;
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
    // Also where the move back was left out: had it led to a solution, an earlier, lower limit would have found one.
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
    this.budget.generated = this.generated;
    this.stopped = this.budget.spent();
    return this.stopped !== undefined;
  }

  private atTarget(blank: number): boolean {
    const [first, second] = this.keys(blank);
    return first === this.target[0] && second === this.target[1];
  }
}
