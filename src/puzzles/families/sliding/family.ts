/**
 * Sliding puzzles: numbered tiles and one blank; a move slides a tile into the blank beside it. The board may be any
 * graph. Whether a position can be solved at all was settled by Johnson and Story (1879) for the 15 puzzle and by
 * Wilson (1974) for every graph: on a bipartite board exactly half of the positions, otherwise (one exception, the
 * graph θ0, aside) all of them.
 */
import type { Board } from '../../board.ts';
import { blank, longestInput, type Token, tokens, words } from '../../notation.ts';
import {
  type Cursor,
  type Goal,
  type Landmark,
  type Move,
  type Obstacle,
  ok,
  type Position,
  type Puzzle,
  type Question,
  type Result,
  wrong,
} from '../../puzzle.ts';

export interface SlidingData {
  readonly id: string;
  readonly board: Board;
  readonly landmarks: readonly Landmark[];
}

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));

/** Set bits of every 16-bit number: boards have at most 16 cells. */
const bitCount = new Uint8Array(1 << 16);
for (let bits = 1; bits < bitCount.length; bits++) bitCount[bits] = bitCount[bits >> 1]! + (bits & 1);

/** Lexicographic rank of a permutation of 0 … n−1, by its Lehmer code; exact up to n = 16 (16! < 2^53). */
const rankOf = (cells: ArrayLike<number>): number => {
  const n = cells.length;
  let unused = (1 << n) - 1;
  let rank = 0;
  for (let i = 0; i < n; i++) {
    const bit = 1 << cells[i]!;
    rank = rank * (n - i) + bitCount[unused & (bit - 1)]!;
    unused ^= bit;
  }
  return rank;
};

/** The inverse of `rankOf`: writes the permutation of this rank to `cells`. */
const unrankTo = (cells: Uint8Array | number[], rank: number): void => {
  const n = cells.length;
  let rest = rank;
  for (let i = n - 1; i >= 0; i--) {
    const digit = rest % (n - i);
    rest = (rest - digit) / (n - i);
    cells[i] = digit;
    for (let j = i + 1; j < n; j++) if (cells[j]! >= digit) cells[j]!++;
  }
};

/** The fewest exchanges that turn one arrangement into the other are even in number (0) or odd (1). */
export const permutationParity = (from: Position, to: Position): number => {
  const place = new Map(to.map((piece, cell) => [piece, cell]));
  const seen = new Set<number>();
  let parity = 0;
  for (let first = 0; first < from.length; first++) {
    for (let cell = first; !seen.has(cell); cell = place.get(from[cell]!)!) {
      seen.add(cell);
      if (cell !== first) parity ^= 1;
    }
  }
  return parity;
};

/** Moves are coded as `from << 5 | to`: the tile on `from` slides to the blank on `to`. */
const codeOf = (from: number, to: number): number => (from << 5) | to;

/** A better lower bound than the sum of the tiles' distances, told of each move (see `search/linear-conflict.ts`). */
export interface Heuristic {
  /** Take a position: the tile on each cell, 0 for the blank. */
  load(cells: Uint8Array): void;
  /** A tile has gone from one cell to another. Slides are taken back by the opposite ones. */
  slide(tile: number, from: number, to: number): void;
  /** Admissible lower bound of the moves to the goal; `distance` is the sum of the tiles' distances. */
  lowerBound(distance: number): number;
}

export class SlidingCursor implements Cursor {
  readonly goals: readonly number[];
  private readonly cells: Uint8Array;
  private blank = 0;
  /** Sum over the tiles of the steps from their cell to their goal's. */
  private distance = 0;
  /** Steps from a cell to a tile's goal, `[tile * size + cell]`; all 0 for the blank. */
  private readonly distances: Uint8Array;
  /** Codes of the moves into each blank, and of the moves that left the blank there. */
  private readonly into: readonly (readonly number[])[];
  private readonly outOf: readonly (readonly number[])[];
  private readonly colours: readonly number[] | undefined;
  private readonly goalBlank: number;
  private readonly heuristic: Heuristic | undefined;

