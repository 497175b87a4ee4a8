import { rectangle } from '../board.ts';
import { sliding } from '../families/sliding/family.ts';

/** The 11 puzzle: 3 × 4, 239,500,800 positions, 18 of them 53 moves away. */
export const eleven = sliding({
  id: 'eleven',
  board: rectangle(3, 4),
  landmarks: [{ name: 'antipode', position: '032187654BA9' }],
});
