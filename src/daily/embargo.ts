/**
 * While a daily challenge runs, nobody is told the way from its position, or from one close to it, before they have
 * found one themselves: not turned over, not with tiles renamed, not from the end to the start.
 */
import { symmetriesOf } from '../puzzles/board.ts';
import { type Position, type Puzzle, type Question, replay } from '../puzzles/puzzle.ts';
import { knownPuzzle, questionOf, type Work } from '../work/job.ts';
import type { WorkStore } from '../work/store.ts';
import { nearTo, numberAt } from './rules.ts';
import type { DailyStore } from './store.ts';

/** The running challenge with all that is close to it, by rank. */
interface Running {
  readonly number: number;
  readonly puzzle: Puzzle;
  readonly near: ReadonlySet<number>;
}

const turned = (position: Position, image: readonly number[]): number[] => {
  const result = new Array<number>(position.length).fill(0);
  position.forEach((piece, cell) => {
    result[image[cell]!] = piece;
  });
  return result;
};

/** Positions that are as far from the usual goal as `start` is from `end`, because the two questions look the same. */
const alike = (puzzle: Puzzle, start: Position, end: Position): Position[] => {
  const { family, board, goal, rank } = puzzle;
  if (family === 'block') return [];
  return symmetriesOf(board).flatMap((image): Position[] => {
    const [from, to] = [turned(start, image), turned(end, image)];
    if (family === 'peg') return goal.positions.some((known) => rank(known) === rank(to)) ? [from] : [];
    const usual = goal.positions[0]!;
    if (to.indexOf(0) !== usual.indexOf(0)) return [];
    const names = new Map(to.map((tile, cell) => [tile, usual[cell]!]));
    return [from.map((tile) => names.get(tile)!)];
  });
};

/** Every position whose solution an answer to this question would be, or be easily turned into. */
const meant = (puzzle: Puzzle, { start, goal }: Question): Position[] => {
  const back = (position: Position): Position =>
    // Jumps backwards are jumps on the board with pegs and holes exchanged.
    puzzle.family === 'peg' ? position.map((peg) => 1 - peg) : position;
  return [
    start,
    ...goal.positions.flatMap((end) => [
      back(end),
      ...alike(puzzle, start, end),
      ...alike(puzzle, back(end), back(start)),
    ]),
  ];
};

/** The questions that some work would answer. */
const questionsOf = (work: Work): Question[] => {
  switch (work.kind) {
    case 'solve':
    case 'compare':
      return [questionOf(work).question];
    case 'analyse': {
      const { puzzle, question } = questionOf(work);
      // It tells of each position on the way how far it is from the goal.
      return replay(puzzle, question.start, work.moves).map((start) => ({ start, goal: question.goal }));
    }
    case 'draw':
      return work.given === undefined ? [] : [questionOf({ ...work, position: work.given }).question];
    default:
      return [];
  }
};

export class Embargo {
  private readonly store: WorkStore;
  private readonly daily: DailyStore;
  private running: Running | undefined;

  constructor(store: WorkStore, daily: DailyStore) {
    this.store = store;
    this.daily = daily;
  }

  /** The number of the running challenge if this work would give it away to somebody who has not finished it. */
  async covers(user: string, work: Work): Promise<number | undefined> {
    if (!('puzzle' in work)) return undefined;
    const running = await this.now(numberAt(Date.now()));
    if (running?.puzzle.id !== work.puzzle) return undefined;
    const { number, puzzle, near } = running;
    const isNear = questionsOf(work).some((question) =>
      meant(puzzle, question).some((position) => near.has(puzzle.rank(position))),
    );
    return isNear && !(await this.daily.result(number, user)) ? number : undefined;
  }

  /** Before it has been drawn for the first time nobody can know it, and there is nothing to keep. */
  private async now(number: number): Promise<Running | undefined> {
    if (this.running?.number === number) return this.running;
    const drawn = await this.store.result({ kind: 'daily', number });
    if (drawn?.status !== 'challenge') return undefined;
    const puzzle = knownPuzzle(drawn.puzzle);
    const { question } = questionOf({ ...drawn, goal: puzzle.goal.text });
    this.running = { number, puzzle, near: nearTo(puzzle, question.start) };
    return this.running;
  }
}
