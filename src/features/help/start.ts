/** What a newcomer sees first: what Antipode does, and three ways to begin. */
import { type APIComponentInContainer, ButtonStyle, ChannelType, type Guild, type REST } from 'discord.js';
import type { TFunction } from 'i18next';
import { card, colours, row, text } from '../../discord/message.ts';
import { isRefusal, postOnce } from '../../discord/post-once.ts';
import { missingIn } from '../../discord/timetable.ts';
import { translator } from '../../locales/index.ts';
import { todayButton } from '../daily/answer.ts';
import { findButton } from '../find/command.ts';
import { lessonButton } from '../play/lessons.ts';

export const startParts = (t: TFunction): APIComponentInContainer[] => [
  text(t('help.opening')),
  row(todayButton(t), lessonButton(0, t('lesson.teach'), ButtonStyle.Primary), findButton(t)),
];

/** The same for each bot that hears of a join, and another one for the next join. */
const nonceOf = ({ id, joinedTimestamp }: Guild): string =>
  `join${BigInt(id).toString(36)}${joinedTimestamp.toString(36)}`;

/** Posts the start card in a server that the bot has just joined, if there is a place for it. */
export const greet = async (rest: REST, guild: Guild): Promise<void> => {
  const { systemChannel, channels, preferredLocale } = guild;
  const texts = [...channels.cache.filter((channel) => channel.type === ChannelType.GuildText).values()];
  const places = [...(systemChannel ? [systemChannel] : []), ...texts.sort((a, b) => a.rawPosition - b.rawPosition)];
  if (places.length === 0) return;
  const me = await guild.members.fetchMe();
  const place = places.find((channel) => missingIn(channel, me, ['ViewChannel', 'SendMessages']).length === 0);
  if (!place) return;
  const message = card(colours.solved, ...startParts(translator(preferredLocale)));
  await postOnce(rest, place.id, nonceOf(guild), message).catch((error) => {
    // The channel or the permission is gone meanwhile.
    if (!isRefusal(error)) throw error;
  });
};
