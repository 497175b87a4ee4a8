/** Depth-first search of the 15 puzzle in multi-tile moves (IDA*, Korf 1985) below `multi-tile-database.ts`. */
import { rectangle } from '../../puzzles/board.ts';
import { endPosition, type Move, type Position, type Question } from '../../puzzles/puzzle.ts';
import { type Budget, type GaveUpReason, pollInterval } from '../budget.ts';
import type { DepthFirstSearch, Path, Visit } from '../parts.ts';
import type { TableMemory } from '../tables/contract.ts';
import { frameOf, type GoalFrame, reframed } from './goal-frame.ts';
import { isOwnMirrorImage, mirrorImage } from './mirror.ts';
import { orders, patterns, type Sets, setsOfPlaces, standingOf, steps, tablesIn } from './multi-tile-database.ts';

const board = rectangle(4, 4);
const lines = 4;
const last = board.size - 1;

/** No position takes more than 43 moves (Norskog & Davidson 2010), and no good solution takes many more. */
const longest = 60;

/** Longer than any path. */
const longestPath = 256;

/** Along each line are three moves. */
const branches = 3;
const alongLine = [...Array(branches).keys()];

/** Imports are read more slowly than constants of this module. */
const orderCount = orders;
const stepCount = steps;

/** The labels of the tiles by their places in the order, row by row. */
const orderOf = (position: Position): number[] => position.filter((tile) => tile !== 0).map((tile) => tile - 1);

/**
 * The views of a position: of its patterns, then of those of its mirror image. A move along a row changes only those of the
 * mirror image, whose rows are the columns, and tells how far it is if the next move is along a column; and the reverse.
 */
const views = 2 * patterns.length;

interface Place {
  readonly sets: Int32Array;
  readonly ranks: Int32Array;
  readonly values: Int32Array;
  readonly blank: number;
}

/** A position of a beam: the line of its next move, its bound, and how it was reached. */
interface Node extends Place {
  readonly axis: number;
  readonly score: number;
  readonly before?: Node;
}

/**
 * For one thread. The first choice on a path is the line of the first move, a row or a column; then each is a move along the
 * line across.
 */
export class MultiTileSearch implements DepthFirstSearch {
  interval = pollInterval;
  generated = 0;
  bound = 0;
  readonly step = 1;
  /** The lines of the first move: one is enough for a start that is its own mirror image. */
  private axes: readonly number[] = [];
  private tables: readonly Uint8Array[] = [];
  private readonly changes: Sets = setsOfPlaces();
  private readonly next = this.changes.next;
  private readonly kinds = this.changes.kinds;
  private readonly reorderings = this.changes.reorderings;
  private frame!: GoalFrame;
  /** Multi-tile moves between the goal and the one that the tables have: no bound is off by more. */
  private away = 0;
  private first!: Place;
  private target!: Place;
  /** By view: the set of places, the rank of the order, and the value of the table. */
  private readonly sets = new Int32Array(views);
  private readonly ranks = new Int32Array(views);
  private readonly values = new Int32Array(views);
  private readonly path = new Int32Array(longestPath);
  private limit = 0;
  private poll: () => boolean = () => false;
  /** How many moves from the start it stopped; -1 if it didn't. */
  private stopDepth = -1;
  /** By moves before it, the choice on the present path. */
  private readonly made = new Int32Array(longestPath);

  /** Read the tables from here. */
  open(memory: TableMemory): void {
    this.tables = tablesIn(memory);
  }

  /** Let go of the tables until the next `open`, so that their memory can hold something else. */
  close(): void {
    this.tables = [];
  }

