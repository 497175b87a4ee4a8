/** Puts the commands and the emoji of the application on Discord. Not for every start: Discord allows 200 new commands a day. */
import { DiscordAPIError, PermissionsBitField, REST, type RESTGetAPIApplicationEmojisResult, Routes } from 'discord.js';
import { emojiPrefix } from '../render/emoji.ts';
import { emojiFiles } from '../render/emoji-art.ts';
import type { Config } from '../runtime/config.ts';
import type { Definition } from './definition.ts';
import { applicationOf } from './names.ts';
import { postPermissions } from './timetable.ts';

const restOf = ({ discordApiUrl, discordApiVersion, discordToken }: Config): REST => {
  if (discordToken === undefined) throw new Error('DISCORD_TOKEN is needed to register commands.');
  return new REST({ api: discordApiUrl, version: discordApiVersion }).setToken(discordToken);
};

/** What the bot needs in a server: to post, to find its posts again, and to open threads. */
const permissions = new PermissionsBitField([
  ...postPermissions,
  'ReadMessageHistory',
  'CreatePublicThreads',
  'SendMessagesInThreads',
]).bitfield;

/** Where somebody adds the bot to a server. */
export const inviteLink = async (config: Config): Promise<string> => {
  const client_id = await applicationOf(restOf(config));
  const query = { client_id, scope: 'bot applications.commands', permissions: String(permissions) };
  return `https://discord.com/oauth2/authorize?${new URLSearchParams(query)}`;
};

/** Replaces all commands. @returns their number */
export const register = async (config: Config, definitions: readonly Definition[]): Promise<number> => {
  const rest = restOf(config);
  const put = (await rest.put(Routes.applicationCommands(await applicationOf(rest)), {
    body: definitions,
  })) as unknown[];
  return put.length;
};

/**
 * Uploads the emoji that are missing, and removes those that we no longer draw. Others of the application stay.
 * @returns undefined if Discord allows this bot no emoji; boards are then in Unicode
 */
export const registerEmoji = async (config: Config): Promise<{ added: number; removed: number } | undefined> => {
  const rest = restOf(config);
  const application = await applicationOf(rest);
  const wanted = emojiFiles();
  try {
    const { items } = (await rest.get(Routes.applicationEmojis(application))) as RESTGetAPIApplicationEmojisResult;
    const there = new Set(items.map(({ name }) => name));
    const missing = [...wanted].filter(([name]) => !there.has(name));
    for (const [name, data] of missing) {
      const image = `data:image/png;base64,${data.toString('base64')}`;
      await rest.post(Routes.applicationEmojis(application), { body: { name, image } });
    }
    const old = items.flatMap(({ id, name }) => (id && name?.startsWith(emojiPrefix) && !wanted.has(name) ? id : []));
    for (const id of old) await rest.delete(Routes.applicationEmoji(application, id));
    return { added: missing.length, removed: old.length };
  } catch (error) {
    if (error instanceof DiscordAPIError && error.status === 403) return undefined;
    throw error;
  }
};
