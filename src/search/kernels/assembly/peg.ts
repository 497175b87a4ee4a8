/** Peg solitaire: a depth-first search above a table of endings. See `src/search/pegs/peg-kernel.ts` for what the arrays hold. */
import {
  bound,
  boardMask,
  canonical,
  firstJump,
  hash,
  jumps,
  never,
  topShift,
  worthLess,
} from './peg/board';
import { endingSlot, known, largest, movesMask, reach } from './peg/endings';

export { boundOf, canonical, setBoard, setBound, setPagodas } from './peg/board';
export {
  addGoal,
  deepenMoves,
  deepenPegs,
  endingsByMoves,
  endingsByPegs,
  knownPegs,
  movesFrom,
  setEndings,
} from './peg/endings';

const bucket: usize = 4;

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
