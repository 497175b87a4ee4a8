/**
 * Learnt values of positions (`bench/train-value.js` makes them): about how many moves they are from the goal above the sum of
 * distances. A network with one hidden layer, in 16-bit integers: no bound, but it tells good positions from bad ones.
 */
import { fileURLToPath } from 'node:url';
import { kept } from '../kept.ts';
import { loadOrBuild } from '../tables/table-file.ts';
import { mirrorCell } from './mirror.ts';
import type { Rectangle } from './rectangle.ts';

/** Units of the hidden layer of what is learnt, each the sum of a weight for each tile on its cell, or 0 if that is less. */
export const hiddenUnits = 128;

/** One is 512 in rows and biases, and 4096 in outputs. In the value it stands for 16 moves. */
export interface LearntValue {
  /** `[((tile - 1) * size + cell) * units + unit]`, for a goal with tile 1 on the first cell and the blank on the last. */
  readonly rows: Int16Array;
  /** What the units begin with. */
  readonly biases: Int16Array;
  readonly outputs: Int16Array;
  /** Whether a position has the same value as its mirror image. */
  readonly isSymmetric: boolean;
}

/** Whether the value is the mean of a position's and its mirror image's: that of 7 × 7, whose error is larger, gains by it. */
const isMean: ReadonlyMap<string, boolean> = new Map([
  ['6x6', false],
  ['7x7', true],
]);
const version = 1;
const own = fileURLToPath(new URL('values/', import.meta.url));

const refuse = (): never => {
  throw new Error('the learnt values of positions are damaged: install this program again');
};

/** The parts of weights that lie one after another. */
export const partsOfValue = (weights: Int16Array): LearntValue => ({
  rows: weights.subarray(0, -2 * hiddenUnits),
  biases: weights.subarray(-2 * hiddenUnits, -hiddenUnits),
  outputs: weights.subarray(-hiddenUnits),
  isSymmetric: false,
});

/** All weights of a board with `size` cells. */
export const weightsOf = (size: number): Int16Array => new Int16Array(((size - 1) * size + 2) * hiddenUnits);

/**
 * Read the weights of a board from a file, or write those that are given to it.
 * @throws Error when the file is damaged
 */
export const valueFile = ({ rows, columns }: Rectangle, folder = own, fill: (table: Uint8Array) => void = refuse) => {
  const weights = weightsOf(rows * columns);
  const table = new Uint8Array(weights.buffer);
  loadOrBuild({ folder, name: `value-${rows}x${columns}`, version, table, build: fill });
  return partsOfValue(weights);
};

/** The mean of the values of a position on a square and of its mirror image. */
const meanOf = ({ rows, biases, outputs }: LearntValue, side: number): LearntValue => {
  const size = side ** 2;
  const units = 2 * hiddenUnits;
  const both = new Int16Array(2 * rows.length);
  for (let goal = 0; goal < size - 1; goal++) {
    for (let cell = 0; cell < size; cell++) {
      const [row, other] = [goal * size + cell, mirrorCell(side, goal) * size + mirrorCell(side, cell)];
      both.set(rows.subarray(row * hiddenUnits, (row + 1) * hiddenUnits), row * units);
      both.set(rows.subarray(other * hiddenUnits, (other + 1) * hiddenUnits), row * units + hiddenUnits);
    }
  }
  const halves = outputs.map((weight) => weight / 2);
  return {
    rows: both,
    biases: Int16Array.of(...biases, ...biases),
    outputs: Int16Array.of(...halves, ...halves),
    isSymmetric: true,
  };
};

const nameOf = ({ rows, columns }: Rectangle): string => `${rows}x${columns}`;

/** The learnt value of a board, if there is one. @throws Error when its file is damaged */
export const learntValueOf = kept((board: Rectangle): LearntValue | undefined => {
  const isMeant = isMean.get(nameOf(board));
  if (isMeant === undefined) return undefined;
  return isMeant ? meanOf(valueFile(board), board.rows) : valueFile(board);
}, nameOf);
