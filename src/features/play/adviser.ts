/** Asks the workers for a shortest way on, for as long as somebody waits for it. */

import { setTimeout as sleep } from 'node:timers/promises';
import { keyOf, type Work } from '../../jobs/define.ts';
import type { WorkQueue } from '../../jobs/queue.ts';
import type { QueueLimits, Quota } from '../../jobs/quota.ts';
import type { WorkStore } from '../../jobs/store.ts';
import { stepsOf } from '../../puzzles/moves.ts';
import type { Position } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { isQuick, type Outcome } from '../../search/solve.ts';
import { solveJob, solveWork } from '../solve/job.ts';
import { landedPeg } from './board.ts';
import { type Advice, positionOf, questionOfGame, type StartedGame } from './game.ts';

/** Pauses between two looks at the store: a table answers in a few milliseconds, a search in seconds. */
const firstPause = 4;
const longestPause = 250;

export class Adviser {
  private readonly store: WorkStore;
  private readonly queue: WorkQueue;
  private readonly limits: QueueLimits;
  private readonly quota: Quota;

  constructor(store: WorkStore, queue: WorkQueue, quota: Quota, limits: QueueLimits) {
    this.store = store;
    this.queue = queue;
    this.limits = limits;
    this.quota = quota;
  }

  /** Whether its positions are looked up in tables, so that each tap may ask. */
  static isQuick(game: StartedGame): boolean {
    return isQuick(knownPuzzle(game.puzzle));
  }

  /**
   * What a search says of the present position; undefined when it does not say so in time, or there is no place
   * left. A search that nobody waits for any more is called off.
   * @param id of the interaction that asks
   */
  async ask(game: StartedGame, user: string, id: string, milliseconds: number): Promise<Advice | undefined> {
    const until = performance.now() + milliseconds;
    const at = game.steps.length;
    const { puzzle, goal } = questionOfGame(game);
    const position = positionOf(game);
    const search = (start: Position): Promise<Outcome | undefined> =>
      this.outcome(solveWork(puzzle, { start, goal }), user, id, until);
    const outcome = await search(position);
    if (outcome?.status === 'unsolvable') return { at, proved: true };
    if (outcome?.status !== 'solved') return undefined;
    const { moves, firstMoves, optimal } = outcome;
    const way = stepsOf(moves);
    // The search counts from here, and a peg in the middle of its chain may go on as part of the same move: one that
    // starts a shortest way saves a move.
    const landed = landedPeg(game);
    if (landed === undefined || moves[0]?.[0] === landed) return { at, way, proved: optimal };
    if (!firstMoves) return { at, way, proved: false };
    const onward = firstMoves.find(([from]) => from === landed);
    if (!onward) return { at, way, proved: optimal };
    const rest = await search(puzzle.play(position, onward));
    return rest?.status === 'solved'
      ? { at, way: [...stepsOf([onward]), ...stepsOf(rest.moves)], proved: rest.optimal }
      : undefined;
  }

  private async outcome(
    work: Work<typeof solveJob>,
    user: string,
    id: string,
    until: number,
  ): Promise<Outcome | undefined> {
    const known = await this.store.result(work);
    if (known) return known;
    const lane = solveJob.lane(work.request);
    const admission = await this.quota.acquire({ id, user }, lane, this.queue.keysOf(lane), this.limits);
    if (admission.is !== 'accepted') return undefined;
    try {
      await this.queue.addWork(`${id}-${keyOf(work)}`, id, work, admission.place);
      for (let pause = firstPause; performance.now() < until; pause = Math.min(pause * 2, longestPause)) {
        await sleep(pause);
        const found = await this.store.result(work);
        if (found) return found;
      }
      await this.store.cancel(id);
      return undefined;
    } finally {
      await this.quota.release({ id, user }, lane);
    }
  }
}
