/**
 * Random positions: of all solvable ones whose shortest solution has a wanted length, each as likely as any other where
 * possible. Random moves from the goal would stay near it and favour positions with many paths.
 */
import { elementsAt, pick } from '../puzzles/lists.ts';
import {
  type Cursor,
  endPosition,
  goalOf,
  isWhole,
  type Position,
  type Puzzle,
  type Random,
  unwrap,
} from '../puzzles/puzzle.ts';
import { mixed } from '../puzzles/state-store.ts';
import { successors } from '../puzzles/successors.ts';
import { allLevels, type Levels } from './algorithms/breadth-first.ts';
import { ComponentTable, componentTable } from './blocks/component-table.ts';
import { Budget } from './budget.ts';
import { isRectangular } from './sliding/rectangle.ts';
import { walkingDistanceCursor } from './sliding/walking-distance.ts';
import type { Table, TableNeed, Tables } from './tables/contract.ts';
import { hasTable, openedTable, tableNeed } from './tables/table.ts';

/** Lengths of shortest solutions, both ends included. */
interface Band {
  readonly least: number;
  readonly most: number;
}

export interface Scramble {
  readonly position: Position;
  /** The length of its shortest solutions, where it is known without a search. */
  readonly length?: number;
}

export const difficulties = ['easy', 'medium', 'hard', 'farthest'] as const;
export type Difficulty = (typeof difficulties)[number];
/** What can be drawn: any position but the goal, or one of a difficulty. */
export const draws = ['random', ...difficulties] as const;
export type Draw = (typeof draws)[number];

/** The most positions that are listed by their distances: a tenth of a second, and a few megabytes. */
const fewStates = 2 ** 18;
/** Where fewer than one in this number of positions is wanted, random moves along a shortest solution find one. */
const rarest = 5000;
const mostTries = 2000;
const fewTries = 50;

const below = (random: Random, count: number): number => Math.floor(random() * count);

/** The same numbers for the same seed, so that work done twice agrees: a counter, mixed (Steele et al. 2014). */
export const seeded = (seed: string): Random => {
  let state = 0;
  for (const character of seed) state = mixed(Math.imul(state, 31) + character.charCodeAt(0));
  return () => {
    state = (state + 0x9e3779b9) | 0;
    return (mixed(state) >>> 0) / 2 ** 32;
  };
};

/** The levels that were listed last, as scrambles of one puzzle come in rows. */
let listed: (Levels & { readonly id: string; readonly cursor: Cursor }) | undefined;

const levelsOf = (puzzle: Puzzle): NonNullable<typeof listed> => {
  if (listed?.id === puzzle.id) return listed;
  const cursor = puzzle.cursor(puzzle.goal);
  const levels = allLevels(cursor, new Budget());
  if (typeof levels === 'string') throw new Error(levels);
  listed = { id: puzzle.id, cursor, ...levels };
  return listed;
};

const isListed = (puzzle: Puzzle): boolean => puzzle.states <= fewStates;

/** The tables that `scramble` and `bandOf` need. */
export const scrambleNeeds = (puzzle: Puzzle): readonly TableNeed[] =>
  isListed(puzzle) || !hasTable(puzzle) ? [] : [tableNeed(puzzle, puzzle.goal)];

const byLevels = (puzzle: Puzzle, { least, most }: Band, random: Random): Scramble | undefined => {
  const { store, starts, cursor } = levelsOf(puzzle);
  const last = starts.length - 1;
  const lengths = [Math.max(0, Math.ceil(least)), Math.floor(most) + 1] as const;
  const [from, to] = elementsAt(starts, [Math.min(lengths[0], last), Math.min(lengths[1], last)]);
  if (from >= to) return undefined;
  const index = from + below(random, to - from);
  return { position: cursor.unrank(store.at(index)), length: starts.findLastIndex((start) => start <= index) };
};

