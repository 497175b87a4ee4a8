/** Questions of sliding tiles for certificates. Tiles that a goal doesn't tell apart have the number of the first one. */
import { linesOf } from '../../puzzles/families/sliding/lines.ts';
import { kindsOf } from '../../puzzles/families/sliding/tile-kinds.ts';
import { hasSameParity } from '../../puzzles/permutation.ts';
import { endPosition, type Position } from '../../puzzles/puzzle.ts';
import type { Statement, StatementOf } from './statement.ts';

export const slideStatement: StatementOf = ({ board, metric }, question, cursor, states) => {
  const kinds = kindsOf(question.start, endPosition(question.goal));
  const named = (position: Position): Position =>
    position.map((code) => kinds.find((kind) => kind.includes(code))?.[0] ?? code);
  const start = named(question.start);
  const goals = (states?.map((state) => cursor.unrank(state)) ?? question.goal.positions).map(named);
  const rule: Statement['rule'] = () => {
    const isDistinct = board.colours && new Set(start).size === start.length;
    const isParity = isDistinct && goals.every((goal) => !goal.includes(-1) && !hasSameParity(board, start, goal));
    return isParity ? { kind: 'parity' } : undefined;
  };
  const lines = metric === 'mtm' ? linesOf(board) : board.neighbours.map((near) => near.map((cell) => [cell]));
  return { fields: { rules: { moves: 'slide', lines }, start, goals }, rule };
};
