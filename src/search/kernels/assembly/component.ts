/**
 * Every position of a block puzzle that a start can reach, and its distance to the nearest goal, by two breadth-first
 * searches (Moore 1959). States are those of `BlockCursor`; see `blocks/component-table.ts`. An index numbers them in the
 * order in which the first search meets them.
 */

import { addDigit, clearPattern, clearRanks, hashOf, isNear, limit, limitTo, putPattern } from './component/patterns';

export { limit, next, patternCount, patternRanks, patterns, patternWeights } from './component/patterns';

/** Bits of the number of pieces of a kind. */
const pieceBits: usize = 6;
/** Bits of one of the four ways that a piece goes. */
const directionBits: usize = 2;
const noPlace: u32 = 0xff;
/** The distance of a state that the second search has not met. */
const unmet: u32 = 0xffff;
const leastSlots: u32 = 2048;
/** Fewer slots than this double when they are taken; others grow by a quarter, as memory may be short. */
const manySlots: u32 = 1 << 18;
const indexMask: u32 = 0x3ffffff;
const tagMask: u32 = ~indexMask;

/** `[n << pieceBits | k]`: the ways to choose k of n (u64). */
export let choices: usize = 0;
/** By kind of piece: the number of its first piece, and one for the end (u8). */
export let firsts: usize = 0;
/** By kind: what its digit counts (u64), the places of its shape (u8), and where those begin in `masks` (u32). */
export let weights: usize = 0;
export let placeCounts: usize = 0;
export let placeStarts: usize = 0;
/** By place: its first 64 cells as bits (u64), and the next place to the left, right, up and down (u8 each). */
export let masks: usize = 0;
export let nexts: usize = 0;
/** Whether there are more cells; by place: those as bits (two u64). Cells with walls are not counted. */
export let isWide: bool = false;
export let wideMasks: usize = 0;
/** The goal's positions, each as the number of its pieces, and their kinds and places (u8 each). */
export let targets: usize = 0;
export let endCount: u32 = 0;
export let kindCount: u32 = 0;
/** 0 steps, 1 slides, 2 moves. */
export let metric: i32 = 0;

/** The places of the present state's pieces (u8), ascending within a kind, and its digits times their weights (u64). */
export let places: usize = 0;
export let digits: usize = 0;
/** Places that one move reaches (u8), and by place when it was reached last (u32). */
export let reached: usize = 0;
export let seen: usize = 0;
let now: u32 = 0;
let taken: u64 = 0;
let taken1: u64 = 0;
let taken2: u64 = 0;
/** Moves to the states that are met now. */
let depth: u32 = 0;

/** States that wait to be met (u64), and their end. */
export let waiting: usize = 0;
let last: usize = 0;

/** By index: the state (u64), and its distance to a goal (u16). */
export let states: usize = 0;
export let distances: usize = 0;
/** The goals' indices, then those that the second search meets (u32). */
export let queue: usize = 0;
/** By hash: 26 bits of an index + 1, and 6 bits of the hash as its tag; 0 for a free slot (u32). */
export let slots: usize = 0;
export let slotCount: u32 = 0;
/** The most states that there is room for, and whether there were more. */
export let capacity: u32 = 0;
export let isFull: bool = false;
/** The states met; the next one to expand; the goals among those expanded; the end of the queue. */
export let size: u32 = 0;
export let head: u32 = 0;
export let goals: u32 = 0;
let tail: u32 = 0;
/** The distance of what the second search meets now, 0 in the first one. */
let distance: u32 = 0;

/** Where a state is in `slots`, or the free one for it. */
@inline
function slotOf(state: u64, hash: u64): usize {
  const tag = <u32>hash & tagMask;
  const end = slots + (<usize>slotCount << 2);
  // The upper half of the hash as a fraction of all slots (Lemire 2019).
  let slot = slots + (<usize>(((hash >> 32) * slotCount) >> 32) << 2);
  for (let entry = load<u32>(slot); entry != 0; entry = load<u32>(slot)) {
    // Without the tags, every other entry would cost a look at its state.
    if ((entry & tagMask) == tag && load<u64>(states + (<usize>((entry & indexMask) - 1) << 3)) == state) break;
    slot += 4;
    if (slot == end) slot = slots;
  }
  return slot;
}

/** The index of a state, or -1. A double holds every state. */
export function find(state: f64): i32 {
  return <i32>(load<u32>(slotOf(<u64>state, hashOf(<u64>state))) & indexMask) - 1;
}

function growSlots(): void {
  slotCount += slotCount < manySlots ? slotCount : slotCount >> 2;
  memory.fill(slots, 0, <usize>slotCount << 2);
  for (let index: u32 = 0; index < size; index++) {
    const state = load<u64>(states + (<usize>index << 3));
    const hash = hashOf(state);
    store<u32>(slotOf(state, hash), (<u32>hash & tagMask) | (index + 1));
  }
}

