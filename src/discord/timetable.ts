/** Where and when the bot posts by itself: the options of admins, time zones, and the permissions that are missing. */
import {
  type APIApplicationCommandBasicOption,
  type AutocompleteInteraction,
  ChannelType,
  type ChatInputCommandInteraction,
  DiscordAPIError,
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  PermissionFlagsBits,
} from 'discord.js';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { translator } from '../locales/index.ts';
import { type ZoneChoice, zoneOf, zonesLike } from '../runtime/time-zones.ts';
import { longestChoice, mostChoices, option } from './definition.ts';
import { joinPresent } from './message.ts';
import { tell } from './replies.ts';
import { snowflake } from './snowflake.ts';
import { harmless } from './text.ts';

export const timetableOptions: readonly APIApplicationCommandBasicOption[] = [
  option.channel('channel', 'settings.command.channel', {
    channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement],
  }),
  option.integer('hour', 'settings.command.hour', { min_value: 0, max_value: 23 }),
  option.string('zone', 'settings.command.zone', { autocomplete: true, max_length: 50 }),
];

const zoneLabel = ({ name, offset, cities }: ZoneChoice): string => {
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const ahead = `UTC${offset < 0 ? '−' : '+'}${hours}${minutes > 0 ? `:${minutes}` : ''}`;
  return joinPresent([name, ahead, cities.join(', ')], ' · ').slice(0, longestChoice);
};

/** Offers time zones, first those of the person's language: Asia/Tokyo for Japanese. */
export const completeZone = async (interaction: AutocompleteInteraction): Promise<void> => {
  const matching = zonesLike(interaction.options.getFocused());
  const region = new Intl.Locale(interaction.locale).maximize() as Intl.Locale & { timeZones?: readonly string[] };
  const own = new Set(region.timeZones?.map(zoneOf));
  const near = (isOwn: boolean) => matching.filter(({ name }) => own.has(name) === isOwn);
  const choices = [...near(true), ...near(false)].slice(0, mostChoices);
  await interaction.respond(choices.map((zone) => ({ name: zoneLabel(zone), value: zone.name })));
};

/** What the bot needs in the channel of its posts, by Discord's names. */
export const postPermissions = ['ViewChannel', 'SendMessages', 'AttachFiles', 'EmbedLinks'] as const;
export type PostPermission = (typeof postPermissions)[number] | 'CreatePublicThreads' | 'SendMessagesInThreads';

/** Permissions by the names that Discord's own clients give them. */
export const permissionNames = (t: TFunction, missing: readonly PostPermission[]): string =>
  missing.map((name) => `**${t(`posting.permission.${name}`)}**`).join(', ');

/** Whether Discord answered with one of these statuses. */
export const isStatus = (error: unknown, ...statuses: number[]): error is DiscordAPIError =>
  error instanceof DiscordAPIError && statuses.includes(error.status);

/** Fetches a channel, because the cache lacks those that the bot never saw; undefined if the bot may not see it. */
export const channelOf = async (guild: Guild, id: string): Promise<GuildBasedChannel | 'gone' | undefined> => {
  try {
    return (await guild.channels.fetch(id, { force: true })) ?? undefined;
  } catch (error) {
    if (!isStatus(error, 403, 404)) throw error;
    return error.status === 404 ? 'gone' : undefined;
  }
};

/** The permissions that posts need in a channel and that the bot lacks. */
export const missingIn = (
  channel: GuildBasedChannel | undefined,
  me: GuildMember,
  needed: readonly PostPermission[],
): PostPermission[] => {
  const allowed = channel?.permissionsFor(me);
  return needed.filter((name) => !allowed?.has(PermissionFlagsBits[name]));
};

export const timetableSchema = z.strictObject({
  channel: snowflake,
  hour: z.int().min(0).max(23),
  /** The name of an IANA time zone. */
  zone: z.string(),
});
export type Timetable = Readonly<z.infer<typeof timetableSchema>>;

/**
 * Reads the timetable's options, with what was set before in place of those that are left out.
 * @param needed the permissions that the bot needs in the channel
 * @returns undefined after an explanation
 */
export const readTimetable = async (
  interaction: ChatInputCommandInteraction<'cached'>,
  before: Partial<Timetable> = {},
  needed: readonly PostPermission[] = postPermissions,
): Promise<Timetable | undefined> => {
  const { options, guild, locale } = interaction;
  const t = translator(locale);
  const channel = options.getChannel('channel')?.id ?? before.channel;
  const hour = options.getInteger('hour') ?? before.hour;
  const typed = options.getString('zone') ?? before.zone;
  if (channel === undefined || hour === undefined || typed === undefined) {
    const name = channel === undefined ? 'channel' : hour === undefined ? 'hour' : 'zone';
    return tell(interaction, 'posting.incomplete', { name: `\`${name}\`` });
  }
  const meant = typed.trim().length > 1 ? zonesLike(typed).map(({ name }) => name) : [];
  // A city or a country is as good as a name if it means one zone only.
  const zone = zoneOf(typed.trim()) ?? (meant.length === 1 ? meant[0] : undefined);
  if (zone === undefined) {
    const examples = meant.slice(0, 3).join(', ') || 'Europe/London, Asia/Tokyo';
    return tell(interaction, 'posting.unknownZone', { zone: harmless(typed), examples });
  }
  const [me, place] = await Promise.all([guild.members.fetchMe(), channelOf(guild, channel)]);
  const missing = missingIn(place === 'gone' ? undefined : place, me, needed);
  if (missing.length === 0) return { channel, hour, zone };
  const permissions = permissionNames(t, missing);
  return tell(interaction, 'posting.forbidden', { channel: `<#${channel}>`, permissions });
};
