/** Weights of holes that show which goals of peg solitaire can't be reached. */
import type { Board } from '../../puzzles/board.ts';
import { classesOf, groupsOf, oddOn } from '../../puzzles/families/pegs/classes.ts';
import type { Position, Question } from '../../puzzles/puzzle.ts';
import { newWork, pagodaAgainst, worth } from './peg-pagoda.ts';

interface WeightFunction {
  readonly weights: readonly number[];
  readonly modulo?: 2;
}

/** All that exclude a goal by themselves, the simplest first: pegs, groups of holes, position classes. */
const simpleFunctions = (board: Board): ((start: Position, goal: Position) => WeightFunction | undefined) => {
  const groups = groupsOf(board);
  const ones = board.x.map(() => 1);
  const sets = [...new Set(groups)].map((group) => groups.map((other) => Number(other === group)));
  const classes = classesOf(board);
  return (start, goal) => {
    // Each jump takes a peg off.
    if (worth(ones, start) <= worth(ones, goal)) return { weights: ones };
    const lost = sets.find((weights) => worth(weights, start) < worth(weights, goal));
    if (lost) return { weights: lost };
    const odd = classes.find((weights) => oddOn(weights, start) !== oddOn(weights, goal));
    return odd && { weights: odd, modulo: 2 };
  };
};

/** Functions that exclude all goals together; undefined if some goal is excluded by none. */
export const weightsAgainst = (board: Board, { start, goal: { positions } }: Question) => {
  const simple = simpleFunctions(board);
  const work = newWork();
  const functions = new Map<string, WeightFunction>();
  for (const goal of positions) {
    const pagoda = (): WeightFunction | undefined => {
      const weights = pagodaAgainst(board, start, goal, work);
      return weights && { weights };
    };
    const found = simple(start, goal) ?? pagoda();
    if (!found) return undefined;
    functions.set(JSON.stringify(found), found);
  }
  return { kind: 'weights' as const, functions: [...functions.values()] };
};
