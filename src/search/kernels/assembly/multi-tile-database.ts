/**
 * Breadth-first search over seven tiles of the 15 puzzle in multi-tile moves (`sliding/multi-tile-database.ts`). A block is
 * a set of places of the tiles in the order of all fifteen, with the row of the blank; it has a byte for each order of the
 * seven. A move in a column takes whole blocks to others, step by step, each with one permutation of their orders.
 */

/** Orders of seven tiles, and the sets of places of them. */
export const orders: i32 = 5040;
/** By set, column of four, row step of three and direction: the set afterwards (u16), and its reordering (u8). */
export let sets: usize = 0;
export let kinds: usize = 0;
/** By reordering and order: the order afterwards (u16). */
export let reorderings: usize = 0;
/** By block, the number of moves of each order, or 255. */
export let values: usize = 0;
/** Scratch: orders of a block (u16), as they are found and as they move. */
export let found: usize = 0;
export let moved: usize = 0;
/** What `pack` fills. */
export let output: usize = 0;

const rows: i32 = 4;
const steps: i32 = 24;

function list(block: usize, level: i32): i32 {
  const wanted = i8x16.splat(<i8>level);
  let count = 0;
  for (let at = 0; at < orders; at += 16) {
    let mask = i8x16.bitmask(i8x16.eq(v128.load(block + at), wanted));
    for (; mask != 0; mask &= mask - 1) {
      store<u16>(found + (<usize>count << 1), at + ctz(mask));
      count++;
    }
  }
  return count;
}

/** Move the blank of the listed orders through a column, and note what is new. @returns how many */
function walk(count: i32, set: i32, row: i32, column: i32, isUp: i32, level: i32): i32 {
  let added = 0;
  memory.copy(moved, found, <usize>count << 1);
  const end = isUp ? 0 : rows - 1;
  while (row != end) {
    const window = 4 * (isUp ? row - 1 : row) + column;
    const step = <usize>(set * steps + 2 * window + isUp);
    const map = reorderings + <usize>load<u8>(kinds + step) * <usize>(2 * orders);
    set = load<u16>(sets + (step << 1));
    row += isUp ? -1 : 1;
    const block = values + <usize>(set * rows + row) * <usize>orders;
    for (let at = moved, last = moved + (<usize>count << 1); at < last; at += 2) {
      const order = load<u16>(map + (<usize>load<u16>(at) << 1));
      store<u16>(at, order);
      if (load<u8>(block + order) == 255) {
        store<u8>(block + order, level);
        added++;
      }
    }
  }
  return added;
}

/** From all that take `level` moves to those that take two more: a row and a column. @returns how many are new */
export function expandLevel(level: i32, setCount: i32): i32 {
  let added = 0;
  for (let set = 0; set < setCount; set++) {
    for (let row = 0; row < rows; row++) {
      const count = list(values + <usize>(set * rows + row) * <usize>orders, level);
      if (count == 0) continue;
      for (let column = 0; column < 4; column++) {
        added += walk(count, set, row, column, 0, level + 2);
        added += walk(count, set, row, column, 1, level + 2);
      }
    }
  }
  return added;
}

/** Write the last four bits of values from `first` on. */
export function pack(first: usize, bytes: i32): void {
  for (let i = 0; i < bytes; i++) {
    const at = values + first + <usize>(2 * i);
    store<u8>(output + i, (load<u8>(at) & 15) | (load<u8>(at, 1) << 4));
  }
}
