import { rectangle } from '../board.ts';
import { sliding } from '../families/sliding/family.ts';

/** The 5 puzzle: 2 × 3, 360 positions, the farthest 21 moves away. */
export const five = sliding({
  id: 'five',
  board: rectangle(2, 3),
  landmarks: [{ name: 'antipode', position: '450123' }],
});
