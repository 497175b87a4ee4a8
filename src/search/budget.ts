/**
 * What a search may spend, and what it has spent. Timers don't fire inside a busy loop, so every search polls `spent()`
 * every few thousand nodes. The poll also reports progress and sees a cancellation.
 *
 * A search that takes seconds is anytime: it calls `found` with each solution that is better than the last, and raises
 * `lowerBound` as it proves more. People see both, and can keep the solution. If the budget ends the search, `solve` returns it
 * with `optimal: false`. It is proved as soon as everything shorter is disproved: in the 15 puzzle, two moves less, since the
 * number of moves keeps its parity.
 */

import type { Move } from '../puzzles/puzzle.ts';
import { workTime } from './work-time.ts';

export const gaveUpReasons = ['deadline', 'nodes', 'memory', 'cancelled'] as const;
export type GaveUpReason = (typeof gaveUpReasons)[number];

/** Shared memory between a search and the thread that waits for it: one cell each, as 64-bit floats. */
const cells = {
  cancel: 0,
  generated: 1,
  lowerBound: 2,
  peakFrontier: 3,
  begun: 4,
  writes: 5,
  isOverdue: 6,
  isPaused: 7,
  counted: 8,
} as const;
const cellBytes = Object.keys(cells).length * Float64Array.BYTES_PER_ELEMENT;
/**
 * Behind them, the best solution so far, in units of 16 bits: its moves, the units that they take, then each move with the number of its
 * cells and the cells. A board of a hundred cells has solutions of over a thousand moves.
 */
const solutionUnits = 8192;

export interface Progress {
  readonly generated: number;
  readonly lowerBound: number;
  readonly peakFrontier: number;
  /** The best solution so far. That it is shortest isn't proved. */
  readonly best?: readonly Move[] | undefined;
  /** Shortest solutions so far, of a search for all of them. */
  readonly counted?: number | undefined;
  /** Of a long proof, in milliseconds: how long it may go on, and how long it probably takes, if that can be told. */
  readonly remaining?: { readonly most: number; readonly estimate?: number | undefined } | undefined;
}

/**
 * The cancel flag and the progress of a search on another thread. A cell of the progress has one writer, so plain stores are
 * enough.
 */
export class SearchControl {
  readonly memory: SharedArrayBuffer;
  private readonly shared: Float64Array;
  private readonly solution: Uint16Array;
  /** How often a solution was begun or finished: odd while one is written. */
  private readonly writes: Int32Array;

