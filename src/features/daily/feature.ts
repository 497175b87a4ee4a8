/** The daily challenge: `/daily`, its results and leaderboard, posts in servers, and reminders. */
import type { Redis } from 'ioredis';
import { WorkStore } from '../../jobs/store.ts';
import { Posts } from '../../schedule/posts.ts';
import type { Feature, Foundation, RunningFeature, Services } from '../feature.ts';
import { dailyChallenges } from './challenges.ts';
import { DailyCommand, dailyDefinition } from './command.ts';
import { PostStore, ReminderStore } from './post-store.ts';
import { Poster } from './poster.ts';
import { PostSettings, postsSubcommand } from './settings.ts';
import { leaderboardSubcommand, resultSubcommand, standingsHandlers, statsDefinition } from './standings.ts';
import { DailyStore } from './store.ts';

const storesOf = ({ config }: Foundation, redis: Redis) => ({
  daily: new DailyStore(redis, config.redisPrefix),
  reminders: new ReminderStore(redis, config.redisPrefix),
  servers: new PostStore(redis, config.redisPrefix),
});

const create = (services: Services): RunningFeature => {
  const { producer, consumer, config, rest, queue: work, drawing, log } = services;
  const { daily, reminders, servers } = storesOf(services, producer);
  const parts = [
    new DailyCommand({ ...services, daily, reminders }).handlers,
    standingsHandlers(services, daily, reminders),
    new PostSettings(servers).handlers,
  ];
  // The poster waits while Redis is away.
  const store = new WorkStore(consumer, config.redisPrefix);
  const posts = new Posts(consumer, rest);
  const deps = { ...storesOf(services, consumer), posts, rest, store, work, drawing, log };
  return {
    ...Object.assign({}, ...parts),
    commands: Object.assign({}, ...parts.map(({ commands }) => commands)),
    completions: Object.assign({}, ...parts.map(({ completions }) => completions)),
    components: parts.flatMap(({ components }) => components ?? []),
    background: new Poster(consumer, config, deps).schedule,
  };
};

export const daily: Feature = {
  helpPage: 'daily',
  commands: [dailyDefinition, statsDefinition],
  subcommands: { leaderboard: [leaderboardSubcommand], settings: [postsSubcommand, resultSubcommand] },
  personalData: (foundation) => {
    const { daily, reminders } = storesOf(foundation, foundation.producer);
    return [daily, reminders];
  },
  challenges: (foundation) => dailyChallenges(foundation.store, storesOf(foundation, foundation.producer).daily),
  create,
};
