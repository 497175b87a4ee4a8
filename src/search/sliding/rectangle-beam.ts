/**
 * Beam search on a rectangle without tables (Lowerre 1976): of each number of moves, only the positions that look best go on.
 * They are ranked by the sum of distances with linear conflicts (Hansson, Mayer and Yung 1992), whose changes each move tells.
 */
import { type Board, rectangle } from '../../puzzles/board.ts';
import { consecutive } from '../../puzzles/lists.ts';
import type { Move, Position } from '../../puzzles/puzzle.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import { seeded } from '../scramble.ts';
import type { Rectangle } from './rectangle.ts';

/** The row and the column of tiles that may end anywhere. */
const nowhere = 255;
/** Children of a position: the blank doesn't go back. */
const mostChildren = 4;

interface RectangleBeam {
  readonly board: Rectangle;
  readonly start: Position;
  /** By cell, the tile that has to come there; -1 where any may be. */
  readonly goal: Position;
  /** The cells that may change. */
  readonly open: readonly number[];
  /** Positions of each number of moves. */
  readonly width: number;
  /** Moves of a solution that is of use, at most. */
  readonly most: number;
}

/** The last board: windows come one after another on the same one, and a large one takes as long as a search on it. */
let last = rectangle(2, 2);
const boardOf = ({ rows, columns }: Rectangle): Board => {
  if (last.rows !== rows || last.size !== rows * columns) last = rectangle(rows, columns);
  return last;
};

/** About how many bytes such a search takes. */
export const rectangleBeamBytes = ({ board: { rows, columns }, width, most }: RectangleBeam): number =>
  width * (4 * rows * columns + 19 * mostChildren + 42 + 6 * most);

/** The positions of one number of moves, side by side. */
const layerOf = (width: number, size: number) => ({
  count: 0,
  cells: new Uint16Array(width * size),
  blanks: new Uint16Array(width),
  /** Where the blank was before. */
  before: new Uint16Array(width),
  scores: new Int32Array(width),
  distances: new Int32Array(width),
  low: new Int32Array(width),
  high: new Int32Array(width),
});
type Layer = ReturnType<typeof layerOf>;

/** What the hash of a position gains when a tile and the blank change places. @param key of the tile on the first cell */
const hashChange = (keys: Int32Array, key: number, from: number, to: number): number =>
  keys[key + to]! - keys[key + from]! + keys[from]! - keys[to]!;

/** Where the tiles of a layer came from. */
interface Origins {
  readonly parents: Int32Array;
  readonly blanks: Uint16Array;
}

class Beam {
  private readonly input: RectangleBeam;
  private readonly size: number;
  private readonly near: readonly Uint16Array[];
  /** By tile, its row and its column at the end. */
  private readonly rowOf: Uint8Array;
  private readonly columnOf: Uint8Array;
  /** The distance of a tile that has to come somewhere, `[tile * size + cell]`. */
  private readonly ways: Uint8Array;
  /** Random numbers, `[tile * size + cell]`, whose sum tells positions apart (Zobrist 1970). */
  private readonly lowKeys: Int32Array;
  private readonly highKeys: Int32Array;
  private layer: Layer;
  private next: Layer;
  /** The children of a layer. */
  private readonly parents: Int32Array;
  private readonly moved: Uint16Array;
  private readonly scores: Int32Array;
  private readonly distances: Int32Array;
  private readonly low: Int32Array;
  private readonly high: Int32Array;
  private readonly order: Int32Array;
  private children = 0;
  /** Which positions of the next layer have a hash; one more than their numbers. */
  private readonly seen: Int32Array;
  private readonly origins: Origins[] = [];
  private readonly rising = new Uint8Array(256);

