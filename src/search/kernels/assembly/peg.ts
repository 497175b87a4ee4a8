/**
 * Peg solitaire on bitboards of at most 56 holes: a table of the endings near the goal, and a depth-first search for
 * whatever lies above it. See `src/search/pegs/peg-kernel.ts` for what the arrays hold; all pointers come from there.
 *
 * A position is a 64-bit integer, bit by hole; the top byte is free, and tables keep a number of moves there.
 */

const topShift: u64 = 56;
const boardMask: u64 = (1 << topShift) - 1;
/** The table of endings also keeps in that byte by which of its two lists it has met a position. */
const movesMask: u64 = 63;
const byPegs: u64 = 1 << (topShift + 6);
const byMoves: u64 = 1 << (topShift + 7);
/** Moves left of a position from which no number of moves leads to the goal. */
const never: u64 = 63;
const bucket: usize = 4;

// The board.
let holes: i32 = 0;
let jumpCount: i32 = 0;
/** For each jump 24 bytes: the two holes that are filled before, all three, and where it lands. Sorted by the hole that it leaves. */
let jumps: usize = 0;
/** For each hole the first jump from it; one more for the end. */
let firstJump: usize = 0;
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

// The endings.
let endings: usize = 0;
let endingShift: u64 = 0;
let endingMask: usize = 0;
let endingCap: i32 = 0;
let endingCount: i32 = 0;
/** The most pegs of any ending. */
let largest: i32 = 0;
/** All endings level by level, those met by pegs and those met by moves: where, how many, levels' ends. */
let pegList: usize = 0;
let pegListed: i32 = 0;
let pegLevelEnd: i32 = 0;
let pegExpanded: i32 = 0;
let moveList: usize = 0;
let moveListed: i32 = 0;
let moveLevelEnd: i32 = 0;
let moveExpanded: i32 = 0;
/** Endings of up to so many pegs are known: what isn't in the table is lost. */
let known: i32 = 0;
/** Endings of up to so many moves are known: what isn't in the table takes more. */
let reach: i32 = 0;