/** Meet all states that wait. Their slots are looked up one after another, so that the processor waits for many at once. */
function meetAll(): void {
  for (let at = waiting; at < last; at += 8) meet(load<u64>(at));
  last = waiting;
}

@inline
function meet(state: u64): void {
  const hash = hashOf(state);
  let slot = slotOf(state, hash);
  const entry = load<u32>(slot);
  if (distance) {
    // The first search may have ended before it met all.
    if (!entry) return;
    const index = (entry & indexMask) - 1;
    const at = distances + (<usize>index << 1);
    if (load<u16>(at) != unmet) return;
    store<u16>(at, distance);
    store<u32>(queue + (<usize>tail << 2), index);
    tail++;
    return;
  }
  if (entry) return;
  if (size == capacity) {
    isFull = true;
    return;
  }
  // At most four fifths are taken.
  if (<u64>size * 5 >= <u64>slotCount << 2) {
    growSlots();
    slot = slotOf(state, hash);
  }
  store<u64>(states + (<usize>size << 3), state);
  size++;
  store<u32>(slot, (<u32>hash & tagMask) | size);
}

@inline
function take(place: usize): void {
  taken |= load<u64>(masks + (place << 3));
  if (isWide) {
    taken1 |= load<u64>(wideMasks + (place << 4));
    taken2 |= load<u64>(wideMasks + (place << 4), 8);
  }
}

/** Make all states, whose distances are known, a database. */
export function keep(database: usize): void {
  clearPattern(database);
  for (let index: usize = 0; index < <usize>size; index++) {
    const distance: u32 = load<u16>(distances + (index << 1));
    if (distance != unmet) putPattern(database, load<u64>(states + (index << 3)), distance);
  }
}

/** Make a state the present one. */
function open(state: u64): void {
  taken = 0;
  taken1 = 0;
  taken2 = 0;
  clearRanks();
  let rest = state;
  for (let kind = <i32>kindCount - 1; kind >= 0; kind--) {
    const weight = load<u64>(weights + (<usize>kind << 3));
    let digit = rest / weight;
    rest -= digit * weight;
    store<u64>(digits + (<usize>kind << 3), digit * weight);
    addDigit(kindCount, kind, digit);
    const first: usize = load<u8>(firsts + kind);
    let number = <usize>load<u8>(firsts + kind, 1) - first;
    const start: usize = load<u32>(placeStarts + (<usize>kind << 2));
    if (number == 1) {
      // The digit of a single piece is its place.
      store<u8>(places + first, <u8>digit);
      take(start + <usize>digit);
      continue;
    }
    let place: usize = load<u8>(placeCounts + kind);
    for (; number > 0; number--) {
      let choice: u64;
      do {
        place--;
        choice = load<u64>(choices + (((place << pieceBits) | number) << 3));
      } while (choice > digit);
      digit -= choice;
      store<u8>(places + first + number - 1, <u8>place);
      take(start + place);
    }
  }
}

function isSolved(): bool {
  let target = targets;
  for (let end: u32 = 0; end < endCount; end++) {
    const last = target + 1 + (<usize>load<u8>(target) << 1);
    for (target++; target < last && isAt(target); target += 2) {}
    if (target == last) return true;
    target = last;
  }
  return false;
}

/** Whether a piece of a target's kind is at its place. */
@inline
function isAt(target: usize): bool {
  const kind: usize = load<u8>(target);
  const place = load<u8>(target, 1);
  const end = places + <usize>load<u8>(firsts + kind, 1);
  let piece = places + <usize>load<u8>(firsts + kind);
  while (piece < end && load<u8>(piece) != place) piece++;
  return piece < end;
}

/** The digit of a kind, one of whose pieces is at another place. */
function digitWith(first: usize, end: usize, piece: usize, to: u32): u64 {
  let digit: u64 = 0;
  let number: usize = 1;
  let isPlaced = false;
  for (let other = first; other < end; other++) {
    if (other == piece) continue;
    const at: u32 = load<u8>(places + other);
    if (!isPlaced && to < at) {
      digit += load<u64>(choices + (((<usize>to << pieceBits) | number) << 3));
      number++;
      isPlaced = true;
    }
    digit += load<u64>(choices + (((<usize>at << pieceBits) | number) << 3));
    number++;
  }
  if (!isPlaced) digit += load<u64>(choices + (((<usize>to << pieceBits) | number) << 3));
  return digit;
}

/** The cells of other pieces while one moves. */
let others: u64 = 0;
let others1: u64 = 0;
let others2: u64 = 0;

@inline
function isFree(own: usize, wide: usize, place: u32, cells: u64): bool {
  if ((load<u64>(own + (<usize>place << 3)) & cells) != 0) return false;
  if (!isWide) return true;
  const at = wide + (<usize>place << 4);
  return ((load<u64>(at) & others1) | (load<u64>(at, 8) & others2)) == 0;
}

