/**
 * A peg board on bitboards: jumps, symmetries, and what bounds the moves left. A position is a 64-bit integer, bit by
 * hole, of at most 56 holes. `src/search/pegs/peg-kernel.ts` sets the variables and fills the arrays.
 */

/** Bits 56 to 63 of a table's entry hold a number of moves. */
export const topShift: u64 = 56;
export const boardMask: u64 = (1 << topShift) - 1;
/** Moves left of a position from which no number of moves leads to the goal. */
export const never: u64 = 63;

export let jumpCount: i32 = 0;
/** For each jump three u64, sorted by the hole that it leaves: the holes filled before, all three, where it lands. */
export let jumps: usize = 0;
/** Number of the first jump from each hole, and one for the end (i32). */
export let firstJumps: usize = 0;
/** 1 or an even number. */
export let symmetryCount: i32 = 0;
/** For each chunk of eight holes, each value of it and each symmetry, the image (u64). */
export let images: usize = 0;

/** How many holes, from bit 0 on, are in a region. */
export let coreHoles: i32 = 0;
/** The mask of each region, sorted by the lowest hole (u32). */
export let regionList: usize = 0;
/** Number of the first region with each core hole as its lowest, and one for the end (i32). */
export let firstRegions: usize = 0;
/** For each set of core holes, how many disjoint Merson regions of it are full (u8). */
export let regions: usize = 0;
/** Corners that may be filled at a goal, and how many of them a goal fills at most. */
export let stayers: u64 = 0;
export let stayerCount: i32 = 0;

/** Blocks of sixteen pagoda functions; for each chunk of eight holes and each value of it, the worth of its pegs (i8). */
export let pagodaBlocks: usize = 0;
export let worths: usize = 0;
/** For each function the worth of the goal, negated (i8). */
export let prices: usize = 0;

export function fillRegions(): void {
  store<u8>(regions, 0);
  const sets = (1 as u32) << coreHoles;
  for (let set: u32 = 1; set < sets; set++) {
    const lowest = ctz(set);
    let most = load<u8>(regions + (set & (set - 1)));
    const end = load<u32>(firstRegions + ((lowest + 1) << 2));
    for (let r = load<u32>(firstRegions + (lowest << 2)); r < end; r++) {
      const region = load<u32>(regionList + (r << 2));
      if ((region & ~set) != 0) continue;
      const count: u8 = load<u8>(regions + (set ^ region)) + 1;
      if (count > most) most = count;
    }
    store<u8>(regions + set, most);
  }
}

/** By sixteen functions, how much more than the goal a position is worth. */
@inline
function surplus(board: u64, block: usize): v128 {
  const stride = pagodaBlocks << 4;
  let sum = v128.load(prices + block);
  let at = worths + block;
  for (let rest = board; rest != 0; rest >>= 8) {
    sum = i8x16.add(sum, v128.load(at + <usize>(rest & 255) * stride));
    at += stride << 8;
  }
  return sum;
}

/** Whether a position is worth less than the goal by any of the functions. */
@inline
export function worthLess(board: u64): bool {
  for (let block: usize = 0; block < <usize>pagodaBlocks << 4; block += 16) {
    if (i8x16.bitmask(surplus(board, block)) != 0) return true;
  }
  return false;
}

/** How much a position can still lose: 96 for each unit of its least surplus, up to 20, and 32 for one of the mean. */
export function reserve(board: u64): i32 {
  if (pagodaBlocks == 0) return 0;
  let least = i8x16.splat(20);
  let total = 0;
  for (let block: usize = 0; block < <usize>pagodaBlocks << 4; block += 16) {
    const sums = surplus(board, block);
    least = i8x16.min_s(least, sums);
    const fours = i32x4.extadd_pairwise_i16x8_s(i16x8.extadd_pairwise_i8x16_s(sums));
    total += i32x4.extract_lane(fours, 0) + i32x4.extract_lane(fours, 1);
    total += i32x4.extract_lane(fours, 2) + i32x4.extract_lane(fours, 3);
  }
  let low = 20;
  while (low > 0 && i8x16.bitmask(i8x16.lt_s(least, i8x16.splat(<i8>low))) != 0) low--;
  return low * 96 + (total * 2) / pagodaBlocks;
}

/** The least of all images of a position, which stands for all of them. */
export function canonical(board: u64): u64 {
  if (symmetryCount == 1) return board;
  const stride = <usize>symmetryCount << 3;
  let best = i64x2.splat(board);
  // Two symmetries at a time: the host writes an even number of them.
  for (let pair: usize = 0; pair < stride; pair += 16) {
    let image = i64x2.splat(0);
    let at = images + pair;
    for (let rest = board; rest != 0; rest >>= 8) {
      image = v128.or(image, v128.load(at + <usize>(rest & 255) * stride));
      at += stride << 8;
    }
    best = v128.bitselect(image, best, i64x2.lt_s(image, best));
  }
  const one = i64x2.extract_lane(best, 0);
  const two = i64x2.extract_lane(best, 1);
  return one < two ? one : two;
}

@inline
export function hash(board: u64): u64 {
  const mixed = (board ^ (board >> 29)) * 0x9e3779b97f4a7c15;
  return (mixed ^ (mixed >> 32)) * 0xbf58476d1ce4e5b9;
}
