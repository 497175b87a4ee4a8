import { square } from '../board.ts';
import { pegs } from '../families/pegs/family.ts';

/**
 * Peg solitaire on the French board of 37 holes (Beasley, The Ins and Outs of Peg Solitaire, 1985). Its central game, and
 * any other from all but d4, is impossible by position class; from c1 it goes to the hole opposite, e7.
 */
export const peg37 = pegs({
  id: 'peg37',
  board: square('  ###  ', ' ##### ', '#######', '#######', '#######', ' ##### ', '  ###  '),
  goal: 'e7',
  landmarks: [
    { name: 'start', position: 'all-c1', goal: 'e7' },
    { name: 'start-elsewhere', position: 'all-d2', goal: 'd3' },
  ],
});
