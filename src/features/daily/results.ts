/** Challenges that are drawn, and their solutions, typed or played. */
import type { TFunction } from 'i18next';
import { type Message, plainMessage } from '../../discord/message.ts';
import type { WorkStore } from '../../jobs/store.ts';
import { reaches } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { storedQuestion } from '../../search/schemas.ts';
import { resultAnswer } from './answer.ts';
import { type DailyChallenge, dailyJob } from './job.ts';
import { type Finish, noTime, numberAt } from './rules.ts';
import type { DailyStore } from './store.ts';

/** The challenge of a number, once it is drawn. */
export const drawnChallenge = async (store: WorkStore, number: number): Promise<DailyChallenge | undefined> => {
  const drawn = await store.result({ job: dailyJob, request: { number } });
  return drawn?.status === 'challenge' ? drawn : undefined;
};

/**
 * Records a solution and returns the answer to it. Idempotent.
 * @throws RangeError if the moves are no solution
 */
export const takeSolution = async (
  daily: DailyStore,
  t: TFunction,
  finish: Finish,
  guild: string | undefined,
): Promise<Message> => {
  const { number, user, moves, optimal, hints, at } = finish;
  const puzzle = knownPuzzle(finish.puzzle);
  if (!reaches(puzzle, storedQuestion(puzzle, finish.position), moves)) {
    throw new RangeError(`no solution of the daily challenge ${number}`);
  }
  const began = await daily.began(number, user);
  const seconds = began === undefined ? noTime : Math.max(0, Math.floor((at - began) / 1000));
  const made = { moves: moves.length, hints, seconds };
  await daily.record(number, user, made, { optimal, at, guild });
  const now = Date.now();
  const [best, { streak }, isUnranked] = await Promise.all([
    daily.result(number, user),
    daily.figures(user, numberAt(now)),
    daily.isUnranked(number, user),
  ]);
  // Without a result, the person has deleted their data since.
  return best ? resultAnswer(t, finish, { made, best, streak, isUnranked, now }) : plainMessage(t('daily.over'));
};
