/** What holds for every game on a board: corners, groups of holes, and position classes. */
import type { Board } from '../../board.ts';
import { elementsAt } from '../../lists.ts';
import type { Position } from '../../puzzle.ts';
import { type Holes, holesOf } from './holes.ts';

/** Holes in which no peg can be jumped over: a peg there leaves only by a move of its own. */
export const cornersOf = (board: Board): number[] => {
  const jumped = new Set(board.jumps.map((jump) => jump.over));
  return [...board.x.keys()].filter((cell) => !jumped.has(cell));
};

/**
 * Groups of holes between which a peg can travel (four on the square lattice): a peg never leaves its group.
 * @returns for each hole the number of its group, from 0 on
 */
export const groupsOf = (board: Board): number[] => {
  let group = [...board.x.keys()];
  for (const { from, to } of board.jumps) {
    const [own, other] = elementsAt(group, [from, to]);
    if (own !== other) group = group.map((id) => (id === other ? own : id));
  }
  const ids = [...new Set(group)];
  return group.map((id) => ids.indexOf(id));
};

/**
 * Position classes (Reiss 1857; Beasley 1985, chapter 4): sets of holes on which every jump changes the number of pegs
 * by 0 or 2. They are the null space, modulo 2, of the matrix of all jumps.
 * @returns a basis of it, each set as a list of 0 and 1 by hole
 */
export const classesOf = (board: Board): number[][] => {
  const rows = board.jumps.map(({ from, over, to }) => {
    const row = new Array<number>(board.size).fill(0);
    for (const cell of [from, over, to]) row[cell] = 1;
    return row;
  });
  const left = new Set(rows);
  /** Rows by the column in which only they have a 1. */
  const pivots = new Map<number, readonly number[]>();
  for (const column of board.x.keys()) {
    const top = rows.find((row) => left.has(row) && row[column] === 1);
    if (!top) continue;
    for (const row of rows)
      if (row !== top && row[column] === 1) for (const [cell, bit] of top.entries()) row[cell]! ^= bit;
    left.delete(top);
    pivots.set(column, top);
  }
  const cells = [...board.x.keys()];
  return cells
    .filter((free) => !pivots.has(free))
    .map((free) => cells.map((cell) => (cell === free ? 1 : (pivots.get(cell)?.[free] ?? 0))));
};

/** 0 or 1: whether an odd number of pegs stands on a set of holes. */
export const oddOn = (holes: readonly number[], position: Position): number =>
  position.reduce((sum, peg, cell) => (peg === 1 && holes[cell] === 1 ? 1 - sum : sum), 0);

export interface Analysis {
  readonly corners: Holes;
  readonly groups: readonly Holes[];
  readonly classes: readonly (readonly number[])[];
}

export const analyse = (board: Board): Analysis => {
  const group = groupsOf(board);
  let classes: Analysis['classes'] | undefined;
  return {
    corners: holesOf(cornersOf(board)),
    groups: [...new Set(group)].map((id) => holesOf(group.flatMap((other, cell) => (other === id ? cell : [])))),
    get classes() {
      classes ??= classesOf(board);
      return classes;
    },
  };
};
