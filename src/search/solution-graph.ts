/** Shortest solutions as a graph, which is small where they are many: they differ in few places, in any combination. */
import { withCounts } from '../puzzles/moves.ts';
import type { Move, Position, Puzzle } from '../puzzles/puzzle.ts';

/**
 * For each position that shortest solutions pass, the moves that go on with one, each with the index of the position after
 * it. A position comes after all that follow it, so a goal is first and the start last. Plain data.
 */
export type SolutionGraph = readonly (readonly (readonly [move: Move, next: number])[])[];

/**
 * @param movesAt the moves that go on with a shortest solution; none at a goal
 * @param most positions: the graph has some of the solutions if all pass more
 */
export const graphOf = (
  puzzle: Puzzle,
  start: Position,
  movesAt: (position: Position) => readonly Move[],
  most: number,
): SolutionGraph => {
  const graph: (readonly [Move, number])[][] = [];
  // Undefined for a position of which no solution is in the graph.
  const indices = new Map<string, number | undefined>();
  const add = (position: Position): number | undefined => {
    const key = puzzle.encode(position);
    if (indices.has(key) || indices.size >= most) return indices.get(key);
    indices.set(key, undefined);
    const moves = movesAt(position);
    const edges = moves.flatMap((move) => {
      const next = add(puzzle.play(position, move));
      return next === undefined ? [] : [[move, next] as const];
    });
    if (moves.length > 0 && edges.length === 0) return undefined;
    indices.set(key, graph.push(edges) - 1);
    return graph.length - 1;
  };
  add(start);
  return graph;
};

/** The positions of a graph, in its order. */
export const positionsIn = (puzzle: Puzzle, start: Position, graph: SolutionGraph): Position[] => {
  const positions = new Array<Position>(graph.length);
  positions[graph.length - 1] = start;
  for (const [index, edges] of [...graph.entries()].reverse())
    for (const [move, next] of edges) positions[next] ??= puzzle.play(positions[index]!, move);
  return positions;
};

/** At most `most` solutions of a graph, each as what `labelOf` makes of its moves. It is called once for each edge. */
export const solutionsIn = <Label>(
  graph: SolutionGraph,
  labelOf: (index: number, move: Move) => Label,
  most: number,
): Label[][] => {
  const labelled = graph.map((edges, index) => edges.map(([move, next]) => ({ label: labelOf(index, move), next })));
  const found: Label[][] = [];
  const path: Label[] = [];
  const follow = (index: number): void => {
    const edges = labelled[index]!;
    if (edges.length === 0) found.push([...path]);
    for (const { label, next } of edges) {
      if (found.length >= most) return;
      path.push(label);
      follow(next);
      path.pop();
    }
  };
  if (graph.length > 0) follow(graph.length - 1);
  return found;
};

/** Solutions of one position that are listed, at most. */
const mostListed = 10_000;

/** The solutions of a graph as text: with directions and counts, if simulators write such, otherwise with names. */
export const writtenSolutions = (puzzle: Puzzle, start: Position, graph: SolutionGraph): string[] => {
  const [usual, ...others] = puzzle.moveNotations;
  const counted = others.find(({ hasCounts }) => hasCounts);
  const { notation, separator } = counted ?? usual;
  const positions = positionsIn(puzzle, start, graph);
  const nameOf = (index: number, move: Move): string => puzzle.formatMove(positions[index]!, move, notation);
  return solutionsIn(graph, nameOf, mostListed).map((moves) => (counted ? withCounts(moves) : moves).join(separator));
};
