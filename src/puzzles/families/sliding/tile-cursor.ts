/**
 * The cursor of sliding puzzles in which tiles look alike, several cells are blank, or the goal leaves cells free. Tiles
 * that the goal doesn't name look alike too, so that there are far fewer states.
 *
 * One class for both kinds of tiles would look up kinds in the inner loop of the others. This is the fourth class of cursor,
 * and V8 compiles a call site well for four: a breadth-first search of the 8 puzzle takes 130 to 140 ms with all four in
 * use, and as long with three.
 */
import type { Board } from '../../board.ts';
import { choicesUpTo, exchangePlace, setRank } from '../../combinations.ts';
import { PositionList } from '../../position-list.ts';
import { anything, type Cursor, type Goal, type Move, type Position } from '../../puzzle.ts';
import { arrangements, kindsOf } from './tile-kinds.ts';

/** Moves are coded as `from << 6 | to`: a tile slides from one cell to a blank beside it. */
const cellBits = 6;
const cellMask = (1 << cellBits) - 1;

/** The most goals that are listed. */
const mostGoals = 2 ** 12;
/** The most tiles of a kind of which each gets a cell of its own in the lower bound. */
const mostAssigned = 3;

const ordersOf = (all: readonly number[]): readonly (readonly number[])[] =>
  all.length < 2
    ? [all]
    : all.flatMap((first) => ordersOf(all.filter((one) => one !== first)).map((rest) => [first, ...rest]));
/** By how many things are put in order. */
const orders = Array.from({ length: mostAssigned + 1 }, (_, count) => ordersOf([...new Array(count).keys()]));

/** What a position of a list takes: a string, its place there, and an entry of a map. */
const positionBytes = 140;

/**
 * A state has a digit for each kind of piece but the one with the most: the rank of the set of its cells, so that a step
 * changes two digits. Where these need more than 53 bits, states are numbers of the positions that the cursor has met.
 */
export class TileCursor implements Cursor {
  readonly goals: readonly number[] | undefined;
  private readonly neighbours: readonly (readonly number[])[];
  private readonly colours: readonly number[] | undefined;
  /** The codes of each kind, and how many they are. The first kind is the blank. */
  private readonly kinds: readonly (readonly number[])[];
  private readonly counts: Uint8Array;
  /** The kind on each cell. */
  private readonly cells: Uint8Array;
  /** The cells of all pieces, kind by kind, ascending within a kind; and where each kind begins. */
  private readonly places: Uint8Array;
  private readonly firsts: Uint8Array;
  /** Scratch: where the next piece of each kind comes. */
  private readonly next: Uint8Array;
  private readonly choices: Float64Array;
  /** The kind without a digit. */
  private readonly untold: number;
  /** What a kind's digit counts, 0 for the kind that has none, and its digit times that. */
  private readonly weights: Float64Array;
  private readonly digits: Float64Array;
  private present = 0;
  private readonly list: PositionList | undefined;
  /** The kind that the goal has on each cell, or 255 for any. */
  private readonly wanted: Uint8Array;
  /** By kind: distances to each cell where the goal has it, and to the nearest of them. */
  private readonly distances: readonly (readonly (readonly number[])[])[];
  private readonly nearest: readonly Uint8Array[];
  /** Where the goal has blanks. */
  private readonly blankTargets: readonly number[];
  /** The lower bound of each kind, and their sum. */
  private readonly costs: Int32Array;
  private bound = 0;
  private readonly scratch: Uint8Array;
  /** The parity of the blanks' colours at the goal, or -1. */
  private readonly goalParity: number;

