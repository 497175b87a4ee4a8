import { square } from '../board.ts';
import { pegs } from '../families/pegs/family.ts';

/** Peg solitaire on the cross of 45 holes of J. C. Wiegleb (1779). */
export const wiegleb45 = pegs({
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
