/**
 * All sets of pegs from which chains of jumps lead to a goal, breadth-first and backwards, in order of the moves they
 * need: a chain of jumps by one peg is one move. What is searched is a pair of a board and a hole whose peg just landed
 * there and may have come from farther by the same move: each pair only once, at its shortest distance, so that no
 * chain is followed twice.
 */

/** A board's word: the holes for which the pair was met, and the distance + 1 above them; 0 for a new board. */
const distanceShift: u32 = 24;
const oneMove: u32 = 1 << distanceShift;
const holesMask: u32 = oneMove - 1;

/** Where the caller put the search, see `search`. */
let firsts: usize = 0;
let jumps: usize = 0;
let boards: usize = 0;
let tail: usize = 0;

/** Take back all jumps that land in this hole, and those before them of the same peg. */
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

/**
 * @param firstsAt by hole, a byte with the number of the first jump that lands there, and the end of the last
 * @param jumpsAt for each jump two 32-bit numbers: the set of its three holes, and the hole where it starts
 * @param boardsAt a 32-bit number for each set of pegs, cleared
 * @param distances room for a byte for each set of pegs, which gets the moves to the nearest goal, or 255
 * @param queue room for a 32-bit number for each set of pegs; begins with the goals, all different
 * @param goals how many goals
 * @param holes how many holes the board has, 24 at most
 */
export function search(
  firstsAt: usize, jumpsAt: usize, boardsAt: usize, distances: usize, queue: usize, goals: i32, holes: i32,
): void {
  firsts = firstsAt;
  jumps = jumpsAt;
  boards = boardsAt;
  tail = queue + (<usize>goals << 2);
  for (let head = queue; head < tail; head += 4) store<u32>(boards + (<usize>load<u32>(head) << 2), oneMove);
  memory.fill(distances, 255, <usize>1 << holes);
  for (let head = queue; head < tail; head += 4) {
    const pegs = load<u32>(head);
    const at = boards + (<usize>pegs << 2);
    const word = load<u32>(at);
    store<u8>(distances + pegs, (word >> distanceShift) - 1);
    store<u32>(at, word | pegs);
    for (let left = pegs & ~word; left; left &= left - 1) takeBack(pegs, ctz(left), (word & ~holesMask) + oneMove);
  }
}
