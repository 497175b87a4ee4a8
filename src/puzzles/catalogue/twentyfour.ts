import { rectangle } from '../board.ts';
import { sliding } from '../families/sliding/family.ts';

/**
 * The 24 puzzle: 5 × 5, 25!/2 positions. How many moves the farthest takes is not known: at least 140 and at most 210
 * (Karlemo & Östergård 2000). `fifty` is the position of Korf and Felner's (2002) fifty with the fewest moves, 81, turned
 * by 180 degrees so that the blank ends last.
 */
export const twentyfour = sliding({
  id: 'twentyfour',
  board: rectangle(5, 5),
  diameter: 140,
  landmarks: [{ name: 'fifty', position: '67N25FIJA49C3LK0BDEO1HG8M' }],
});