  /** Take a question that has a solution. */
  begin({ start, goal }: Question): void {
    const end = endPosition(goal);
    this.frame = frameOf(board, end);
    const blank = this.frame.cells[end.indexOf(0)]!;
    this.away = Number(blank % lines !== lines - 1) + Number(blank < last - lines + 1);
    this.target = this.placeOf(reframed(this.frame, end));
    const position = reframed(this.frame, start);
    this.first = this.placeOf(position);
    this.axes = this.away === 0 && isOwnMirrorImage(board, position) ? [0] : [0, 1];
    this.generated = 0;
    const [byRow, byColumn] = [0, 1].map((axis) => this.boundOf(this.first.values, axis));
    const isSolved = this.isSame(this.first, this.target);
    this.bound = isSolved ? 0 : Math.max(1, Math.min(byRow!, byColumn!));
  }

  /** No solution of a position with these values, whose next move is along this axis, is shorter. */
  private boundOf(values: Int32Array, axis: number): number {
    const at = axis * patterns.length;
    return Math.max(values[at]!, values[at + 1]!) - this.away;
  }

  private placeOf(position: Position): Place {
    const sides = [position, mirrorImage(board, position)];
    const standing = sides.flatMap((side) => patterns.map((pattern) => standingOf(pattern, orderOf(side))));
    const sets = Int32Array.from(standing, ({ set }) => set);
    const ranks = Int32Array.from(standing, ({ order }) => order);
    const values = Int32Array.from(standing, ({ set, order }, view) => {
      const row = sides[view < patterns.length ? 0 : 1]!.indexOf(0) >> 2;
      return this.valueOf(view % patterns.length, set, row, order);
    });
    return { sets, ranks, values, blank: position.indexOf(0) };
  }

  private isSame({ sets, ranks, blank }: Pick<Place, 'sets' | 'ranks' | 'blank'>, other: Place): boolean {
    // The views of one side have all tiles but one.
    for (let view = 0; view < patterns.length; view++) {
      if (sets[view] !== other.sets[view] || ranks[view] !== other.ranks[view]) return false;
    }
    return blank === other.blank;
  }

  /** The last four bits of a value. */
  private digit(table: number, set: number, row: number, order: number): number {
    const at = (set * lines + row) * orderCount + order;
    return (this.tables[table]![at >> 1]! >> ((at & 1) << 2)) & 15;
  }

  /** A value of a table, by a walk to its goal. */
  private valueOf(table: number, set: number, row: number, order: number): number {
    const goal = standingOf(patterns[table]!, [...Array(last).keys()]);
    for (let moves = 0, at = { set, row, order }; ; moves += 2) {
      if (at.set === goal.set && at.row === lines - 1 && at.order === goal.order) return moves + 1;
      const wanted = (this.digit(table, at.set, at.row, at.order) + 14) & 15;
      const closer = [...this.besides(at)].find((to) => this.digit(table, to.set, to.row, to.order) === wanted);
      if (!closer) return moves + 2;
      at = closer;
    }
  }

  /** Where the blank gets by one move in each column. */
  private *besides(from: { set: number; row: number; order: number }) {
    for (let column = 0; column < lines; column++) {
      for (const isUp of [0, 1]) {
        let { set, row, order } = from;
        while (row !== (isUp ? 0 : lines - 1)) {
          const change = set * stepCount + 2 * (lines * (isUp ? row - 1 : row) + column) + isUp;
          order = this.reorderings[this.kinds[change]! * orderCount + order]!;
          set = this.next[change]!;
          row += isUp ? -1 : 1;
          yield { set, row, order };
        }
      }
    }
  }

  choices(path: Path): readonly number[] {
    return path.length === 0 ? this.axes : alongLine;
  }

  boundAt(path: Path): number {
    const [axis] = path;
    if (axis === undefined) return this.bound;
    this.enter(path);
    const made = path.length - 1;
    return made + Math.max(1, this.boundOf(this.values, (axis + made) & 1));
  }

