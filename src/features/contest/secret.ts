/** The positions of running contests as secrets: kept from everybody until the end, as all may still improve. */
import { knownPuzzle } from '../../jobs/job.ts';
import type { Secret, SecretSource } from '../../spoilers/secret.ts';
import type { ContestStore } from './store.ts';

export class ContestSecrets implements SecretSource {
  private readonly contests: ContestStore;

  constructor(contests: ContestStore) {
    this.contests = contests;
  }

  async running(): Promise<readonly Secret[]> {
    const running = await this.contests.running();
    return [...running.values()].map(({ puzzle, position, length }) => ({
      puzzle,
      position,
      length,
      goal: knownPuzzle(puzzle).goal.text,
      isOpenTo: () => Promise.resolve(false),
      refusal: (t) => t('contest.embargo'),
    }));
  }
}
