import { triangular } from '../board.ts';
import { pegs } from '../families/pegs/family.ts';

/** Peg solitaire on the triangle of 15 holes. */
export const peg15 = pegs({
  id: 'peg15',
  board: triangular('    #    ', '   # #   ', '  # # #  ', ' # # # # ', '# # # # #'),
  goal: '1',
  neverRefilled: ['5', '8', '9'],
  landmarks: [
    { name: 'start', position: 'all-1', goal: '1' },
    { name: 'start-elsewhere', position: 'all-5', goal: 'any' },
  ],
});
