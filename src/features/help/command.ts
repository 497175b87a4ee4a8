/** `/help`, a card with pages that begins with the start card, which greets new servers too, and `/about`. */
import { type APIComponentInContainer, ButtonStyle, ChannelType, type Guild, type Locale, type REST } from 'discord.js';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { component, customId, fieldsBy } from '../../discord/command.ts';
import { slashCommand, usagesOf } from '../../discord/definition.ts';
import { button, card, colours, joinPresent, type Message, row, text } from '../../discord/message.ts';
import { isRefusal, postOnce } from '../../discord/post-once.ts';
import { reply, tell, update } from '../../discord/replies.ts';
import { missingIn } from '../../discord/timetable.ts';
import { commandMention, exampleOf, titleOf, translator } from '../../locales/index.ts';
import { examplePuzzles, puzzles } from '../../puzzles/registry.ts';
import { version } from '../../runtime/version.ts';
import { todayButton } from '../daily/answer.ts';
import { type Feature, type HelpPage, helpPages } from '../feature.ts';
import { findButton } from '../find/command.ts';
import { lessonButton } from '../play/lessons.ts';

const pageComponent = 'help';
const tabs = ['start', ...helpPages] as const;
type Tab = (typeof tabs)[number];
const parseTab = fieldsBy(z.tuple([z.enum(tabs)]));

/** What a newcomer sees first: what Antipode does, and three ways to begin. */
const startParts = (t: TFunction): APIComponentInContainer[] => [
  text(t('help.opening')),
  row(todayButton(t), lessonButton(0, t('lesson.teach'), ButtonStyle.Primary), findButton(t)),
];

/** The same for each bot that hears of a join, and another one for the next join. */
const nonceOf = ({ id, joinedTimestamp }: Guild): string =>
  `join${BigInt(id).toString(36)}${joinedTimestamp.toString(36)}`;

/** Posts the start card in a server that the bot has just joined, if there is a place for it. */
const greet = async (rest: REST, guild: Guild): Promise<void> => {
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

/** The commands of a page, each with what Discord says of it in the reader's language. */
const commandsOn = (tab: HelpPage, features: readonly Feature[], locale: string): string[] => {
  const usages = features
    .filter(({ helpPage }) => helpPage === tab)
    .flatMap(({ commands, subcommands = {} }) => [
      ...commands.flatMap((command) => usagesOf(command)),
      ...Object.entries(subcommands).flatMap(([name, added]) => added.flatMap((part) => usagesOf(part, name))),
    ]);
  const [language] = locale.split('-') as [Locale];
  return usages.map(({ path, about }) => {
    const description = about.description_localizations?.[language] ?? about.description;
    return `${commandMention(path)} ${description}`;
  });
};

/** How to write a position, with examples. */
const writing = (t: TFunction): string => {
  const examples = examplePuzzles.map((puzzle) => `- \`${puzzle.id} ${exampleOf(puzzle)}\` ${titleOf(t, puzzle)}`);
  return joinPresent([`**${t('help.writing')}**`, t('help.notations'), ...examples]);
};

const commandParts = (t: TFunction, features: readonly Feature[], tab: HelpPage, locale: string) => [
  text(...commandsOn(tab, features, locale)),
  tab === 'solve' && text(`-# ${t('help.puzzles', { puzzles: puzzles.map(({ id }) => id).join(', ') })}`),
];

const page = (t: TFunction, features: readonly Feature[], tab: Tab, locale: string): Message =>
  card(
    colours.solved,
    text(`### ${t(`help.page.${tab}`)}`),
    ...(tab === 'start' ? [...startParts(t), text(writing(t))] : commandParts(t, features, tab, locale)),
    row(
      ...tabs.map((name) => {
        const style = name === tab ? ButtonStyle.Primary : ButtonStyle.Secondary;
        return button(customId(pageComponent, name), t(`help.page.${name}`), style, name === tab);
      }),
    ),
  );

export const helpFeature: Feature = {
  helpPage: 'more',
  commands: [slashCommand('help', 'command.help'), slashCommand('about', 'command.about')],
  create: ({ features, rest }) => ({
    onGuildCreate: (guild) => greet(rest, guild),
    commands: {
      help: (interaction) => {
        const { locale } = interaction;
        return reply(interaction, page(translator(locale), features, 'start', locale), true);
      },
      about: (interaction) => tell(interaction, 'about', { version }),
    },
    components: [
      component(pageComponent, parseTab, async (interaction, [name]) => {
        const { locale } = interaction;
        await update(interaction, page(translator(locale), features, name, locale));
      }),
    ],
  }),
};