const byTable = (puzzle: Puzzle, table: Table, band: Band, random: Random): Scramble | undefined => {
  const { histogram } = table;
  const isWanted = (length: number): boolean => length >= band.least && length <= band.most;
  const count = histogram.reduce((sum, positions, length) => sum + (isWanted(length) ? positions : 0), 0);
  if (count === 0) return undefined;
  const draw = () => {
    const position = puzzle.randomPosition(random, puzzle.goal);
    return { position, length: table.distance(position) };
  };
  if (count * rarest >= puzzle.states) {
    for (;;) {
      const drawn = draw();
      if (isWanted(drawn.length)) return drawn;
    }
  }
  // Too rare to be met by chance: a shortest solution from farther away passes each length. The positions that it passes
  // are not quite equally likely; the farthest of all are.
  let place = below(random, count);
  const length = histogram.findIndex((positions, length) => {
    if (isWanted(length)) place -= positions;
    return place < 0;
  });
  let start = { position: pick(random, table.farthest()), length: -1 };
  for (let tries = 0; tries < 20 && start.length < length; tries++) {
    const drawn = draw();
    if (drawn.length >= length) start = drawn;
  }
  let { position } = start;
  for (let left = table.distance(position); left > length; left--)
    position = puzzle.play(position, pick(random, table.bestMoves(position)));
  return { position, length };
};

/** One of the puzzle's boards, or a position on the way from a longer one. */
const byBoards = (puzzle: Puzzle, { least, most }: Band, random: Random): Scramble | undefined => {
  const { boards = [] } = puzzle;
  const fit = boards.filter(({ length }) => length >= least && length <= most);
  const longer = boards.filter(({ length }) => length > most);
  if (fit.length === 0 && (longer.length === 0 || most < 0)) return undefined;
  const board = pick(random, fit.length > 0 ? fit : longer);
  let start = unwrap(puzzle.parsePosition(board.position), `${puzzle.id}: ${board.position}`);
  const length = Math.min(board.length, Math.floor(most));
  if (length < board.length) {
    const table = componentTable(puzzle, { start, goal: goalOf(puzzle, start) }, new Budget());
    if (!(table instanceof ComponentTable)) return undefined;
    for (let left = board.length; left > length; left--)
      start = puzzle.play(start, pick(random, table.bestMoves(start)));
  }
  return { position: start, length };
};

/** Random moves backwards from a goal, to no position twice; undefined where they end early. */
const backwards = (puzzle: Puzzle, moves: number, random: Random, goal = puzzle.goal): Position | undefined => {
  const cursor = puzzle.cursor(goal);
  cursor.load(pick(random, cursor.goals!));
  const visited = new Set([cursor.state()]);
  for (let made = 0; made < moves; made++) {
    const fresh = successors(cursor, cursor.state(), 'predecessors').filter(({ state }) => !visited.has(state));
    if (fresh.length === 0) return undefined;
    cursor.unmake(pick(random, fresh).code);
    visited.add(cursor.state());
  }
  return cursor.unrank(cursor.state());
};

/** Moves from the goal to a position that a newcomer can follow, and jumps, which have more branches. */
const nearbyMoves = { steps: 12, jumps: 6 };

/** A random position near the goal, in about a millisecond; or an easy board or the usual start where the goal leaves pieces anywhere. */
export const nearby = (puzzle: Puzzle, random: Random, goal = puzzle.goal): Position => {
  const { boards, landmarks, hasOwnPieces, isReversible } = puzzle;
  const known = (text: string): Position => unwrap(puzzle.parsePosition(text), `${puzzle.id}: ${text}`);
  if (boards) return known(pick(random, boards.toSorted((a, b) => a.length - b.length).slice(0, 10)).position);
  if (hasOwnPieces || !isWhole(goal)) return known(landmarks[0]!.position);
  if (!isReversible) {
    for (let moves = nearbyMoves.jumps; moves > 0; moves--) {
      const position = backwards(puzzle, moves, random, goal);
      if (position) return position;
    }
  }
  // A cursor of a large board takes several milliseconds to make.
  let position = endPosition(goal);
  const passed = new Set([puzzle.formatPosition(position)]);
  for (let made = 0; made < nearbyMoves.steps; made++) {
    const fresh = puzzle
      .legalSteps(position)
      .map((step) => puzzle.play(position, step))
      .filter((next) => !passed.has(puzzle.formatPosition(next)));
    if (fresh.length === 0) break;
    position = pick(random, fresh);
    passed.add(puzzle.formatPosition(position));
  }
  return position;
};

/** The length of the longest shortest solution, for puzzles without a table: as published, or that of a long game. */
const longestOf = ({ diameter = 20 }: Puzzle): number => diameter;

/**
 * Without a table only a search tells a length. The shortest solution is not longer than `most`, and its lower bound is
 * at least `least`, or the best of some tries.
 */
