/** Boards whose graph decides what can be reached by parity alone. */
import { type Board, joinedTo } from '../../board.ts';

type Graph = Pick<Board, 'size' | 'neighbours'>;

/** Whether all cells but one are connected. */
const isConnectedWithout = (removed: number, { size, neighbours }: Graph): boolean =>
  joinedTo(neighbours, [removed === 0 ? 1 : 0], (cell) => cell !== removed).size === size - 1;

/** Two cells that are joined by three paths, over one, two and two other cells. */
const isThetaZero = ({ size, neighbours }: Graph): boolean => {
  const branching = neighbours.filter((near) => near.length > 2);
  const [one, other] = branching;
  if (size !== 7 || !one || !other || branching.length > 2 || one.length > 3) return false;
  return !other.includes(neighbours.indexOf(one)) && one.filter((cell) => other.includes(cell)).length === 1;
};

const isRing = ({ neighbours }: Graph): boolean => neighbours.every((near) => near.length === 2);

/**
 * Why parity alone doesn't tell what can be reached on a board; undefined where half of all arrangements can be, or all if
 * it is not bipartite (R. M. Wilson, Graph puzzles, homotopy, and the alternating group, 1974).
 */
export const connectivityProblem = (graph: Graph): string | undefined => {
  const { size, neighbours } = graph;
  if (size < 3) return 'has fewer than 3 cells';
  const cut = neighbours.findIndex((_, cell) => !isConnectedWithout(cell, graph));
  if (cut !== -1) return `is not connected without cell ${cut + 1}`;
  // Tiles on a ring keep their cyclic order. Three or four cells have no other order of the right parity.
  if (size > 4 && isRing(graph)) return 'is a ring';
  return isThetaZero(graph) ? 'is the graph θ0' : undefined;
};

/** @throws RangeError for a board with such a problem */
export const checkConnectivity = (id: string, graph: Graph): void => {
  const problem = connectivityProblem(graph);
  if (problem) throw new RangeError(`${id}: parity does not tell which positions can be reached: the board ${problem}`);
};

/** The cells of a ring in their order; undefined for any other board. */
export const ringOf = (graph: Graph): readonly number[] | undefined => {
  if (!isRing(graph)) return undefined;
  const ring = new Set([0]);
  for (const cell of ring) {
    const next = graph.neighbours[cell]?.find((other) => !ring.has(other));
    if (next !== undefined) ring.add(next);
  }
  return ring.size === graph.size ? [...ring] : undefined;
};
