/**
 * All positions of a board of 4 or 3 rows of 3 cells (239,500,800 or 181,440), level by level from one goal: bit-parallel
 * breadth-first search, one bit a position (after Korf & Schultze, Large-scale parallel breadth-first search, AAAI 2005,
 * where the blank's cell and a rank of the tiles also split the index). First 4 rows:
 *
 * A position is (cell of the blank, the 11 tiles in reading order). A move in a row changes only the cell. A move in a
 * column, between the blank's cells p and p + 3, rotates the tiles p, p + 1, p + 2 of the order: *forward*, (a, b, c) to
 * (c, a, b), when the blank goes down, else *backward*. Tiles 0–5 of the order choose a word, by their Lehmer code
 * (11·10·9·8·7·6 = 332,640 words for each cell of the blank); the 60 arrangements of the other five that parity allows
 * are the bits of that word. So a move maps words to words:
 *
 * - p ≤ 3 takes whole words elsewhere,
 * - p ≥ 6 permutes the bits of each word, by masks and shifts,
 * - p = 4 and 5 exchange a tile between the choice of the word and its bits: twelve bits go to each of five words.
 *
 * Bits of a word: call the five tiles 0–4 in ascending order, and take 3 and 4 for look-alikes; parity then tells which
 * is which, so that words of even and of odd codes are alike. Twelve bits for each first tile 0, 1, 2; then twelve for
 * each parity of the other four behind a 3 or 4. Within the twelve, the arrangement of the other four, its greatest two
 * again look-alikes (`sliding/tables/bit-numbering.ts` lists their order).
 *
 * With 3 rows, all is as if the first row were solved and its three tiles left out: entries 0–2 and moves p < 3 are
 * missing, and the 8·7·6 = 336 words for each cell of the blank are one block.
 */
import {
  add,
  addBlock,
  addGoal,
  at,
  blockBytes,
  blocks,
  blockWords,
  cells,
  gathered,
  isFilled,
  layOut,
  mostBlocks,
  spread,
  tables,
  wordBytes,
} from './sliding-table/levels';
import { backward7, backward8, exchange67, forward7, forward8 } from './sliding-table/word';

export { expandLevel, expandLines, filled, levels, record } from './sliding-table/levels';

/** Entries that are left out at the start of the order. */
let missing: i32 = 0;

/** Parity of the sum of a block's three digits (u8). */
const oddBlock: usize = tables;
/** Where the rotation of entries 0–2, 1–3, 2–4, 3–5 of the order comes from, see `fillRotations`. */
const rotations0: usize = oddBlock + 1000;
const rotations1: usize = rotations0 + 2 * 2 * 990;
const rotations2: usize = rotations1 + 2 * 2 * 720;
const rotations3: usize = rotations2 + 2 * 2 * 504;
/**
 * Where the bits come from that entry 4 or 5 exchanges with entry 6: by direction, parity of the digits before, word (of
 * 7·6 or 6) and twelve bits, the byte offset of the word among pairs of words, and how far right to shift it (u16 each).
 */
const exchanges4: usize = rotations3 + 2 * 2 * 336;
const exchanges5: usize = exchanges4 + 2 * 2 * 42 * 5 * 4;
/** Rotation of entries 6–8 within a word: for forward and backward, for each byte of the word, where its bits go. */
const spread6: usize = (exchanges5 + 2 * 2 * 6 * 5 * 4 + 15) & ~15;
/** Pairs of words on the way to what is gathered. */
const exchanged: usize = spread6 + 2 * 8 * 256 * 8;

/** Which twelve bits of a word hold the arrangements with this first tile of five, in a word of this parity. */
function twelve(first: i32, odd: i32): i32 {
  return first < 3 || !odd ? first : 7 - first;
}

function storeExchange(at: usize, index: i32, word: i32, bits: i32): void {
  store<u16>(at + (<usize>index << 2), word << 4);
  store<u16>(at + (<usize>index << 2), 12 * bits, 2);
}

function fillExchanges(): void {
  for (let odd = 0; odd < 2; odd++) {
    // Entries 4 and 5 of the order, of seven tiles that are left, then entry 6: (u, v, x) comes from (v, x, u) when the
    // blank goes down, and from (x, u, v) when it goes up.
    for (let u = 0; u < 7; u++) {
      for (let digit = 0; digit < 6; digit++) {
        const v = digit + i32(digit >= u);
        for (let bits = 0; bits < 5; bits++) {
          let x = twelve(bits, (odd + u + digit) & 1);
          if (x >= min(u, v)) x++;
          if (x >= max(u, v)) x++;
          const index = (odd * 42 + u * 6 + digit) * 5 + bits;
          storeSource4(index, odd, v, x, u);
          storeSource4(420 + index, odd, x, u, v);
        }
      }
    }
    // Entry 5, of six tiles that are left, and entry 6. Going down, entries 6 and 7 of the source were exchanged
    // before, and going up those of the target are afterwards; an exchange turns the parity of the bits round.
    for (let v = 0; v < 6; v++) {
      for (let bits = 0; bits < 5; bits++) {
        for (let up = 0; up < 2; up++) {
          let x = twelve(bits, (odd + v + up) & 1);
          if (x >= v) x++;
          const from = twelve(v - i32(x < v), (odd + x + 1 + up) & 1);
          storeExchange(exchanges5, ((up * 2 + odd) * 6 + v) * 5 + bits, x, from);
        }
      }
    }
  }
}

