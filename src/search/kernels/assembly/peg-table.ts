/**
 * Backward breadth-first search from the goals over sets of pegs, where a chain of jumps by one peg is one move. A node
 * is a board with a hole whose peg has just landed there and may have come from farther by the same move. Each node is
 * met once, at its shortest distance, so that no chain is followed twice.
 */

/** A board's word: the holes for which the pair was met, and the distance + 1 above them; 0 for a new board. */
const distanceShift: u32 = 24;
const oneMove: u32 = 1 << distanceShift;
const holesMask: u32 = oneMove - 1;

/** Number of the first jump that lands in each hole, and one for the end (u8). */
export let firsts: usize = 0;
/** For each jump, the set of its three holes and the hole where it starts (u32 each). */
export let jumps: usize = 0;
/** By set of pegs: its word (u32), and the moves to the nearest goal or 255 (u8). */
export let boards: usize = 0;
export let distances: usize = 0;
/** The sets met, in order (u32). It begins with the goals, all different. */
export let queue: usize = 0;
let tail: usize = 0;

/**
 * Take back all jumps that land in a hole, and those before them of the same peg.
 * @param pegs set of pegs after the jump, a bit for each hole
 * @param distance word of a board that is one move farther: its distance in moves + 1, above `distanceShift`
 */
function takeBack(pegs: u32, hole: u32, distance: u32): void {
  const landed: u32 = 1 << hole;
  const end = jumps + (<usize>load<u8>(firsts + hole, 1) << 3);
  for (let jump = jumps + (<usize>load<u8>(firsts + hole) << 3); jump < end; jump += 8) {
    const holes = load<u32>(jump);
    if ((pegs & holes) != landed) continue;
    const before = pegs ^ holes;
    const start = load<u32>(jump, 4);
    const at = boards + (<usize>before << 2);
    const word = load<u32>(at);
    if (word & (1 << start)) continue;
    if (word) {
      store<u32>(at, word | (1 << start));
    } else {
      store<u32>(at, distance | (1 << start));
      store<u32>(tail, before);
      tail += 4;
    }
    takeBack(before, start, distance);
  }
}

/** Fill `distances` and `queue`, of a board with at most 24 holes. */
export function search(goals: i32, holes: i32): void {
  memory.fill(boards, 0, <usize>4 << holes);
  memory.fill(distances, 255, <usize>1 << holes);
  tail = queue + (<usize>goals << 2);
  for (let head = queue; head < tail; head += 4) store<u32>(boards + (<usize>load<u32>(head) << 2), oneMove);
  for (let head = queue; head < tail; head += 4) {
    const pegs = load<u32>(head);
    const at = boards + (<usize>pegs << 2);
    const word = load<u32>(at);
    store<u8>(distances + pegs, (word >> distanceShift) - 1);
    store<u32>(at, word | pegs);
    for (let left = pegs & ~word; left; left &= left - 1) takeBack(pegs, ctz(left), (word & ~holesMask) + oneMove);
  }
}
