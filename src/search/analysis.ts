/** How good some moves are: the distance to the goal from every position that they pass. */
import { z } from 'zod';
import { consecutive } from '../puzzles/lists.ts';
import { type Move, type Obstacle, type Puzzle, type Question, replay } from '../puzzles/puzzle.ts';
import { gaveUpResult, moves, unsolvableResult } from './schemas.ts';
import { type SolveOptions, solve } from './solve.ts';
import { workTime } from './work-time.ts';

/** The distance of a position from which the goal can't be reached. */
export const unreachable = -1;

export const analysisSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('analysed'),
    /** Moves from each position to the nearest goal, `unreachable`, or null where that could not be decided in time. */
    distances: z.array(z.number().nullable()).readonly(),
    /** A shortest solution: from before the first mistake, else from the end of moves that stop short of the goal. */
    best: moves,
    /** The number of the position from which `best` goes. */
    bestFrom: z.number(),
  }),
  unsolvableResult,
  gaveUpResult,
]);
export type Analysis = Readonly<z.infer<typeof analysisSchema>>;

/** By how much each move is worse than the best one: 0 for a move of a shortest solution; undefined where not known. */
export const costsOf = (distances: readonly (number | null)[]): (number | undefined)[] =>
  consecutive(distances).map(([before, after]) => {
    if (before === null || after === null) return undefined;
    if (before === unreachable) return 0;
    return after === unreachable ? Number.POSITIVE_INFINITY : 1 + after - before;
  });

/**
 * Find the distances of all positions along some moves. A search also tells the distances along the solution it finds, so
 * the next one starts where the moves leave it. The milliseconds of `options` are for all searches together.
 */
export const analyse = (
  puzzle: Puzzle,
  { start, goal }: Question,
  moves: readonly Move[],
  options: SolveOptions = {},
): Analysis => {
  const started = workTime();
  const left = (): number => (options.milliseconds ?? Number.POSITIVE_INFINITY) - (workTime() - started);
  const positions = replay(puzzle, start, moves);
  const codes = positions.map(puzzle.encode);
  /** From each position that is decided, the moves of a shortest solution; undefined where there is none. */
  const found = new Map<string, readonly Move[] | undefined>();
  const distances: (number | null)[] = positions.map(() => null);
  let obstacle: Obstacle | undefined;

  /** Whether the position is decided; `milliseconds` is the most that may be spent on it. */
  const decide = (at: number, milliseconds: number): boolean => {
    const code = codes[at]!;
    if (!found.has(code)) {
      const position = positions[at]!;
      const outcome = solve(puzzle, { start: position, goal }, { ...options, milliseconds, withoutCount: true });
      if (outcome.status === 'gave-up' || (outcome.status === 'solved' && !outcome.optimal)) return false;
      if (outcome.status === 'unsolvable') {
        obstacle ??= outcome.obstacle;
        found.set(code, undefined);
      } else {
        for (const [index, reached] of replay(puzzle, position, outcome.moves).entries())
          found.set(puzzle.encode(reached), outcome.moves.slice(index));
      }
    }
    distances[at] = found.get(code)?.length ?? unreachable;
    return true;
  };

  // From the start on, until a position takes half of the time that is left; then from the end, where it is easier.
  let decided = 0;
  while (decided < positions.length && distances[decided - 1] !== unreachable && decide(decided, left() / 2)) decided++;
  if (options.control?.isCancelled) return { status: 'gave-up', reason: 'cancelled' };
  if (distances[0] === unreachable) return { status: 'unsolvable', obstacle: obstacle! };
  if (distances[decided - 1] === unreachable) distances.fill(unreachable, decided);
  else for (let at = positions.length - 1; at >= decided && left() > 0 && decide(at, left()); at--);
  if (options.control?.isCancelled) return { status: 'gave-up', reason: 'cancelled' };

  const mistake = costsOf(distances).findIndex((cost) => cost !== undefined && cost > 0);
  const bestFrom = mistake === -1 ? moves.length : mistake;
  return { status: 'analysed', distances, best: found.get(codes[bestFrom]!) ?? [], bestFrom };
};
