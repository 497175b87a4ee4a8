/** The cursor of block puzzles. */
import type { Board } from '../../board.ts';
import type { Cursor, Goal, Metric, Position, Step } from '../../puzzle.ts';
import { StateStore } from '../../state-store.ts';
import { type Pieces, placeOf } from './pieces.ts';
import { columnsOf, type Shape } from './shapes.ts';

/** The most cells of a board: a move is coded as `from << 6 | to`, by the first cells of a piece. */
const cellBits = 6;
const cellMask = (1 << cellBits) - 1;

const mostPlaces = 1 << cellBits;
/** `[n * mostPlaces + k]`: the ways to choose k of n (Pascal's triangle). */
const choices = new Float64Array((mostPlaces + 1) * mostPlaces);
for (let n = 0; n <= mostPlaces; n++) {
  choices[n * mostPlaces] = 1;
  for (let k = 1; k <= Math.min(n, mostPlaces - 1); k++) {
    choices[n * mostPlaces + k] = choices[(n - 1) * mostPlaces + k - 1]! + (choices[(n - 1) * mostPlaces + k] ?? 0);
  }
}

const wall = 255;

/**
 * A state has a digit for each kind of piece: the rank of the set of its places among all sets of that size (the
 * combinatorial number system, Lehmer 1964). Where positions have more than 53 bits, no cursor can be made.
 */
export class BlockCursor implements Cursor {
  private readonly columns: number;
  private readonly pieces: Pieces;
  private readonly goal: Goal;
  private readonly metric: Metric;
  private readonly start: Position;
  /** The kind on each cell, counted from 1; 0 where it is free. */
  private readonly grid: Uint8Array;
  /** The places of all pieces, kind by kind, ascending within a kind; where each kind begins, and the end. */
  private readonly places: Int16Array;
  private readonly first: number[];
  /** What a kind's digit counts, and its digit times that. */
  private readonly weights: readonly number[];
  private readonly digits: Float64Array;
  private present = 0;
  private readonly shapes: readonly Shape[];
  private readonly reached = new Int16Array(mostPlaces);
  private readonly targets: readonly (readonly [kind: number, place: number])[];
  /** By target: distances on an empty board. */
  private readonly distances: readonly Float64Array[];
  private known: readonly number[] | undefined;

  /** @throws RangeError where the start has more positions than a number can count */
  constructor(board: Board, pieces: Pieces, metric: Metric, goal: Goal, start: Position) {
    const { kinds, walls } = pieces;
    this.columns = columnsOf(board);
    this.pieces = pieces;
    this.metric = metric;
    this.goal = goal;
    this.start = start;
    this.grid = new Uint8Array(board.size);
    for (const cell of walls) this.grid[cell] = wall;
    this.first = [0];
    for (const kind of kinds) this.first.push(this.first.at(-1)! + kind.pieces.length);
    this.places = new Int16Array(this.first.at(-1)!);
    this.digits = new Float64Array(kinds.length);
    let weight = 1;
    this.weights = kinds.map((kind) => {
      const own = weight;
      weight *= choices[kind.shape.places.length * mostPlaces + kind.pieces.length]!;
      return own;
    });
    if (weight > Number.MAX_SAFE_INTEGER) throw new RangeError('too many positions');
    this.shapes = kinds.map(({ shape }) => shape);
    const ends = pieces.piecesOf(goal.positions[0]!).map((piece) => placeOf(kinds, piece));
    this.targets = ends.filter((end) => end !== undefined).sort(([a], [b]) => a - b);
    this.distances = this.targets.map(([kind, place]) => this.shapes[kind]!.distancesTo(metric, place));
    this.load(this.rank(start));
  }

  /** The positions of the goal that the start can reach. */
  get goals(): readonly number[] {
    this.known ??= this.findGoals();
    return this.known;
  }