function storeSource4(index: i32, odd: i32, a: i32, b: i32, c: i32): void {
  const digit = b - i32(a < b);
  const bits = twelve(c - i32(a < c) - i32(b < c), (odd + a + digit) & 1);
  storeExchange(exchanges4, index, a * 6 + digit, bits);
}

function fillSpread(): void {
  for (let byte = 0; byte < 8; byte++) {
    for (let value = 0; value < 256; value++) {
      const w = i64x2.splat(<i64>value << (<i64>byte << 3));
      const index = <usize>((byte << 8) + value) << 3;
      store<i64>(spread6 + index, i64x2.extract_lane(forward7(exchange67(backward7(exchange67(w)))), 0));
      store<i64>(spread6 + 16384 + index, i64x2.extract_lane(exchange67(forward7(exchange67(backward7(w)))), 0));
    }
  }
}

/** The index of three Lehmer digits, the first of `kinds` values. */
function tripleOf(a: i32, b: i32, c: i32, kinds: i32): i32 {
  const second = b - i32(a < b);
  const third = c - i32(a < c) - i32(b < c);
  return (a * (kinds - 1) + second) * (kinds - 2) + third;
}

/**
 * Fill a table of rotations: by triple of Lehmer digits, the triple that it comes from, forward and then backward (u16).
 * @param kinds how many values the first digit has
 */
function fillRotations(at: usize, kinds: i32): void {
  const count = kinds * (kinds - 1) * (kinds - 2);
  for (let a = 0; a < kinds; a++) {
    for (let b = 0; b < kinds; b++) {
      if (b == a) continue;
      for (let c = 0; c < kinds; c++) {
        if (c == a || c == b) continue;
        const to = tripleOf(a, b, c, kinds);
        store<u16>(at + (<usize>to << 1), tripleOf(b, c, a, kinds));
        store<u16>(at + (<usize>(count + to) << 1), tripleOf(c, a, b, kinds));
      }
    }
  }
}

/** Prepare a search from the position with the blank on this cell and the tiles in order. The memory is all 0. */
export function start(blank: i32, rows: i32, isMultiTile: i32): void {
  missing = 12 - 3 * rows;
  layOut(rows, 3, missing ? 1 : mostBlocks, addRotated);
  for (let block = 0; block < blocks; block++) {
    store<u8>(oddBlock + block, (block / 90 + ((block / 9) % 10) + (block % 9)) & 1);
  }
  fillRotations(rotations0, 11);
  fillRotations(rotations1, 10);
  fillRotations(rotations2, 9);
  fillRotations(rotations3, 8);
  fillExchanges();
  fillSpread();
  // The identity is the first word's arrangement 0 1 2 3 4: twelve bits of a leading 0, and 0 1 2 2 is bit 3 of them.
  addGoal(blank, 3, isMultiTile);
}

/** Words of one value of the fourth digit, and twice as many: words that far apart have the same parity. */
const rowBytes: usize = 42 * wordBytes;
const pairBytes: usize = 2 * rowBytes;

/** Put the words of two rows side by side, exchanging entries 6 and 7 or not. */
function pairUp(to: usize, from: usize, exchanging: bool): void {
  for (let end = from + rowBytes; from < end; from += 8) {
    const pair = v128.load64_lane(from + pairBytes, v128.load64_zero(from), 1);
    v128.store(to, exchanging ? exchange67(pair) : pair);
    to += 16;
  }
}

/** Five times twelve bits from as many pairs of words, as a table of exchanges says: two words at once. */
function exchange(from: usize, table: usize): v128 {
  let to = part(from, table);
  to = v128.or(to, i64x2.shl(part(from, table + 4), 12));
  to = v128.or(to, i64x2.shl(part(from, table + 8), 24));
  to = v128.or(to, i64x2.shl(part(from, table + 12), 36));
  return v128.or(to, i64x2.shl(part(from, table + 16), 48));
}
function part(from: usize, table: usize): v128 {
  const w = v128.load(from + <usize>load<u16>(table));
  return v128.and(i64x2.shr_u(w, load<u16>(table, 2)), i64x2.splat(0xfff));
}

