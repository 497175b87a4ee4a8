/** The cursor of block puzzles. */
import type { Board } from '../../board.ts';
import type { Cursor, Goal, Metric, Position, Step } from '../../puzzle.ts';
import { type Pieces, placeOf } from './pieces.ts';
import { columnsOf, type Shape, wayBits, ways } from './shapes.ts';

/** A move is coded as `kind << 12 | from << 6 | to`, by the places of the piece. Boards have at most as many cells. */
const placeBits = 6;
export const mostPlaces = 1 << placeBits;
const placeMask = mostPlaces - 1;

/** `[n * mostPlaces + k]`: the ways to choose k of n (Pascal's triangle). */
export const choices = new Float64Array((mostPlaces + 1) * mostPlaces);
for (let n = 0; n <= mostPlaces; n++) {
  choices[n * mostPlaces] = 1;
  for (let k = 1; k <= Math.min(n, mostPlaces - 1); k++) {
    choices[n * mostPlaces + k] = choices[(n - 1) * mostPlaces + k - 1]! + (choices[(n - 1) * mostPlaces + k] ?? 0);
  }
}

/**
 * A state has a digit for each kind of piece: the rank of the set of its places among all sets of that size (the
 * combinatorial number system, Lehmer 1964). Where positions have more than 53 bits, no cursor can be made.
 */
export class BlockCursor implements Cursor {
  private readonly columns: number;
  readonly pieces: Pieces;
  readonly goals: readonly number[] | undefined;
  readonly metric: Metric;
  private readonly start: Position;
  /** The cells with a wall or a piece, as bits: 0 to 31, and from 32. */
  private takenLow = 0;
  private takenHigh = 0;
  private readonly wallsLow: number;
  private readonly wallsHigh: number;
  /** The places of all pieces, kind by kind, ascending within a kind; where each kind begins, and the end. */
  private readonly places: Int16Array;
  readonly first: Uint8Array;
  /** What a kind's digit counts, and its digit times that. */
  readonly weights: Float64Array;
  private readonly digits: Float64Array;
  private present = 0;
  private readonly shapes: readonly Shape[];
  private readonly reached = new Int16Array(mostPlaces);
  /** Whether the goal has a piece where it can never be, on a wall or in another lane. */
  readonly isBlocked: boolean;
  readonly targets: readonly (readonly [kind: number, place: number])[];
  /** By target: distances on an empty board. */
  private readonly distances: readonly Float64Array[];

  /** @throws RangeError where the start has more positions than a number can count */
  constructor(board: Board, pieces: Pieces, metric: Metric, goal: Goal, start: Position) {
    const { kinds, walls } = pieces;
    this.columns = columnsOf(board);
    this.pieces = pieces;
    this.metric = metric;
    this.start = start;
    this.wallsLow = walls.reduce((mask, cell) => mask | (cell < 32 ? 1 << cell : 0), 0);
    this.wallsHigh = walls.reduce((mask, cell) => mask | (cell < 32 ? 0 : 1 << (cell & 31)), 0);
    this.first = new Uint8Array(kinds.length + 1);
    for (const [kind, { pieces: own }] of kinds.entries()) this.first[kind + 1] = this.first[kind]! + own.length;
    this.places = new Int16Array(this.first.at(-1)!);
    this.digits = new Float64Array(kinds.length);
    let weight = 1;
    this.weights = Float64Array.from(kinds, (kind) => {
      const own = weight;
      weight *= choices[kind.shape.places.length * mostPlaces + kind.pieces.length]!;
      return own;
    });
    if (weight > Number.MAX_SAFE_INTEGER) throw new RangeError('too many positions');
    this.shapes = kinds.map(({ shape }) => shape);
    const ends = pieces.piecesOf(goal.positions[0]!).map((piece) => placeOf(kinds, piece));
    this.isBlocked = ends.includes(undefined);
    this.targets = ends.filter((end) => end !== undefined).sort(([a], [b]) => a - b);
    this.distances = this.targets.map(([kind, place]) => this.shapes[kind]!.distancesTo(metric, place));
    this.goals = this.targets.length === this.places.length ? [this.stateOf(this.targets)] : undefined;
    this.load(this.rank(start));
  }

