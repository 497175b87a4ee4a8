/** `/settings daily`: where and when the daily challenge is posted in a server, and the role that posts mention. */
import {
  type Guild,
  type GuildMember,
  type MessageComponentInteraction,
  MessageFlags,
  PermissionFlagsBits,
  type Role,
  Routes,
} from 'discord.js';
import { component, customId, noFields } from '../../discord/command.ts';
import { option, subcommand } from '../../discord/definition.ts';
import { button, card, colours, joinPresent, type Message, row, text } from '../../discord/message.ts';
import { type AdminInteraction, forAdmins, reply, replyWhenMade, tell } from '../../discord/replies.ts';
import {
  channelOf,
  completeZone,
  isStatus,
  missingIn,
  type PostPermission,
  permissionNames,
  postPermissions,
  readTimetable,
  timetableOptions,
} from '../../discord/timetable.ts';
import { translator } from '../../locales/index.ts';
import type { Drawing } from '../../render/drawing.ts';
import type { RunningFeature } from '../feature.ts';
import { lastBefore, momentOf } from './post-rules.ts';
import { omissions, type PostStore, type Server, type Settings } from './post-store.ts';
import { dailyPost, roleComponent } from './posts.ts';
import { numberAt, turnOf } from './rules.ts';

export const postsSubcommand = subcommand('daily', 'settings.command.daily', [
  ...timetableOptions,
  option.role('role', 'settings.command.role'),
  option.boolean('thread', 'settings.command.thread'),
  option.boolean('lesson', 'settings.command.lesson'),
  option.boolean('recap', 'settings.command.recap'),
  option.boolean('off', 'settings.command.off'),
]);

const previewComponent = 'posting-preview';

/** How many of the last numbers are checked for missed posts. */
const shownDays = 7;

const needed = ({ thread }: Pick<Settings, 'thread'>): PostPermission[] => [
  ...postPermissions,
  ...(thread ? (['CreatePublicThreads'] as const) : []),
];

/** Why mentioning a role has no effect, or why members can't give it to themselves. */
type RoleObstacle = 'mention' | 'manage' | 'above' | 'managed' | 'powers' | 'yours';

/** Why the bot can't let members give themselves a role. */
const obstaclesOf = (role: Role, me: GuildMember): RoleObstacle[] => {
  if (role.managed) return ['managed'];
  const beyond = role.permissions.remove(role.guild.roles.everyone.permissions);
  const obstacles: RoleObstacle[] = [];
  if (!me.permissions.has(PermissionFlagsBits.ManageRoles)) obstacles.push('manage');
  if (role.comparePositionTo(me.roles.highest) >= 0) obstacles.push('above');
  // A button for everybody must not give permissions away.
  if (beyond.bitfield !== 0n) obstacles.push('powers');
  return obstacles;
};

/** Whether a person may give a role to others: a button does only what its maker may do. */
const mayGive = ({ guild, permissions, roles, id }: GuildMember, role: Role): boolean =>
  guild.ownerId === id ||
  (permissions.has(PermissionFlagsBits.ManageRoles) && role.comparePositionTo(roles.highest) < 0);

export class PostSettings {
  private readonly posts: PostStore;
  private readonly drawing: Drawing;

  constructor(posts: PostStore, drawing: Drawing) {
    this.posts = posts;
    this.drawing = drawing;
  }

  get handlers(): RunningFeature {
    return {
      commands: { 'settings daily': forAdmins((interaction) => this.set(interaction)) },
      completions: { 'settings daily': completeZone },
      components: [
        component(roleComponent, noFields, (interaction) => this.toggle(interaction)),
        component(previewComponent, noFields, (interaction) => this.preview(interaction)),
      ],
      onGuildDelete: (guild) => this.posts.remove(guild.id),
      onGuildUpdate: ({ id, preferredLocale }) => this.posts.relocate(id, preferredLocale),
    };
  }

