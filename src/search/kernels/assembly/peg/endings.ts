/** The endings: positions near the goal, with the fewest moves from each, found backwards level by level. */
import { boardMask, canonical, firstJumps, hash, jumpCount, jumps, never, topShift } from './board';

/** The top byte of an entry also keeps which of the two lists have met the position. */
export const movesMask: u64 = 63;
const byPegs: u64 = 1 << (topShift + 6);
const byMoves: u64 = 1 << (topShift + 7);

/** Table of both lists' endings, 2^`endingBits` u64. */
export let endings: usize = 0;
export let endingBits: i32 = 0;
let endingCount: i32 = 0;
/** The most pegs of any ending. */
export let largest: i32 = 0;
/** All endings level by level (u64), by pegs and by moves, and how many each list has room for. */
export let pegList: usize = 0;
export let moveList: usize = 0;
export let endingCap: i32 = 0;
export let pegListed: i32 = 0;
let pegLevelEnd: i32 = 0;
let pegExpanded: i32 = 0;
export let moveListed: i32 = 0;
let moveLevelEnd: i32 = 0;
let moveExpanded: i32 = 0;
/** Endings of the last whole level by moves, and whether there is no room for the next one. */
export let lastMoveLevel: i32 = 1;
export let movesFull: bool = false;
/** Endings of up to so many pegs are known: what isn't in the table is lost. At first, the pegs of a goal. */
export let known: i32 = 0;
/** Endings of up to so many moves are known: what isn't in the table takes more. */
export let reach: i32 = 0;

/** More positions than lead to any one by a move: there are a few hundred at most. */
const mostPredecessors: i32 = 4096;

/** Whether the table is so full that a look-up would take long. */
function isCrowded(): bool {
  return <usize>(endingCount + mostPredecessors) > (((1 as usize) << endingBits) >> 2) * 3;
}

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
  return entry == 0 ? <i32>never : <i32>((entry >> topShift) & movesMask);
}

@inline
function addEnding(slot: usize, board: u64, moves: i32): void {
  store<u64>(slot, board | (<u64>moves << topShift));
  const pegs = <i32>popcnt(board);
  if (pegs > largest) largest = pegs;
  endingCount++;
}

@inline
function listByPegs(slot: usize, board: u64): void {
  store<u64>(slot, load<u64>(slot) | byPegs);
  store<u64>(pegList + (<usize>pegListed << 3), board);
  pegListed++;
}

@inline
function listByMoves(slot: usize, board: u64): void {
  store<u64>(slot, load<u64>(slot) | byMoves);
  store<u64>(moveList + (<usize>moveListed << 3), board);
  moveListed++;
}

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

/** Add the positions from which the peg on `to` has come by a chain of jumps. */
function listFrom(board: u64, to: i32): void {
  // Jumps back to a hole are the jumps on from it, seen in a mirror: `to` is where they all start.
  const end = load<i32>(firstJumps + ((to + 1) << 2));
  for (let j = load<i32>(firstJumps + (to << 2)); j < end; j++) {
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
      lastMoveLevel = moveListed - moveLevelEnd;
      moveLevelEnd = moveListed;
      reach++;
      return 1;
    }
    movesFull = moveListed + mostPredecessors > endingCap || isCrowded();
    if (movesFull) return 2;
    const board = load<u64>(moveList + (<usize>moveExpanded << 3));
    moveExpanded++;
    for (let rest = board; rest != 0; rest &= rest - 1) listFrom(board, <i32>ctz(rest));
  }
  return 0;
}
