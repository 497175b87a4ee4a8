/** The positions of running contests. They are spoilers for everybody until the end, because all may still improve. */
import type { ChallengeSource, RunningChallenge } from '../../spoilers/challenge.ts';
import type { ContestStore } from './store.ts';

export class ContestChallenges implements ChallengeSource {
  private readonly contests: ContestStore;

  constructor(contests: ContestStore) {
    this.contests = contests;
  }

  async running(): Promise<readonly RunningChallenge[]> {
    const running = await this.contests.running();
    return [...running.values()].map(({ puzzle, position, length }) => ({
      puzzle,
      position,
      length,
      isOpenTo: () => Promise.resolve(false),
      refusal: (t) => t('contest.embargo'),
    }));
  }
}
