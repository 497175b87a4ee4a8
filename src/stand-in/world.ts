import { EventEmitter } from 'node:events';
import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { Command } from './command-definition.ts';
import { missingAccess, missingPermissions } from './discord-error.ts';
import type { Attachment, Message } from './message.ts';
import { snowflake, snowflakeTime } from './snowflake.ts';

/**
 * Everything there is: one application and its bot, guilds, channels, people, messages, emoji and registered commands.
 * Nothing here knows HTTP or the gateway; changes are told by events.
 */

const P = PermissionFlagsBits;
export const ALL_PERMISSIONS = Object.values(P).reduce((sum, bit) => sum | bit, 0n);
/** What an ordinary member may do. */
export const MEMBER_PERMISSIONS =
  P.ViewChannel |
  P.SendMessages |
  P.SendMessagesInThreads |
  P.CreatePublicThreads |
  P.EmbedLinks |
  P.AttachFiles |
  P.AddReactions |
  P.ReadMessageHistory |
  P.UseExternalEmojis |
  P.UseApplicationCommands |
  P.UseExternalApps;
/** What an app is usually invited with. */
export const BOT_PERMISSIONS = MEMBER_PERMISSIONS & ~P.UseExternalApps;

export class User {
  readonly id: string = snowflake();
  readonly name: string;
  readonly bot: boolean;

  constructor(name: string, bot = false) {
    this.name = name;
    this.bot = bot;
  }

  toJSON(): Record<string, unknown> {
    return {
      id: this.id,
      username: this.name,
      global_name: this.bot ? null : this.name,
      discriminator: this.bot ? '0001' : '0',
      avatar: null,
      bot: this.bot,
      system: false,
      public_flags: 0,
      flags: 0,
      banner: null,
      accent_color: null,
    };
  }
}

export interface Role {
  readonly id: string;
  readonly name: string;
  permissions: bigint;
  /** Higher is more powerful; `@everyone` is 0. */
  position: number;
  /** Whether anybody may mention it. */
  readonly mentionable: boolean;
  /** Whether it belongs to an integration, which alone gives it. */
  readonly managed: boolean;
}

export interface RoleOptions {
  name?: string;
  permissions?: bigint;
  mentionable?: boolean;
  managed?: boolean;
  /** Above all others, the bot's too; below them unless said otherwise, as Discord makes roles. */
  onTop?: boolean;
}

export interface Overwrite {
  readonly id: string;
  readonly type: 0 | 1;
  readonly allow: bigint;
  readonly deny: bigint;
}

export interface ChannelOptions {
  name?: string;
  /** A text channel unless said otherwise. */
  type?: ChannelType;
  nsfw?: boolean;
  /** All the bot may do here; without it the bot's permissions in the guild hold. */
  botPermissions?: bigint;
  /** All an ordinary member may do here. */
  memberPermissions?: bigint;
}

export class Channel {
  readonly id: string;
  readonly world: World;
  readonly type: ChannelType;
  readonly name: string;
  readonly guild: Guild | undefined;
  readonly nsfw: boolean;
  readonly parent: Channel | undefined;
  readonly ownerId: string | undefined;
  /** People of a direct or group message, the bot included where it takes part. */
  readonly recipients: readonly User[];
  readonly overwrites: Overwrite[] = [];
  readonly messages = new Map<string, Message>();
  /** Messages by nonce and author, which Discord remembers for some minutes. */
  readonly nonces = new Map<string, Message>();
  archived = false;

  constructor(
    world: World,
    given: {
      type: ChannelType;
      id?: string;
      name?: string;
      guild?: Guild;
      nsfw?: boolean;
      parent?: Channel;
      ownerId?: string;
      recipients?: readonly User[];
    },
  ) {
    this.id = given.id ?? snowflake();
    this.world = world;
    this.type = given.type;
    this.name = given.name ?? 'general';
    this.guild = given.guild;
    this.nsfw = given.nsfw ?? false;
    this.parent = given.parent;
    this.ownerId = given.ownerId;
    this.recipients = given.recipients ?? [];
  }

  get isThread(): boolean {
    return this.parent !== undefined;
  }

  /** What a person may do here. https://docs.discord.com/developers/topics/permissions#permission-overwrites */
  permissionsOf(userId: string): bigint {
    if (!this.guild) return this.recipients.some(({ id }) => id === userId) ? MEMBER_PERMISSIONS : 0n;
    const base = this.guild.permissionsOf(userId);
    if ((base & P.Administrator) !== 0n) return ALL_PERMISSIONS;
    const source = this.parent ?? this;
    let permissions = base;
    const everyone = source.overwrites.find(({ id }) => id === this.guild?.id);
    if (everyone) permissions = (permissions & ~everyone.deny) | everyone.allow;
    const member = source.overwrites.find(({ id, type }) => type === 1 && id === userId);
    if (member) permissions = (permissions & ~member.deny) | member.allow;
    // Who can't see a channel can do nothing in it.
    return (permissions & P.ViewChannel) === 0n ? 0n : permissions;
  }

