/** Boards whose graph decides what can be reached by parity alone. */
import type { Board } from '../../board.ts';

type Graph = Pick<Board, 'size' | 'neighbours'>;

/** Whether all cells but one are connected. */
const isConnectedWithout = (removed: number, { size, neighbours }: Graph): boolean => {
  const reached = new Set([removed === 0 ? 1 : 0]);
  for (const cell of reached) for (const next of neighbours[cell]!) if (next !== removed) reached.add(next);
  return reached.size === size - 1;
};

/** Two cells that are joined by three paths, over one, two and two other cells. */
const isThetaZero = ({ size, neighbours }: Graph): boolean => {
  const branching = neighbours.filter((near) => near.length > 2);
  const [one, other] = branching;
  if (size !== 7 || !one || !other || branching.length > 2 || one.length > 3) return false;
  return !other.includes(neighbours.indexOf(one)) && one.filter((cell) => other.includes(cell)).length === 1;
};

/**
 * Checks that half of all arrangements can be reached on a board, or all if it is not bipartite (R. M. Wilson, Graph
 * puzzles, homotopy, and the alternating group, 1974).
 * @throws RangeError for a board that a cell cuts in two, a ring of five cells or more, and θ0
 */
export const checkConnectivity = (id: string, graph: Graph): void => {
  const { size, neighbours } = graph;
  const refuse = (why: string): never => {
    throw new RangeError(`${id}: parity does not tell which positions can be reached: the board ${why}`);
  };
  if (size < 3) refuse('has fewer than 3 cells');
  const cut = neighbours.findIndex((_, cell) => !isConnectedWithout(cell, graph));
  if (cut !== -1) refuse(`is not connected without cell ${cut + 1}`);
  // Tiles on a ring keep their cyclic order. Three or four cells have no other order of the right parity.
  if (size > 4 && neighbours.every((near) => near.length === 2)) refuse('is a ring');
  if (isThetaZero(graph)) refuse('is the graph θ0');
};
