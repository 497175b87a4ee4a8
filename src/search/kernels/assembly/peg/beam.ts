/**
 * Beam search (Bisiani 1987) for a good solution: of the positions with as many pegs, only the most promising ones are
 * expanded. All solutions make as many jumps, so positions with as many pegs compare fairly.
 */
import { boardMask, canonical, firstJumps, hash, jumps, reserve, topShift, worthLess } from './board';
import { endingSlot, known } from './endings';
import { bound } from './groups';

/** Positions by number of pegs, `width` of each: the board with the moves made (u64), and the index of its parent (i32). */
export let beam: usize = 0;
export let beamParents: usize = 0;
let room: i32 = 0;
/** How many positions of each number of pegs there are, and the score that they must be below (i32 each). */
export let beamCounts: usize = 0;
/** Table of 2^`metBits` u64, the boards that were met with the fewest moves made. */
export let met: usize = 0;
export let metBits: i32 = 0;
/** How many positions have each score (i32). */
export let scoreCounts: usize = 0;
/** The path to the best ending (u64), and positions on it. */
export let beamPath: usize = 0;
export let beamLength: i32 = 0;
export let beamGenerated: i32 = 0;

/** Positions generated from one position at most: a beam may leave the others out. */
const mostAtOnce: i32 = 1 << 20;
const scores: i32 = 4096;
/** How much more a position has to be able to lose to be worth a move. By moves alone, beams of large boards end in nothing. */
const movePrice: i32 = 150;
/** More than any position can lose. */
const mostReserve: i32 = 3500;
let width: i32 = 0;
let best: i32 = 0;
let bestBoard: u64 = 0;
let bestParent: i32 = -1;
let pegs: i32 = 0;
let next: i32 = 0;

@inline
function entryAt(index: i32): usize {
  return beam + (<usize>index << 3);
}

@inline
function parentAt(index: i32): usize {
  return beamParents + (<usize>index << 2);
}

@inline
function countAt(count: i32): usize {
  return beamCounts + (<usize>count << 3);
}

/** By the moves of a solution at least, and what it can lose. Chance decides between equals, so that not all kept are alike. */
@inline
function scoreOf(board: u64, total: i32): i32 {
  const lost = total * movePrice + mostReserve - reserve(board) + <i32>(hash(board) & 3);
  return max(0, min(scores - 1, lost >> 2));
}

@inline
function scoreAt(index: i32): i32 {
  const entry = load<u64>(entryAt(index));
  const board = entry & boardMask;
  return scoreOf(board, <i32>(entry >> topShift) + bound(board));
}

/** Keep the best `width` positions of a number of pegs. */
function select(count: i32): void {
  const first = count * room;
  const end = first + load<i32>(countAt(count));
  if (end - first <= width) return;
  memory.fill(scoreCounts, 0, <usize>scores << 2);
  for (let i = first; i < end; i++) {
    const at = scoreCounts + (<usize>scoreAt(i) << 2);
    store<i32>(at, load<i32>(at) + 1);
  }
  let free = width;
  let worst = 0;
  for (; ; worst++) {
    const more = load<i32>(scoreCounts + (<usize>worst << 2));
    if (more > free) break;
    free -= more;
  }
  // Of the worst score, the first ones.
  let kept = first;
  for (let i = first; i < end; i++) {
    const score = scoreAt(i);
    if (score > worst || (score == worst && --free < 0)) continue;
    store<u64>(entryAt(kept), load<u64>(entryAt(i)));
    store<i32>(parentAt(kept), load<i32>(parentAt(i)));
    kept++;
  }
  store<i32>(countAt(count), kept - first);
  store<i32>(countAt(count), worst, 4);
}

/** Note a position that a move leads to, and the moves made. */
@inline
function note(board: u64, made: i32, parent: i32): void {
  beamGenerated++;
  const count = <i32>popcnt(board);
  const total = made + bound(board);
  if (total >= best && count > known) return;
  if (worthLess(board)) return;
  const least = canonical(board);
  if (count <= known) {
    const ending = load<u64>(endingSlot(least));
    const moves = made + <i32>(ending >> topShift);
    if (ending == 0 || moves >= best) return;
    best = moves;
    bestBoard = least;
    bestParent = parent;
    return;
  }
  const score = scoreOf(least, total);
  if (score >= load<i32>(countAt(count), 4)) return;
  const slot = met + (<usize>(hash(least) >> (64 - <u64>metBits)) << 3);
  const entry = load<u64>(slot);
  const word = least | (<u64>made << topShift);
  if ((entry & boardMask) == least && entry <= word) return;
  store<u64>(slot, word);
  if (load<i32>(countAt(count)) == room) select(count);
  const index = count * room + load<i32>(countAt(count));
  store<i32>(countAt(count), load<i32>(countAt(count)) + 1);
  store<u64>(entryAt(index), word);
  store<i32>(parentAt(index), parent);
}

function noteFrom(board: u64, from: i32, made: i32, parent: i32): void {
  const end = load<i32>(firstJumps + ((from + 1) << 2));
  for (let j = load<i32>(firstJumps + (from << 2)); j < end && beamGenerated < mostAtOnce; j++) {
    const jump = jumps + <usize>j * 24;
    const all = load<u64>(jump, 8);
    if ((board & all) != load<u64>(jump)) continue;
    const after = board ^ all;
    note(after, made, parent);
    noteFrom(after, load<i32>(jump, 16), made, parent);
  }
}

/** Start a search for a solution of fewer than `limit` moves that keeps `most` positions of each number of pegs. */
export function beginBeam(board: u64, most: i32, limit: i32): void {
  width = most;
  room = most + (most >> 2);
  best = limit;
  bestParent = -1;
  next = 0;
  pegs = <i32>popcnt(board);
  memory.fill(met, 0, <usize>8 << <usize>metBits);
  for (let count = 0; count <= pegs; count++) {
    store<i32>(countAt(count), 0);
    store<i32>(countAt(count), scores, 4);
  }
  store<u64>(entryAt(pegs * room), canonical(board));
  store<i32>(parentAt(pegs * room), -1);
  store<i32>(countAt(pegs), 1);
}

/**
 * Continue the search, for about `nodes` generated positions.
 * @returns 0: more to do; 1: found, see `beamPath`; 2: there is none in the beam
 */
export function runBeam(nodes: i32): i32 {
  beamGenerated = 0;
  while (beamGenerated < nodes) {
    if (next == load<i32>(countAt(pegs))) {
      pegs--;
      next = 0;
      if (pegs > known) select(pegs);
      else return trace();
      continue;
    }
    const index = pegs * room + next++;
    const entry = load<u64>(entryAt(index));
    const board = entry & boardMask;
    const made = <i32>(entry >> topShift) + 1;
    for (let rest = board; rest != 0; rest &= rest - 1) noteFrom(board, <i32>ctz(rest), made, index);
  }
  return 0;
}

function trace(): i32 {
  if (bestParent < 0) return 2;
  beamLength = 1;
  for (let index = bestParent; index >= 0; index = load<i32>(parentAt(index))) beamLength++;
  let at = beamPath + (<usize>(beamLength - 1) << 3);
  store<u64>(at, bestBoard);
  for (let index = bestParent; index >= 0; index = load<i32>(parentAt(index))) {
    at -= 8;
    store<u64>(at, load<u64>(entryAt(index)) & boardMask);
  }
  return 1;
}
