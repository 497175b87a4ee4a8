/** `/help`, a card with pages, and `/about`. */
import { ButtonStyle } from 'discord.js';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { component, customId, fieldsBy } from '../../discord/command.ts';
import { type Definition, slashCommand } from '../../discord/definition.ts';
import { button, colours, container, joined, type Message, row, text } from '../../discord/message.ts';
import { reply, replyPrivately, update } from '../../discord/replies.ts';
import { commandMention, titleOf, translator } from '../../locales/index.ts';
import { puzzleOf, puzzles } from '../../puzzles/registry.ts';
import { version } from '../../runtime/version.ts';
import type { Feature } from '../feature.ts';

/** The commands of each page, as people type them. */
const pages = {
  play: ['play new', 'play practice', 'play bests', 'play resume', 'leaderboard practice', 'analyse', 'scramble'],
  daily: [
    ...['daily show', 'daily play', 'daily submit', 'daily archive', 'daily share', 'daily remind on'],
    ...['stats', 'leaderboard daily'],
  ],
  solve: ['solve eight', 'solve file', 'compare', 'hardest', 'probability', 'convert'],
  contest: ['contest fewest-moves', 'contest first-move', 'contest guess', 'contest stop', 'leaderboard contest'],
  more: [
    ...['leaderboard hardest', 'settings daily', 'settings result', 'settings practice', 'settings weekly'],
    ...['privacy export', 'privacy hide', 'privacy show', 'privacy delete', 'about'],
  ],
} as const;
type PageName = keyof typeof pages;
const pageNames = Object.keys(pages) as PageName[];

/** Each is proved shortest from a table. */
const examples = [
  ['eight', '867254301'],
  ['eleven', '032187654BA9'],
  ['onoff', '==no/off_'],
  ['peg15', 'all-1'],
] as const;

const pageComponent = 'help';
const parsePage = fieldsBy(z.tuple([z.enum(pageNames)]));

interface Described {
  readonly name: string;
  readonly description?: string;
  readonly description_localizations?: Readonly<Record<string, string | null>> | null;
  readonly options?: readonly Described[];
}

/** What Discord says of a command or a subcommand, in the reader's language. */
const descriptionOf = (definitions: readonly Definition[], path: string, locale: string): string => {
  let part: Described | undefined;
  for (const word of path.split(' ')) {
    const among: readonly Described[] = part ? (part.options ?? []) : (definitions as readonly Described[]);
    part = among.find(({ name }) => name === word);
  }
  // `/solve` is described as a whole: most of its subcommands are puzzles.
  if (path === 'solve eight') part = (definitions as readonly Described[]).find(({ name }) => name === 'solve');
  const language = locale.split('-')[0]!;
  return part?.description_localizations?.[language] ?? part?.description ?? '';
};

const page = (t: TFunction, definitions: readonly Definition[], shown: PageName, locale: string): Message => {
  const commands = pages[shown].map((path) => `${commandMention(path)} ${descriptionOf(definitions, path, locale)}`);
  const shownExamples = examples.flatMap(([id, position]) => {
    const puzzle = puzzleOf(id);
    return puzzle ? `- \`${id} ${position}\` ${titleOf(t, puzzle)}` : [];
  });
  return {
    components: container(
      colours.solved,
      text(`### ${t(`help.page.${shown}`)}`, shown === 'play' && t('help.opening')),
      text(joined(commands)),
      shown === 'solve' && text(t('help.examples'), ...shownExamples),
      shown === 'solve' && text(`-# ${t('help.notations')}`),
      shown === 'solve' && text(`-# ${t('help.puzzles', { puzzles: puzzles.map(({ id }) => id).join(', ') })}`),
      row(
        ...pageNames.map((name) => {
          const style = name === shown ? ButtonStyle.Primary : ButtonStyle.Secondary;
          return button(customId(pageComponent, name), t(`help.page.${name}`), style, name === shown);
        }),
      ),
    ),
  };
};

export const help: Feature = {
  commands: [slashCommand('help', (t) => t('command.help')), slashCommand('about', (t) => t('command.about'))],
  create: ({ definitions }) => ({
    commands: {
      help: (interaction) => {
        const { locale } = interaction;
        return reply(interaction, page(translator(locale), definitions, 'play', locale), true);
      },
      about: (interaction) => replyPrivately(interaction, translator(interaction.locale)('about', { version })),
    },
    components: [
      component(pageComponent, parsePage, async (interaction, [name]) => {
        const { locale } = interaction;
        await update(interaction, page(translator(locale), definitions, name, locale));
      }),
    ],
  }),
};
