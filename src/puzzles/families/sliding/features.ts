/** What can be measured of a position of distinct tiles. */
import type { Board } from '../../board.ts';
import { distanceOf, misplaced, type PositionFeature } from '../../features.ts';
import type { Position } from '../../puzzle.ts';

export const tileFeatures = (board: Board, end: Position): readonly PositionFeature[] => {
  const pieces = end.filter((tile) => tile !== 0).sort((a, b) => a - b);
  const distances = end.map((_, tile) => distanceOf(board, end, tile));
  const cells = end.map((_, tile) => end.indexOf(tile));
  const manhattan = (position: Position): number =>
    position.reduce((sum, tile, cell) => (tile === 0 ? sum : sum + board.distance[cell]![cells[tile]!]!), 0);
  return [
    { name: 'manhattan', measure: manhattan },
    misplaced(end),
    { name: 'distance', pieces, measure: (position, tile) => distances[tile!]!(position) },
    { name: 'blank', measure: distanceOf(board, end, 0) },
  ];
};
