/** The last questions of each person, for autocompletion. */

import { madeAt } from '../discord/snowflake.ts';
import type { Question } from '../puzzles/puzzle.ts';
import { knownPuzzle } from '../puzzles/registry.ts';
import { defineScripts, pairs, Store } from '../runtime/store.ts';
import { formatQuestion } from '../search/schemas.ts';

/** As long as somebody may remember a question; and more than fit beside the famous ones in one of Discord's lists. */
const recentSeconds = 30 * 86_400;
const recentCount = 20;

/** `at` in milliseconds since 1970. */
export interface RecentQuestion {
  readonly puzzle: string;
  readonly position: string;
  readonly goal: string;
  readonly at: number;
}

export class RecentQuestions extends Store {
  protected readonly section = 'work';
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['remember']);

  /** Newest first. */
  async of(user: string): Promise<RecentQuestion[]> {
    const rows = await this.redis.zrevrange(this.key('recent', user), 0, recentCount - 1, 'WITHSCORES');
    return pairs(rows).map(([row, at]) => {
      const [puzzle = '', position = '', goal = ''] = row.split(' ');
      return { puzzle, position, goal, at: Number(at) };
    });
  }

  /** A convenience, so failures are ignored. */
  async add(
    { id, user }: { readonly id: string; readonly user: { readonly id: string } },
    { puzzle, question }: { readonly puzzle: string; readonly question: Question },
  ): Promise<void> {
    const { position, goal } = formatQuestion(knownPuzzle(puzzle), question);
    const keys = [this.key('recent', user.id), this.erasureKey(user.id)];
    const values = [`${puzzle} ${position} ${goal}`, madeAt(id), Date.now(), recentCount, recentSeconds];
    await this.scripts.remember(keys, ...values).catch(() => {});
  }

  async forget(user: string): Promise<void> {
    await this.redis.del(this.key('recent', user));
  }
}
