/**
 * A proof in parts: depth-first, all ways of at most `limit` moves from the start, without a move straight back. The search
 * turns back where the moves made and the bound are more than the limit. It never stands at the goal.
 */
import type { Examined } from './examined.ts';
import { ensure, Fault, numberText as text, withPlaces } from './fault.ts';
import type { PartsProof } from './format.ts';
import { type GroupTable, groupTable } from './group-table.ts';
import { areCells, areTiles, type Contents, canGo, isClosed, play, reach } from './moves.ts';
import { isGoal, total } from './rings.ts';

type Graph = readonly Contents[];
/** By tile: the cell where it is. Tiles, and the empty cell, are named by their cells at home, where the tables count from. */
type Places = Contents;

/** Of the tiles of a table: one or more bytes each. */
const mostPlacements = 2e8;

const tablesOf = (neighbours: Graph, empty: number, { proof, tables: known = new Map() }: Examined<'parts'>) =>
  withPlaces(proof.bound.tables, 'proof.bound.tables').map(([{ cells, values }, place]): GroupTable => {
    const size = neighbours.length;
    const isGroup = size <= 25 && areCells(cells, size) && !cells.includes(empty);
    ensure(isGroup, `${place}.cells`, 'no group of tiles of a board of up to 25 cells');
    const placements = cells.reduce((all, _, tile) => all * (size - tile), 1);
    ensure(placements <= mostPlacements, place, 'too large for memory');
    const key = JSON.stringify([neighbours, cells, empty]);
    const table = known.get(key) ?? groupTable(neighbours, cells, empty);
    known.set(key, table);
    for (let value = 0; value < Math.max(values.length, table.counts.length); value++) {
      const count = table.counts[value] ?? 0;
      ensure(values[value] === count, `${place}.values[${value}]`, `${count} entries have this value`);
    }
    return table;
  });

/** Whether a position is more than so many moves from the goal, by one of the sums. */
type Bound = (cells: Contents, moves: number) => boolean;

const boundBy = (neighbours: Graph, home: Contents, { bound }: PartsProof, tables: readonly GroupTable[]): Bound => {
  const empty = home.indexOf(0);
  const pairs = neighbours.flatMap((near, cell) => near.map((next) => [cell, next]));
  const sums = withPlaces(bound.sums, 'proof.bound.sums').map(([sum, name]) => {
    const left = new Set(neighbours.keys());
    left.delete(empty);
    const groups = withPlaces(sum, name).map(([{ table: number, map }, place]) => {
      const moved = (cells: Contents): Contents => cells.map((cell) => map[cell]!);
      const isSymmetry = map.length === home.length && areCells(map, home.length) && isClosed(pairs, moved);
      ensure(isSymmetry, `${place}.map`, 'no symmetry of the board');
      const table = tables[number];
      ensure(table, `${place}.table`, 'there is no such table');
      // Home has to be home for the table, too, wherever the empty cell goes about.
      ensure(table.valueAt(map[empty]!, table.cells) === 0, `${place}.map`, 'not home');
      const tiles = table.cells.map((cell) => map.indexOf(cell));
      const areNew = tiles.every((tile) => left.delete(tile));
      ensure(areNew, place, 'a tile counts twice');
      return (places: Places): number =>
        table.valueAt(
          map[places[empty]!]!,
          tiles.map((tile) => map[places[tile]!]!),
        );
    });
    const singles = [...left].map((tile) => {
      const distances = reach(tile, (cell) => neighbours[cell]!);
      return (places: Places): number => distances.get(places[tile]!)!;
    });
    return [...groups, ...singles];
  });
  return (cells, moves) => {
    const places = home.map((tile) => cells.indexOf(tile));
    return sums.some((all) => all.reduce((sum, least) => sum + least(places), -bound.home.length) > moves);
  };
};

