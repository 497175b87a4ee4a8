import { square } from '../board.ts';
import { pegs } from '../families/pegs/family.ts';

/** Peg solitaire on the diamond of 41 holes. By position class, no game ends in the hole of its start. */
export const diamond41 = pegs({
  id: 'diamond41',
  board: square(
    ...['    #    ', '   ###   ', '  #####  ', ' ####### '],
    '#########',
    ...[' ####### ', '  #####  ', '   ###   ', '    #    '],
  ),
  goal: 'g5',
  landmarks: [
    { name: 'start', position: 'all-c5', goal: 'g5' },
    { name: 'finish-anywhere', position: 'all-c5', goal: 'any' },
  ],
});
