/** Beam search on a rectangle by a learnt value: the kernel `kernels/assembly/value-beam.ts` with its memory. */
import type { Board } from '../../puzzles/board.ts';
import { paired } from '../../puzzles/lists.ts';
import { bitCount } from '../../puzzles/permutation.ts';
import type { Move, Position } from '../../puzzles/puzzle.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import { layOut, loadKernel, scratchMemory } from '../kernels/kernel.ts';
import { seeded } from '../scramble.ts';
import { frameOf, reframed } from './goal-frame.ts';
import type { LearntValue } from './learnt-value.ts';
import { besides } from './move-automaton.ts';

interface Exports {
  readonly layer: { readonly value: number };
  expand(count: number, mask: number): number;
  keep(count: number, made: number, width: number): number;
}

interface ValueBeam {
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
const childBytes = 16;
/** Of a position, where the blank doesn't go back. */
const mostChildren = 3;
const scores = 65_536;
const nowhere = 255;
/** What a move of the distance counts in scores, beside the value; both in sixteenths of a move. */
export const distanceWeight = 34;

/** Slots for the children of `count` positions: few of them have more than two. */
const slotsFor = (count: number): number => 2 ** Math.ceil(Math.log2(4 * count + 16));

/** Two random numbers for each tile on each cell, `[2 * (tile * size + cell)]`: a position's key is the exclusive or of them. */
export const positionKeys = (size: number): Uint32Array => {
  const random = seeded('beam');
  return Uint32Array.from({ length: 2 * size * size }, () => random() * 2 ** 32);
};

/** About how many bytes such a search takes. */
export const valueBeamBytes = ({ value, width, most }: ValueBeam): number =>
  value.rows.byteLength +
  width * (2 * (kernelPosition.bytes + value.biases.byteLength) + mostChildren * childBytes + 1 + most) +
  8 * slotsFor(width);

/** The kernel with its memory, which has the start as its only position. */
const openKernel = ({ board, value, width, start, goal }: ValueBeam) => {
  const { size, distance } = board;
  const rowBytes = value.biases.byteLength;
  const frame = frameOf(board, goal);
  const near = Uint8Array.from(board.x.flatMap((_, cell) => besides(board, cell).map((other) => other ?? nowhere)));
  const ways = new Uint8Array(size * size);
  for (const [tile, away] of paired(reframed(frame, goal), distance)) if (tile > 0) ways.set(away, tile * size);
  const keys = positionKeys(size);
  const { at, memory } = layOut(
    {
      rows: value.rows,
      outputs: value.outputs,
      ways,
      keys,
      near,
      layer: width * kernelPosition.bytes,
      sums: width * rowBytes,
      nextLayer: width * kernelPosition.bytes,
      nextSums: width * rowBytes,
      children: (mostChildren * width + 1) * childBytes,
      slots: 8 * slotsFor(width),
      counts: 4 * scores,
      kept: width,
    },
    scratchMemory,
  );
  const tiles = reframed(frame, start);
  placeStart(new DataView(memory.buffer, at.layer, kernelPosition.bytes), tiles, ways, keys);
  const units = value.biases.length;
  const hidden = new Int16Array(memory.buffer, at.sums, units);
  hidden.set(value.biases);
  for (const [cell, tile] of tiles.entries()) {
    const row = ((tile - 1) * size + cell) * units;
    if (tile > 0) for (let unit = 0; unit < units; unit++) hidden[unit]! += value.rows[row + unit]!;
  }
  const kernel = loadKernel<Exports>('value-beam', memory, { ...at, size, rowBytes, distanceWeight });
  return { kernel, at, buffer: memory.buffer, frame, near, blank: tiles.indexOf(0) };
};

const placeStart = (view: DataView, tiles: readonly number[], ways: Uint8Array, keys: Uint32Array): void => {
  let distance = 0;
  let [low, high] = [0, 0];
  for (const [cell, tile] of tiles.entries()) {
    view.setUint8(cell, tile);
    if (tile === 0) continue;
    const at = tile * tiles.length + cell;
    distance += ways[at]!;
    low ^= keys[2 * at]!;
    high ^= keys[2 * at + 1]!;
  }
  view.setUint8(kernelPosition.blank, tiles.indexOf(0));
  view.setUint8(kernelPosition.closed, 0);
  view.setUint16(kernelPosition.distance, distance, true);
  view.setInt32(kernelPosition.key, low, true);
  view.setInt32(kernelPosition.key + 4, high, true);
};

/** The directions of the moves to a child of the last layer. @param kept of each layer, the children that were kept, by direction */
const directionsTo = (child: DataView, kept: readonly Uint8Array[]): number[] => {
  let index = child.getUint32(8, true);
  const directions = [child.getUint8(14)];
  for (const layer of kept.toReversed()) {
    let parent = 0;
    for (; index >= bitCount[layer[parent]!]!; parent++) index -= bitCount[layer[parent]!]!;
    directions.push([0, 1, 2, 3].filter((direction) => (layer[parent]! >> direction) & 1)[index]!);
    index = parent;
  }
  return directions.reverse();
};

/**
 * @param onLayer gets the positions of one number of moves after another, each as in `kernelPosition`
 * @returns a solution, why the search has to stop, or `lost` if it finds none of so few moves
 */
export const valueBeam = (
  input: ValueBeam,
  budget: Budget,
  onLayer?: (positions: Uint8Array) => void,
): Move[] | GaveUpReason | 'lost' => {
  const { kernel, at, buffer, frame, near, blank } = openKernel(input);
  const kept: Uint8Array[] = [];
  for (let depth = 1, count = 1; depth <= input.most && count > 0; depth++) {
    const reason = budget.spent();
    if (reason) return reason;
    onLayer?.(new Uint8Array(buffer, kernel.layer.value, count * kernelPosition.bytes));
    const made = kernel.expand(count, slotsFor(count) - 1);
    if (made < 0) {
      const child = new DataView(buffer, at.children - (made + 1) * childBytes, childBytes);
      let to = blank;
      return directionsTo(child, kept).map((direction) => {
        const before = to;
        to = near[4 * before + direction]!;
        return [frame.cells[to]!, frame.cells[before]!];
      });
    }
    budget.generated += made;
    const next = kernel.keep(count, made, input.width);
    kept.push(new Uint8Array(buffer, at.kept, count).slice());
    count = next;
  }
  return 'lost';
};