const byBounds = (puzzle: Puzzle, { least, most }: Band, random: Random): Scramble => {
  const { goal } = puzzle;
  const cursor = isRectangular(puzzle) ? walkingDistanceCursor(puzzle, goal) : puzzle.cursor(goal);
  const isOpen = puzzle.drawsSolvable && most >= longestOf(puzzle);
  let best: { position: Position; bound: number } | undefined;
  for (let tries = 0; tries < mostTries; tries++) {
    const position = isOpen ? puzzle.randomPosition(random, goal) : backwards(puzzle, Math.floor(most), random);
    if (!position) continue;
    cursor.load(cursor.rank(position));
    const bound = cursor.lowerBound();
    if (bound >= least) return { position };
    if (!best || bound > best.bound) best = { position, bound };
    // Where most positions have no solution, bounds are weak too: a few tries show what there is.
    if (!puzzle.drawsSolvable && tries >= fewTries) break;
  }
  return { position: best?.position ?? endPosition(goal) };
};

/**
 * A random solvable position whose shortest solution has a length in the band, as near as possible without a table;
 * undefined where there is none.
 * @param tables what `scrambleNeeds` named
 */
export const scramble = (puzzle: Puzzle, band: Band, random: Random, tables: Tables): Scramble | undefined => {
  if (puzzle.boards) return byBoards(puzzle, band, random);
  if (isListed(puzzle)) return byLevels(puzzle, band, random);
  if (hasTable(puzzle)) return byTable(puzzle, openedTable(puzzle, puzzle.goal, tables), band, random);
  return byBounds(puzzle, band, random);
};

/** Moves of a random walk. Where moves can be undone, it forgets its start: a position is as likely as it has moves. */
const walkedMoves = 5000;

/** Where random moves from a position lead. */
export const walked = (puzzle: Puzzle, start: Position, random: Random): Position => {
  const cursor = puzzle.cursor(goalOf(puzzle, start), start);
  cursor.load(cursor.rank(start));
  const codes: number[] = [];
  for (let made = 0; made < walkedMoves; made++) {
    const count = cursor.moves(codes, 0);
    if (count > 0) cursor.make(pick(random, codes.slice(0, count)));
  }
  return cursor.unrank(cursor.state());
};

const diameterOf = (puzzle: Puzzle, tables: Tables): number => {
  if (puzzle.boards) return Math.max(...puzzle.boards.map(({ length }) => length));
  if (isListed(puzzle)) return levelsOf(puzzle).starts.length - 2;
  if (!hasTable(puzzle)) return longestOf(puzzle);
  return openedTable(puzzle, puzzle.goal, tables).histogram.length - 1;
};

/** From and to which share of the diameter. */
const shares = { easy: [0.15, 0.4], medium: [0.4, 0.7], hard: [0.7, 0.95] } as const;

/** The lengths that count as a difficulty. */
export const bandOf = (puzzle: Puzzle, difficulty: Difficulty, tables: Tables): Band => {
  const diameter = diameterOf(puzzle, tables);
  if (difficulty === 'farthest') return { least: diameter, most: diameter };
  const [least, most] = shares[difficulty];
  // Rounded so that bands neither meet nor leave a length out, and none is empty.
  const from = Math.floor(diameter * least) + 1;
  return { least: from, most: Math.max(from, Math.floor(diameter * most)) };
};

export const scrambleOf = (puzzle: Puzzle, draw: Draw, random: Random, tables: Tables): Scramble => {
  // Few boards are solvable where no rule tells which, and no table lists them.
  const isRare = !puzzle.drawsSolvable && !hasTable(puzzle);
  if (draw === 'random' && !isRare)
    return scramble(puzzle, { least: 1, most: Number.POSITIVE_INFINITY }, random, tables)!;
  const difficulty = draw === 'random' ? 'hard' : draw;
  const isKnown = hasTable(puzzle) || isListed(puzzle);
  if (difficulty === 'farthest' && !isKnown) {
    // Nobody can list these: the known antipodes, or the usual start, or where neither is known, a hard position.
    const known = puzzle.landmarks.filter(
      ({ name, goal = puzzle.goal.text }) => (name === 'antipode' || name === 'start') && goal === puzzle.goal.text,
    );
    if (known.length === 0) return scrambleOf(puzzle, 'hard', random, tables);
    return { position: unwrap(puzzle.parsePosition(pick(random, known).position), `${puzzle.id}: landmark`) };
  }
  const band = bandOf(puzzle, difficulty, tables);
  // Hardly any of the 10^13 positions of the 15 puzzle are more than 70 moves away, so any with a high bound will do.
  const isOpen = !isKnown && puzzle.drawsSolvable && difficulty === 'hard';
  return scramble(puzzle, isOpen ? { least: 50, most: longestOf(puzzle) } : band, random, tables)!;
};
