/**
 * Depth-first search of large sliding puzzles below additive pattern databases, for `sliding/additive-search.ts`.
 *
 * Each tile belongs to one view of the first sum and to one of the second. A view knows on which cells its tiles stand
 * (`mask`), the rank of this set, the order of the tiles on it, and the value that its table tells. A move changes one
 * view of each sum: the tile passes up to three others, which changes the rank by a number that is looked up by what it
 * passes, and takes the order to another one.
 */

// Set by the caller; names without a comment are addresses of the arrays in `sliding/database-memory.ts`.
/** `[state << 4]`: the moves that are worth making, a byte each (u32): its highest bit, from << 2 | direction; then the next
 * states by direction (u16). States are those of `sliding/move-automaton.ts`. */
export let states: usize = 0;
/** `[view << 7 | blank << 2 | direction]`: where its steps begin (u32), then how the table counts cells (u8 each): the cell
 * that the tile leaves, with the number of those between << 5; the first of these; the cell that it goes to; and a bit for
 * each of those between. */
export let slides: usize = 0;
/** By tile, its view in either sum, `none` for a tile that is in none (u8). */
export let firstView: usize = 0;
export let secondView: usize = 0;
/** By cell, how far the tile that is in no view is from its goal there (u8). */
export let distances: usize = 0;
export let width: u32 = 0;
export let size: u32 = 0;
/** How many views the first sum has. */
export let own: u32 = 0;
/** Of what is known, positions are looked up whose bound is as far from the limit as this, or farther. */
export let leastSlack: i32 = 0;
/** A power of two. */
export let pollInterval: u64 = 0;

// The caller's own.
/** The present position: views, cells (u8), then `first`, `second` and `looseCell`. */
export let place: usize = 0;
/** The start, like the present position. */
export let start: usize = 0;
/** The goal's tiles by cell (u8). */
export let target: usize = 0;
/** The moves from the start, from << 5 | to (u16). */
export let path: usize = 0;
/** Positions that are known to have no solution of a number of moves (Reinefeld & Marsland 1994). */
export let known: usize = 0;
export let knownMask: u32 = 0;

export let generated: u64 = 0;

@external("env", "poll")
declare function poll(): bool;

/** Bytes of a view; then a view's fields. The first 16 bytes change. */
const viewShift: usize = 6;
const mask: usize = 0;
const rank: usize = 4;
const order: usize = 8;
const value: usize = 12;
const table: usize = 16;
const rowBytes: usize = 20;
const orders: usize = 24;
const sets: usize = 28;
const apart: usize = 32;
const firstRegion: usize = 36;
const smaller: usize = 40;

/** Behind eight views. */
const cells: usize = 512;
const first: usize = 544;
const second: usize = 548;
const looseCell: usize = 552;
const placeBytes: usize = 576;

const none: u32 = 255;

let limit: i32 = 0;
export let isStopped: bool = false;
/** How many moves from the start `poll` stopped the search; they are in `path`. */
export let depth: i32 = 0;
/** What `look` found. */
let nextRank: u32 = 0;
let nextOrder: u32 = 0;
let nextMask: u32 = 0;

/** The value of a view after a move. It branches as little as it can: nobody foresees what a move does. */
@inline
function look(view: usize, slide: usize): i32 {
  const about = load<u64>(slide);
  const from: u32 = <u32>(about >> 32) & 31;
  const tiles = load<u32>(view, mask);
  const at: u32 = popcnt<u32>(tiles & ((1 << from) - 1));
  let set = load<u32>(view, rank);
  let now = load<u32>(view, order);
  const passed: u32 = (tiles >> (<u32>(about >> 40) & 31)) & <u32>(about >> 56);
  const step = load<u64>(<usize>(<u32>about) + (((at << (<u32>(about >> 37) & 7)) | passed) << 3));
  set += <u32>step;
  now = load<u16>(<usize>(<u32>(step >> 32)) + (now << 1));
  let column = set;
  if ((load<u32>(<usize>load<u32>(view, apart) + (set << 2)) >> from) & 1) {
    const ends: usize = <usize>load<u32>(view, firstRegion) + (set << 2);
    const last = load<u32>(ends, 4);
    const regions: usize = load<u32>(view, smaller);
    for (let region = load<u32>(ends); region < last; region++) {
      if ((load<u32>(regions + (region << 2)) >> from) & 1) {
        column = load<u32>(view, sets) + region;
        break;
      }
    }
  }
  nextRank = set;
  nextOrder = now;
  nextMask = tiles ^ (1 << from) ^ (1 << (<u32>(about >> 48) & 31));
  const row: usize = <usize>load<u32>(view, table) + now * load<u32>(view, rowBytes);
  const digit: i32 = load<u8>(row + (column >> 3)) >> <u8>(column & 7);
  const before = load<i32>(view, value);
  return before + 1 - (((digit ^ (before >> 1) ^ before) & 1) << 1);
}