  /** From now on the bot may do just this here. */
  allowBot(permissions: bigint): void {
    const { id } = this.world.bot;
    const others = this.overwrites.filter((overwrite) => overwrite.id !== id);
    const own: Overwrite = { id, type: 1, allow: permissions, deny: ALL_PERMISSIONS & ~permissions };
    this.overwrites.splice(0, this.overwrites.length, ...others, own);
    if (this.guild) this.world.emit('guildEvent', this.guild, 'CHANNEL_UPDATE', this.toJSON());
  }

  /** Somebody deletes the channel. */
  delete(): void {
    const shown = this.toJSON();
    this.world.channels.delete(this.id);
    this.guild?.channels.delete(this.id);
    if (this.guild) this.world.emit('guildEvent', this.guild, 'CHANNEL_DELETE', shown);
  }

  /** @throws DiscordError 50001 without a view of the channel, 50013 without one of the permissions */
  require(userId: string, ...needed: bigint[]): void {
    const permissions = this.permissionsOf(userId);
    if ((permissions & P.ViewChannel) === 0n) throw missingAccess();
    for (const bit of needed) if ((permissions & bit) === 0n) throw missingPermissions();
  }

  toJSON(): Record<string, unknown> {
    const last = [...this.messages.keys()].at(-1) ?? null;
    const shared = { id: this.id, type: this.type, last_message_id: last, flags: 0 };
    if (!this.guild) {
      const others = this.recipients.filter((user) => user !== this.world.bot).map((user) => user.toJSON());
      return { ...shared, recipients: others };
    }
    const common = { ...shared, guild_id: this.guild.id, name: this.name, nsfw: this.nsfw, rate_limit_per_user: 0 };
    if (this.parent) {
      return {
        ...common,
        parent_id: this.parent.id,
        owner_id: this.ownerId,
        message_count: this.messages.size,
        member_count: 1,
        total_message_sent: this.messages.size,
        thread_metadata: {
          archived: this.archived,
          auto_archive_duration: 1440,
          archive_timestamp: new Date(snowflakeTime(this.id)).toISOString(),
          locked: false,
          create_timestamp: new Date(snowflakeTime(this.id)).toISOString(),
        },
      };
    }
    return {
      ...common,
      parent_id: null,
      position: 0,
      topic: null,
      permission_overwrites: this.overwrites.map((overwrite) => ({
        ...overwrite,
        allow: overwrite.allow.toString(),
        deny: overwrite.deny.toString(),
      })),
    };
  }
}

export interface Member {
  readonly user: User;
  readonly joinedAt: number;
  readonly roles: Set<string>;
}

const roleJSON = (role: Role): Record<string, unknown> => ({
  ...role,
  permissions: role.permissions.toString(),
  color: 0,
  colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
  hoist: false,
  icon: null,
  unicode_emoji: null,
  flags: 0,
});

export interface GuildOptions {
  name?: string;
  locale?: string;
  /** Is the app installed here? Without it only people who installed the app for themselves can use it. */
  installed?: boolean;
  botPermissions?: bigint;
}

export class Guild {
  readonly id: string = snowflake();
  readonly world: World;
  readonly name: string;
  locale: string;
  installed: boolean;
  /** Commands that the server lets every member use, whatever permissions they ask for by themselves. */
  readonly openCommands = new Set<string>();
  readonly roles = new Map<string, Role>();
  readonly members = new Map<string, Member>();
  readonly channels = new Map<string, Channel>();
  ownerId: string;

  constructor(world: World, options: GuildOptions) {
    this.world = world;
    this.name = options.name ?? 'Guild';
    this.locale = options.locale ?? 'en-US';
    this.installed = options.installed ?? true;
    // @everyone grants nothing, so that a member's own role is all there is to know about a member.
    const common = { mentionable: false, managed: false };
    this.roles.set(this.id, { id: this.id, name: '@everyone', permissions: 0n, position: 0, ...common });
    this.ownerId = snowflake();
    if (this.installed) this.addMember(world.bot, options.botPermissions ?? BOT_PERMISSIONS);
  }

