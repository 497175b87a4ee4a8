import { triangular } from '../board.ts';
import { sliding } from '../families/sliding/family.ts';

/** The 6 puzzle: tiles on a hexagon and its centre. Its graph has triangles, so every arrangement is solvable. */
export const six = sliding({
  id: 'six',
  board: triangular(' # # ', '# # #', ' # # '),
  landmarks: [{ name: 'antipode', position: '4651320' }],
});
