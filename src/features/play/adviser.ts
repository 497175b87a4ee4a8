/** Asks the workers for a shortest solution of the rest of a game. */

import { stepsOf } from '../../puzzles/moves.ts';
import type { Position } from '../../puzzles/puzzle.ts';
import type { Lane, Work } from '../../queue/define.ts';
import { resultOf } from '../../queue/preparation.ts';
import type { Outcome } from '../../search/solve.ts';
import type { Services } from '../feature.ts';
import { solveJob, solveWork } from '../solve/job.ts';
import { landedPeg } from './board.ts';
import { type Advice, type Game, gameBoard } from './game.ts';

type AdviserDeps = Pick<Services, 'store' | 'queue' | 'quota' | 'limits'>;

/** Who asks: a user, with the id of the interaction. */
interface Asker {
  readonly user: string;
  readonly id: string;
  /** The search is cancelled after this time. */
  readonly milliseconds: number;
  /** `quick` for what a search tells within a slice. */
  readonly lane: Lane;
}

/** What a search says about the current position; undefined if it has no answer in time, or the queue is full. */
export const askAdvice = async (deps: AdviserDeps, game: Game, asker: Asker): Promise<Advice | undefined> => {
  const until = performance.now() + asker.milliseconds;
  const at = game.steps.length;
  const { puzzle, goal, position } = gameBoard(game);
  const solve = (start: Position): Promise<Outcome | undefined> =>
    outcomeOf(deps, solveWork(puzzle, { start, goal }), asker, until);
  const outcome = await solve(position);
  if (outcome?.status === 'unsolvable') return { at, proved: true };
  if (outcome?.status !== 'solved') return undefined;
  const { moves, firstMoves, optimal } = outcome;
  const way = stepsOf(puzzle, position, moves);
  // The search counts from here, but a peg in a chain may go on as part of its move. If that is a best first move, it
  // saves one.
  const landed = landedPeg(game);
  if (landed === undefined || moves[0]?.[0] === landed) return { at, way, proved: optimal };
  if (!firstMoves) return { at, way, proved: false };
  const onward = firstMoves.find(([from]) => from === landed);
  if (!onward) return { at, way, proved: optimal };
  const after = puzzle.play(position, onward);
  const rest = await solve(after);
  if (rest?.status !== 'solved') return undefined;
  return {
    at,
    way: [...puzzle.stepsOf(position, onward), ...stepsOf(puzzle, after, rest.moves)],
    proved: rest.optimal,
  };
};

/** Searches for a slice first, and in the long lane if that is not enough. */
const outcomeOf = async (
  { store, queue, quota, limits }: AdviserDeps,
  work: Work<typeof solveJob>,
  asker: Asker,
  until: number,
): Promise<Outcome | undefined> => {
  const known = await store.result(work);
  if (known) return known;
  const { id } = asker;
  const longest = asker.lane === 'quick' ? 'quick' : solveJob.lane(work.request);
  const admission = await quota.acquire(asker, queue.keysOf(longest), limits);
  if (admission.is !== 'accepted') return undefined;
  const search = (lane: Lane) => {
    const milliseconds = until - performance.now();
    return resultOf(work, { id, place: admission.place, lane, milliseconds }, { queue, store });
  };
  try {
    const first = await search('quick');
    const isFinal = !first || first.status === 'unsolvable' || (first.status === 'solved' && first.optimal);
    return isFinal || longest === 'quick' ? first : ((await search('long')) ?? first);
  } finally {
    // Otherwise the place belongs to the request that shows the game, with all that it is owed.
    if (admission.isFirst) await quota.release(asker);
  }
};
