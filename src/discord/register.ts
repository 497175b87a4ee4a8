import { REST, type RESTGetCurrentApplicationResult, Routes } from 'discord.js';
import type { Config } from '../runtime/config.ts';
import type { Definition } from './definition.ts';

/** Replaces all commands. Not for every start: Discord allows 200 new ones a day. @returns their number */
export const register = async (config: Config, definitions: readonly Definition[]): Promise<number> => {
  if (config.discordToken === undefined) throw new Error('DISCORD_TOKEN is needed to register commands.');
  const rest = new REST({ api: config.discordApiUrl, version: config.discordApiVersion }).setToken(config.discordToken);
  const application = (await rest.get(Routes.currentApplication())) as RESTGetCurrentApplicationResult;
  const put = (await rest.put(Routes.applicationCommands(application.id), { body: definitions })) as unknown[];
  return put.length;
};
