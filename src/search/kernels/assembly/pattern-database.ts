/**
 * Breadth-first search over the positions of a few tiles of a sliding puzzle, many at a time, for additive pattern
 * databases (`sliding/pattern-database.ts`).
 *
 * A chunk is a set of cells that the tiles stand on, together with one of the regions that they leave to the blank. It
 * has one bit for each order of the tiles, read cell by cell; orders count lexicographically, by their Lehmer code. The
 * last three tiles have 3! orders, bits 0 to 5 of a byte; so the last four take 4 bytes, the last five 20, and so on. A
 * move takes one tile past up to three others. Each of these is an exchange of two neighbours in the order: it changes
 * two digits of the Lehmer code and moves whole blocks of bits.
 *
 * Each move takes one tile to a cell of the other colour, so the graph of chunks is bipartite, and level `n` leads only
 * to levels `n + 1` and `n - 1`. One bitmap is enough: level `n + 1` takes the place of level `n - 1`.
 *
 * Of the level at which an order is met, the second binary digit is kept. The colour of the set tells the first one, and
 * neighbours differ by 1, so no more is needed.
 */

// Set by the caller; names without a comment are addresses of the arrays in `sliding/pattern-database.ts`.
export let tiles: i32 = 0;
/** Bytes of a chunk that are in use, and with the padding to whole vectors. */
export let used: usize = 0;
export let stride: usize = 0;
/** Scratch: three chunks. */
export let sum: usize = 0;
export let left: usize = 0;
export let right: usize = 0;
/** By chunk: the number of its first edge (u32), whether it has any bit (u8), its bits, the digit of each order. */
export let starts: usize = 0;
export let active: usize = 0;
export let bits: usize = 0;
export let values: usize = 0;
/** Edges (u32): the chunk at the other end, and from which place in the order (bits 20 on) to which (24 on). */
export let edges: usize = 0;
/** The chunks in the order of the table (u32). */
export let listed: usize = 0;
/** What `write` fills. */
export let output: usize = 0;

/** Entries of the last level. */
export let entries: u64 = 0;

@inline
function put(to: usize, value: v128, keep: v128): void {
  v128.store(to, v128.or(v128.and(v128.load(to), keep), value));
}

/** Exchange bits that are `by` bits apart; `mask` has the lower ones. */
@inline
function swapped(x: v128, mask: v128, by: i32): v128 {
  return v128.or(i32x4.shl(v128.and(x, mask), by), v128.and(i32x4.shr_u(x, by), mask));
}

/**
 * Exchange two neighbours in the order, with `after` tiles behind them: digits (d, e) become (e, d - 1) where d > e, else
 * (e + 1, d). `keep` is all ones to add to the bits at `to`, zero to replace them.
 */