  /** @param pieces those of all positions, in any order */
  constructor(board: Board, pieces: Position, { positions: [end = pieces.map(() => anything)] }: Goal) {
    const { size, neighbours, colours, distance } = board;
    this.neighbours = neighbours;
    this.colours = colours;
    this.kinds = kindsOf(pieces, end);
    this.counts = Uint8Array.from(this.kinds, ({ length }) => length);
    this.firsts = Uint8Array.from(this.counts, (_, kind) =>
      this.counts.subarray(0, kind).reduce((sum, n) => sum + n, 0),
    );
    this.next = new Uint8Array(this.counts.length);
    this.cells = new Uint8Array(size);
    this.places = new Uint8Array(size);
    this.scratch = new Uint8Array(size);
    this.choices = choicesUpTo(size, size + 1);
    const untold = this.counts.indexOf(Math.max(...this.counts));
    this.untold = untold;
    let weight = 1;
    this.weights = Float64Array.from(this.counts, (count, kind) => {
      if (kind === untold) return 0;
      const own = weight;
      weight *= this.choices[size * (size + 1) + count]!;
      return own;
    });
    this.digits = new Float64Array(this.counts.length);
    this.list = weight > Number.MAX_SAFE_INTEGER ? new PositionList() : undefined;
    this.wanted = Uint8Array.from(end, (code) => (code === anything ? 255 : this.kindOf(code)));
    const targets = this.kinds.map((_, kind) => [...this.wanted.keys()].filter((cell) => this.wanted[cell] === kind));
    this.distances = targets.map((cells) => cells.map((cell) => distance[cell]!));
    this.nearest = this.distances.map((own) =>
      Uint8Array.from({ length: size }, (_, cell) => (own.length === 0 ? 0 : Math.min(...own.map((to) => to[cell]!)))),
    );
    this.costs = new Int32Array(this.counts.length);
    this.blankTargets = targets[0]!;
    const hasBlanks = colours !== undefined && this.blankTargets.length === this.counts[0];
    this.goalParity = hasBlanks ? this.blankTargets.reduce((sum, cell) => sum + colours[cell]!, 0) & 1 : -1;
    this.goals = this.listedGoals(targets);
    this.place(pieces.map((code) => this.kindOf(code)));
  }

  /** -1 for a code that no piece has. */
  private kindOf(code: number): number {
    return this.kinds.findIndex((codes) => codes.includes(code));
  }

  /** All positions that have what the goal names; undefined where they are too many. */
  private listedGoals(targets: readonly (readonly number[])[]): number[] | undefined {
    const left = this.counts.map((count, kind) => count - targets[kind]!.length);
    if (arrangements([...left]) > mostGoals) return undefined;
    const goals: number[] = [];
    const kinds = Uint8Array.from(this.wanted);
    const free = [...kinds.keys()].filter((cell) => kinds[cell] === 255);
    const fill = (index: number): void => {
      if (index === free.length) {
        this.place(kinds);
        goals.push(this.state());
        return;
      }
      for (const kind of left.keys()) {
        if (left[kind] === 0) continue;
        left[kind]!--;
        kinds[free[index]!] = kind;
        fill(index + 1);
        left[kind]!++;
      }
    };
    fill(0);
    return goals;
  }

  /** -1 for a position of other pieces. */
  rank(position: Position): number {
    const kinds = Uint8Array.from(position, (code) => this.kindOf(code));
    if (!this.counts.every((count, kind) => count === kinds.filter((one) => one === kind).length)) return -1;
    const before = Uint8Array.from(this.cells);
    this.place(kinds);
    const state = this.state();
    this.place(before);
    return state;
  }

  /** Pieces that look alike are in the order of their codes. */
  unrank(state: number): Position {
    const before = Uint8Array.from(this.cells);
    this.load(state);
    const used = this.kinds.map(() => 0);
    const position = Array.from(this.cells, (kind) => this.kinds[kind]![used[kind]!++]!);
    this.place(before);
    return position;
  }

  load(state: number): void {
    const { scratch, counts, weights, choices } = this;
    if (this.list !== undefined) {
      this.list.read(state, scratch);
      this.place(scratch);
      return;
    }
    const width = scratch.length + 1;
    scratch.fill(this.untold);
    let rest = state;
    for (let kind = counts.length - 1; kind >= 0; kind--) {
      const weight = weights[kind]!;
      if (weight === 0) continue;
      let digit = Math.floor(rest / weight);
      rest -= digit * weight;
      if (counts[kind] === 1) {
        scratch[digit] = kind;
        continue;
      }
      let cell = scratch.length - 1;
      for (let number = counts[kind]!; number > 0; number--) {
        while (choices[cell * width + number]! > digit) cell--;
        digit -= choices[cell * width + number]!;
        scratch[cell] = kind;
      }
    }
    this.place(scratch);
  }

  /** Put a kind on each cell. */
  private place(kinds: ArrayLike<number>): void {
    const { firsts, next, cells, places, costs, digits } = this;
    next.set(firsts);
    for (let cell = 0; cell < cells.length; cell++) {
      const kind = kinds[cell]!;
      cells[cell] = kind;
      places[next[kind]!++] = cell;
    }
    this.present = 0;
    this.bound = 0;
    for (let kind = 0; kind < digits.length; kind++) {
      digits[kind] = 0;
      this.count(kind);
      if (kind === 0) continue;
      costs[kind] = this.costOf(kind);
      this.bound += costs[kind]!;
    }
  }

