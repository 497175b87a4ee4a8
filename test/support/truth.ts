/**
 * Reference values for tests: distances by an independent search, which uses only `predecessors` and `unmake` of the
 * cursor (the contract suite checks these two against the rules), walks from a goal, and known vectors.
 */
import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Cursor, Goal, Position, Puzzle, Question } from '../../src/puzzles/puzzle.ts';
import { parseQuestion } from '../../src/puzzles/reader.ts';

const cursors = new WeakMap<Puzzle, WeakMap<Goal, Cursor>>();
/** One cursor for each goal, as ranks mean the same only there. A start with other pieces than usual has its own goal. */
export const cursorOf = (puzzle: Puzzle, goal: Goal, start?: Position): Cursor => {
  const own = cursors.get(puzzle) ?? new WeakMap<Goal, Cursor>();
  cursors.set(puzzle, own);
  const cursor = own.get(goal) ?? puzzle.cursor(goal, start);
  own.set(goal, cursor);
  return cursor;
};

/** The state of a position in searches for a goal, and the position of a state. */
export const rankOf = (puzzle: Puzzle, position: Position, goal = puzzle.goal): number =>
  cursorOf(puzzle, goal).rank(position);
export const unrank = (puzzle: Puzzle, state: number, goal = puzzle.goal): Position =>
  cursorOf(puzzle, goal).unrank(state);

/** Distances by rank, of the nearest positions first. */
export class Distances implements Iterable<readonly [rank: number, distance: number]> {
  private readonly ranks: number[] = [];
  /** One more than the distance of each rank, 0 if unknown; a map where ranks are too large for a list. */
  private readonly list: Uint8Array | undefined;
  private readonly map = new Map<number, number>();

  /** @param most ranks are below this */
  constructor(most: number) {
    if (most <= 2 ** 24) this.list = new Uint8Array(most);
  }

  get size(): number {
    return this.ranks.length;
  }

  has(rank: number): boolean {
    return this.list ? this.list[rank]! > 0 : this.map.has(rank);
  }

  get(rank: number): number | undefined {
    if (!this.list) return this.map.get(rank);
    const found = this.list[rank]!;
    return found > 0 ? found - 1 : undefined;
  }

  /** Adds a rank that is not there. */
  add(rank: number, distance: number): void {
    if (this.list) this.list[rank] = distance + 1;
    else this.map.set(rank, distance);
    this.ranks.push(rank);
  }

  keys(): readonly number[] {
    return this.ranks;
  }

  *values(): Iterable<number> {
    for (const rank of this.ranks) yield this.get(rank)!;
  }

  *[Symbol.iterator](): Iterator<readonly [number, number]> {
    for (const rank of this.ranks) yield [rank, this.get(rank)!];
  }
}

const found = new WeakMap<Cursor, readonly number[]>();
/** The goals of a cursor; where it can't list them, those that it meets on the way to everything. */
export const goalStates = (cursor: Cursor): readonly number[] => {
  const known = cursor.goals ?? found.get(cursor);
  if (known) return known;
  const goals: number[] = [];
  const states = new Set([cursor.state()]);
  const codes: number[] = [];
  for (const state of states) {
    cursor.load(state);
    if (cursor.solved()) goals.push(state);
    const count = cursor.moves(codes, 0);
    for (let i = 0; i < count; i++) {
      cursor.make(codes[i]!);
      states.add(cursor.state());
      cursor.unmake(codes[i]!);
    }
  }
  found.set(cursor, goals);
  return goals;
};

const search = (puzzle: Puzzle, goal: Goal, most: number): Distances => {
  const cursor = cursorOf(puzzle, goal);
  // The ranks of small puzzles are below 2^24, but for those of boards with any pieces.
  const distances = new Distances(isSmall(puzzle) && !puzzle.hasOwnPieces ? 2 ** 24 : Number.POSITIVE_INFINITY);
  for (const state of new Set(goalStates(cursor))) distances.add(state, 0);
  const codes: number[] = [];
  for (const state of distances.keys()) {
    if (distances.size >= most) break;
    const distance = distances.get(state)! + 1;
    cursor.load(state);
    const count = cursor.predecessors(codes, 0);
    for (let i = 0; i < count; i++) {
      cursor.unmake(codes[i]!);
      const before = cursor.state();
      cursor.make(codes[i]!);
      if (!distances.has(before)) distances.add(before, distance);
    }
  }
  return distances;
};

/** What was searched in this process. */
const searched = new WeakMap<Puzzle, Map<string, Distances>>();

/** The distances of all positions from which the goal can be reached; or of the nearest `most`. */
export const distancesTo = (puzzle: Puzzle, goal: Goal, most = Number.POSITIVE_INFINITY): Distances => {
  const own = searched.get(puzzle) ?? new Map<string, Distances>();
  searched.set(puzzle, own);
  const key = `${goal.text} ${most}`;
  const distances = own.get(key) ?? search(puzzle, goal, most);
  own.set(key, distances);
  return distances;
};

/** The distances of all states from one. */
export const distancesFrom = (cursor: Cursor, start: number): ReadonlyMap<number, number> => {
  const distances = new Map([[start, 0]]);
  const codes: number[] = [];
  for (const [state, distance] of distances) {
    cursor.load(state);
    const count = cursor.predecessors(codes, 0);
    for (const code of codes.slice(0, count)) {
      cursor.unmake(code);
      if (!distances.has(cursor.state())) distances.set(cursor.state(), distance + 1);
      cursor.make(code);
    }
  }
  return distances;
};

/** The choices of a random walk. Without `size` nearly all of them would be very short. */
export const walks = (longest = 60) => fc.array(fc.nat({ max: 2 ** 20 }), { maxLength: longest, size: 'max' });

/** Walks backwards from the goal, so that the position can be solved. */
export const walkBack = (puzzle: Puzzle, goal: Goal, choices: readonly number[], start?: Position): Position => {
  const cursor = cursorOf(puzzle, goal, start);
  const goals = goalStates(cursor);
  cursor.load(goals[(choices[0] ?? 0) % goals.length]!);
  const codes: number[] = [];
  for (const choice of choices) {
    const count = cursor.predecessors(codes, 0);
    if (count > 0) cursor.unmake(codes[choice % count]!);
  }
  return cursor.unrank(cursor.state());
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
export const knownDistances = (puzzle: Puzzle, goal: Goal): Distances => {
  if (isSmall(puzzle)) return distancesTo(puzzle, goal);
  const known = new Distances(Number.POSITIVE_INFINITY);
  for (const [rank, distance] of distancesTo(puzzle, goal, 20_000)) known.add(rank, distance);
  for (const [text, length] of goal === puzzle.goal ? vectorsOf(puzzle.id) : []) {
    const rank = rankOf(puzzle, positionOf(puzzle, text));
    if (!known.has(rank)) known.add(rank, length);
  }
  return known;
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
export const histogramOf = (distances: Distances): number[] => {
  const histogram: number[] = [];
  for (const distance of distances.values()) histogram[distance] = (histogram[distance] ?? 0) + 1;
  return histogram;
};

/** The text of the piece on each cell, '' if empty: `8`, `A`, `o`, `=` for each half of a wide card, `●` for a peg. */
export const piecesOf = (puzzle: Puzzle, position: Position): string[] => {
  const marks = [...puzzle.formatPosition(position).replaceAll('/', '')];
  if (puzzle.family === 'pegs') return marks.map((mark) => (mark === '1' ? '●' : ''));
  return marks.map((mark) => ('0_.o'.includes(mark) && !(puzzle.words === 'cards' && mark === 'o') ? '' : mark));
};
