/** Positions that are found in a text. */
import type { Position, Puzzle } from './puzzle.ts';

export interface Found {
  readonly puzzle: Puzzle;
  readonly position: Position;
  /** A half-open range of UTF-16 code units. */
  readonly span: readonly [from: number, to: number];
}

/** Without those that are a part of a larger board, which may look like a smaller one. */
export const wholeOnes = (found: readonly Found[], length: number): Found[] => {
  const owners = new Int32Array(length).fill(-1);
  const bySize = found.toSorted((a, b) => b.puzzle.board.size - a.puzzle.board.size);
  return bySize.filter(({ span: [from, to] }, index) => {
    for (let at = from; at < to; at++) {
      const owner = bySize[owners[at]!]?.span;
      if (owner && (owner[0] !== from || owner[1] !== to)) return false;
    }
    owners.fill(index, from, to);
    return true;
  });
};

/** Each position once, where it is found first. */
export const distinct = (found: readonly Found[]): Found[] => {
  const names = new Set<string>();
  return found.filter(({ puzzle, position }) => {
    const { size } = names;
    return names.add(`${puzzle.id} ${puzzle.formatPosition(position)}`).size > size;
  });
};
