import { MessageType, PermissionFlagsBits } from 'discord-api-types/v10';
import { messageObject } from '../api-objects.ts';
import { type ComponentNode, walk } from '../components.ts';
import { DiscordError, invalidField, notFound } from '../discord-error.ts';
import { type Channel, Message, type Pings } from '../guild.ts';
import type { Upload } from '../media.ts';
import { type MessageState, nextState } from '../message-state.ts';
import { checkMessage, type MessageForm } from '../payload.ts';
import { readBody } from '../request-body.ts';
import type { Call, Route } from '../rest.ts';
import type { World } from '../world.ts';
import { findChannel, findMessage } from './channel-access.ts';
import { botRoute, type RouteDeps } from './route.ts';

const P = PermissionFlagsBits;
/** How long Discord remembers a nonce. */
const NONCE_MS = 5 * 60_000;

/** Messages of channels. https://docs.discord.com/developers/resources/message */
export function messageRoutes({ world, cdn }: RouteDeps): Route[] {
  const { bot } = world;
  const list = '/channels/:channel/messages';
  const one = `${list}/:message`;
  const inChannel = (name: string, windowMs = 5000) => ({
    limit: { name: `channel ${name}`, requests: 5, windowMs },
    major: 'channel',
  });
  /** Reads and checks a form. Returns it with the state that it leads to. */
  const readMessage = async (call: Call, channel: Channel, before?: MessageState) => {
    const { body, uploads } = await readBody(call);
    const context = { route: 'channel', uploads, knowsEmoji: (id: string) => world.emoji.has(id) } as const;
    const form = checkMessage(body, before ? { ...context, before } : context);
    requireContentPermissions(channel, form, uploads);
    return { form, state: nextState(form, uploads, `${cdn()}/${channel.id}`, before) };
  };
  return [
    botRoute(`GET ${list}`, (call) => call.json(listMessages(call, world)), { major: 'channel' }),
    botRoute(
      `GET ${one}`,
      (call) => {
        const channel = findChannel(call, world);
        channel.require(bot.id, P.ReadMessageHistory);
        return call.json(messageObject(findMessage(call, channel)));
      },
      { major: 'channel' },
    ),
    botRoute(
      `POST ${list}`,
      async (call) => {
        const channel = findChannel(call, world);
        channel.require(bot.id, channel.isThread ? P.SendMessagesInThreads : P.SendMessages);
        if (channel.archived) throw new DiscordError(400, 50083, 'Thread is archived');
        requireOpenDirectMessages(world, channel);
        const { form, state } = await readMessage(call, channel);
        const earlier = form.nonce == null ? undefined : channel.nonces.get(String(form.nonce));
        if (form.enforce_nonce && earlier && Date.now() - earlier.createdAt < NONCE_MS) {
          return call.json(messageObject(earlier));
        }
        const message = createMessage(channel, form, state);
        if (form.nonce != null) channel.nonces.set(String(form.nonce), message);
        world.post(message);
        return call.json(messageObject(message));
      },
      inChannel('posts'),
    ),
    botRoute(
      `PATCH ${one}`,
      async (call) => {
        const channel = findChannel(call, world);
        const message = findMessage(call, channel);
        if (message.author !== bot) {
          throw new DiscordError(403, 50005, 'Cannot edit a message authored by another user');
        }
        const { state } = await readMessage(call, channel, message.state);
        message.change(state);
        world.announceEdit(message);
        return call.json(messageObject(message));
      },
      inChannel('edits'),
    ),
    botRoute(
      `DELETE ${one}`,
      (call) => {
        const channel = findChannel(call, world);
        const message = findMessage(call, channel);
        if (message.author !== bot) {
          if (!channel.guild) throw new DiscordError(403, 50003, 'Cannot execute action on a DM channel');
          channel.require(bot.id, P.ManageMessages);
        }
        world.remove(message);
        return call.body(null, 204);
      },
      inChannel('deletions', 1000),
    ),
  ];
}