  /** @param heuristic what to ask for a bound instead of the distances alone */
  constructor(board: Board, goal: Position, heuristic?: Heuristic) {
    const { size } = board;
    this.heuristic = heuristic;
    this.cells = Uint8Array.from(goal);
    this.goals = [rankOf(goal)];
    this.goalBlank = goal.indexOf(0);
    this.colours = board.colours;
    this.distances = new Uint8Array(size * size);
    goal.forEach((tile, end) => {
      if (tile !== 0)
        for (let cell = 0; cell < size; cell++) this.distances[tile * size + cell] = board.distance[cell]![end]!;
    });
    this.into = board.neighbours.map((near, cell) => near.map((from) => codeOf(from, cell)));
    this.outOf = board.neighbours.map((near, cell) => near.map((to) => codeOf(cell, to)));
    this.load(this.goals[0]!);
  }

  load(state: number): void {
    const { cells, distances } = this;
    unrankTo(cells, state);
    this.distance = 0;
    for (let cell = 0; cell < cells.length; cell++) {
      if (cells[cell] === 0) this.blank = cell;
      this.distance += distances[cells[cell]! * cells.length + cell]!;
    }
    this.heuristic?.load(cells);
  }

  state(): number {
    return rankOf(this.cells);
  }

  moves(into: number[], at: number): number {
    const codes = this.into[this.blank]!;
    for (let i = 0; i < codes.length; i++) into[at + i] = codes[i]!;
    return codes.length;
  }

  predecessors(into: number[], at: number): number {
    const codes = this.outOf[this.blank]!;
    for (let i = 0; i < codes.length; i++) into[at + i] = codes[i]!;
    return codes.length;
  }

  make(move: number): void {
    this.slide(move >> 5, move & 31);
  }

  unmake(move: number): void {
    this.slide(move & 31, move >> 5);
  }

  private slide(from: number, to: number): void {
    const { cells, distances } = this;
    const tile = cells[from]!;
    const row = tile * cells.length;
    cells[to] = tile;
    cells[from] = 0;
    this.blank = from;
    this.distance += distances[row + to]! - distances[row + from]!;
    if (this.heuristic !== undefined) this.heuristic.slide(tile, from, to);
  }

  solved(): boolean {
    return this.distance === 0;
  }

  /** Each move takes one tile one step, so the tiles' distances add up (on a grid: the Manhattan distance). */
  lowerBound(): number {
    return this.heuristic === undefined ? this.distance : this.heuristic.lowerBound(this.distance);
  }

  /** A tile slid there and straight back. */
  redundant(previous: number, move: number): boolean {
    return move >> 5 === (previous & 31) && (move & 31) === previous >> 5;
  }

  /** Each move takes the blank to a cell of the other colour. */
  parity(): number {
    return this.colours ? this.colours[this.blank]! ^ this.colours[this.goalBlank]! : -1;
  }

  path(move: number): Move {
    return [move >> 5, move & 31];
  }
}

