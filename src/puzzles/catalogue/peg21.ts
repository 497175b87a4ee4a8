import { triangular } from '../board.ts';
import { pegs } from '../families/pegs/family.ts';

/** Peg solitaire on a deformed triangle of 21 holes, with six corners that are never jumped over. */
export const peg21 = pegs({
  id: 'peg21',
  board: triangular(
    '     # #     ',
    '      #      ',
    '     # #     ',
    '    # # #    ',
    '   # # # #   ',
    '# # # # # # #',
    ' #         # ',
  ),
  goal: '7',
  neverRefilled: ['1', '2', '3', '6', '8', '13', '14', '16', '18', '19', '20', '21'],
  landmarks: [
    { name: 'start', position: 'all-7', goal: '7' },
    { name: 'finish-anywhere', position: 'all-7', goal: 'any' },
  ],
});
