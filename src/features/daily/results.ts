/** Challenges that are drawn, and their solutions, typed or played. */
import type { TFunction } from 'i18next';
import { type Message, plainMessage } from '../../discord/message.ts';
import { reaches } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import type { Work } from '../../queue/define.ts';
import type { WorkStore } from '../../queue/store.ts';
import { storedQuestion } from '../../search/schemas.ts';
import { analyseJob } from '../analyse/job.ts';
import { resultAnswer } from './answer.ts';
import { type DailyChallenge, dailyJob } from './job.ts';
import { type Effort, type Finish, noTime, numberAt } from './rules.ts';
import type { DailyStore } from './store.ts';

/** The challenge of a number, once it is drawn. */
export const drawnChallenge = async (store: WorkStore, number: number): Promise<DailyChallenge | undefined> => {
  const drawn = await store.result({ job: dailyJob, request: { number } });
  return drawn?.status === 'challenge' ? drawn : undefined;
};

/** The work that judges the moves of a person's result; undefined if they are not stored. */
export const pathWork = async (
  daily: DailyStore,
  { number, user, puzzle, position }: Pick<Finish, 'number' | 'user' | 'puzzle' | 'position'>,
): Promise<Work<typeof analyseJob> | undefined> => {
  const moves = await daily.path(number, user);
  const question = storedQuestion(knownPuzzle(puzzle), position);
  const reading = { notation: 'named', certainty: 'only', joined: 0 } as const;
  return moves && { job: analyseJob, request: { puzzle, question, moves, ...reading } };
};

/**
 * A person's result as they see it; undefined without one.
 * @param sent the result that they have just sent
 */
export const ownResult = async (
  daily: DailyStore,
  t: TFunction,
  of: Pick<Finish, 'number' | 'user' | 'puzzle' | 'position' | 'optimal'>,
  sent?: Effort & { readonly at: number },
): Promise<Message | undefined> => {
  const { number, user } = of;
  const now = Date.now();
  const [stored, { streak }, isUnranked, comparison, path] = await Promise.all([
    daily.result(number, user),
    daily.figures(user, numberAt(now)),
    daily.isUnranked(number, user),
    daily.comparison(number, user),
    daily.path(number, user),
  ]);
  if (!stored) return undefined;
  // What it has replaced is news only once.
  const results = sent ? { made: sent, best: stored } : { made: stored, best: { ...stored, replaced: 0 } };
  return resultAnswer(t, of, { ...results, streak, isUnranked, comparison, hasPath: path !== undefined, now });
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
  const made = { moves: moves.length, hints, seconds, at };
  await daily.record(number, user, made, { optimal, at, guild, path: moves });
  // Without a result, the person has deleted their data since.
  return (await ownResult(daily, t, finish, made)) ?? plainMessage(t('daily.over'));
};
