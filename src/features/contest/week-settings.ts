/** `/settings weekly`: where and when a server has its weekly contest. */
import { type ChatInputCommandInteraction, MessageFlags } from 'discord.js';
import { option, subcommand } from '../../discord/definition.ts';
import { card, colours, joinPresent, type Message, text } from '../../discord/message.ts';
import { type AdminInteraction, forAdmins, reply, tell } from '../../discord/replies.ts';
import {
  channelOf,
  completeZone,
  missingIn,
  permissionNames,
  postPermissions,
  readTimetable,
  timetableOptions,
} from '../../discord/timetable.ts';
import { translator } from '../../locales/index.ts';
import type { RunningFeature } from '../feature.ts';
import type { Referee } from './referee.ts';
import type { ContestStore } from './store.ts';
import { type Weekday, weekdays, weekOf } from './week-rules.ts';
import type { CurrentContest, WeekServer, WeekStore } from './week-store.ts';

export const weeklySubcommand = subcommand('weekly', 'weekly.command.weekly', [
  ...timetableOptions,
  option.choice('weekday', 'weekly.command.weekday', weekdays, 'weekly.day'),
  option.boolean('off', 'weekly.command.off'),
]);

/** Whether the contest of this week could not be posted. */
const isRefused = async (contests: ContestStore, { current }: WeekServer): Promise<boolean> => {
  const state = current && (await contests.state(current.id));
  return state?.isOver === true && state.message === undefined;
};

export const weekSettings = (weeks: WeekStore, contests: ContestStore, referee: Referee): RunningFeature => {
  /** The settings, what is in their way now, and when the next contest begins or the running one ends. */
  const view = async (
    { guild, locale, createdTimestamp: now }: ChatInputCommandInteraction<'cached'>,
    server: WeekServer,
    isSaved = false,
  ): Promise<Message> => {
    const t = translator(locale);
    const { settings, current, from } = server;
    const { weekday, hour, zone } = settings;
    const [me, place, refused] = await Promise.all([
      guild.members.fetchMe(),
      channelOf(guild, settings.channel),
      isRefused(contests, server),
    ]);
    const missing = missingIn(place === 'gone' ? undefined : place, me, postPermissions);
    const channel = `<#${settings.channel}>`;
    const date = (at: number): string => `<t:${Math.floor(at / 1000)}:f>`;
    const [begins, ends] = weekOf(Math.max(now, current?.ends ?? 0), settings);
    const next = begins >= Math.max(from, now) ? begins : ends;
    const day = t(`weekly.day.${weekday}`);
    const warnings = joinPresent([
      missing.length > 0 && `⚠️ ${t('posting.missing', { channel, permissions: permissionNames(t, missing) })}`,
      refused && `⚠️ ${t('weekly.refused')}`,
    ]);
    const lines = joinPresent([
      `### ${t('weekly.title')}`,
      isSaved && t('posting.saved'),
      t('weekly.where', { channel, day, hour: String(hour).padStart(2, '0'), zone }),
      current && !refused ? t('weekly.runs', { when: date(current.ends) }) : t('weekly.next', { when: date(next) }),
    ]);
    return card(warnings ? colours['gave-up'] : colours.working, text(lines), warnings && text(warnings));
  };

  /** Stops the next contests, and takes no more answers in the running one. @returns that one */
  const stop = async (guild: string): Promise<CurrentContest | undefined> => {
    const current = (await weeks.server(guild))?.current;
    await weeks.remove(guild);
    if (current) await contests.close(current.id);
    return current;
  };

  const set = async (interaction: AdminInteraction): Promise<void> => {
    // A server is in the cache unless the bot has just started.
    if (!interaction.inCachedGuild()) throw new Error('settings of a server that is not known yet');
    const { options, guild, guildId, createdTimestamp: now } = interaction;
    // The requests to Discord may take longer than 3 s.
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    if (options.getBoolean('off')) {
      const current = await stop(guildId);
      if (current) await referee.end(current.id);
      return tell(interaction, 'weekly.stopped');
    }
    const before = await weeks.server(guildId);
    if (options.data[0]?.options?.length === 0) {
      return before ? reply(interaction, await view(interaction, before)) : tell(interaction, 'weekly.off');
    }
    const timetable = await readTimetable(interaction, before?.settings);
    if (!timetable) return;
    // Discord sends only one of the choices.
    const weekday = (options.getString('weekday') as Weekday | null) ?? before?.settings.weekday ?? 'monday';
    const retried = before && (await isRefused(contests, before)) ? before.current : undefined;
    await weeks.save(guildId, { ...timetable, weekday }, { locale: guild.preferredLocale, now, retried });
    const saved = await weeks.server(guildId);
    return saved ? reply(interaction, await view(interaction, saved, true)) : tell(interaction, 'weekly.stopped');
  };

  return {
    commands: { 'settings weekly': forAdmins(set) },
    completions: { 'settings weekly': completeZone },
    onGuildDelete: async ({ id }) => {
      await stop(id);
    },
    onGuildUpdate: ({ id, preferredLocale }) => weeks.relocate(id, preferredLocale),
  };
};
