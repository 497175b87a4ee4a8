/** The running challenge as a secret: kept from everybody until they have solved it. */
import { knownPuzzle } from '../../jobs/job.ts';
import type { WorkStore } from '../../jobs/store.ts';
import type { Secret, SecretSource } from '../../spoilers/secret.ts';
import { numberAt } from './rules.ts';
import type { DailyStore } from './store.ts';

export class DailySecrets implements SecretSource {
  private readonly store: WorkStore;
  private readonly daily: DailyStore;
  private last: { readonly number: number; readonly secret: Secret } | undefined;

  constructor(store: WorkStore, daily: DailyStore) {
    this.store = store;
    this.daily = daily;
  }

  /** Before it has been drawn for the first time nobody can know it, and there is nothing to keep. */
  async running(): Promise<readonly Secret[]> {
    const number = numberAt(Date.now());
    if (this.last?.number !== number) {
      const drawn = await this.store.result({ kind: 'daily', number });
      if (drawn?.status !== 'challenge') return [];
      const { puzzle, position, moves } = drawn;
      const secret: Secret = {
        puzzle,
        position,
        goal: knownPuzzle(puzzle).goal.text,
        length: moves.length,
        isOpenTo: async (user) => (await this.daily.result(number, user)) !== undefined,
        refusal: (t) => t('daily.embargo', { number }),
      };
      this.last = { number, secret };
    }
    return [this.last.secret];
  }
}
