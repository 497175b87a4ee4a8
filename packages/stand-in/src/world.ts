import { EventEmitter } from 'node:events';
import { ChannelType } from 'discord-api-types/v10';
import type { Command } from './command.ts';
import { Channel, Guild, type GuildEvents, type GuildHost, type GuildOptions, type Message } from './guild.ts';
import type { Attachment } from './message-state.ts';
import { snowflake } from './snowflake.ts';
import { User } from './user.ts';

/**
 * The data of the stand-in: one application and its bot, guilds, channels, users, emoji and registered commands.
 * It knows neither HTTP nor the gateway, and reports changes as events.
 */

export interface ApplicationEmoji {
  readonly id: string;
  name: string;
  readonly animated: boolean;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

interface WorldEvents {
  message: [Message];
  messageUpdate: [Message];
  messageDelete: [Message];
  guild: [Guild];
  channel: [Channel];
  typing: [Channel, User];
}

export class World extends EventEmitter<WorldEvents> implements GuildHost {
  readonly bot: User;
  readonly applicationId: string;
  token: string;
  readonly users = new Map<string, User>();
  readonly guilds = new Map<string, Guild>();
  readonly channels = new Map<string, Channel>();
  readonly guildChanges = new EventEmitter<GuildEvents>();
  readonly emoji = new Map<string, ApplicationEmoji>();
  /** Registered commands by id. */
  commands: Map<string, Command> = new Map();
  /** Where the app may be installed: 0 guilds, 1 users. It is the default of commands. */
  readonly integrationTypes: readonly number[];
  /** Ids of users who installed the app for themselves. */
  readonly installedBy = new Set<string>();
  /** Files that users attached to commands, by address. */
  readonly uploads = new Map<string, Attachment>();
  /** Ids of users who accept no direct messages from the bot. */
  readonly directMessagesClosed = new Set<string>();

  constructor({ botName, integrationTypes }: { botName: string; integrationTypes: readonly number[] }) {
    super();
    // Each wait for a reply adds a listener. Hundreds at once are no leak.
    this.setMaxListeners(0);
    this.bot = new User(botName, true);
    this.applicationId = this.bot.id;
    this.integrationTypes = integrationTypes;
    this.users.set(this.bot.id, this.bot);
    this.token = this.newToken();
  }

  newToken(): string {
    const part = (text: string) => Buffer.from(text).toString('base64url');
    return `${part(this.bot.id)}.${part('stand-in').slice(0, 6)}.${part(`not a real token ${snowflake()}`)}`;
  }

  /** The guilds in which the app is installed. */
  get installedGuilds(): Guild[] {
    return [...this.guilds.values()].filter((guild) => guild.installed);
  }

  /** Whether a user shares a guild with the bot. */
  sharesGuildWithBot(userId: string): boolean {
    return this.installedGuilds.some((guild) => guild.members.has(userId));
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

  /** The direct or group channel of exactly these users. Creates it if there is none yet. */
  directChannel(users: readonly User[]): Channel {
    const keyOf = (members: readonly User[]) =>
      members
        .map(({ id }) => id)
        .sort()
        .join();
    const key = keyOf(users);
    for (const channel of this.channels.values()) {
      if (!channel.guild && keyOf(channel.recipients) === key) return channel;
    }
    const type = users.length > 2 ? ChannelType.GroupDM : ChannelType.DM;
    const channel = new Channel(this, { type, recipients: users, name: users.map(({ name }) => name).join(', ') });
    this.addChannel(channel);
    return channel;
  }

  post(message: Message): void {
    message.channel.messages.set(message.id, message);
    this.emit('message', message);
  }

  announceEdit(message: Message): void {
    this.emit('messageUpdate', message);
  }

  remove(message: Message): void {
    message.deletedAt = Date.now();
    message.channel.messages.delete(message.id);
    this.emit('messageDelete', message);
  }
}
