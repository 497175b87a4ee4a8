/**
 * All 239,500,800 positions of a board of six rows of two, level by level from one goal. As in `sliding-table.ts`, which
 * takes rows of three: a position is (cell of the blank, the 11 tiles in reading order), the Lehmer code of the order's
 * first six tiles is a word, the arrangement of its last five a bit of it, and parity leaves 60 of them.
 *
 * A move in a row changes only the cell. A move in a column, between the blank's cells p and p + 2, exchanges the tiles p
 * and p + 1 of the order. So the order is even or odd as the blank is an even or odd number of rows from the goal, and
 *
 * - p ≤ 4 takes whole words elsewhere,
 * - p = 5 exchanges a tile between the choice of the word and its bits: twelve bits go to each of five words,
 * - p = 6, 7 and 8 permute the bits of each word,
 * - p = 9 changes nothing but the cell: of the last two tiles, parity tells which comes first.
 *
 * The bit of five tiles is 12 e0 + 3 e1 + e2 by the first three digits of their own Lehmer code.
 */
import {
  add,
  addBlock,
  addGoal,
  at,
  blockBytes,
  blocks,
  blockWords,
  columns,
  gathered,
  isFilled,
  layOut,
  mostBlocks,
  spread,
  tables,
  wordBytes,
} from './sliding-table/levels';

export { expandLevel, expandLines, filled, levels, record } from './sliding-table/levels';

/** Words that have four and five digits in common. */
const rowBytes: usize = 42 * wordBytes;
const chunkBytes: usize = 6 * wordBytes;

/** Parity of the sum of a block's three digits, and of a word's last three (u8). */
const oddBlock: usize = tables;
const oddWord: usize = oddBlock + <usize>mostBlocks;
/** Permutations of a word's bits, p = 6 and 7: for each byte of the word, where its bits go. */
const spreads: usize = (oddWord + <usize>blockWords + 15) & ~15;
const spreadBytes: usize = 8 * 256 * 8;

/** The row of the goal's blank. */
let goalRow: i32 = 0;

/** Groups of three bits, by e0 and e1, for which e0 + e1 is even; and the others. */
let evenGroups: u64 = 0;
let oddGroups: u64 = 0;

/** Two digits (a, b) of a Lehmer code after their entries are exchanged. It is its own inverse. */
function firstAfter(a: i32, b: i32): i32 {
  return a > b ? b : b + 1;
}
function secondAfter(a: i32, b: i32): i32 {
  return a > b ? a - 1 : a;
}

function fillSpreads(): void {
  for (let byte = 0; byte < 8; byte++) {
    for (let value = 0; value < 256; value++) {
      let six: u64 = 0;
      let seven: u64 = 0;
      for (let bit = 0; bit < 8; bit++) {
        const at = byte * 8 + bit;
        if (!((value >> bit) & 1) || at >= 60) continue;
        const e0 = at / 12;
        const e1 = (at / 3) % 4;
        const e2 = at % 3;
        six |= <u64>1 << <u64>(firstAfter(e0, e1) * 12 + secondAfter(e0, e1) * 3 + e2);
        seven |= <u64>1 << <u64>(e0 * 12 + firstAfter(e1, e2) * 3 + secondAfter(e1, e2));
      }
      const at = spreads + (<usize>((byte << 8) + value) << 3);
      store<u64>(at, six);
      store<u64>(at + spreadBytes, seven);
    }
  }
}

/** Prepare a search from the position with the blank on this cell and the tiles in order. The memory is all 0. */
export function start(blank: i32, rows: i32, isMultiTile: i32): void {
  layOut(rows, 2, mostBlocks, addExchange);
  goalRow = blank / columns;
  for (let block = 0; block < blocks; block++) {
    store<u8>(oddBlock + block, (block / 90 + ((block / 9) % 10) + (block % 9)) & 1);
  }
  for (let word = 0; word < blockWords; word++) {
    store<u8>(oddWord + word, (word / 42 + ((word / 6) % 7) + (word % 6)) & 1);
  }
  for (let group = 0; group < 20; group++) {
    const bits = <u64>7 << <u64>(3 * group);
    if ((group / 4 + (group % 4)) & 1) oddGroups |= bits;
    else evenGroups |= bits;
  }
  fillSpreads();
  addGoal(blank, 0, isMultiTile);
}