  /** Bring the digit of a kind up to date. */
  private count(kind: number): void {
    const weight = this.weights[kind]!;
    if (weight === 0) return;
    const { places, choices, digits, cells } = this;
    const digit = setRank(choices, cells.length + 1, places, this.firsts[kind]!, this.counts[kind]!) * weight;
    this.present += digit - digits[kind]!;
    digits[kind] = digit;
  }

  state(): number {
    return this.list === undefined ? this.present : this.list.numberOf(this.cells);
  }

  moves(into: number[], at: number): number {
    const { places, cells, neighbours } = this;
    const blanks = this.counts[0]!;
    let end = at;
    for (let blank = 0; blank < blanks; blank++) {
      const to = places[blank]!;
      const near = neighbours[to]!;
      for (let i = 0; i < near.length; i++) {
        if (cells[near[i]!] !== 0) into[end++] = (near[i]! << cellBits) | to;
      }
    }
    return end - at;
  }

  predecessors(into: number[], at: number): number {
    const count = this.moves(into, at);
    for (let i = at; i < at + count; i++) into[i] = ((into[i]! & cellMask) << cellBits) | (into[i]! >> cellBits);
    return count;
  }

  make(move: number): void {
    this.slide(move >> cellBits, move & cellMask);
  }

  unmake(move: number): void {
    this.slide(move & cellMask, move >> cellBits);
  }

  private slide(from: number, to: number): void {
    const { cells, costs } = this;
    const kind = cells[from]!;
    cells[to] = kind;
    cells[from] = 0;
    this.shift(0, to, from);
    this.shift(kind, from, to);
    const cost = this.costOf(kind);
    this.bound += cost - costs[kind]!;
    costs[kind] = cost;
  }

  /** Put a piece on another cell, and keep those of its kind in order. */
  private shift(kind: number, before: number, after: number): void {
    const first = this.firsts[kind]!;
    exchangePlace(this.places, first, first + this.counts[kind]!, before, after);
    if (this.list === undefined) this.count(kind);
  }

  /** A lower bound of the steps of a kind's tiles: a step moves one tile by one cell. */
  private costOf(kind: number): number {
    const count = this.counts[kind]!;
    const distances = this.distances[kind]!;
    const wanted = distances.length;
    const first = this.firsts[kind]!;
    const nearest = this.nearest[kind]!;
    const { places } = this;
    if (wanted === 0) return 0;
    if (count === 1) return nearest[places[first]!]!;
    if (wanted === count && count <= mostAssigned) {
      let least = Number.POSITIVE_INFINITY;
      for (const order of orders[count]!) {
        let sum = 0;
        for (let i = 0; i < count; i++) sum += distances[i]![places[first + order[i]!]!]!;
        if (sum < least) least = sum;
      }
      return least;
    }
    let ofTargets = 0;
    for (let target = 0; target < wanted; target++) {
      const to = distances[target]!;
      let least = to[places[first]!]!;
      for (let piece = 1; piece < count; piece++) {
        const steps = to[places[first + piece]!]!;
        if (steps < least) least = steps;
      }
      ofTargets += least;
    }
    // Tiles may stay elsewhere, where the goal names fewer of them.
    if (wanted < count) return ofTargets;
    let ofTiles = 0;
    for (let piece = 0; piece < count; piece++) ofTiles += nearest[places[first + piece]!]!;
    return Math.max(ofTargets, ofTiles);
  }

  /** A bound of 0 says that all tiles which the goal names are in place. */
  solved(): boolean {
    if (this.bound > 0) return false;
    const { blankTargets, cells } = this;
    for (let i = 0; i < blankTargets.length; i++) if (cells[blankTargets[i]!] !== 0) return false;
    return true;
  }

  lowerBound(): number {
    return this.bound;
  }

  /**
   * A tile slid there and straight back. Of two moves with nothing in common, which have the same end in both orders, one
   * order is enough.
   */
  redundant(previous: number, move: number): boolean {
    const from = move >> cellBits;
    const to = move & cellMask;
    const before = previous >> cellBits;
    const after = previous & cellMask;
    if (from === after) return to === before;
    return from !== before && to !== before && to !== after && move < previous;
  }

  /** Each step takes a blank to a cell of the other colour. */
  parity(): number {
    if (this.goalParity === -1) return -1;
    let sum = this.goalParity;
    for (let blank = 0; blank < this.counts[0]!; blank++) sum += this.colours![this.places[blank]!]!;
    return sum & 1;
  }

  path(move: number): Move {
    return [move >> cellBits, move & cellMask];
  }

  get bytes(): number {
    return (this.list?.size ?? 0) * positionBytes;
  }
}