  constructor(input: RectangleBeam) {
    const { board, goal, open, width } = input;
    const { rows, columns } = board;
    this.input = input;
    this.size = rows * columns;
    const { size } = this;
    const { neighbours, distance } = boardOf(board);
    this.near = neighbours.map((cells) => Uint16Array.from(cells.filter((cell) => open.includes(cell))));
    this.rowOf = new Uint8Array(size).fill(nowhere);
    this.columnOf = new Uint8Array(size).fill(nowhere);
    this.ways = new Uint8Array(size * size);
    this.lowKeys = new Int32Array(size * size);
    this.highKeys = new Int32Array(size * size);
    const random = seeded('beam');
    for (let cell = 0; cell < size; cell++) {
      this.lowKeys[cell] = random() * 2 ** 32;
      this.highKeys[cell] = random() * 2 ** 32;
    }
    for (const [end, tile] of goal.entries()) {
      if (tile <= 0) continue;
      this.rowOf[tile] = Math.floor(end / columns);
      this.columnOf[tile] = end % columns;
      for (let cell = 0; cell < size; cell++) {
        this.lowKeys[tile * size + cell] = random() * 2 ** 32;
        this.highKeys[tile * size + cell] = random() * 2 ** 32;
        this.ways[tile * size + cell] = distance[cell]![end]!;
      }
    }
    this.layer = layerOf(width, size);
    this.next = layerOf(width, size);
    const all = width * mostChildren;
    this.parents = new Int32Array(all);
    this.moved = new Uint16Array(all);
    this.scores = new Int32Array(all);
    this.distances = new Int32Array(all);
    this.low = new Int32Array(all);
    this.high = new Int32Array(all);
    this.order = new Int32Array(all);
    this.seen = new Int32Array(2 ** Math.ceil(Math.log2(2 * width)));
    this.begin();
  }

  private begin(): void {
    const { layer, size } = this;
    const { start, board } = this.input;
    layer.cells.set(start);
    layer.blanks[0] = start.indexOf(0);
    layer.before[0] = layer.blanks[0]!;
    let distance = 0;
    let [low, high] = [0, 0];
    for (const [cell, tile] of start.entries()) {
      distance += this.ways[tile * size + cell]!;
      low = (low + this.lowKeys[tile * size + cell]!) | 0;
      high = (high + this.highKeys[tile * size + cell]!) | 0;
    }
    let conflicts = 0;
    for (let row = 0; row < board.rows; row++) conflicts += this.inRow(0, row);
    for (let column = 0; column < board.columns; column++) conflicts += this.inColumn(0, column);
    layer.distances[0] = distance;
    layer.scores[0] = distance + conflicts;
    layer.low[0] = low;
    layer.high[0] = high;
    layer.count = 1;
  }

  /** Moves that the order of the tiles costs which stand in a row of a position and end there. */
  private inRow(offset: number, row: number): number {
    const { columns } = this.input.board;
    return this.inLine(offset + row * columns, 1, columns, this.rowOf, row, this.columnOf);
  }

  private inColumn(offset: number, column: number): number {
    const { columns, rows } = this.input.board;
    return this.inLine(offset + column, columns, rows, this.columnOf, column, this.rowOf);
  }

  /** Two for each tile that is not in a longest sequence of those in the right order. */
  private inLine(
    first: number,
    stride: number,
    length: number,
    lineOf: Uint8Array,
    line: number,
    placeOf: Uint8Array,
  ): number {
    const { cells } = this.layer;
    const { rising } = this;
    let tiles = 0;
    let longest = 0;
    for (let i = 0, at = first; i < length; i++, at += stride) {
      const tile = cells[at]!;
      if (tile === 0 || lineOf[tile] !== line) continue;
      const place = placeOf[tile]!;
      let best = 1;
      for (let j = 0; j < tiles; j++) {
        if (rising[2 * j]! < place && rising[2 * j + 1]! >= best) best = rising[2 * j + 1]! + 1;
      }
      rising[2 * tiles] = place;
      rising[2 * tiles + 1] = best;
      tiles++;
      if (best > longest) longest = best;
    }
    return 2 * (tiles - longest);
  }

  /** How the conflicts of a position change when a tile goes to the blank's cell. Its own line stays as it was. */
  private change(offset: number, tile: number, from: number, to: number): number {
    const { columns } = this.input.board;
    const isInRow = from - to === 1 || to - from === 1;
    const isLeft = isInRow ? this.columnOf[tile] === from % columns : this.rowOf[tile] === Math.floor(from / columns);
    const isEntered = isInRow ? this.columnOf[tile] === to % columns : this.rowOf[tile] === Math.floor(to / columns);
    if (!isLeft && !isEntered) return 0;
    const { cells } = this.layer;
    const cell = isLeft ? from : to;
    const conflicts = (): number =>
      isInRow ? this.inColumn(offset, cell % columns) : this.inRow(offset, Math.floor(cell / columns));
    const before = conflicts();
    cells[offset + to] = tile;
    cells[offset + from] = 0;
    const after = conflicts();
    cells[offset + from] = tile;
    cells[offset + to] = 0;
    return after - before;
  }

