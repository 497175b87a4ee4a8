import { rectangle } from '../board.ts';
import { sliding } from '../families/sliding/family.ts';

/** The 7 puzzle: 2 × 4, 20,160 positions, the farthest 36 moves away. */
export const seven = sliding({
  id: 'seven',
  board: rectangle(2, 4),
  landmarks: [{ name: 'antipode', position: '07214365' }],
});
