/** The daily challenge: `/daily`, its results and leaderboard, posts in servers, and reminders. */
import type { WorkStore } from '../../queue/store.ts';
import type { ChallengeSource, RunningChallenge } from '../../spoilers/challenge.ts';
import type { Feature, RunningFeature, Services } from '../feature.ts';
import { FindStore } from '../leaderboard/store.ts';
import { DailyCommand, dailyDefinition } from './command.ts';
import { storesOf } from './post-store.ts';
import { Poster } from './poster.ts';
import { drawnChallenge } from './results.ts';
import { numberAt } from './rules.ts';
import { PostSettings, postsSubcommand } from './settings.ts';
import { leaderboardSubcommand, resultSubcommand, standingsHandlers, statsDefinition } from './standings.ts';
import type { DailyStore } from './store.ts';

const create = (services: Services): RunningFeature[] => {
  const stores = storesOf(services, services.producer);
  // The poster waits while Redis is away.
  const finds = new FindStore(services.consumer, services.config.redisPrefix);
  const { schedule } = new Poster({ ...services, ...storesOf(services, services.consumer), finds });
  return [
    new DailyCommand({ ...services, ...stores }).handlers,
    standingsHandlers(services, stores),
    new PostSettings(stores.servers, services.drawing).handlers,
    { background: schedule },
  ];
};

/** The running challenge as a secret: nobody who has not solved it may see its solution. */
const challengeSource = (store: WorkStore, daily: DailyStore): ChallengeSource => {
  let last: (RunningChallenge & { readonly number: number }) | undefined;
  return {
    running: async () => {
      const number = numberAt(Date.now());
      if (last?.number === number) return [last];
      const drawn = await drawnChallenge(store, number);
      // Before it is drawn, nobody can know it.
      if (!drawn) return [];
      last = {
        number,
        puzzle: drawn.puzzle,
        position: drawn.position,
        length: drawn.moves.length,
        isOpenTo: async (user) => (await daily.result(number, user)) !== undefined,
        refusal: (t) => t('daily.embargo', { number }),
      };
      return [last];
    },
  };
};

export const dailyFeature: Feature = {
  helpPage: 'challenges',
  commands: [dailyDefinition, statsDefinition],
  subcommands: { leaderboard: [leaderboardSubcommand], settings: [postsSubcommand, resultSubcommand] },
  personalData: (foundation) => {
    const { daily, reminders } = storesOf(foundation, foundation.producer);
    return [daily, reminders];
  },
  challenges: (foundation) => challengeSource(foundation.store, storesOf(foundation, foundation.producer).daily),
  create,
};
