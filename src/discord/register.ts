import {
  ApplicationIntegrationType,
  InteractionContextType,
  REST,
  type RESTGetCurrentApplicationResult,
  Routes,
} from 'discord.js';
import { analyseDefinition } from '../analyse/command.ts';
import { compareDefinition } from '../compare/command.ts';
import type { Config } from '../config.ts';
import { contestDefinition } from '../contest/command.ts';
import { convertDefinition } from '../convert/command.ts';
import { dailyDefinition } from '../daily/command.ts';
import { statsDefinition } from '../daily/standings.ts';
import { findDefinition } from '../find/command.ts';
import { hardestDefinition } from '../hardest/command.ts';
import { aboutDefinition, helpDefinition } from '../help/command.ts';
import { leaderboardDefinition } from '../leaderboard/command.ts';
import { playDefinition } from '../play/command.ts';
import { privacyDefinition } from '../privacy/command.ts';
import { scrambleDefinition } from '../scramble/command.ts';
import { settingsDefinition } from '../settings/command.ts';
import { solveDefinition } from '../solve/command.ts';

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
