/**
 * Sliding puzzles: a move slides a numbered tile into the blank beside it. The board is a graph that `connectivity.ts` takes.
 * On a bipartite one half of the positions are solvable, on others all (Johnson and Story 1879, Wilson 1974).
 */
import type { Board } from '../../board.ts';
import { distanceOf, misplaced, type PositionFeature } from '../../features.ts';
import { elementsAt } from '../../lists.ts';
import { exchange, factorial, hasSameParity } from '../../permutation.ts';
import {
  endPosition,
  isWhole,
  type Metric,
  type Obstacle,
  ok,
  type Position,
  type PositionText,
  type Puzzle,
  type Question,
  type Random,
  wrong,
} from '../../puzzle.ts';
import { arrangementCodes } from '../../rank-codes.ts';
import { imagesOn } from '../../symmetry.ts';
import { checkConnectivity } from './connectivity.ts';
import { SlidingCursor } from './cursor.ts';
import { endsOfParity, filledWith, orderAim, unnamed } from './goals.ts';
import { rectangleOf } from './lines.ts';
import { slidingMoves } from './moves.ts';
import { hasMultiTile, LineDistance } from './multi-tile.ts';
import { slidingText } from './text.ts';
import { TileCursor } from './tile-cursor.ts';
import { statesTo } from './tile-kinds.ts';

/** The exchange of two tiles after which the sum of distances to the goal is least. */
const nearestExchange = ({ distance }: Board, start: Position, end: Position): Position => {
  // Nowhere for a tile that the goal doesn't name.
  const away = (cell: number, tile: number): number => distance[end.indexOf(tile)]?.[cell] ?? 0;
  const tiles = [...start.entries()].filter(([, tile]) => tile !== 0);
  const pairs = tiles.flatMap(([a, one], index) =>
    tiles.slice(index + 1).map(([b, other]) => {
      const change = away(a, other) + away(b, one) - away(a, one) - away(b, other);
      return { a, b, change };
    }),
  );
  const { a, b } = pairs.reduce((nearest, pair) => (pair.change < nearest.change ? pair : nearest));
  return exchange(start, a, b);
};

/** Why distinct tiles can't reach a goal, where parity decides that. */
export const parityObstacle =
  (board: Board, format: Puzzle['formatPosition']) =>
  ({ start, goal }: Question): Obstacle | undefined => {
    const ends = endsOfParity(start, endPosition(goal));
    if (!ends || ends.some((end) => hasSameParity(board, start, end))) return undefined;
    const position = format(nearestExchange(board, start, endPosition(goal)));
    return { code: 'tile-parity', values: {}, nearest: { position, goal: goal.text } };
  };

/** A uniformly random arrangement (Fisher and Yates 1938, in the version of Durstenfeld 1964). */
export const shuffled = (random: Random, pieces: Position): Position => {
  const position = [...pieces];
  for (let last = position.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [position[last], position[other]] = elementsAt(position, [other, last]);
  }
  return position;
};

/** A uniformly random solvable position of distinct tiles, where parity tells which are. */
export const randomSolvable = (board: Board, random: Random, end: Position): Position => {
  const position = shuffled(random, end);
  if (hasSameParity(board, position, end)) return position;
  // Exchanging the first two tiles maps unsolvable positions to solvable ones, one to one.
  const [first, second] = position.flatMap((tile, cell) => (tile === 0 ? [] : cell));
  return exchange(position, first!, second!);
};

/** What can be measured of a position. */
const tileFeatures = (board: Board, end: Position): readonly PositionFeature[] => {
  const pieces = end.filter((tile) => tile !== 0).sort((a, b) => a - b);
  const distances = end.map((_, tile) => distanceOf(board, end, tile));
  const cells = end.map((_, tile) => end.indexOf(tile));
  const manhattan = (position: Position): number =>
    position.reduce((sum, tile, cell) => (tile === 0 ? sum : sum + board.distance[cell]![cells[tile]!]!), 0);
  return [
    { name: 'manhattan', measure: manhattan },
    misplaced(end),
    { name: 'distance', pieces, measure: (position, tile = 0) => distances[tile]!(position) },
    { name: 'blank', measure: distanceOf(board, end, 0) },
  ];
};

interface SlidingData extends Pick<Puzzle, 'id' | 'board' | 'landmarks' | 'diameter'> {
  /** The same of multi-tile moves. */
  readonly multiTile?: Pick<Puzzle, 'landmarks' | 'diameter'>;
  /** How positions are read and written, if the board has walls. */
  readonly text?: PositionText;
}

/**
 * The default goal has the tiles in order and the blank last.
 * @throws RangeError for a board on which parity does not tell what can be reached
 */
export const sliding = ({ multiTile = { landmarks: [] }, text: own, ...data }: SlidingData): Puzzle => {
  const { id, board } = data;
  const { size } = board;
  // A rectangle is never in doubt, and the largest have too many cells for a look at each.
  const { rows = 0, columns = 0 } = rectangleOf(board) ?? {};
  if (Math.min(rows, columns) < 2) checkConnectivity(id, board);
  const text = own ?? slidingText(id, board);
  const inOrder = Array.from({ length: size }, (_, cell) => (cell + 1) % size);
  const states = factorial(size) / (board.colours ? 2 : 1);
  const turned = imagesOn({ board, key: text.formatPosition, firstNamed: size });
  const renamed = imagesOn({ board, key: text.formatPosition, firstNamed: 1 });
  const usual: Puzzle = {
    ...data,
    ...text,
    ...slidingMoves(id, board, 'steps'),
    name: id,
    family: 'sliding',
    isPermutation: true,
    words: 'sliding',
    metric: 'steps',
    states,
    goal: { text: text.formatPosition(inOrder), positions: [inOrder] },
    aimOf: (goal) => orderAim(board, goal),
    isGoalEvident: true,
    statesTo: (goal) => (isWhole(goal) ? states : statesTo(inOrder, endPosition(goal))),
    question: (start, goal) => ok({ start, goal }),
    obstacle: parityObstacle(board, text.formatPosition),
    images: (position, goal) => (isWhole(goal) ? renamed : turned)(position, goal),
    randomPosition: (random, goal) => {
      const end = endPosition(goal);
      return randomSolvable(board, random, filledWith(end, unnamed(inOrder, end)!));
    },
    drawsSolvable: true,
    features: (goal) => tileFeatures(board, endPosition(goal)),
    ...arrangementCodes(inOrder),
    cursor: (goal) =>
      isWhole(goal) ? new SlidingCursor(board, endPosition(goal), 'steps') : new TileCursor(board, inOrder, goal),
    pieceShape: 'tile',
    figures: (position: Position) =>
      position.flatMap((tile, cell) => (tile > 0 ? { cells: [cell], label: String(tile) } : [])),
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
    question: (start, goal) => (isWhole(goal) ? ok({ start, goal }) : wrong('goal-free')),
    cursor: (goal) => new SlidingCursor(board, endPosition(goal), 'mtm', new LineDistance(board, endPosition(goal))),
  };
  const inSteps: Puzzle = { ...usual, inMetric };
  const variants = [inSteps, inMultiTile];
  return inSteps;
};
