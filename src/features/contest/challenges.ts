/** Running contests as secrets. */
import type { ChallengeSource, RunningChallenge } from '../../spoilers/challenge.ts';
import type { ContestStore, RunningQuestion } from './store.ts';

/**
 * The positions of running contests. They are secret until the end, because answers can still improve: for everybody in the
 * contest's server, and in direct messages of those who play.
 */
export const contestChallenges = (contests: ContestStore): ChallengeSource => {
  const challenges = new WeakMap<RunningQuestion, RunningChallenge>();
  const challengeOf = (id: string, asked: RunningQuestion): RunningChallenge => ({
    ...asked,
    isSecretIn: async ({ guild, user }) => {
      if (guild !== undefined) return asked.guild === undefined || asked.guild === guild;
      return user !== undefined && contests.isPlayer(id, user);
    },
    isOpenTo: () => Promise.resolve(false),
    refusal: (t) => t('contest.embargo'),
  });
  return {
    running: async () =>
      [...(await contests.running())].map(([id, asked]) => {
        const challenge = challenges.get(asked) ?? challengeOf(id, asked);
        challenges.set(asked, challenge);
        return challenge;
      }),
  };
};
