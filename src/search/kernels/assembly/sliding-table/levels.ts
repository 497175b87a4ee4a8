/**
 * The levels of a breadth-first search, one bit a position: what the kernels of boards with rows of three and of two have in
 * common. A board is `rows` rows of `columns` cells. For each cell of the blank there are as many blocks of words. A move
 * in a row changes only the cell; how a move in a column rearranges words and their bits is the kernel's (`ColumnMove`).
 *
 * One tile a move: the board is two-coloured and each move changes the blank's colour, so level n + 1 is the neighbours of
 * level n less level n − 1, and takes its place. No set of all visited positions is needed.
 *
 * Multi-tile moves: all positions that differ by a move in one row are neighbours of each other, so their distances are n
 * or n + 1; likewise in a column. Two records say of each position whether a move in its row, and one in its column, is
 * closer. A position with neither was not met, and one of the level with neither was met just now. After a move in a row
 * another in that row gains nothing, so rows go on from those met in columns, and columns from those met in rows.
 */

/** Words that have the first three digits of the code in common. */
export const blockWords: i32 = 336;
/** For each cell of the blank: 11 · 10 · 9. */
export const mostBlocks: i32 = 990;
const mostCells: i32 = 12;
/** Behind those of the level: what goes along a column in multi-tile moves, at one cell and at the next. */
const spareSlots: i32 = 2;
export const wordBytes: usize = 8;
export const blockBytes: usize = <usize>blockWords * wordBytes;

/** The first page stays free for the compiler. */
const base: usize = 65536;
/** A *slot* is the words of one cell. By slot and block, whether any bit is set (u8): of the level, and of the spare slots. */
export const filled: usize = base;
/** What one block of the next level is gathered in. */
export const gathered: usize = (filled + <usize>((mostCells + spareSlots) * mostBlocks) + 15) & ~15;
/** The kernel's own tables. */
export const tables: usize = gathered + blockBytes;
/** The words of the levels, 64 bits each: a slot for each cell, and for multi-tile moves the spare slots. */
export const levels: usize = 3 * base;
/**
 * Behind them, as many slots for the positions whose distance has a second binary digit of 1. In multi-tile moves, for those
 * that a move in their row brings closer, and then for those that a move in their column does.
 */
export let record: usize = 0;

/**
 * Add to `gathered` what comes by a move between the cells `upper` and `upper + columns` from a block of a slot; `up` is 1
 * if the blank goes up. @returns whether there is anything
 */
type ColumnMove = (slot: i32, block: i32, upper: i32, up: i32) => bool;
let addColumnMove: ColumnMove = (_slot: i32, _block: i32, _upper: i32, _up: i32): bool => false;

export let cells: i32 = 0;
export let columns: i32 = 0;
export let blocks: i32 = 0;
/** Bytes from a word of the level to that of the record, and on to that of the second one. */
let toRecord: usize = 0;
let toSecond: usize = 0;

/** @param blocksOfCell blocks for each cell of the blank */
export function layOut(rows: i32, width: i32, blocksOfCell: i32, columnMove: ColumnMove): void {
  columns = width;
  cells = rows * columns;
  blocks = blocksOfCell;
  addColumnMove = columnMove;
}

/** Begin with one bit of the first word. With multi-tile moves it is in both records, so that nothing meets it again. */
export function addGoal(blank: i32, bit: u64, isMultiTile: i32): void {
  record = at(cells + (isMultiTile ? spareSlots : 0), 0);
  toRecord = record - levels;
  toSecond = toRecord + <usize>(cells * blocks) * blockBytes;
  const word = at(blank, 0);
  store<u64>(word, 1 << bit);
  store<u8>(flagAt(blank, 0), 1);
  if (!isMultiTile) return;
  store<u64>(word + toRecord, 1 << bit);
  store<u64>(word + toSecond, 1 << bit);
}

export function at(slot: i32, block: i32): usize {
  return levels + <usize>(slot * blocks + block) * blockBytes;
}
export function isFilled(slot: i32, block: i32): bool {
  return load<u8>(flagAt(slot, block)) != 0;
}
function flagAt(slot: i32, block: i32): usize {
  return filled + <usize>(slot * blocks + block);
}

/** Add `bytes` of words from one place to what is gathered. */
export function add(to: usize, from: usize, bytes: usize): void {
  for (let i: usize = 0; i < bytes; i += 16) v128.store(to + i, v128.or(v128.load(to + i), v128.load(from + i)));
}

/** Add the whole block. */
export function addBlock(slot: i32, block: i32): bool {
  if (!isFilled(slot, block)) return false;
  add(gathered, at(slot, block), blockBytes);
  return true;
}

/** Bits of a word to where a table says: for each byte of the word, and its values, the word that they become. */
export function spread(w: u64, table: usize): u64 {
  return byteOf(w, table, 0) | byteOf(w, table, 1) | byteOf(w, table, 2) | byteOf(w, table, 3) |
    byteOf(w, table, 4) | byteOf(w, table, 5) | byteOf(w, table, 6) | byteOf(w, table, 7);
}
function byteOf(w: u64, table: usize, byte: i32): u64 {
  return load<u64>(table + (<usize>byte << 11) + ((<usize>(w >> (<u64>byte << 3)) & 255) << 3));
}

function clear(slot: i32, block: i32): void {
  const flag = flagAt(slot, block);
  if (load<u8>(flag)) memory.fill(at(slot, block), 0, blockBytes);
  store<u8>(flag, 0);
}

