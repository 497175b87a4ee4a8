/** Both halves of a state through the finaliser of MurmurHash3, as ranks of neighbours differ in few digits. */
export const hashOf = (state: number): number => {
  let hash = (state | 0) ^ Math.imul(Math.floor(state / 2 ** 32), 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
};

/**
 * All states that a breadth-first search has met, in order, so that a level is a range of them. States are numbers below
 * 2^53, found by a hash table of indices with open addressing: 24 to 32 bytes a state.
 */
export class StateStore {
  size = 0;
  /** By index: the state, the index of the state it was reached from (-1: a root), and the move between. */
  states = new Float64Array(1024);
  parents = new Int32Array(1024);
  moves = new Int32Array(1024);
  /** index + 1, 0 for free; the length is a power of two and at least twice the size. */
  private table = new Int32Array(2048);

  get bytes(): number {
    return this.states.byteLength + this.parents.byteLength + this.moves.byteLength + this.table.byteLength;
  }

  /** How many states fit in before it has to grow. */
  get room(): number {
    return this.states.length - this.size;
  }

  /** The index of a state, or -1. */
  find(state: number): number {
    return this.table[this.slotOf(state)]! - 1;
  }

  /** Add a state unless it is there; whether it is new. */
  add(state: number, parent: number, move: number): boolean {
    let slot = this.slotOf(state);
    if (this.table[slot] !== 0) return false;
    if (this.size === this.states.length) {
      this.grow();
      slot = this.slotOf(state);
    }
    this.states[this.size] = state;
    this.parents[this.size] = parent;
    this.moves[this.size] = move;
    this.table[slot] = ++this.size;
    return true;
  }

  /** Moves from a root to the state of this index, in order. */
  movesTo(index: number): number[] {
    const path: number[] = [];
    for (let at = index; this.parents[at] !== -1; at = this.parents[at]!) path.push(this.moves[at]!);
    return path.reverse();
  }

  private slotOf(state: number): number {
    const { table, states } = this;
    const mask = table.length - 1;
    let slot = hashOf(state) & mask;
    for (let entry = table[slot]!; entry !== 0 && states[entry - 1] !== state; entry = table[slot]!) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private grow(): void {
    const room = this.states.length * 2;
    const grown = <T extends Float64Array | Int32Array>(from: T, into: T): T => {
      into.set(from);
      return into;
    };
    this.states = grown(this.states, new Float64Array(room));
    this.parents = grown(this.parents, new Int32Array(room));
    this.moves = grown(this.moves, new Int32Array(room));
    this.table = new Int32Array(room * 2);
    for (let index = 0; index < this.size; index++) this.table[this.slotOf(this.states[index]!)] = index + 1;
  }
}
