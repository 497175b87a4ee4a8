/**
 * The board and the goal of a question, and its positions, as texts that are the same for every question which is the same
 * problem: on a turned or mirrored board, with other names of the pieces, or as another puzzle, such as a sliding puzzle
 * between the walls of a larger board. The metric does not matter, and neither does whether pieces keep their lanes.
 */
import { type Board, joinedTo } from '../puzzles/board.ts';
import { elementsAt, paired } from '../puzzles/lists.ts';
import type { Figure, Goal, Position, Puzzle } from '../puzzles/puzzle.ts';

/** Coordinates along two neighbours of a cell. */
type Point = readonly [x: number, y: number];

/** The smallest turn that keeps a lattice, and how many of them are a whole one. */
const turns: Record<Board['lattice'], readonly [turn: (point: Point) => Point, order: number]> = {
  square: [([x, y]) => [-y, x], 4],
  triangular: [([x, y]) => [-y, x + y], 6],
};

const pointsOf = ({ lattice, x, y }: Board): Point[] =>
  paired(x, y).map(([left, top]) => [(left - (lattice === 'square' ? 0 : top)) / 2, top]);

/** All turns of these points, and their mirror images. */
const orientationsOf = (lattice: Board['lattice'], points: readonly Point[]): (readonly Point[])[] => {
  const [turn, order] = turns[lattice];
  const all = [points];
  for (const turned of all) if (all.length < order) all.push(turned.map(turn));
  return all.flatMap((turned) => [turned, turned.map(([x, y]): Point => [y, x])]);
};

/** Cells that pieces of the goal can come from: other parts of the board, behind walls, don't matter. */
const openCells = (puzzle: Puzzle, goal: Goal, start: Position): number[] => {
  const { neighbours } = puzzle.board;
  const walls = new Set(puzzle.figures(start).flatMap(({ cells, isWall }) => (isWall ? cells : [])));
  const cells = [...neighbours.keys()];
  if (walls.size === 0) return cells;
  const ends = goal.positions.flatMap((end) => puzzle.figures(end).flatMap((figure) => figure.cells));
  const reached = joinedTo(neighbours, ends, (cell) => !walls.has(cell));
  return cells.filter((cell) => reached.has(cell) && !walls.has(cell));
};

/** Cells as they are read from those sides of the board from which they have the same shape. */
interface Sides {
  readonly shape: string;
  readonly orders: readonly (readonly number[])[];
}

const sidesOf = (board: Board, cells: readonly number[]): Sides => {
  const all = orientationsOf(board.lattice, pointsOf(board)).map((points) => {
    const placed = paired(cells, elementsAt(points, cells));
    placed.sort(([, [ax, ay]], [, [bx, by]]) => ay - by || ax - bx);
    const left = Math.min(...placed.map(([, [x]]) => x));
    const top = Math.min(...placed.map(([, [, y]]) => y));
    const shape = placed.map(([, [x, y]]) => `${x - left},${y - top}`).join(' ');
    return { order: placed.map(([cell]) => cell), shape };
  });
  const shape = all.map((side) => side.shape).sort()[0]!;
  return { shape, orders: all.filter((side) => side.shape === shape).map(({ order }) => order) };
};

/** The sides of whole boards: an answer with 480 positions asks for theirs 480 times. */
const wholeSides = new WeakMap<Board, Sides>();

const knownSides = (board: Board, cells: readonly number[]): Sides => {
  if (cells.length < board.size) return sidesOf(board, cells);
  const sides = wholeSides.get(board) ?? sidesOf(board, cells);
  wholeSides.set(board, sides);
  return sides;
};

/** What tells pieces apart, besides their size. */
type Names = Map<string, number>;

/** The goal seen from one side: the cells in reading order, and numbers of the pieces in that order. */
interface View {
  readonly text: string;
  readonly cells: readonly number[];
  readonly names: Names;
}

const nameOf = ({ pieceShape }: Puzzle, { label, isSecond }: Figure): string =>
  pieceShape === 'peg' ? '' : isSecond ? `${label} 2` : label;

/** A piece of a position, with its name. */
interface Piece {
  readonly figure: Figure;
  readonly name: string;
}

/** The pieces of a position by their cells. Walls are none. */
const piecesOf = (puzzle: Puzzle, position: Position): Piece[] => {
  const pieces: Piece[] = [];
  for (const figure of puzzle.figures(position)) {
    if (figure.isWall) continue;
    const piece = { figure, name: nameOf(puzzle, figure) };
    for (const cell of figure.cells) pieces[cell] = piece;
  }
  return pieces;
};

/** Writes a position seen from one side. Pieces without a number get one in reading order. */
const written = (pieces: readonly Piece[], cells: readonly number[], names: Names): string => {
  const marks = cells.map((cell) => {
    const piece = pieces[cell];
    if (!piece) return '.';
    const { figure, name } = piece;
    // The goal may not tell it from the first of two look-alikes.
    const number =
      names.get(name) ?? (figure.isSecond ? names.get(figure.label.toLowerCase()) : undefined) ?? names.size;
    names.set(name, number);
    return String.fromCharCode(figure.cells.length * 64 + number);
  });
  return marks.join('');
};

const viewOf = (ends: readonly (readonly Piece[])[], cells: readonly number[]): View => {
  const names: Names = new Map();
  const texts = ends.map((end) => written(end, cells, names)).sort();
  return { text: texts.join(' '), cells, names };
};

export class ProblemFrame {
  /** The same for equal boards and goals. */
  readonly text: string;
  private readonly puzzle: Puzzle;
  /** More than one if the board and the goal are symmetric. */
  private readonly views: readonly View[];

  /** @param start tells where the walls are */
  constructor(puzzle: Puzzle, goal: Goal, start: Position) {
    this.puzzle = puzzle;
    const { board, pieceShape } = puzzle;
    const { shape, orders } = knownSides(board, openCells(puzzle, goal, start));
    const ends = goal.positions.map((end) => piecesOf(puzzle, end));
    const views = orders.map((cells) => viewOf(ends, cells));
    const text = views.map((view) => view.text).sort()[0]!;
    this.text = `${pieceShape} ${board.lattice} ${shape} ${text}`;
    this.views = views.filter((view) => view.text === text);
  }

  /** The same for equal positions in equal frames. */
  key(position: Position): string {
    const { cells, names } = this.views[0]!;
    return written(piecesOf(this.puzzle, position), cells, new Map(names));
  }

  /** The keys of a position and of its images, one of which is `key` of an equal position in any equal frame. */
  keys(position: Position): string[] {
    const pieces = piecesOf(this.puzzle, position);
    return [...new Set(this.views.map(({ cells, names }) => written(pieces, cells, new Map(names))))];
  }
}

const known = new WeakMap<Goal, ProblemFrame>();

/** The frame of a goal; without walls it is kept as long as the goal. */
export const problemFrame = (puzzle: Puzzle, goal: Goal, start: Position): ProblemFrame => {
  if (puzzle.hasOwnPieces) return new ProblemFrame(puzzle, goal, start);
  const frame = known.get(goal) ?? new ProblemFrame(puzzle, goal, start);
  known.set(goal, frame);
  return frame;
};
