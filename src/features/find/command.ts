/** "Solve this position" in the context menu of a message, and the form that solves what somebody types. */
import {
  type APIButtonComponentWithCustomId,
  type APIModalInteractionResponseCallbackData,
  ButtonStyle,
  ComponentType,
  type Message,
  TextInputStyle,
} from 'discord.js';
import type { TFunction } from 'i18next';
import { boardsToOffer } from '../../ask/found-boards.ts';
import { solveButton } from '../../ask/solve-button.ts';
import { likenessText } from '../../ask/wrong-input.ts';
import { component, customId, form, noFields } from '../../discord/command.ts';
import { messageCommand } from '../../discord/definition.ts';
import { button, card, colours, joinPresent, row, text as said } from '../../discord/message.ts';
import { reply, replyPrivately } from '../../discord/replies.ts';
import { harmless } from '../../discord/text.ts';
import { exampleOf, explainProblem, titleOf, translator } from '../../locales/index.ts';
import { longestInput } from '../../puzzles/notation.ts';
import { ok, questionOf } from '../../puzzles/puzzle.ts';
import { questionFor } from '../../puzzles/reader.ts';
import { usualPuzzle } from '../../puzzles/registry.ts';
import type { Requester } from '../../queue/request.ts';
import { usualPresentation } from '../../render/presentation.ts';
import type { Feature, Services } from '../feature.ts';
import { solveWork } from '../solve/job.ts';

const definition = messageCommand('command.find');

/** The button, the form that it opens, and its field. */
const name = 'find';

export const findButton = (t: TFunction): APIButtonComponentWithCustomId => button(customId(name), t('find.own'));

const findForm = (t: TFunction): APIModalInteractionResponseCallbackData => ({
  custom_id: customId(name),
  title: t('find.own'),
  components: [
    {
      type: ComponentType.Label,
      label: t('find.position'),
      description: t('find.how'),
      component: {
        type: ComponentType.TextInput,
        custom_id: name,
        style: TextInputStyle.Paragraph,
        max_length: longestInput,
        placeholder: exampleOf(usualPuzzle),
      },
    },
  ],
});

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

/** Solves the position in a text, or lets the person choose one of several. */
const solveIn = async ({ recent, requests }: Services, interaction: Requester, text: string): Promise<void> => {
  const t = translator(interaction.locale);
  const found = boardsToOffer(text);
  const [first] = found;
  if (!first) return replyPrivately(interaction, likenessText(t, 'find.like', text) ?? t('find.nothing'));
  // Two positions may be a start and its goal.
  const whole = questionFor(first.puzzle, text);
  const isWhole = whole.ok && found.every(({ puzzle }) => puzzle === whole.value.puzzle);
  if (found.length === 1 || isWhole) {
    const own = whole.ok ? questionOf(first.puzzle, first.position) : whole;
    const question = isWhole ? ok(whole.value.question) : own;
    if (!question.ok) return replyPrivately(interaction, explainProblem(t, question.problem, harmless));
    const work = solveWork(first.puzzle, question.value);
    const presentation = usualPresentation(first.puzzle);
    if (await requests.ask(interaction, work, { isPrivate: true, presentation }))
      await recent.add(interaction, work.request);
    return;
  }
  // Each button has a row, as labels are long.
  const buttons = found.flatMap(({ puzzle, position }) => {
    const question = questionOf(puzzle, position);
    const values = { puzzle: titleOf(t, puzzle), position: puzzle.formatPosition(position) };
    const options = { label: t('find.button', values), style: ButtonStyle.Secondary, isPrivate: true } as const;
    return (question.ok && solveButton(puzzle, question.value, options)) || [];
  });
  const rows = buttons.slice(0, mostButtons).map((one) => row(one));
  const left = found.length - rows.length;
  const lines = joinPresent([t('find.several', { count: found.length }), left > 0 && t('find.more', { count: left })]);
  await reply(interaction, card(colours.working, said(lines), ...rows), true);
};

export const findFeature: Feature = {
  commands: [definition],
  create: (services) => ({
    messageCommands: {
      [definition.name]: (interaction) => solveIn(services, interaction, textOf(interaction.targetMessage)),
    },
    components: [
      component(name, noFields, (interaction) => interaction.showModal(findForm(translator(interaction.locale)))),
    ],
    forms: [
      form(name, noFields, (interaction) => solveIn(services, interaction, interaction.fields.getTextInputValue(name))),
    ],
  }),
};
