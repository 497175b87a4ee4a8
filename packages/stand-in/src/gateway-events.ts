import { GatewayIntentBits } from 'discord-api-types/v10';
import {
  type ApiObject,
  channelObject,
  createdGuildObject,
  guildObject,
  memberObject,
  messageObject,
  roleObject,
} from './api-objects.ts';
import type { Gateway } from './gateway.ts';
import type { Guild, Message } from './guild.ts';
import type { World } from './world.ts';

/** Dispatches every change of the world that concerns the bot. https://docs.discord.com/developers/events/gateway-events */
export function dispatchChanges(world: World, gateway: Gateway): void {
  const dispatch = (guild: Guild, type: string, data: unknown) =>
    gateway.dispatch(type, data, { guild, intent: GatewayIntentBits.Guilds });

  const dispatchGuild = (guild: Guild) => dispatch(guild, 'GUILD_CREATE', createdGuildObject(guild));
  world.on('guild', (guild) => {
    if (guild.installed) dispatchGuild(guild);
  });
  world.on('channel', (channel) => {
    const { guild } = channel;
    if (!guild?.installed || channel.permissionsOf(world.bot.id) === 0n) return;
    const created = channelObject(channel);
    if (channel.isThread) dispatch(guild, 'THREAD_CREATE', { ...created, newly_created: true });
    else dispatch(guild, 'CHANNEL_CREATE', created);
  });
  world.guildChanges
    .on('guildUpdate', (guild) => dispatch(guild, 'GUILD_UPDATE', guildObject(guild)))
    .on('guildCreate', dispatchGuild)
    .on('guildUnavailable', (guild) => dispatch(guild, 'GUILD_DELETE', { id: guild.id, unavailable: true }))
    .on('guildDelete', (guild) => dispatch(guild, 'GUILD_DELETE', { id: guild.id }))
    .on('channelUpdate', (guild, channel) => dispatch(guild, 'CHANNEL_UPDATE', channelObject(channel)))
    .on('channelDelete', (guild, channel) => dispatch(guild, 'CHANNEL_DELETE', channelObject(channel)))
    .on('roleCreate', (guild, role) =>
      dispatch(guild, 'GUILD_ROLE_CREATE', { guild_id: guild.id, role: roleObject(role) }),
    )
    .on('roleUpdate', (guild, role) =>
      dispatch(guild, 'GUILD_ROLE_UPDATE', { guild_id: guild.id, role: roleObject(role) }),
    )
    .on('roleDelete', (guild, roleId) => dispatch(guild, 'GUILD_ROLE_DELETE', { guild_id: guild.id, role_id: roleId }));

  const dispatchMessage = (type: string, message: Message, dataFor: (intents: number) => ApiObject) => {
    const { channel } = message;
    if (message.ephemeral || !channel.hasBot || channel.permissionsOf(world.bot.id) === 0n) return;
    const { guild } = channel;
    const intent = guild ? GatewayIntentBits.GuildMessages : GatewayIntentBits.DirectMessages;
    gateway.dispatch(type, dataFor, { guild, intent });
  };
  const dispatchContent = (type: string, message: Message) =>
    dispatchMessage(type, message, (intents) => {
      const full = { ...messageObject(message), ...guildFields(message) };
      return mayRead(message, intents) ? full : { ...full, content: '', embeds: [], attachments: [], components: [] };
    });
  world.on('message', (message) => dispatchContent('MESSAGE_CREATE', message));
  world.on('messageUpdate', (message) => dispatchContent('MESSAGE_UPDATE', message));
  world.on('messageDelete', (message) => {
    const { id, channel } = message;
    const place = channel.guild ? { guild_id: channel.guild.id } : {};
    dispatchMessage('MESSAGE_DELETE', message, () => ({ id, channel_id: channel.id, ...place }));
  });
}

/** Fields that the gateway adds to a message in a guild. */
function guildFields({ channel: { guild }, author }: Message): ApiObject {
  if (!guild) return {};
  const member = guild.members.get(author.id);
  if (!member) return { guild_id: guild.id };
  const { user: _, ...rest } = memberObject(member);
  return { guild_id: guild.id, member: rest };
}

/** https://docs.discord.com/developers/events/gateway#message-content-intent */
function mayRead(message: Message, intents: number): boolean {
  const { bot } = message.channel.world;
  return (
    (intents & GatewayIntentBits.MessageContent) !== 0 ||
    !message.channel.guild ||
    message.author === bot ||
    message.content.includes(`<@${bot.id}>`)
  );
}
