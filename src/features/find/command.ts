/** "Solve this position" in the context menu of a message. */
import { ButtonStyle, type Message } from 'discord.js';
import { messageCommand } from '../../discord/definition.ts';
import { card, colours, joinPresent, row, text } from '../../discord/message.ts';
import { reply, replyPrivately, tell } from '../../discord/replies.ts';
import { solveButton } from '../../discord/solve-button.ts';
import { harmless } from '../../discord/text.ts';
import { explainProblem, titleOf, translator } from '../../locales/index.ts';
import { questionOf } from '../../puzzles/puzzle.ts';
import { findBoards, puzzlesAndSizesIn } from '../../puzzles/reader.ts';
import { drawnKinds, puzzles } from '../../puzzles/registry.ts';
import type { Feature } from '../feature.ts';
import { solveWork } from '../solve/job.ts';

const definition = messageCommand('command.find');

const mostButtons = 5;
/** Messages have at most 4,000 characters, embeds 6,000. */
const longestText = 8000;

/** The text of components, recursively. */
const written = (node: unknown): string[] => {
  if (typeof node !== 'object' || node === null) return [];
  const { content, components } = node as { content?: unknown; components?: unknown };
  const own = typeof content === 'string' ? [content] : [];
  return Array.isArray(components) ? [...own, ...components.flatMap(written)] : own;
};

/** All text of a message, its parts separated by empty lines. */
const textOf = ({ content, embeds, components }: Message): string =>
  [
    content,
    ...embeds.flatMap(({ title, description, fields }) => [title, description, ...fields.map(({ value }) => value)]),
    ...components.flatMap((component) => written(component.toJSON())),
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n\n')
    .slice(0, longestText);

export const findFeature: Feature = {
  commands: [definition],
  create: ({ recent, requests }) => ({
    messageCommands: {
      [definition.name]: async (interaction) => {
        const t = translator(interaction.locale);
        const message = textOf(interaction.targetMessage);
        const named = findBoards(message, puzzles, drawnKinds);
        // A line of numbers fits a size in two ways, so these count only where nothing else does.
        const found = named.length > 0 ? named : findBoards(message, puzzlesAndSizesIn(message));
        const [first] = found;
        if (!first) return tell(interaction, 'find.nothing');
        if (found.length === 1) {
          const question = questionOf(first.puzzle, first.position);
          if (!question.ok) return replyPrivately(interaction, explainProblem(t, question.problem, harmless));
          const work = solveWork(first.puzzle, question.value);
          if (await requests.ask(interaction, work, { isPrivate: true })) await recent.add(interaction, work.request);
          return;
        }
        // Each button has a row, as labels are long.
        const buttons = found.flatMap(({ puzzle, position }) => {
          const question = questionOf(puzzle, position);
          const values = { puzzle: titleOf(t, puzzle), position: puzzle.formatPosition(position) };
          const options = { label: t('find.button', values), style: ButtonStyle.Secondary, isPrivate: true } as const;
          return (question.ok && solveButton(puzzle, question.value, options)) || [];
        });
        const rows = buttons.slice(0, mostButtons).map((button) => row(button));
        const left = found.length - rows.length;
        const lines = joinPresent([
          t('find.several', { count: found.length }),
          left > 0 && t('find.more', { count: left }),
        ]);
        await reply(interaction, card(colours.working, text(lines), ...rows), true);
      },
    },
  }),
};
