/** Messages that the bot posts by itself. For some minutes, Discord takes only the first message with a nonce. */
import { type APIMessage, DiscordAPIError, type REST, Routes } from 'discord.js';
import { type Message, request } from './message.ts';

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

/** The channel of direct messages to a person. */
export const directChannel = async (rest: REST, user: string): Promise<string> =>
  ((await rest.post(Routes.userChannels(), { body: { recipient_id: user } })) as { id: string }).id;

/** Whether Discord would refuse the same request again: no permission, or nothing there. */
export const isRefusal = (error: unknown): error is DiscordAPIError =>
  error instanceof DiscordAPIError && error.status >= 400 && error.status < 500 && error.status !== 429;
