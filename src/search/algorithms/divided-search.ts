/** A depth-first search that is divided once, into parts for the threads of a process. */
import type { Move } from '../../puzzles/puzzle.ts';
import { type DepthFirstSearch, nodesAtDepth, type Path } from '../parts.ts';
import type { LimitedSearch } from './team.ts';

/** Parts, at least: enough that threads end together, few enough to be listed in milliseconds. */
const leastParts = 1000;

/** How many choices two paths begin with in common. */
const common = (path: Path, other: Path): number => {
  const differs = path.findIndex((choice, depth) => choice !== other[depth]);
  return differs === -1 ? path.length : differs;
};

/** Of one question. */
export class DividedSearch implements LimitedSearch {
  readonly step: 1 | 2;
  private readonly search: DepthFirstSearch;
  private readonly pathOf: (moves: readonly Move[]) => Path;
  /** By part, the node with all below it. */
  private list: readonly Path[] | undefined;

  /** @param pathOf the path that a solution takes; without it, no part is promising */
  constructor(search: DepthFirstSearch, step: 1 | 2, pathOf: (moves: readonly Move[]) => Path = () => []) {
    this.search = search;
    this.step = step;
    this.pathOf = pathOf;
  }

  get bound(): number {
    return this.search.bound;
  }

  get generated(): number {
    return this.search.generated;
  }

  get variant(): number {
    return this.search.variant;
  }

  set variant(variant: number) {
    this.search.variant = variant;
  }

  choose(limit: number, poll: () => boolean): readonly Move[] | number {
    return this.search.choose(limit, poll);
  }

  get parts(): number {
    this.list ??= nodesAtDepth(this.search, leastParts);
    return this.list.length;
  }

  promising(solutions: readonly (readonly Move[])[]): readonly number[] {
    const known = solutions.map(this.pathOf).filter((path) => path.length > 0);
    if (known.length === 0) return [];
    const shared = this.list!.map((node) => Math.max(...known.map((path) => common(node, path))));
    return [...shared.keys()].sort((a, b) => shared[b]! - shared[a]!);
  }

  run(part: number | 'all', limit: number, poll: () => boolean): readonly Move[] | undefined {
    return this.search.visit(part === 'all' ? [] : this.list![part]!, limit, poll).solution;
  }
}
