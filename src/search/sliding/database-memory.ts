/**
 * The memory of additive pattern databases, on which the kernel `additive-search` works: the tables, what a search looks
 * up besides, and a place for each of the searches that run at the same time. A kernel works on one memory only, so these are
 * pages of WebAssembly that all threads share.
 */
import { threadId } from 'node:worker_threads';
import type { Board } from '../../puzzles/board.ts';
import { elementsAt } from '../../puzzles/lists.ts';
import { factorial } from '../../puzzles/permutation.ts';
import { kept } from '../kept.ts';
import { addressesOf, kernelMemory, write } from '../kernels/kernel.ts';
import { choices, columnsOf, countBits } from './columns.ts';
import type { Databases, MappedTable } from './databases.ts';
import { besides, moveAutomaton } from './move-automaton.ts';
import { tableBytes } from './pattern-database.ts';
import { reorderingPlaces as places, reorderingsOf } from './reordering.ts';
import { type View, viewsOf } from './view.ts';

/** Two for each thread that a worker can have. */
const mostSearches = 128;
/** Entries of a transposition table. More would not fit the cache and be slower. */
export const mostEntries = 2 ** 18;
/**
 * Whether a search remembers positions. On large boards that saves one node in a hundred, and a node takes longer: few ways
 * lead to the same position within the limit, and those that part for ten moves are left out.
 */
export const remembers = ({ size }: Board): boolean => size <= 16;
/** Below a position whose bound is closer to the limit than this are so few nodes that looking it up is no gain. */
const leastSlack = 3;
const never = 255;
const entryBytes = 16;

/** What a search has of its own; see the kernel. */
export const ownSizes = { place: 576, start: 576, target: 64, path: 512, known: mostEntries * entryBytes };
/** By view: what changes, and addresses. */
export const viewBytes = 64;
/** Of a pair of sums. */
const mostViews = 8;
/** By tile. */
const viewOfBytes = 32;
export const cellsAt = mostViews * viewBytes;
export const sumsAt = cellsAt + 32;

const stepBytes = 8;
/** By view, `[blank << 2 | direction]`. */
const slidesOfView = 128;

/** Moves that a search looks back, at most. On large boards more are worth their half second. */
const lookBack = ({ size }: Board): number => (size > 16 ? 10 : 8);
const mostStates = 2 ** 14;
/** Of a search that leaves out nothing but moves straight back. */
const mostPlainStates = 2 ** 7;
const stateBytes = 16;

/** What the kernel reads of columns. */
const regionLists = ['apart', 'first', 'smaller'] as const;

/** The numbers of tiles that patterns have. */
const tileCounts = ({ patterns }: Databases): number[] => [...new Set(patterns.map(({ length }) => length))];

const widthOf = ({ board }: Databases): number => board.size / board.rows;

/** Where all lies; and the bytes, without the places of searches, which lie behind. */
export const layoutOf = kept(
  (databases: Databases) => {
    const { board, patterns, pairs } = databases;
    const sizes: Record<string, number> = {};
    for (const [index, { length }] of patterns.entries()) sizes[`table ${index}`] = tableBytes(board, length);
    for (const tiles of tileCounts(databases)) {
      for (const name of regionLists) sizes[`${name} ${tiles}`] = columnsOf(board, tiles)[name].byteLength;
      sizes[`orders ${tiles}`] = 2 * places * places * factorial(tiles);
      sizes[`passing ${tiles}`] = (2 * board.size * places * stepBytes) << (widthOf(databases) - 1);
      sizes[`beside ${tiles}`] = 2 * board.size * places * stepBytes;
    }
    const { at, bytes } = addressesOf({
      taken: 4 * mostSearches,
      states: stateBytes * mostStates,
      plainStates: stateBytes * mostPlainStates,
      slides: pairs.length * mostViews * slidesOfView * stepBytes,
      firstView: pairs.length * viewOfBytes,
      secondView: pairs.length * viewOfBytes,
      distances: board.size,
      ...sizes,
    });
    const all: typeof at & Readonly<Record<string, number>> = at;
    return { at: all, bytes };
  },
  ({ name }) => name,
);

const own = addressesOf(ownSizes);
const ownBytes = own.bytes - own.at.place;

/**
 * Pages for databases, and for all searches by them; only those are taken from the machine that are written.
 * @param counted bytes that count as memory of this thread
 */
export const databasePages = (databases: Databases, counted: number): WebAssembly.Memory =>
  kernelMemory(layoutOf(databases).bytes + mostSearches * ownBytes, counted);

