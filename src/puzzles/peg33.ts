import { fileAndRow, square } from './board.ts';
import { peg } from './peg.ts';

const board = square('  ###  ', '  ###  ', '#######', '#######', '#######', '  ###  ', '  ###  ');

/**
 * Peg solitaire on the English board, a cross of 33 holes (Beasley, The Ins and Outs of Peg Solitaire, 1985). The
 * central game, from all but d4 to d4, takes 18 moves: found by Bergholt (1912), proved by Beasley (1964).
 */
export const peg33 = peg({
  id: 'peg33',
  board,
  holes: fileAndRow(board),
  goal: 'd4',
  landmarks: [
    { name: 'start', position: 'all-d4', goal: 'd4' },
    { name: 'finish-anywhere', position: 'all-d4', goal: 'any' },
  ],
});
