import type { EventEmitter } from 'node:events';
import { ChannelType, MessageFlags, type MessageType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { ComponentNode } from './components.ts';
import { missingAccess, missingPermissions } from './discord-error.ts';
import type { Attachment, MessageState, PastState } from './message-state.ts';
import { ALL_PERMISSIONS, BOT_PERMISSIONS, MEMBER_PERMISSIONS } from './permissions.ts';
import { snowflake, snowflakeTime } from './snowflake.ts';
import type { User } from './user.ts';

/**
 * A guild with its roles, members and channels, and the messages in a channel. They refer to each other, so they share a file.
 * Their JSON is in api-objects.ts.
 */

const P = PermissionFlagsBits;

/** Changes of guilds and channels that the gateway reports. */
export interface GuildEvents {
  /** The bot was added, or an outage ended. */
  guildCreate: [Guild];
  /** An outage began. */
  guildUnavailable: [Guild];
  guildUpdate: [Guild];
  guildDelete: [Guild];
  roleCreate: [Guild, Role];
  roleUpdate: [Guild, Role];
  roleDelete: [Guild, roleId: string];
  channelUpdate: [Guild, Channel];
  channelDelete: [Guild, Channel];
}

/** The part of `World` that guilds and channels use. */
export interface GuildHost {
  readonly bot: User;
  readonly users: ReadonlyMap<string, User>;
  readonly guilds: ReadonlyMap<string, Guild>;
  readonly channels: Map<string, Channel>;
  readonly guildChanges: EventEmitter<GuildEvents>;
  addChannel(channel: Channel): void;
}

export interface Role {
  readonly id: string;
  readonly name: string;
  permissions: bigint;
  /** Higher is more powerful; `@everyone` is 0. */
  position: number;
  /** Whether every member may mention it. */
  readonly mentionable: boolean;
  /** Whether it belongs to an integration. Only the integration can assign it. */
  readonly managed: boolean;
}

interface RoleOptions {
  name?: string;
  permissions?: bigint;
  mentionable?: boolean;
  managed?: boolean;
  /** Places the role above all others, the bot's included. By default it is below them, as Discord creates roles. */
  onTop?: boolean;
}

interface Overwrite {
  readonly id: string;
  readonly type: 0 | 1;
  readonly allow: bigint;
  readonly deny: bigint;
}

interface ChannelOptions {
  name?: string;
  /** A text channel by default. */
  type?: ChannelType;
  nsfw?: boolean;
  /** Exactly the bot's permissions in this channel. By default its permissions in the guild apply. */
  botPermissions?: bigint;
  /** Exactly an ordinary member's permissions in this channel. */
  memberPermissions?: bigint;
}

interface ChannelFields {
  type: ChannelType;
  id?: string;
  name?: string;
  guild?: Guild;
  nsfw?: boolean;
  parent?: Channel;
  ownerId?: string;
  recipients?: readonly User[];
}

export class Channel {
  readonly id: string;
  readonly world: GuildHost;
  readonly type: ChannelType;
  readonly name: string;
  readonly guild: Guild | undefined;
  readonly nsfw: boolean;
  /** The channel of a thread. */
  readonly parent: Channel | undefined;
  readonly ownerId: string | undefined;
  /** Participants of a direct or group message, including the bot if it takes part. */
  readonly recipients: readonly User[];
  readonly overwrites: Overwrite[] = [];
  readonly messages = new Map<string, Message>();
  /** The bot's messages by nonce, which Discord remembers for some minutes. */
  readonly nonces = new Map<string, Message>();
  archived = false;

  constructor(world: GuildHost, fields: ChannelFields) {
    this.id = fields.id ?? snowflake();
    this.world = world;
    this.type = fields.type;
    this.name = fields.name ?? 'general';
    this.guild = fields.guild;
    this.nsfw = fields.nsfw ?? false;
    this.parent = fields.parent;
    this.ownerId = fields.ownerId;
    this.recipients = fields.recipients ?? [];
  }

  get isThread(): boolean {
    return this.parent !== undefined;
  }

  /** Whether the bot takes part in this channel, so that its token gives access. */
  get hasBot(): boolean {
    return this.guild ? this.guild.installed : this.recipients.includes(this.world.bot);
  }

  /** 0 in a guild, 1 in direct messages with the bot, 2 in other direct messages. */
  get context(): 0 | 1 | 2 {
    if (this.guild) return 0;
    return this.hasBot && this.recipients.length === 2 ? 1 : 2;
  }

  /** A user's permissions here. https://docs.discord.com/developers/topics/permissions#permission-overwrites */
  permissionsOf(userId: string): bigint {
    if (!this.guild) return this.recipients.some(({ id }) => id === userId) ? MEMBER_PERMISSIONS : 0n;
    const base = this.guild.permissionsOf(userId);
    if ((base & P.Administrator) !== 0n) return ALL_PERMISSIONS;
    const { overwrites } = this.parent ?? this;
    let permissions = base;
    const everyone = overwrites.find(({ id }) => id === this.guild?.id);
    if (everyone) permissions = (permissions & ~everyone.deny) | everyone.allow;
    const member = overwrites.find(({ id, type }) => type === 1 && id === userId);
    if (member) permissions = (permissions & ~member.deny) | member.allow;
    // Without ViewChannel no other permission counts.
    return (permissions & P.ViewChannel) === 0n ? 0n : permissions;
  }

  can(userId: string, permission: bigint): boolean {
    return (this.permissionsOf(userId) & permission) !== 0n;
  }

  /** Gives the bot exactly these permissions here. */
  allowBot(permissions: bigint): void {
    const { id } = this.world.bot;
    const others = this.overwrites.filter((overwrite) => overwrite.id !== id);
    this.overwrites.splice(0, this.overwrites.length, ...others, exactly(id, 1, permissions));
    if (this.guild) this.world.guildChanges.emit('channelUpdate', this.guild, this);
  }

  delete(): void {
    this.world.channels.delete(this.id);
    this.guild?.channels.delete(this.id);
    if (this.guild) this.world.guildChanges.emit('channelDelete', this.guild, this);
  }

  /** @throws DiscordError 50001 without ViewChannel, 50013 without one of the other permissions */
  require(userId: string, ...needed: bigint[]): void {
    if (!this.can(userId, P.ViewChannel)) throw missingAccess();
    for (const permission of needed) if (!this.can(userId, permission)) throw missingPermissions();
  }
}

const exactly = (id: string, type: 0 | 1, allow: bigint): Overwrite => ({
  id,
  type,
  allow,
  deny: ALL_PERMISSIONS & ~allow,
});

export interface Member {
  readonly user: User;
  readonly joinedAt: number;
  readonly roles: Set<string>;
}

export interface GuildOptions {
  name?: string;
  locale?: string;
  /** Whether the app is installed here. Otherwise only people who installed it for themselves can use it. */
  installed?: boolean;
  botPermissions?: bigint;
}

export class Guild {
  readonly id: string = snowflake();
  readonly world: GuildHost;
  readonly name: string;
  locale: string;
  installed: boolean;
  /** Where Discord itself posts, for example who joined. */
  systemChannel: Channel | undefined;
  /** Commands that the server opened to every member, whatever permissions they require by default. */
  readonly openCommands = new Set<string>();
  readonly roles = new Map<string, Role>();
  readonly members = new Map<string, Member>();
  readonly channels = new Map<string, Channel>();
  readonly ownerId: string;

  constructor(world: GuildHost, options: GuildOptions) {
    this.world = world;
    this.name = options.name ?? 'Guild';
    this.locale = options.locale ?? 'en-US';
    this.installed = options.installed ?? true;
    // @everyone grants nothing, so a member's own role alone decides.
    const common = { mentionable: false, managed: false };
    this.roles.set(this.id, { id: this.id, name: '@everyone', permissions: 0n, position: 0, ...common });
    this.ownerId = snowflake();
    if (this.installed) this.addMember(world.bot, options.botPermissions ?? BOT_PERMISSIONS);
  }

  /** Adds a member with a role of their own, or changes the permissions of an existing member. */
  addMember(user: User, permissions: bigint): Member {
    const present = this.members.get(user.id);
    const own = this.roles.get([...(present?.roles ?? [])][0] ?? '');
    if (present && own) {
      own.permissions = permissions;
      return present;
    }
    const common = { mentionable: false, managed: user.bot };
    const role: Role = { id: snowflake(), name: user.name, permissions, position: this.roles.size, ...common };
    const member: Member = { user, joinedAt: Date.now(), roles: new Set([role.id]) };
    this.members.set(user.id, member);
    this.roles.set(role.id, role);
    if (this.world.guilds.has(this.id)) this.world.guildChanges.emit('roleCreate', this, role);
    return member;
  }

  createRole({ name = 'role', permissions = 0n, mentionable = false, managed = false, onTop }: RoleOptions = {}): Role {
    const position = onTop ? this.roles.size : 1;
    if (!onTop) for (const role of this.roles.values()) if (role.position > 0) role.position += 1;
    const created: Role = { id: snowflake(), name, permissions, position, mentionable, managed };
    this.roles.set(created.id, created);
    for (const role of this.roles.values()) {
      this.world.guildChanges.emit(role === created ? 'roleCreate' : 'roleUpdate', this, role);
    }
    return created;
  }

  deleteRole(id: string): void {
    this.roles.delete(id);
    for (const { roles } of this.members.values()) roles.delete(id);
    this.world.guildChanges.emit('roleDelete', this, id);
  }

  /** The position of a member's highest role. */
  highestRolePosition(userId: string): number {
    const roles = [...(this.members.get(userId)?.roles ?? [])];
    return Math.max(0, ...roles.map((id) => this.roles.get(id)?.position ?? 0));
  }

  setLocale(locale: string): void {
    this.locale = locale;
    this.world.guildChanges.emit('guildUpdate', this);
  }

  addBot(permissions = BOT_PERMISSIONS): void {
    this.installed = true;
    this.addMember(this.world.bot, permissions);
    this.world.guildChanges.emit('guildCreate', this);
  }

  /** Tells the bot of an outage of the server, and of its end. */
  fail(): void {
    this.world.guildChanges.emit('guildUnavailable', this);
    this.world.guildChanges.emit('guildCreate', this);
  }

  removeBot(): void {
    this.installed = false;
    this.members.delete(this.world.bot.id);
    this.world.guildChanges.emit('guildDelete', this);
  }

  createChannel(options: ChannelOptions = {}): Channel {
    const { type = ChannelType.GuildText, name = 'general', nsfw = false, memberPermissions } = options;
    const channel = new Channel(this.world, { type, guild: this, name, nsfw });
    const botId = this.world.bot.id;
    if (memberPermissions !== undefined) channel.overwrites.push(exactly(this.id, 0, memberPermissions));
    // The overwrite of @everyone applies to the bot too, so give the bot its permissions back.
    const botPermissions =
      options.botPermissions ?? (memberPermissions === undefined ? undefined : this.permissionsOf(botId));
    if (botPermissions !== undefined) channel.overwrites.push(exactly(botId, 1, botPermissions));
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
}

/** Whom a message notifies. */
export interface Pings {
  readonly users: readonly string[];
  readonly roles: readonly string[];
  readonly everyone: boolean;
}

/** What never changes about a message. */
interface MessageOrigin {
  readonly channel: Channel;
  readonly author: User;
  readonly type?: MessageType;
  /** The one person who sees an ephemeral message. */
  readonly visibleTo?: string | undefined;
  readonly nonce?: string | number | undefined;
  readonly reference?: Message | undefined;
  readonly interactionMetadata?: Record<string, unknown> | undefined;
  readonly applicationId?: string | undefined;
  readonly pings?: Pings | undefined;
}

/** A message with all its past states. */
export class Message {
  readonly id: string = snowflake();
  readonly origin: MessageOrigin;
  /** States in order of time, the present one last. A deferred reply without its content is a state of its own. */
  readonly history: PastState[] = [];
  deletedAt: number | undefined;
  editedAt: number | undefined;
  threadId: string | undefined;

  constructor(origin: MessageOrigin, state: MessageState) {
    this.origin = origin;
    this.history.push({ ...state, at: Date.now() });
  }

  get state(): PastState {
    return this.history.at(-1) as PastState;
  }
  get channel(): Channel {
    return this.origin.channel;
  }
  get author(): User {
    return this.origin.author;
  }
  get content(): string {
    return this.state.content;
  }
  get embeds(): readonly Record<string, unknown>[] {
    return this.state.embeds;
  }
  get components(): readonly ComponentNode[] {
    return this.state.components;
  }
  get flags(): number {
    return this.state.flags;
  }
  get attachments(): readonly Attachment[] {
    return this.state.attachments;
  }
  /** Whom it notified. Messages of people notify nobody here. */
  get pings(): Pings {
    return this.origin.pings ?? { users: [], roles: [], everyone: false };
  }
  get createdAt(): number {
    return snowflakeTime(this.id);
  }
  get deleted(): boolean {
    return this.deletedAt !== undefined;
  }
  get ephemeral(): boolean {
    return this.origin.visibleTo !== undefined;
  }
  /** "… is thinking": a deferred reply that has no content yet. */
  get loading(): boolean {
    return (this.flags & MessageFlags.Loading) !== 0;
  }

  change(state: MessageState): void {
    if (!this.loading) this.editedAt = Date.now();
    this.history.push({ ...state, at: Date.now() });
  }
}
