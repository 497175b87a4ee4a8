/**
 * Depth-first searches in parts, so that one can be stopped at any node, divided, and continued on any machine.
 *
 * The nodes of one limit are in the order in which the search visits them. A node is known by the choices that lead to it,
 * its path. A part is all nodes from one path to another: the state of a search is where it is, so what is left of a part is
 * a part. However a search is divided, each node belongs to one part, and the nodes that are generated are the same.
 *
 * A part is written `FROM-TO`, and `-` is everything. `searchPart` searches one and tells what is left; `splitPart` divides one.
 * `inParts` (solve.ts) opens the search of a question for a slice, and `search-record.ts` keeps how far it is.
 */
import type { Move } from '../puzzles/puzzle.ts';
import type { Improvement } from './algorithms/improvement.ts';

/** The choices that lead from the start to a node. Each node has its choices in ascending order. */
export type Path = readonly number[];

/** All nodes from one path on, up to another one, which is not in it; or to the end. */
export interface Part {
  readonly from: Path;
  readonly to?: Path | undefined;
}

/** What came of visiting a node and all below it. */
export interface Visit {
  /** A solution, which ended the visit. */
  readonly solution?: readonly Move[] | undefined;
  /** The node at which `poll` stopped it. */
  readonly stop?: Path | undefined;
  /** The least limit at which there is more to visit; Infinity if nothing was cut off. */
  readonly next: number;
}

/** Iterative deepening below one start, with limits on the number of moves. */
export interface DepthFirstSearch {
  /** No solution has fewer moves. */
  readonly bound: number;
  /** By which limits go up at least: 2 where solutions have all an even or all an odd number of moves. */
  readonly step: 1 | 2;
  /** Nodes so far. */
  generated: number;
  /** Nodes between two polls; a power of two. */
  interval: number;
  /** Which of its bounds it goes by, if it has several: all are right, but one takes the fewest nodes. */
  readonly variant?: number;
  /**
   * Go by the bounds that take the fewest nodes below this limit, or a few more; no solution is shorter.
   * @returns the next limit to search, or a solution, if one turns up
   */
  choose?(limit: number, poll: () => boolean): readonly Move[] | number;
  /** The choices at a node, those included that a limit cuts off. */
  choices(path: Path): readonly number[];
  /** The path that a solution takes; without it, no node is near to one. */
  pathOf?(moves: readonly Move[]): Path;
  /** The least limit that doesn't cut off what is below a node. */
  boundAt(path: Path): number;
  /**
   * Visit a node and all below it. Visits may come in any order. A search that learns from one for the next, as it does for
   * nodes in their order, sees to that itself.
   * @param poll whether to stop
   */
  visit(path: Path, limit: number, poll: () => boolean): Visit;
}

/** Works with a search, and with the ways to improve its best solution. */
export type PartsTask<T> = (search: DepthFirstSearch, improvements: readonly Improvement[]) => T;

/** What came of searching a part: of visits, and what is left of it where `poll` stopped it. */
interface PartResult extends Omit<Visit, 'stop'> {
  readonly left?: Part | undefined;
}

export const everything: Part = { from: [] };

/** One character for a choice below 35; `z` adds 35. So texts are in the order of their paths. */
const digits = 'z'.charCodeAt(0) - 'a'.charCodeAt(0) + 10;
const textOf = (path: Path): string =>
  path.map((choice) => 'z'.repeat(Math.floor(choice / digits)) + (choice % digits).toString(digits + 1)).join('');
const pathOf = (text: string): Path =>
  Array.from(text.matchAll(/z*[0-9a-y]/gu), ([steps]) => (steps.length - 1) * digits + parseInt(steps.slice(-1), 36));

/** As `FROM-TO`, where `-` is everything. */
export const formatPart = ({ from, to }: Part): string => `${textOf(from)}-${to ? textOf(to) : ''}`;

/** @throws RangeError for a text that `formatPart` doesn't write */
export const parsePart = (text: string): Part => {
  const [, from, to] = /^((?:z*[0-9a-y])*)-((?:z*[0-9a-y])*)$/u.exec(text) ?? [];
  if (from === undefined || to === undefined) throw new RangeError(`not a part: ${text}`);
  const part = { from: pathOf(from), to: to === '' ? undefined : pathOf(to) };
  if (!isBefore(part.from, part.to)) throw new RangeError(`nothing is in the part ${text}`);
  return part;
};

/** Whether a node comes before another one; all come before the end. */
export const isBefore = (path: Path, other: Path | undefined): boolean => {
  if (!other) return true;
  for (const [depth, step] of other.entries()) {
    const own = path[depth];
    if (own !== step) return own === undefined || own < step;
  }
  return false;
};

/** Whether a node is below another one. */
const isBelow = (path: Path, other: Path): boolean =>
  path.length > other.length && other.every((choice, depth) => choice === path[depth]);

/** The first node behind a node and all below it. */
const behind = (search: DepthFirstSearch, path: Path): Path | undefined => {
  for (const [depth, last] of [...path.entries()].reverse()) {
    const before = path.slice(0, depth);
    const choice = search.choices(before).find((next) => next > last);
    if (choice !== undefined) return [...before, choice];
  }
  return undefined;
};

/** The subtrees of a part, in their order. @param opened the choices at a node of which only some of what is below it is in the part */
function* subtreesOf(
  search: DepthFirstSearch,
  { from, to }: Part,
  opened: (path: Path) => readonly number[],
): Generator<Path> {
  for (let path: Path | undefined = from; path && isBefore(path, to); ) {
    const isWhole: boolean = !to || !isBelow(to, path);
    if (isWhole) yield path;
    const first: number | undefined = isWhole ? undefined : opened(path)[0];
    path = first === undefined ? behind(search, path) : [...path, first];
  }
}

