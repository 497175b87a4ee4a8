/** `/solve`, the buttons of its answer, and the button that asks for a solution. */
import {
  type AutocompleteInteraction,
  escapeMarkdown,
  type MessageComponentInteraction,
  MessageFlags,
} from 'discord.js';
import type { TFunction } from 'i18next';
import { completeQuestion } from '../../ask/completion.ts';
import { choicesLike, givenPuzzle, namedBoardOption, puzzleOption } from '../../ask/puzzle-option.ts';
import {
  goalOption,
  inChosenMetric,
  metricOption,
  positionOption,
  questionOptions,
  readPresentation,
  readQuestion,
} from '../../ask/question.ts';
import { parseSolve, solveComponent } from '../../ask/solve-button.ts';
import { component } from '../../discord/command.ts';
import { type Option, option, puzzleSubcommands, slashCommand, subcommand } from '../../discord/definition.ts';
import type { Message } from '../../discord/message.ts';
import { acknowledgedIfLate, reply, replyPrivately, replyWhenMade, tell, update } from '../../discord/replies.ts';
import { harmless } from '../../discord/text.ts';
import type { Name } from '../../locales/definition.ts';
import { titleOf, translator } from '../../locales/index.ts';
import { metrics, type Puzzle, type Question } from '../../puzzles/puzzle.ts';
import { anyBoards, knownPuzzle, puzzles, puzzlesAndSizes } from '../../puzzles/registry.ts';
import type { ReplyOptions, Requester, Requests } from '../../queue/request.ts';
import { usualPresentation } from '../../render/presentation.ts';
import { hasAllSolutions } from '../../search/all-solutions.ts';
import { type Method, methodsOf, type Outcome } from '../../search/solve.ts';
import type { Feature, Services } from '../feature.ts';
import { proofAnswer } from '../proof/answer.ts';
import { proofWork } from '../proof/job.ts';
import { allAnswer } from './all-answer.ts';
import { allWork } from './all-job.ts';
import {
  detailsMessage,
  ownerOf,
  parseStep,
  type StepPress,
  solveAnswer,
  stepComponent,
  stepTarget,
  unowned,
} from './answer.ts';
import { revealedBySolution, solveJob, solveWork } from './job.ts';

const longestMethod = 60;

/** What comes after the question. Methods as choices of each subcommand would be more text than Discord allows. */
const answerOptions: readonly Option[] = [
  option.string('method', 'command.solve.method', { autocomplete: true, max_length: longestMethod }),
  option.view,
  option.theme,
  option.boolean('all', 'command.solve.all'),
  option.private,
];

const definition = slashCommand('solve', 'command.solve.description', {
  options: [
    ...puzzleSubcommands((puzzle) => [...questionOptions(puzzle), ...answerOptions]),
    ...anyBoards.map((kind) =>
      subcommand(kind.name as Name, (t) => titleOf(t, kind), [
        ...[positionOption, namedBoardOption(kind), goalOption],
        ...answerOptions,
      ]),
    ),
    // Discord allows 25 subcommands, so all other boards share one.
    subcommand('board', 'command.solve.board', [
      ...[positionOption, puzzleOption(), goalOption, metricOption(metrics)],
      ...answerOptions,
    ]),
  ],
});

/** What has no subcommand of its own comes first. */
const among = [...anyBoards, ...puzzlesAndSizes.filter((puzzle) => !puzzles.includes(puzzle)), ...puzzles];

const completeMethod = (interaction: AutocompleteInteraction, typed: string): Promise<void> => {
  const given = givenPuzzle(interaction);
  const puzzle = given && inChosenMetric(given, interaction);
  const t = translator(interaction.locale);
  const choices = (puzzle ? methodsOf(puzzle) : []).map((value) => ({ name: t(`method.${value}`), value }));
  return interaction.respond(choicesLike(choices, typed));
};

/** The method that somebody chose or typed, by its name in their language or its own; undefined if it doesn't fit. */
const methodNamed = (t: TFunction, typed: string, among: readonly Method[]): Method | undefined => {
  const name = typed.trim().toLowerCase();
  return among.find((method) => method === name || t(`method.${method}`).toLowerCase() === name);
};

/** Asks for all shortest solutions, unless the board is too large. @returns whether the request was accepted */
const askForAll = async (
  requests: Requests,
  interaction: Requester,
  puzzle: Puzzle,
  question: Question,
  { outcome, ...options }: ReplyOptions & { readonly outcome?: Outcome | undefined },
): Promise<boolean> => {
  if (hasAllSolutions(puzzle, question.goal))
    return requests.ask(interaction, allWork(puzzle, question, outcome), options);
  await tell(interaction, 'solutions.unfit');
  return false;
};

