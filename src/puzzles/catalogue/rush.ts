import { blocks } from '../families/blocks/family.ts';
import { rushBoards } from './rush-boards.ts';
import { readSolved } from './solved.ts';

/**
 * Rush Hour (Nob Yoshigahara): cars keep their row or column, and one has to leave on the right of the third row. The notation
 * and the boards are those of the public database of Michael Fogleman (2018).
 */
export const rush = blocks({
  id: 'rush',
  rows: 6,
  columns: 6,
  goal: 'exit',
  freedom: 'keeping',
  metric: 'slides',
  form: { empty: 'o', separator: '', size: [6, 6] },
  states: 4780,
  boards: readSolved(rushBoards),
  landmarks: [
    { name: 'start', position: 'GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo' },
    { name: 'with-walls', position: 'IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM' },
  ],
});
