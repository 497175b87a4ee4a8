/** The fewest moves of a few tiles from each placement of them, while the other tiles are no obstacle. */
import type { Contents } from './moves.ts';

/** Values by the order of the tiles on a set of cells, with the empty cell in a region of the others; both as bits. */
interface Column {
  readonly set: number;
  readonly region: number;
  readonly values: Uint8Array;
}

export type GroupTable = ReturnType<typeof groupTable>;

const unknown = 255;
const setOf = (cells: Contents): number => cells.reduce((set, cell) => set | (1 << cell), 0);
const has = (set: number, cell: number): boolean => ((set >> cell) & 1) === 1;

/** The number of the order in which tiles lie: for each tile a digit, how many of those before it are on cells before it. */
const orderOf = (cells: Contents): number => {
  let [order, factorial] = [0, 1];
  for (let tile = 1; tile < cells.length; tile++) {
    factorial *= tile;
    for (let other = 0; other < tile; other++) if (cells[other]! < cells[tile]!) order += factorial;
  }
  return order;
};

const permutationsOf = (count: number): Contents[] =>
  count === 0
    ? [[]]
    : permutationsOf(count - 1).flatMap((order) =>
        Array.from({ length: count }, (_, place) => order.toSpliced(place, 0, count - 1)),
      );

/** A plain breadth-first search on a board of at most 25 cells. The empty cell goes about in its region at no cost. */
export const groupTable = (neighbours: readonly Contents[], cells: Contents, empty: number) => {
  /** By number, the places on which tiles lie. */
  const orders = permutationsOf(cells.length).sort((one, other) => orderOf(one) - orderOf(other));
  /** `[from][to][order]`: the order after the tile at one place has gone to just before another place. */
  const reordered = cells.map((_, from) =>
    [...cells, 0].map((_, to) =>
      Uint16Array.from(orders, (places) => orderOf(places.with(places.indexOf(from), to - 0.5))),
    ),
  );
  const flood = (set: number, cell: number): number =>
    has(set, cell) ? set : neighbours[cell]!.reduce(flood, set | (1 << cell));
  const columns = new Map<number, Column[]>();
  const columnOf = (set: number, hole: number): Column => {
    const known = columns.get(set) ?? [];
    const found = known.find(({ region }) => has(region, hole));
    if (found) return found;
    const column = { set, region: flood(set, hole) ^ set, values: new Uint8Array(orders.length).fill(unknown) };
    columns.set(set, [...known, column]);
    return column;
  };
  const home = columnOf(setOf(cells), empty);
  home.values[orderOf(cells)] = 0;
  /** How many entries have each value. */
  const counts = [1];
  /** The columns that have an entry of the last value. */
  let ring = new Set([home]);
  for (let value = 1; value < unknown && counts.length === value; value++) {
    const next = new Set<Column>();
    let count = 0;
    for (const { set, region, values } of ring) {
      const found: number[] = [];
      for (let order = 0; order < values.length; order++) if (values[order] === value - 1) found.push(order);
      const occupied = [...neighbours.keys()].filter((cell) => has(set, cell));
      for (const [place, from] of occupied.entries()) {
        for (const to of neighbours[from]!) {
          if (!has(region, to)) continue;
          const column = columnOf(set ^ (1 << from) ^ (1 << to), from);
          const after = reordered[place]![occupied.filter((cell) => cell < to).length]!;
          const before = count;
          for (const order of found) {
            if (column.values[after[order]!] !== unknown) continue;
            column.values[after[order]!] = value;
            count++;
          }
          if (count > before) next.add(column);
        }
      }
    }
    if (count > 0) counts.push(count);
    ring = next;
  }
  /** Of tiles on these cells, in the order of those at home. */
  const valueAt = (hole: number, placed: Contents): number => columnOf(setOf(placed), hole).values[orderOf(placed)]!;
  return { cells, counts, valueAt };
};
