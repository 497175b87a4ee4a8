// The network of `search/sliding/learnt-value.ts` in floating point, and how it learns (Kingma and Ba 2015, Adam).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';
import { layOut } from '../dist/search/kernels/kernel.js';
import { hiddenUnits } from '../dist/search/sliding/learnt-value.js';

/** One in the weights of the hidden layer, and in those of its units in the value. */
const hiddenOne = 512;
const outputOne = 4096;
/** Moves that one in the value stands for. */
const valueMoves = 16;

/** Samples of a step. */
export const batch = 256;
/** Errors count linearly above this; see `valueMoves`. */
const mostError = 0.6;
/** Of each step, how far averages of weights stay where they were. */
const averaging = 0.999;

const compiled = async (name) => {
  const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));
  mkdirSync(cache, { recursive: true });
  const input = fileURLToPath(new URL(`assembly/${name}.ts`, import.meta.url));
  const memory = '--importMemory --sharedMemory --initialMemory 1 --maximumMemory 65536';
  const options = `--runtime stub -O3 --noAssert ${memory} --enable threads --enable simd`.split(' ');
  const { error, stderr } = await asc.main([input, '--outFile', `${cache}${name}.wasm`, ...options]);
  if (error) throw new Error(stderr.toString());
  return new WebAssembly.Module(readFileSync(`${cache}${name}.wasm`));
};
const module = await compiled('value-network');

export class Network {
  /** @param memory how many positions to remember */
  constructor(board, goal, random, memory) {
    const { size, rows } = board;
    this.size = size;
    this.distances = Float32Array.from({ length: size * size }, (_, index) => {
      const tile = Math.floor(index / size);
      return tile === 0 ? 0 : board.distance[index % size][goal.indexOf(tile)];
    });
    this.rows = size * size * hiddenUnits;
    // A multiple of what is loaded at once.
    this.count = this.rows + 2 * hiddenUnits + 4;
    const bytes = 4 * this.count;
    const { at, memory: wasm } = layOut({
      weights: bytes,
      averages: bytes,
      gradient: bytes,
      means: bytes,
      squares: bytes,
      hidden: 4 * hiddenUnits,
      slopes: 4 * hiddenUnits,
      offsets: 4 * size,
    });
    this.at = at;
    const { exports } = new WebAssembly.Instance(module, { env: { memory: wasm } });
    for (const name in at) exports[name].value = at[name];
    exports.cells.value = size;
    exports.rowsEnd.value = 4 * this.rows;
    this.kernel = exports;
    this.weights = new Float32Array(wasm.buffer, at.weights, this.count);
    this.averages = new Float32Array(wasm.buffer, at.averages, this.count);
    this.offsets = new Uint32Array(wasm.buffer, at.offsets, size);
    const normal = () => (random() + random() + random() + random() - 2) * Math.sqrt(3);
    for (let i = 0; i < this.rows; i++) this.weights[i] = normal() * 0.1;
    for (let i = 0; i < hiddenUnits; i++) {
      this.weights[this.rows + i] = 0.1;
      this.weights[this.rows + hiddenUnits + i] = normal() * 0.05;
    }
    this.averages.set(this.weights);
    this.steps = 0;
    this.cells = new Uint8Array(memory * size);
    this.targets = new Float32Array(memory);
    this.memory = memory;
    this.added = 0;
    const mirror = (cell) => (cell % rows) * rows + Math.floor(cell / rows);
    this.mirror = Int32Array.from({ length: size }, (_, cell) => mirror(cell));
    this.mirrorTile = Int32Array.from({ length: size }, (_, tile) => (tile === 0 ? 0 : mirror(tile - 1) + 1));
  }

  take(cells, from, isMirrored) {
    const { size, offsets, mirror, mirrorTile } = this;
    for (let cell = 0; cell < size; cell++) {
      const tile = cells[from + cell];
      const row = isMirrored ? mirrorTile[tile] * size + mirror[cell] : tile * size + cell;
      offsets[cell] = row * hiddenUnits * 4;
    }
  }

  /** Remember a position. @returns by how many moves its value is wrong */
  add(cells, distance) {
    let least = 0;
    for (let cell = 0; cell < this.size; cell++) least += this.distances[cells[cell] * this.size + cell];
    const index = this.added++ % this.memory;
    this.cells.set(cells, index * this.size);
    this.targets[index] = (distance - least) / valueMoves;
    this.take(cells, 0, false);
    return (this.kernel.forward(this.at.averages) - this.targets[index]) * valueMoves;
  }

  /** @returns the root of the mean square of the errors, in moves */
  train(steps, rate, random) {
    const { kernel, at } = this;
    const known = Math.min(this.added, this.memory);
    let total = 0;
    for (let step = 0; step < steps; step++) {
      for (let i = 0; i < batch; i++) {
        const index = Math.floor(random() * known);
        this.take(this.cells, index * this.size, random() < 0.5);
        const error = kernel.forward(at.weights) - this.targets[index];
        total += error * error;
        kernel.backward(Math.max(-mostError, Math.min(mostError, error)) / batch);
      }
      this.steps++;
      const scale = (rate * Math.sqrt(1 - 0.999 ** this.steps)) / (1 - 0.9 ** this.steps);
      kernel.step(4 * this.count, scale, Math.max(1 - averaging, 1 / (this.steps + 1)));
    }
    return Math.sqrt(total / steps / batch) * valueMoves;
  }

  /**
   * Write the weights in integers. The blank's are taken off those of the tiles, and added to what the units begin with: the sum
   * is the same, as each cell has a tile or the blank.
   */
  quantize(into) {
    const { size, averages, rows } = this;
    const whole = (value) => Math.max(-32_767, Math.min(32_767, Math.round(value)));
    for (let unit = 0; unit < hiddenUnits; unit++) {
      let begin = averages[rows + unit];
      for (let cell = 0; cell < size; cell++) {
        const blank = averages[cell * hiddenUnits + unit];
        begin += blank;
        for (let tile = 1; tile < size; tile++) {
          const weight = averages[(tile * size + cell) * hiddenUnits + unit] - blank;
          into[((tile - 1) * size + cell) * hiddenUnits + unit] = whole(weight * hiddenOne);
        }
      }
      into[(size - 1) * size * hiddenUnits + unit] = whole(begin * hiddenOne);
      into[(size - 1) * size * hiddenUnits + hiddenUnits + unit] = whole(
        averages[rows + hiddenUnits + unit] * outputOne,
      );
    }
  }

  save(path) {
    writeFileSync(path, Float32Array.from(this.averages));
  }

  /**
   * Begin with the weights of a network for a square of `rows` rows. On another board, each tile and cell has the weights of one
   * that lies alike.
   */
  load(path, side) {
    const { buffer, byteOffset, byteLength } = readFileSync(path);
    const known = new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
    const own = Math.sqrt(this.size);
    const line = (index) => Math.round((index * (side - 1)) / (own - 1));
    const alike = (cell) => line(Math.floor(cell / own)) * side + line(cell % own);
    for (let tile = 0; tile < this.size; tile++) {
      for (let cell = 0; cell < this.size; cell++) {
        const from = ((tile === 0 ? 0 : alike(tile - 1) + 1) * side ** 2 + alike(cell)) * hiddenUnits;
        this.weights.set(known.subarray(from, from + hiddenUnits), (tile * this.size + cell) * hiddenUnits);
      }
    }
    this.weights.set(known.subarray(side ** 4 * hiddenUnits), this.rows);
    this.averages.set(this.weights);
  }
}
