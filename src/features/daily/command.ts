/** `/daily`: the challenge of the day, and those before. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AutocompleteInteraction, ChatInputCommandInteraction, MessageComponentInteraction } from 'discord.js';
import type { TFunction } from 'i18next';
import { component } from '../../discord/command.ts';
import {
  integerOption,
  type Option,
  slashCommand,
  stringOption,
  subcommand,
  subcommandGroup,
  themeOption,
} from '../../discord/definition.ts';
import { type Message, plainMessage } from '../../discord/message.ts';
import { mostChoices, withPlace } from '../../discord/question.ts';
import { reply, replyPrivately } from '../../discord/replies.ts';
import { harmless } from '../../discord/text.ts';
import { storedQuestion } from '../../jobs/fields.ts';
import { defaultPresentation } from '../../jobs/job.ts';
import type { Asked } from '../../jobs/reply.ts';
import type { Say } from '../../locales/definition.ts';
import { explainMoveProblem, titleOf, translator } from '../../locales/index.ts';
import { longestMoves, parseMoves } from '../../puzzles/moves.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { type ThemeName, themeNames } from '../../render/theme.ts';
import type { RunningFeature, Services } from '../feature.ts';
import { cardOf, dailyAnswer, parseNumber, playComponent, shareAnswer, shareComponent } from './answer.ts';
import { type DailyResult, dailyJob } from './job.ts';
import type { ReminderStore } from './post-store.ts';
import { reminderNote } from './reminders.ts';
import { reaches } from './results.ts';
import { isOver, lastDaily, numberAt, shareLine, turnOf } from './rules.ts';
import type { DailyStore } from './store.ts';

/** Which number, offered by the puzzles that it can be. */
const numberOption = (say: Say, required = false): Option =>
  integerOption('number', say, { required, autocomplete: true, min_value: 1, max_value: lastDaily });

export const dailyDefinition = slashCommand('daily', (t) => t('daily.command.description'), {
  options: [
    subcommand('show', (t) => t('daily.command.show')),
    subcommand('play', (t) => t('daily.command.play')),
    subcommand('submit', (t) => t('daily.command.submit'), [
      stringOption('moves', (t) => t('daily.command.moves'), { required: true, max_length: longestMoves }),
      numberOption((t) => t('daily.command.numberSent')),
    ]),
    subcommand('archive', (t) => t('daily.command.archive'), [numberOption((t) => t('daily.command.number'), true)]),
    subcommand('share', (t) => t('daily.command.share'), [
      numberOption((t) => t('daily.command.numberSent')),
      themeOption,
    ]),
    subcommandGroup('remind', (t) => t('daily.command.remind'), [
      subcommand('on', (t) => t('daily.command.remindOn')),
      subcommand('off', (t) => t('daily.command.remindOff')),
    ]),
  ],
});

/** A request for a number. */
type DailyRequest = Asked<typeof dailyJob>;

/** How long a card is waited for, of the 3 s that Discord gives. */
const drawnWithin = 1500;

type Interaction = ChatInputCommandInteraction | MessageComponentInteraction;