  /** Of someone who is there already it changes what they may do. */
  addMember(user: User, permissions: bigint): Member {
    const there = this.members.get(user.id);
    const own = this.roles.get([...(there?.roles ?? [])][0] ?? '');
    if (there && own) {
      own.permissions = permissions;
      return there;
    }
    const member: Member = { user, joinedAt: Date.now(), roles: new Set() };
    this.members.set(user.id, member);
    const id = snowflake();
    const common = { mentionable: false, managed: user.bot };
    const role: Role = { id, name: user.name, permissions, position: this.roles.size, ...common };
    this.roles.set(id, role);
    member.roles.add(id);
    if (this.world.guilds.has(this.id)) {
      this.world.emit('guildEvent', this, 'GUILD_ROLE_CREATE', { guild_id: this.id, role: roleJSON(role) });
    }
    return member;
  }

  createRole({ name = 'role', permissions = 0n, mentionable = false, managed = false, onTop }: RoleOptions = {}): Role {
    const id = snowflake();
    const position = onTop ? this.roles.size : 1;
    if (!onTop) for (const role of this.roles.values()) if (role.position > 0) role.position += 1;
    const role: Role = { id, name, permissions, position, mentionable, managed };
    this.roles.set(id, role);
    const shown = this.rolesJSON();
    for (const known of shown) {
      const type = known.id === id ? 'GUILD_ROLE_CREATE' : 'GUILD_ROLE_UPDATE';
      this.world.emit('guildEvent', this, type, { guild_id: this.id, role: known });
    }
    return role;
  }

  deleteRole(id: string): void {
    this.roles.delete(id);
    for (const { roles } of this.members.values()) roles.delete(id);
    this.world.emit('guildEvent', this, 'GUILD_ROLE_DELETE', { guild_id: this.id, role_id: id });
  }

  /** The place of somebody's highest role. */
  heightOf(userId: string): number {
    const roles = [...(this.members.get(userId)?.roles ?? [])];
    return Math.max(0, ...roles.map((id) => this.roles.get(id)?.position ?? 0));
  }

  /** The server chooses another language. */
  speak(locale: string): void {
    this.locale = locale;
    this.world.emit('guildEvent', this, 'GUILD_UPDATE', this.toJSON());
  }

  /** Somebody removes the bot. */
  removeBot(): void {
    this.installed = false;
    this.members.delete(this.world.bot.id);
    this.world.emit('guildEvent', this, 'GUILD_DELETE', { id: this.id });
  }

  createChannel(options: ChannelOptions = {}): Channel {
    const channel = new Channel(this.world, {
      type: options.type ?? ChannelType.GuildText,
      guild: this,
      name: options.name ?? 'general',
      nsfw: options.nsfw ?? false,
    });
    const exactly = (id: string, type: 0 | 1, allow: bigint) =>
      channel.overwrites.push({ id, type, allow, deny: ALL_PERMISSIONS & ~allow });
    if (options.memberPermissions !== undefined) exactly(this.id, 0, options.memberPermissions);
    // @everyone is the bot too: what is taken from members must be given back to it.
    const kept = options.memberPermissions === undefined ? undefined : this.permissionsOf(this.world.bot.id);
    const bots = options.botPermissions ?? kept;
    if (bots !== undefined) exactly(this.world.bot.id, 1, bots);
    this.world.addChannel(channel);
    return channel;
  }

  permissionsOf(userId: string): bigint {
    const member = this.members.get(userId);
    if (!member) return 0n;
    if (userId === this.ownerId) return ALL_PERMISSIONS;
    let permissions = this.roles.get(this.id)?.permissions ?? 0n;
    for (const id of member.roles) permissions |= this.roles.get(id)?.permissions ?? 0n;
    return (permissions & P.Administrator) !== 0n ? ALL_PERMISSIONS : permissions;
  }

