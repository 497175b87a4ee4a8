/** A textbook search for sliding blocks, with boards as strings and nothing of ours: the reference of the tests. */
import type { Metric } from '../../src/puzzles/puzzle.ts';

export interface PlainBoard {
  readonly columns: number;
  readonly rows: number;
  /** Rows without separators: letters for pieces, `.` for an empty cell, `#` for a wall. */
  readonly cells: string;
  /** Whether pieces move along their length only. */
  readonly isKeeping: boolean;
  /** The piece that has to go somewhere, and the first cell of where. */
  readonly hero: string;
  readonly end: number;
}

const ways = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;

const cellsOf = (board: string, letter: string): number[] => {
  const cells: number[] = [];
  for (let cell = board.indexOf(letter); cell !== -1; cell = board.indexOf(letter, cell + 1)) cells.push(cell);
  return cells;
};
const lettersOf = (board: string): string[] => [...new Set(board.replace(/[.#]/gu, ''))];

/** Where the piece is after a step, or undefined if it can't make it. */
const stepped = (
  { columns, rows, isKeeping }: Omit<PlainBoard, 'hero' | 'end'>,
  board: string,
  letter: string,
  way: number,
): string | undefined => {
  const [dx, dy] = ways[way]!;
  const cells = cellsOf(board, letter);
  const isRow = cells.length > 1 && cells[1] === cells[0]! + 1;
  if (isKeeping && isRow !== (dy === 0)) return undefined;
  const ends: number[] = [];
  for (const cell of cells) {
    const [x, y] = [(cell % columns) + dx, Math.floor(cell / columns) + dy];
    const to = y * columns + x;
    if (x < 0 || x >= columns || y < 0 || y >= rows || (board[to] !== '.' && board[to] !== letter)) return undefined;
    ends.push(to);
  }
  const after = [...board];
  for (const cell of cells) after[cell] = '.';
  for (const cell of ends) after[cell] = letter;
  return after.join('');
};

/** The boards that one move leads to. */
const neighbours = (plain: Omit<PlainBoard, 'hero' | 'end'>, board: string, metric: Metric): string[] =>
  lettersOf(board).flatMap((letter) => {
    if (metric === 'moves') {
      const seen = [board];
      for (const one of seen) {
        for (const way of ways.keys()) {
          const next = stepped(plain, one, letter, way);
          if (next !== undefined && !seen.includes(next)) seen.push(next);
        }
      }
      return seen.slice(1);
    }
    return [...ways.keys()].flatMap((way) => {
      const found: string[] = [];
      for (
        let next = stepped(plain, board, letter, way);
        next !== undefined;
        next = stepped(plain, next, letter, way)
      ) {
        found.push(next);
        if (metric === 'steps') break;
      }
      return found;
    });
  });

/** A character for each shape, so that pieces of one shape have the same; the hero has its own. */
const marksOf = ({ columns, hero, cells }: PlainBoard): Map<string, string> => {
  const shapes: string[] = [];
  const marks = lettersOf(cells).map((letter): [string, string] => {
    const own = cellsOf(cells, letter);
    const left = Math.min(...own.map((cell) => cell % columns));
    const top = Math.floor(own[0]! / columns);
    const cellsOfShape = own.map((cell) => `${(cell % columns) - left},${Math.floor(cell / columns) - top}`);
    const shape = `${cellsOfShape} ${letter === hero}`;
    if (!shapes.includes(shape)) shapes.push(shape);
    return [letter, String.fromCharCode(97 + shapes.indexOf(shape))];
  });
  return new Map(marks);
};

/** The same text for boards that look alike: each cell has the mark of its shape, a capital where a piece begins. */
const lookOf = (marks: ReadonlyMap<string, string>, board: string): string => {
  let look = '';
  let begun = '';
  for (const letter of board) {
    const mark = marks.get(letter) ?? letter;
    const isFirst = mark !== letter && !begun.includes(letter);
    if (isFirst) begun += letter;
    look += isFirst ? mark.toUpperCase() : mark;
  }
  return look;
};

/** The length of a shortest solution, -1 if there is none, undefined if it takes more boards than `most` to tell. */
export const plainSolution = (plain: PlainBoard, metric: Metric, most: number): number | undefined => {
  const marks = marksOf(plain);
  const looks = new Set([lookOf(marks, plain.cells)]);
  /** Most boards come again letter by letter, and are the same then without a look. */
  const distances = new Map([[plain.cells, 0]]);
  const queue = [plain.cells];
  for (const board of queue) {
    const distance = distances.get(board)!;
    if (board.indexOf(plain.hero) === plain.end) return distance;
    for (const next of neighbours(plain, board, metric)) {
      if (distances.has(next)) continue;
      distances.set(next, distance + 1);
      const look = lookOf(marks, next);
      if (looks.has(look)) continue;
      looks.add(look);
      queue.push(next);
    }
    if (queue.length > most) return undefined;
  }
  return -1;
};

/** The length of a shortest way to another board, letter by letter; -1 if there is none. */
export const plainDistance = (plain: Omit<PlainBoard, 'hero' | 'end'>, end: string, metric: Metric): number => {
  const distances = new Map([[plain.cells, 0]]);
  for (const [board, distance] of distances) {
    if (board === end) return distance;
    for (const next of neighbours(plain, board, metric)) if (!distances.has(next)) distances.set(next, distance + 1);
  }
  return -1;
};
