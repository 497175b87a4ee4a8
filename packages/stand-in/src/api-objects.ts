import { MessageFlags, MessageType } from 'discord-api-types/v10';
import type { Channel, Guild, Member, Message, Role } from './guild.ts';
import type { Attachment } from './message-state.ts';
import { snowflakeTime } from './snowflake.ts';
import type { User } from './user.ts';

/** Users, guilds, channels and messages as JSON of the API. https://docs.discord.com/developers/resources/guild */

export type ApiObject = Record<string, unknown>;

export function userObject({ id, name, bot }: User): ApiObject {
  return {
    id,
    username: name,
    global_name: bot ? null : name,
    discriminator: bot ? '0001' : '0',
    avatar: null,
    bot,
    system: false,
    public_flags: 0,
    flags: 0,
    banner: null,
    accent_color: null,
  };
}

export function roleObject(role: Role): ApiObject {
  return {
    ...role,
    permissions: role.permissions.toString(),
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    icon: null,
    unicode_emoji: null,
    flags: 0,
  };
}

export function memberObject(member: Member): ApiObject {
  return {
    user: userObject(member.user),
    nick: null,
    avatar: null,
    banner: null,
    roles: [...member.roles],
    joined_at: new Date(member.joinedAt).toISOString(),
    premium_since: null,
    deaf: false,
    mute: false,
    pending: false,
    flags: 0,
    communication_disabled_until: null,
  };
}

export function guildObject(guild: Guild): ApiObject {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    splash: null,
    discovery_splash: null,
    banner: null,
    description: null,
    owner_id: guild.ownerId,
    afk_channel_id: null,
    afk_timeout: 300,
    verification_level: 0,
    default_message_notifications: 0,
    explicit_content_filter: 0,
    mfa_level: 0,
    nsfw_level: 0,
    nsfw: false,
    system_channel_id: guild.systemChannel?.id ?? null,
    system_channel_flags: 0,
    rules_channel_id: null,
    public_updates_channel_id: null,
    safety_alerts_channel_id: null,
    application_id: null,
    vanity_url_code: null,
    premium_tier: 0,
    premium_subscription_count: 0,
    premium_progress_bar_enabled: false,
    preferred_locale: guild.locale,
    features: [],
    emojis: [],
    stickers: [],
    roles: [...guild.roles.values()].map(roleObject),
  };
}

/** The guild as GUILD_CREATE carries it, with the bot's member and the channels. */
export function createdGuildObject(guild: Guild): ApiObject {
  const bot = guild.members.get(guild.world.bot.id);
  const channels = [...guild.channels.values()];
  return {
    ...guildObject(guild),
    joined_at: new Date(bot?.joinedAt ?? 0).toISOString(),
    large: false,
    unavailable: false,
    member_count: guild.members.size,
    members: bot ? [memberObject(bot)] : [],
    channels: channels.filter((channel) => !channel.isThread).map(channelObject),
    threads: channels.filter((channel) => channel.isThread).map(channelObject),
    voice_states: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

export function channelObject(channel: Channel): ApiObject {
  const { guild, parent, messages } = channel;
  const shared = { id: channel.id, type: channel.type, last_message_id: [...messages.keys()].at(-1) ?? null, flags: 0 };
  if (!guild) {
    const others = channel.recipients.filter((user) => user !== channel.world.bot);
    return { ...shared, recipients: others.map(userObject) };
  }
  const common = { ...shared, guild_id: guild.id, name: channel.name, nsfw: channel.nsfw, rate_limit_per_user: 0 };
  if (parent) {
    const created = new Date(snowflakeTime(channel.id)).toISOString();
    return {
      ...common,
      parent_id: parent.id,
      owner_id: channel.ownerId,
      message_count: messages.size,
      member_count: 1,
      total_message_sent: messages.size,
      thread_metadata: {
        archived: channel.archived,
        auto_archive_duration: 1440,
        archive_timestamp: created,
        locked: false,
        create_timestamp: created,
      },
    };
  }
  return {
    ...common,
    parent_id: null,
    position: 0,
    topic: null,
    permission_overwrites: channel.overwrites.map((overwrite) => ({
      ...overwrite,
      allow: overwrite.allow.toString(),
      deny: overwrite.deny.toString(),
    })),
  };
}

/** https://docs.discord.com/developers/resources/message#message-object */
export function messageObject(message: Message): ApiObject {
  const { origin, state } = message;
  const { channel, reference } = origin;
  const mentioned = [...state.content.matchAll(/<@!?(\d+)>/g)].flatMap(([, id = '']) => {
    const user = channel.world.users.get(id);
    return user ? [userObject(user)] : [];
  });
  return {
    id: message.id,
    channel_id: channel.id,
    type: origin.type ?? MessageType.Default,
    author: userObject(origin.author),
    content: state.content,
    timestamp: new Date(message.createdAt).toISOString(),
    edited_timestamp: message.editedAt === undefined ? null : new Date(message.editedAt).toISOString(),
    tts: false,
    mention_everyone: message.pings.everyone,
    mentions: mentioned,
    mention_roles: message.pings.roles,
    attachments: state.attachments.map(attachmentObject),
    embeds: state.embeds,
    components: state.components,
    flags: state.flags | (message.threadId === undefined ? 0 : MessageFlags.HasThread),
    pinned: false,
    ...(origin.nonce !== undefined && { nonce: origin.nonce }),
    ...(origin.applicationId !== undefined && { application_id: origin.applicationId }),
    ...(origin.interactionMetadata && {
      webhook_id: origin.applicationId,
      interaction_metadata: origin.interactionMetadata,
    }),
    ...(reference && {
      message_reference: {
        type: 0,
        message_id: reference.id,
        channel_id: reference.channel.id,
        ...(reference.channel.guild && { guild_id: reference.channel.guild.id }),
      },
    }),
  };
}

function attachmentObject(attachment: Attachment): ApiObject {
  return {
    id: attachment.id,
    filename: attachment.filename,
    size: attachment.size,
    url: attachment.url,
    proxy_url: attachment.url,
    content_type: attachment.contentType,
    ...(attachment.description !== undefined && { description: attachment.description }),
    ...(attachment.width !== undefined && { width: attachment.width, height: attachment.height }),
  };
}
