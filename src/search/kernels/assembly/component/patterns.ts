/**
 * Databases of patterns, which tell how many moves some kinds of pieces need without the others; see
 * `blocks/block-patterns.ts`.
 */

/** Of a state or a rank. */
@inline
export function hashOf(state: u64): u64 {
  return (state ^ (state >> 32)) * 0x9e3779b97f4a7c15;
}

/**
 * Databases of patterns: how many; by database and kind, what the kind's digit counts in it (u64, 0 for one that it leaves out);
 * its entries by hash: a rank << 8 | the moves to a goal (u64), 0 for a free slot.
 */
export let patternCount: usize = 0;
export let patternWeights: usize = 0;
export let patterns: usize = 0;
/** Ranks of the present state (u64). */
export let patternRanks: usize = 0;
/** A state through which a solution has more moves than this is not stored; 0 for no limit. The fewest that one would have. */
export let limit: u32 = 0;
export let next: u32 = 0;

/** Bits of the number of slots of a database, and of a distance. */
const patternBits: usize = 22;
const distanceBits: u64 = 8;
/** Longer distances are stored as this. */
const longest: u32 = 0xff;

@inline
function patternSlot(database: usize, rank: u64): usize {
  const first = patterns + (database << (patternBits + 3));
  let slot = <usize>(hashOf(rank) >> (64 - patternBits));
  for (let entry = load<u64>(first + (slot << 3)); entry != 0; entry = load<u64>(first + (slot << 3))) {
    if (entry >> distanceBits == rank) break;
    slot = (slot + 1) & ((1 << patternBits) - 1);
  }
  return first + (slot << 3);
}

export function clearPattern(database: usize): void {
  memory.fill(patterns + (database << (patternBits + 3)), 0, 8 << patternBits);
}

export function putPattern(database: usize, rank: u64, distance: u32): void {
  // One more, as 0 is a free slot.
  store<u64>(patternSlot(database, rank), (rank << distanceBits) | min<u32>(distance + 1, longest));
}

/** The present state changes: forget its ranks, then add the digits of its kinds. */
@inline
export function clearRanks(): void {
  for (let database: usize = 0; database < patternCount; database++) store<u64>(patternRanks + (database << 3), 0);
}

@inline
export function addDigit(kindCount: usize, kind: usize, digit: u64): void {
  for (let database: usize = 0; database < patternCount; database++) {
    const at = patternRanks + (database << 3);
    store<u64>(at, load<u64>(at) + digit * load<u64>(patternWeights + ((database * kindCount + kind) << 3)));
  }
}

export function limitTo(most: u32): void {
  limit = most;
  next = u32.MAX_VALUE;
}

/** Whether a state that differs from the present one by the digit of a kind, `depth` moves from the start, is within the limit. */
@inline
export function isNear(kindCount: usize, kind: usize, before: u64, after: u64, depth: u32): bool {
  for (let database: usize = 0; database < patternCount; database++) {
    const weight = load<u64>(patternWeights + ((database * kindCount + kind) << 3));
    const rank = load<u64>(patternRanks + (database << 3)) + (after - before) * weight;
    const moves = <u32>load<u8>(patternSlot(database, rank));
    // From where there is no way to a goal without the other pieces, there is none with them.
    if (moves == 0) return false;
    if (depth + moves - 1 > limit) {
      next = min(next, depth + moves - 1);
      return false;
    }
  }
  return true;
}
