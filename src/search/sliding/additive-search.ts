/**
 * Depth-first search of large sliding puzzles (IDA*, Korf 1985) below additive pattern databases (Korf & Felner 2002;
 * Felner, Korf & Hanan 2004), by the kernel `additive-search`.
 */
import { threadId } from 'node:worker_threads';
import type { Board } from '../../puzzles/board.ts';
import { endPosition, type Move, type Question } from '../../puzzles/puzzle.ts';
import { pollInterval } from '../budget.ts';
import { loadKernel } from '../kernels/kernel.ts';
import { type DepthFirstSearch, everything, isBefore, type Path, searchPart, type Visit } from '../parts.ts';
import { bitsOf } from './columns.ts';
import {
  atPair,
  cellsAt,
  globalsOf,
  leavePlace,
  mostEntries,
  ownSizes,
  remembers,
  type SearchPlace,
  sumsAt,
  tablesIn,
  takePlace,
  viewBytes,
  viewFields,
} from './database-memory.ts';
import type { Databases } from './databases.ts';
import { frameOf, type GoalFrame, reframed } from './goal-frame.ts';
import { isOwnMirrorImage } from './mirror.ts';
import { besides } from './move-automaton.ts';
import { type View, viewsOf } from './view.ts';

/** Nodes by which pairs of bounds can be compared, and after which none is tried further. */
const enough = 2 ** 12;
const mostCompared = 2 ** 20;

interface Kernel extends Record<keyof ReturnType<typeof atPair>, { value: number }> {
  readonly generated: { value: bigint };
  readonly pollInterval: { value: bigint };
  readonly isStopped: { readonly value: number };
  readonly depth: { readonly value: number };
  bound(made: number): number;
  run(made: number, count: number): number;
}

/** What a search works with between `open` and `close`. */
interface Opened {
  readonly memory: WebAssembly.Memory;
  readonly place: SearchPlace;
  readonly kernel: Kernel;
  readonly tables: readonly Uint8Array[];
  readonly path: Uint16Array;
  /** `[state * 8]`: a byte for each move, then the next states by direction. */
  readonly states: Uint16Array;
  /** Whose the learnt positions are: the goal and the pair of bounds; and the search, if they hold for no other. */
  readonly target: Uint8Array;
  readonly tag: Int32Array;
}

/** By which the limits go up: all solutions have an even or all an odd number of moves. */
const step = 2;

/** In the bytes of the goal, behind it: whose the learnt positions are. */
const tagAt = 32;

/** At the start of a search that is its own mirror image: half of the moves lead to mirror images of the others. */
const halfOfDirections = [0, 2];

/** Counts searches whose knowledge holds for nobody else. */
let count = 0;

/** For one thread. */
export class AdditiveSearch implements DepthFirstSearch {
  /** Of the start. */
  bound = 0;
  readonly step = step;
  private readonly databases: Databases;
  private readonly entries: number;
  private readonly isPlain: boolean;
  private readonly board: Board;
  /** By pair of bounds, its views, those of the first sum before the others. */
  private readonly viewsOfPairs: readonly (readonly View[])[];
  /** By cell of the blank, the tile's by direction. */
  private readonly besides: readonly (readonly (number | undefined)[])[];
  private pair = 0;
  /** At which limit it learnt, and where it ended there. */
  private learnt: { limit: number; end: Path } = { limit: 0, end: [] };
  /** By which it knows again what it learnt in parts. */
  private own: readonly [thread: number, search: number] = [0, 0];
  /** The tile that is in no view, or -1. */
  private readonly loose: number;
  private opened: Opened | undefined;

  private frame!: GoalFrame;
  /** Start and goal in terms of the frame. */
  private start: readonly number[] = [];
  private goal: readonly number[] = [];
  /** What the kernel knows of the start, by view. */
  private readonly placed = new Map<View, readonly number[]>();
  /** The start's two lower bounds. */
  private sums: readonly [number, number] = [0, 0];
  /** Whether mirror images are as far from the goal, and the start is its own. */
  private isMirrored = false;
  private poll: () => boolean = () => false;
  /** What the kernel had generated before this question. */
  private counted = 0n;

  /**
   * @param entries of its transposition table, a power of two; 0 for none
   * @param isPlain whether it leaves out moves straight back only, so that its nodes are easily counted again
   */
  constructor(databases: Databases, entries = mostEntries, isPlain = false) {
    const { board } = databases;
    this.databases = databases;
    this.entries = entries;
    this.isPlain = isPlain;
    this.board = board;
    this.besides = Array.from({ length: board.size }, (_, blank) => besides(board, blank));
    const views = databases.pairs.map((_, pair) => viewsOf(databases, pair));
    this.viewsOfPairs = views.map((sums) => sums.flat());
    const inViews = new Set(views[0]![0]!.flatMap(({ tiles }) => [...tiles]));
    this.loose = [...board.x.keys()].findIndex((tile) => tile > 0 && !inViews.has(tile));
  }

