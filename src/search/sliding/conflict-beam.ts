/**
 * Beams without tables, on rectangles of any size: by the sum of distances with linear conflicts (Hansson, Mayer and Yung 1992),
 * whose changes each move tells.
 */
import type { Move } from '../../puzzles/puzzle.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import { type BeamInput, BeamSearch, beamBytes } from './beam.ts';

/** The row and the column of tiles that may end anywhere. */
const nowhere = 255;

class ConflictBeam extends BeamSearch<Int32Array> {
  private readonly rows: number;
  private readonly columns: number;
  /** By tile, its row and its column at the end. */
  private readonly rowOf: Uint8Array;
  private readonly columnOf: Uint8Array;
  /** The distance of a tile that has to come somewhere, `[tile * size + cell]`. */
  private readonly ways: Uint8Array;
  private readonly rising = new Uint8Array(256);

  constructor(input: BeamInput) {
    const { goal, width, start, board } = input;
    const { size, rows, distance } = board;
    const columns = size / rows;
    // Each tile has to go rows and columns, and around all others of its lines.
    super(input, size * (rows + columns + 4), () => new Int32Array(width));
    this.rows = rows;
    this.columns = columns;
    this.rowOf = new Uint8Array(size).fill(nowhere);
    this.columnOf = new Uint8Array(size).fill(nowhere);
    this.ways = new Uint8Array(size * size);
    for (const [end, tile] of goal.entries()) {
      if (tile <= 0) continue;
      this.rowOf[tile] = Math.floor(end / columns);
      this.columnOf[tile] = end % columns;
      for (let cell = 0; cell < size; cell++) this.ways[tile * size + cell] = distance[cell]![end]!;
    }
    let score = 0;
    for (const [cell, tile] of start.entries()) score += this.ways[tile * size + cell]!;
    for (let row = 0; row < rows; row++) score += this.inRow(0, row);
    for (let column = 0; column < columns; column++) score += this.inColumn(0, column);
    this.level.own[0] = score;
  }

  protected weigh(left: number): void {
    const { level, ways, hopeless } = this;
    const { count, weights, parents, tiles, blanks } = this.candidates;
    const { size } = this.input.board;
    for (let index = 0; index < count; index++) {
      const parent = parents[index]!;
      const [tile, from, to] = [tiles[index]!, blanks[index]!, this.blanks[parent]!];
      const step = ways[tile * size + to]! - ways[tile * size + from]!;
      const score = level.own[parent]! + step + this.change(parent * size, tile, from, to);
      weights[index] = score > left ? hopeless : score;
    }
  }

  protected take(kept: number, candidate: number): void {
    this.next.own[kept] = this.candidates.weights[candidate]!;
  }

  /** Moves that the order of the tiles costs which stand in a row of a position and end there. */
  private inRow(offset: number, row: number): number {
    return this.inLine(offset + row * this.columns, 1, this.columns, this.rowOf, row, this.columnOf);
  }

  private inColumn(offset: number, column: number): number {
    return this.inLine(offset + column, this.columns, this.rows, this.columnOf, column, this.rowOf);
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
    const { rising } = this;
    const cells = this.level.tiles;
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
    const { columns } = this;
    const isInRow = from - to === 1 || to - from === 1;
    const isLeft = isInRow ? this.columnOf[tile] === from % columns : this.rowOf[tile] === Math.floor(from / columns);
    const isEntered = isInRow ? this.columnOf[tile] === to % columns : this.rowOf[tile] === Math.floor(to / columns);
    if (!isLeft && !isEntered) return 0;
    const cells = this.level.tiles;
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
}

/** Bytes of such a beam for each position of its width, at most. */
export const conflictBeamBytes = (input: Pick<BeamInput, 'board' | 'most'>): number => beamBytes(input, 4);

export const conflictBeam = (input: BeamInput, budget: Budget): Move[] | GaveUpReason | 'lost' =>
  new ConflictBeam(input).run(budget);
