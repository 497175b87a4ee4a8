/** "Solve this position", in the context menu of a message: finds what is written there, whoever wrote it. */
import { ButtonStyle, type Message } from 'discord.js';
import { messageCommand } from '../../discord/definition.ts';
import { colours, container, row, text } from '../../discord/message.ts';
import { reply, replyPrivately } from '../../discord/replies.ts';
import { solveButton } from '../../discord/solve-button.ts';
import { titleOf, translator } from '../../locales/index.ts';
import { findPositions } from '../../puzzles/finder.ts';
import type { Feature } from '../feature.ts';
import { solveWork } from '../solve/job.ts';

const definition = messageCommand((t) => t('command.find'));

/** More buttons than these are no choice but a search. */
const mostButtons = 5;
/** As much text as a message can hold: 4,000 characters, or embeds of 6,000. */
const longestText = 8000;

/** Text of components, as deep as they go. */
const written = (node: unknown): string[] => {
  if (typeof node !== 'object' || node === null) return [];
  const { content, components } = node as { content?: unknown; components?: unknown };
  const own = typeof content === 'string' ? [content] : [];
  return Array.isArray(components) ? [...own, ...components.flatMap(written)] : own;
};

/** All that can be read in a message, its parts set apart by empty lines. */
const textOf = ({ content, embeds, components }: Message): string =>
  [
    content,
    ...embeds.flatMap(({ title, description, fields }) => [title, description, ...fields.map(({ value }) => value)]),
    ...components.flatMap((component) => written(component.toJSON())),
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n\n')
    .slice(0, longestText);

export const find: Feature = {
  commands: [definition],
  create: ({ store, requests }) => ({
    messageCommands: {
      [definition.name]: async (interaction) => {
        const t = translator(interaction.locale);
        const found = findPositions(textOf(interaction.targetMessage));
        const [first] = found;
        if (!first) return replyPrivately(interaction, t('find.nothing'));
        if (found.length === 1) {
          const question = first.puzzle.question(first.position, first.puzzle.goal);
          if (!question.ok) throw new RangeError(`no question of ${first.puzzle.id}: ${question.problem.code}`);
          const work = solveWork(first.puzzle, question.value);
          if (await requests.ask(interaction, work, { isPrivate: true }))
            await store.remember(interaction, work.request);
          return;
        }
        // A row for each, as labels are long.
        const rows = found.slice(0, mostButtons).map(({ puzzle, position }) => {
          const values = { puzzle: titleOf(t, puzzle), position: puzzle.formatPosition(position) };
          const options = { label: t('find.button', values), style: ButtonStyle.Secondary, isPrivate: true } as const;
          return row(solveButton(puzzle, position, options));
        });
        const left = found.length - rows.length;
        const lines = [
          t('find.several', { count: found.length }),
          ...(left > 0 ? [t('find.more', { count: left })] : []),
        ];
        await reply(interaction, { components: container(colours.working, text(lines.join('\n')), ...rows) }, true);
      },
    },
  }),
};
