import {
  ApplicationIntegrationType,
  InteractionContextType,
  REST,
  type RESTGetCurrentApplicationResult,
  Routes,
} from 'discord.js';
import { analyseDefinition } from '../features/analyse/command.ts';
import { compareDefinition } from '../features/compare/command.ts';
import { contestDefinition } from '../features/contest/command.ts';
import { convertDefinition } from '../features/convert/command.ts';
import { dailyDefinition } from '../features/daily/command.ts';
import { statsDefinition } from '../features/daily/standings.ts';
import { findDefinition } from '../features/find/command.ts';
import { hardestDefinition } from '../features/hardest/command.ts';
import { aboutDefinition, helpDefinition } from '../features/help/command.ts';
import { leaderboardDefinition } from '../features/leaderboard/command.ts';
import { playDefinition } from '../features/play/command.ts';
import { privacyDefinition } from '../features/privacy/command.ts';
import { scrambleDefinition } from '../features/scramble/command.ts';
import { settingsDefinition } from '../features/settings/command.ts';
import { solveDefinition } from '../features/solve/command.ts';
import type { Config } from '../runtime/config.ts';

/**
 * For commands that say nothing else: installed in servers or by a person; used in servers, in direct messages with the
 * bot, and in other channels.
 */
const everywhere = {
  integration_types: [ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall],
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel],
};

/** Every command there is; the bot's features answer just these. */
export const definitions = [
  solveDefinition,
  hardestDefinition,
  compareDefinition,
  analyseDefinition,
  scrambleDefinition,
  convertDefinition,
  findDefinition,
  playDefinition,
  leaderboardDefinition,
  dailyDefinition,
  statsDefinition,
  contestDefinition,
  settingsDefinition,
  privacyDefinition,
  helpDefinition,
  aboutDefinition,
].map((definition) => ({ ...everywhere, ...definition }));

/**
 * Put the slash commands, replacing all that were there. Run once after an update, never at start: Discord allows 200
 * new commands a day.
 * @returns how many there are now
 */
export const register = async (config: Config): Promise<number> => {
  if (config.discordToken === undefined) throw new Error('DISCORD_TOKEN is needed to register commands.');
  const rest = new REST({ api: config.discordApiUrl, version: config.discordApiVersion }).setToken(config.discordToken);
  const application = (await rest.get(Routes.currentApplication())) as RESTGetCurrentApplicationResult;
  const put = (await rest.put(Routes.applicationCommands(application.id), { body: definitions })) as unknown[];
  return put.length;
};
