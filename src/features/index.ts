/** The list of features. The bot, the registration of commands, `/help`, `/privacy` and the spoiler guard read it. */
import { ApplicationIntegrationType, type Client, Events, type Guild, InteractionContextType } from 'discord.js';
import type { Definition } from '../discord/definition.ts';
import type { Answer } from '../queue/answer.ts';
import type { Logger } from '../runtime/log.ts';
import { analyseFeature } from './analyse/command.ts';
import { compareFeature } from './compare/command.ts';
import { contestFeature } from './contest/command.ts';
import { convertFeature } from './convert/command.ts';
import { dailyFeature } from './daily/feature.ts';
import type { Feature, RunningFeature } from './feature.ts';
import { fileFeature } from './file/command.ts';
import { findFeature } from './find/command.ts';
import { hardestFeature } from './hardest/command.ts';
import { helpFeature } from './help/command.ts';
import { heuristicFeature } from './heuristic/command.ts';
import type { Answers } from './jobs.ts';
import { leaderboardFeature } from './leaderboard/command.ts';
import { playFeature } from './play/command.ts';
import { practiceFeature } from './practice/command.ts';
import { privacyFeature } from './privacy/command.ts';
import { probabilityFeature } from './probability/command.ts';
import { scrambleFeature } from './scramble/command.ts';
import { settingsFeature } from './settings/command.ts';
import { solveFeature } from './solve/command.ts';
import { watchFeature } from './watch/command.ts';

/** In the order in which `/help` lists them. */
export const features: readonly Feature[] = [
  solveFeature,
  fileFeature,
  compareFeature,
  heuristicFeature,
  watchFeature,
  hardestFeature,
  probabilityFeature,
  convertFeature,
  findFeature,
  playFeature,
  practiceFeature,
  analyseFeature,
  scrambleFeature,
  leaderboardFeature,
  dailyFeature,
  contestFeature,
  settingsFeature,
  privacyFeature,
  helpFeature,
];

/** Where commands can be installed and used by default. */
const everywhere = {
  integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel],
};

const withSubcommands = (definition: Definition): Definition => {
  const added = features.flatMap(({ subcommands }) => subcommands?.[definition.name] ?? []);
  if (added.length === 0) return definition;
  const own = 'options' in definition ? (definition.options ?? []) : [];
  return { ...definition, options: [...own, ...added] } as Definition;
};

/** All commands, as Discord registers them. */
export const definitions: readonly Definition[] = features
  .flatMap(({ commands }) => commands)
  .map((definition) => ({ ...everywhere, ...withSubcommands(definition) }));

/** The answers of all kinds of work. One feature shows each kind; any feature may listen for its delivery. */
export const answersOf = (running: readonly RunningFeature[]): Readonly<Record<string, Answer>> => {
  const answers: Answers = Object.assign({}, ...running.map((feature) => feature.answers));
  const withListeners = ([kind, answer]: [string, Answer]): [string, Answer] => {
    const delivered: Answer['delivered'] = async (context, result) => {
      for (const { onDelivered } of running)
        await (onDelivered?.[kind as keyof Answers] as Answer['delivered'])?.(context, result);
    };
    return [kind, { ...answer, delivered }];
  };
  return Object.fromEntries((Object.entries(answers) as [string, Answer][]).map(withListeners));
};

/** Tells features when the bot joins or leaves a server, and when a server changes. */
export const handleGuildEvents = (client: Client, running: readonly RunningFeature[], log: Logger): void => {
  const tell = (name: 'onGuildCreate' | 'onGuildDelete' | 'onGuildUpdate', guild: Guild, failure: string): void => {
    for (const feature of running) feature[name]?.(guild).catch((error) => log.error({ err: error }, failure));
  };
  // Not for those that become available, at the start or after an outage.
  client.on(Events.GuildCreate, (guild) => tell('onGuildCreate', guild, 'a new server is not greeted'));
  client.on(Events.GuildDelete, (guild) => tell('onGuildDelete', guild, 'a server that was left is not forgotten'));
  client.on(Events.GuildUpdate, (_, guild) => tell('onGuildUpdate', guild, 'the change of a server is lost'));
};
