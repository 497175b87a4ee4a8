/**
 * A lower bound by groups of holes between which a peg can travel. All jumps of a move are by pegs of one group, so the
 * move removes no more pegs of another group than lie below one chain. It changes at most one of the disjoint
 * Merson regions and corners, the one in which it starts. How many moves these two rules ask for is a table, by the
 * number of pegs in each group, of pegs in corners of each group, and of full regions.
 */
import { coreHoles, never, regions, stayerCount, stayers } from './board';

/** Groups come first among the counters; the rest are groups with corners that are empty at every goal. */
export let groupCount: i32 = 0;
export let counterCount: i32 = 0;
/** For each counter its holes (u64), what one peg adds to the index of the table, and the most pegs (i32 each). */
export let counters: usize = 0;
/** For each kind of chain: the counter of its corners or 255, and the most pegs of each group below it (u8). */
export let chainKinds: usize = 0;
export let chainCount: i32 = 0;
/** For each goal the pegs in each group (u8). */
export let goalPegs: usize = 0;
export let goalCount: i32 = 0;
/** The most full regions, counting those corners that may be filled at a goal. */
export let mostFull: i32 = 0;
/** By the index of a position, the fewest moves to the goal by these rules (u8). */
export let groupMoves: usize = 0;

/** While the table is filled, the pegs of each counter (i32). */
export let digits: usize = 0;

@inline
function digit(counter: i32): i32 {
  return load<i32>(digits + (<usize>counter << 2));
}

@inline
function strideOf(counter: i32): usize {
  return <usize>load<i32>(counters + (<usize>counter << 4), 8);
}

/** Whether a goal has at least as many pegs in each group. */
function isWithinGoal(): bool {
  for (let goal = 0; goal < goalCount; goal++) {
    let group = 0;
    while (group < groupCount && digit(group) <= <i32>load<u8>(goalPegs + <usize>(goal * groupCount + group))) group++;
    if (group == groupCount) return true;
  }
  return false;
}

/** The fewest moves from the least index that a move can lead to: fewer pegs never need more moves. */
function movesAfter(index: usize, full: i32): u8 {
  let least: u8 = <u8>never;
  for (let chain = 0; chain < chainCount; chain++) {
    const kind = chainKinds + <usize>(chain * (groupCount + 1));
    let after = index;
    for (let group = 0; group < groupCount; group++) {
      const removed = min(digit(group), <i32>load<u8>(kind + <usize>group, 1));
      if (removed > 0) after -= <usize>removed * strideOf(group);
    }
    const corners = <i32>load<u8>(kind);
    if (corners < counterCount && digit(corners) > 0) {
      const left = after - strideOf(corners);
      least = min(least, load<u8>(groupMoves + left));
    }
    if (full > 0) after--;
    if (after != index) least = min(least, load<u8>(groupMoves + after));
  }
  return least;
}

/** Fill `groupMoves`, from the least index on, as a move only leads to smaller ones. */
export function fillGroups(): void {
  for (let counter = 0; counter < counterCount; counter++) store<i32>(digits + (<usize>counter << 2), 0);
  for (let index: usize = 0; ; ) {
    let corners = 0;
    for (let counter = groupCount; counter < counterCount; counter++) corners += digit(counter);
    const isWithin = corners == 0 && isWithinGoal();
    for (let full = 0; full <= mostFull; full++, index++) {
      let moves: u8 = 0;
      if (full > 0 || !isWithin) {
        moves = movesAfter(index, full);
        if (moves < <u8>never) moves++;
      }
      store<u8>(groupMoves + index, moves);
    }
    let counter = counterCount - 1;
    while (counter >= 0 && digit(counter) == load<i32>(counters + (<usize>counter << 4), 12)) {
      store<i32>(digits + (<usize>counter << 2), 0);
      counter--;
    }
    if (counter < 0) return;
    store<i32>(digits + (<usize>counter << 2), digit(counter) + 1);
  }
}

/** A lower bound of the moves from a position other than a goal. */
export function bound(board: u64): i32 {
  const staying = <i32>popcnt(board & stayers) - stayerCount;
  const core = <usize>(board & (((1 as u64) << coreHoles) - 1));
  let index = <usize>(staying > 0 ? staying : 0) + <usize>load<u8>(regions + core);
  const end = counters + (<usize>counterCount << 4);
  for (let at = counters; at < end; at += 16) {
    index += <usize>popcnt(board & load<u64>(at)) * <usize>load<i32>(at, 8);
  }
  return <i32>load<u8>(groupMoves + index);
}
