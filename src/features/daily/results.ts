/** Takes solutions of daily challenges, typed or played, and says what they are worth. */
import type { TFunction } from 'i18next';
import { type Message, plainMessage } from '../../discord/message.ts';
import { storedQuestion } from '../../jobs/fields.ts';
import { type Move, type Puzzle, type Question, replay } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { resultAnswer } from './answer.ts';
import { type Finish, numberAt } from './rules.ts';
import type { DailyStore } from './store.ts';

/** Whether moves lead to the goal. */
export const reaches = (puzzle: Puzzle, { start, goal }: Question, moves: readonly Move[]): boolean => {
  const end = puzzle.rank(replay(puzzle, start, moves).at(-1)!);
  return goal.positions.some((wanted) => puzzle.rank(wanted) === end);
};

export class ChallengeResults {
  private readonly daily: DailyStore;

  constructor(daily: DailyStore) {
    this.daily = daily;
  }

  /**
   * Take a result, and say what it is worth. Again after a retry does no harm.
   * @throws RangeError where the moves are no solution: nothing is recorded that has not been made again here
   */
  async take(t: TFunction, finish: Finish, guild: string | undefined): Promise<Message> {
    const { daily } = this;
    const { number, user, moves, optimal, hints, at } = finish;
    const puzzle = knownPuzzle(finish.puzzle);
    const question = storedQuestion(puzzle, finish.position);
    if (!reaches(puzzle, question, moves)) throw new RangeError(`no solution of the daily challenge ${number}`);
    const seconds = Math.max(0, Math.floor((at - (await daily.began(number, user))) / 1000));
    const made = { moves: moves.length, hints, seconds };
    await daily.record(number, user, made, { optimal, at, guild });
    const now = Date.now();
    const [best, { streak }] = await Promise.all([daily.result(number, user), daily.figures(user, numberAt(now))]);
    // Who has left since has none.
    return best ? resultAnswer(t, finish, { made, best, streak, now }) : plainMessage(t('daily.over'));
  }
}