/** Add a pair to what is gathered. */
function addPair(to: usize, pair: v128): void {
  const sum = v128.or(v128.load64_lane(to + pairBytes, v128.load64_zero(to), 1), pair);
  v128.store64_lane(to, sum, 0);
  v128.store64_lane(to + pairBytes, sum, 1);
}

/** Add what comes by a move in a column, where entries p, p + 1, p + 2 rotate. */
function addRotated(slot: i32, block: i32, upper: i32, up: i32): bool {
  const p = upper + missing;
  if (p == 0) {
    return addBlock(slot, <i32>load<u16>(rotations0 + (<usize>(up * 990 + block) << 1)));
  }
  if (p == 1) {
    const first = (block / 90) * 90;
    const table = rotations1 + (<usize>(up * 720 + (block - first) * 8) << 1);
    let any = false;
    for (let j = 0; j < 8; j++) {
      const from = <i32>load<u16>(table + (<usize>j << 1));
      if (!isFilled(slot, first + (from >> 3))) continue;
      any = true;
      add(gathered + <usize>j * 336, at(slot, first + (from >> 3)) + <usize>(from & 7) * 336, 336);
    }
    return any;
  }
  if (p == 2) {
    const first = (block / 9) * 9;
    let any = false;
    for (let from = first; from < first + 9; from++) any = any || isFilled(slot, from);
    if (!any) return false;
    // Chunks of 6 words lie one after the other in all nine blocks.
    const words = at(slot, first);
    let table = rotations2 + (<usize>(up * 504 + (block - first) * 56) << 1);
    for (let to = gathered; to < gathered + blockBytes; to += 48) {
      const from = words + <usize>load<u16>(table) * 48;
      table += 2;
      v128.store(to, v128.or(v128.load(to), v128.load(from)));
      v128.store(to, v128.or(v128.load(to, 16), v128.load(from, 16)), 16);
      v128.store(to, v128.or(v128.load(to, 32), v128.load(from, 32)), 32);
    }
    return true;
  }
  if (!isFilled(slot, block)) return false;
  const from = at(slot, block);
  if (p == 3) {
    const table = rotations3 + (<usize>(up * 336) << 1);
    for (let i: usize = 0; i < 336; i++) {
      const w = load<u64>(from + (<usize>load<u16>(table + (i << 1)) << 3));
      store<u64>(gathered + (i << 3), load<u64>(gathered + (i << 3)) | w);
    }
  } else if (p == 4) {
    for (let row = 0; row < 6; row += row == 1 ? 3 : 1) {
      const odd = (<i32>load<u8>(oddBlock + block) + row) & 1;
      pairUp(exchanged, from + <usize>row * rowBytes, false);
      let table = exchanges4 + <usize>((up * 2 + odd) * 840);
      const to = gathered + <usize>row * rowBytes;
      for (let i: usize = 0; i < rowBytes; i += 8) {
        addPair(to + i, exchange(exchanged, table));
        table += 20;
      }
    }
  } else if (p == 5) {
    for (let row = 0; row < 6; row += row == 1 ? 3 : 1) {
      if (up) pairUp(exchanged, from + <usize>row * rowBytes, false);
      else pairUp(exchanged, from + <usize>row * rowBytes, true);
      let to = gathered + <usize>row * rowBytes;
      let pairs = exchanged;
      for (let digit = 0; digit < 7; digit++) {
        const odd = (<i32>load<u8>(oddBlock + block) + row + digit) & 1;
        let table = exchanges5 + <usize>((up * 2 + odd) * 120);
        for (let i = 0; i < 6; i++) {
          const pair = exchange(pairs, table);
          addPair(to, up ? exchange67(pair) : pair);
          table += 20;
          to += 8;
        }
        pairs += 96;
      }
    }
  } else if (p == 6) {
    const table = spread6 + <usize>(up << 14);
    for (let i: usize = 0; i < blockBytes; i += 8) {
      const w = load<u64>(from + i);
      if (w) store<u64>(gathered + i, load<u64>(gathered + i) | spread(w, table));
    }
  } else if (p == 7) {
    for (let i: usize = 0; i < blockBytes; i += 16) {
      const w = v128.load(from + i);
      v128.store(gathered + i, v128.or(v128.load(gathered + i), up ? backward7(w) : forward7(w)));
    }
  } else {
    for (let i: usize = 0; i < blockBytes; i += 16) {
      const w = v128.load(from + i);
      v128.store(gathered + i, v128.or(v128.load(gathered + i), up ? backward8(w) : forward8(w)));
    }
  }
  return true;
}