/** Some of so many numbers, by a seed (mulberry32). */
const drawn = (range: number, count: number, seed: number): ReadonlySet<number> => {
  const left = [...Array(range).keys()];
  let state = seed;
  const draw = (): number[] => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return left.splice(Math.floor((((more ^ (more >>> 14)) >>> 0) / 2 ** 32) * left.length), 1);
  };
  return new Set(Array.from({ length: count }, draw).flat());
};

/** Goes all paths of the parts in order, and searches behind those that are drawn. @returns how many positions that generates */
const search = (examined: Examined<'parts'>, isFarther: Bound, chosen: ReadonlySet<number>): number => {
  const { start, game } = examined;
  const { limit, parts } = examined.proof;
  let [number, nodes] = [0, 0];
  /** The moves from a position but the one straight back. */
  const expand = (cells: Contents, before: number | undefined, made: number) => {
    if (isGoal(examined, cells)) throw new Fault(`proof.parts[${number}]`, `a solution of ${made} moves`);
    return game.forwards(cells).filter(([[from]]) => from !== before);
  };
  const countBehind = (cells: Contents, before: number | undefined, made: number): number => {
    if (isFarther(cells, limit - made)) return 0;
    const next = expand(cells, before, made);
    if (made === limit) return 0;
    return next.reduce((count, [[, to], after]) => count + countBehind(after, to, made + 1), next.length);
  };
  const visit = (cells: Contents, before: number | undefined, path: Contents): void => {
    const [own, count] = parts[number] ?? parts[0]!;
    if (path.length < own.length) {
      for (const [[from, to], next] of expand(cells, before, path.length)) visit(next, to, [...path, from!]);
      return;
    }
    const place = `proof.parts[${number}]`;
    ensure(number < parts.length && String(path) === String(own), place, `not the part behind ${path.join('-')}`);
    if (chosen.has(number)) {
      const found = countBehind(cells, before, path.length);
      ensure(found === count, `${place}[1]`, `the search generates ${found} positions`);
      nodes += found;
    }
    number++;
  };
  visit(start, undefined, []);
  ensure(number === parts.length, `proof.parts[${number}]`, 'there is no such part');
  return nodes;
};

export const checkParts = (examined: Examined<'parts'>): string => {
  const { rules, start, goals, game, proof, least, share = 1, seed = 1 } = examined;
  const { bound, limit, parts } = proof;
  const isSingle = rules.moves === 'slide' && rules.lines.flat().every((line) => line.length === 1);
  ensure(isSingle && game.isReversible, 'rules', 'parts are for single tiles that slide there and back');
  const [goal, ...others] = goals;
  ensure(goal && others.length === 0, 'goals', 'parts are for one goal');
  const areSame = areTiles(start) && String(goal.toSorted()) === String(start.toSorted());
  ensure(areSame, 'goals', 'parts are for tiles that all differ, the same at the start and at the goal');
  const home = play(game, goal, bound.home, 'proof.bound.home');
  ensure(parts[0]![0].length <= limit, 'proof.parts[0]', 'a path longer than the limit');
  const isNextOpen = canGo(rules.lines, start.indexOf(0), goal.indexOf(0), limit + 1);
  ensure(limit + (isNextOpen ? 1 : 2) >= least, 'proof.limit', `less than ${least} moves need`);
  const neighbours = rules.lines.map((lines) => lines.flat());
  const tables = tablesOf(neighbours, home.indexOf(0), examined);
  const chosen = drawn(parts.length, Math.ceil(parts.length * share), seed);
  const nodes = search(examined, boundBy(neighbours, home, proof, tables), chosen);
  const entries = total(tables.flatMap(({ counts }) => counts));
  const built = tables.length === 0 ? '' : `${tables.length} tables, ${entries} entries, 100 %; `;
  const percent = Math.round((chosen.size / parts.length) * 1000) / 10;
  const searched = `${text(chosen.size)} of ${text(parts.length)} parts, ${percent} %`;
  return `${built}${searched}: ${text(nodes)} positions within ${limit} moves, none of them the goal`;
};
