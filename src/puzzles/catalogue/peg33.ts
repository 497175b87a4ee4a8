import { square } from '../board.ts';
import { pegs } from '../families/pegs/family.ts';

/** Of the figures that are played for their looks, a few with their pegs row by row; all of them end in the centre. */
const figures: Readonly<Record<string, readonly string[]>> = {
  cross: ['000', '010', '0011100', '0001000', '0001000', '000', '000'],
  plus: ['000', '010', '0001000', '0111110', '0001000', '010', '000'],
  fireplace: ['111', '111', '0011100', '0010100', '0000000', '000', '000'],
  pyramid: ['000', '010', '0011100', '0111110', '1111111', '000', '000'],
  diamond: ['010', '111', '0111110', '1110111', '0111110', '111', '010'],
};

/**
 * Peg solitaire on the English board, a cross of 33 holes (Beasley, The Ins and Outs of Peg Solitaire, 1985). The
 * central game, from all but d4 to d4, takes 18 moves: found by Bergholt (1912), proved by Beasley (1964).
 */
export const peg33 = pegs({
  id: 'peg33',
  board: square('  ###  ', '  ###  ', '#######', '#######', '#######', '  ###  ', '  ###  '),
  goal: 'd4',
  landmarks: [
    { name: 'start', position: 'all-d4', goal: 'd4' },
    { name: 'finish-anywhere', position: 'all-d4', goal: 'any' },
    ...Object.entries(figures).map(([name, rows]) => ({ name, position: rows.join(''), goal: 'd4' })),
  ],
});
