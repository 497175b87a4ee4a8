/** All that can be measured of the positions of a puzzle: what its family describes, and the bounds of rows and columns. */
import type { PositionFeature } from '../../puzzles/features.ts';
import { endPosition, type Puzzle } from '../../puzzles/puzzle.ts';
import { conflictMoves } from '../sliding/linear-conflict.ts';
import { rectangleTo } from '../sliding/rectangle.ts';
import { walkingDistance } from '../sliding/walking-distance.ts';

const known = new WeakMap<Puzzle, readonly PositionFeature[]>();

/** To the usual goal. Empty where the puzzle has nothing to measure. */
export const featuresOf = (puzzle: Puzzle): readonly PositionFeature[] => {
  const { goal } = puzzle;
  const rectangle = rectangleTo(puzzle);
  const features = known.get(puzzle) ?? [
    ...(puzzle.features?.(goal) ?? []),
    ...(rectangle
      ? [
          { name: 'conflicts' as const, measure: conflictMoves(rectangle, endPosition(goal)) },
          { name: 'walking' as const, measure: walkingDistance(rectangle, endPosition(goal)) },
        ]
      : []),
  ];
  known.set(puzzle, features);
  return features;
};
