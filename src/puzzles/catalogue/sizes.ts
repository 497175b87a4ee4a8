import { rectangle } from '../board.ts';
import { sliding } from '../families/sliding/family.ts';
import { endsOfParity } from '../families/sliding/goals.ts';
import { hasSameParity } from '../permutation.ts';
import { endPosition, type Landmark, type Puzzle } from '../puzzle.ts';

const sized = (rows: number, columns: number, antipodes: readonly string[], diameter?: number): Puzzle =>
  sliding({
    id: `${rows}x${columns}`,
    board: rectangle(rows, columns),
    landmarks: antipodes.map((position): Landmark => ({ name: 'antipode', position })),
    ...(diameter !== undefined && { diameter }),
  });

/** A sliding puzzle of any size. Of the largest ones, no shortest solution is proved. */
export const sizedPuzzle = (rows: number, columns: number): Puzzle => {
  const { inMetric: _, ...puzzle } = sized(rows, columns, []);
  const { board } = puzzle;
  return {
    ...puzzle,
    // The nearest solvable position would take long on a large board.
    obstacle: ({ start, goal }) =>
      endsOfParity(start, endPosition(goal))?.every((end) => !hasSameParity(board, start, end))
        ? { code: 'tile-parity', values: {} }
        : undefined,
  };
};

/**
 * Sliding puzzles by their size, rows × columns: those that have no name. A board and its transpose are as deep. OEIS
 * A346736, A346737 and A355560 name the farthest positions of 2 × 7, 3 × 5 and 2 × 8, A151944 has all diameters.
 */
export const sizes: readonly Puzzle[] = [
  sized(2, 2, ['0321']),
  sized(3, 2, ['214305']),
  sized(4, 2, ['07653412']),
  sized(2, 5, ['0532194876', '0937154826']),
  sized(5, 2, ['0897563412', '0987564312']),
  sized(2, 6, ['064381B5A927', '0B432165A987']),
  sized(6, 2, ['0AB978564312', '0BA978563412']),
  sized(2, 7, ['76C43910D5BA28'], 108),
  sized(7, 2, ['D0BCA978564312'], 108),
  sized(2, 8, ['086543A1F7EDCB29'], 140),
  sized(8, 2, ['0EFDBC9A78564312'], 140),
  sized(3, 5, ['54321A98760EDCB'], 84),
  sized(5, 3, ['DE0ABC789456123'], 84),
  sized(4, 3, ['07A98B456123']),
];
