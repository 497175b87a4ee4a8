/**
 * Reference values for tests: distances by an independent search, which uses only `predecessors` and `unmake` of the
 * cursor (the contract suite checks these two against the rules), walks from a goal, and known vectors.
 */
import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { type Goal, type Position, type Puzzle, parseQuestion, type Question } from '../../src/puzzles/puzzle.ts';

/** The distances of all positions from which the goal can be reached, by rank; or of the nearest `most`. */
export const distancesTo = (puzzle: Puzzle, goal: Goal, most = Number.POSITIVE_INFINITY): Map<number, number> => {
  const cursor = puzzle.cursor(goal);
  const distance = new Map(cursor.goals.map((state) => [state, 0]));
  const queue = [...distance.keys()];
  const codes: number[] = [];
  for (const state of queue) {
    if (distance.size >= most) break;
    cursor.load(state);
    const count = cursor.predecessors(codes, 0);
    for (const code of codes.slice(0, count)) {
      cursor.unmake(code);
      const before = cursor.state();
      cursor.make(code);
      if (distance.has(before)) continue;
      distance.set(before, distance.get(state)! + 1);
      queue.push(before);
    }
  }
  return distance;
};

/** The choices of a random walk. Without `size` nearly all of them would be very short. */
export const walks = (longest = 60) => fc.array(fc.nat({ max: 2 ** 20 }), { maxLength: longest, size: 'max' });

/** Walks backwards from the goal, so that the position can be solved. */
export const walkBack = (puzzle: Puzzle, goal: Goal, choices: readonly number[]): Position => {
  const cursor = puzzle.cursor(goal);
  cursor.load(cursor.goals[(choices[0] ?? 0) % cursor.goals.length]!);
  const codes: number[] = [];
  for (const choice of choices) {
    const count = cursor.predecessors(codes, 0);
    if (count > 0) cursor.unmake(codes[choice % count]!);
  }
  return puzzle.unrank(cursor.state());
};

export const questionOf = (puzzle: Puzzle, position: string, goal?: string): Question => {
  const question = parseQuestion(puzzle, position, goal);
  if (!question.ok) throw new Error(`${puzzle.id}: ${position}: ${question.problem.code}`);
  return question.value;
};

export const positionOf = (puzzle: Puzzle, text: string): Position => questionOf(puzzle, text).start;

/** Optimal lengths of positions of a sliding puzzle, as [position, length]; the file names its source. */
export const vectorsOf = (id: string): [position: string, length: number][] => {
  const file = new URL(`../vectors/${id}.json`, import.meta.url);
  if (!existsSync(file)) return [];
  return Object.entries((JSON.parse(readFileSync(file, 'utf8')) as { positions: Record<string, number> }).positions);
};

/** Whether a test can search the whole puzzle. */
export const isSmall = ({ states }: Puzzle): boolean => states <= 2 ** 21;

/** Positions with a known distance: all of a small puzzle, otherwise those nearest to the goal and the vectors. */
export const knownDistances = (puzzle: Puzzle, goal: Goal): Map<number, number> => {
  if (isSmall(puzzle)) return distancesTo(puzzle, goal);
  const vectors = goal === puzzle.goal ? vectorsOf(puzzle.id) : [];
  const far = vectors.map(([text, length]) => [puzzle.rank(positionOf(puzzle, text)), length] as const);
  return new Map([...distancesTo(puzzle, goal, 20_000), ...far]);
};

/** An unsolved position of the puzzle. */
export const somePosition = (puzzle: Puzzle): Position => {
  const [first] = puzzle.landmarks;
  return first ? positionOf(puzzle, first.position) : walkBack(puzzle, puzzle.goal, [2, 1, 5, 3, 4, 1]);
};

/** At most `most` items, spread evenly over a list. */
export const sample = <T>(all: readonly T[], most: number): T[] => {
  const step = Math.max(1, Math.floor(all.length / most));
  return all.filter((_, index) => index % step === 0);
};

/** How many positions there are at each distance. */
export const histogramOf = (distances: ReadonlyMap<number, number>): number[] => {
  const histogram: number[] = [];
  for (const distance of distances.values()) histogram[distance] = (histogram[distance] ?? 0) + 1;
  return histogram;
};

/** The text of the piece on each cell, '' if empty: `8`, `A`, `o`, `=` for each half of a wide card, `●` for a peg. */
export const piecesOf = (puzzle: Puzzle, position: Position): string[] => {
  const marks = [...puzzle.formatPosition(position).replaceAll('/', '')];
  if (puzzle.family === 'peg') return marks.map((mark) => (mark === '1' ? '●' : ''));
  return marks.map((mark) => (mark === '0' || mark === '_' ? '' : mark));
};