  /** Finds solutions of exactly `limit` moves. */
  visit(path: Path, limit: number, poll: () => boolean): Visit {
    const next = limit + 1;
    this.limit = limit;
    this.poll = poll;
    this.stopDepth = -1;
    if (path.length === 0) this.generated += this.axes.length;
    for (const start of path.length === 0 ? this.axes.map((axis) => [axis]) : [path]) {
      if (this.isFoundBelow(start)) return { solution: this.moves(), next };
      if (this.stopDepth !== -1) return { stop: [start[0]!, ...this.made.subarray(0, this.stopDepth)], next };
    }
    return { next };
  }

  private isFoundBelow(path: Path): boolean {
    const blank = this.enter(path);
    const made = path.length - 1;
    const left = this.limit - made;
    if (left < 0) return false;
    if (left === 0) return this.isAtTarget(blank);
    const axis = (path[0]! + made) & 1;
    return this.boundOf(this.values, axis) <= left && this.descend(axis, blank, left);
  }

  private load({ sets, ranks, values }: Place): void {
    this.sets.set(sets);
    this.ranks.set(ranks);
    this.values.set(values);
  }

  /** Make the moves of a path. @returns where the blank is then */
  private enter([first, ...choices]: Path): number {
    this.load(this.first);
    this.made.set(choices);
    let { blank } = this.first;
    this.path[0] = blank;
    for (const [index, choice] of choices.entries()) {
      blank = this.make((first! + index) & 1, blank, choice);
      this.path[index + 1] = blank;
    }
    return blank;
  }

  /** Make a move along an axis. @returns where the blank is then */
  private make(axis: number, blank: number, choice: number): number {
    const { sets, ranks, values } = this;
    const [place, line] = axis === 0 ? [blank & 3, blank >> 2] : [blank >> 2, blank & 3];
    const further = lines - 1 - place;
    const isUp = choice < further ? 0 : 1;
    const far = isUp === 0 ? choice + 1 : choice - further + 1;
    const end = place + (isUp === 0 ? far : -far);
    for (const view of axis === 0 ? [2, 3] : [0, 1]) {
      for (let row = place; row !== end; row += 1 - 2 * isUp) {
        const at = sets[view]! * stepCount + 2 * (lines * (row - isUp) + line) + isUp;
        ranks[view] = this.reorderings[this.kinds[at]! * orderCount + ranks[view]!]!;
        sets[view] = this.next[at]!;
      }
      const digit = this.digit(view % patterns.length, sets[view]!, end, ranks[view]!);
      values[view]! += ((digit - values[view]! + 8) & 15) - 8;
    }
    return blank + (axis === 0 ? 1 : lines) * (end - place);
  }

  private moves(): readonly Move[] {
    const { cells } = this.frame;
    return Array.from({ length: this.limit }, (_, index) => [cells[this.path[index + 1]!]!, cells[this.path[index]!]!]);
  }