/** Make a sliding puzzle of its data. Tiles over nine are written A, B, … */
export const sliding = ({ id, board, landmarks }: SlidingData): Puzzle => {
  const { size } = board;
  const letter = (tile: number): string => tile.toString(36).toUpperCase();
  const formatPosition = (position: Position): string => position.map(letter).join('');
  const goalOf = (position: Position): Goal => ({ text: formatPosition(position), positions: [position] });
  const last = letter(size - 1);

  const tileOf = ({ text }: Token): number | undefined => {
    if (text === blank || text === '.' || text === 'x' || text === 'X') return 0;
    const tile = /^\d+$/u.test(text) ? Number(text) : /^[a-z]$/iu.test(text) ? Number.parseInt(text, 36) : Number.NaN;
    return tile < size ? tile : undefined;
  };

  const parsePosition = (text: string): Result<Position> => {
    if (text.length > longestInput) return wrong('too-long', { length: text.length, most: longestInput });
    const pieces = tokens(text, '[]');
    if (pieces.length === 0) return wrong('empty', { puzzle: id });
    // A single digit between separators tells that the numbers are written apart; otherwise separators end rows.
    const apart = words(pieces);
    const isApart =
      apart.length >= size || (apart.length > 1 && apart.some((word) => /^[0-9a-z_.]$/iu.test(word.text)));
    // Emoji and runs such as `8️⃣6️⃣7️⃣` in one word are one piece each, whatever stands between the rows.
    const read = isApart
      ? apart.flatMap((word) => (isNumber(word.text) ? word : pieces.filter((p) => p.word === word.word)))
      : pieces;

    const position: number[] = [];
    for (const [cell, token] of read.entries()) {
      const tile = tileOf(token);
      if (tile === undefined) {
        return wrong('unknown-piece', { puzzle: id, cell: cell + 1, piece: token.text, last }, [token.from, token.to]);
      }
      position.push(tile);
    }
    if (position.length !== size) return wrong('cell-count', { puzzle: id, expected: size, actual: position.length });
    for (const [cell, tile] of position.entries()) {
      const first = position.indexOf(tile);
      if (first === cell) continue;
      const span = [read[cell]!.from, read[cell]!.to] as const;
      const cells = { first: first + 1, second: cell + 1 };
      return tile === 0
        ? wrong('repeated-blank', cells, span)
        : wrong('repeated-tile', { tile: letter(tile), ...cells }, span);
    }
    return ok(position);
  };

  const obstacle = ({ start, goal }: Question): Obstacle | undefined => {
    const end = goal.positions[0]!;
    const { colours } = board;
    if (!colours) return undefined;
    const blankParity = colours[start.indexOf(0)]! ^ colours[end.indexOf(0)]!;
    if (permutationParity(start, end) === blankParity) return undefined;
    return {
      code: 'tile-parity',
      values: {},
      nearest: { position: formatPosition(nearest(start, end)), goal: goal.text },
    };
  };

  /** Of all exchanges of two tiles, each of which mends the parity, the one that leaves the least distance. */
  const nearest = (start: Position, end: Position): Position => {
    const cursor = new SlidingCursor(board, end);
    let best: Position = start;
    let least = Number.POSITIVE_INFINITY;
    for (let a = 0; a < size; a++) {
      for (let b = a + 1; b < size; b++) {
        if (start[a] === 0 || start[b] === 0) continue;
        const exchanged = start.with(a, start[b]!).with(b, start[a]!);
        cursor.load(rankOf(exchanged));
        if (cursor.lowerBound() >= least) continue;
        least = cursor.lowerBound();
        best = exchanged;
      }
    }
    return best;
  };

  return {
    id,
    family: 'sliding',
    board,
    states: factorial(size) / (board.colours ? 2 : 1),
    goal: goalOf(Array.from({ length: size }, (_, cell) => (cell + 1) % size)),
    landmarks,
    parsePosition,
    parseGoal: (text) => {
      const position = parsePosition(text);
      return position.ok ? ok(goalOf(position.value)) : position;
    },
    formatPosition,
    question: (start, goal) => ok({ start, goal }),
    obstacle,
    rank: rankOf,
    unrank: (rank) => {
      const position = new Array<number>(size).fill(0);
      unrankTo(position, rank);
      return position;
    },
    cursor: (goal) => new SlidingCursor(board, goal.positions[0]!),
    play: (position, move) => {
      const [from, to] = move;
      if (move.length !== 2 || !board.neighbours[from!]?.includes(to!) || position[to!] !== 0) {
        throw new RangeError(`${id}: no move ${move.join('-')} in ${formatPosition(position)}`);
      }
      return position.with(to!, position[from!]!).with(from!, 0);
    },
    notate: (position, move) => position[move[0]!]!,
    pieces: (position) => position.map((tile) => (tile === 0 ? '' : letter(tile))),
  };
};

/** Whether a word is one number or letter, so that it must not be taken apart. */
const isNumber = (text: string): boolean => /^(\d+|[a-z_.])$/iu.test(text);
