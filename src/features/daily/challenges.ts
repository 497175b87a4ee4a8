/** The running daily challenge as a secret: nobody who has not solved it may see its solution. */
import type { WorkStore } from '../../jobs/store.ts';
import type { ChallengeSource, RunningChallenge } from '../../spoilers/challenge.ts';
import { dailyJob } from './job.ts';
import { numberAt } from './rules.ts';
import type { DailyStore } from './store.ts';

export const dailyChallenges = (store: WorkStore, daily: DailyStore): ChallengeSource => {
  let last: { readonly number: number; readonly challenge: RunningChallenge } | undefined;
  return {
    running: async () => {
      const number = numberAt(Date.now());
      if (last?.number !== number) {
        const drawn = await store.result({ job: dailyJob, request: { number } });
        // Before it is drawn, nobody can know it.
        if (drawn?.status !== 'challenge') return [];
        const { puzzle, position, moves } = drawn;
        const challenge: RunningChallenge = {
          puzzle,
          position,
          length: moves.length,
          isOpenTo: async (user) => (await daily.result(number, user)) !== undefined,
          refusal: (t) => t('daily.embargo', { number }),
        };
        last = { number, challenge };
      }
      return [last.challenge];
    },
  };
};
