/** `/solve`: from what somebody typed to a request in the queue, and the buttons under its answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type APIApplicationCommandOptionChoice,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type AutocompleteInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type MessageComponentInteraction,
  MessageFlags,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Config } from '../config.ts';
import type { Feature } from '../discord/command.ts';
import { harmless, inCode } from '../discord/text.ts';
import { explainProblem, plain, pointOut, titleOf, translator } from '../locales/index.ts';
import { puzzleOf, puzzles } from '../puzzles/index.ts';
import { longestInput } from '../puzzles/notation.ts';
import { type Problem, type Puzzle, parseQuestion } from '../puzzles/puzzle.ts';
import { type Method, methods } from '../search/index.ts';
import { answerMessage, cancelComponent, parseStep, stepComponent, stepTarget } from './answer.ts';
import { jobVersion, type QuestionText, type ReplyJob, toText } from './job.ts';
import type { SolveQueue } from './queue.ts';
import type { ReplyProcessor } from './reply.ts';
import type { SolveStore } from './store.ts';

const t = translator('en');

export const solveDefinition: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  name: 'solve',
  description: t('command.solve.description'),
  options: puzzles.map((puzzle) => ({
    type: ApplicationCommandOptionType.Subcommand,
    name: puzzle.id,
    description: titleOf(t, puzzle),
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'position',
        description: t(`command.solve.position.${puzzle.family}`),
        required: true,
        autocomplete: true,
        max_length: longestInput,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'goal',
        description: t(`command.solve.goal.${puzzle.family}`),
        autocomplete: true,
        max_length: longestInput,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'method',
        description: t('command.solve.method'),
        choices: methods.map((method) => ({ name: t(`method.${method}`), value: method })),
      },
      { type: ApplicationCommandOptionType.Boolean, name: 'private', description: t('command.solve.private') },
    ],
  })),
};

/** Half of the time that Discord gives for an acknowledgement. */
const patienceMilliseconds = 1500;
/** Discord's limits of an autocomplete answer. */
const mostChoices = 25;
const longestChoice = 100;

interface Parts {
  readonly config: Config;
  readonly store: SolveStore;
  readonly queue: SolveQueue;
  readonly replies: ReplyProcessor;
}

