/** Moves of lettered pieces. */
import { LRUCache } from 'lru-cache';
import type { Board } from '../../board.ts';
import type { Metric, Move, Moves, Position, Step } from '../../puzzle.ts';
import { readLetterMoves, writtenWays } from './letter-words.ts';
import { type Freedom, letterOf } from './letters.ts';
import { moved, type Placed, pathOf, placed, stepsTo } from './placed.ts';

export const letterMoves = (id: string, board: Board, freedom: Freedom, metric: Metric): Moves => {
  const reached = new Int16Array(board.size);
  // Moves of a line are read, played and written in several notations, each time from the same positions.
  const recent = new LRUCache<string, readonly Placed[], Position>({
    max: 1024,
    memoMethod: (_key, _stale, { context }) => placed(board, freedom, context),
  });
  const pieces = (position: Position) => recent.memo(position.join(), { context: position });
  const pieceAt = (position: Position, cell: number): Placed | undefined =>
    pieces(position).find(({ shape, place }) => shape.firstCells[place] === cell);

  /** The sign of the distance, and whether it is within a row. */
  const directionOf = (from: number, to: number): string => `${Math.sign(to - from)} ${board.y[from] === board.y[to]}`;
  const extended = ([from = -1, before]: Move, [at, to]: Step): Move | undefined => {
    if (before !== at || metric === 'steps') return undefined;
    return metric === 'moves' || directionOf(from, at) === directionOf(at, to) ? [from, to] : undefined;
  };

  const formatMove = (position: Position, [from = -1, to]: Move): string => {
    const piece = pieceAt(position, from);
    return piece && to !== undefined ? piece.letter + writtenWays(pathOf(piece, to)) : letterOf(position[from]!);
  };

  const reading = { id, board, pieces, extended };
  return {
    isReversible: true,
    legalSteps: (position) =>
      pieces(position).flatMap(({ shape, place, isFree }) => {
        const count = shape.reach('steps', place, isFree, reached);
        const from = shape.firstCells[place]!;
        return Array.from(reached.subarray(0, count), (to): Step => [from, shape.firstCells[to]!]);
      }),
    stepsOf: (position, [from = -1, to = -1]) => {
      const piece = pieceAt(position, from);
      return piece ? stepsTo(piece, to) : [];
    },
    extended,
    play: (position, move) => {
      const [from = -1, to = -1] = move;
      const piece = move.length === 2 ? pieceAt(position, from) : undefined;
      const target = piece?.shape.placeAt[to] ?? -1;
      const count = piece && target !== -1 ? piece.shape.reach(metric, piece.place, piece.isFree, reached) : 0;
      if (!piece || !reached.subarray(0, count).includes(target)) {
        throw new RangeError(`${id}: no move ${move.join('-')} in ${position}`);
      }
      return moved(position, piece, target);
    },
    tap: () => [],
    notate: formatMove,
    moveNotations: [{ notation: 'named', separator: ' ' }],
    formatMove,
    parseMoves: (start, text) => readLetterMoves(reading, text, { from: start, isBackwards: false }),
    parseMovesTo: (end, text) => readLetterMoves(reading, text, { from: end, isBackwards: true }),
  };
};
