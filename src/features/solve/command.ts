/** `/solve`: from what somebody typed to a request in the queue, and the buttons under its answer. */
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  AttachmentBuilder,
  type ChatInputCommandInteraction,
  type MessageComponentInteraction,
  MessageFlags,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import { component, type Feature } from '../../discord/command.ts';
import type { AnswerGuard } from '../../jobs/guard.ts';
import { defaultPresentation, presentationSchema, revealedBy, toWork, views } from '../../jobs/job.ts';
import { completeQuestion, privateOption, questionOptions, readQuestion, themeOption } from '../../jobs/question.ts';
import type { Requests } from '../../jobs/request.ts';
import type { WorkStore } from '../../jobs/store.ts';
import { choiceOf, described, named } from '../../locales/definition.ts';
import { titleOf, translator } from '../../locales/index.ts';
import { puzzles } from '../../puzzles/registry.ts';
import type { Drawing } from '../../render/drawing.ts';
import { type Method, methodsOf } from '../../search/solve.ts';
import { ownerOf, parseStep, type Step, solveAnswer, stepComponent, stepTarget } from './answer.ts';

export const solveDefinition: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  ...named('solve'),
  ...described((t) => t('command.solve.description')),
  options: puzzles.map((puzzle) => ({
    type: ApplicationCommandOptionType.Subcommand,
    name: puzzle.id,
    ...described((t) => titleOf(t, puzzle)),
    options: [
      ...questionOptions(puzzle),
      {
        type: ApplicationCommandOptionType.String,
        ...named('method'),
        ...described((t) => t('command.solve.method')),
        choices: methodsOf(puzzle).map((method) => choiceOf(method, (t) => t(`method.${method}`))),
      },
      {
        type: ApplicationCommandOptionType.String,
        ...named('view'),
        ...described((t) => t('command.solve.view')),
        choices: views.map((view) => choiceOf(view, (t) => t(`view.${view}`))),
      },
      themeOption,
      privateOption,
    ],
  })),
};

interface Parts {
  readonly store: WorkStore;
  readonly requests: Requests;
  readonly drawing: Drawing;
  readonly guard: AnswerGuard;
}

export const solveFeature = ({ store, requests, drawing, guard }: Parts): Feature => {
  const run = async (interaction: ChatInputCommandInteraction): Promise<void> => {
    const asked = await readQuestion(interaction);
    if (!asked) return;
    const method = (interaction.options.getString('method') as Method | null) ?? undefined;
    const isPrivate = interaction.options.getBoolean('private') ?? false;
    const work = toWork(asked.puzzle, asked.question, method);
    const presentation = presentationSchema.parse({
      view: interaction.options.getString('view') ?? defaultPresentation.view,
      theme: interaction.options.getString('theme') ?? defaultPresentation.theme,
    });
    if (await requests.ask(interaction, work, { isPrivate, presentation })) await store.remember(interaction, work);
  };

  /** A step of one's own message changes it; somebody else's press shows the board to them alone. */
  const step = async (interaction: MessageComponentInteraction, pressed: Step): Promise<void> => {
    const { work, presentation } = pressed;
    const { user } = interaction;
    const isAlone = interaction.message.flags.has(MessageFlags.Ephemeral);
    const isOwner = user.id === ownerOf(interaction.message.components.map((component) => component.toJSON()));
    const outcome = await store.result(work);
    if (outcome?.status !== 'solved') {
      // The stored outcome has expired: the same search gives the same solution again. Its length isn't known yet, so
      // `last` asks for a board beyond every solution, which shows as the last.
      const step = stepTarget(pressed, 9999);
      await requests.ask(interaction, work, { isPrivate: !isOwner || isAlone, step, presentation, isUpdate: isOwner });
      return;
    }
    // A challenge may have begun since the answer was given.
    const revealed = revealedBy(work, outcome);
    const challenge = await guard.spoiledBy(user.id, revealed);
    if (challenge) {
      const content = challenge.refusal(translator(interaction.locale));
      await interaction.reply({ content, flags: MessageFlags.Ephemeral });
      return;
    }
    const isOpen = isAlone || (await guard.spoiledBy(undefined, revealed)) === undefined;
    const own = isOwner && isOpen;
    const target = stepTarget(pressed, outcome.moves.length);
    const locale = own ? (interaction.guildLocale ?? interaction.locale) : interaction.locale;
    const asked = { work, step: target, presentation, user: user.id };
    const { components, files = [] } = await solveAnswer(translator(locale), asked, outcome, drawing);
    const message = {
      components,
      files: files.map(({ name, data }) => new AttachmentBuilder(data, { name })),
      allowedMentions: { parse: [] },
    };
    // An update that names no attachments would keep the board of before beside the new one.
    if (own) await interaction.update({ ...message, attachments: [], flags: MessageFlags.IsComponentsV2 });
    else await interaction.reply({ ...message, flags: MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral });
  };

  return {
    commands: [{ definition: solveDefinition, run, complete: (interaction) => completeQuestion(interaction, store) }],
    components: [component({ name: stepComponent, parse: parseStep, run: step })],
  };
};
