/** `/solve`, the buttons of its answer, and the button that asks for a solution. */
import { type MessageComponentInteraction, MessageFlags } from 'discord.js';
import { component } from '../../discord/command.ts';
import { choiceOption, privateOption, puzzleSubcommands, slashCommand, themeOption } from '../../discord/definition.ts';
import { plainMessage } from '../../discord/message.ts';
import { completeQuestion, questionOptions, readQuestion } from '../../discord/question.ts';
import { acknowledgedIfLate, reply, replyPrivately, update } from '../../discord/replies.ts';
import { parseSolve, solveComponent } from '../../discord/solve-button.ts';
import { defaultPresentation, presentationSchema, views } from '../../jobs/job.ts';
import { translator } from '../../locales/index.ts';
import { type Method, methodsOf } from '../../search/solve.ts';
import type { Feature, Services } from '../feature.ts';
import { details, ownerOf, parseStep, type Step, solveAnswer, stepComponent, stepTarget } from './answer.ts';
import { revealedBySolution, solveJob, solveWork } from './job.ts';

const definition = slashCommand('solve', (t) => t('command.solve.description'), {
  options: puzzleSubcommands((puzzle) => [
    ...questionOptions(puzzle),
    choiceOption(
      'method',
      (t) => t('command.solve.method'),
      methodsOf(puzzle),
      (t, method) => t(`method.${method}`),
    ),
    choiceOption(
      'view',
      (t) => t('command.solve.view'),
      views,
      (t, view) => t(`view.${view}`),
    ),
    themeOption,
    privateOption,
  ]),
});

/** Shows another board: in the message for its owner, privately for others. */
const step = async (
  { store, requests, guard, drawing }: Services,
  interaction: MessageComponentInteraction,
  pressed: Step,
): Promise<void> => {
  const { request, presentation } = pressed;
  const work = { job: solveJob, request };
  const { user } = interaction;
  const isAlone = interaction.message.flags.has(MessageFlags.Ephemeral);
  const isOwner = user.id === ownerOf(interaction.message.components.map((component) => component.toJSON()));
  const outcome = (await store.result(work)) ?? (await store.result(work, 'stopped'));
  if (outcome?.status !== 'solved') {
    // The outcome has expired, so search again. A step beyond the end shows the last board.
    const step = stepTarget(pressed, 9999);
    await requests.ask(interaction, work, { isPrivate: !isOwner || isAlone, step, presentation, isUpdate: isOwner });
    return;
  }
  // A challenge may have begun since the answer.
  const revealed = revealedBySolution(request, outcome);
  const challenge = await guard.spoiledBy(user.id, revealed);
  if (challenge) return replyPrivately(interaction, challenge.refusal(translator(interaction.locale)));
  if (pressed.action === 'details') {
    return reply(interaction, plainMessage(details(translator(interaction.locale), request, outcome)), true);
  }
  const isOpen = (await guard.spoiledBy(undefined, revealed)) === undefined;
  if (pressed.action === 'share') {
    const t = translator(isOpen ? (interaction.guildLocale ?? interaction.locale) : interaction.locale);
    if (!isOpen) return replyPrivately(interaction, t('answer.notHere'));
    const shared = { request, step: pressed.at, presentation, user: user.id };
    const making = solveAnswer(t, shared, outcome, drawing);
    return reply(interaction, await acknowledgedIfLate(making, () => interaction.deferReply()));
  }
  const own = isOwner && (isAlone || isOpen);
  const target = stepTarget(pressed, outcome.moves.length);
  const locale = own ? (interaction.guildLocale ?? interaction.locale) : interaction.locale;
  const asked = { request, step: target, presentation, user: user.id };
  const message = await acknowledgedIfLate(solveAnswer(translator(locale), asked, outcome, drawing), () =>
    own ? interaction.deferUpdate() : interaction.deferReply({ flags: MessageFlags.Ephemeral }),
  );
  await (own ? update(interaction, message) : reply(interaction, message, true));
};

export const solve: Feature = {
  commands: [definition],
  create: (services) => {
    const { store, requests, drawing } = services;
    return {
      commands: {
        solve: async (interaction) => {
          const asked = await readQuestion(interaction);
          if (!asked) return;
          const { options } = interaction;
          const method = (options.getString('method') as Method | null) ?? undefined;
          const isPrivate = options.getBoolean('private') ?? false;
          const work = solveWork(asked.puzzle, asked.question, method);
          const presentation = presentationSchema.parse({
            view: options.getString('view') ?? defaultPresentation.view,
            theme: options.getString('theme') ?? defaultPresentation.theme,
          });
          if (await requests.ask(interaction, work, { isPrivate, presentation }))
            await store.remember(interaction, work.request);
        },
      },
      completions: { solve: (interaction) => completeQuestion(interaction, store) },
      components: [
        component(stepComponent, parseStep, (interaction, fields) => step(services, interaction, fields)),
        component(solveComponent, parseSolve, async (interaction, { puzzle, question, isPrivate }) => {
          const work = solveWork(puzzle, question);
          // The answer to a private message is private.
          const isAlone = isPrivate || interaction.message.flags.has(MessageFlags.Ephemeral);
          if (await requests.ask(interaction, work, { isPrivate: isAlone }))
            await store.remember(interaction, work.request);
        }),
      ],
      answers: { solve: { render: (t, asked, outcome) => solveAnswer(t, asked, outcome, drawing) } },
    };
  },
};
