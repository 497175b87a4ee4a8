/**
 * Pattern databases: for a few tiles of a sliding puzzle, the fewest moves *of these tiles* that take them to their goals
 * (Culberson & Schaeffer 1998). The values of disjoint patterns add up to a lower bound (Korf & Felner 2002).
 *
 * A table knows which region the tiles leave to the blank, so one move changes a value by exactly 1. Whether a value is
 * odd is seen from the tiles' distances. So a table keeps one bit for each entry, the second binary digit of its value,
 * which tells a value from those of its neighbours (Breyer & Korf 2010, 1.6-bit pattern databases, do it by thirds). The
 * value of a start is found by a walk to the goal.
 */
import type { Board } from '../../puzzles/board.ts';
import { factorial } from '../../puzzles/permutation.ts';
import { layOut, loadKernel } from '../kernels/kernel.ts';
import { bitsOf, type Columns, columnsOf, countBits } from './columns.ts';

/** Bytes of a row of a table, which has a bit for each column. */
export const rowBytesOf = ({ count }: Columns): number => Math.ceil(count / 8);

/** Bytes of a table: a row for each order of the tiles. */
export const tableBytes = (board: Board, tiles: number): number =>
  factorial(tiles) * rowBytesOf(columnsOf(board, tiles));

/**
 * What the kernel searches: the columns, those whose tiles stand on an even number of dark cells first. An edge is one
 * move of one tile. It holds a chunk, which is what the kernel calls a column, and the tile's place in the order before
 * (bits 20 on) and after (24 on) it comes from there. `listed` has the chunk of each column.
 */
const chunksOf = (columns: Columns) => {
  const { board, count, masks, regions } = columns;
  const dark = (board.colours ?? []).reduce((mask, colour, cell) => mask | (colour << cell), 0);
  const listed = new Uint32Array(count);
  const order: number[] = [];
  let even = 0;
  for (const colour of [0, 1]) {
    for (let column = 0; column < count; column++) {
      if ((countBits(masks[column]! & dark) & 1) !== colour) continue;
      listed[column] = order.length;
      order.push(column);
    }
    if (colour === 0) even = order.length;
  }
  const starts = new Uint32Array(count + 1);
  const edges: number[] = [];
  for (let chunk = 0; chunk < count; chunk++) {
    const mask = masks[order[chunk]!]!;
    for (let region = regions[order[chunk]!]!; region !== 0; region &= region - 1) {
      const blank = 31 - Math.clz32(region & -region);
      for (const cell of board.neighbours[blank]!) {
        if (((mask >> cell) & 1) === 0) continue;
        const before = mask ^ (1 << cell) ^ (1 << blank);
        const from = countBits(before & ((1 << blank) - 1));
        const to = countBits(mask & ((1 << cell) - 1));
        edges.push(listed[columns.find(before, cell)]! | (from << 20) | (to << 24));
      }
    }
    starts[chunk + 1] = edges.length;
  }
  return { count, even, starts, edges: Uint32Array.from(edges), listed };
};

/** Those used last: most tables of a puzzle have the same columns, and are built one after another. */
let known: { readonly columns: Columns; readonly chunks: ReturnType<typeof chunksOf> } | undefined;

const knownChunks = (columns: Columns): ReturnType<typeof chunksOf> => {
  if (known?.columns !== columns) known = { columns, chunks: chunksOf(columns) };
  return known.chunks;
};

interface Kernel {
  readonly entries: { readonly value: bigint };
  expandLevel(first: number, end: number, level: number): number;
  write(byte: number, count: number): void;
}

/** Orders that the kernel writes at once. */
const batch = 96;

/** Breadth-first search from the goal: the entries of each level, and what the kernel then knows. */
const searchPattern = (board: Board, goals: readonly number[], blank: number) => {
  const tiles = goals.length;
  const orders = factorial(tiles);
  const columns = columnsOf(board, tiles);
  const chunks = knownChunks(columns);
  const stride = Math.ceil(orders / 6 / 16) * 16;
  const rowBytes = rowBytesOf(columns);
  const { at, memory } = layOut({
    sum: stride,
    left: stride,
    right: stride,
    starts: chunks.starts,
    active: chunks.count,
    edges: chunks.edges,
    listed: chunks.listed.byteLength + 8 * chunks.listed.BYTES_PER_ELEMENT,
    bits: chunks.count * stride,
    values: chunks.count * stride,
    output: batch * rowBytes,
  });
  const bytes = new Uint8Array(memory.buffer);
  new Uint32Array(memory.buffer, at.listed).set(chunks.listed);
  const kernel = loadKernel<Kernel>('pattern-database', memory, { ...at, tiles, used: orders / 6, stride });

  const first = chunks.listed[columns.find(bitsOf(goals), blank)]!;
  bytes[at.bits + first * stride] = 1;
  bytes[at.active + first] = 1;
  let colour = first < chunks.even ? 0 : 1;
  const counts = [1];
  for (let level = 1, left = 1; left !== 0; level++) {
    colour ^= 1;
    left = kernel.expandLevel(colour === 0 ? 0 : chunks.even, colour === 0 ? chunks.even : chunks.count, level);
    if (left !== 0) counts.push(Number(kernel.entries.value));
  }
  return { counts, kernel, orders, rowBytes, output: bytes.subarray(at.output) };
};

/** How many placements of a pattern's tiles need 0, 1, 2 … moves; see `buildPatternTable`. Takes a second or two. */
export const patternCounts = (board: Board, goals: readonly number[], blank: number): readonly number[] =>
  searchPattern(board, goals, blank).counts;

/**
 * Build the table of a pattern, by breadth-first search from the goal. A step from the blank to a cell without a tile
 * of the pattern costs nothing, so the blank's whole region counts as one place.
 * @param board rows of cells on the square lattice, 25 cells at most
 * @param goals the goal cells of the pattern's tiles, 4 to 8, in ascending order
 * @param blank the goal cell of the blank, or any cell that it can get to from there without moving these tiles
 * @param table to fill with the second binary digit of the fewest moves, `[order * rowBytes + (column >> 3)] >> (column & 7)`, ranked by
 * `rankOf` and `Columns`. Most moves leave the order as it is, so that what a search looks up next is near.
 */
export const buildPatternTable = (board: Board, goals: readonly number[], blank: number, table: Uint8Array): void => {
  const { kernel, orders, rowBytes, output } = searchPattern(board, goals, blank);
  // In a memory of its own, so that the bitmaps don't stay as long as the table does.
  for (let order = 0; order < orders; order += batch) {
    kernel.write(order / 6, rowBytes * 8);
    const rows = Math.min(batch, orders - order) * rowBytes;
    table.set(output.subarray(0, rows), order * rowBytes);
  }
};
