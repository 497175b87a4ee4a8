/** Solutions in contests for the fewest moves, typed or played. */
import type { TFunction } from 'i18next';
import { firstSnowflake } from '../../discord/snowflake.ts';
import { formatMoves } from '../../puzzles/moves.ts';
import type { Move } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { storedQuestion } from '../../search/schemas.ts';
import type { ContestStore } from './store.ts';

interface SentSolution {
  readonly user: string;
  readonly puzzle: string;
  readonly position: string;
  readonly moves: readonly Move[];
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
  /** Of its interaction; by default, the first id of that time. */
  readonly id?: string;
}

/** Records a solution and says whether it counts. Idempotent. */
export const takeAnswer = async (
  contests: ContestStore,
  t: TFunction,
  contest: string,
  { user, puzzle: name, position, moves, at, id = String(firstSnowflake(at)) }: SentSolution,
): Promise<string> => {
  const puzzle = knownPuzzle(name);
  const count = moves.length;
  const text = formatMoves(puzzle, storedQuestion(puzzle, position).start, moves).join(' ');
  const { is, value: best } = await contests.answer(contest, { round: 1, value: count, text, user, id, at }, 'least');
  if (is !== 'kept') return t('contest.late');
  return t(best < count ? 'contest.better' : 'contest.kept', { length: t('answer.length', { count }), best });
};
