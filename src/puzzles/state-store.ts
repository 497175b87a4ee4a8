/** The finaliser of MurmurHash3. */
export const mixed = (number: number): number => {
  const once = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
};

/** Of both halves of a state, as ranks of neighbours differ in few digits. */
const hashOf = (state: number): number => mixed((state | 0) ^ Math.imul(Math.floor(state / 2 ** 32), 0x9e3779b1));

const chunkBits = 12;
const chunkMask = (1 << chunkBits) - 1;
/** A state, the index of the one before it, and the move between: 16 bytes an entry. */
const chunkBytes = 16 << chunkBits;
/** The table doubles when more of it is taken. */
const mostTaken = 0.8;

/**
 * All states that a breadth-first search has met, in order, so that a level is a range of them. States are numbers below
 * 2^53, found by a hash table of indices with open addressing. At most 26 bytes a state, and the first chunk: what was
 * stored is never copied to grow, and only the table doubles.
 */
export class StateStore {
  size = 0;
  /** By index, in chunks: the state, the index of the state it was reached from (-1: a root), and the move between. */
  private readonly states: Float64Array[] = [];
  private readonly parents: Int32Array[] = [];
  private readonly moves: Int32Array[] = [];
  /** index + 1, 0 for free; the length is a power of two. */
  private table = new Int32Array(2048);

  get bytes(): number {
    return this.states.length * chunkBytes + this.table.byteLength;
  }

  /** The most bytes that some more states can take. */
  growth(states: number): number {
    const isTableFull = this.size + states > this.table.length * mostTaken;
    return (Math.ceil(states / (chunkMask + 1)) + 1) * chunkBytes + (isTableFull ? this.table.byteLength : 0);
  }

  /** The index of a state, or -1. */
  find(state: number): number {
    return this.table[this.slotOf(state)]! - 1;
  }

  /** The state of an index. */
  at(index: number): number {
    return this.states[index >> chunkBits]![index & chunkMask]!;
  }

  /** The index of the state from which that of an index was reached; -1 for a root. */
  parentOf(index: number): number {
    return this.parents[index >> chunkBits]![index & chunkMask]!;
  }

  /** Add a state unless it is there; whether it is new. */
  add(state: number, parent: number, move: number): boolean {
    let slot = this.slotOf(state);
    if (this.table[slot] !== 0) return false;
    const { size } = this;
    if (size >= this.table.length * mostTaken) {
      this.doubleTable();
      slot = this.slotOf(state);
    }
    const chunk = size >> chunkBits;
    const at = size & chunkMask;
    if (chunk === this.states.length) {
      this.states.push(new Float64Array(chunkMask + 1));
      this.parents.push(new Int32Array(chunkMask + 1));
      this.moves.push(new Int32Array(chunkMask + 1));
    }
    this.states[chunk]![at] = state;
    this.parents[chunk]![at] = parent;
    this.moves[chunk]![at] = move;
    this.size = size + 1;
    this.table[slot] = this.size;
    return true;
  }

  /** Moves from a root to the state of this index, in order. */
  movesTo(index: number): number[] {
    const path: number[] = [];
    for (let at = index; this.parentOf(at) !== -1; at = this.parentOf(at)) {
      path.push(this.moves[at >> chunkBits]![at & chunkMask]!);
    }
    return path.reverse();
  }

  private slotOf(state: number): number {
    const { table, states } = this;
    const mask = table.length - 1;
    let slot = hashOf(state) & mask;
    for (;;) {
      const index = table[slot]! - 1;
      if (index === -1 || states[index >> chunkBits]![index & chunkMask] === state) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private doubleTable(): void {
    const slots = this.table.length * 2;
    // The old one can go before the new one comes.
    this.table = new Int32Array(0);
    this.table = new Int32Array(slots);
    for (let index = 0; index < this.size; index++) this.table[this.slotOf(this.at(index))] = index + 1;
  }
}
