/**
 * Iterative deepening on several threads. The search below the start is split into parts, the same on every thread. A
 * ticket is a part with a limit; threads take one ticket after another from a counter that they share (Rao & Kumar 1987
 * divide the stack instead). Nobody waits for a limit to be done: the next tickets have the next limit. The limit is
 * proved when all of its parts are.
 */

export const mostHelpers = 63;
/** The one that answers for the search, and its helpers. */
const threads = 1 + mostHelpers;

/**
 * Parts that are searched first for the last solution that may be shorter. Shortest solutions mostly begin as good ones do:
 * of four of Korf's positions of the 24 puzzle, three had one in the first 31 of 1,600 to 2,000 parts.
 */
export const mostTried = 48;

/**
 * Cells of shared memory, 32-bit integers. `held` and `returned` are one for each thread: the number of a ticket, plus 1.
 * `tried` is how many tickets are done out of turn; their numbers are at the end.
 */
const cells = {
  isOpen: 0,
  parts: 1,
  first: 2,
  next: 3,
  best: 4,
  call: 5,
  generated: 6,
  improvements: 7,
  tried: 8,
  step: 9,
  variant: 10,
  held: 11,
  returned: 11 + threads,
} as const;
/** More than a search can go through: each limit takes a multiple of the time of the one before. */
const mostRounds = 64;
const doneAt = cells.returned + threads;
const triedAt = doneAt + mostRounds;
const cellCount = triedAt + mostTried;

/** A helper's place, from 1, and the call that it follows: the next one calls it off. */
export interface HelperPost {
  readonly place: number;
  readonly call: number;
}

/** A part with a limit. */
export interface Ticket {
  readonly part: number;
  readonly limit: number;
}

/** Longer than any solution. */
const none = 2 ** 30;

export class SharedDeepening {
  static readonly bytes = cellCount * Int32Array.BYTES_PER_ELEMENT;
  private readonly shared: Int32Array;

  constructor(memory: SharedArrayBuffer, byteOffset: number) {
    this.shared = new Int32Array(memory, byteOffset, cellCount);
  }

  /** Whether other threads can take part. */
  get isOpen(): boolean {
    return Atomics.load(this.shared, cells.isOpen) === 1;
  }

  /** Whether it was opened before: then it can go on. */
  get hasBegun(): boolean {
    return this.shared[cells.parts] !== 0;
  }

  /** Which bounds its threads go by. */
  get variant(): number {
    return this.shared[cells.variant]!;
  }

  /** Forget another search. */
  clear(): void {
    const { call } = this;
    this.shared.fill(0);
    this.shared[cells.call] = call;
  }

  /**
   * Start or go on, by the thread that answers for the search.
   * @param variant which bounds its threads go by
   * @param step by which limits go up: 2 where solutions have all an even or all an odd number of moves
   */
  open(parts: number, first: number, step: 1 | 2 = 2, variant = 0): void {
    const { shared } = this;
    if (!this.hasBegun) {
      shared[cells.first] = first;
      shared[cells.step] = step;
      shared[cells.variant] = variant;
      shared[cells.best] = none;
      shared[cells.parts] = parts;
    }
    Atomics.store(shared, cells.isOpen, 1);
  }

  close(): void {
    Atomics.store(this.shared, cells.isOpen, 0);
    Atomics.notify(this.shared, cells.next);
  }

  /**
   * @param place of the thread, 0 for the one that answers for the search
   * @returns undefined when no shorter solution can be in those that are left
   */
  take(place: number): Ticket | undefined {
    const { shared } = this;
    for (let at = cells.returned; at < cells.returned + threads; at++) {
      const held = Atomics.load(shared, at);
      if (held === 0 || Atomics.compareExchange(shared, at, held, 0) !== held) continue;
      Atomics.store(shared, cells.held + place, held);
      return this.ticket(held - 1);
    }
    for (;;) {
      const number = Atomics.load(shared, cells.next);
      const ticket = this.ticket(number);
      if (ticket.limit >= this.best) return undefined;
      if (Atomics.compareExchange(shared, cells.next, number, number + 1) !== number) continue;
      Atomics.store(shared, cells.held + place, number + 1);
      return ticket;
    }
  }