  memberJSON(member: Member): Record<string, unknown> {
    return {
      user: member.user.toJSON(),
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

  rolesJSON(): Record<string, unknown>[] {
    return [...this.roles.values()].map(roleJSON);
  }

  /** The guild object; `gateway` adds what GUILD_CREATE carries beyond it. */
  toJSON(gateway = false): Record<string, unknown> {
    const bot = this.members.get(this.world.bot.id);
    const channels = [...this.channels.values()];
    return {
      id: this.id,
      name: this.name,
      icon: null,
      splash: null,
      discovery_splash: null,
      banner: null,
      description: null,
      owner_id: this.ownerId,
      afk_channel_id: null,
      afk_timeout: 300,
      verification_level: 0,
      default_message_notifications: 0,
      explicit_content_filter: 0,
      mfa_level: 0,
      nsfw_level: 0,
      nsfw: false,
      system_channel_id: null,
      system_channel_flags: 0,
      rules_channel_id: null,
      public_updates_channel_id: null,
      safety_alerts_channel_id: null,
      application_id: null,
      vanity_url_code: null,
      premium_tier: 0,
      premium_subscription_count: 0,
      premium_progress_bar_enabled: false,
      preferred_locale: this.locale,
      features: [],
      emojis: [],
      stickers: [],
      roles: this.rolesJSON(),
      ...(gateway
        ? {
            joined_at: new Date(bot?.joinedAt ?? 0).toISOString(),
            large: false,
            unavailable: false,
            member_count: this.members.size,
            members: bot ? [this.memberJSON(bot)] : [],
            channels: channels.filter((channel) => !channel.isThread).map((channel) => channel.toJSON()),
            threads: channels.filter((channel) => channel.isThread).map((channel) => channel.toJSON()),
            voice_states: [],
            presences: [],
            stage_instances: [],
            guild_scheduled_events: [],
            soundboard_sounds: [],
          }
        : {}),
    };
  }
}

export interface ApplicationEmoji {
  readonly id: string;
  name: string;
  readonly animated: boolean;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface WorldEvents {
  message: [Message];
  messageUpdate: [Message];
  messageDelete: [Message];
  guild: [Guild];
  channel: [Channel];
  typing: [Channel, User];
  /** Any other change of a guild, as the gateway tells it. */
  guildEvent: [guild: Guild, type: string, data: unknown];
}

export class World extends EventEmitter<WorldEvents> {
  readonly bot: User;
  readonly applicationId: string;
  readonly token: string;
  readonly users = new Map<string, User>();
  readonly guilds = new Map<string, Guild>();
  readonly channels = new Map<string, Channel>();
  readonly emoji = new Map<string, ApplicationEmoji>();
  /** Commands by scope: `''` for global ones, else the guild's id. */
  readonly commands = new Map<string, Map<string, Command>>();
  /** Where the app may be installed (0 guilds, 1 people). Commands that don't say otherwise take these over. */
  readonly integrationTypes: readonly number[];
  /** People who installed the app for themselves. */
  readonly installedBy = new Set<string>();
  /** Files people attached to commands, by address. */
  readonly uploads = new Map<string, Attachment>();
  /** People who take no direct messages from the bot. */
  readonly closedDoors = new Set<string>();

  constructor(given: { botName: string; integrationTypes: readonly number[] }) {
    super();
    // Everyone who waits for a reply listens: hundreds at once are no leak.
    this.setMaxListeners(0);
    this.bot = new User(given.botName, true);
    this.applicationId = this.bot.id;
    this.integrationTypes = given.integrationTypes;
    this.users.set(this.bot.id, this.bot);
    const part = (text: string) => Buffer.from(text).toString('base64url');
    this.token = `${part(this.bot.id)}.${part('stand-in').slice(0, 6)}.${part(`not a real token ${snowflake()}`)}`;
  }

  createGuild(options: GuildOptions = {}): Guild {
    const guild = new Guild(this, options);
    this.guilds.set(guild.id, guild);
    this.emit('guild', guild);
    return guild;
  }

  addChannel(channel: Channel): void {
    this.channels.set(channel.id, channel);
    channel.guild?.channels.set(channel.id, channel);
    this.emit('channel', channel);
  }

  /** The direct or group channel of exactly these people, made when there is none yet. */
  directChannel(people: readonly User[]): Channel {
    const ids = people.map(({ id }) => id).sort();
    for (const channel of this.channels.values()) {
      const theirs = channel.recipients.map(({ id }) => id).sort();
      if (!channel.guild && theirs.length === ids.length && theirs.every((id, index) => id === ids[index])) {
        return channel;
      }
    }
    const type = people.length > 2 ? ChannelType.GroupDM : ChannelType.DM;
    const channel = new Channel(this, { type, recipients: people, name: people.map(({ name }) => name).join(', ') });
    this.addChannel(channel);
    return channel;
  }

  /** Does the bot take part in a channel, so that its token opens it? */
  botReaches(channel: Channel): boolean {
    return channel.guild ? channel.guild.installed : channel.recipients.includes(this.bot);
  }

  post(message: Message): void {
    message.channel.messages.set(message.id, message);
    this.emit('message', message);
  }

  changed(message: Message): void {
    this.emit('messageUpdate', message);
  }

  remove(message: Message): void {
    message.deletedAt = Date.now();
    message.channel.messages.delete(message.id);
    this.emit('messageDelete', message);
  }
}
