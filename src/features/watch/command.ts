/** `/watch`: how a search method works on one position. */
import { type MessageComponentInteraction, MessageFlags } from 'discord.js';
import { completeQuestion } from '../../ask/completion.ts';
import { puzzleOption } from '../../ask/puzzle-option.ts';
import { goalOption, positionOption, readPresentation, readQuestion } from '../../ask/question.ts';
import { component } from '../../discord/command.ts';
import { option, slashCommand } from '../../discord/definition.ts';
import { acknowledgedIfLate, tell, update } from '../../discord/replies.ts';
import { translator } from '../../locales/index.ts';
import { type Goal, isAt, type Puzzle } from '../../puzzles/puzzle.ts';
import { allPuzzles } from '../../puzzles/registry.ts';
import { defaultPresentation } from '../../render/presentation.ts';
import { statesOf } from '../../search/methods.ts';
import { nearby } from '../../search/scramble.ts';
import { type WatchableMethod, watchable, watchableMethods } from '../../search/trace.ts';
import type { Feature, Services } from '../feature.ts';
import { parseWatch, type WatchPress, watchAnswer, watchComponent } from './answer.ts';
import { watchJob } from './job.ts';

const definition = slashCommand('watch', 'command.watch.description', {
  options: [
    { ...positionOption, required: false } as typeof positionOption,
    goalOption,
    puzzleOption(),
    option.choice('method', 'command.watch.method', watchable, 'method'),
    option.theme,
    option.private,
  ],
});

/** The most positions that can all be seen. */
const fewStates = 2 ** 18;

/** The method that teaches most: rings of all positions where they are few. */
const usualMethod = (puzzle: Puzzle, goal: Goal): WatchableMethod =>
  puzzle.hasOwnPieces || statesOf(puzzle, goal) <= fewStates ? 'bfs' : 'ida';

/** Shows another picture: in the message for whoever asked for it, privately for others. */
const show = async (
  { store, guard, requests, drawing }: Services,
  interaction: MessageComponentInteraction,
  { request, ...shown }: WatchPress,
): Promise<void> => {
  const { message, user, guildId, guildLocale, locale: own } = interaction;
  const isAlone = message.flags.has(MessageFlags.Ephemeral);
  const isUpdate = !request.files && (isAlone || message.interactionMetadata?.user.id === user.id);
  const work = { job: watchJob, request };
  const result = isUpdate ? await store.result(work) : undefined;
  // A challenge may have begun since the answer.
  const place = { user: user.id, guild: guildId ?? undefined, private: isAlone };
  if (!result || (await guard.spoiledBy(place, watchJob.reveals?.(request, result)))) {
    await requests.ask(interaction, work, { ...shown, isPrivate: isAlone || !isUpdate, isUpdate });
    return;
  }
  const locale = isAlone ? own : (guildLocale ?? own);
  const making = watchAnswer(translator(locale), { request, ...shown, locale }, result, drawing);
  await update(interaction, await acknowledgedIfLate(making, () => interaction.deferUpdate()));
};

export const watchFeature: Feature = {
  helpPage: 'solve',
  commands: [definition],
  create: (services) => {
    const { recent, requests } = services;
    return {
      commands: {
        watch: async (interaction) => {
          const input = await readQuestion(interaction, (puzzle, goal) => nearby(puzzle, Math.random, goal));
          if (!input) return;
          const { puzzle, question } = input;
          if (isAt(question.start, question.goal)) return tell(interaction, 'answer.already');
          const { options } = interaction;
          const method = (options.getString('method') as WatchableMethod | null) ?? usualMethod(puzzle, question.goal);
          const fitting = watchableMethods(puzzle, question.goal);
          if (!fitting.includes(method)) {
            const t = translator(interaction.locale);
            const named = (one: WatchableMethod): string => t(`method.${one}`);
            return tell(interaction, 'answer.methodUnfit', {
              typed: named(method),
              methods: fitting.map(named).join(', '),
            });
          }
          const request = { puzzle: puzzle.id, question, method };
          const presentation = readPresentation(interaction, { ...defaultPresentation, view: 'animation' });
          const isAccepted = await requests.ask(interaction, { job: watchJob, request }, { presentation });
          if (isAccepted) await recent.add(interaction, request);
        },
      },
      completions: { watch: (interaction) => completeQuestion(interaction, recent, allPuzzles) },
      components: [
        component(watchComponent, parseWatch, (interaction, pressed) => show(services, interaction, pressed)),
      ],
      answers: { watch: { render: watchAnswer } },
    };
  },
};
