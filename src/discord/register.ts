import { REST, type RESTGetCurrentApplicationResult, Routes } from 'discord.js';
import type { Config } from '../runtime/config.ts';
import type { Definition } from './definition.ts';

/**
 * Put the commands, replacing all that were there. Run once after an update, never at start: Discord allows 200 new
 * commands a day.
 * @returns how many there are now
 */
export const register = async (config: Config, definitions: readonly Definition[]): Promise<number> => {
  if (config.discordToken === undefined) throw new Error('DISCORD_TOKEN is needed to register commands.');
  const rest = new REST({ api: config.discordApiUrl, version: config.discordApiVersion }).setToken(config.discordToken);
  const application = (await rest.get(Routes.currentApplication())) as RESTGetCurrentApplicationResult;
  const put = (await rest.put(Routes.applicationCommands(application.id), { body: definitions })) as unknown[];
  return put.length;
};
