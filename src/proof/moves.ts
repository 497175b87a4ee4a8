/** The moves of a certificate's rules, from nothing but the rules. */
import { ensure, withPlaces } from './fault.ts';
import type { Certificate, Rules, Way } from './format.ts';

export type Contents = readonly number[];
type Ways = Rules['ways'];

/** A move of the piece at a cell, with the position on the other side. */
export interface Ply {
  readonly from: number;
  readonly to: number;
  readonly next: Contents;
}
type Moves = (cells: Contents) => Ply[];

/** Whether all of them are on a board of `size` cells, each once. */
export const areCells = (cells: Contents, size: number): boolean =>
  new Set(cells).size === cells.length && cells.every((cell) => cell < size);

/** Whether a change takes each of a list to one of it. */
export const isClosed = <Item>(list: readonly Item[], change: (item: Item) => unknown): boolean => {
  const known = new Set(list.map(String));
  return list.every((item) => known.has(String(change(item))));
};

/** Whether the ways stay the same on a board that is turned or mirrored. */
export const isSymmetry = (map: Contents, ways: Ways, size: number): boolean =>
  map.length === size &&
  areCells(map, size) &&
  isClosed(ways, (way) => way.map(([cell, ...change]) => [map[cell], ...change]));

/** Whether a way takes tiles one cell each towards the empty cell, which is its last one. */
export const isSlide = (way: Way): boolean =>
  way.every(
    ([, before, after], index) =>
      (index === way.length - 1 ? before === 0 : before < 0) && after === (way[index - 1]?.[1] ?? 0),
  );

/** The cells where the piece of a way starts and ends. */
export const endsOf = (way: Way) => ({ from: way[0]![0], to: way.at(-1)![0] });

const wayBack = (way: Way): Way =>
  [...way.slice(-1), ...way.slice(1, -1), ...way.slice(0, 1)].map(([cell, before, after]) => [cell, after, before]);

const movesBy = (ways: Ways, isChained: boolean): Moves => {
  const fits = (way: Way, cells: Contents): boolean =>
    way.every((change) => (change[1] < 0 ? cells[change[0]] !== 0 : cells[change[0]] === change[1]));
  const behind = (way: Way, cells: Contents): Contents => {
    const next = [...cells];
    for (const [cell, , after] of way)
      next[cell] = after < 0 ? cells[way.find(([, before]) => before === after)![0]]! : after;
    return next;
  };
  const known = ways.map((way) => ({ way, ...endsOf(way) }));
  const steps = (cells: Contents, piece?: number): Ply[] =>
    known
      .filter(({ way, from }) => (piece ?? from) === from && fits(way, cells))
      .map(({ way, from, to }) => ({ from, to, next: behind(way, cells) }));
  if (!isChained) return (cells) => steps(cells);
  return (cells) => {
    const moves = steps(cells);
    const reached = new Set([cells, ...moves.map(({ next }) => next)].map(String));
    // It also goes through those that it adds.
    for (const { from, to, next } of moves) {
      for (const step of steps(next, to)) {
        if (!reached.has(String(step.next))) moves.push({ ...step, from });
        reached.add(String(step.next));
      }
    }
    return moves;
  };
};

export type Legal = ReturnType<typeof gameOf>;

/**
 * Rules as moves, moves taken back, whether those are moves, too, and whether ways of one piece in a row are one move.
 * @throws Fault for rules that don't fit a board of `size` cells
 */
export const gameOf = ({ ways, isChained }: Rules, size: number) => {
  for (const [way, place] of withPlaces(ways, 'rules.ways')) {
    const cells = way.map(([cell]) => cell);
    const taken = way.map(([, before]) => before).filter((content) => content < 0);
    const put = way.map(([, , after]) => after).filter((content) => content < 0);
    const isSame = new Set(taken).size === taken.length && String(taken.sort()) === String(put.sort());
    ensure(areCells(cells, size) && isSame, place, 'no change of different cells of the board');
  }
  const [moves, movesBack] = [ways, ways.map(wayBack)].map((all) => movesBy(all, isChained)) as [Moves, Moves];
  return { moves, movesBack, isReversible: isClosed(ways, wayBack), isChained };
};

/** The position after moves. @throws Fault at the first that is not legal */
export const play = (game: Legal, start: Contents, moves: readonly Contents[], name: string): Contents => {
  let cells = start;
  for (const [move, place] of withPlaces(moves, name)) {
    for (const [index, from] of move.slice(0, -1).entries()) {
      const step = game.moves(cells).find((legal) => legal.from === from && legal.to === move[index + 1]);
      ensure(step && (game.isChained || move.length === 2), place, `${move.join('-')} is no legal move`);
      cells = step.next;
    }
  }
  return cells;
};

/** A goal may leave cells open. */
export const isGoal = ({ goals }: Certificate, cells: Contents): boolean =>
  goals.some((goal) => goal.every((content, cell) => content === -1 || content === cells[cell]));

/** Whether two positions have the same tiles, all different, and one empty cell. */
export const areTiles = (one: Contents, other: Contents): boolean =>
  new Set(one).size === one.length && one.includes(0) && String(one.toSorted()) === String(other.toSorted());