/** A table of the databases. */
export const tableIn = (databases: Databases, memory: WebAssembly.Memory, index: number): Uint8Array =>
  new Uint8Array(
    memory.buffer,
    layoutOf(databases).at[`table ${index}`]!,
    tableBytes(databases.board, databases.patterns[index]!.length),
  );

export const tablesIn = (databases: Databases, memory: WebAssembly.Memory): Uint8Array[] =>
  databases.patterns.map((_, index) => tableIn(databases, memory, index));

/**
 * How the rank of a set changes when a tile leaves a cell for another, by what it passes: `[at << between | passed]`, the
 * change and the address of the new orders, where `at` counts the tiles before it.
 */
const stepsFrom = (cell: number, to: number, tiles: number, between: number, orders: number): Int32Array => {
  const steps = new Int32Array((places << between) * 2);
  const lower = Math.min(cell, to);
  for (let at = 0; at < tiles; at++) {
    for (let passed = 0; passed < 1 << between; passed++) {
      const after = to > cell ? at + countBits(passed) : at - countBits(passed);
      if (after < 0 || after >= tiles) continue;
      let change = choices(to, after + 1) - choices(cell, at + 1);
      let place = to > cell ? at + 1 : after;
      for (let next = 0; next < between; next++) {
        if (((passed >> next) & 1) === 0) continue;
        const other = lower + 1 + next;
        const now = to > cell ? place - 1 : place + 1;
        change += choices(other, now + 1) - choices(other, place + 1);
        place++;
      }
      const index = ((at << between) | passed) * 2;
      steps[index] = change;
      // All that change nothing share one list, which stays in the cache.
      steps[index + 1] = orders + (at === after ? 0 : at * places + after) * 2 * factorial(tiles);
    }
  }
  return steps;
};

/** Where the steps lie of tiles that go on or back from a cell, past a number of others. */
const addressOfSteps = (databases: Databases, tiles: number, cell: number, isBack: number, between: number): number => {
  const start = layoutOf(databases).at[`${between === 0 ? 'beside' : 'passing'} ${tiles}`]!;
  return start + (((isBack * databases.board.size + cell) * places * stepBytes) << between);
};

/** What patterns of a number of tiles look up. */
const writePatterns = (databases: Databases, memory: WebAssembly.Memory, tiles: number): void => {
  const { board } = databases;
  const { at } = layoutOf(databases);
  for (const name of regionLists) write(memory, at[`${name} ${tiles}`]!, columnsOf(board, tiles)[name]);
  const orders = at[`orders ${tiles}`]!;
  write(memory, orders, reorderingsOf(tiles));
  for (let cell = 0; cell < board.size; cell++) {
    for (const far of [widthOf(databases), 1]) {
      for (const [isBack, to] of [cell + far, cell - far].entries()) {
        if (to < 0 || to >= board.size) continue;
        const steps = stepsFrom(cell, to, tiles, far - 1, orders);
        write(memory, addressOfSteps(databases, tiles, cell, isBack, far - 1), steps);
      }
    }
  }
};

/** By state: the moves that are worth making, a byte each, and the next states. */
const writeStates = (
  board: Board,
  memory: WebAssembly.Memory,
  { address, longest, most }: { readonly address: number; readonly longest: number; readonly most: number },
): void => {
  const { blanks, next } = moveAutomaton(board, longest);
  if (blanks.length > most) throw new RangeError('too many states');
  const states = new Uint8Array(blanks.length * stateBytes);
  const view = new DataView(states.buffer);
  for (const [state, blank] of blanks.entries()) {
    let count = 0;
    for (const [direction, from] of besides(board, blank).entries()) {
      const after = next[state * 4 + direction]!;
      if (after === -1) continue;
      states[state * stateBytes + count++] = 0x80 | (from! << 2) | direction;
      view.setUint16(state * stateBytes + 4 + 2 * direction, after, true);
    }
  }
  write(memory, address, states);
};

/** How a view's table counts each move. */
const slidesOf = (databases: Databases, { table, map }: MappedTable): Uint32Array => {
  const { board, patterns } = databases;
  const tiles = patterns[table]!.length;
  const slides = new Uint32Array(slidesOfView * 2);
  for (let blank = 0; blank < board.size; blank++) {
    for (const [direction, from] of besides(board, blank).entries()) {
      if (from === undefined) continue;
      const [cell, to] = elementsAt(map, [from, blank]);
      const between = Math.abs(cell - to) - 1;
      const index = ((blank << 2) | direction) * 2;
      slides[index] = addressOfSteps(databases, tiles, cell, to < cell ? 1 : 0, between);
      slides[index + 1] =
        cell | (between << 5) | ((Math.min(cell, to) + 1) << 8) | (to << 16) | (((1 << between) - 1) << 24);
    }
  }
  return slides;
};

