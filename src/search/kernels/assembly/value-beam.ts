/**
 * Beam search on a rectangle of numbered tiles, for `src/search/sliding/value-beam.ts`: of each number of moves, it keeps the
 * positions that a learnt value and their distance rate best. The value is a small network: one row of weights for each tile
 * on each cell, whose sum is the hidden layer. A child's is its parent's without one row and with another.
 */

/** Bytes of a hidden layer (i16 each), which are those of a row of weights. */
export let rowBytes: usize = 0;
/** Rows of weights (`[tile][cell]`, from tile 1), and the weights of the hidden layer's units in the value (i16). */
export let rows: usize = 0;
export let outputs: usize = 0;
/** By `tile * size + cell`: the distance to the goal (u8), and random numbers that tell positions apart (u64, Zobrist 1970). */
export let ways: usize = 0;
export let keys: usize = 0;
/** By `4 * cell + direction`: the cell beside it, or 255 (u8). Directions d and 3 - d are opposite. */
export let near: usize = 0;
/** The positions of one number of moves, and the hidden layer of each; those of one more. */
export let layer: usize = 0;
export let sums: usize = 0;
export let nextLayer: usize = 0;
export let nextSums: usize = 0;
/** A position: its tiles (u8), and behind them the blank's cell, where it must not go (bits), distance, score and key. */
const positionShift: usize = 6;
const blankAt: usize = 49;
const closedAt: usize = 50;
const distanceAt: usize = 52;
const scoreAt: usize = 54;
const keyAt: usize = 56;
/** The children of a layer: key (u64), parent (u32), score (u16), direction (u8), where the blank must not go (u8). */
export let children: usize = 0;
const childShift: usize = 4;
/** By hash, children (u32) with the upper half of their keys; 0 for none. */
export let slots: usize = 0;
/** How many children have each score (u32). */
export let counts: usize = 0;
const scores: i32 = 65536;
/** Which children of each position are kept, by direction (bits). */
export let kept: usize = 0;
/** Cells of the board. */
export let size: i32 = 0;
/** What the distance counts in a score, in sixteenths of a move. The value counts once. */
export let distanceWeight: i32 = 0;
/** From products of weights to sixteenths of a move. */
const valueShift: i32 = 13;

@inline
function rowOf(tile: i32, cell: i32): usize {
  return rows + <usize>((tile - 1) * size + cell) * rowBytes;
}

@inline
function part(sum: usize, left: usize, entered: usize, output: usize, offset: usize): v128 {
  const unit = i16x8.add(
    i16x8.sub(v128.load(sum + offset), v128.load(left + offset)),
    v128.load(entered + offset),
  );
  return i32x4.dot_i16x8_s(i16x8.max_s(unit, i16x8.splat(0)), v128.load(output + offset));
}

/** The value of a child, in sixteenths of a move above its distance. */
@inline
function valueOf(sum: usize, left: usize, entered: usize): i32 {
  const output = outputs;
  let total = i32x4.splat(0);
  for (let at: usize = 0; at < rowBytes; at += 64) {
    const first = i32x4.add(part(sum, left, entered, output, at), part(sum, left, entered, output, at + 16));
    const second = i32x4.add(part(sum, left, entered, output, at + 32), part(sum, left, entered, output, at + 48));
    total = i32x4.add(total, i32x4.add(first, second));
  }
  const all =
    i32x4.extract_lane(total, 0) +
    i32x4.extract_lane(total, 1) +
    i32x4.extract_lane(total, 2) +
    i32x4.extract_lane(total, 3);
  return all >> valueShift;
}

/** Positions whose slots are touched together, so that they come from memory at the same time. */
const together: i32 = 16;
let touched: u64 = 0;

/** The key of a position after the tile on a cell has moved to another. */
@inline
function keyAfter(position: usize, way: i32, from: i32, to: i32): u64 {
  return (
    load<u64>(position, keyAt) ^
    load<u64>(keys + (<usize>(way + from) << 3)) ^
    load<u64>(keys + (<usize>(way + to) << 3))
  );
}

function touch(first: i32, last: i32, mask: i32): void {
  let all: u64 = 0;
  for (let parent = first; parent < last; parent++) {
    const position = layer + (<usize>parent << positionShift);
    const to = <i32>load<u8>(position, blankAt);
    const closed = <i32>load<u8>(position, closedAt);
    for (let direction = 0; direction < 4; direction++) {
      const from = <i32>load<u8>(near + 4 * to + direction);
      if (from == 255 || (closed >> direction) & 1) continue;
      const key = keyAfter(position, <i32>load<u8>(position + from) * size, from, to);
      all ^= load<u64>(slots + (<usize>(<i32>key & mask) << 3));
    }
  }
  touched = all;
}