  constructor(memory = new SharedArrayBuffer(cellBytes + solutionUnits * Uint16Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.shared = new Float64Array(memory, 0, cellBytes / Float64Array.BYTES_PER_ELEMENT);
    this.solution = new Uint16Array(memory, cellBytes, solutionUnits);
    this.writes = new Int32Array(memory, cells.writes * Float64Array.BYTES_PER_ELEMENT, 1);
  }

  cancel(): void {
    // Atomics work on integers only; the cell's first half being anything but 0 is the sign.
    Atomics.store(new Int32Array(this.memory), cells.cancel, 1);
  }

  get isCancelled(): boolean {
    return Atomics.load(new Int32Array(this.memory), cells.cancel) !== 0;
  }

  /** The thread has started the work. */
  begin(): void {
    this.shared[cells.begun] = 1;
  }

  get hasBegun(): boolean {
    return this.shared[cells.begun] !== 0;
  }

  /** Ask a search to end soon, so that it can go on later. */
  pause(): void {
    this.shared[cells.isPaused] = 1;
  }

  get isPaused(): boolean {
    return this.shared[cells.isPaused] !== 0;
  }

  /** A search has ended because its time was up, or to go on later. */
  runOut(): void {
    this.shared[cells.isOverdue] = 1;
  }

  get isOverdue(): boolean {
    return this.shared[cells.isOverdue] !== 0;
  }

  get progress(): Progress {
    const [, generated = 0, lowerBound = 0, peakFrontier = 0] = this.shared;
    return { generated, lowerBound, peakFrontier, best: this.best, counted: this.shared[cells.counted] || undefined };
  }

  /** The best solution; undefined if there is none, or while it is written. */
  get best(): readonly Move[] | undefined {
    const before = Atomics.load(this.writes, 0);
    // The next look sees what is being written now.
    if (before === 0 || before % 2 === 1) return undefined;
    const units = [...this.solution.subarray(2, 2 + this.solution[1]!)];
    if (Atomics.load(this.writes, 0) !== before) return undefined;
    const moves: Move[] = [];
    for (let at = 0; at < units.length; at += 1 + units[at]!) moves.push(units.slice(at + 1, at + 1 + units[at]!));
    return moves;
  }

  /** Show a solution to other threads, unless they know one as short, or it is so long that there is no room. */
  share(moves: readonly Move[]): void {
    const units = moves.flatMap((move) => [move.length, ...move]);
    if (units.length + 2 > solutionUnits) return;
    let before: number;
    do before = Atomics.load(this.writes, 0) & ~1;
    while (Atomics.compareExchange(this.writes, 0, before, before + 1) !== before);
    if (before === 0 || moves.length < this.solution[0]!) this.solution.set([moves.length, units.length, ...units]);
    Atomics.add(this.writes, 0, 1);
  }

  /** `generated` comes last: whoever sees it on another thread sees the rest too. */
  report({ generated, lowerBound, peakFrontier, counted = 0 }: Progress): void {
    this.shared[cells.lowerBound] = lowerBound;
    this.shared[cells.peakFrontier] = peakFrontier;
    this.shared[cells.counted] = counted;
    this.shared[cells.generated] = generated;
  }
}

export interface SearchLimits {
  /** Milliseconds of `workTime` from the start of the search. */
  readonly milliseconds?: number | undefined;
  /** States generated. */
  readonly nodes?: number | undefined;
  /** Bytes of stored states. */
  readonly bytes?: number | undefined;
  readonly control?: SearchControl | undefined;
}

export class Budget {
  /** States generated so far: stored ones of a breadth-first search, visited nodes of a depth-first one. */
  generated = 0;
  /** The most states that waited for expansion at once; the length of the path of a depth-first search. */
  peakFrontier = 0;
  /** No solution is shorter than this: proved so far. */
  lowerBound = 0;
  /** Bytes of stored states, kept by the stores themselves. */
  bytes = 0;
  /** Shortest solutions so far, of a search for all of them. */
  counted = 0;
  /** The best solution so far, of a search that knows one before it can prove that none is shorter. */
  best: readonly Move[] | undefined;
  /** Those that are as short as the best one. */
  shortest: (readonly Move[])[] = [];

  private readonly limits: SearchLimits;
  private readonly helped: Budget | undefined;
  private readonly started: number;

  constructor({ milliseconds, nodes, bytes, control }: SearchLimits = {}, helped?: Budget) {
    this.helped = helped;
    this.started = helped?.started ?? workTime();
    // Not the argument itself, which holds tables too: a solver may outlive them, and its last budget with it.
    this.limits = { milliseconds, nodes, bytes, control };
  }

  get milliseconds(): number {
    return workTime() - this.started;
  }

  /** The budget of a search that helps this one. It ends with it, but has counts of its own, which nobody sees. */
  helper(): Budget {
    return new Budget(this.limits, this);
  }

  /** Note a solution, so that people see it before it is proved, and have it if that never comes. */
  found(moves: readonly Move[]): void {
    const least = this.best?.length ?? Number.POSITIVE_INFINITY;
    if (moves.length > least) return;
    if (moves.length === least) {
      this.shortest.push(moves);
      return;
    }
    this.shortest = [moves];
    this.best = moves;
    this.limits.control?.share(moves);
  }

  /**
   * Why the search has to stop, if it has to. Takes about a microsecond: ask every few thousand nodes.
   * @param more bytes that are about to be taken
   */
  spent(more = 0): GaveUpReason | undefined {
    const { control, milliseconds = Number.POSITIVE_INFINITY, nodes, bytes } = this.limits;
    // Each poll looks at the clock, also without a limit.
    const isLate = this.milliseconds >= milliseconds;
    control?.report(this.helped ?? this);
    if (control?.isCancelled) return 'cancelled';
    if (control?.isPaused || isLate) {
      control?.runOut();
      return 'deadline';
    }
    if (nodes !== undefined && this.generated >= nodes) return 'nodes';
    return bytes !== undefined && this.bytes + more > bytes ? 'memory' : undefined;
  }
}

/** Nodes between two polls of the budget; a power of two, for a mask. */
export const pollInterval = 4096;
