/**
 * A proof in parts: depth-first, all ways of less than `least` moves from the start, without a move straight back. The search
 * turns back where the moves made and the bound are `least` or more. It never stands at the goal.
 */
import { ensure, numberText as text, totalText, withPlaces } from './fault.ts';
import type { Certificate, PartsProof, Rules } from './format.ts';
import { type GroupTable, groupTable } from './group-table.ts';
import { areCells, areTiles, type Contents, isGoal, isSlide, isSymmetry, type Legal, type Ply, play } from './moves.ts';

export interface CheckOptions {
  /** Which share of the parts to search again, from 0 to 1, and a seed that draws them. */
  readonly share?: number | undefined;
  readonly seed?: number | undefined;
  /** Tables by what they are of, for several certificates. */
  readonly tables?: Map<string, GroupTable> | undefined;
}

/** Of the tiles of a table: one or more bytes each. */
const mostPlacements = 2e8;

const tablesOf = ({ ways }: Rules, home: Contents, { bound }: PartsProof, known: Map<string, GroupTable>) => {
  const neighbours = home.map((_, cell) => ways.flatMap((way) => (way.at(-1)![0] === cell ? way[0]![0] : [])));
  return withPlaces(bound.tables, 'proof.bound.tables').map(([{ cells, values }, place]): GroupTable => {
    const empty = home.indexOf(0);
    const placements = cells.reduce((all, _, tile) => all * (home.length - tile), 1);
    const isGroup = areCells(cells, home.length) && !cells.includes(empty) && placements <= mostPlacements;
    ensure(isGroup && home.length <= 25, `${place}.cells`, 'no group of a few tiles of a board of up to 25 cells');
    const key = JSON.stringify([neighbours, cells, empty]);
    const table = known.get(key) ?? groupTable(neighbours, cells, empty);
    known.set(key, table);
    for (let value = 0; value < Math.max(values.length, table.counts.length); value++) {
      const count = table.counts[value] ?? 0;
      ensure(values[value] === count, `${place}.values[${value}]`, `${count} entries have this value`);
    }
    return table;
  });
};

/** Whether a position is farther from the goal than a number of moves, by one of the sums. */
const boundBy = ({ ways }: Rules, home: Contents, { bound }: PartsProof, tables: readonly GroupTable[]) => {
  const sums = withPlaces(bound.sums, 'proof.bound.sums').map(([sum, name]) => {
    const counted = new Set([0]);
    return withPlaces(sum, name).map(([{ table: number, map }, place]) => {
      ensure(isSymmetry(map, ways, home.length), `${place}.map`, 'no symmetry of the board');
      const table = tables[number];
      ensure(table, `${place}.table`, 'there is no such table');
      // Home has to be home for the table, too, wherever the empty cell goes about.
      ensure(table.valueAt(map[home.indexOf(0)]!, table.cells) === 0, `${place}.map`, 'not home');
      const tiles = table.cells.map((cell) => home[map.indexOf(cell)]!);
      ensure(!tiles.some((tile) => counted.has(tile)), place, 'a tile counts twice');
      for (const tile of tiles) counted.add(tile);
      return (cells: Contents): number => {
        const [empty, ...placed] = [0, ...tiles].map((tile) => map[cells.indexOf(tile)]!);
        return table.valueAt(empty!, placed);
      };
    });
  });
  return (cells: Contents, moves: number): boolean =>
    sums.some((groups) => groups.reduce((sum, valueAt) => sum + valueAt(cells), -bound.home.length) > moves);
};

/** A number that looks like a random one: the finaliser of MurmurHash3. */
const mixed = (number: number): number => {
  const once = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
};

export const checkParts = (
  certificate: Certificate,
  proof: PartsProof,
  game: Legal,
  least: number,
  { share = 1, seed = 1, tables: known = new Map() }: CheckOptions,
): string => {
  const { rules, start, goals } = certificate;
  const { bound, parts } = proof;
  const isSingle = game.isReversible && rules.ways.every((way) => way.length === 2 && isSlide(way));
  ensure(isSingle, 'rules', 'parts are for single tiles that slide there and back');
  const [goal, ...others] = goals;
  ensure(goal && others.length === 0 && areTiles(goal, start), 'goals', 'parts are for one goal with the same tiles');
  const home = play(game, goal, bound.home, 'proof.bound.home');
  const tables = tablesOf(rules, home, proof, known);
  const isFarther = boundBy(rules, home, proof, tables);
  const limit = least - 1;
  const depth = parts[0]![0].length;
  ensure(depth <= limit, 'proof.parts[0]', 'a path longer than the limit');
  const order = [...parts.keys()].sort((one, other) => mixed(seed ^ mixed(one)) - mixed(seed ^ mixed(other)));
  const drawn = new Set(order.slice(0, Math.ceil(parts.length * share)));
  let [index, nodes] = [0, 0];
  /** The moves after a move, but not straight back. */
  const expand = ({ to, next }: Ply, made: number): Ply[] => {
    ensure(!isGoal(certificate, next), `proof.parts[${index}]`, `a solution of ${made} moves`);
    return game.moves(next).filter(({ from }) => from !== to);
  };
  /** How many positions the search generates behind a move. */
  const countBehind = (move: Ply, made: number): number => {
    if (isFarther(move.next, limit - made)) return 0;
    const moves = expand(move, made);
    return made === limit ? 0 : moves.reduce((sum, next) => sum + countBehind(next, made + 1), moves.length);
  };
  /** Goes all paths of the parts in order, and searches behind those that are drawn. */
  const visit = (move: Ply, path: Contents): void => {
    if (path.length < depth) {
      for (const next of expand(move, path.length)) visit(next, [...path, next.from]);
      return;
    }
    const place = `proof.parts[${index}]`;
    const [own, count] = parts[index] ?? [];
    ensure(String(path) === String(own), place, `not the part behind ${path.join('-')}`);
    const found = drawn.has(index) ? countBehind(move, depth) : undefined;
    ensure(found === undefined || found === count, `${place}[1]`, `the search generates ${found} positions`);
    nodes += found ?? 0;
    index++;
  };
  visit({ from: -1, to: -1, next: start }, []);
  ensure(index === parts.length, `proof.parts[${index}]`, 'there is no such part');
  const built = `${tables.length} tables, ${totalText(tables.flatMap(({ counts }) => counts))} entries, 100 %`;
  const percent = Math.round((drawn.size / parts.length) * 1000) / 10;
  const searched = `${text(drawn.size)} of ${text(parts.length)} parts, ${percent} %`;
  return `${built}; ${searched}: ${text(nodes)} positions within ${limit} moves, none of them the goal`;
};
