import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import { z } from 'zod';
import { channelObject } from '../api-objects.ts';
import { DiscordError } from '../discord-error.ts';
import { Channel, type Message } from '../guild.ts';
import { readBody } from '../request-body.ts';
import type { Call, Route } from '../rest.ts';
import { integer, parseForm, text } from '../schema.ts';
import { findChannel, findMessage } from './channel-access.ts';
import { botRoute, type RouteDeps } from './route.ts';

const P = PermissionFlagsBits;

const threadForm = z.strictObject({
  name: text(1, 100),
  type: integer(10, 12).optional(),
  auto_archive_duration: z.literal([60, 1440, 4320, 10_080]).nullish(),
  rate_limit_per_user: integer(0, 21_600).nullish(),
  invitable: z.boolean().optional(),
});

/** Channels, typing and threads. https://docs.discord.com/developers/resources/channel */
export function channelRoutes({ world }: RouteDeps): Route[] {
  const { bot } = world;
  /** Creates a thread in the channel, or below one of its messages. */
  const createThread = async (call: Call, message?: Message) => {
    const parent = findChannel(call, world);
    const { body } = await readBody(call);
    const form = parseForm(threadForm, body);
    const isNews = parent.type === ChannelType.GuildAnnouncement;
    const openType = isNews ? ChannelType.AnnouncementThread : ChannelType.PublicThread;
    const type = message ? openType : (form.type ?? ChannelType.PrivateThread);
    if (!parent.guild || parent.isThread) {
      throw new DiscordError(400, 50024, 'Cannot execute action on this channel type');
    }
    parent.require(bot.id, type === ChannelType.PrivateThread ? P.CreatePrivateThreads : P.CreatePublicThreads);
    const thread = new Channel(world, {
      type,
      ...(message && { id: message.id }),
      name: form.name,
      guild: parent.guild,
      parent,
      ownerId: bot.id,
    });
    world.addChannel(thread);
    return thread;
  };

  return [
    botRoute('GET /channels/:channel', (call) => call.json(channelObject(findChannel(call, world))), {
      major: 'channel',
    }),
    botRoute(
      'POST /channels/:channel/typing',
      (call) => {
        const channel = findChannel(call, world);
        channel.require(bot.id, channel.isThread ? P.SendMessagesInThreads : P.SendMessages);
        world.emit('typing', channel, bot);
        return call.body(null, 204);
      },
      { limit: { name: 'typing', requests: 5, windowMs: 5000 }, major: 'channel' },
    ),
    botRoute('POST /channels/:channel/threads', async (call) =>
      call.json(channelObject(await createThread(call)), 201),
    ),
    botRoute('POST /channels/:channel/messages/:message/threads', async (call) => {
      const message = findMessage(call, findChannel(call, world));
      if (message.threadId !== undefined) {
        throw new DiscordError(400, 160004, 'A thread has already been created for this message');
      }
      const thread = await createThread(call, message);
      message.threadId = thread.id;
      world.announceEdit(message);
      return call.json(channelObject(thread), 201);
    }),
  ];
}
