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

/** Addresses, see `search`; `tail` is that of the end of the queue. */
let firsts: usize = 0;
let jumps: usize = 0;
let boards: usize = 0;
let tail: usize = 0;

/**
 * Take back all jumps that land in a hole, and those before them of the same peg.
 * @param pegs set of pegs after the jump, a bit for each hole
 * @param hole number of the hole
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

/**
 * Write to each set of pegs the moves from it to the nearest goal, or 255.
 * @param firstsAt address of a byte for each hole, the number of the first jump that lands there, and one for the end
 * @param jumpsAt address of two u32 for each jump: the set of its three holes, and the hole where it starts
 * @param boardsAt address of a u32 for each set of pegs, all 0
 * @param distances address of room for a byte for each set of pegs
 * @param queue address of room for a u32 for each set of pegs, which begins with the goals, all different, and gets
 *   those met, in order
 * @param goals how many goals there are
 * @param holes how many holes the board has, 24 at most
 * @returns how many sets of pegs were met
 */
export function search(
  firstsAt: usize, jumpsAt: usize, boardsAt: usize, distances: usize, queue: usize, goals: i32, holes: i32,
): u32 {
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
  return <u32>((tail - queue) >> 2);
}
