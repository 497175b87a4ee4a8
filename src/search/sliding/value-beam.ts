/** Beam search on a rectangle by a learnt value: the kernel `kernels/assembly/value-beam.ts` with its memory. */
import type { Board } from '../../puzzles/board.ts';
import type { Move, Position } from '../../puzzles/puzzle.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import { layOut, loadKernel, scratchMemory } from '../kernels/kernel.ts';
import { seeded } from '../scramble.ts';
import { frameOf, type GoalFrame, reframed } from './goal-frame.ts';
import { hiddenUnits, type LearntValue } from './learnt-value.ts';

interface Exports {
  readonly layer: { readonly value: number };
  expand(count: number, mask: number): number;
  keep(count: number, made: number, width: number): number;
}

export interface ValueBeam {
  readonly board: Board;
  readonly value: LearntValue;
  readonly start: Position;
  readonly goal: Position;
  /** Positions of each number of moves. */
  readonly width: number;
  /** Moves of a solution that is of use, at most. */
  readonly most: number;
}

/** A position in the kernel's memory: where its parts are, and all its bytes. */
export const kernelPosition = { blank: 49, closed: 50, distance: 52, score: 54, key: 56, bytes: 64 } as const;
const hiddenBytes = hiddenUnits * Int16Array.BYTES_PER_ELEMENT;
const childBytes = 16;
/** Of a position, where the blank doesn't go back. */
const mostChildren = 3;
const scores = 65_536;
const nowhere = 255;
/** What a move of the distance counts in scores, beside the value; both in sixteenths of a move. */
export const distanceWeight = 34;

/** Slots for the children of so many positions: few of them have more than two. */
const slotsFor = (count: number): number => 2 ** Math.ceil(Math.log2(4 * count + 16));

/** Two random numbers for each tile on each cell, `[2 * (tile * size + cell)]`: a position's key is the exclusive or of them. */
export const positionKeys = (size: number): Uint32Array => {
  const random = seeded('beam');
  return Uint32Array.from({ length: 2 * size * size }, () => random() * 2 ** 32);
};

/** About how many bytes such a search takes. */
export const valueBeamBytes = ({ value, width, most }: ValueBeam): number =>
  value.rows.byteLength +
  width * (2 * (kernelPosition.bytes + hiddenBytes) + mostChildren * childBytes + 1 + most) +
  8 * slotsFor(width);

/** Bits of a number below 16. */
const countOf = (bits: number): number => (bits & 1) + ((bits >> 1) & 1) + ((bits >> 2) & 1) + (bits >> 3);

class Beam {
  private readonly input: ValueBeam;
  private readonly frame: GoalFrame;
  private readonly near: Uint8Array;
  private readonly memory: WebAssembly.Memory;
  private readonly keptAt: number;
  private readonly childrenAt: number;
  private readonly kernel: Exports;
  /** Of each number of moves, which children of each position were kept, by direction. */
  private readonly kept: Uint8Array[] = [];
  private last = -1;
  count = 1;
  generated = 0;

  constructor(input: ValueBeam) {
    const { board, value, width } = input;
    const { size, rows, neighbours, distance } = board;
    const columns = size / rows;
    this.input = input;
    this.frame = frameOf(board, input.goal);
    this.near = Uint8Array.from({ length: 4 * size }, (_, index) => {
      const cell = index >> 2;
      const other = cell + [-columns, -1, 1, columns][index & 3]!;
      return neighbours[cell]!.includes(other) ? other : nowhere;
    });
    const ways = new Uint8Array(size * size);
    for (const [cell, tile] of reframed(this.frame, input.goal).entries())
      if (tile > 0) for (let from = 0; from < size; from++) ways[tile * size + from] = distance[from]![cell]!;
    const keys = positionKeys(size);
    const { at, memory } = layOut(
      {
        rows: value.rows,
        outputs: value.outputs,
        ways,
        keys,
        near: this.near,
        layer: width * kernelPosition.bytes,
        sums: width * hiddenBytes,
        nextLayer: width * kernelPosition.bytes,
        nextSums: width * hiddenBytes,
        children: (mostChildren * width + 1) * childBytes,
        slots: 8 * slotsFor(width),
        counts: 4 * scores,
        kept: width,
      },
      scratchMemory,
    );
    this.memory = memory;
    this.keptAt = at.kept;
    this.childrenAt = at.children;
    this.kernel = loadKernel('value-beam', memory, { ...at, size, distanceWeight });
    this.begin(at.layer, at.sums, ways, keys);
  }

