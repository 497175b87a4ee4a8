/** Questions of sliding tiles for certificates. Tiles that a goal doesn't tell apart have the number of the first one. */

import type { Way } from '../../proof/format.ts';
import { linesOf } from '../../puzzles/families/sliding/lines.ts';
import { kindsOf } from '../../puzzles/families/sliding/tile-kinds.ts';
import { hasSameParity } from '../../puzzles/permutation.ts';
import { endPosition, type Position } from '../../puzzles/puzzle.ts';
import type { Statement, StatementOf } from '../certificates/statement.ts';

/** The tiles on a line go one cell towards its first cell, which is empty. Tiles have the same numbers on the way back. */
const wayAlong = (line: readonly number[]): Way => {
  const numbers = line.slice(1).map((_, index) => -1 - index);
  const [first = 0, second = 0] = line;
  if (first > second) numbers.reverse();
  return line.map((cell, index): Way[number] => [cell, numbers[index - 1] ?? 0, numbers[index] ?? 0]).reverse();
};

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
  const ways = linesOf(board).flatMap((lines, empty) =>
    lines.flatMap((line) =>
      (metric === 'mtm' ? line : line.slice(0, 1)).map((_, last) => wayAlong([empty, ...line.slice(0, last + 1)])),
    ),
  );
  return { fields: { rules: { ways, isChained: false }, start, goals }, rule };
};