export const challengeHandlers = (
  { store, requests, drawing, challengeResults: results, gameBoards: boards }: Services,
  daily: DailyStore,
  reminders: ReminderStore,
): RunningFeature => {
  const sayNotYet = async (interaction: Interaction, number: number): Promise<void> => {
    const running = numberAt(interaction.createdTimestamp);
    await replyPrivately(interaction, translator(interaction.locale)('daily.notYet', { number, running }));
  };

  /** Numbers from the newest, with their puzzles and whether they are solved. */
  const complete = async (interaction: AutocompleteInteraction): Promise<void> => {
    const { user, options, locale } = interaction;
    const t = translator(locale);
    const running = numberAt(interaction.createdTimestamp);
    const newest = options.getSubcommand() === 'archive' ? running - 1 : running;
    const typed = options.getFocused().trim();
    const numbers = Array.from({ length: newest }, (_, index) => newest - index);
    const offered = numbers.filter((number) => String(number).startsWith(typed)).slice(0, mostChoices);
    const results = await Promise.all(offered.map((number) => daily.result(number, user.id)));
    const choices = offered.map((number, index) => {
      const title = titleOf(t, knownPuzzle(turnOf(number).deck.puzzle));
      return { name: `#${number} · ${title}${results[index] ? ' · ✓' : ''}`, value: number };
    });
    await interaction.respond(choices);
  };

  /** Privately, so that the clock of each person starts when they look. */
  const show = async (interaction: Interaction, number: number, play?: true): Promise<void> => {
    const { user, createdTimestamp: at } = interaction;
    if (number > numberAt(at)) return sayNotYet(interaction, number);
    await daily.begin(number, user.id, at);
    await requests.ask(interaction, { job: dailyJob, request: { number, ...(play && { play }) } }, { isPrivate: true });
  };

  /** One of the archive. */
  const archive = async (interaction: ChatInputCommandInteraction): Promise<void> => {
    const number = interaction.options.getInteger('number', true);
    const running = numberAt(interaction.createdTimestamp);
    if (number !== running) return show(interaction, number);
    await replyPrivately(interaction, translator(interaction.locale)('daily.running', { number }));
  };

  /** A challenge that a worker has drawn, or drawn again: as a board to look at or to play. */
  const drawn = async (t: TFunction, asked: DailyRequest, result: DailyResult): Promise<Message> => {
    if (asked.request.play && result.status === 'challenge') return boards.openChallenge(t, asked, result);
    const note = await reminderNote(reminders, t, asked.user);
    const { components } = dailyAnswer(t, asked.request, result, Date.now());
    return { components: [...components, ...(note ? plainMessage(note).components : [])] };
  };

  const submit = async (interaction: ChatInputCommandInteraction, number: number): Promise<void> => {
    const { user, locale, createdTimestamp: at, guildId } = interaction;
    const t = translator(locale);
    if (number > numberAt(at)) return sayNotYet(interaction, number);
    const drawn = await store.result({ job: dailyJob, request: { number } });
    if (drawn?.status !== 'challenge') {
      return replyPrivately(interaction, isOver(number, at) ? t('daily.lookFirst', { number }) : t('daily.showFirst'));
    }
    const puzzle = knownPuzzle(drawn.puzzle);
    const question = storedQuestion(puzzle, drawn.position);
    const typed = interaction.options.getString('moves', true);
    const line = parseMoves(puzzle, question.start, typed, question.goal);
    if (!line.ok) {
      return replyPrivately(interaction, withPlace(explainMoveProblem(t, line.problem, harmless), typed, line.problem));
    }
    const { moves } = line.value;
    if (!reaches(puzzle, question, moves))
      return replyPrivately(interaction, t('daily.unsolved', { count: moves.length }));
    const hints = await boards.hintsOf(number, user.id);
    const finish = { ...drawn, number, user: user.id, moves, optimal: drawn.moves.length, hints, at };
    await reply(interaction, await results.take(t, finish, guildId ?? undefined), true);
  };

  /** The result in the channel, once for each person, channel and number. */
  const share = async (interaction: Interaction, number: number, theme: ThemeName): Promise<void> => {
    const { user, locale, channelId, guildId, createdTimestamp: at } = interaction;
    const t = translator(locale);
    const running = numberAt(at);
    const [result, drawn, { streak }] = await Promise.all([
      daily.result(number, user.id),
      store.result({ job: dailyJob, request: { number } }),
      daily.figures(user.id, running),
    ]);
    if (!result) return replyPrivately(interaction, t('daily.noResult', { number }));
    if (drawn?.status !== 'challenge') return replyPrivately(interaction, t('daily.over'));
    const of = { number, puzzle: drawn.puzzle, optimal: drawn.moves.length };
    const spoken = translator(interaction.guildLocale ?? locale);
    const { card, alt } = cardOf(spoken, of, result, { streak: number === running ? streak : 0, theme });
    const data = await Promise.race([drawing.card(card), sleep(drawnWithin, undefined, { ref: false })]);
    // Taken as late as can be: a bot that dies before has taken nothing.
    if (!(await daily.share(number, user.id, channelId!, { at, guild: guildId ?? undefined }))) {
      return replyPrivately(interaction, t('daily.shared'));
    }
    const line = shareLine(number, of.puzzle, of.optimal, result);
    await reply(interaction, shareAnswer(user.id, line, alt, data));
  };

  const running = ({ createdTimestamp }: Interaction): number => numberAt(createdTimestamp);
  return {
    commands: {
      'daily show': (interaction) => show(interaction, running(interaction)),
      'daily play': (interaction) => show(interaction, running(interaction), true),
      'daily submit': (interaction) =>
        submit(interaction, interaction.options.getInteger('number') ?? running(interaction)),
      'daily archive': archive,
      'daily share': (interaction) => {
        const theme = themeNames.find((name) => name === interaction.options.getString('theme'));
        const number = interaction.options.getInteger('number') ?? running(interaction);
        return share(interaction, number, theme ?? defaultPresentation.theme);
      },
    },
    completions: { daily: complete },
    components: [
      component({
        name: playComponent,
        parse: parseNumber,
        run: (interaction, [number]) => show(interaction, number, true),
      }),
      component({
        name: shareComponent,
        parse: parseNumber,
        run: (interaction, [number]) => share(interaction, number, defaultPresentation.theme),
      }),
    ],
    answers: { daily: { render: drawn } },
  };
};