/**
 * Make the children of a layer, each once.
 * @param mask one less than the number of slots, a power of two above twice the number of children
 * @returns how many there are; less than 0 if the last of these is the goal
 */
export function expand(count: i32, mask: i32): i32 {
  memory.fill(slots, 0, (<usize>mask + 1) << 3);
  memory.fill(counts, 0, <usize>scores << 2);
  let made = 0;
  for (let parent = 0; parent < count; parent++) {
    if (parent % together == 0) touch(parent, min(count, parent + together), mask);
    const position = layer + (<usize>parent << positionShift);
    const to = <i32>load<u8>(position, blankAt);
    const closed = <i32>load<u8>(position, closedAt);
    for (let direction = 0; direction < 4; direction++) {
      const from = <i32>load<u8>(near + 4 * to + direction);
      if (from == 255 || (closed >> direction) & 1) continue;
      const tile = <i32>load<u8>(position + from);
      const way = tile * size;
      const key = keyAfter(position, way, from, to);
      const tag = key >> 32;
      const back = 1 << (3 - direction);
      let slot = <i32>key & mask;
      let entry = load<u64>(slots + (<usize>slot << 3));
      while (entry != 0 && entry >> 32 != tag) {
        slot = (slot + 1) & mask;
        entry = load<u64>(slots + (<usize>slot << 3));
      }
      if (entry != 0) {
        const other = children + (<usize>((entry & 0xffffffff) - 1) << childShift);
        store<u8>(other, load<u8>(other, 15) | back, 15);
        continue;
      }
      const distance =
        <i32>load<u16>(position, distanceAt) + load<u8>(ways + way + to) - load<u8>(ways + way + from);
      const child = children + (<usize>made << childShift);
      made++;
      store<u64>(slots + (<usize>slot << 3), (tag << 32) | <u64>made);
      store<u64>(child, key);
      store<u32>(child, parent, 8);
      store<u8>(child, direction, 14);
      store<u8>(child, back, 15);
      if (distance == 0) return -made;
      const value = valueOf(sums + <usize>parent * rowBytes, rowOf(tile, from), rowOf(tile, to));
      const score = max(0, min(scores - 1, value + distance * distanceWeight));
      store<u16>(child, score, 12);
      const at = counts + (<usize>score << 2);
      store<u32>(at, load<u32>(at) + 1);
    }
  }
  return made;
}

/** Copy the best children to the next layer, in the order of their parents. @returns how many these are */
export function keep(count: i32, made: i32, width: i32): i32 {
  memory.fill(kept, 0, count);
  let room = width;
  let last = 0;
  for (; last < scores; last++) {
    const more = load<u32>(counts + (<usize>last << 2));
    if (<i32>more > room) break;
    room -= more;
  }
  let next = 0;
  for (let index = 0; index < made; index++) {
    const child = children + (<usize>index << childShift);
    const score = <i32>load<u16>(child, 12);
    if (score > last || (score == last && room-- <= 0)) continue;
    const parent = <usize>load<u32>(child, 8);
    const direction = <i32>load<u8>(child, 14);
    const before = layer + (parent << positionShift);
    const after = nextLayer + (<usize>next << positionShift);
    for (let at: usize = 0; at < 64; at += 16) v128.store(after + at, v128.load(before + at));
    const to = <i32>load<u8>(before, blankAt);
    const from = <i32>load<u8>(near + 4 * to + direction);
    const tile = <i32>load<u8>(before + from);
    const way = tile * size;
    store<u8>(after + to, tile);
    store<u8>(after + from, 0);
    store<u8>(after, from, blankAt);
    store<u8>(after, load<u8>(child, 15), closedAt);
    const distance =
      <i32>load<u16>(before, distanceAt) + load<u8>(ways + way + to) - load<u8>(ways + way + from);
    store<u16>(after, distance, distanceAt);
    store<u16>(after, score, scoreAt);
    store<u64>(after, load<u64>(child), keyAt);
    const sum = sums + parent * rowBytes;
    const nextSum = nextSums + <usize>next * rowBytes;
    const left = rowOf(tile, from);
    const entered = rowOf(tile, to);
    for (let at: usize = 0; at < rowBytes; at += 16) {
      const unit = i16x8.sub(v128.load(sum + at), v128.load(left + at));
      v128.store(nextSum + at, i16x8.add(unit, v128.load(entered + at)));
    }
    const mark = kept + parent;
    store<u8>(mark, <u8>(<i32>load<u8>(mark) | (1 << direction)));
    next++;
  }
  const other = layer;
  const otherSums = sums;
  layer = nextLayer;
  sums = nextSums;
  nextLayer = other;
  nextSums = otherSums;
  return next;
}