  private ticket(number: number): Ticket {
    const parts = this.shared[cells.parts]!;
    return { part: number % parts, limit: this.shared[cells.first]! + this.step * Math.floor(number / parts) };
  }

  private numberOf(ticket: Ticket): number {
    return this.shared[cells.parts]! * this.roundOf(ticket) + ticket.part;
  }

  private roundOf({ limit }: Ticket): number {
    return (limit - this.shared[cells.first]!) / this.step;
  }

  private get step(): number {
    return this.shared[cells.step]!;
  }

  /** The part has no solution within the limit, or nobody needs to know any more. */
  done(place: number, ticket: Ticket): void {
    // First, so that the ticket of a thread that is lost in between isn't counted twice, which would prove too much.
    Atomics.store(this.shared, cells.held + place, 0);
    Atomics.add(this.shared, doneAt + this.roundOf(ticket), 1);
    Atomics.notify(this.shared, cells.next);
  }

  /** Give the ticket of a thread back for others, if it has one: it has to stop, or is lost. */
  giveBack(place: number): void {
    const { shared } = this;
    const held = Atomics.exchange(shared, cells.held + place, 0);
    for (let at = cells.returned; held !== 0 && at < cells.returned + threads; at++) {
      if (Atomics.compareExchange(shared, at, 0, held) === 0) break;
    }
    Atomics.notify(shared, cells.next);
  }

  /** Wait until another thread is done with a ticket or has given one back, or for so many milliseconds. */
  wait(milliseconds: number): void {
    Atomics.wait(this.shared, cells.next, Atomics.load(this.shared, cells.next), milliseconds);
  }

  /** No solution is shorter: the least limit of which not all parts are done, or the best solution. */
  get lowerBound(): number {
    const { shared } = this;
    const parts = shared[cells.parts]!;
    let round = 0;
    while (round < mostRounds - 1 && Atomics.load(shared, doneAt + round) === parts) round++;
    return Math.min(this.best, shared[cells.first]! + this.step * round);
  }

  /** The moves of the best solution. */
  get best(): number {
    return Atomics.load(this.shared, cells.best);
  }

  found(moves: number): void {
    const { shared } = this;
    for (let best = this.best; moves < best; best = this.best) {
      if (Atomics.compareExchange(shared, cells.best, best, moves) === best) break;
    }
    Atomics.notify(shared, cells.next);
  }

  /** The present call for helpers. */
  get call(): number {
    return Atomics.load(this.shared, cells.call);
  }

  /** Send the helpers away. */
  callOff(): void {
    Atomics.add(this.shared, cells.call, 1);
  }

  /** How many ways to improve the solution have been tried, out of those of the search. */
  get improvements(): number {
    return this.shared[cells.improvements]!;
  }

  improved(): void {
    this.shared[cells.improvements]!++;
  }

  /** Whether a thread has taken this ticket, or a later one. */
  isTaken(ticket: Ticket): boolean {
    return this.numberOf(ticket) < Atomics.load(this.shared, cells.next);
  }

  /** Whether a ticket was done out of turn: nobody needs to search for it. */
  isTried(ticket: Ticket): boolean {
    const tried = Atomics.load(this.shared, cells.tried);
    return this.shared.subarray(triedAt, triedAt + tried).includes(this.numberOf(ticket));
  }

  /** Note a ticket as done out of turn, by the thread that answers for the search; the first `mostTried` of them. */
  tried(ticket: Ticket): void {
    const tried = this.shared[cells.tried]!;
    if (tried === mostTried) return;
    this.shared[triedAt + tried] = this.numberOf(ticket);
    Atomics.store(this.shared, cells.tried, tried + 1);
  }

  /** Nodes of helpers and of earlier turns, in thousands. */
  count(thousands: number): number {
    return Atomics.add(this.shared, cells.generated, thousands) + thousands;
  }
}