  /** The settings, what is in their way now, and which posts were missed lately. */
  private async view(locale: string, guild: Guild, server: Server, isSaved = false): Promise<Message> {
    const t = translator(locale);
    const { settings, last, slot, since, why, numbers: count, paused } = server;
    const { hour, zone, givesRole, thread, lesson, recap } = settings;
    const now = Date.now();
    const running = numberAt(now);
    const next = Math.max(now, momentOf(Math.max(running, last + 1), settings, slot).at);
    const numbers = Array.from({ length: Math.min(shownDays, running) }, (_, index) => running - index).reverse();
    const [me, found, ...omitted] = await Promise.all([
      guild.members.fetchMe(),
      channelOf(guild, settings.channel),
      ...numbers.map((number) => this.posts.omission(guild.id, number)),
    ]);
    const missing = found === 'gone' ? [] : missingIn(found, me, needed(settings));
    const role = settings.role === undefined ? undefined : guild.roles.cache.get(settings.role);
    const obstacles = role ? obstaclesOf(role, me) : [];
    // Otherwise the person who set it could not give it, or something was in the way then.
    if (role && !givesRole && obstacles.length === 0) obstacles.push('yours');
    const permissions = found === 'gone' ? undefined : found?.permissionsFor(me);
    const canMention = role?.mentionable || permissions?.has(PermissionFlagsBits.MentionEveryone);
    if (role && !canMention) obstacles.unshift('mention');
    const channel = `<#${settings.channel}>`;
    const mention = settings.role && `<@&${settings.role}>`;
    const dateOf = (milliseconds: number): string => `<t:${Math.floor(milliseconds / 1000)}:f>`;
    const warnings = joinPresent([
      found === 'gone' && `⚠️ ${t('posting.gone')}`,
      missing.length > 0 && `⚠️ ${t('posting.missing', { channel, permissions: permissionNames(t, missing) })}`,
      ...obstacles.map((code) => `⚠️ ${t(`posting.obstacle.${code}`, { role: mention })}`),
      since !== undefined &&
        `⚠️ ${t('posting.trouble', { count, since: dateOf(since), why: t(`posting.refusal.${why}`) })}`,
      paused !== undefined && `⏸️ ${t('posting.paused', { since: dateOf(paused) })}`,
      ...omissions.map((code) => {
        const missed = numbers.filter((_, index) => omitted[index] === code).map((number) => `#${number}`);
        return missed.length > 0 && t(`posting.omission.${code}`, { numbers: missed.join(', ') });
      }),
    ]);
    const lines = joinPresent([
      `### ${t('posting.title')}`,
      isSaved && t('posting.saved'),
      t('posting.where', { channel, hour: String(hour).padStart(2, '0'), zone }),
      paused === undefined && t('posting.next', { when: dateOf(next) }),
      mention
        ? t(givesRole ? 'posting.role.given' : 'posting.role.mentioned', { role: mention })
        : t('posting.role.none'),
      t(thread ? 'posting.thread' : 'posting.noThread'),
      lesson && t('posting.lesson.on'),
      recap && t('posting.recap.on'),
    ]);
    return card(
      warnings ? colours['gave-up'] : colours.working,
      text(lines),
      warnings && text(warnings),
      row(button(customId(previewComponent), t('posting.preview'))),
    );
  }

  private async set(interaction: AdminInteraction): Promise<void> {
    // A server is in the cache unless the bot has just started.
    if (!interaction.inCachedGuild()) throw new Error('settings of a server that is not known yet');
    const { options, guild, guildId, locale } = interaction;
    // The requests to Discord may take longer than 3 s.
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    if (options.getBoolean('off')) {
      await this.posts.remove(guildId);
      return tell(interaction, 'posting.stopped');
    }
    const before = await this.posts.server(guildId);
    if (options.data[0]?.options?.length === 0) {
      if (!before) return tell(interaction, 'posting.off');
      return reply(interaction, await this.view(locale, guild, before));
    }
    const thread = options.getBoolean('thread') ?? before?.settings.thread ?? false;
    const timetable = await readTimetable(interaction, before?.settings, needed({ thread }));
    if (!timetable) return;
    const me = await guild.members.fetchMe();
    const chosen = options.getRole('role');
    // Choosing @everyone means no role.
    const isNone = chosen?.id === guildId;
    const role = isNone ? undefined : (chosen?.id ?? before?.settings.role);
    const settings: Settings = {
      ...timetable,
      ...(role && { role }),
      givesRole: chosen
        ? !isNone && obstaclesOf(chosen, me).length === 0 && mayGive(interaction.member, chosen)
        : before?.settings.givesRole === true,
      thread,
      lesson: options.getBoolean('lesson') ?? before?.settings.lesson,
      recap: options.getBoolean('recap') ?? before?.settings.recap,
    };
    const { createdTimestamp: now } = interaction;
    const times = { running: numberAt(now), before: lastBefore(now, settings) };
    await this.posts.save(guildId, settings, { locale: guild.preferredLocale, ...times });
    const saved = await this.posts.server(guildId);
    if (!saved) return tell(interaction, 'posting.stopped');
    return reply(interaction, await this.view(locale, guild, saved, true));
  }

  /** Shows a server manager alone what today's post looks like, in the server's language and without the last solution. */
  private async preview(interaction: MessageComponentInteraction): Promise<void> {
    if (!interaction.inGuild()) throw new RangeError('a preview outside of a server');
    if (!interaction.memberPermissions.has(PermissionFlagsBits.ManageGuild)) {
      return tell(interaction, 'settings.adminsOnly');
    }
    const server = await this.posts.server(interaction.guildId);
    if (!server) return tell(interaction, 'posting.off');
    const number = numberAt(interaction.createdTimestamp);
    const { puzzle } = turnOf(number).deck;
    const post = { ...server.settings, number, puzzle, past: undefined, recap: undefined };
    await replyWhenMade(interaction, dailyPost(translator(server.locale), post, this.drawing), true);
  }

  /** Gives the role of the posts to the person who pressed, or takes it back. */
  private async toggle(interaction: MessageComponentInteraction): Promise<void> {
    if (!interaction.inGuild()) throw new RangeError('a role outside of a server');
    const { guildId, user, member, client } = interaction;
    // The present role: the post may be older than the settings.
    const settings = (await this.posts.server(guildId))?.settings;
    if (!settings?.role || !settings.givesRole) return tell(interaction, 'posting.role.gone');
    const { role } = settings;
    const has = Array.isArray(member.roles) ? member.roles.includes(role) : member.roles.cache.has(role);
    const route = Routes.guildMemberRole(guildId, user.id, role);
    const reason = 'asked for by its member';
    try {
      await (has ? client.rest.delete(route, { reason }) : client.rest.put(route, { reason }));
    } catch (error) {
      if (!isStatus(error, 403, 404)) throw error;
      return tell(interaction, error.status === 404 ? 'posting.role.gone' : 'posting.role.failed');
    }
    await tell(interaction, has ? 'posting.role.left' : 'posting.role.taken', { role: `<@&${role}>` });
  }
}
