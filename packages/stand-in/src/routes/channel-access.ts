import { missingAccess, unknown } from '../discord-error.ts';
import type { Channel, Message } from '../guild.ts';
import type { Call } from '../rest.ts';
import type { World } from '../world.ts';
import { param } from './route.ts';

/**
 * The channel of the path.
 * @throws DiscordError 10003 for an unknown channel, 50001 if the bot doesn't see it
 */
export function findChannel(call: Call, world: World): Channel {
  const channel = world.channels.get(param(call, 'channel'));
  if (!channel) throw unknown.channel();
  if (!channel.hasBot) throw missingAccess();
  channel.require(world.bot.id);
  return channel;
}

/** @throws DiscordError 10008, also for ephemeral messages, which no bot token can access */
export function findMessage(call: Call, channel: Channel): Message {
  const message = channel.messages.get(param(call, 'message'));
  if (!message || message.ephemeral) throw unknown.message();
  return message;
}
