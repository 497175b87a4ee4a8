/**
 * Breadth-first search (Moore 1959) over all positions of a small sliding puzzle. A position is one number: the slot of
 * its blank, times the number of orders of the tiles, plus the Lehmer code of their order. A move rotates a few entries
 * that follow one another, which changes just their digits of the code; a table says how. See `search/step-table.ts`.
 */

/** An edge as the caller writes it, five 32-bit numbers. */
const edgeBytes: usize = 20;

/**
 * Write to each position that can be reached the next position on a shortest way to `goal`, with the number of the edge
 * there in the upper ten bits; and the distance. Others keep the distance 255.
 * @param goal position
 * @param orders positions for each slot of the blank
 * @param slots of the board
 * @param firsts where the numbers of the first edges of each slot are, and of the end of the last
 * @param edges where the edges are: slot it goes to; value of the last digit that changes; how many values the changing
 *   digits have together; address of their changes, by value; number of the edge back
 * @param queue room for a 32-bit number for each position, as at `steps`, and for a byte each at `distances`
 */
export function search(
  goal: u32, orders: u32, slots: u32, firsts: usize, edges: usize, queue: usize, steps: usize, distances: usize,
): void {
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
}
