/**
 * Sliding puzzles with tiles of any kind on any board: letters, tiles that look alike, several blanks. Where a board has
 * no narrow place, distinct tiles need the right parity, and all others can get anywhere (Wilson 1974).
 */
import { filesAndRows } from '../../board.ts';
import { elementsAt } from '../../lists.ts';
import {
  endPosition,
  isWhole,
  noGoal,
  type Obstacle,
  ok,
  type Position,
  type Puzzle,
  type Question,
  wrong,
} from '../../puzzle.ts';
import { arrangementCodes } from '../../rank-codes.ts';
import { imagesOn } from '../../symmetry.ts';
import { connectivityProblem, ringOf } from './connectivity.ts';
import { unnamedTile } from './drawing.ts';
import { parityObstacle, randomSolvable, shuffled } from './family.ts';
import { orderAim } from './goals.ts';
import { slidingMoves } from './moves.ts';
import { TileCursor } from './tile-cursor.ts';
import { statesTo } from './tile-kinds.ts';
import { cellMoves } from './tile-moves.ts';
import { isCounted, labelOf, type Tiles, tileText } from './tile-text.ts';

/** Why a goal is out of reach on a ring, where tiles only go round. */
const ringObstacle = (ring: readonly number[], { start, goal }: Question): Obstacle | undefined => {
  if (!isWhole(goal)) return undefined;
  const around = (position: Position): number[] => elementsAt(position, ring).filter((code) => code !== 0);
  const [own, wanted] = [around(start), around(endPosition(goal))];
  const isSame = own.some((_, turn) => own.every((__, index) => own[(index + turn) % own.length] === wanted[index]));
  return isSame ? undefined : { code: 'ring-order', values: {} };
};

const movesOf = (id: string, tiles: Tiles) => {
  const { board, pieces, hasLetters } = tiles;
  if (pieces.filter((code) => code === 0).length > 1) return cellMoves(id, board);
  const labels = new Map(pieces.filter((code) => code !== 0).map((code) => [labelOf(tiles, code), code]));
  const areDirections = [...labels.keys()].some((label) => /^[RLUD]$/u.test(label));
  return slidingMoves(id, board, 'steps', {
    nameOf: (code) => (hasLetters ? labelOf(tiles, code) : code),
    read: (word) => {
      const label = word.toUpperCase();
      return labels.has(label) ? (hasLetters ? label : labels.get(label)) : undefined;
    },
    isAmbiguous: areDirections || labels.size < pieces.length - 1,
  });
};

/** @param id carries the board and the tiles */
export const tiles = (id: string, name: string, of: Tiles): Puzzle => {
  const { board, pieces } = of;
  const blanks = pieces.filter((code) => code === 0).length;
  const text = tileText(id, of);
  const isOrdered = isCounted(pieces);
  const inOrder = [...pieces.slice(blanks), ...pieces.slice(0, blanks)];
  const isOpen = !connectivityProblem(board);
  const hasParity = isOpen && new Set(pieces).size === pieces.length;
  const ring = board.size > 4 ? ringOf(board) : undefined;
  // Elsewhere only a search tells.
  const obstacle = hasParity ? parityObstacle(board, text.formatPosition) : () => undefined;
  return {
    id,
    name,
    family: 'sliding',
    words: 'tiles',
    metric: 'steps',
    board,
    landmarks: [],
    ...text,
    ...movesOf(id, of),
    states: statesTo(pieces, pieces),
    statesTo: ({ positions: [end = pieces] }) => statesTo(pieces, end),
    goal: isOrdered ? { text: text.formatPosition(inOrder), positions: [inOrder] } : noGoal,
    aimOf: (goal) => (isOrdered && blanks === 1 ? orderAim(board, goal) : undefined),
    isGoalEvident: isOrdered,
    question: (start, goal) =>
      goal.positions.length > 0
        ? ok({ start, goal })
        : wrong('goal-missing', { puzzle: id, example: text.formatPosition(inOrder) }),
    obstacle: ring ? (question) => ringObstacle(ring, question) : obstacle,
    images: imagesOn({ board, key: text.formatPosition, firstNamed: unnamedTile + 1 }),
    randomPosition: (random, { positions: [end] }) =>
      hasParity && end ? randomSolvable(board, random, end) : shuffled(random, pieces),
    drawsSolvable: isOpen,
    ...arrangementCodes(pieces),
    cursor: (goal) => new TileCursor(board, pieces, goal),
    // Moves into several blanks are named by cells.
    ...(blanks > 1 && { labels: filesAndRows(board) }),
    pieceShape: 'tile',
    figures: (position) =>
      position.flatMap((code, cell) => (code > 0 ? { cells: [cell], label: labelOf(of, code) } : [])),
  };
};
