/** Messages that the bot posts by itself. For some minutes, Discord takes only the first message with a nonce. */
import { type APIMessage, DiscordAPIError, MessageType, type REST, Routes } from 'discord.js';
import { type Message, request } from './message.ts';
import { firstSnowflake } from './snowflake.ts';

interface PostOptions {
  /** The people and roles that the message may mention; it mentions nobody else. */
  readonly users?: readonly string[];
  readonly roles?: readonly string[];
  readonly signal?: AbortSignal;
}

/** @param nonce at most 25 characters */
export const postOnce = async (
  rest: REST,
  channel: string,
  nonce: string,
  message: Message,
  { users = [], roles = [], ...options }: PostOptions = {},
): Promise<APIMessage> => {
  const { body, files } = request(message);
  const once = { ...body, allowed_mentions: { parse: [], users, roles }, nonce, enforce_nonce: true };
  return (await rest.post(Routes.channelMessages(channel), { body: once, files, ...options })) as APIMessage;
};

export const unreadable = Symbol('unreadable');

/**
 * Looks for a message that the bot posted by itself, where the confirmation was lost.
 * @param isIt whether it is this one of the bot's messages
 * @param span when it was posted, in milliseconds since 1970; without `until`, at any time since
 * @returns its id; undefined if there is none; `unreadable` if the bot may not read the channel
 */
export const findPosted = async (
  rest: REST,
  channel: string,
  isIt: (message: APIMessage) => boolean,
  { from, until }: { readonly from: number; readonly until?: number },
): Promise<string | typeof unreadable | undefined> => {
  const { id: self } = (await rest.get(Routes.user())) as { id: string };
  const start = String(firstSnowflake(from));
  const end = until === undefined ? undefined : firstSnowflake(until);
  try {
    let isEmpty = true;
    for (let after = start; end === undefined || BigInt(after) < end; ) {
      const query = new URLSearchParams({ after, limit: '100' });
      const messages = (await rest.get(Routes.channelMessages(channel), { query })) as APIMessage[];
      // Answers to commands may look the same.
      const found = messages.find((message) => {
        const { author, type, interaction_metadata: interaction } = message;
        return author.id === self && type === MessageType.Default && !interaction && isIt(message);
      });
      if (found) return found.id;
      if (messages.length === 0) break;
      isEmpty = false;
      after = messages.reduce((latest, { id }) => (BigInt(id) > BigInt(latest) ? id : latest), after);
    }
    // Without permission the list is empty too; reading a single message tells the difference.
    if (isEmpty) await rest.get(Routes.channelMessage(channel, start));
  } catch (error) {
    if (!(error instanceof DiscordAPIError)) throw error;
    if (error.status === 403) return unreadable;
    // Either only this message or the whole channel doesn't exist.
    if (error.status !== 404) throw error;
  }
  return undefined;
};

/** The channel of direct messages to a person. */
export const directChannel = async (rest: REST, user: string): Promise<string> =>
  ((await rest.post(Routes.userChannels(), { body: { recipient_id: user } })) as { id: string }).id;

/** Whether Discord would refuse the same request again: no permission, or nothing there. */
export const isRefusal = (error: unknown): error is DiscordAPIError =>
  error instanceof DiscordAPIError && error.status >= 400 && error.status < 500 && error.status !== 429;
