import { fileAndRow, square } from './board.ts';
import { peg } from './peg.ts';

const board = square('  ###  ', ' ##### ', '#######', '#######', '#######', ' ##### ', '  ###  ');

/** Peg solitaire on the French board of 37 holes. */
export const peg37 = peg({
  id: 'peg37',
  board,
  holes: fileAndRow(board),
  goal: 'd1',
  landmarks: [],
});
