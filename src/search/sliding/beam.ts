/**
 * Beam search (Lowerre 1976) for sliding puzzles: a breadth-first search that keeps only the most promising positions of each level.
 * It finds a good solution soon, but proves nothing. How promising a position is, each kind of beam says.
 */
import type { Board } from '../../puzzles/board.ts';
import { consecutive } from '../../puzzles/lists.ts';
import type { Move } from '../../puzzles/puzzle.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import { seeded } from '../scramble.ts';

export interface BeamInput {
  readonly board: Board;
  /** The tiles by cell, 0 for the blank. */
  readonly start: readonly number[];
  /** By cell, the tile that has to come there; -1 where any may be. */
  readonly goal: readonly number[];
  /** The cells that may change; usually all. */
  readonly open?: readonly number[];
  /** Positions that are kept of a level. */
  readonly width: number;
  /** The moves of the longest way that is of use. */
  readonly most: number;
}

/** Positions of one level, one after another. @param own what a kind of beam knows of each */
const levelOf = <Own>(width: number, size: number, own: Own) => ({
  count: 0,
  own,
  /** The tiles by cell. */
  tiles: new Uint16Array(width * size),
  /** Two random words of each position, by what stands where (Zobrist 1970). */
  keys0: new Int32Array(width),
  keys1: new Int32Array(width),
});

/** What one move leads to, each once. */
const candidatesOf = (most: number) => ({
  count: 0,
  parents: new Int32Array(most),
  /** The tile that moves, and where the blank goes. */
  tiles: new Uint16Array(most),
  blanks: new Uint16Array(most),
  /** The lighter, the more promising. */
  weights: new Uint16Array(most),
  keys0: new Int32Array(most),
  keys1: new Int32Array(most),
  /** index + 1 by key, 0 for free; at most half of it is taken. */
  slots: new Int32Array(2 ** Math.ceil(Math.log2(most * 2))),
});
type Candidates = ReturnType<typeof candidatesOf>;

/** Keep the first of those with the same key. */
const dropRepeated = (candidates: Candidates): void => {
  const { count, slots, parents, tiles, blanks, keys0, keys1 } = candidates;
  const mask = slots.length - 1;
  slots.fill(0);
  let kept = 0;
  for (let index = 0; index < count; index++) {
    const [key0, key1] = [keys0[index]!, keys1[index]!];
    let slot = key0 & mask;
    let other = slots[slot]! - 1;
    while (other !== -1 && (keys0[other] !== key0 || keys1[other] !== key1)) {
      slot = (slot + 1) & mask;
      other = slots[slot]! - 1;
    }
    if (other !== -1) continue;
    slots[slot] = kept + 1;
    parents[kept] = parents[index]!;
    tiles[kept] = tiles[index]!;
    blanks[kept] = blanks[index]!;
    keys0[kept] = key0;
    keys1[kept] = key1;
    kept++;
  }
  candidates.count = kept;
};

/** How a key changes when a tile and the blank, whose words come first, change places. @param at the words of the tile */
const exchanged = (words: Int32Array, at: number, from: number, to: number): number =>
  words[at + from]! ^ words[at + to]! ^ words[from]! ^ words[to]!;

/** Where the positions of a level come from, and where their blanks are: all that is kept of earlier ones. */
interface Trace {
  readonly parents: Int32Array;
  readonly blanks: Uint16Array;
}

/** What one move leads to from a position, at most. */
export const mostCandidates = 4;

/** Bytes that a beam takes at most for each position of its width. @param own those of what its kind knows of each */
export const beamBytes = ({ board: { size }, most }: Pick<BeamInput, 'board' | 'most'>, own: number): number =>
  2 * (2 * size + 8 + own) + mostCandidates * 34 + 6 * most;

export abstract class BeamSearch<Own> {
  protected readonly input: BeamInput;
  protected readonly candidates: Candidates;
  /** The weight of a position that no way of use leads through. */
  protected readonly hopeless: number;
  protected level: ReturnType<typeof levelOf<Own>>;
  protected next: ReturnType<typeof levelOf<Own>>;
  private readonly near: readonly (readonly number[])[];
  private readonly words0: Int32Array;
  private readonly words1: Int32Array;
  private readonly counts: Int32Array;
  /** Where the blanks of the present level are. */
  protected blanks: Uint16Array;
  private readonly traces: Trace[] = [];