/** Shows another board: in the message for its owner, privately for others. */
const step = async (
  { store, requests, guard, drawing, config }: Services,
  interaction: MessageComponentInteraction,
  pressed: StepPress,
): Promise<void> => {
  const { request, presentation } = pressed;
  const { longProofMilliseconds } = config;
  const work = { job: solveJob, request };
  const { user } = interaction;
  const isAlone = interaction.message.flags.has(MessageFlags.Ephemeral);
  const isOwner = user.id === ownerOf(interaction.message.components.map((component) => component.toJSON()));
  if (pressed.action === 'prove') {
    if (!isOwner) return tell(interaction, 'progress.notYours');
    const options = { isPrivate: isAlone, step: pressed.at, presentation, isUpdate: true };
    await requests.ask(interaction, { ...work, isLong: true }, options);
    return;
  }
  const outcome = (await store.result(work)) ?? (await store.result(work, 'stopped'));
  if (pressed.action === 'all') {
    const { puzzle, question } = request;
    await askForAll(requests, interaction, knownPuzzle(puzzle), question, {
      isPrivate: true,
      presentation: { ...presentation, view: 'picture' },
      outcome,
    });
    return;
  }
  if (pressed.action === 'proof') {
    await requests.ask(interaction, proofWork(request, outcome), { isPrivate: true });
    return;
  }
  if (outcome?.status !== 'solved') {
    // The outcome has expired, so search again. A step beyond the end shows the last board.
    const step = stepTarget(pressed, 9999);
    await requests.ask(interaction, work, { isPrivate: !isOwner || isAlone, step, presentation, isUpdate: isOwner });
    return;
  }
  // A challenge may have begun since the answer.
  const revealed = revealedBySolution(request, outcome.moves);
  const place = { user: user.id, guild: interaction.guildId ?? undefined };
  const challenge = await guard.spoiledBy({ ...place, private: true }, revealed);
  if (challenge) return replyPrivately(interaction, challenge.refusal(translator(interaction.locale)));
  if (pressed.action === 'details') {
    const message = detailsMessage(translator(interaction.locale), { ...pressed, owner: user.id }, outcome);
    return reply(interaction, message, true);
  }
  const isOpen = (await guard.spoiledBy({ ...place, private: false }, revealed)) === undefined;
  const placeLocale = interaction.guildLocale ?? interaction.locale;
  const target = stepTarget(pressed, outcome.moves.length);
  const context = { request, step: target, presentation, user: user.id };
  const render = (locale: string): Promise<Message> =>
    solveAnswer(translator(locale), context, outcome, drawing, longProofMilliseconds);
  if (pressed.action === 'share') {
    if (!isOpen) return tell(interaction, 'answer.notHere');
    const card = `${interaction.channelId} ${unowned(interaction.customId)}`;
    // Before the reply: the next press can come before Discord confirms it.
    if (!(await store.lock('shared', card, interaction.id))) return tell(interaction, 'answer.shared');
    try {
      await replyWhenMade(interaction, render(placeLocale), false);
    } catch (error) {
      await store.unlock('shared', card, interaction.id);
      throw error;
    }
    return;
  }
  if (!isOwner || !(isAlone || isOpen)) return replyWhenMade(interaction, render(interaction.locale), true);
  const making = render(isAlone ? interaction.locale : placeLocale);
  await update(interaction, await acknowledgedIfLate(making, () => interaction.deferUpdate()));
};

export const solveFeature: Feature = {
  helpPage: 'solve',
  commands: [definition],
  create: (services) => {
    const { recent, requests, drawing, config } = services;
    const { longProofMilliseconds } = config;
    return {
      commands: {
        solve: async (interaction) => {
          const input = await readQuestion(interaction);
          if (!input) return;
          const { options } = interaction;
          const t = translator(interaction.locale);
          const typed = options.getString('method');
          const known = methodsOf(input.puzzle, input.question.goal);
          const method = typed === null ? undefined : methodNamed(t, typed, known);
          if (typed !== null && !method) {
            // All between the stars of two IDA* would be italic.
            const methods = escapeMarkdown(known.map((other) => t(`method.${other}`)).join(', '));
            return tell(interaction, 'answer.methodUnfit', { typed: harmless(typed), methods });
          }
          const isAll = options.getBoolean('all') ?? false;
          if (isAll && method) return tell(interaction, 'solutions.method');
          const work = solveWork(input.puzzle, input.question, method);
          // Arrows show the first moves on pictures only.
          const usual = usualPresentation(input.puzzle);
          const presentation = readPresentation(interaction, isAll ? { ...usual, view: 'picture' } : usual);
          const isAccepted = isAll
            ? await askForAll(requests, interaction, input.puzzle, input.question, { presentation })
            : await requests.ask(interaction, work, { presentation });
          if (isAccepted) await recent.add(interaction, work.request);
        },
      },
      completions: {
        solve: (interaction) => {
          const { name, value } = interaction.options.getFocused(true);
          return name === 'method' ? completeMethod(interaction, value) : completeQuestion(interaction, recent, among);
        },
      },
      components: [
        component(stepComponent, parseStep, (interaction, fields) => step(services, interaction, fields)),
        component(solveComponent, parseSolve, async (interaction, { puzzle, question, isPrivate }) => {
          const work = solveWork(puzzle, question);
          // The answer to a private message is private.
          const isAlone = isPrivate || interaction.message.flags.has(MessageFlags.Ephemeral);
          const presentation = usualPresentation(puzzle);
          if (await requests.ask(interaction, work, { isPrivate: isAlone, presentation }))
            await recent.add(interaction, work.request);
        }),
      ],
      answers: {
        solve: { render: (t, context, outcome) => solveAnswer(t, context, outcome, drawing, longProofMilliseconds) },
        all: { render: (t, context, result) => allAnswer(t, context, result, drawing) },
        proof: { render: proofAnswer },
      },
    };
  },
};