/** List the places that one move of a piece reaches in `reached`; their number. */
@inline
function reach(own: usize, wide: usize, next: usize, place: u32): usize {
  const into = reached;
  const cells = others;
  let count: usize = 0;
  if (metric != 2) {
    const isStep = metric == 0;
    for (let way: usize = 0; way < 4; way++) {
      let to: u32 = load<u8>(next + ((<usize>place << directionBits) | way));
      while (to != noPlace && isFree(own, wide, to, cells)) {
        store<u8>(into + count, <u8>to);
        count++;
        if (isStep) break;
        to = load<u8>(next + ((<usize>to << directionBits) | way));
      }
    }
    return count;
  }
  const stamp = ++now;
  const seenAt = seen;
  store<u32>(seenAt + (<usize>place << 2), stamp);
  for (let from: usize = place, known: usize = 0; ; from = load<u8>(into + known++)) {
    for (let way: usize = 0; way < 4; way++) {
      const to: u32 = load<u8>(next + ((from << directionBits) | way));
      if (to == noPlace || load<u32>(seenAt + (<usize>to << 2)) == stamp || !isFree(own, wide, to, cells)) continue;
      store<u32>(seenAt + (<usize>to << 2), stamp);
      store<u8>(into + count, <u8>to);
      count++;
    }
    if (known == count) break;
  }
  return count;
}

/** List all states that one move leads to from the present one in `waiting`. */
function listNeighbours(state: u64): void {
  // Locals, because the variables of a module are read from memory each time.
  const placeAt = places;
  const firstAt = firsts;
  const cells = taken;
  let end = waiting;
  for (let kind: usize = 0; kind < <usize>kindCount; kind++) {
    const start: usize = load<u32>(placeStarts + (kind << 2));
    const own = masks + (start << 3);
    const wide = wideMasks + (start << 4);
    const next = nexts + (start << directionBits);
    const first: usize = load<u8>(firstAt + kind);
    const afterLast: usize = load<u8>(firstAt + kind, 1);
    const weight = load<u64>(weights + (kind << 3));
    const before = load<u64>(digits + (kind << 3));
    const rest = state - before;
    const digitBefore = limit ? before / weight : <u64>0;
    for (let piece = first; piece < afterLast; piece++) {
      const place: u32 = load<u8>(placeAt + piece);
      // A piece may enter cells that it has left.
      others = cells & ~load<u64>(own + (<usize>place << 3));
      if (isWide) {
        others1 = taken1 & ~load<u64>(wide + (<usize>place << 4));
        others2 = taken2 & ~load<u64>(wide + (<usize>place << 4), 8);
      }
      const count = reach(own, wide, next, place);
      for (let at = reached; at < reached + count; at++) {
        const to: u32 = load<u8>(at);
        // The digit of a single piece is its place.
        const digit = afterLast - first == 1 ? <u64>to : digitWith(first, afterLast, piece, to);
        if (limit && !isNear(kindCount, kind, digitBefore, digit, depth)) continue;
        store<u64>(end, rest + digit * weight);
        end += 8;
      }
    }
  }
  last = end;
}

/** Forget all states, and begin the first search. */
export function begin(start: f64, most: u32): void {
  limitTo(most);
  slotCount = leastSlots;
  memory.fill(slots, 0, <usize>slotCount << 2);
  memory.fill(seen, 0, 4 << 8);
  now = 0;
  size = 0;
  head = 0;
  goals = 0;
  isFull = false;
  distance = 0;
  last = waiting;
  meet(<u64>start);
}

/** Expand some states of the first search, which are all equally far from the start. */
export function list(count: u32, moves: u32): void {
  depth = moves + 1;
  for (const end = min(head + count, size); head < end; head++) {
    const state = load<u64>(states + (<usize>head << 3));
    open(state);
    if (isSolved()) {
      store<u32>(queue + (<usize>goals << 2), head);
      goals++;
    }
    listNeighbours(state);
    meetAll();
  }
}

/** Begin the second search, from the goals. */
export function beginBack(): void {
  memory.fill(distances, 0xff, <usize>size << 1);
  for (tail = 0; tail < goals; tail++) store<u16>(distances + (<usize>load<u32>(queue + (<usize>tail << 2)) << 1), 0);
  head = 0;
}

/**
 * Expand some states of the second search.
 * @returns whether any are left
 */
export function back(count: u32): bool {
  for (const end = head + count; head < tail && head < end; head++) {
    const index: usize = load<u32>(queue + (<usize>head << 2));
    distance = load<u16>(distances + (index << 1)) + 1;
    const state = load<u64>(states + (index << 3));
    open(state);
    listNeighbours(state);
    meetAll();
  }
  return head < tail;
}