// The search.
let failures: usize = 0;
let failureShift: u64 = 0;
let stack: usize = 0;
let path: usize = 0;
let bases: usize = 0;
let depth: i32 = 0;
let top: usize = 0;
let chains: bool = true;
let limit: i32 = 0;
let next: i32 = 0;
let left: i32 = 0;
let found: bool = false;
let foundBoard: u64 = 0;
let generated: i32 = 0;

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
// @ts-ignore: decorator
@inline
function bound(board: u64): i32 {
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
// @ts-ignore: decorator
@inline
function worthLess(board: u64): bool {
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

// @ts-ignore: decorator
@inline
function hash(board: u64): u64 {
  const mixed = (board ^ (board >> 29)) * 0x9e3779b97f4a7c15;
  return (mixed ^ (mixed >> 32)) * 0xbf58476d1ce4e5b9;
}

// ---- Endings

/**
 * @param tableAt address of the table of both lists' endings, 2^`bits` u64, all 0
 * @param bits binary logarithm of its entries
 * @param pegListAt address of room for `cap` u64, the endings by pegs
 * @param moveListAt the same for the endings by moves
 * @param cap how many endings each list has room for
 * @param goalPegs how many pegs each goal has
 */
export function setEndings(
  tableAt: usize,
  bits: i32,
  pegListAt: usize,
  moveListAt: usize,
  cap: i32,
  goalPegs: i32,
): void {
  endings = tableAt;
  endingShift = 64 - bits;
  endingMask = ((1 as usize) << bits) - 1;
  pegList = pegListAt;
  moveList = moveListAt;
  endingCap = cap;
  known = goalPegs;
  largest = goalPegs;
}

/** More positions than lead to any one by a move: there are a few hundred at most. */
const mostPredecessors: i32 = 4096;

/** Whether the table is so full that looking into it would take long. */
function isCrowded(): bool {
  return <usize>(endingCount + mostPredecessors) > ((endingMask + 1) >> 2) * 3;
}

/** Where a canonical position is in the table, or the free place for it. */
// @ts-ignore: decorator
@inline
function endingSlot(board: u64): usize {
  let slot = <usize>(hash(board) >> endingShift);
  let entry = load<u64>(endings + (slot << 3));
  while (entry != 0 && (entry & boardMask) != board) {
    slot = (slot + 1) & endingMask;
    entry = load<u64>(endings + (slot << 3));
  }
  return endings + (slot << 3);
}

/** The fewest moves from a position (mask of pegs) to the goal, `never` when it isn't an ending that is known. */
export function movesFrom(board: u64): i32 {
  const entry = load<u64>(endingSlot(canonical(board)));
  return entry == 0 ? <i32>never : <i32>((entry >> topShift) & movesMask);
}

// @ts-ignore: decorator
@inline
function addEnding(slot: usize, board: u64, moves: i32): void {
  store<u64>(slot, board | (<u64>moves << topShift));
  const pegs = <i32>popcnt(board);
  if (pegs > largest) largest = pegs;
  endingCount++;
}

// @ts-ignore: decorator
@inline
function listByPegs(slot: usize, board: u64): void {
  store<u64>(slot, load<u64>(slot) | byPegs);
  store<u64>(pegList + (<usize>pegListed << 3), board);
  pegListed++;
}

// @ts-ignore: decorator
@inline
function listByMoves(slot: usize, board: u64): void {
  store<u64>(slot, load<u64>(slot) | byMoves);
  store<u64>(moveList + (<usize>moveListed << 3), board);
  moveListed++;
}

/** @param goal mask of its pegs */
export function addGoal(goal: u64): void {
  const board = canonical(goal);
  const slot = endingSlot(board);
  if (load<u64>(slot) != 0) return;
  addEnding(slot, board, 0);
  listByPegs(slot, board);
  listByMoves(slot, board);
  pegLevelEnd = pegListed;
  moveLevelEnd = moveListed;
}

let shortest: i32 = 0;

/** Looks at the endings that the peg on `from` reaches by a chain of jumps. */
function lookFrom(board: u64, from: i32): void {
  const end = load<i32>(firstJump + ((from + 1) << 2));
  for (let j = load<i32>(firstJump + (from << 2)); j < end; j++) {
    const jump = jumps + <usize>j * 24;
    const all = load<u64>(jump, 8);
    if ((board & all) != load<u64>(jump)) continue;
    const after = board ^ all;
    const moves = movesFrom(after);
    if (moves < shortest) shortest = moves;
    lookFrom(after, load<i32>(jump, 16));
  }
}

/**
 * Goes on with the endings of one peg more than those known.
 * @param count from how many of the latter
 * @returns 0: more to do; 1: the level is complete; 2: there is no room left
 */
export function deepenPegs(count: i32): i32 {
  for (; count > 0; count--) {
    if (pegExpanded == pegLevelEnd) {
      pegLevelEnd = pegListed;
      known++;
      return 1;
    }
    if (pegListed + jumpCount > endingCap || isCrowded()) return 2;
    const board = load<u64>(pegList + (<usize>pegExpanded << 3));
    pegExpanded++;
    for (let j = 0; j < jumpCount; j++) {
      const jump = jumps + <usize>j * 24;
      const all = load<u64>(jump, 8);
      if ((board & all) != (all ^ load<u64>(jump))) continue;
      const before = canonical(board ^ all);
      const slot = endingSlot(before);
      const entry = load<u64>(slot);
      if ((entry & byPegs) != 0) continue;
      if (entry == 0) {
        shortest = <i32>never;
        for (let rest = before; rest != 0; rest &= rest - 1) lookFrom(before, <i32>ctz(rest));
        addEnding(slot, before, shortest + 1);
      }
      listByPegs(slot, before);
    }
  }
  return 0;
}

/** Adds the positions from which the peg on `to` has come by a chain of jumps. */
function listFrom(board: u64, to: i32): void {
  // Jumps back to a hole are the jumps on from it, seen in a mirror: `to` is where they all start.
  const end = load<i32>(firstJump + ((to + 1) << 2));
  for (let j = load<i32>(firstJump + (to << 2)); j < end; j++) {
    const jump = jumps + <usize>j * 24;
    const all = load<u64>(jump, 8);
    if ((board & all) != (<u64>1 << to)) continue;
    const before = board ^ all;
    const least = canonical(before);
    const slot = endingSlot(least);
    const entry = load<u64>(slot);
    if (entry == 0) addEnding(slot, least, reach + 1);
    if ((load<u64>(slot) & byMoves) == 0) listByMoves(slot, least);
    listFrom(before, load<i32>(jump, 16));
  }
}

/** The same for the endings of one move more than those known. */
export function deepenMoves(count: i32): i32 {
  for (; count > 0; count--) {
    if (moveExpanded == moveLevelEnd) {
      moveLevelEnd = moveListed;
      reach++;
      return 1;
    }
    if (moveListed + mostPredecessors > endingCap || isCrowded()) return 2;
    const board = load<u64>(moveList + (<usize>moveExpanded << 3));
    moveExpanded++;
    for (let rest = board; rest != 0; rest &= rest - 1) listFrom(board, <i32>ctz(rest));
  }
  return 0;
}

export function endingsByPegs(): i32 {
  return pegListed;
}

export function endingsByMoves(): i32 {
  return moveListed;
}

export function knownPegs(): i32 {
  return known;
}

// ---- Search

/**
 * @param failuresAt address of 2^`bits` u64 for the positions that have failed, all 0
 * @param bits binary logarithm of their number
 * @param stackAt address of room for a u64 for each position that waits
 * @param pathAt address of room for a u64 for each position on the path, 65 at most
 * @param basesAt address of room for an i32 for each of them: where its successors begin, as an index of the stack
 */
export function setSearch(failuresAt: usize, bits: i32, stackAt: usize, pathAt: usize, basesAt: usize): void {
  failures = failuresAt;
  failureShift = 64 - bits;
  stack = stackAt;
  path = pathAt;
  bases = basesAt;
}

/** With how many moves left a position is known to fail, 0 when that isn't known. */
// @ts-ignore: decorator
@inline
function failed(board: u64): i32 {
  const at = failures + (<usize>(hash(board) >> failureShift) & ~(bucket - 1)) * 8;
  for (let i: usize = 0; i < bucket; i++) {
    const entry = load<u64>(at + i * 8);
    if ((entry & boardMask) == board) return <i32>(entry >> topShift);
  }
  return 0;
}

/** Keeps a failure in place of what is least worth in its bucket. */
// @ts-ignore: decorator
@inline
function fail(board: u64, moves: u64): void {
  const at = failures + (<usize>(hash(board) >> failureShift) & ~(bucket - 1)) * 8;
  let worst: usize = at;
  let least: u64 = 255;
  for (let i: usize = 0; i < bucket; i++) {
    const entry = load<u64>(at + i * 8);
    if ((entry & boardMask) == board || entry == 0) {
      worst = at + i * 8;
      break;
    }
    if (entry >> topShift < least) {
      least = entry >> topShift;
      worst = at + i * 8;
    }
  }
  store<u64>(worst, board | (moves << topShift));
}

/** Take in a position that one move (or jump) leads to, with `left` moves to go from there. */
// @ts-ignore: decorator
@inline
function meet(board: u64): void {
  generated++;
  const pegs = <i32>popcnt(board);
  let moves = bound(board);
  if (moves > left && pegs > known) {
    if (limit - left + moves < next) next = limit - left + moves;
    return;
  }
  if (worthLess(board)) return;
  const least = canonical(board);
  // With more moves to go an ending would be recognised, but rarely, and the table is slow to look into.
  if (pegs <= known || (pegs <= largest && (left <= reach || !chains))) {
    const ending = load<u64>(endingSlot(least));
    if (ending != 0) {
      const exact = <i32>((ending >> topShift) & movesMask);
      if (exact <= left) {
        found = true;
        foundBoard = board;
      } else if (limit - left + exact < next) next = limit - left + exact;
      return;
    }
    if (pegs <= known) return;
  }
  if (moves <= reach) moves = reach + 1;
  if (moves > left) {
    if (limit - left + moves < next) next = limit - left + moves;
    return;
  }
  // Sorted, so that the least bound is on top.
  const entry = least | (<u64>moves << topShift);
  const floor = stack + (<usize>load<i32>(bases + (depth << 2)) << 3);
  let at = stack + (top << 3);
  for (; at > floor; at -= 8) {
    const other = load<u64>(at - 8);
    if (other == entry) {
      // There already: take the gap out again.
      for (; at < stack + (top << 3); at += 8) store<u64>(at, load<u64>(at + 8));
      return;
    }
    if (other > entry) break;
    store<u64>(at, other);
  }
  store<u64>(at, entry);
  top++;
}

function meetFrom(board: u64, from: i32): void {
  const end = load<i32>(firstJump + ((from + 1) << 2));
  for (let j = load<i32>(firstJump + (from << 2)); j < end && !found; j++) {
    const jump = jumps + <usize>j * 24;
    const all = load<u64>(jump, 8);
    if ((board & all) != load<u64>(jump)) continue;
    const after = board ^ all;
    meet(after);
    if (chains) meetFrom(after, load<i32>(jump, 16));
  }
}

/**
 * Start a search from a position of more pegs than are known.
 * @param board mask of its pegs
 * @param moves the most moves, or 0 for a search for any solution by single jumps
 */
export function begin(board: u64, moves: i32): void {
  chains = moves > 0;
  limit = chains ? moves : <i32>never;
  next = <i32>never;
  depth = -1;
  top = 1;
  store<u64>(stack, canonical(board));
  found = false;
}

/**
 * Goes on with the search.
 * @param nodes how many positions to generate before it returns
 * @returns 0: more to do; 1: found; 2: there is no solution of so many moves
 */
export function run(nodes: i32): i32 {
  generated = 0;
  while (generated < nodes) {
    if (depth >= 0 && <usize>load<i32>(bases + (depth << 2)) == top) {
      fail(load<u64>(path + (depth << 3)), chains ? <u64>(limit - depth) : never);
      depth--;
      if (depth < 0) return 2;
      continue;
    }
    if (depth < 0 && top == 0) return 2;
    top--;
    const board = load<u64>(stack + (top << 3)) & boardMask;
    const lost = failed(board);
    const here = chains ? limit - depth - 1 : <i32>never;
    if (lost >= here) {
      // It may do with one move more than it failed with, and the next limit must not pass that over.
      if (lost != <i32>never && limit - here + lost + 1 < next) next = limit - here + lost + 1;
      continue;
    }
    depth++;
    store<u64>(path + (depth << 3), board);
    store<i32>(bases + (depth << 2), <i32>top);
    left = chains ? limit - depth - 1 : <i32>never - 1;
    for (let rest = board; rest != 0; rest &= rest - 1) meetFrom(board, <i32>ctz(rest));
    if (found) {
      store<u64>(path + ((depth + 1) << 3), foundBoard);
      return 1;
    }
  }
  return 0;
}

/** Positions from the start to the last of `path`. */
export function pathLength(): i32 {
  return depth + 2;
}

/** The least limit in moves that could show more than the one searched, 63 when it cut nothing off. */
export function nextLimit(): i32 {
  return next;
}

export function generatedCount(): i32 {
  return generated;
}