  /** @param heaviest the largest weight that there can be */
  constructor(input: BeamInput, heaviest: number, own: () => Own) {
    const { board, start, goal, width, open } = input;
    const { size, neighbours } = board;
    this.input = input;
    this.candidates = candidatesOf(width * mostCandidates);
    this.hopeless = heaviest + 1;
    this.counts = new Int32Array(this.hopeless + 1);
    this.level = levelOf(width, size, own());
    this.next = levelOf(width, size, own());
    this.near = open ? neighbours.map((near) => near.filter((cell) => open.includes(cell))) : neighbours;
    // Tiles that may be anywhere count as one.
    const wanted = new Set([0, ...goal]);
    const random = seeded('beam');
    const words = (): Int32Array =>
      Int32Array.from({ length: size * size }, (_, at) => (wanted.has(Math.floor(at / size)) ? random() * 2 ** 32 : 0));
    this.words0 = words();
    this.words1 = words();
    this.level.tiles.set(start);
    this.level.count = 1;
    this.blanks = Uint16Array.of(start.indexOf(0));
    this.traces.push({ parents: Int32Array.of(-1), blanks: this.blanks });
  }

  /** Weigh all candidates. @param left the moves of a way of use that may follow */
  protected abstract weigh(left: number): void;
  /** Tell the next level what is known of one of its positions, which was a candidate. */
  protected abstract take(kept: number, candidate: number): void;

  /** @returns a solution, why the search has to stop, or `lost` if there is none of so few moves */
  run(budget: Budget): Move[] | GaveUpReason | 'lost' {
    for (let left = this.input.most - 1; left >= 0; left--) {
      const reason = budget.spent();
      if (reason) return reason;
      this.expand();
      this.weigh(left);
      budget.generated += this.candidates.count;
      const found = this.keep();
      if (found !== -1) return this.movesTo(found);
      if (this.level.count === 0) return 'lost';
    }
    return 'lost';
  }

  /** List what one move leads to from the present level, without what leads back. */
  private expand(): void {
    const { level, blanks, candidates, near, words0, words1 } = this;
    const { size } = this.input.board;
    const [before, now] = this.traces.slice(-2);
    let made = 0;
    for (let index = 0; index < level.count; index++) {
      const blank = blanks[index]!;
      const previous = now ? before!.blanks[now.parents[index]!]! : -1;
      for (const cell of near[blank]!) {
        if (cell === previous) continue;
        const tile = level.tiles[index * size + cell]!;
        candidates.parents[made] = index;
        candidates.tiles[made] = tile;
        candidates.blanks[made] = cell;
        candidates.keys0[made] = level.keys0[index]! ^ exchanged(words0, tile * size, cell, blank);
        candidates.keys1[made] = level.keys1[index]! ^ exchanged(words1, tile * size, cell, blank);
        made++;
      }
    }
    candidates.count = made;
    dropRepeated(candidates);
  }

  /**
   * Put the lightest candidates in place of the present level, and none that is hopeless.
   * @returns the goal's index, or -1
   */
  private keep(): number {
    const { candidates, counts, hopeless, input, level, next } = this;
    const { size } = input.board;
    const { weights, parents, tiles, blanks } = candidates;
    counts.fill(0);
    for (let index = 0; index < candidates.count; index++) counts[weights[index]!]!++;
    next.count = Math.min(candidates.count - counts[hopeless]!, input.width);
    // Sorted, as the lightest of a level lead to the best of the next one that weigh the same.
    for (let weight = 0, first = 0; weight <= hopeless; weight++) {
      const same = counts[weight]!;
      counts[weight] = first;
      first += same;
    }
    const trace = { parents: new Int32Array(next.count), blanks: new Uint16Array(next.count) };
    this.traces.push(trace);
    for (let index = 0; index < candidates.count; index++) {
      const kept = counts[weights[index]!]!++;
      if (kept >= next.count) continue;
      const [parent, blank] = [parents[index]!, blanks[index]!];
      trace.parents[kept] = parent;
      trace.blanks[kept] = blank;
      next.tiles.set(level.tiles.subarray(parent * size, (parent + 1) * size), kept * size);
      next.tiles[kept * size + this.blanks[parent]!] = tiles[index]!;
      next.tiles[kept * size + blank] = 0;
      next.keys0[kept] = candidates.keys0[index]!;
      next.keys1[kept] = candidates.keys1[index]!;
      this.take(kept, index);
      if (this.isGoal(kept)) return kept;
    }
    this.blanks = trace.blanks;
    [this.level, this.next] = [next, level];
    return -1;
  }

  private isGoal(index: number): boolean {
    const { goal } = this.input;
    const at = index * goal.length;
    for (let cell = 0; cell < goal.length; cell++) {
      if (goal[cell]! > 0 && this.next.tiles[at + cell] !== goal[cell]) return false;
    }
    return true;
  }

  /** The moves on the way to a position of the last level. */
  private movesTo(index: number): Move[] {
    const blanks: number[] = [];
    let at = index;
    for (const trace of this.traces.toReversed()) {
      blanks.push(trace.blanks[at]!);
      at = trace.parents[at]!;
    }
    return consecutive(blanks.reverse()).map(([to, from]) => [from, to]);
  }
}