/** Search a part of a limit. */
export const searchPart = (search: DepthFirstSearch, part: Part, limit: number, poll: () => boolean): PartResult => {
  let next = Number.POSITIVE_INFINITY;
  const opened = (path: Path): readonly number[] => {
    const choices = search.boundAt(path) > limit ? [] : search.choices(path);
    search.generated += choices.length;
    return choices;
  };
  for (const path of subtreesOf(search, part, opened)) {
    const visit = search.visit(path, limit, poll);
    next = Math.min(next, visit.next);
    if (visit.solution) return { solution: visit.solution, next };
    if (visit.stop) return { left: { from: visit.stop, to: part.to }, next };
  }
  return { next };
};

/**
 * How many times as much is below a node whose bound is farther from the limit by one; and how many nodes there are to choose
 * from for each part that is wanted. 1.6 to 2.6 and 2 to 8 change the time of 8 or 32 workers by up to 4 % (`bench/parts.js`).
 */
const growth = 2;
const nodesForPart = 4;

/** A node with all below it. */
interface Subtree {
  readonly path: Path;
  /** About how much that is. */
  readonly weight: number;
}

/** Those of the subtrees that are not cut off. */
const weighed = (search: DepthFirstSearch, paths: readonly Path[], limit: number): Subtree[] =>
  paths.map((path) => ({ path, weight: growth ** (limit - search.boundAt(path)) })).filter(({ weight }) => weight >= 1);

/** The heaviest subtree, of those the one nearest to the start. */
const heaviestOf = (subtrees: readonly Subtree[]): Subtree =>
  subtrees.reduce((best, other) =>
    (other.weight - best.weight || best.path.length - other.path.length) > 0 ? other : best,
  );

/** Divide a part before these nodes. */
const cutBefore = ({ from, to }: Part, nodes: readonly Path[]): Part[] =>
  [from, ...nodes].map((path, index) => ({ from: path, to: nodes[index] ?? to }));

/**
 * Divide a part, at nodes as near to the start as possible, into parts of about the same size.
 * @param wanted how many parts; there are fewer if few nodes are left
 */
export const splitPart = (search: DepthFirstSearch, part: Part, limit: number, wanted: number): Part[] => {
  if (wanted < 2) return [part];
  const subtrees = weighed(search, [...subtreesOf(search, part, (path) => search.choices(path))], limit);
  const most = wanted * nodesForPart;
  for (let opened = 0; opened < most && subtrees.length > 0 && subtrees.length < most; opened++) {
    const heaviest = heaviestOf(subtrees);
    const below = search.choices(heaviest.path).map((choice) => [...heaviest.path, choice]);
    subtrees.splice(subtrees.indexOf(heaviest), 1, ...weighed(search, below, limit));
  }
  const share = subtrees.reduce((sum, { weight }) => sum + weight, 0) / wanted;
  const nodes: Path[] = [];
  let before = 0;
  for (const { path, weight } of subtrees) {
    // A node goes to the part in which the middle of it lies.
    const isNext = before + weight / 2 >= share * (nodes.length + 1);
    if (isNext && isBefore(part.from, path)) nodes.push(path);
    before += weight;
  }
  return cutBefore(part, nodes);
};

/** The nodes at the first depth that has at least `least` of them, whatever the limit is; the last ones if none has. */
export const nodesAtDepth = (search: DepthFirstSearch, least: number): Path[] => {
  let nodes: Path[] = [[]];
  while (nodes.length < least) {
    const next = nodes.flatMap((path) => search.choices(path).map((choice) => [...path, choice]));
    if (next.length === 0) break;
    nodes = next;
  }
  return nodes;
};

/** How many choices two paths begin with in common. */
const common = (path: Path, other: Path): number => {
  const differs = path.findIndex((choice, depth) => choice !== other[depth]);
  return differs === -1 ? path.length : differs;
};

/**
 * Nodes to choose from, and those that are searched first for the last solution that may be shorter. Shortest solutions mostly
 * begin as good ones do: of four of Korf's positions of the 24 puzzle, three had one in the first 31 of 1,600 to 2,000 nodes.
 */
const leastNodes = 1000;
const mostNear = 48;

/** The parts that have most moves in common with one of these solutions, those with the most first. */
export const partsNear = (search: DepthFirstSearch, solutions: readonly (readonly Move[])[]): Part[] => {
  const paths = solutions.flatMap((moves) => (search.pathOf ? [search.pathOf(moves)] : []));
  if (paths.length === 0) return [];
  const nodes = nodesAtDepth(search, leastNodes);
  const sharing = nodes.map((from, index) => {
    const shared = Math.max(...paths.map((path) => common(from, path)));
    return { shared, part: { from, to: nodes[index + 1] } };
  });
  const nearest = sharing.sort((one, other) => other.shared - one.shared).slice(0, mostNear);
  return nearest.map(({ part }) => part);
};

/** Divide parts so that what they have of these others comes first. */
export const putFirst = (parts: readonly Part[], near: readonly Part[]): Part[] => {
  const bounds = near.flatMap(({ from, to }) => (to ? [from, to] : [from]));
  const inOrder = bounds.sort((one, other) => (isBefore(one, other) ? -1 : 1));
  const divided = parts.flatMap((part) => {
    const within = inOrder.filter((path) => isBefore(part.from, path) && isBefore(path, part.to));
    return cutBefore(
      part,
      within.filter((path, index) => isBefore(within[index - 1] ?? part.from, path)),
    );
  });
  const rankOf = ({ from }: Part): number => {
    const rank = near.findIndex((one) => !isBefore(from, one.from) && isBefore(from, one.to));
    return rank === -1 ? near.length : rank;
  };
  return divided.sort((one, other) => rankOf(one) - rankOf(other));
};