  /** -1 for a position of other pieces or walls. */
  rank(position: Position): number {
    const { kinds, walls, wallsOf, piecesOf } = this.pieces;
    if (String(wallsOf(position)) !== String(walls)) return -1;
    const placed = piecesOf(position).map((piece) => placeOf(kinds, piece));
    return placed.includes(undefined) ? -1 : this.stateOf(placed.filter((place) => place !== undefined));
  }

  /** The state in which the pieces are at these places; -1 if some kind has more or fewer pieces. */
  private stateOf(placed: readonly (readonly [kind: number, place: number])[]): number {
    let state = 0;
    for (const [index, { pieces }] of this.pieces.kinds.entries()) {
      const places = placed.flatMap(([kind, place]) => (kind === index ? place : [])).sort((a, b) => a - b);
      if (places.length !== pieces.length) return -1;
      const digit = places.reduce((sum, place, number) => sum + choices[place * mostPlaces + number + 1]!, 0);
      state += digit * this.weights[index]!;
    }
    return state;
  }

  unrank(state: number): Position {
    const before = this.present;
    this.load(state);
    const { kinds, walls } = this.pieces;
    const position = this.start.map((code, cell) => (walls.includes(cell) ? code : 0));
    for (const [index, kind] of kinds.entries()) {
      for (const [number, codes] of kind.pieces.entries()) {
        const cells = kind.shape.places[this.places[this.first[index]! + number]!]!;
        for (const [at, cell] of cells.entries()) position[cell] = codes[at]!;
      }
    }
    this.load(before);
    return position;
  }

  load(state: number): void {
    const { places, first, weights, digits, shapes } = this;
    let [low, high] = [this.wallsLow, this.wallsHigh];
    let rest = state;
    for (let kind = shapes.length - 1; kind >= 0; kind--) {
      const shape = shapes[kind]!;
      const weight = weights[kind]!;
      let digit = Math.floor(rest / weight);
      rest -= digit * weight;
      digits[kind] = digit * weight;
      const from = first[kind]!;
      let number = first[kind + 1]! - from;
      if (number === 1) {
        // The digit of a single piece is its place.
        places[from] = digit;
        low |= shape.low[digit]!;
        high |= shape.high[digit]!;
        continue;
      }
      for (let place = shape.places.length - 1; number > 0; number--) {
        while (choices[place * mostPlaces + number]! > digit) place--;
        digit -= choices[place * mostPlaces + number]!;
        places[from + number - 1] = place;
        low |= shape.low[place]!;
        high |= shape.high[place]!;
      }
    }
    this.present = state;
    this.takenLow = low;
    this.takenHigh = high;
  }

  state(): number {
    return this.present;
  }

  moves(into: number[], at: number): number {
    return this.list(into, at, false);
  }

  /** The legal moves reversed, as moves can be undone. */
  predecessors(into: number[], at: number): number {
    return this.list(into, at, true);
  }

  private list(into: number[], at: number, isReversed: boolean): number {
    const { places, first, reached, shapes } = this;
    let end = at;
    for (let kind = 0; kind < shapes.length; kind++) {
      const code = kind << (2 * placeBits);
      for (let piece = first[kind]!; piece < first[kind + 1]!; piece++) {
        const place = places[piece]!;
        const count = this.reach(shapes[kind]!, place);
        for (let i = 0; i < count; i++) {
          const to = reached[i]!;
          into[end++] = code | (isReversed ? (to << placeBits) | place : (place << placeBits) | to);
        }
      }
    }
    return end - at;
  }