  /** @returns the child that is the goal, or -1 */
  private expand(): number {
    const { layer, size, near } = this;
    let child = 0;
    for (let index = 0; index < layer.count; index++) {
      const offset = index * size;
      const to = layer.blanks[index]!;
      const before = layer.before[index]!;
      for (const from of near[to]!) {
        if (from === before) continue;
        const tile = layer.cells[offset + from]!;
        const key = tile * size;
        const step = this.ways[key + to]! - this.ways[key + from]!;
        this.parents[child] = index;
        this.moved[child] = from;
        this.distances[child] = layer.distances[index]! + step;
        this.scores[child] = layer.scores[index]! + step + this.change(offset, tile, from, to);
        this.low[child] = (layer.low[index]! + hashChange(this.lowKeys, key, from, to)) | 0;
        this.high[child] = (layer.high[index]! + hashChange(this.highKeys, key, from, to)) | 0;
        if (this.distances[child] === 0) return child;
        child++;
      }
    }
    this.children = child;
    return -1;
  }

  /** The children in the order of their scores. */
  private sort(): void {
    const { scores, order, children } = this;
    let most = 0;
    for (let child = 0; child < children; child++) most = Math.max(most, scores[child]!);
    const starts = new Int32Array(most + 2);
    for (let child = 0; child < children; child++) starts[scores[child]! + 1]!++;
    for (let score = 0; score <= most; score++) starts[score + 1]! += starts[score]!;
    for (let child = 0; child < children; child++) order[starts[scores[child]!]!++] = child;
  }

  /** Whether a child is none of the next layer yet, which it is then. */
  private isNew(child: number): boolean {
    const { seen, next, low, high } = this;
    const mask = seen.length - 1;
    for (let at = low[child]! & mask; ; at = (at + 1) & mask) {
      const other = seen[at]! - 1;
      if (other === -1) {
        seen[at] = next.count + 1;
        return true;
      }
      if (next.low[other] === low[child] && next.high[other] === high[child]) return false;
    }
  }

  private keepBest(): void {
    const { layer, next, size, order, children, input } = this;
    this.sort();
    this.seen.fill(0);
    next.count = 0;
    const parents = new Int32Array(Math.min(children, input.width));
    const blanks = new Uint16Array(parents.length);
    for (let i = 0; i < children && next.count < input.width; i++) {
      const child = order[i]!;
      if (!this.isNew(child)) continue;
      const parent = this.parents[child]!;
      const from = this.moved[child]!;
      const index = next.count++;
      const offset = index * size;
      next.low[index] = this.low[child]!;
      next.high[index] = this.high[child]!;
      next.cells.set(layer.cells.subarray(parent * size, (parent + 1) * size), offset);
      const to = layer.blanks[parent]!;
      next.cells[offset + to] = next.cells[offset + from]!;
      next.cells[offset + from] = 0;
      next.blanks[index] = from;
      next.before[index] = to;
      next.scores[index] = this.scores[child]!;
      next.distances[index] = this.distances[child]!;
      parents[index] = parent;
      blanks[index] = from;
    }
    this.origins.push({ parents, blanks });
    [this.layer, this.next] = [next, layer];
  }

  private solution(child: number): Move[] {
    const ends = [this.moved[child]!];
    let index = this.parents[child]!;
    for (let depth = this.origins.length - 1; depth >= 0; depth--) {
      const { parents, blanks } = this.origins[depth]!;
      ends.push(blanks[index]!);
      index = parents[index]!;
    }
    ends.push(this.input.start.indexOf(0));
    ends.reverse();
    return consecutive(ends).map(([to, from]) => [from, to]);
  }

  run(budget: Budget): Move[] | GaveUpReason | 'lost' {
    for (let depth = 1; depth <= this.input.most; depth++) {
      const reason = budget.spent();
      if (reason) return reason;
      const end = this.expand();
      budget.generated += this.children;
      if (end !== -1) return this.solution(end);
      this.keepBest();
    }
    return 'lost';
  }
}

/** @returns a solution, why the search has to stop, or `lost` if there is none of so few moves */
export const rectangleBeam = (input: RectangleBeam, budget: Budget): Move[] | GaveUpReason | 'lost' =>
  new Beam(input).run(budget);
