/** The daily challenge: `/daily`, its results and leaderboard, posts in servers, and reminders. */
import { WorkStore } from '../../jobs/store.ts';
import type { Feature, Foundation, RunningFeature, Services } from '../feature.ts';
import { dailyChallenges } from './challenges.ts';
import { DailyCommand, dailyDefinition } from './command.ts';
import { PostStore, ReminderStore } from './post-store.ts';
import { Poster } from './poster.ts';
import { reminderHandlers } from './reminders.ts';
import { PostSettings, postsSubcommand } from './settings.ts';
import { leaderboardSubcommand, resultSubcommand, standingsHandlers, statsDefinition } from './standings.ts';
import { DailyStore } from './store.ts';

const storesOf = ({ producer, config: { redisPrefix } }: Foundation) => ({
  daily: new DailyStore(producer, redisPrefix),
  reminders: new ReminderStore(producer, redisPrefix),
});

/** What the bot does by itself waits for a Redis that is away. */
const posterOf = ({ consumer, config, rest, queue: work, drawing, log }: Foundation): Poster => {
  const { redisPrefix } = config;
  return new Poster(consumer, config, {
    rest,
    posts: new PostStore(consumer, redisPrefix),
    reminders: new ReminderStore(consumer, redisPrefix),
    daily: new DailyStore(consumer, redisPrefix),
    store: new WorkStore(consumer, redisPrefix),
    work,
    drawing,
    log,
  });
};

const create = (services: Services): RunningFeature => {
  const { daily, reminders } = storesOf(services);
  const challenges = new DailyCommand(services, daily, reminders).handlers;
  const standings = standingsHandlers(services, daily, reminders);
  const posts = new PostSettings(new PostStore(services.producer, services.config.redisPrefix)).handlers;
  return {
    ...challenges,
    ...posts,
    commands: {
      ...challenges.commands,
      ...reminderHandlers(reminders).commands,
      ...standings.commands,
      ...posts.commands,
    },
    completions: { ...challenges.completions, ...posts.completions },
    components: [challenges, standings, posts].flatMap(({ components }) => components ?? []),
    background: posterOf(services),
  };
};

export const daily: Feature = {
  commands: [dailyDefinition, statsDefinition],
  subcommands: { leaderboard: [leaderboardSubcommand], settings: [postsSubcommand, resultSubcommand] },
  personalData: (foundation) => Object.values(storesOf(foundation)),
  challenges: (foundation) => dailyChallenges(foundation.store, storesOf(foundation).daily),
  create,
};
