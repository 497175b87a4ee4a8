/**
 * A proof in parts: depth-first, all ways of at most `limit` moves from the start, without a move straight back. The search
 * turns back where the moves made and the bound are more than the limit. It never stands at the goal.
 */
import type { Certificate, PartsProof } from './format.ts';
import { GroupTable } from './group-table.ts';
import { type Contents, Fault, numberText as text, twoColoursOf } from './moves.ts';

/** The board, with each tile named by its cell at home, the position for which the tables count. */
interface Board {
  readonly neighbours: readonly Contents[];
  readonly start: Contents;
  readonly goal: Contents;
  /** The cell of the empty one at home, which names it too. */
  readonly empty: number;
}

const boardOf = ({ rules, start, goals }: Certificate, { bound }: PartsProof): Board => {
  const neighbours = rules.moves === 'slide' ? rules.lines.map((lines) => lines.flat()) : [];
  const isSingle = rules.moves === 'slide' && rules.lines.flat().every((line) => line.length === 1);
  if (!isSingle || !neighbours.every((near, cell) => near.every((next) => neighbours[next]?.includes(cell)))) {
    throw new Fault('rules', 'parts are for single tiles that slide there and back');
  }
  const [goal, ...others] = goals;
  const isAlike =
    new Set(start).size < start.length || !start.includes(0) || String(goal?.toSorted()) !== String(start.toSorted());
  if (!goal || others.length > 0 || isAlike)
    throw new Fault('goals', 'parts are for one goal, of the same tiles, which all differ');
  const home = [...goal];
  for (const [index, [from, to]] of bound.home.entries()) {
    if (home[to] !== 0 || !neighbours[to]?.includes(from))
      throw new Fault(`proof.bound.home[${index}]`, 'no legal move');
    home[to] = home[from]!;
    home[from] = 0;
  }
  const named = (position: Contents): number[] => position.map((tile) => home.indexOf(tile));
  return { neighbours, start: named(start), goal: named(goal), empty: home.indexOf(0) };
};

/** Of the tiles of a table: one or more bytes each. */
const mostPlacements = 2e8;

/** Tables by what they are of, for several certificates. */
export type KnownTables = Map<string, GroupTable>;

const tablesOf = ({ neighbours, empty }: Board, { bound }: PartsProof, known: KnownTables): GroupTable[] =>
  bound.tables.map(({ cells, values }, index) => {
    const place = `proof.bound.tables[${index}]`;
    const isGroup =
      new Set(cells).size === cells.length && cells.every((cell) => cell < neighbours.length && cell !== empty);
    if (!isGroup || neighbours.length > 25)
      throw new Fault(`${place}.cells`, 'no group of tiles of a board of up to 25 cells');
    const placements = cells.reduce((all, _, tile) => all * (neighbours.length - tile), 1);
    if (placements > mostPlacements) throw new Fault(place, 'too large for memory');
    const key = JSON.stringify([neighbours, cells, empty]);
    const table = known.get(key) ?? new GroupTable(neighbours, cells, empty);
    known.set(key, table);
    for (let value = 0; value < Math.max(values.length, table.counts.length); value++) {
      const count = table.counts[value] ?? 0;
      if (values[value] !== count) throw new Fault(`${place}.values[${value}]`, `${count} entries have this value`);
    }
    return table;
  });

/** What a tile counts in a sum: the value of its group, or its own distance. */
interface Group {
  readonly tiles: Contents;
  valueOf(cells: Contents): number;
}

/** By sum and tile. */
const groupsOf = ({ neighbours, empty }: Board, { bound }: PartsProof, tables: readonly GroupTable[]): Group[][] =>
  bound.sums.map((sum, number) => {
    const groups: Group[] = [];
    for (const [index, { table, map }] of sum.entries()) {
      const place = `proof.bound.sums[${number}][${index}]`;
      const keeps = (near: Contents, cell: number): boolean =>
        near.every((next) => neighbours[map[cell]!]?.includes(map[next]!));
      if (map.length !== neighbours.length || new Set(map).size !== map.length || !neighbours.every(keeps)) {
        throw new Fault(`${place}.map`, 'no symmetry of the board');
      }
      const own = bound.tables[table]?.cells;
      const values = tables[table];
      if (!own || !values) throw new Fault(`${place}.table`, 'there is no such table');
      // Home has to be home for the table, too, wherever the empty cell goes about.
      const turned = map[empty]!;
      if (own.includes(turned) || values.valueOf(own, turned) !== 0) throw new Fault(`${place}.map`, 'not home');
      const tiles = own.map((cell) => map.indexOf(cell));
      const group = {
        tiles,
        valueOf: (cells: Contents) =>
          values.valueOf(
            tiles.map((tile) => map[cells[tile]!]!),
            map[cells[empty]!]!,
          ),
      };
      for (const tile of tiles) {
        if (groups[tile]) throw new Fault(place, 'a tile counts twice');
        groups[tile] = group;
      }
    }
    for (const tile of neighbours.keys()) {
      const far = distancesFrom(tile, neighbours);
      groups[tile] ??= { tiles: [tile], valueOf: (cells) => (tile === empty ? 0 : far.get(cells[tile]!)!) };
    }
    return groups;
  });

const distancesFrom = (from: number, neighbours: Board['neighbours']): Map<number, number> => {
  const distances = new Map([[from, 0]]);
  for (const [cell, distance] of distances) {
    for (const next of neighbours[cell]!) if (!distances.has(next)) distances.set(next, distance + 1);
  }
  return distances;
};

