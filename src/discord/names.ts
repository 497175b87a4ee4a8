/** The ids of the application's commands and emoji. Without them, texts name commands in English, and boards are in Unicode. */
import {
  type REST,
  type RESTGetAPIApplicationCommandsResult,
  type RESTGetAPIApplicationEmojisResult,
  type RESTGetCurrentApplicationResult,
  Routes,
} from 'discord.js';
import { setCommandIds } from '../locales/index.ts';
import { setEmoji } from '../render/emoji.ts';
import { within } from '../runtime/deadline.ts';

const patienceMilliseconds = 5000;

export const applicationOf = async (rest: REST): Promise<string> =>
  ((await rest.get(Routes.currentApplication())) as RESTGetCurrentApplicationResult).id;

/** From now on, messages name the commands and show the emoji that are registered. */
export const learnNames = async (rest: REST): Promise<true> => {
  const application = await applicationOf(rest);
  const [commands, emoji] = await Promise.all([
    rest.get(Routes.applicationCommands(application)) as Promise<RESTGetAPIApplicationCommandsResult>,
    rest.get(Routes.applicationEmojis(application)) as Promise<RESTGetAPIApplicationEmojisResult>,
  ]);
  setCommandIds(new Map(commands.map(({ name, id }) => [name, id])));
  setEmoji(emoji.items);
  return true;
};

/** Where Discord is slow or away, the bot starts without them. @returns whether they are known */
export const learnNamesSoon = async (rest: REST): Promise<boolean> =>
  (await within(
    patienceMilliseconds,
    learnNames(rest).catch(() => false),
  )) === true;
