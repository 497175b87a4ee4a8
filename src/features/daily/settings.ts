/** `/settings daily`: where and when a server wants the daily challenge posted, and the role that posts mention. */
import {
  type AutocompleteInteraction,
  ChannelType,
  DiscordAPIError,
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  type MessageComponentInteraction,
  MessageFlags,
  PermissionFlagsBits,
  type Role,
  Routes,
} from 'discord.js';
import { type AdminInteraction, forAdmins } from '../../discord/admins.ts';
import { component, noFields } from '../../discord/command.ts';
import {
  booleanOption,
  channelOption,
  integerOption,
  roleOption,
  stringOption,
  subcommand,
} from '../../discord/definition.ts';
import type { Message } from '../../discord/message.ts';
import { mostChoices } from '../../discord/question.ts';
import { reply, replyPrivately } from '../../discord/replies.ts';
import { harmless } from '../../discord/text.ts';
import { translator } from '../../locales/index.ts';
import type { RunningFeature } from '../feature.ts';
import { lastBefore, momentOf, zoneOf } from './post-rules.ts';
import type { Omission, PostStore, Server, Settings } from './post-store.ts';
import { type Permission, permissionNames, type RoleObstacle, roleComponent, settingsAnswer } from './posts.ts';
import { numberAt } from './rules.ts';

/** `/settings daily`. */
export const postsSubcommand = subcommand('daily', (t) => t('settings.command.daily'), [
  channelOption('channel', (t) => t('settings.command.channel'), {
    channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
  }),
  integerOption('hour', (t) => t('settings.command.hour'), { min_value: 0, max_value: 23 }),
  stringOption('zone', (t) => t('settings.command.zone'), { autocomplete: true, max_length: 50 }),
  roleOption('role', (t) => t('settings.command.role')),
  booleanOption('thread', (t) => t('settings.command.thread')),
  booleanOption('off', (t) => t('settings.command.off')),
]);

/** So many of the last days are looked at for posts that were missed. */
const shownDays = 7;

const zones: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** The time zones of somebody's language, for a start: Asia/Tokyo for Japanese. */
const zonesOf = (locale: string): string[] => {
  const known = new Intl.Locale(locale).maximize() as Intl.Locale & { readonly timeZones?: readonly string[] };
  return [...(known.timeZones ?? [])];
};

/**
 * A channel as it is now; undefined where it is no more or the bot may not see it. The cache knows nothing of what keeps
 * the bot out of a channel that it never saw.
 */
const channelOf = async (guild: Guild, id: string): Promise<GuildBasedChannel | 'gone' | undefined> => {
  try {
    return (await guild.channels.fetch(id, { force: true })) ?? undefined;
  } catch (error) {
    if (!(error instanceof DiscordAPIError) || (error.status !== 403 && error.status !== 404)) throw error;
    return error.status === 404 ? 'gone' : undefined;
  }
};

/** What the bot is not allowed to do in a channel, of what posts there need. */
const missingIn = (channel: GuildBasedChannel | undefined, me: GuildMember, { thread }: Settings): Permission[] => {
  const allowed = channel?.permissionsFor(me);
  const needed: Permission[] = ['ViewChannel', 'SendMessages', 'AttachFiles', 'EmbedLinks'];
  if (thread) needed.push('CreatePublicThreads');
  return needed.filter((name) => !allowed?.has(PermissionFlagsBits[name]));
};

/** Whatever keeps members from giving themselves a role, as far as it is up to the server. */
const obstaclesOf = (role: Role, me: GuildMember): RoleObstacle[] => {
  if (role.managed) return ['managed'];
  const beyond = role.permissions.remove(role.guild.roles.everyone.permissions);
  return [
    ...(me.permissions.has(PermissionFlagsBits.ManageRoles) ? [] : (['manage'] as const)),
    ...(role.comparePositionTo(me.roles.highest) < 0 ? [] : (['above'] as const)),
    // A button for all must not hand out power.
    ...(beyond.bitfield === 0n ? [] : (['powers'] as const)),
  ];
};

/** Whether somebody may give a role to others by hand: only what they may do can they have a button do. */
const mayGive = ({ guild, permissions, roles, id }: GuildMember, role: Role): boolean =>
  guild.ownerId === id ||
  (permissions.has(PermissionFlagsBits.ManageRoles) && role.comparePositionTo(roles.highest) < 0);

export class PostSettings {
  private readonly posts: PostStore;

  constructor(posts: PostStore) {
    this.posts = posts;
  }

  get handlers(): RunningFeature {
    return {
      commands: { 'settings daily': forAdmins((interaction) => this.set(interaction)) },
      completions: { 'settings daily': (interaction) => this.complete(interaction) },
      components: [component({ name: roleComponent, parse: noFields, run: (interaction) => this.toggle(interaction) })],
      // What was set in a server that the bot has left is nobody's any more.
      onGuildDelete: (guild) => this.posts.remove(guild.id),
      onGuildUpdate: ({ id, preferredLocale }) => this.posts.relocate(id, preferredLocale),
    };
  }