/** How many positions a search generates behind a path of the empty cell. */
const search = (
  { neighbours, start, goal, empty }: Board,
  { bound, limit }: PartsProof,
  groups: readonly (readonly Group[])[],
) => {
  /** The tile on each cell, and the cell of each tile. */
  const tiles = [...start];
  const cells = start.map((_, tile) => start.indexOf(tile));
  const slide = (from: number, to: number): void => {
    cells[tiles[from]!] = to;
    cells[empty] = from;
    tiles[to] = tiles[from]!;
    tiles[from] = empty;
  };
  const isAtGoal = (): boolean => {
    for (let cell = 0; cell < goal.length; cell++) if (tiles[cell] !== goal[cell]) return false;
    return true;
  };
  const values = (tile: number): number[] => groups.map((own) => own[tile]!.valueOf(cells));
  /** @param sums the bounds, which are at most what is left */
  const countBelow = (made: number, before: number, sums: readonly number[], place: string): number => {
    if (isAtGoal()) throw new Fault(place, `a solution of ${made} moves`);
    if (made === limit) return 0;
    const to = cells[empty]!;
    let count = 0;
    for (const from of neighbours[to]!) {
      if (from === before) continue;
      const tile = tiles[from]!;
      const old = values(tile);
      slide(from, to);
      const next = values(tile).map((value, sum) => sums[sum]! + value - old[sum]!);
      count += 1 + (Math.max(...next) < limit - made ? countBelow(made + 1, to, next, place) : 0);
      slide(to, from);
    }
    return count;
  };
  return (path: Contents, place: string): number => {
    const from = [start.indexOf(empty), ...path];
    for (const [made, cell] of path.entries()) {
      if (isAtGoal()) throw new Fault(place, `a solution of ${made} moves`);
      slide(cell, from[made]!);
    }
    const sums = groups.map((own) =>
      [...new Set(own)].reduce((sum, group) => sum + group.valueOf(cells), -bound.home.length),
    );
    const isWithin = Math.max(...sums) <= limit - path.length;
    const count = isWithin ? countBelow(path.length, from.at(-2) ?? -1, sums, place) : 0;
    for (let made = path.length; made > 0; made--) slide(from[made - 1]!, from[made]!);
    return count;
  };
};

/** All paths of so many moves without one straight back, in the order of `neighbours`. @param path from the start on */
function* pathsOf(neighbours: Board['neighbours'], moves: number, path: Contents): Generator<Contents> {
  if (moves === 0) yield path.slice(1);
  else
    for (const next of neighbours[path.at(-1)!]!)
      if (next !== path.at(-2)) yield* pathsOf(neighbours, moves - 1, [...path, next]);
}

/** Some of so many numbers, by a seed (mulberry32). */
const drawn = (range: number, count: number, seed: number): number[] => {
  const left = [...Array(range).keys()];
  let state = seed;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((more ^ (more >>> 14)) >>> 0) / 2 ** 32;
  };
  return Array.from({ length: count }).flatMap(() => left.splice(Math.floor(random() * left.length), 1));
};

export interface CheckOptions {
  /** Which share of the parts to search again, from 0 to 1, and a seed that draws them. */
  readonly share?: number | undefined;
  readonly seed?: number | undefined;
  readonly tables?: KnownTables | undefined;
}

/** @param least no solution has fewer moves @returns what was checked @throws Fault */
export const checkParts = (
  certificate: Certificate,
  proof: PartsProof,
  least: number,
  options: CheckOptions,
): string => {
  const { share = 1, seed = 1, tables: known = new Map() } = options;
  const { limit, parts } = proof;
  const { rules, solution } = certificate;
  const board = boardOf(certificate, proof);
  const [[first]] = parts as [PartsProof['parts'][number]];
  if (first.length > limit) throw new Fault('proof.parts[0]', 'a path longer than the limit');
  // On a board of two colours, all solutions have an even or all an odd number of moves.
  const isPaired = rules.moves === 'slide' && twoColoursOf(rules.lines) && (solution.length - limit) % 2 === 0;
  if (limit + (isPaired ? 2 : 1) < least) throw new Fault('proof.limit', `less than ${least} moves need`);
  const paths: Contents[] = [];
  for (const path of pathsOf(board.neighbours, first.length, [board.start.indexOf(board.empty)])) {
    const place = `proof.parts[${paths.length}]`;
    if (String(path) !== String(parts[paths.length]?.[0]))
      throw new Fault(place, `not the part behind ${path.join('-')}`);
    paths.push(path);
  }
  if (paths.length < parts.length) throw new Fault(`proof.parts[${paths.length}]`, 'there is no such part');
  const tables = tablesOf(board, proof, known);
  const countBehind = search(board, proof, groupsOf(board, proof, tables));
  const chosen = new Set(drawn(parts.length, Math.ceil(parts.length * share), seed));
  let nodes = 0;
  for (const [number, path] of paths.entries()) {
    if (!chosen.has(number)) continue;
    const place = `proof.parts[${number}]`;
    const count = countBehind(path, place);
    if (count !== parts[number]?.[1]) throw new Fault(`${place}[1]`, `the search generates ${count} positions`);
    nodes += count;
  }
  const entries = tables.reduce((sum, { counts }) => counts.reduce((all, count) => all + count, sum), 0);
  const built = tables.length === 0 ? '' : `${tables.length} tables, ${text(entries)} entries, 100 %; `;
  const percent = Math.round((chosen.size / parts.length) * 1000) / 10;
  const searched = `${text(chosen.size)} of ${text(parts.length)} parts, ${percent} %`;
  return `${built}${searched}: ${text(nodes)} positions within ${limit} moves, none of them the goal`;
};
