/** What can be measured of a position: numbers from which people make lower bounds. */
import type { Board } from './board.ts';

/** `docs/commands.md` explains each. */
type FeatureName =
  | 'manhattan'
  | 'misplaced'
  | 'conflicts'
  | 'walking'
  | 'distance'
  | 'blank'
  | 'wide'
  | 'pegs'
  | 'isolated';

/** A position, as in `puzzle.ts`, which imports this file. */
type Cells = readonly number[];

/** A whole number from 0 to 65,535 that a position has. */
export interface PositionFeature {
  readonly name: FeatureName;
  /** The pieces that it can be about, one at a time; absent where it is about the whole position. */
  readonly pieces?: readonly number[];
  measure(position: Cells, piece?: number): number;
}

/** Cells with a piece that the goal doesn't have there. @param isCounted which pieces count; all by default */
export const misplaced = (end: Cells, isCounted = (_piece: number) => true): PositionFeature => ({
  name: 'misplaced',
  measure: (position) => {
    let count = 0;
    for (let cell = 0; cell < end.length; cell++) {
      const piece = position[cell]!;
      if (piece !== 0 && piece !== end[cell] && isCounted(piece)) count++;
    }
    return count;
  },
});

/** Steps between the cell of a piece and the one where the goal has it, on an empty board. Both have it once. */
export const distanceOf = ({ distance }: Board, end: Cells, piece: number): PositionFeature['measure'] => {
  const fromEnd = distance[end.indexOf(piece)]!;
  return (position) => fromEnd[position.indexOf(piece)]!;
};
