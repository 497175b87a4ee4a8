/**
 * Breadth-first search (Moore 1959) over all positions of a small sliding puzzle. A position is one number: the slot of
 * its blank, times the number of orders of the tiles, plus the Lehmer code of their order. A move rotates a few entries
 * that follow one another, which changes just their digits of the code; a table says how. See `tables/step-table.ts`.
 */

/** Bytes of an edge as the caller writes it, five u32. */
const edgeBytes: usize = 20;

/**
 * Write to each position that can be reached the next position on a shortest path to `goal`, with the number of the
 * edge there in the upper ten bits; and the distance in moves. Others keep the distance 255.
 * @param goal number of a position
 * @param orders how many positions there are for each slot of the blank
 * @param slots how many slots the board has
 * @param firsts address of a u32 for each slot, the number of its first edge, and of one more for the end
 * @param edges address of five u32 for each edge: the slot it goes to; the value of the last digit that changes; how
 *   many values the changing digits have together, 0 when none changes; the address of their values after, u32 by the
 *   value before; the number of the edge back
 * @param queue address of room for a u32 for each position, which gets the numbers of those met, in order
 * @param steps address of room for a u32 for each position
 * @param distances address of room for a byte for each position
 * @returns how many positions were met
 */
export function search(
  goal: u32, orders: u32, slots: u32, firsts: usize, edges: usize, queue: usize, steps: usize, distances: usize,
): u32 {
  memory.fill(distances, 255, <usize>orders * slots);
  store<u8>(distances + goal, 0);
  // The goal has no step; this one has a number that no edge has.
  store<u32>(steps + (<usize>goal << 2), 0xffffffff);
  store<u32>(queue, goal);
  let tail = queue + 4;
  for (let head = queue; head < tail; head += 4) {
    const at = load<u32>(head);
    const blank = at / orders;
    const code = at - blank * orders;
    const distance = <u32>load<u8>(distances + at) + 1;
    const back = edges + <usize>(load<u32>(steps + (<usize>at << 2)) >>> 22) * edgeBytes;
    const end = edges + <usize>load<u32>(firsts + (<usize>blank << 2), 4) * edgeBytes;
    for (let edge = edges + <usize>load<u32>(firsts + (<usize>blank << 2)) * edgeBytes; edge < end; edge += edgeBytes) {
      if (edge == back) continue;
      let next = load<u32>(edge) * orders + code;
      const values = load<u32>(edge, 8);
      if (values > 1) {
        const low = load<u32>(edge, 4);
        const value = (code / low) % values;
        next += (load<u32>(load<u32>(edge, 12) + (<usize>value << 2)) - value) * low;
      }
      if (load<u8>(distances + next) != 255) continue;
      store<u8>(distances + next, distance);
      store<u32>(steps + (<usize>next << 2), at | (load<u32>(edge, 16) << 22));
      store<u32>(tail, next);
      tail += 4;
    }
  }
  return <u32>((tail - queue) >> 2);
}