@inline
function move(view: usize, set: u32, now: u32, tiles: u32, after: i32): void {
  store<u32>(view, tiles, mask);
  store<u32>(view, set, rank);
  store<u32>(view, now, order);
  store<i32>(view, after, value);
}

@inline
function viewAt(view: u32): usize {
  return place + (<usize>view << viewShift);
}

/** Up, left, right, down: where the tile is, as seen from the blank. */
function directionOf(from: u32, to: u32): u32 {
  return from + width == to ? 0 : from + 1 == to ? 1 : from == to + 1 ? 2 : 3;
}

function isAtTarget(): bool {
  for (let cell: u32 = 0; cell < size; cell++) {
    if (load<u8>(place + cell, cells) != load<u8>(target + cell)) return false;
  }
  return true;
}

@inline
function distanceChange(from: u32, to: u32): i32 {
  return <i32>load<u8>(distances + to) - <i32>load<u8>(distances + from);
}

/** Make a move of the way into the search. */
function slideTile(from: u32, to: u32): void {
  const tile = load<u8>(place + from, cells);
  const code = (to << 2) | directionOf(from, to);
  const one: u32 = load<u8>(firstView + tile);
  if (one == none) {
    const change = distanceChange(from, to);
    store<i32>(place, load<i32>(place, first) + change, first);
    store<i32>(place, load<i32>(place, second) + change, second);
    store<u32>(place, to, looseCell);
  } else {
    const other: u32 = load<u8>(secondView + tile);
    const after = look(viewAt(one), slides + (((one << 7) | code) << 3));
    store<i32>(place, load<i32>(place, first) + after - load<i32>(viewAt(one), value), first);
    move(viewAt(one), nextRank, nextOrder, nextMask, after);
    const beside = look(viewAt(other), slides + (((other << 7) | code) << 3));
    store<i32>(place, load<i32>(place, second) + beside - load<i32>(viewAt(other), value), second);
    move(viewAt(other), nextRank, nextOrder, nextMask, beside);
  }
  store<u8>(place + to, tile, cells);
  store<u8>(place + from, 0, cells);
}

/** Make the first `made` moves of `path`. @returns the state after them */
function enter(made: i32): u32 {
  memory.copy(place, start, placeBytes);
  let state: u32 = 0;
  while (load<u8>(place + state, cells) != 0) state++;
  for (let index = 0; index < made; index++) {
    const code: u32 = load<u16>(path + (<usize>index << 1));
    slideTile(code >> 5, code & 31);
    state = after(state, directionOf(code >> 5, code & 31));
  }
  return state;
}

/** The least limit that doesn't cut off what is below the first `made` moves of `path`. */
export function bound(made: i32): i32 {
  enter(made);
  return made + max(1, max(load<i32>(place, first), load<i32>(place, second)));
}

/**
 * Search for a solution of exactly `count` moves, the first `made` of which are in `path`.
 * @returns whether it was found; `isStopped` if that is not known
 */
export function run(made: i32, count: i32): bool {
  limit = count;
  isStopped = false;
  const state = enter(made);
  const left = count - made;
  const one = load<i32>(place, first);
  const other = load<i32>(place, second);
  if (max(one, other) > left) return false;
  if (left == 0) return isAtTarget();
  let blank: u32 = 0;
  while (load<u8>(place + blank, cells) != 0) blank++;
  return descend(blank, state, one, other, left);
}

/** The state after a move. */
@inline
function after(state: u32, direction: u32): u32 {
  return load<u16>(states + (<usize>state << 4) + (<usize>direction << 1), 4);
}

/** An entry has the first two views of the first sum and then: the moves, all other tiles, the third view. */
@inline
function codeOf(view: usize): u64 {
  return <u64>(load<u32>(view, rank) * load<u32>(view, orders) + load<u32>(view, order));
}

/** What else tells a position: the order of the fourth view and the blank's cell, or that of the tile in no view. */
@inline
function restOf(at: usize, blank: u32): u64 {
  if (own < 3) return <u64>load<u32>(at, looseCell) << 8;
  const third = codeOf(at + (2 << viewShift)) << 36;
  if (own < 4) return third | (<u64>load<u32>(at, looseCell) << 8);
  return third | (<u64>load<u32>(at + (3 << viewShift), order) << 16) | (<u64>blank << 8);
}

/**
 * Search below the present position. Of a tile's two views, that of the greater sum comes first, as the other one seldom
 * goes beyond the limit.
 * @param state of `sliding/move-automaton.ts`, by the last moves
 * @param one @param other lower bounds of the two sums
 * @returns whether a solution of exactly `left` moves was found; it is in `path` then
 */