export const solveFeature = ({ config, store, queue, replies }: Parts): Feature => {
  /** Give a request to the queue, if its asker has a place left. From then on it is Redis's and no process's. */
  const accept = async (request: ReplyJob, token: string): Promise<boolean> => {
    const { id, user } = request;
    if (!(await store.reserve(user, id, config.jobsPerUser))) return false;
    try {
      await store.keepToken(id, token);
      await queue.add(request);
    } catch (error) {
      await store.release(user, id).catch(() => {});
      throw error;
    }
    return true;
  };

  /**
   * Put a request on its way. The queue has it before the acknowledgement: once a person sees "thinking…", the answer
   * is owed by Redis. Only a Redis that is very slow is not waited for, as Discord would not wait either.
   */
  const ask = async (
    interaction: ChatInputCommandInteraction | MessageComponentInteraction,
    question: QuestionText,
    { isPrivate, step, acknowledge }: { isPrivate: boolean; step: number; acknowledge: () => Promise<unknown> },
  ): Promise<void> => {
    const { id, user, channelId } = interaction;
    const request: ReplyJob = {
      version: jobVersion,
      id,
      application: interaction.applicationId,
      user: user.id,
      private: isPrivate,
      locale: isPrivate ? interaction.locale : (interaction.guildLocale ?? interaction.locale),
      question,
      step,
      ...(channelId && { channel: channelId }),
    };
    const accepting = accept(request, interaction.token);
    const early = await Promise.race([accepting, sleep(patienceMilliseconds)]);
    if (early !== false) await acknowledge();
    if (!(await accepting)) {
      const content = translator(interaction.locale)('answer.busy', { count: config.jobsPerUser });
      const privately = { content, flags: MessageFlags.Ephemeral } as const;
      if (early === false) await interaction.reply(privately);
      else if (interaction.isMessageComponent()) await interaction.followUp(privately);
      else await interaction.editReply({ content });
      return;
    }
    void replies.report(request);
    await store.remember(user.id, question);
  };

  const run = async (interaction: ChatInputCommandInteraction): Promise<void> => {
    const puzzle = puzzleOf(interaction.options.getSubcommand());
    if (!puzzle) throw new RangeError(`/solve has no ${interaction.options.getSubcommand()}`);
    const position = interaction.options.getString('position', true);
    const goal = interaction.options.getString('goal') ?? undefined;
    const method = (interaction.options.getString('method') as Method | null) ?? undefined;
    const isPrivate = interaction.options.getBoolean('private') ?? false;
    const question = parseQuestion(puzzle, position, goal);
    if (!question.ok) {
      const inPosition = !puzzle.parsePosition(position).ok;
      const content = wrongInput(interaction.locale, inPosition ? position : (goal ?? ''), question.problem);
      await interaction.reply({ content, flags: MessageFlags.Ephemeral, allowedMentions: { parse: [] } });
      return;
    }
    await ask(interaction, toText(puzzle, question.value, method), {
      isPrivate,
      step: 0,
      acknowledge: () => interaction.deferReply(isPrivate ? { flags: MessageFlags.Ephemeral } : {}),
    });
  };

  const complete = async (interaction: AutocompleteInteraction): Promise<void> => {
    const puzzle = puzzleOf(interaction.options.getSubcommand(false) ?? '');
    if (!puzzle) return interaction.respond([]);
    const { name, value } = interaction.options.getFocused(true);
    const typed = value.trim();
    const recent = (await store.recent(interaction.user.id)).filter((asked) => asked.puzzle === puzzle.id);
    const choices = name === 'goal' ? goalChoices(puzzle, recent) : positionChoices(puzzle, recent, interaction.locale);
    const matching = choices.filter((choice) => choice.name.toLowerCase().includes(typed.toLowerCase()));
    const first = typed === '' ? [] : [checked(puzzle, name, typed, interaction.locale)];
    const all = [...first, ...matching.filter((choice) => choice.value !== first[0]?.value)];
    await interaction.respond(all.slice(0, mostChoices));
  };

  /** A step of one's own message changes it; somebody else's press shows the board to them alone. */
  const step = async (interaction: MessageComponentInteraction, fields: readonly string[]): Promise<void> => {
    const pressed = parseStep(fields);
    if (!pressed) throw new RangeError('a step button with a custom id of no button');
    const own = interaction.user.id === pressed.owner;
    const outcome = await store.outcome(pressed.question);
    if (outcome?.status !== 'solved') {
      // The stored outcome has expired: the same search gives the same solution again. Its length isn't known yet, so
      // `last` asks for a board beyond every solution, which shows as the last.
      await ask(interaction, pressed.question, {
        isPrivate: !own,
        step: stepTarget(pressed, 9999),
        acknowledge: () =>
          own ? interaction.deferUpdate() : interaction.deferReply({ flags: MessageFlags.Ephemeral }),
      });
      return;
    }
    const target = stepTarget(pressed, outcome.moves.length);
    const locale = own ? (interaction.guildLocale ?? interaction.locale) : interaction.locale;
    const components = answerMessage(translator(locale), pressed.question, outcome, target, interaction.user.id);
    if (own)
      await interaction.update({ components, flags: MessageFlags.IsComponentsV2, allowedMentions: { parse: [] } });
    else await interaction.reply({ components, flags: MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral });
  };

  const cancel = async (
    interaction: MessageComponentInteraction,
    [id = '', owner]: readonly string[],
  ): Promise<void> => {
    if (interaction.user.id !== owner) {
      const content = translator(interaction.locale)('progress.notYours');
      await interaction.reply({ content, flags: MessageFlags.Ephemeral });
      return;
    }
    await store.cancel(id);
    await (interaction as ButtonInteraction).deferUpdate();
  };

  return {
    commands: [{ definition: solveDefinition, run, complete }],
    components: [
      { name: stepComponent, run: step },
      { name: cancelComponent, run: cancel },
    ],
  };
};

const wrongInput = (locale: string, input: string, problem: Problem): string => {
  const where = pointOut(input, problem);
  return `${explainProblem(translator(locale), problem, harmless)}${where ? `\n\`\`\`\n${inCode(where)}\n\`\`\`` : ''}`;
};

type Choice = APIApplicationCommandOptionChoice<string>;

const choice = (value: string, note: string): Choice => ({ name: `${value} · ${note}`.slice(0, longestChoice), value });

/** What was typed, first of all choices: as it is understood, or with what is wrong with it. */
const checked = (puzzle: Puzzle, option: string, typed: string, locale: string): Choice => {
  const value = typed.slice(0, longestChoice);
  if (option === 'goal') {
    const goal = puzzle.parseGoal(typed);
    return goal.ok ? { name: goal.value.text, value: goal.value.text } : warned(goal.problem, value, locale);
  }
  const position = puzzle.parsePosition(typed);
  if (!position.ok) return warned(position.problem, value, locale);
  const printed = puzzle.formatPosition(position.value);
  return { name: printed, value: printed };
};

const warned = (problem: Problem, value: string, locale: string): Choice => ({
  name: `⚠ ${explainProblem(translator(locale), problem, plain)}`.slice(0, longestChoice),
  value,
});

type Recent = readonly { readonly position: string; readonly goal: string }[];

const positionChoices = (puzzle: Puzzle, recent: Recent, locale: string): Choice[] => {
  const say = translator(locale);
  const famous = puzzle.landmarks.map(({ name, position }) =>
    choice(position, say(`landmark.${name}` as 'landmark.start')),
  );
  return distinct([...recent.map(({ position }) => choice(position, say('landmark.recent'))), ...famous]);
};

const goalChoices = (puzzle: Puzzle, recent: Recent): Choice[] =>
  distinct(
    [puzzle.goal.text, ...puzzle.landmarks.flatMap(({ goal }) => goal ?? []), ...recent.map(({ goal }) => goal)].map(
      (goal) => ({ name: goal, value: goal }),
    ),
  );

const distinct = (choices: readonly Choice[]): Choice[] =>
  [...new Map(choices.toReversed().map((choice) => [choice.value, choice])).values()].toReversed();
