/** All that can be measured of the positions of a puzzle: what its family describes, and the bounds of rows and columns. */
import type { PositionFeature } from '../../puzzles/features.ts';
import { endPosition, type Puzzle } from '../../puzzles/puzzle.ts';
import { kept } from '../kept.ts';
import { conflictMoves } from '../sliding/linear-conflict.ts';
import { rectangleTo } from '../sliding/rectangle.ts';
import { walkingDistance } from '../sliding/walking-distance.ts';

/** To the usual goal. Empty where the puzzle has nothing to measure. */
export const featuresOf = kept((puzzle: Puzzle): readonly PositionFeature[] => {
  const { goal } = puzzle;
  const rectangle = rectangleTo(puzzle);
  return [
    ...(puzzle.features?.(goal) ?? []),
    ...(rectangle
      ? [
          { name: 'conflicts' as const, measure: conflictMoves(rectangle, endPosition(goal)) },
          { name: 'walking' as const, measure: walkingDistance(rectangle, endPosition(goal)) },
        ]
      : []),
  ];
});
