import { square } from '../board.ts';
import { peg } from '../families/peg/family.ts';

/** Peg solitaire on the cross of 45 holes of J. C. Wiegleb (1779). */
export const wiegleb45 = peg({
  id: 'wiegleb45',
  board: square(
    ...['   ###   ', '   ###   ', '   ###   '],
    ...['#########', '#########', '#########'],
    ...['   ###   ', '   ###   ', '   ###   '],
  ),
  goal: 'e5',
  landmarks: [
    { name: 'start', position: 'all-e5', goal: 'e5' },
    { name: 'finish-anywhere', position: 'all-e5', goal: 'any' },
  ],
});
