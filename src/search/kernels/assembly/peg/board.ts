/**
 * A peg board on bitboards: jumps, symmetries, and what bounds the moves left. See `src/search/pegs/peg-kernel.ts` for what the
 * arrays hold; all addresses come from there.
 *
 * A position is a 64-bit integer, bit by hole, of at most 56 holes.
 */

/** Bits 56 to 63 of a table's entry hold a number of moves. */
export const topShift: u64 = 56;
export const boardMask: u64 = (1 << topShift) - 1;
/** Moves left of a position from which no number of moves leads to the goal. */
export const never: u64 = 63;

// The board.
let holes: i32 = 0;
export let jumpCount: i32 = 0;
/** For each jump 24 bytes: the two holes that are filled before, all three, and where it lands. Sorted by the hole that it leaves. */
export let jumps: usize = 0;
/** For each hole the first jump from it; one more for the end. */
export let firstJump: usize = 0;
let symmetries: i32 = 0;
/** For each chunk of eight holes, and each value of it, the image under each symmetry. */
let images: usize = 0;

// The lower bound.
let coreMask: u64 = 0;
let leavers: u64 = 0;
let stayers: u64 = 0;
let staying: i32 = 0;
/** For each set of core holes, how many disjoint Merson regions of it are full. */
let regions: usize = 0;

/** Blocks of sixteen pagoda functions; for each chunk of eight holes and each value of it, what the pegs are worth. */
let pagodas: usize = 0;
let pagodaBlocks: usize = 0;
/** For each block what the goal is worth, negated. */
let prices: usize = 0;

/**
 * @param holeCount how many holes, 56 at most
 * @param jumpsAt address of 24 bytes for each jump, see `jumps`, in the order of the hole that it leaves
 * @param jumpsCount how many jumps
 * @param firstJumpAt address of an i32 for each hole, the number of the first jump from it, and of one for the end
 * @param imagesAt address of u64: for each chunk of eight holes, each value of it and each symmetry, the image
 * @param symmetryCount how many symmetries, 1 or an even number
 */
export function setBoard(
  holeCount: i32,
  jumpsAt: usize,
  jumpsCount: i32,
  firstJumpAt: usize,
  imagesAt: usize,
  symmetryCount: i32,
): void {
  holes = holeCount;
  jumps = jumpsAt;
  jumpCount = jumpsCount;
  firstJump = firstJumpAt;
  images = imagesAt;
  symmetries = symmetryCount;
}

/**
 * @param coreHoles how many holes, from bit 0 on, are in a region
 * @param regionsAt address of room for a byte for each set of core holes
 * @param list address of a u32 for each region, the mask of its holes, in the order of the lowest
 * @param first address of an i32 for each core hole, the number of the first region with it as the lowest hole, and of
 *   one for the end
 * @param leaversMask mask of the corners that are empty at every goal
 * @param stayersMask mask of the other corners
 * @param stayingCount how many of the latter a goal fills at most
 */
export function setBound(
  coreHoles: i32,
  regionsAt: usize,
  list: usize,
  first: usize,
  leaversMask: u64,
  stayersMask: u64,
  stayingCount: i32,
): void {
  coreMask = ((1 as u64) << coreHoles) - 1;
  regions = regionsAt;
  leavers = leaversMask;
  stayers = stayersMask;
  staying = stayingCount;
  store<u8>(regions, 0);
  const sets = (1 as u32) << coreHoles;
  for (let set: u32 = 1; set < sets; set++) {
    const lowest = ctz(set);
    let most = load<u8>(regions + (set & (set - 1)));
    const end = load<u32>(first + ((lowest + 1) << 2));
    for (let r = load<u32>(first + (lowest << 2)); r < end; r++) {
      const region = load<u32>(list + (r << 2));
      if ((region & ~set) != 0) continue;
      const count: u8 = load<u8>(regions + (set ^ region)) + 1;
      if (count > most) most = count;
    }
    store<u8>(regions + set, most);
  }
}

/** A lower bound of the moves from a position other than a goal. */
@inline
export function bound(board: u64): i32 {
  const stay = <i32>popcnt(board & stayers) - staying;
  return <i32>popcnt(board & leavers) + (stay > 0 ? stay : 0) + <i32>load<u8>(regions + <usize>(board & coreMask));
}

export function boundOf(board: u64): i32 {
  return bound(board);
}

/**
 * @param worthsAt address of i8: for each chunk of eight holes and each value of it, the worth by each function
 * @param pricesAt address of an i8 for each function, the worth of the goal, negated
 * @param blocks how many blocks of sixteen functions
 */
export function setPagodas(worthsAt: usize, pricesAt: usize, blocks: i32): void {
  pagodas = worthsAt;
  prices = pricesAt;
  pagodaBlocks = <usize>blocks;
}

/** Whether a position is worth less than the goal by any of the functions. */
@inline
export function worthLess(board: u64): bool {
  const stride = pagodaBlocks << 4;
  for (let block: usize = 0; block < stride; block += 16) {
    let sum = v128.load(prices + block);
    let at = pagodas + block;
    for (let rest = board; rest != 0; rest >>= 8) {
      sum = i8x16.add(sum, v128.load(at + <usize>(rest & 255) * stride));
      at += stride << 8;
    }
    if (i8x16.bitmask(sum) != 0) return true;
  }
  return false;
}

/** The least of all images of a position, which stands for all of them. */
export function canonical(board: u64): u64 {
  if (symmetries == 1) return board;
  const stride = <usize>symmetries << 3;
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