function exchange(after: i32, from: usize, to: usize, keep: v128): void {
  if (after == 0) {
    const low = i8x16.splat(0x15);
    for (let at: usize = 0; at < stride; at += 16) put(to + at, swapped(v128.load(from + at), low, 1), keep);
  } else if (after == 1) {
    const low = i8x16.splat(0x09);
    const second = i8x16.splat(0x02);
    for (let at: usize = 0; at < stride; at += 16) {
      const x = v128.load(from + at);
      put(to + at, v128.or(swapped(x, low, 2), swapped(x, second, 3)), keep);
    }
  } else if (after == 2) {
    const near = i32x4.splat(0x300c03);
    const far = i32x4.splat(0x300c);
    const farthest = i32x4.splat(0x30);
    for (let at: usize = 0; at < stride; at += 16) {
      const x = v128.load(from + at);
      const y = v128.or(swapped(x, near, 8), v128.or(swapped(x, far, 14), swapped(x, farthest, 20)));
      put(to + at, y, keep);
    }
  } else if (after == 3) {
    const keepWord = <u32>i32x4.extract_lane(keep, 0);
    for (let at: usize = 0; at < used; at += 20) {
      const a = v128.load(from + at);
      const b = v128.load(from + at, 4);
      put(to + at, v128.shuffle<u8>(a, b, 4, 8, 12, 28, 0, 9, 13, 29, 1, 5, 14, 30, 2, 6, 10, 31), keep);
      const end = v128.shuffle<u8>(a, a, 3, 7, 11, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
      store<u32>(to + at, (load<u32>(to + at, 16) & keepWord) | <u32>i32x4.extract_lane(end, 0), 16);
    }
  } else if (after == 4) {
    blocks(6, 5, 4, from, to, <u32>i32x4.extract_lane(keep, 0));
  } else if (after == 5) {
    blocks(7, 6, 20, from, to, <u32>i32x4.extract_lane(keep, 0));
  } else {
    blocks(8, 7, 120, from, to, <u32>i32x4.extract_lane(keep, 0));
  }
}

/** The same for blocks of whole words: `first` × `second` blocks, by these two digits, of `bytes` bytes each. */
@inline
function blocks(first: usize, second: usize, bytes: usize, from: usize, to: usize, keep: u32): void {
  const all = first * second * bytes;
  for (let group: usize = 0; group < used; group += all) {
    for (let d: usize = 0; d < first; d++) {
      for (let e: usize = 0; e < second; e++) {
        const source = from + group + (d > e ? e * second + d - 1 : (e + 1) * second + d) * bytes;
        const target = to + group + (d * second + e) * bytes;
        for (let at: usize = 0; at < bytes; at += 4) {
          store<u32>(target + at, (load<u32>(target + at) & keep) | load<u32>(source + at));
        }
      }
    }
  }
}

/** Add a chunk to the sum, with the tile at place `i` of the order moved to place `j`. */
function gather(from: usize, i: i32, j: i32): void {
  const add = i8x16.splat(-1);
  if (i == j) {
    for (let at: usize = 0; at < stride; at += 16) v128.store(sum + at, v128.or(v128.load(sum + at), v128.load(from + at)));
    return;
  }
  const replace = i8x16.splat(0);
  const step = i < j ? 1 : -1;
  let source = from;
  let target = left;
  while (i != j) {
    const next = i + step;
    const after = tiles - 2 - (step > 0 ? i : next);
    if (next == j) exchange(after, source, sum, add);
    else exchange(after, source, target, replace);
    source = target;
    target = target == left ? right : left;
    i = next;
  }
}

/** Put a level in place of the last but one, for the chunks of one colour; how many of them have any bit now. */
export function expandLevel(first: u32, end: u32, level: u32): u32 {
  let count: u32 = 0;
  entries = 0;
  for (let chunk = first; chunk < end; chunk++) {
    let any = false;
    const last = load<u32>(starts + ((chunk + 1) << 2));
    for (let edge = load<u32>(starts + (chunk << 2)); edge < last; edge++) {
      const code = load<u32>(edges + (edge << 2));
      const source = code & 0xfffff;
      if (load<u8>(active + source) == 0) continue;
      if (!any) {
        any = true;
        memory.fill(sum, 0, stride);
      }
      gather(bits + source * stride, (code >> 20) & 15, code >> 24);
    }
    const own = bits + chunk * stride;
    if (!any) {
      if (load<u8>(active + chunk)) memory.fill(own, 0, stride);
      store<u8>(active + chunk, 0);
      continue;
    }
    let found = i8x16.splat(0);
    for (let at: usize = 0; at < stride; at += 16) {
      const fresh = v128.andnot(v128.load(sum + at), v128.load(own + at));
      found = v128.or(found, fresh);
      v128.store(own + at, fresh);
    }
    const has = v128.any_true(found);
    store<u8>(active + chunk, has ? 1 : 0);
    if (!has) continue;
    count++;
    for (let at: usize = 0; at < stride; at += 8) entries += popcnt<u64>(load<u64>(own + at));
    if ((level & 2) == 0) continue;
    const digits = values + chunk * stride;
    for (let at: usize = 0; at < stride; at += 16) {
      v128.store(digits + at, v128.or(v128.load(digits + at), v128.load(own + at)));
    }
  }
  return count;
}

/** Write the digits of the 96 orders from `byte * 6` on: for each a row of `count` chunks, a bit each, a multiple of 8. */
export function write(byte: usize, count: usize): void {
  const end = min(used - byte, 16);
  const row = count >> 3;
  for (let group: usize = 0; group < row; group++) {
    for (let at: usize = 0; at < end; at++) {
      let word: u64 = 0;
      for (let i: usize = 0; i < 8; i++) {
        const chunk = load<u32>(listed + (((group << 3) + i) << 2));
        word |= <u64>load<u8>(values + chunk * stride + byte + at) << (i << 3);
      }
      // The lowest bit of each byte goes to the highest byte, by a product without carries.
      for (let order: usize = 0; order < 6; order++) {
        const one = (word >> order) & 0x0101010101010101;
        store<u8>(output + (at * 6 + order) * row + group, <u8>((one * 0x0102040810204080) >> 56));
      }
    }
  }
}