  /**
   * Search below the present position for a solution of exactly `left` moves, the next one along a row (axis 0) or a column.
   */
  private descend(axis: number, blank: number, left: number): boolean {
    const { sets, ranks, values, next, kinds, reorderings, away } = this;
    const depth = this.limit - left + 1;
    const before = this.generated;
    const now = before + branches;
    // Before the node is counted, as it is left for the next visit if this one has to stop.
    if (((now ^ before) & this.interval) !== 0 && this.poll()) {
      this.stopDepth = depth - 1;
      return false;
    }
    this.generated = now;
    // What changes, and is looked up afterwards: the views of the other side.
    const a = axis === 0 ? patterns.length : 0;
    const b = a + 1;
    // The line and the place in it, as the views have them: a row's cells are the rows of the mirror image.
    const place = axis === 0 ? blank & 3 : blank >> 2;
    const line = axis === 0 ? blank >> 2 : blank & 3;
    const unit = axis === 0 ? 1 : lines;
    const [setA, setB, rankA, rankB] = [sets[a]!, sets[b]!, ranks[a]!, ranks[b]!];
    const [valueA, valueB] = [values[a]!, values[b]!];
    const [tableA, tableB] = this.tables as [Uint8Array, Uint8Array];
    const most = left - 1 + away;
    let number = 0;
    for (let isUp = 0; isUp < 2; isUp++) {
      let [s, t, p, q] = [setA, setB, rankA, rankB];
      const end = isUp === 1 ? 0 : lines - 1;
      for (let row = place; row !== end; number++) {
        const change = 2 * (lines * (row - isUp) + line) + isUp;
        const changeA = s * stepCount + change;
        const changeB = t * stepCount + change;
        p = reorderings[kinds[changeA]! * orderCount + p]!;
        q = reorderings[kinds[changeB]! * orderCount + q]!;
        s = next[changeA]!;
        t = next[changeB]!;
        row += 1 - 2 * isUp;
        const atA = (s * lines + row) * orderCount + p;
        const nextA = valueA + ((((tableA[atA >> 1]! >> ((atA & 1) << 2)) - valueA + 8) & 15) - 8);
        if (left > 1 && nextA > most) continue;
        const atB = (t * lines + row) * orderCount + q;
        const nextB = valueB + ((((tableB[atB >> 1]! >> ((atB & 1) << 2)) - valueB + 8) & 15) - 8);
        if (left > 1 && nextB > most) continue;
        const to = blank + unit * (row - place);
        this.path[depth] = to;
        this.made[depth - 1] = number;
        sets[a] = s;
        sets[b] = t;
        ranks[a] = p;
        ranks[b] = q;
        values[a] = nextA;
        values[b] = nextB;
        const isFound = left === 1 ? this.isAtTarget(to) : this.descend(1 - axis, to, left - 1);
        sets[a] = setA;
        sets[b] = setB;
        ranks[a] = rankA;
        ranks[b] = rankB;
        values[a] = valueA;
        values[b] = valueB;
        if (isFound) return true;
        if (this.stopDepth !== -1) return false;
      }
    }
    return false;
  }

  /**
   * A good solution that is not proved: of the positions at each distance, only those with the least bounds go on (beam
   * search). With 800, most random positions get a shortest one; hard ones, up to three moves more.
   * @returns also why it stopped, or undefined where it lost the goal
   */
  beam(width: number, budget: Budget): readonly Move[] | GaveUpReason | undefined {
    let level = [0, 1].map((axis): Node => ({ ...this.first, axis, score: 0 }));
    for (let moves = 0; moves < longest && level.length > 0; moves++) {
      const reason = budget.spent();
      if (reason) return reason;
      const next = new Map<string, Node>();
      for (const node of level) {
        for (const child of this.childrenOf(node)) {
          budget.generated++;
          if (this.isSame(child, this.target)) return this.movesTo(child);
          const { sets, ranks, blank, axis } = child;
          next.set(`${sets[0]} ${ranks[0]} ${sets[1]} ${ranks[1]} ${blank} ${axis}`, child);
        }
      }
      level = [...next.values()].sort((one, other) => one.score - other.score).slice(0, width);
    }
    return undefined;
  }

  private movesTo(end: Node): Move[] {
    const { cells } = this.frame;
    const moves: Move[] = [];
    for (let node = end; node.before; node = node.before) moves.push([cells[node.blank]!, cells[node.before.blank]!]);
    return moves.reverse();
  }

  /** The positions one move along the axis of a node. */
  private childrenOf(node: Node): Node[] {
    const { axis, blank } = node;
    const at = axis === 0 ? patterns.length : 0;
    return alongLine.map((choice) => {
      this.load(node);
      const to = this.make(axis, blank, choice);
      const [sets, ranks, values] = [this.sets.slice(), this.ranks.slice(), this.values.slice()];
      // Among equal bounds, the other value counts a little.
      const [one, other] = [values[at]!, values[at + 1]!];
      const score = Math.max(one, other) + Math.min(one, other) / 64;
      return { sets, ranks, values, blank: to, axis: 1 - axis, score, before: node };
    });
  }

  private isAtTarget(blank: number): boolean {
    return this.isSame({ sets: this.sets, ranks: this.ranks, blank }, this.target);
  }
}
