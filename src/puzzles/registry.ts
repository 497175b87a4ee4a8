/** The registry. Every list of puzzles derives from this one. */
import { LRUCache } from 'lru-cache';
import { blocks } from './catalogue/blocks.ts';
import * as boards from './catalogue/boards.ts';
import { eight } from './catalogue/eight.ts';
import { eleven } from './catalogue/eleven.ts';
import { fifteen } from './catalogue/fifteen.ts';
import { five } from './catalogue/five.ts';
import { klotski } from './catalogue/klotski.ts';
import { onoff } from './catalogue/onoff.ts';
import { peg15 } from './catalogue/peg15.ts';
import { peg21 } from './catalogue/peg21.ts';
import { peg33 } from './catalogue/peg33.ts';
import { peg37 } from './catalogue/peg37.ts';
import { rush } from './catalogue/rush.ts';
import { seven } from './catalogue/seven.ts';
import { six } from './catalogue/six.ts';
import { sizedPuzzle, sizes } from './catalogue/sizes.ts';
import { twentyfour } from './catalogue/twentyfour.ts';
import { anyPegs } from './families/pegs/any-board.ts';
import { anyTiles } from './families/sliding/any-board.ts';
import { type DrawnKind, metrics, type Puzzle } from './puzzle.ts';

export const puzzles: readonly Puzzle[] = [
  ...[five, six, seven, eight, eleven, fifteen, twentyfour, onoff, klotski, rush, blocks],
  ...[peg15, peg21, peg33, peg37],
];

/** Where nobody names one, and in weekly contests. */
export const usualPuzzle: Puzzle = eight;
export const weeklyPuzzle: Puzzle = fifteen;

/** Those whose first landmarks are examples. */
export const examplePuzzles: readonly Puzzle[] = [eight, eleven, onoff, klotski, peg15];

/** With those that have no subcommand of their own: sizes of sliding puzzles, and boards with a name. */
export const puzzlesAndSizes: readonly Puzzle[] = [...puzzles, ...sizes, ...Object.values(boards)];

/** With every metric; the usual ones come first. */
export const allPuzzles: readonly Puzzle[] = [
  ...puzzlesAndSizes,
  ...puzzlesAndSizes.flatMap((puzzle) =>
    metrics.flatMap((metric) => (metric === puzzle.metric ? [] : (puzzle.inMetric?.(metric) ?? []))),
  ),
];

/** Kinds of puzzles whose boards positions draw, without those that have a usual board. */
export const anyBoards: readonly DrawnKind[] = [anyPegs, anyTiles];
export const drawnKinds: readonly DrawnKind[] = [...puzzles.flatMap(({ kind }) => kind ?? []), ...anyBoards];

/** Puzzles on boards of one's own, by ids that carry the board. */
const ownBoards = new LRUCache<string, Puzzle>({ max: 32 });

const ownBoard = (id: string): Puzzle | undefined => {
  const puzzle = ownBoards.get(id) ?? drawnKinds.map((kind) => kind.puzzleOf(id)).find((found) => found);
  if (puzzle) ownBoards.set(id, puzzle);
  return puzzle;
};

/** The boards of a kind that have names. @param among all with names, and more that a text may say */
export const namedBoards = (kind: DrawnKind, among = allPuzzles): readonly Puzzle[] =>
  among.filter(({ family, kind: own }) => family === kind.family && (kind.namedBy || own?.name === kind.name));

/** The kind whose boards a puzzle is one of; cards have none. */
export const drawnKindOf = (puzzle: Puzzle): DrawnKind | undefined =>
  puzzle.kind ?? drawnKinds.find(({ family }) => family === puzzle.family);

/** Sliding puzzles on rectangles by their size, `3x4` for three rows of four. */
const bySize: ReadonlyMap<string, Puzzle> = new Map(
  puzzlesAndSizes.flatMap((puzzle) => {
    const { board, family } = puzzle;
    const columns = board.size / board.rows;
    const isRectangle = family === 'sliding' && board.lattice === 'square' && Number.isInteger(columns);
    return isRectangle ? [[`${board.rows}x${columns}`, puzzle] as const] : [];
  }),
);

/** Rows and columns as somebody types them: `3x4`, `3 × 4`, or `4` for a square. */
const sizeOf = (typed: string): string => {
  const parts = typed.toLowerCase().split(/[x×*]/u);
  const [rows, columns = rows, ...rest] = parts.map((part) => part.trim());
  return rest.length === 0 ? `${rows}x${columns}` : '';
};

/** Rows or columns of the largest boards. */
export const longestRow = 20;
const otherSizes = new LRUCache<string, Puzzle>({ max: 16 });

/** The sliding puzzle of a size up to 20 × 20, as somebody types it. */
export const puzzleOfSize = (typed: string): Puzzle | undefined => {
  const size = sizeOf(typed);
  const known = bySize.get(size) ?? otherSizes.get(size);
  if (known) return known;
  const [rows = 0, columns = 0] = /^\d{1,2}x\d{1,2}$/u.test(size) ? size.split('x').map(Number) : [];
  if (Math.min(rows, columns) < 2 || Math.max(rows, columns) > longestRow) return undefined;
  const puzzle = sizedPuzzle(rows, columns);
  otherSizes.set(puzzle.id, puzzle);
  return puzzle;
};

export const puzzleOf = (id: string): Puzzle | undefined => {
  const known = allPuzzles.find((puzzle) => puzzle.id === id) ?? ownBoard(id);
  if (known) return known;
  const sized = puzzleOfSize(id);
  return sized?.id === id ? sized : undefined;
};

/** What somebody chooses by its id or its size, or by the name of a kind that has no usual board: `pegs`. */
export const puzzleOrKind = (typed: string): Puzzle | DrawnKind | undefined => {
  const id = typed.trim().toLowerCase();
  return puzzleOf(id) ?? puzzleOfSize(typed) ?? drawnKinds.find(({ name }) => name === id);
};

/** @throws RangeError for an unknown id */
export const knownPuzzle = (id: string): Puzzle => {
  const puzzle = puzzleOf(id);
  if (!puzzle) throw new RangeError(`no puzzle ${id}`);
  return puzzle;
};
