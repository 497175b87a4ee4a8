/**
 * Sliding puzzles: a move slides a numbered tile into the blank beside it. The board is a graph that `connectivity.ts` takes.
 * On a bipartite one half of the positions are solvable, on others all (Johnson and Story 1879, Wilson 1974).
 */
import type { Board } from '../../board.ts';
import { exchange, factorial, hasSameParity } from '../../permutation.ts';
import { isAt, type Metric, ok, type Position, type Puzzle, type Random } from '../../puzzle.ts';
import { permutationCodes } from '../../rank-codes.ts';
import { imagesOn } from '../../symmetry.ts';
import { checkConnectivity } from './connectivity.ts';
import { SlidingCursor } from './cursor.ts';
import { slidingMoves } from './moves.ts';
import { hasMultiTile, LineDistance } from './multi-tile.ts';
import { slidingText } from './text.ts';

/** The exchange of two tiles with the least distance to the end; undefined if the start is solvable. */
const nearestSolvable = (board: Board, start: Position, end: Position): Position | undefined => {
  if (hasSameParity(board, start, end)) return undefined;
  const cursor = new SlidingCursor(board, end, 'steps');
  let best = start;
  let least = Number.POSITIVE_INFINITY;
  for (let a = 0; a < board.size; a++) {
    for (let b = a + 1; b < board.size; b++) {
      if (start[a] === 0 || start[b] === 0) continue;
      const exchanged = exchange(start, a, b);
      cursor.load(cursor.rank(exchanged));
      if (cursor.lowerBound() >= least) continue;
      least = cursor.lowerBound();
      best = exchanged;
    }
  }
  return best;
};

/** A uniformly random solvable position (Fisher and Yates 1938, in the version of Durstenfeld 1964). */
const randomPosition = (board: Board, random: Random, end: Position): Position => {
  const position = Array.from({ length: board.size }, (_, tile) => tile);
  for (let last = position.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [position[last], position[other]] = [position[other]!, position[last]!];
  }
  if (hasSameParity(board, position, end)) return position;
  // Exchanging the first two tiles maps unsolvable positions to solvable ones, one to one.
  const [first, second] = position.flatMap((tile, cell) => (tile === 0 ? [] : cell));
  return exchange(position, first!, second!);
};

interface SlidingData extends Pick<Puzzle, 'id' | 'board' | 'landmarks' | 'diameter'> {
  /** The same of multi-tile moves. */
  readonly multiTile?: Pick<Puzzle, 'landmarks' | 'diameter'>;
}

/**
 * The default goal has the tiles in order and the blank last.
 * @throws RangeError for a board on which parity does not tell what can be reached
 */
export const sliding = ({ multiTile = { landmarks: [] }, ...data }: SlidingData): Puzzle => {
  const { id, board } = data;
  const { size } = board;
  checkConnectivity(id, board);
  const text = slidingText(id, board);
  const inOrder = Array.from({ length: size }, (_, cell) => (cell + 1) % size);
  const usual: Puzzle = {
    ...data,
    ...text,
    ...slidingMoves(id, board, 'steps'),
    name: id,
    family: 'sliding',
    words: 'sliding',
    metric: 'steps',
    isAt,
    states: factorial(size) / (board.colours ? 2 : 1),
    goal: { text: text.formatPosition(inOrder), positions: [inOrder] },
    isGoalEvident: true,
    question: (start, goal) => ok({ start, goal }),
    obstacle: ({ start, goal }) => {
      const nearest = nearestSolvable(board, start, goal.positions[0]!);
      if (!nearest) return undefined;
      const question = { position: text.formatPosition(nearest), goal: goal.text };
      return { code: 'tile-parity', values: {}, nearest: question };
    },
    images: imagesOn({ board, key: text.formatPosition, firstNamed: 1 }),
    randomPosition: (random, goal) => randomPosition(board, random, goal.positions[0]!),
    drawsSolvable: true,
    ...permutationCodes(size),
    cursor: (goal) => new SlidingCursor(board, goal.positions[0]!, 'steps'),
    pieceShape: 'tile',
    figures: (position: Position) =>
      position.flatMap((tile, cell) => (tile === 0 ? [] : { cells: [cell], label: String(tile) })),
  };
  if (!hasMultiTile(board)) return usual;
  const inMetric = (metric: Metric): Puzzle | undefined => variants.find((variant) => variant.metric === metric);
  const inMultiTile: Puzzle = {
    ...usual,
    ...multiTile,
    ...slidingMoves(id, board, 'mtm'),
    id: `${id}-mtm`,
    metric: 'mtm',
    inMetric,
    cursor: ({ positions: [end] }) => new SlidingCursor(board, end!, 'mtm', new LineDistance(board, end!)),
  };
  const variants = [{ ...usual, inMetric }, inMultiTile];
  return variants[0]!;
};