  /** Work in this memory, which has the tables. */
  open(memory: WebAssembly.Memory): void {
    this.close();
    const { databases, entries } = this;
    const place = takePlace(databases, memory);
    const all = globalsOf(databases, entries > 0, this.isPlain);
    const globals = { ...all, ...place.at, knownMask: entries - 1, pollInterval: BigInt(pollInterval) };
    const kernel = loadKernel<Kernel>('additive-search', memory, globals, { poll: () => this.poll() });
    const path = new Uint16Array(memory.buffer, place.at.path, 256);
    const states = new Uint16Array(memory.buffer, all.states);
    const target = new Uint8Array(memory.buffer, place.at.target, ownSizes.target);
    const tag = new Int32Array(memory.buffer, place.at.target + tagAt, 2);
    this.opened = { memory, place, kernel, tables: tablesIn(databases, memory), path, states, target, tag };
  }

  /** Let go of the memory until the next `open`, so that it can hold something else. */
  close(): void {
    if (this.opened) leavePlace(this.databases, this.opened.memory, this.opened.place);
    this.opened = undefined;
  }

  get isOpen(): boolean {
    return this.opened !== undefined;
  }

  private get work(): Opened {
    if (!this.opened) throw new Error('the databases are not open');
    return this.opened;
  }

  /** Take a question that has a solution. */
  begin({ start, goal }: Question, variant = 0): void {
    const end = endPosition(goal);
    this.frame = frameOf(this.board, end);
    const before = this.start;
    this.start = reframed(this.frame, start);
    this.goal = reframed(this.frame, end);
    this.goOn(this.start.every((tile, cell) => tile === before[cell]));
    this.isMirrored = !this.isPlain && this.frame.away === 0 && isOwnMirrorImage(this.board, this.start);
    this.placed.clear();
    this.generated = 0;
    this.variant = variant;
    this.bound = Math.max(...this.sums, this.board.distance[start.indexOf(0)]![end.indexOf(0)]! & 1);
  }

  get generated(): number {
    return Number(this.work.kernel.generated.value - this.counted);
  }

  set generated(nodes: number) {
    this.counted = this.work.kernel.generated.value - BigInt(nodes);
  }

  get interval(): number {
    return Number(this.work.kernel.pollInterval.value);
  }

  set interval(nodes: number) {
    this.work.kernel.pollInterval.value = BigInt(nodes);
  }

  get variant(): number {
    return this.pair;
  }

  set variant(pair: number) {
    const { kernel } = this.work;
    this.pair = pair;
    for (const [name, address] of Object.entries(atPair(this.databases, pair))) {
      kernel[name as keyof ReturnType<typeof atPair>].value = address;
    }
    this.aim();
    this.place();
  }

  choose(first: number, poll: () => boolean): readonly Move[] | number {
    const { length } = this.databases.pairs;
    // Parts of a solution are too short for a comparison.
    if (length === 1 || this.entries < mostEntries) return first;
    const pairs = this.pairsByBound();
    // The limit before is done, but tells as much by a tenth of the nodes.
    for (let limit = Math.max(this.bound, first - step); ; limit += step) {
      let least = mostCompared;
      let best = 0;
      for (const pair of pairs) {
        this.variant = pair;
        // All begin with nothing.
        this.forget();
        const before = this.generated;
        let hasToStop = false;
        const { solution } = searchPart(this, everything, limit, () => {
          hasToStop = poll();
          return hasToStop || this.generated - before >= least;
        });
        if (solution) return solution;
        if (hasToStop) return limit;
        if (this.generated - before >= least) continue;
        least = this.generated - before;
        best = pair;
      }
      this.variant = best;
      if (least === mostCompared) return limit;
      if (least >= enough) return limit + step;
    }
  }

  /** Of the start, the highest first: it probably takes the fewest nodes, and more are not tried with others. */
  private pairsByBound(): number[] {
    const sums = this.databases.pairs.map((_, pair) => {
      this.variant = pair;
      return this.sums[0] + this.sums[1];
    });
    return [...sums.keys()].sort((a, b) => sums[b]! - sums[a]!);
  }

  choices(path: Path): readonly number[] {
    const { states } = this.work;
    let state = this.start.indexOf(0);
    for (const direction of path) state = states[state * 8 + 2 + direction]!;
    const moves = states[state * 8]! | (states[state * 8 + 1]! << 16);
    const directions: number[] = [];
    for (let next = moves; next !== 0; next >>>= 8) directions.push(next & 3);
    return this.isMirrored && path.length === 0
      ? directions.filter((one) => halfOfDirections.includes(one))
      : directions;
  }

  boundAt(path: Path): number {
    return this.work.kernel.bound(this.enter(path));
  }

  /** Finds solutions of exactly `limit` moves. */
  visit(path: Path, limit: number, poll: () => boolean): Visit {
    this.learnInOrder(path, limit);
    this.poll = poll;
    if (!this.isMirrored || path.length > 0 || this.boundAt([]) > limit) return this.run(path, limit);
    const choices = this.choices([]);
    this.generated += choices.length;
    for (const choice of choices) {
      const visit = this.run([choice], limit);
      if (visit.solution || visit.stop) return visit;
    }
    return { next: limit + step };
  }