/** Eight sums of the bits of two words, added to others. */
function addBits(sums: v128, words: v128): v128 {
  return i16x8.add(sums, i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(words)));
}
function total(sums: v128): i32 {
  const halves = i32x4.extadd_pairwise_i16x8_u(sums);
  return i32x4.extract_lane(halves, 0) + i32x4.extract_lane(halves, 1) +
    i32x4.extract_lane(halves, 2) + i32x4.extract_lane(halves, 3);
}

/** Put the next level in place of the last but one, for one cell of the blank and one block. */
function expandBlock(cell: i32, block: i32, recording: bool): i32 {
  memory.fill(gathered, 0, blockBytes);
  let any = false;
  const column = cell % columns;
  if (column > 0 && addBlock(cell - 1, block)) any = true;
  if (column < columns - 1 && addBlock(cell + 1, block)) any = true;
  if (cell >= columns && addColumnMove(cell - columns, block, cell - columns, 0)) any = true;
  if (cell < cells - columns && addColumnMove(cell + columns, block, cell, 1)) any = true;
  if (!any) {
    clear(cell, block);
    return 0;
  }
  const to = at(cell, block);
  let sums = i16x8.splat(0);
  for (let i: usize = 0; i < blockBytes; i += 16) {
    const next = v128.andnot(v128.load(gathered + i), v128.load(to + i));
    v128.store(to + i, next);
    sums = addBits(sums, next);
    if (recording) v128.store(to + toRecord + i, v128.or(v128.load(to + toRecord + i), next));
  }
  const count = total(sums);
  store<u8>(flagAt(cell, block), count != 0);
  return count;
}

/**
 * Put the next level in place of the last but one; the number of its positions.
 * @param colour row + column, modulo 2, of the cells of its blanks
 */
export function expandLevel(colour: i32, recording: i32): i32 {
  let count = 0;
  for (let block = 0; block < blocks; block++) {
    for (let cell = 0; cell < cells; cell++) {
      if (((cell / columns + (cell % columns)) & 1) == colour) count += expandBlock(cell, block, recording != 0);
    }
  }
  return count;
}

/**
 * One step of the blank along a column, to a cell.
 * @param from the spare slot with what comes from the cell before; -1 if there is none
 * @param to the one for what goes on to the next
 */
function goAlong(cell: i32, block: i32, step: i32, from: i32, to: i32): void {
  memory.fill(gathered, 0, blockBytes);
  const any = from >= 0 && addColumnMove(from, block, min(cell, cell - step), i32(step < 0));
  if (!any && !isFilled(cell, block)) {
    clear(to, block);
    return;
  }
  const words = at(cell, block);
  const onward = at(to, block);
  let filling = i64x2.splat(0);
  for (let i: usize = 0; i < blockBytes; i += 16) {
    const come = v128.load(gathered + i);
    const level = v128.load(words + i);
    const inRow = v128.load(words + toRecord + i);
    const met = v128.or(inRow, v128.load(words + toSecond + i));
    const all = v128.or(come, v128.and(level, inRow));
    v128.store(onward + i, all);
    v128.store(words + i, v128.or(level, v128.andnot(come, met)));
    filling = v128.or(filling, all);
  }
  store<u8>(flagAt(to, block), v128.any_true(filling));
  if (any) store<u8>(flagAt(cell, block), 1);
}

/** Put the next level in place of this one, for one cell. What moves in the row reach is gathered. */
function settle(cell: i32, block: i32): i32 {
  const words = at(cell, block);
  let sums = i16x8.splat(0);
  for (let i: usize = 0; i < blockBytes; i += 16) {
    const inRow = v128.load(words + toRecord + i);
    const inColumn = v128.load(words + toSecond + i);
    const met = v128.or(inRow, inColumn);
    const byRow = v128.andnot(v128.load(gathered + i), met);
    const byColumn = v128.andnot(v128.load(words + i), met);
    const next = v128.or(byRow, byColumn);
    v128.store(words + i, next);
    v128.store(words + toRecord + i, v128.or(inRow, byRow));
    v128.store(words + toSecond + i, v128.or(inColumn, byColumn));
    sums = addBits(sums, next);
  }
  const count = total(sums);
  store<u8>(flagAt(cell, block), count != 0);
  return count;
}

function settleRow(first: i32, block: i32): i32 {
  let any = false;
  memory.fill(gathered, 0, blockBytes);
  for (let cell = first; cell < first + columns; cell++) {
    if (!isFilled(cell, block)) continue;
    any = true;
    const words = at(cell, block);
    for (let i: usize = 0; i < blockBytes; i += 16) {
      const level = v128.and(v128.load(words + i), v128.load(words + toSecond + i));
      v128.store(gathered + i, v128.or(v128.load(gathered + i), level));
    }
  }
  let count = 0;
  if (any) for (let cell = first; cell < first + columns; cell++) count += settle(cell, block);
  return count;
}

/** Add what moves along a column reach, from a cell at its end. */
function goThrough(first: i32, step: i32): void {
  let from = -1;
  let to = cells;
  for (let cell = first; cell >= 0 && cell < cells; cell += step) {
    for (let block = 0; block < blocks; block++) goAlong(cell, block, step, from, to);
    from = to;
    to = 2 * cells + 1 - to;
  }
}

/** Put the next level of multi-tile moves in place of this one; the number of its positions. */
export function expandLines(): i32 {
  for (let column = 0; column < columns; column++) {
    goThrough(column, columns);
    goThrough(cells - columns + column, -columns);
  }
  let count = 0;
  for (let block = 0; block < blocks; block++) {
    for (let row = 0; row < cells; row += columns) count += settleRow(row, block);
  }
  return count;
}
