/** Solutions in contests for the fewest moves and in duels, typed or played. */
import type { TFunction } from 'i18next';
import { firstSnowflake } from '../../discord/snowflake.ts';
import { formatMoves } from '../../puzzles/moves.ts';
import type { Move } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { storedQuestion } from '../../search/schemas.ts';
import type { Referee } from './referee.ts';
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
  { contests, referee }: { readonly contests: ContestStore; readonly referee: Referee },
  t: TFunction,
  contest: string,
  { user, puzzle: name, position, moves, at, id = String(firstSnowflake(at)) }: SentSolution,
): Promise<string> => {
  const puzzle = knownPuzzle(name);
  const count = moves.length;
  const text = formatMoves(puzzle, storedQuestion(puzzle, position).start, moves).join(' ');
  const answer = { round: 1, value: count, text, user, id, at };
  const state = await contests.state(contest);
  if (state?.contest.kind === 'duel') {
    const { is, value } = await contests.answer(contest, answer, 'first');
    if (is === 'over') return t('contest.late');
    const solved = new Set((await contests.answers(contest)).map((one) => one.user));
    const isDecided = state.players.every((player) => solved.has(player.user));
    await (isDecided ? referee.end(contest) : referee.progressed(contest));
    return t('contest.duel.kept', { length: t('answer.length', { count: value }) });
  }
  const { is, value: best } = await contests.answer(contest, answer, 'least');
  if (is !== 'kept') return t('contest.late');
  return t(best < count ? 'contest.better' : 'contest.kept', { length: t('answer.length', { count }), best });
};