  private run(path: Path, limit: number): Visit {
    const { kernel } = this.work;
    const next = limit + step;
    if (path.length > limit) return { next };
    const isFound = kernel.run(this.enter(path), limit);
    const codes = this.work.path;
    if (isFound) {
      const { cells } = this.frame;
      const moves = Array.from(codes.subarray(0, limit), (code) => [cells[code >> 5]!, cells[code & 31]!]);
      return { solution: moves, next };
    }
    if (!kernel.isStopped.value) return { next };
    const directions = codes.subarray(0, kernel.depth.value);
    const stop = Array.from(directions, (code) => this.besides[code & 31]!.indexOf(code >> 5));
    this.learnt.end = stop;
    return { stop, next };
  }

  /** Write the moves of a path for the kernel. @returns how many there are */
  private enter(path: Path): number {
    const codes = this.work.path;
    let blank = this.start.indexOf(0);
    for (const [index, direction] of path.entries()) {
      const from = this.besides[blank]![direction]!;
      codes[index] = (from << 5) | blank;
      blank = from;
    }
    return path.length;
  }

  /** The path that a solution takes. */
  pathOf(moves: readonly Move[]): Path {
    const { cells } = this.frame;
    return moves.map(([from, to]) => this.besides[cells[to!]!]!.indexOf(cells[from!]!));
  }

  /**
   * What a place knows holds for its goal and pair of bounds, also in later searches, unless it was learnt in parts: then it
   * holds for the same start only.
   */
  private aim(): void {
    const { target, tag } = this.work;
    const wanted = [...this.goal, this.pair];
    const isSame = wanted.every((value, index) => target[index] === value);
    if (isSame && this.isOwn(tag)) return;
    this.learnt = { limit: 0, end: [] };
    if (isSame && tag[0] === 0) return;
    this.forget();
    target.set(wanted);
    tag.fill(0);
  }

  /** Claim what was learnt for the question before, and nobody else's in the same place, if the start is the same. */
  private goOn(isSame: boolean): void {
    const { tag } = this.work;
    const goesOn = isSame && this.isOwn(tag);
    // Another one each time: the same search may have learnt other things in other memory.
    this.own = [threadId + 1, ++count];
    if (goesOn) tag.set(this.own);
  }

  private isOwn([thread, search]: Int32Array): boolean {
    return thread === this.own[0] && search === this.own[1];
  }

  /**
   * What is learnt holds for later nodes of this limit, and for higher limits. Take the shortest solution that comes first in
   * the order of the search. If one of its positions had been learnt to be that far from the goal on a way that comes before,
   * this way would go on with a solution that comes before; on a longer way, or below a lower limit, with a shorter one.
   * For this it doesn't matter whether the nodes between were visited, by this search or another. Where a node comes that is
   * before, the search has to learn anew.
   *
   * Where each limit was visited from its start on, all that is learnt is true: no solution is left out before the first one.
   * So it holds for other starts too.
   */
  private learnInOrder(path: Path, limit: number): void {
    const { learnt } = this;
    if (limit < learnt.limit || (limit === learnt.limit && isBefore(path, learnt.end))) this.forget();
    this.learnt = { limit, end: [...path, Number.POSITIVE_INFINITY] };
    if (path.length > 0) this.work.tag.set(this.own);
  }

  private forget(): void {
    const { memory, place } = this.work;
    if (!remembers(this.board)) return;
    new Uint8Array(memory.buffer, place.at.known, ownSizes.known).fill(0);
  }

  /** Put the start in its place. */
  private place(): void {
    const { memory, place } = this.work;
    const { start, databases, pair } = this;
    const cellOf = start.map((_, tile) => start.indexOf(tile));
    const own = databases.pairs[pair]![0].length;
    const looseCell = this.loose === -1 ? 0 : cellOf[this.loose]!;
    const rest = (this.loose === -1 ? 0 : this.board.distance[this.loose - 1]![looseCell]!) - this.frame.away;
    const sums: [number, number] = [rest, rest];
    for (const [index, view] of this.viewsOfPairs[pair]!.entries()) {
      const fields = this.placed.get(view) ?? this.fieldsOf(view, cellOf);
      this.placed.set(view, fields);
      new Int32Array(memory.buffer, place.at.start + index * viewBytes, viewBytes / 4).set(fields);
      sums[index < own ? 0 : 1] += fields[3]!;
    }
    new Uint8Array(memory.buffer, place.at.start + cellsAt, this.board.size).set(start);
    new Int32Array(memory.buffer, place.at.start + sumsAt, 3).set([...sums, looseCell]);
    this.sums = sums;
  }

  private fieldsOf(view: View, cellOf: readonly number[]): number[] {
    const cells = view.cellsOf(cellOf);
    const mask = bitsOf(cells);
    const value = view.value(this.work.tables[view.table]!, cellOf);
    return [mask, view.columns.ranks.rank(mask), view.order(cells), value, ...viewFields(this.databases, view)];
  }
}
