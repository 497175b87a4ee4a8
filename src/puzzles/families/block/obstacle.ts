/** Which block positions can't be solved. */
import type { Board } from '../../board.ts';
import { exchange, hasSameParity } from '../../permutation.ts';
import type { Goal, Obstacle, Position } from '../../puzzle.ts';
import type { Alphabet } from './alphabet.ts';
import { wideLeft } from './cursor.ts';

export const obstacleOf = (
  board: Board,
  { isMarked }: Alphabet,
  formatPosition: (position: Position) => string,
): ((start: Position, goal: Goal) => Obstacle | undefined) => {
  const columns = board.size / board.rows;
  const rowOf = (position: Position): number => board.y[position.indexOf(wideLeft)]!;
  const obstacle = (start: Position, goal: Goal): Obstacle | undefined => {
    const target = goal.positions[0]!;
    if (rowOf(start) !== rowOf(target)) {
      // Exchanging both rows puts the wide card into its row.
      const rows = [...start.slice(columns), ...start.slice(0, columns)];
      const nearest = obstacle(rows, goal)?.nearest ?? { position: formatPosition(rows), goal: goal.text };
      return { code: 'wide-card-row', values: { row: rowOf(start) + 1, goalRow: rowOf(target) + 1 }, nearest };
    }
    // Parity needs distinct cards.
    if (new Set(start).size < board.size || hasSameParity(board, start, target)) return undefined;
    const [a, b] = start.flatMap((code, cell) => (isMarked(code) ? [start.indexOf(code - 1), cell] : []));
    const repaired = exchange(start, a!, b!);
    return { code: 'card-parity', values: {}, nearest: { position: formatPosition(repaired), goal: goal.text } };
  };
  return obstacle;
};
