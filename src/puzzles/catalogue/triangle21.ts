import { triangular } from '../board.ts';
import { pegs } from '../families/pegs/family.ts';

/** Peg solitaire on the triangle with six holes on a side (Bell, Solving Triangular Peg Solitaire, 2008). */
export const triangle21 = pegs({
  id: 'triangle21',
  board: triangular(...['     #     ', '    # #    ', '   # # #   ', '  # # # #  ', ' # # # # # ', '# # # # # #']),
  goal: '1',
  landmarks: [
    { name: 'start', position: 'all-1', goal: '1' },
    { name: 'finish-anywhere', position: 'all-2', goal: 'any' },
  ],
});
