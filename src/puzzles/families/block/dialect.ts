/** How the writer of a board uses the letters O and X: as pieces, or for empty cells and walls. */
import type { Board } from '../../board.ts';
import { consecutive } from '../../lists.ts';
import { axisOf, type Freedom } from './letters.ts';
import { columnsOf } from './shapes.ts';

/** The letter that stands for empty cells besides `.`, and the one for walls; undefined where it is a piece. */
export interface Dialect {
  readonly empty: string | undefined;
  readonly wall: string | undefined;
}

export const isCar = (board: Board, cells: readonly number[]): boolean => {
  const step = axisOf(board, cells, 'keeping') === 'row' ? 1 : columnsOf(board);
  const isStraight = consecutive(cells).every(([before, cell]) => cell === before + step);
  return cells.length > 1 && isStraight && (step > 1 || new Set(cells.map((cell) => board.y[cell])).size === 1);
};

/**
 * All dialects that a board may be written in. Most boards have one. Boards with `.` have no other mark for empty cells,
 * so that their `o` and `x` are cars. The others have the public database's: capitals, `o` for empty, `x` for walls.
 * @param marks the cells as they are written
 */
export const dialectsOf = (board: Board, freedom: Freedom, marks: readonly string[]): Dialect[] => {
  const has = (pattern: RegExp): boolean => marks.some((mark) => pattern.test(mark));
  const hasDots = has(/^[._0]$/u);
  const hasCapitals = has(/^[A-Z]$/u);
  const emptyMarks = (): Dialect['empty'][] => {
    if (!has(/^o$/u)) return [hasDots ? undefined : 'O'];
    if (!hasDots) return ['o'];
    return hasCapitals || freedom === 'free' ? ['o', undefined] : [undefined];
  };
  const wallMarks = (empty: Dialect['empty']): Dialect['wall'][] => {
    // In capitals throughout, so that O is the only mark for empty cells.
    if (empty === 'O' && freedom === 'keeping' && has(/^X$/u)) return [undefined, 'X'];
    if (!has(/^x$/u)) return [undefined];
    const cells = marks.flatMap((mark, cell) => (mark === 'x' ? cell : []));
    if (freedom === 'free' || !isCar(board, cells)) return ['x'];
    if (hasCapitals === hasDots) return ['x', undefined];
    return [hasDots ? undefined : 'x'];
  };
  return emptyMarks().flatMap((empty) => wallMarks(empty).map((wall) => ({ empty, wall })));
};