/** A page of the channel's messages, the newest first. */
function listMessages(call: Call, world: World): Record<string, unknown>[] {
  const channel = findChannel(call, world);
  if (!channel.can(world.bot.id, P.ReadMessageHistory)) return [];
  const limit = Number(call.req.query('limit') ?? 50);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    throw invalidField(['limit'], 'NUMBER_TYPE_MAX', 'int value should be between 1 and 100.');
  }
  const after = BigInt(call.req.query('after') ?? 0);
  const before = BigInt(call.req.query('before') ?? 0);
  const found = [...channel.messages.values()].filter((message) => {
    const id = BigInt(message.id);
    return !message.ephemeral && id > after && (before === 0n || id < before);
  });
  const page = after === 0n ? found.slice(-limit) : found.slice(0, limit);
  return page.reverse().map(messageObject);
}

function requireContentPermissions(channel: Channel, form: MessageForm, uploads: readonly Upload[]): void {
  const { bot } = channel.world;
  if (uploads.length > 0) channel.require(bot.id, P.AttachFiles);
  if (form.embeds?.length) channel.require(bot.id, P.EmbedLinks);
}

/** @throws DiscordError 50007 or 50278 if the recipient accepts no direct messages of the bot */
function requireOpenDirectMessages(world: World, channel: Channel): void {
  if (channel.guild) return;
  const user = channel.recipients.find((recipient) => recipient !== world.bot);
  if (!user) throw notFound();
  if (world.directMessagesClosed.has(user.id)) throw new DiscordError(403, 50007, 'Cannot send messages to this user');
  if (world.sharesGuildWithBot(user.id) || world.installedBy.has(user.id)) return;
  throw new DiscordError(403, 50278, 'Cannot send messages to this user due to having no mutual guilds');
}

function createMessage(channel: Channel, form: MessageForm, state: MessageState): Message {
  const target = form.message_reference?.message_id;
  const reference = target === undefined ? undefined : channel.messages.get(target);
  if (target !== undefined && !reference && form.message_reference?.fail_if_not_exists !== false) {
    throw invalidField(['message_reference', 'message_id'], 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message');
  }
  const { bot } = channel.world;
  return new Message(
    {
      channel,
      author: bot,
      type: reference ? MessageType.Reply : MessageType.Default,
      nonce: form.nonce ?? undefined,
      reference,
      applicationId: bot.id,
      pings: pingsOf(form, channel),
    },
    state,
  );
}

/**
 * Whom a message notifies: everybody it mentions, if its `allowed_mentions` permit. Of roles only those that the bot may
 * mention. https://docs.discord.com/developers/resources/message#allowed-mentions-object
 */
function pingsOf(form: MessageForm, channel: Channel): Pings {
  const texts = [...walk((form.components ?? []) as ComponentNode[])].map(({ node }) => String(node.content ?? ''));
  const text = [form.content ?? '', ...texts].join('\n');
  const mentioned = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, id]) => id ?? ''))];
  const allowed = form.allowed_mentions;
  const isAllowed = (kind: 'users' | 'roles', id: string) =>
    allowed == null || allowed.parse?.includes(kind) || allowed[kind]?.includes(id);
  const mayMentionAll = channel.can(channel.world.bot.id, P.MentionEveryone);
  const mayMentionRole = (id: string) => mayMentionAll || channel.guild?.roles.get(id)?.mentionable === true;
  const isEveryoneAllowed = allowed == null || allowed.parse?.includes('everyone') === true;
  return {
    users: mentioned(/<@!?(\d+)>/g).filter((id) => isAllowed('users', id)),
    roles: mentioned(/<@&(\d+)>/g).filter((id) => isAllowed('roles', id) && mayMentionRole(id)),
    everyone: mayMentionAll && /@(everyone|here)/.test(text) && isEveryoneAllowed,
  };
}