/** Write what the kernel knows of a pair of sums. @returns by tile, the view of the first sum that counts it */
const writePair = (databases: Databases, memory: WebAssembly.Memory, pair: number): Uint8Array => {
  const { board, pairs } = databases;
  const at = atPair(databases, pair);
  const [ahead, behind] = viewsOf(databases, pair);
  const writeViews = (address: number, views: readonly View[], before: number): Uint8Array => {
    const viewOf = new Uint8Array(board.size).fill(255);
    for (const [index, { tiles }] of views.entries()) for (const tile of tiles) viewOf[tile] = before + index;
    write(memory, address, viewOf);
    return viewOf;
  };
  writeViews(at.secondView, behind, ahead.length);
  for (const [view, mapped] of pairs[pair]!.flat().entries())
    write(memory, at.slides + view * slidesOfView * stepBytes, slidesOf(databases, mapped));
  return writeViews(at.firstView, ahead, 0);
};

/** Write what searches look up besides the tables, and free all places. */
export const prepare = (databases: Databases, memory: WebAssembly.Memory): void => {
  const { board } = databases;
  const { at, bytes } = layoutOf(databases);
  for (const tiles of tileCounts(databases)) writePatterns(databases, memory, tiles);
  writeStates(board, memory, { address: at.states, longest: lookBack(board), most: mostStates });
  writeStates(board, memory, { address: at.plainStates, longest: 2, most: mostPlainStates });
  // All sums leave out the same tile, if any.
  const [firstView] = databases.pairs.map((_, pair) => writePair(databases, memory, pair));
  const loose = firstView!.indexOf(255, 1);
  if (loose !== -1) write(memory, at.distances, Uint8Array.from(board.distance[loose - 1]!));
  // It may have held other databases.
  new Uint8Array(memory.buffer, at.taken, 4 * mostSearches).fill(0);
  for (let index = 0; index < mostSearches; index++)
    new Uint8Array(memory.buffer, bytes + index * ownBytes + own.at.target - own.at.place, ownSizes.target).fill(0);
};

const takenIn = (databases: Databases, memory: WebAssembly.Memory): Int32Array =>
  new Int32Array(memory.buffer, layoutOf(databases).at.taken, mostSearches);

/** A place for a search. */
export interface SearchPlace {
  readonly index: number;
  readonly at: Readonly<Record<keyof typeof ownSizes, number>>;
}

/**
 * Take a place: the one that the same thread had last, if it is free.
 * @throws Error when all are taken
 */
export const takePlace = (databases: Databases, memory: WebAssembly.Memory): SearchPlace => {
  const taken = takenIn(databases, memory);
  for (let more = 0; more < mostSearches; more++) {
    const index = (threadId * 2 + more) % mostSearches;
    if (Atomics.compareExchange(taken, index, 0, 1) !== 0) continue;
    const before = layoutOf(databases).bytes + index * ownBytes - own.at.place;
    const at = Object.fromEntries(Object.entries(own.at).map(([name, address]) => [name, before + address]));
    return { index, at: at as SearchPlace['at'] };
  }
  throw new Error(`too many searches by the databases ${databases.name}`);
};

export const leavePlace = (databases: Databases, memory: WebAssembly.Memory, { index }: SearchPlace): void => {
  Atomics.store(takenIn(databases, memory), index, 0);
};

/** Where the kernel finds what it has to know of a pair of sums. */
export const atPair = (databases: Databases, pair: number) => {
  const { at } = layoutOf(databases);
  return {
    slides: at.slides + pair * mostViews * slidesOfView * stepBytes,
    firstView: at.firstView + pair * viewOfBytes,
    secondView: at.secondView + pair * viewOfBytes,
  };
};

/** What all searches of a kind have in common, as the kernel has it. */
export const globalsOf = (databases: Databases, isLearning: boolean, isPlain: boolean) => {
  const { at } = layoutOf(databases);
  return {
    states: isPlain ? at.plainStates : at.states,
    distances: at.distances,
    width: widthOf(databases),
    size: databases.board.size,
    own: databases.pairs[0]![0].length,
    leastSlack: isLearning && remembers(databases.board) ? leastSlack : never,
  };
};

/** The fields of a view: all addresses and sizes that the kernel needs. */
export const viewFields = (databases: Databases, { table, rowBytes, orders, columns }: View): number[] => {
  const { at } = layoutOf(databases);
  const lists = regionLists.map((name) => at[`${name} ${columns.tiles}`]!);
  return [at[`table ${table}`]!, rowBytes, orders, columns.sets, ...lists];
};
