/** The daily challenge that runs. It is a spoiler for everybody who hasn't solved it. */
import type { WorkStore } from '../../jobs/store.ts';
import type { ChallengeSource, RunningChallenge } from '../../spoilers/challenge.ts';
import { dailyJob } from './job.ts';
import { numberAt } from './rules.ts';
import type { DailyStore } from './store.ts';

export class DailyChallenges implements ChallengeSource {
  private readonly store: WorkStore;
  private readonly daily: DailyStore;
  private last: { readonly number: number; readonly challenge: RunningChallenge } | undefined;

  constructor(store: WorkStore, daily: DailyStore) {
    this.store = store;
    this.daily = daily;
  }

  /** None until somebody has asked for it: nobody can know it before it is drawn. */
  async running(): Promise<readonly RunningChallenge[]> {
    const number = numberAt(Date.now());
    if (this.last?.number !== number) {
      const drawn = await this.store.result({ job: dailyJob, request: { number } });
      if (drawn?.status !== 'challenge') return [];
      const { puzzle, position, moves } = drawn;
      const challenge: RunningChallenge = {
        puzzle,
        position,
        length: moves.length,
        isOpenTo: async (user) => (await this.daily.result(number, user)) !== undefined,
        refusal: (t) => t('daily.embargo', { number }),
      };
      this.last = { number, challenge };
    }
    return [this.last.challenge];
  }
}
