/** "Solve this position", in the context menu of a message: whatever is written there, and by whom. */
import {
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  ApplicationCommandType,
  ButtonStyle,
  ComponentType,
  type Message,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  type RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js';
import type { Feature } from '../../discord/command.ts';
import { colours, container, text } from '../../discord/message.ts';
import { toWork } from '../../jobs/job.ts';
import type { Requests } from '../../jobs/request.ts';
import type { WorkStore } from '../../jobs/store.ts';
import { titled } from '../../locales/definition.ts';
import { titleOf, translator } from '../../locales/index.ts';
import { findPositions } from '../../puzzles/finder.ts';
import { solveButton } from '../solve/button.ts';

export const findDefinition: RESTPostAPIContextMenuApplicationCommandsJSONBody = {
  type: ApplicationCommandType.Message,
  ...titled((t) => t('command.find')),
};

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

export const findFeature = ({ store, requests }: { store: WorkStore; requests: Requests }): Feature => {
  const run = async (interaction: MessageContextMenuCommandInteraction): Promise<void> => {
    const t = translator(interaction.locale);
    const found = findPositions(textOf(interaction.targetMessage));
    const [first] = found;
    const privately = { flags: MessageFlags.Ephemeral, allowedMentions: { parse: [] } } as const;
    if (!first) {
      await interaction.reply({ content: t('find.nothing'), ...privately });
      return;
    }
    if (found.length === 1) {
      const question = first.puzzle.question(first.position, first.puzzle.goal);
      if (!question.ok) throw new RangeError(`no question of ${first.puzzle.id}: ${question.problem.code}`);
      const work = toWork(first.puzzle, question.value);
      if (await requests.ask(interaction, work, { isPrivate: true })) await store.remember(interaction, work);
      return;
    }
    // A row for each, as labels are long.
    const rows = found
      .slice(0, mostButtons)
      .map(({ puzzle, position }): APIActionRowComponent<APIButtonComponentWithCustomId> => {
        const values = { puzzle: titleOf(t, puzzle), position: puzzle.formatPosition(position) };
        const label = t('find.button', values);
        const style = ButtonStyle.Secondary;
        return {
          type: ComponentType.ActionRow,
          components: [solveButton(puzzle, position, { label, style, isPrivate: true })],
        };
      });
    const left = found.length - rows.length;
    const said = [t('find.several', { count: found.length }), ...(left > 0 ? [t('find.more', { count: left })] : [])];
    await interaction.reply({
      components: container(colours.working, text(said.join('\n')), ...rows),
      flags: MessageFlags.Ephemeral | MessageFlags.IsComponentsV2,
      allowedMentions: { parse: [] },
    });
  };
  return { commands: [], messageCommands: [{ definition: findDefinition, run }], components: [] };
};