  private begin(layer: number, sums: number, ways: Uint8Array, keys: Uint32Array): void {
    const { size } = this.input.board;
    const { rows, biases } = this.input.value;
    const hidden = new Int16Array(this.memory.buffer, sums, hiddenUnits);
    hidden.set(biases);
    const start = reframed(this.frame, this.input.start);
    let distance = 0;
    let [low, high] = [0, 0];
    for (const [cell, tile] of start.entries()) {
      if (tile === 0) continue;
      const at = tile * size + cell;
      distance += ways[at]!;
      low ^= keys[2 * at]!;
      high ^= keys[2 * at + 1]!;
      const row = (at - size) * hiddenUnits;
      for (let unit = 0; unit < hiddenUnits; unit++) hidden[unit]! += rows[row + unit]!;
    }
    const bytes = new Uint8Array(this.memory.buffer, layer, kernelPosition.bytes);
    bytes.set(start);
    bytes[kernelPosition.blank] = start.indexOf(0);
    bytes[kernelPosition.closed] = 0;
    const view = new DataView(this.memory.buffer, layer, kernelPosition.bytes);
    view.setUint16(kernelPosition.distance, distance, true);
    view.setInt32(kernelPosition.key, low, true);
    view.setInt32(kernelPosition.key + 4, high, true);
  }

  /** The positions of one number of moves, each as in `kernelPosition`. */
  get layer(): Uint8Array {
    return new Uint8Array(this.memory.buffer, this.kernel.layer.value, this.count * kernelPosition.bytes);
  }

  /** Goes on by one move. @returns whether that led to the goal */
  next(): boolean {
    const { kernel, input, count } = this;
    const made = kernel.expand(count, slotsFor(count) - 1);
    if (made < 0) {
      this.last = -made - 1;
      return true;
    }
    this.generated = made;
    this.count = kernel.keep(count, made, input.width);
    this.kept.push(new Uint8Array(this.memory.buffer, this.keptAt, count).slice());
    return false;
  }

  /** The way to the child that is the goal. */
  solution(): Move[] {
    const child = new DataView(this.memory.buffer, this.childrenAt + this.last * childBytes, childBytes);
    let index = child.getUint32(8, true);
    const directions = [child.getUint8(14)];
    for (const kept of this.kept.toReversed()) {
      let parent = 0;
      for (; index >= countOf(kept[parent]!); parent++) index -= countOf(kept[parent]!);
      directions.push([0, 1, 2, 3].filter((direction) => (kept[parent]! >> direction) & 1)[index]!);
      index = parent;
    }
    let blank = reframed(this.frame, this.input.start).indexOf(0);
    return directions.reverse().map((direction) => {
      const to = blank;
      blank = this.near[4 * to + direction]!;
      return [this.frame.cells[blank]!, this.frame.cells[to]!];
    });
  }
}

/**
 * @param onLayer gets the positions of one number of moves after another, each as in `kernelPosition`
 * @returns a solution, why the search has to stop, or `lost` if it finds none of so few moves
 */
export const valueBeam = (
  input: ValueBeam,
  budget: Budget,
  onLayer?: (positions: Uint8Array) => void,
): Move[] | GaveUpReason | 'lost' => {
  const beam = new Beam(input);
  for (let depth = 1; depth <= input.most && beam.count > 0; depth++) {
    const reason = budget.spent();
    if (reason) return reason;
    onLayer?.(beam.layer);
    if (beam.next()) return beam.solution();
    budget.generated += beam.generated;
  }
  return 'lost';
};