  private findGoals(): number[] {
    if (this.targets.length === this.places.length) return [this.rank(this.goal.positions[0]!)];
    const before = this.state();
    const store = new StateStore();
    store.add(this.rank(this.start), -1, 0);
    const goals: number[] = [];
    const codes: number[] = [];
    for (let index = 0; index < store.size; index++) {
      const state = store.states[index]!;
      this.load(state);
      if (this.solved()) goals.push(state);
      const count = this.moves(codes, 0);
      for (let i = 0; i < count; i++) {
        this.make(codes[i]!);
        store.add(this.state(), index, 0);
        this.unmake(codes[i]!);
      }
    }
    this.load(before);
    return goals;
  }

  /** -1 for a position of other pieces or walls. */
  rank(position: Position): number {
    const { kinds, walls, wallsOf, piecesOf } = this.pieces;
    if (String(wallsOf(position)) !== String(walls)) return -1;
    const placed: number[][] = kinds.map(() => []);
    for (const piece of piecesOf(position)) {
      const found = placeOf(kinds, piece);
      if (!found) return -1;
      placed[found[0]]!.push(found[1]);
    }
    if (placed.some((places, kind) => places.length !== kinds[kind]!.pieces.length)) return -1;
    return placed.reduce((sum, places, kind) => {
      const sorted = places.sort((a, b) => a - b);
      const digit = sorted.reduce((all, place, index) => all + choices[place * mostPlaces + index + 1]!, 0);
      return sum + digit * this.weights[kind]!;
    }, 0);
  }

  unrank(state: number): Position {
    const before = this.present;
    this.load(state);
    const position = this.start.map((code, cell) => (this.grid[cell] === wall ? code : 0));
    for (const [index, kind] of this.pieces.kinds.entries()) {
      for (const [number, codes] of kind.pieces.entries()) {
        const cells = kind.shape.places[this.places[this.first[index]! + number]!]!;
        for (const [at, cell] of cells.entries()) position[cell] = codes[at]!;
      }
    }
    this.load(before);
    return position;
  }

  load(state: number): void {
    const { kinds } = this.pieces;
    const { grid, places, first, weights, digits } = this;
    for (let cell = 0; cell < grid.length; cell++) if (grid[cell] !== wall) grid[cell] = 0;
    this.present = state;
    let rest = state;
    for (let kind = kinds.length - 1; kind >= 0; kind--) {
      let digit = Math.floor(rest / weights[kind]!);
      rest -= digit * weights[kind]!;
      digits[kind] = digit * weights[kind]!;
      const from = first[kind]!;
      let place = this.shapes[kind]!.places.length - 1;
      for (let number = first[kind + 1]! - from; number > 0; number--) {
        while (choices[place * mostPlaces + number]! > digit) place--;
        digit -= choices[place * mostPlaces + number]!;
        places[from + number - 1] = place;
        this.put(kind, place, kind + 1);
      }
    }
  }

  state(): number {
    return this.present;
  }

  private put(kind: number, place: number, mark: number): void {
    const cells = this.shapes[kind]!.places[place]!;
    for (let at = 0; at < cells.length; at++) this.grid[cells[at]!] = mark;
  }

  private isFree(kind: number, place: number): boolean {
    const cells = this.shapes[kind]!.places[place]!;
    for (let at = 0; at < cells.length; at++) if (this.grid[cells[at]!] !== 0) return false;
    return true;
  }

  moves(into: number[], at: number): number {
    return this.list(into, at, false);
  }

  /** The legal moves reversed, as moves can be undone. */
  predecessors(into: number[], at: number): number {
    return this.list(into, at, true);
  }

  private list(into: number[], at: number, isReversed: boolean): number {
    const { places, first, reached, shapes, metric } = this;
    let end = at;
    for (let kind = 0; kind < shapes.length; kind++) {
      const cells = shapes[kind]!.firstCells;
      for (let piece = first[kind]!; piece < first[kind + 1]!; piece++) {
        const place = places[piece]!;
        const from = cells[place]!;
        const count = metric === 'steps' ? this.step(kind, place) : this.wander(kind, place);
        for (let i = 0; i < count; i++) {
          const to = cells[reached[i]!]!;
          into[end++] = isReversed ? (to << cellBits) | from : (from << cellBits) | to;
        }
      }
    }
    return end - at;
  }