  /** What is set, what stands in its way now, and what did lately. */
  private async view(locale: string, guild: Guild, server: Server, isSaved = false): Promise<Message> {
    const { settings, last, slot } = server;
    const now = Date.now();
    const running = numberAt(now);
    const [me, found] = await Promise.all([guild.members.fetchMe(), channelOf(guild, settings.channel)]);
    const isGone = found === 'gone';
    const channel = isGone ? undefined : found;
    const role = settings.role === undefined ? undefined : guild.roles.cache.get(settings.role);
    const canMention =
      role?.mentionable || channel?.permissionsFor(me)?.has(PermissionFlagsBits.MentionEveryone) === true;
    const giving = role ? obstaclesOf(role, me) : [];
    // Nothing is in the way but who had set it, or what was in the way then.
    if (role && !settings.givesRole && giving.length === 0) giving.push('yours');
    const obstacles: RoleObstacle[] = [...(role && !canMention ? (['mention'] as const) : []), ...giving];
    const numbers = Array.from({ length: Math.min(shownDays, running) }, (_, index) => running - index);
    const states = await Promise.all(numbers.map((number) => this.posts.post(guild.id, number)));
    return settingsAnswer(translator(locale), {
      server,
      next: Math.max(now, momentOf(Math.max(running, last + 1), settings, slot).at),
      isSaved,
      isGone,
      missing: isGone ? [] : missingIn(channel, me, settings),
      obstacles,
      omitted: numbers
        .flatMap((number, index) => {
          const post = states[index];
          return post?.state === 'skipped' ? { number, why: post.why as Omission } : [];
        })
        .reverse(),
    });
  }

  private async set(interaction: AdminInteraction): Promise<void> {
    // A server is in the cache unless the bot has only just come up.
    if (!interaction.inCachedGuild()) throw new Error('settings of a server that is not known yet');
    const { options, guild, guildId, locale } = interaction;
    const t = translator(locale);
    // Discord is asked, which may take its time.
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    if (options.getBoolean('off')) {
      await this.posts.remove(guildId);
      return replyPrivately(interaction, t('posting.stopped'));
    }
    const before = await this.posts.server(guildId);
    if (options.data[0]?.options?.length === 0) {
      if (!before) return replyPrivately(interaction, t('posting.off'));
      return reply(interaction, await this.view(locale, guild, before));
    }
    const channel = options.getChannel('channel')?.id ?? before?.settings.channel;
    const hour = options.getInteger('hour') ?? before?.settings.hour;
    const typed = options.getString('zone') ?? before?.settings.zone;
    const [name] = Object.entries({ channel, hour, zone: typed }).find(([, value]) => value === undefined) ?? [];
    if (channel === undefined || hour === undefined || typed === undefined) {
      return replyPrivately(interaction, t('posting.incomplete', { name: `\`${name}\`` }));
    }
    const zone = zoneOf(typed.trim());
    if (zone === undefined) return replyPrivately(interaction, t('posting.unknownZone', { zone: harmless(typed) }));
    const [me, place] = await Promise.all([guild.members.fetchMe(), channelOf(guild, channel)]);
    const chosen = options.getRole('role');
    // Everyone is no role to mention, and so the way to have none.
    const isNone = chosen?.id === guildId;
    const role = isNone ? undefined : (chosen?.id ?? before?.settings.role);
    const settings: Settings = {
      channel,
      hour,
      zone,
      ...(role && { role }),
      givesRole: chosen
        ? !isNone && obstaclesOf(chosen, me).length === 0 && mayGive(interaction.member, chosen)
        : before?.settings.givesRole === true,
      thread: options.getBoolean('thread') ?? before?.settings.thread ?? false,
    };
    const missing = missingIn(place === 'gone' ? undefined : place, me, settings);
    if (missing.length > 0) {
      const permissions = permissionNames(t, missing);
      return replyPrivately(interaction, t('posting.forbidden', { channel: `<#${channel}>`, permissions }));
    }
    const now = interaction.createdTimestamp;
    const running = numberAt(now);
    await this.posts.save(guildId, settings, {
      locale: guild.preferredLocale,
      running,
      before: lastBefore(now, settings),
    });
    const saved = await this.posts.server(guildId);
    if (!saved) return replyPrivately(interaction, t('posting.stopped'));
    return reply(interaction, await this.view(locale, guild, saved, true));
  }

  private async complete(interaction: AutocompleteInteraction): Promise<void> {
    const plain = (name: string): string => name.toLowerCase().replace(/[\s_/-]+/gu, ' ');
    const typed = plain(interaction.options.getFocused());
    const known = [...new Set([...zonesOf(interaction.locale), ...zones])];
    const matching = known.filter((zone) => plain(zone).includes(typed));
    await interaction.respond(matching.slice(0, mostChoices).map((zone) => ({ name: zone, value: zone })));
  }

  /** Give the role of the posts to whoever pressed, or take it back. */
  private async toggle(interaction: MessageComponentInteraction): Promise<void> {
    const t = translator(interaction.locale);
    if (!interaction.inGuild()) throw new RangeError('a role outside of a server');
    const { guildId, user, member } = interaction;
    // The role of now: that of an old post may mean something else today.
    const settings = (await this.posts.server(guildId))?.settings;
    if (!settings?.role || !settings.givesRole) return replyPrivately(interaction, t('posting.role.gone'));
    const { role } = settings;
    const has = Array.isArray(member.roles) ? member.roles.includes(role) : member.roles.cache.has(role);
    const route = Routes.guildMemberRole(guildId, user.id, role);
    const reason = 'asked for by its member';
    try {
      await (has ? interaction.client.rest.delete(route, { reason }) : interaction.client.rest.put(route, { reason }));
    } catch (error) {
      if (!(error instanceof DiscordAPIError) || (error.status !== 403 && error.status !== 404)) throw error;
      return replyPrivately(interaction, t(error.status === 404 ? 'posting.role.gone' : 'posting.role.failed'));
    }
    await replyPrivately(interaction, t(has ? 'posting.role.left' : 'posting.role.taken', { role: `<@&${role}>` }));
  }
}
