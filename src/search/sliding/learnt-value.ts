/**
 * Learnt values of positions (`bench/train-value.js` makes them): about how many moves they are from the goal above the sum of
 * distances. A network with one hidden layer, in 16-bit integers: no bound, but it tells good positions from bad ones.
 */
import { fileURLToPath } from 'node:url';
import { loadOrBuild } from '../tables/table-file.ts';
import type { Rectangle } from './rectangle.ts';

/** Units of the hidden layer, each the sum of a weight for each tile on its cell, or 0 if that is less. */
export const hiddenUnits = 128;

/** One is 512 in rows and biases, and 4096 in outputs. In the value it stands for 16 moves. */
export interface LearntValue {
  /** `[((tile - 1) * size + cell) * hiddenUnits + unit]`, for a goal with tile 1 on the first cell and the blank on the last. */
  readonly rows: Int16Array;
  /** What the units begin with. */
  readonly biases: Int16Array;
  readonly outputs: Int16Array;
}

const sizes: ReadonlySet<string> = new Set(['6x6', '7x7']);
const version = 1;
const own = fileURLToPath(new URL('values/', import.meta.url));
const known = new Map<string, LearntValue>();

const refuse = (): never => {
  throw new Error('the learnt values of positions are damaged: install this program again');
};

/** The parts of weights that lie one after another. */
export const partsOfValue = (weights: Int16Array): LearntValue => ({
  rows: weights.subarray(0, -2 * hiddenUnits),
  biases: weights.subarray(-2 * hiddenUnits, -hiddenUnits),
  outputs: weights.subarray(-hiddenUnits),
});

/** All weights of a board with so many cells. */
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

/** The learnt value of a board, if there is one. @throws Error when its file is damaged */
export const learntValueOf = (board: Rectangle): LearntValue | undefined => {
  const name = `${board.rows}x${board.columns}`;
  if (!sizes.has(name)) return undefined;
  const value = known.get(name) ?? valueFile(board);
  known.set(name, value);
  return value;
};
