/** The endings: positions of few pegs that lead to the goal, with the fewest moves from each, found backwards. */
import { boardMask, canonical, firstJumps, hash, jumpCount, jumps, never, topShift } from './board';

/** Table of 2^`endingBits` u64, with the moves in the top byte. */
export let endings: usize = 0;
export let endingBits: i32 = 0;
/** All endings level by level (u64), how many there is room for, and how many there are. */
export let endingList: usize = 0;
export let endingCap: i32 = 0;
export let endingCount: i32 = 0;
let levelEnd: i32 = 0;
let expanded: i32 = 0;
/** All endings of up to this number of pegs are known: what isn't in the table is lost. At first, the pegs of a goal. */
export let known: i32 = 0;

/** Address of a canonical position in the table, or of the free place for it. */
@inline
export function endingSlot(board: u64): usize {
  const mask = ((1 as usize) << endingBits) - 1;
  let slot = <usize>(hash(board) >> (64 - <u64>endingBits));
  let entry = load<u64>(endings + (slot << 3));
  while (entry != 0 && (entry & boardMask) != board) {
    slot = (slot + 1) & mask;
    entry = load<u64>(endings + (slot << 3));
  }
  return endings + (slot << 3);
}

/** The fewest moves from a position to the goal, `never` when it isn't a known ending. */
export function movesFrom(board: u64): i32 {
  const entry = load<u64>(endingSlot(canonical(board)));
  return entry == 0 ? <i32>never : <i32>(entry >> topShift);
}

@inline
function addEnding(slot: usize, board: u64, moves: i32): void {
  store<u64>(slot, board | (<u64>moves << topShift));
  store<u64>(endingList + (<usize>endingCount << 3), board);
  endingCount++;
}

export function addGoal(goal: u64): void {
  const board = canonical(goal);
  const slot = endingSlot(board);
  if (load<u64>(slot) != 0) return;
  addEnding(slot, board, 0);
  levelEnd = endingCount;
}

let shortest: i32 = 0;

/** Find the `shortest` of the endings that the peg on `from` reaches by a chain of jumps. */
function lookFrom(board: u64, from: i32): void {
  const end = load<i32>(firstJumps + ((from + 1) << 2));
  for (let j = load<i32>(firstJumps + (from << 2)); j < end; j++) {
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
 * Find endings of one peg more than those known, from `count` of the latter.
 * @returns 0: more to do; 1: the level is complete; 2: there is no room left
 */
export function deepen(count: i32): i32 {
  for (; count > 0; count--) {
    if (expanded == levelEnd) {
      levelEnd = endingCount;
      known++;
      return 1;
    }
    if (endingCount + jumpCount > endingCap) return 2;
    const board = load<u64>(endingList + (<usize>expanded << 3));
    expanded++;
    for (let j = 0; j < jumpCount; j++) {
      const jump = jumps + <usize>j * 24;
      const all = load<u64>(jump, 8);
      if ((board & all) != (all ^ load<u64>(jump))) continue;
      const before = canonical(board ^ all);
      const slot = endingSlot(before);
      if (load<u64>(slot) != 0) continue;
      shortest = <i32>never;
      for (let rest = before; rest != 0; rest &= rest - 1) lookFrom(before, <i32>ctz(rest));
      addEnding(slot, before, shortest + 1);
    }
  }
  return 0;
}