  /** Lists the places that one move of a piece reaches in `reached`, the nearest first, and returns their number. */
  private reach({ low, high, next }: Shape, place: number): number {
    const { reached, metric } = this;
    // A piece may enter cells that it has left.
    const otherLow = this.takenLow & ~low[place]!;
    const otherHigh = this.takenHigh & ~high[place]!;
    let count = 0;
    for (let way = 0; way < ways.length; way++) {
      for (let to = next[(place << wayBits) | way]!; to !== -1; to = next[(to << wayBits) | way]!) {
        if ((low[to]! & otherLow) !== 0 || (high[to]! & otherHigh) !== 0) break;
        reached[count++] = to;
        if (metric !== 'slides') break;
      }
    }
    if (metric !== 'moves') return count;
    for (let index = 0; index < count; index++) {
      for (let way = 0; way < ways.length; way++) {
        const to = next[(reached[index]! << wayBits) | way]!;
        if (to === -1 || to === place || (low[to]! & otherLow) !== 0 || (high[to]! & otherHigh) !== 0) continue;
        let isNew = true;
        for (let known = 0; known < count; known++) if (reached[known] === to) isNew = false;
        if (isNew) reached[count++] = to;
      }
    }
    return count;
  }

  make(move: number): void {
    this.slide(move >> (2 * placeBits), (move >> placeBits) & placeMask, move & placeMask);
  }

  unmake(move: number): void {
    this.slide(move >> (2 * placeBits), move & placeMask, (move >> placeBits) & placeMask);
  }

  private slide(kind: number, before: number, after: number): void {
    const { places, first, digits } = this;
    const { low, high } = this.shapes[kind]!;
    this.takenLow ^= low[before]! ^ low[after]!;
    this.takenHigh ^= high[before]! ^ high[after]!;
    const start = first[kind]!;
    const end = first[kind + 1]!;
    const weight = this.weights[kind]!;
    if (end - start === 1) {
      places[start] = after;
      this.present += (after - before) * weight;
      digits[kind] = after * weight;
      return;
    }
    let at = start;
    while (places[at] !== before) at++;
    for (; at + 1 < end && places[at + 1]! < after; at++) places[at] = places[at + 1]!;
    for (; at > start && places[at - 1]! > after; at--) places[at] = places[at - 1]!;
    places[at] = after;
    let digit = 0;
    for (let number = 0; number < end - start; number++) {
      digit += choices[places[start + number]! * mostPlaces + number + 1]!;
    }
    digit *= weight;
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
    if (this.isBlocked) return false;
    for (let index = 0; index < this.targets.length; index++) {
      const target = this.targets[index]!;
      if (!this.has(target[0], target[1])) return false;
    }
    return true;
  }

  /** The sum of the pieces' distances on an empty board. Of two look-alikes, it is the cheaper way; of more, nothing. */
  lowerBound(): number {
    if (this.isBlocked) return Number.POSITIVE_INFINITY;
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
    const kind = move >> (2 * placeBits);
    const middle = previous & placeMask;
    if (previous >> (2 * placeBits) !== kind || ((move >> placeBits) & placeMask) !== middle) return false;
    const first = (previous >> placeBits) & placeMask;
    const last = move & placeMask;
    if (this.metric !== 'slides' || last === first) return this.metric === 'moves' || last === first;
    return this.isAcross(kind, first, middle) === this.isAcross(kind, middle, last);
  }

  private isAcross(kind: number, from: number, to: number): boolean {
    const cells = this.shapes[kind]!.firstCells;
    return Math.floor(cells[from]! / this.columns) === Math.floor(cells[to]! / this.columns);
  }

  /** A piece of several cells keeps no colour. */
  parity(): number {
    return -1;
  }

  path(move: number): Step {
    const cells = this.shapes[move >> (2 * placeBits)]!.firstCells;
    return [cells[(move >> placeBits) & placeMask]!, cells[move & placeMask]!];
  }
}
