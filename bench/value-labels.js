// How far the positions of a beam are from the goal, by the beam's own tree.
import { kernelPosition as at, distanceWeight } from '../dist/search/sliding/value-beam.js';

/** Layers over which the error of the value is averaged. */
const around = 4;
/** Moves that a position is farther than its value says, if none of its children was kept. */
const late = 2;
/** Of a position: words of 32 and of 16 bits, and where its key begins. */
const words = at.bytes / 4;
const halves = at.bytes / 2;
const keyWord = at.key / 4;
const never = 1e9;

/** The positions of one number of moves, found by their keys. */
class Layer {
  constructor({ size, rows }, keys, bytes) {
    this.size = size;
    this.steps = [-size / rows, -1, 1, size / rows];
    this.keys = keys;
    this.bytes = bytes;
    this.words = new Int32Array(bytes.buffer);
    this.halves = new Uint16Array(bytes.buffer);
    this.count = bytes.length / at.bytes;
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * this.count + 2)));
    const mask = this.slots.length - 1;
    for (let index = 0; index < this.count; index++) {
      let slot = this.words[index * words + keyWord] & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = index + 1;
    }
  }

  /** The position here that a move leads to, or -1. @param other the layer of the position before the move */
  after(other, index, from) {
    const position = index * at.bytes;
    const to = other.bytes[position + at.blank];
    const way = other.bytes[position + from] * this.size;
    const { keys, slots } = this;
    const one = 2 * (way + from);
    const two = 2 * (way + to);
    const word = index * words + keyWord;
    const low = other.words[word] ^ keys[one] ^ keys[two];
    const high = other.words[word + 1] ^ keys[one + 1] ^ keys[two + 1];
    const mask = slots.length - 1;
    for (let slot = low & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const known = (slots[slot] - 1) * words + keyWord;
      if (this.words[known] === low && this.words[known + 1] === high) return slots[slot] - 1;
    }
    return -1;
  }

  /** Moves to the goal by the value. */
  rated(index) {
    const distance = this.halves[index * halves + at.distance / 2];
    return (this.halves[index * halves + at.score / 2] - (distanceWeight - 16) * distance) / 16;
  }

  /** Shortens the distances of positions by those of the layer that follows. */
  backUp(next, below, distances) {
    for (let child = 0; child < next.count; child++) {
      const position = child * at.bytes;
      const closed = next.bytes[position + at.closed];
      const distance = 1 + below[child];
      for (let direction = 0; direction < 4; direction++) {
        if (((closed >> direction) & 1) === 0) continue;
        const parent = this.after(next, child, next.bytes[position + at.blank] + this.steps[direction]);
        if (parent !== -1 && distances[parent] > distance) distances[parent] = distance;
      }
    }
  }
}

/**
 * Some positions of each layer, with about how many moves they are from the goal: along the best way down the tree, whose
 * dead ends are as far as their value says, but for the error that it has in such a layer on the way that led to the goal.
 * @param beam the positions of each number of moves, as in `kernelPosition`
 * @param solution from the first of them to the goal
 */
export function labelled(board, keys, beam, solution, samples, random) {
  const layers = beam.map((bytes) => new Layer(board, keys, bytes));
  const last = layers.length - 1;
  const path = [0];
  for (let depth = 1; depth <= last; depth++) {
    path.push(layers[depth].after(layers[depth - 1], path[depth - 1], solution[depth - 1][0]));
  }
  const errors = path.map((index, depth) => (depth === 0 ? 0 : layers.length - depth - layers[depth].rated(index)));
  const found = [];
  let below;
  for (let depth = last; depth >= 1; depth--) {
    const layer = layers[depth];
    const distances = new Float32Array(layer.count).fill(never);
    if (depth === last) distances[path[depth]] = 1;
    else layer.backUp(layers[depth + 1], below, distances);
    const near = errors.slice(Math.max(1, depth - around), depth + around + 1);
    const more = late + near.reduce((sum, one) => sum + one, 0) / near.length;
    for (let index = 0; index < layer.count; index++) {
      if (distances[index] === never) distances[index] = Math.max(0, layer.rated(index) + more);
    }
    for (let i = 0; i < samples; i++) {
      const index = Math.floor(random() * layer.count);
      const position = index * at.bytes;
      found.push({ cells: layer.bytes.subarray(position, position + board.size), distance: distances[index] });
    }
    below = distances;
  }
  return found;
}
