import { rectangle } from '../board.ts';
import { sliding } from '../families/sliding/family.ts';

/** The 8 puzzle: 3 × 3, 181,440 positions, two of them 31 moves away. */
export const eight = sliding({
  id: 'eight',
  board: rectangle(3, 3),
  landmarks: [
    { name: 'antipode', position: '867254301' },
    { name: 'antipode', position: '647850321' },
    { name: 'most-solutions', position: '085672341' },
  ],
});
