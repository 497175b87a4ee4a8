/**
 * Breadth-first search (Moore 1959) over all positions of a small sliding puzzle. A position is one number: the slot of
 * its blank, times the number of orders of the tiles, plus the Lehmer code of their order. A move rotates a few entries
 * that follow one another, which changes just their digits of the code; a table says how. See `sliding/tables/step-table.ts`.
 */

/** Number of the first edge of each slot, and one for the end (u32). */
export let firsts: usize = 0;
/**
 * Four u32 for each edge: the slot it goes to; the value of the last digit that changes; how many values the changing
 * digits have together, 0 when none changes; where in `changes` their values after begin.
 */
export let edges: usize = 0;
const edgeBytes: usize = 16;
/** Values of the changing digits after a move, by their value before (u32). */
export let changes: usize = 0;
/** The positions met, in order (u32). */
export let queue: usize = 0;
/** By position: moves to the goal, or 255 (u8). */
export let distances: usize = 0;

/** Fill `queue` and `distances`. Each of the slots of the blank has as many `orders` of the tiles. */
export function search(goal: u32, orders: u32, slots: u32): void {
  // Locals, because the variables of a module are read from memory each time.
  const firstAt = firsts;
  const edgeAt = edges;
  const changeAt = changes;
  const distanceAt = distances;
  memory.fill(distanceAt, 255, <usize>orders * slots);
  store<u8>(distanceAt + goal, 0);
  store<u32>(queue, goal);
  let tail = queue + 4;
  for (let head = queue; head < tail; head += 4) {
    const at = load<u32>(head);
    const blank = at / orders;
    const code = at - blank * orders;
    const distance = <u32>load<u8>(distanceAt + at) + 1;
    const end = edgeAt + <usize>load<u32>(firstAt + (<usize>blank << 2), 4) * edgeBytes;
    for (let edge = edgeAt + <usize>load<u32>(firstAt + (<usize>blank << 2)) * edgeBytes; edge < end; edge += edgeBytes) {
      let next = load<u32>(edge) * orders + code;
      const values = load<u32>(edge, 8);
      if (values > 1) {
        const low = load<u32>(edge, 4);
        const value = (code / low) % values;
        next += (load<u32>(changeAt + ((load<u32>(edge, 12) + <usize>value) << 2)) - value) * low;
      }
      if (load<u8>(distanceAt + next) != 255) continue;
      store<u8>(distanceAt + next, distance);
      store<u32>(tail, next);
      tail += 4;
    }
  }
}