function addWord(to: usize, word: u64): void {
  store<u64>(to, load<u64>(to) | word);
}

/** Exchange entry 5 of the order with the first of the last five: twelve bits from each of the chunk's other words. */
function addExchanged(from: usize, to: usize): void {
  for (let digit = 0; digit < 6; digit++) {
    let word: u64 = 0;
    for (let first = 0; first < 5; first++) {
      const other = first + i32(first >= digit);
      const bits = load<u64>(from + (<usize>other << 3)) >> <u64>(12 * (digit - i32(digit > other)));
      word |= (bits & 0xfff) << <u64>(12 * first);
    }
    addWord(to + (<usize>digit << 3), word);
  }
}

/** Each group of three bits e2 of a word: as it is exchanged with the last digit, which is e2 + 0 or e2 + 1 modulo 2. */
const lowBits: u64 = 0x249249249249249;
function rotateDown(w: u64): u64 {
  return ((w >> 1) & (lowBits * 3)) | ((w & lowBits) << 2);
}
function rotateUp(w: u64): u64 {
  return ((w & (lowBits * 3)) << 1) | ((w >> 2) & lowBits);
}

/** Add what comes by a move in a column, where entries p and p + 1 are exchanged. */
function addExchange(slot: i32, block: i32, p: i32, up: i32): bool {
  const d0 = block / 90;
  const d1 = (block / 9) % 10;
  const d2 = block % 9;
  if (p == 0) return addBlock(slot, (firstAfter(d0, d1) * 10 + secondAfter(d0, d1)) * 9 + d2);
  if (p == 1) return addBlock(slot, (d0 * 10 + firstAfter(d1, d2)) * 9 + secondAfter(d1, d2));
  if (p == 9) return addBlock(slot, block);
  if (p == 2) {
    let any = false;
    for (let d3 = 0; d3 < 8; d3++) {
      const from = block - d2 + firstAfter(d2, d3);
      if (!isFilled(slot, from)) continue;
      any = true;
      add(gathered + <usize>d3 * rowBytes, at(slot, from) + <usize>secondAfter(d2, d3) * rowBytes, rowBytes);
    }
    return any;
  }
  if (!isFilled(slot, block)) return false;
  const from = at(slot, block);
  if (p == 3) {
    for (let d3 = 0; d3 < 8; d3++) {
      for (let d4 = 0; d4 < 7; d4++) {
        const chunk = <usize>(firstAfter(d3, d4) * 7 + secondAfter(d3, d4)) * chunkBytes;
        add(gathered + <usize>(d3 * 7 + d4) * chunkBytes, from + chunk, chunkBytes);
      }
    }
  } else if (p == 4) {
    for (let row: usize = 0; row < blockBytes; row += rowBytes) {
      for (let d4 = 0; d4 < 7; d4++) {
        for (let d5 = 0; d5 < 6; d5++) {
          const word = <usize>(firstAfter(d4, d5) * 6 + secondAfter(d4, d5)) * wordBytes;
          addWord(gathered + row + <usize>(d4 * 6 + d5) * wordBytes, load<u64>(from + row + word));
        }
      }
    }
  } else if (p == 5) {
    for (let chunk: usize = 0; chunk < blockBytes; chunk += chunkBytes) addExchanged(from + chunk, gathered + chunk);
  } else if (p == 8) {
    const isOdd = (p / columns + 1 - up + goalRow) & 1;
    const odd = (<i32>load<u8>(oddBlock + block)) ^ isOdd;
    for (let word: usize = 0; word < <usize>blockWords; word++) {
      const w = load<u64>(from + (word << 3));
      const isTurned = (odd ^ <i32>load<u8>(oddWord + word)) != 0;
      const down = isTurned ? oddGroups : evenGroups;
      const up = isTurned ? evenGroups : oddGroups;
      addWord(gathered + (word << 3), rotateDown(w & down) | rotateUp(w & up));
    }
  } else {
    const table = spreads + <usize>(p - 6) * spreadBytes;
    for (let i: usize = 0; i < blockBytes; i += 8) {
      const w = load<u64>(from + i);
      if (w) addWord(gathered + i, spread(w, table));
    }
  }
  return true;
}
