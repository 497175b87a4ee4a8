/** The cursor of block puzzles. */
import type { Board } from '../../board.ts';
import { choicesUpTo, exchangePlace, setRank } from '../../combinations.ts';
import { PositionList } from '../../position-list.ts';
import type { Cursor, Goal, Metric, Position, Step } from '../../puzzle.ts';
import { type Pieces, placeOf } from './pieces.ts';
import { columnsOf, directionBits, directions, maskOf, type Shape, wordsOf } from './shapes.ts';

/** A move is coded as `kind << 16 | from << 8 | to`, by the places of the piece. */
const placeBits = 8;
const placeMask = (1 << placeBits) - 1;
/** Rows or columns, cells, and pieces of a board, at most. */
export const longestSide = 12;
export const mostPlaces = longestSide ** 2;
export const mostPieces = 64;

/** `[n * mostPieces + k]`: the ways to choose k of n. */
export const choices = choicesUpTo(mostPlaces, mostPieces);

type Target = readonly [kind: number, place: number];

/**
 * A state has a digit for each kind of piece: the rank of the set of its places. Where these need more than 53 bits, states
 * are numbers of the positions that the cursor has met, by the places of their pieces.
 */
export class BlockCursor implements Cursor {
  private readonly columns: number;
  readonly pieces: Pieces;
  readonly goals: readonly number[] | undefined;
  readonly metric: Metric;
  private readonly start: Position;
  /** The cells with a wall or a piece as bits, those with a wall, and scratch. */
  private readonly taken: Int32Array;
  private readonly walls: Int32Array;
  private readonly others: Int32Array;
  private readonly words: number;
  /** The places of all pieces, kind by kind, ascending within a kind; where each kind begins, and the end. */
  private readonly places: Uint8Array;
  readonly first: Uint8Array;
  /** By kind: in how many ways its pieces can be placed, what its digit counts, and its digit times that. */
  readonly placings: Float64Array;
  readonly weights: Float64Array;
  private readonly digits: Float64Array;
  private present = 0;
  private readonly met: PositionList | undefined;
  private readonly shapes: readonly Shape[];
  private readonly reached = new Int16Array(mostPlaces);
  /** What each of the goal's positions asks for, without those with a piece where it can never be. */
  readonly ends: readonly (readonly Target[])[];
  /** By end and target: distances on an empty board. */
  private readonly distances: readonly (readonly Float64Array[])[];

  constructor(board: Board, pieces: Pieces, metric: Metric, goal: Goal, start: Position) {
    const { kinds, walls } = pieces;
    this.columns = columnsOf(board);
    this.pieces = pieces;
    this.metric = metric;
    this.start = start;
    this.words = wordsOf(board);
    this.walls = maskOf(board, walls);
    this.taken = new Int32Array(this.words);
    this.others = new Int32Array(this.words);
    this.first = new Uint8Array(kinds.length + 1);
    for (const [kind, { pieces: own }] of kinds.entries()) this.first[kind + 1] = this.first[kind]! + own.length;
    this.places = new Uint8Array(this.first.at(-1)!);
    this.digits = new Float64Array(kinds.length);
    this.placings = Float64Array.from(
      kinds,
      ({ shape, pieces: own }) => choices[shape.places.length * mostPieces + own.length]!,
    );
    let weight = 1;
    this.weights = this.placings.map((ways) => {
      const own = weight;
      weight *= ways;
      return own;
    });
    this.met = weight > Number.MAX_SAFE_INTEGER ? new PositionList() : undefined;
    this.shapes = kinds.map(({ shape }) => shape);
    this.ends = goal.positions.flatMap((end) => {
      const targets = pieces.piecesOf(end).map((piece) => placeOf(kinds, piece));
      return targets.includes(undefined) ? [] : [targets.filter((one) => one !== undefined).sort(([a], [b]) => a - b)];
    });
    this.distances = this.ends.map((targets) =>
      targets.map(([kind, place]) => this.shapes[kind]!.distancesTo(metric, place)),
    );
    const isWhole = this.ends.every((targets) => targets.length === this.places.length);
    this.goals = isWhole ? this.ends.map((targets) => this.stateOf(targets)) : undefined;
    this.load(this.rank(start));
  }