  /** Lists the places one step away in `reached`, and returns their number. */
  private step(kind: number, place: number): number {
    const { grid, reached } = this;
    const { next, entered } = this.shapes[kind]!;
    let count = 0;
    for (let way = place * 4; way < place * 4 + 4; way++) {
      const cells = entered[way]!;
      if (next[way] === -1) continue;
      let isFree = true;
      for (let index = 0; index < cells.length; index++) if (grid[cells[index]!] !== 0) isFree = false;
      if (isFree) reached[count++] = next[way]!;
    }
    return count;
  }

  /** The same for places farther away: a piece may enter cells that it has left. */
  private wander(kind: number, place: number): number {
    this.put(kind, place, 0);
    const isFree = (other: number): boolean => this.isFree(kind, other);
    const count = this.shapes[kind]!.reach(this.metric, place, isFree, this.reached);
    this.put(kind, place, kind + 1);
    return count;
  }

  make(move: number): void {
    this.slide(move >> cellBits, move & cellMask);
  }

  unmake(move: number): void {
    this.slide(move & cellMask, move >> cellBits);
  }

  private slide(from: number, to: number): void {
    const { places, first, digits } = this;
    const kind = this.grid[from]! - 1;
    const { placeAt } = this.shapes[kind]!;
    const before = placeAt[from]!;
    const after = placeAt[to]!;
    this.put(kind, before, 0);
    this.put(kind, after, kind + 1);
    const [start, end] = [first[kind]!, first[kind + 1]!];
    let at = start;
    while (places[at] !== before) at++;
    for (; at + 1 < end && places[at + 1]! < after; at++) places[at] = places[at + 1]!;
    for (; at > start && places[at - 1]! > after; at--) places[at] = places[at - 1]!;
    places[at] = after;
    let digit = 0;
    for (let number = 0; number < end - start; number++) {
      digit += choices[places[start + number]! * mostPlaces + number + 1]!;
    }
    digit *= this.weights[kind]!;
    this.present += digit - digits[kind]!;
    digits[kind] = digit;
  }

  private has(kind: number, place: number): boolean {
    for (let piece = this.first[kind]!; piece < this.first[kind + 1]!; piece++) {
      if (this.places[piece] === place) return true;
    }
    return false;
  }

  solved(): boolean {
    for (let index = 0; index < this.targets.length; index++) {
      const target = this.targets[index]!;
      if (!this.has(target[0], target[1])) return false;
    }
    return true;
  }

  /** The sum of the pieces' distances on an empty board. Of two look-alikes, it is the cheaper way; of more, nothing. */
  lowerBound(): number {
    const { targets, distances, places, first } = this;
    let bound = 0;
    for (let index = 0; index < targets.length; index++) {
      const kind = targets[index]![0];
      const piece = first[kind]!;
      const count = first[kind + 1]! - piece;
      const own = distances[index]!;
      if (count === 1) bound += own[places[piece]!]!;
      else if (count === 2 && targets[index + 1]?.[0] === kind) {
        const other = distances[++index]!;
        const [a, b] = [places[piece]!, places[piece + 1]!];
        bound += Math.min(own[a]! + other[b]!, own[b]! + other[a]!);
      }
    }
    return bound;
  }

  /** One piece twice in a row: there and back, or what is one move in this metric. */
  redundant(previous: number, move: number): boolean {
    const [first, middle] = [previous >> cellBits, previous & cellMask];
    if (move >> cellBits !== middle) return false;
    const last = move & cellMask;
    if (this.metric !== 'slides' || last === first) return this.metric === 'moves' || last === first;
    return this.isAcross(first, middle) === this.isAcross(middle, last);
  }

  private isAcross(from: number, to: number): boolean {
    return Math.floor(from / this.columns) === Math.floor(to / this.columns);
  }

  /** A piece of several cells keeps no colour. */
  parity(): number {
    return -1;
  }

  path(move: number): Step {
    return [move >> cellBits, move & cellMask];
  }
}