function descend(blank: u32, state: u32, one: i32, other: i32, left: i32): bool {
  const at = place;
  const rest = left - 1;
  let slot: usize = 0;
  let key: u64 = 0;
  let otherKey: u64 = 0;
  if (left - max(one, other) >= leastSlack) {
    key = codeOf(at) | (codeOf(at + (1 << viewShift)) << 32);
    otherKey = restOf(at, blank);
    let hash: u64 = (key * 0x9e3779b97f4a7c15) ^ (otherKey * 0xc2b2ae3d27d4eb4f);
    hash = (hash ^ (hash >> 29)) * 0xbf58476d1ce4e5b9;
    slot = known + (<usize>(<u32>(hash ^ (hash >> 32)) & knownMask) << 4);
    const entry = load<u64>(slot, 8);
    if (load<u64>(slot) == key && (entry & ~255) == otherKey && <i32>(entry & 255) >= left) return false;
  }
  const isOwnFirst = one >= other;
  const greater = max(one, other);
  const lesser = min(one, other);
  const greaterView = isOwnFirst ? firstView : secondView;
  const lesserView = isOwnFirst ? secondView : firstView;
  const moves = load<u32>(states + (<usize>state << 4));
  const before = generated;
  const now = before + popcnt<u32>(moves & 0x80808080);
  // Before the node is counted, as it is left for the next run if this one has to stop.
  if (((now ^ before) & pollInterval) != 0 && poll()) {
    isStopped = true;
    depth = limit - left;
    return false;
  }
  generated = now;
  for (let next = moves; next != 0; next >>= 8) {
    const from = (next >> 2) & 31;
    const direction = next & 3;
    const code = (blank << 2) | direction;
    const tile = load<u8>(at + from, cells);
    const ours: u32 = load<u8>(firstView + tile);
    if (ours == none) {
      if (slideLoose(tile, from, blank, state, direction, one, other, left)) return true;
      if (isStopped) return false;
      continue;
    }
    const viewA: u32 = load<u8>(greaterView + tile);
    const viewB: u32 = load<u8>(lesserView + tile);
    const a = at + (<usize>viewA << viewShift);
    const afterA = look(a, slides + (((viewA << 7) | code) << 3));
    const sumA = greater + afterA - load<i32>(a, value);
    if (sumA > rest) continue;
    const rankA = nextRank;
    const orderA = nextOrder;
    const maskA = nextMask;
    const b = at + (<usize>viewB << viewShift);
    const afterB = look(b, slides + (((viewB << 7) | code) << 3));
    const sumB = lesser + afterB - load<i32>(b, value);
    if (sumB > rest) continue;

    const beforeA = v128.load(a);
    const beforeB = v128.load(b);
    move(a, rankA, orderA, maskA, afterA);
    move(b, nextRank, nextOrder, nextMask, afterB);
    store<u8>(at + blank, tile, cells);
    store<u8>(at + from, 0, cells);
    store<u16>(path + (<usize>(limit - left) << 1), <u16>((from << 5) | blank));
    const nextOne = isOwnFirst ? sumA : sumB;
    const found = rest == 0 ? isAtTarget() : descend(from, after(state, direction), nextOne, sumA + sumB - nextOne, rest);
    v128.store(a, beforeA);
    v128.store(b, beforeB);
    store<u8>(at + from, tile, cells);
    store<u8>(at + blank, 0, cells);
    if (found) return true;
    if (isStopped) return false;
  }
  // Also where moves were left out. Take the solution of this limit that comes first in the order of the search. None of its
  // moves is left out, as that would lead where a shorter or earlier way leads. None of its positions is known, as that was
  // learnt on a way that comes before (see `learnInOrder`), and from there the rest of it would be a solution that comes before.
  if (slot != 0) {
    store<u64>(slot, key);
    store<u64>(slot, otherKey | <u64>left, 8);
  }
  return false;
}

/** Slide the tile that is in no view, search below, and slide it back; see `descend`. */
function slideLoose(tile: u8, from: u32, blank: u32, state: u32, direction: u32, one: i32, other: i32, left: i32): bool {
  const rest = left - 1;
  const change = distanceChange(from, blank);
  if (max(one, other) + change > rest) return false;
  store<u16>(path + (<usize>(limit - left) << 1), <u16>((from << 5) | blank));
  store<u8>(place + blank, tile, cells);
  store<u8>(place + from, 0, cells);
  store<u32>(place, blank, looseCell);
  const found = rest == 0 ? isAtTarget() : descend(from, after(state, direction), one + change, other + change, rest);
  store<u32>(place, from, looseCell);
  store<u8>(place + from, tile, cells);
  store<u8>(place + blank, 0, cells);
  return found;
}