  /** Whether states number the positions met. */
  get isNumbering(): boolean {
    return this.met !== undefined;
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
    const all: number[] = [];
    for (const [index, { pieces }] of this.pieces.kinds.entries()) {
      const places = Uint8Array.from(placed.flatMap(([kind, place]) => (kind === index ? place : []))).sort();
      if (places.length !== pieces.length) return -1;
      all.push(...places);
      state += setRank(choices, mostPieces, places, 0, places.length) * this.weights[index]!;
    }
    return this.met?.numberOf(all) ?? state;
  }

  unrank(state: number): Position {
    const before = this.state();
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

  /** Memory of the positions met: a string, its place in a list, and an entry of a map. */
  get bytes(): number {
    return (this.met?.size ?? 0) * (this.places.length + 120);
  }

  load(state: number): void {
    const { places, first, weights, digits, shapes } = this;
    this.taken.set(this.walls);
    if (this.met !== undefined) {
      this.met.read(state, places);
      for (let kind = 0; kind < shapes.length; kind++) {
        for (let piece = first[kind]!; piece < first[kind + 1]!; piece++) this.flip(shapes[kind]!, places[piece]!);
      }
      return;
    }
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
        this.flip(shape, digit);
        continue;
      }
      for (let place = shape.places.length - 1; number > 0; number--) {
        while (choices[place * mostPieces + number]! > digit) place--;
        digit -= choices[place * mostPieces + number]!;
        places[from + number - 1] = place;
        this.flip(shape, place);
      }
    }
    this.present = state;
  }

  /** Take the cells of a place, or give them back. */
  private flip({ masks }: Shape, place: number): void {
    const { taken, words } = this;
    for (let word = 0; word < words; word++) taken[word]! ^= masks[place * words + word]!;
  }

  /** Whether a place has one of the other pieces' cells. */
  private isTaken(masks: Int32Array, place: number): boolean {
    const { others, words } = this;
    for (let word = 0; word < words; word++) if ((masks[place * words + word]! & others[word]!) !== 0) return true;
    return false;
  }

  state(): number {
    return this.met === undefined ? this.present : this.met.numberOf(this.places);
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
  private reach({ masks, next }: Shape, place: number): number {
    const { reached, metric, taken, others, words } = this;
    // A piece may enter cells that it has left.
    for (let word = 0; word < words; word++) others[word] = taken[word]! & ~masks[place * words + word]!;
    let count = 0;
    for (let direction = 0; direction < directions.length; direction++) {
      for (
        let to = next[(place << directionBits) | direction]!;
        to !== -1;
        to = next[(to << directionBits) | direction]!
      ) {
        if (this.isTaken(masks, to)) break;
        reached[count++] = to;
        if (metric !== 'slides') break;
      }
    }
    if (metric !== 'moves') return count;
    for (let index = 0; index < count; index++) {
      for (let direction = 0; direction < directions.length; direction++) {
        const to = next[(reached[index]! << directionBits) | direction]!;
        if (to === -1 || to === place || this.isTaken(masks, to)) continue;
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
    const { places, digits } = this;
    const first = this.first[kind]!;
    const end = this.first[kind + 1]!;
    this.flip(this.shapes[kind]!, before);
    this.flip(this.shapes[kind]!, after);
    if (end - first === 1) {
      places[first] = after;
      this.present += (after - before) * this.weights[kind]!;
      digits[kind] = after * this.weights[kind]!;
      return;
    }
    exchangePlace(places, first, end, before, after);
    if (this.met !== undefined) return;
    const digit = setRank(choices, mostPieces, places, first, end - first) * this.weights[kind]!;
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
    for (let end = 0; end < this.ends.length; end++) if (this.isAt(this.ends[end]!)) return true;
    return false;
  }

  private isAt(targets: readonly Target[]): boolean {
    for (let index = 0; index < targets.length; index++) {
      const target = targets[index]!;
      if (!this.has(target[0], target[1])) return false;
    }
    return true;
  }

  /** The sum of the pieces' distances on an empty board. Of two look-alikes, it is the cheaper way; of more, nothing. */
  lowerBound(): number {
    let least = Number.POSITIVE_INFINITY;
    for (let end = 0; end < this.ends.length; end++) {
      least = Math.min(least, this.boundTo(this.ends[end]!, this.distances[end]!));
    }
    return least;
  }

  private boundTo(targets: readonly Target[], distances: readonly Float64Array[]): number {
    const { places, first } = this;
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
