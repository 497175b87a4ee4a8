/** `/leaderboard hardest`: the hardest positions that people have found by `/solve`. */
import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type ChatInputCommandInteraction,
  type MessageComponentInteraction,
  MessageFlags,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import { component, type Feature } from '../../discord/command.ts';
import { knownPuzzle, madeAt, questionOf, toWork, type WorkOf } from '../../jobs/job.ts';
import { puzzleOption } from '../../jobs/question.ts';
import type { Requests } from '../../jobs/request.ts';
import type { WorkStore } from '../../jobs/store.ts';
import { choiceOf, described, named } from '../../locales/definition.ts';
import { translator } from '../../locales/index.ts';
import type { Puzzle } from '../../puzzles/puzzle.ts';
import { canonical } from '../../puzzles/symmetry.ts';
import type { Outcome } from '../../search/solve.ts';
import { type Period, periods } from '../daily/rules.ts';
import { type Farthest, leaderboardAnswer, pageComponent, parsePage, parseShow, showComponent } from './answer.ts';
import { everywhere, type Scope } from './scope.ts';
import type { FindStore } from './store.ts';

const scopes = ['server', 'everywhere'] as const;

const scopeOption: APIApplicationCommandBasicOption = {
  type: ApplicationCommandOptionType.String,
  ...named('scope'),
  ...described((t) => t('command.leaderboard.scope')),
  choices: scopes.map((scope) => choiceOf(scope, (t) => t(`leaderboard.scope.${scope}`))),
};

export const leaderboardDefinition: RESTPostAPIChatInputApplicationCommandsJSONBody = {
  type: ApplicationCommandType.ChatInput,
  ...named('leaderboard'),
  ...described((t) => t('command.leaderboard.description')),
  options: [
    {
      type: ApplicationCommandOptionType.Subcommand,
      ...named('hardest'),
      ...described((t) => t('command.leaderboard.hardest')),
      options: [puzzleOption(), scopeOption],
    },
    {
      type: ApplicationCommandOptionType.Subcommand,
      ...named('daily'),
      ...described((t) => t('command.leaderboard.daily')),
      options: [
        {
          type: ApplicationCommandOptionType.String,
          ...named('period'),
          ...described((t) => t('command.leaderboard.period')),
          choices: periods.map((period) => choiceOf(period, (t) => t(`standings.period.${period}`))),
        },
        scopeOption,
      ],
    },
    {
      type: ApplicationCommandOptionType.Subcommand,
      ...named('contest'),
      ...described((t) => t('command.leaderboard.contest')),
      options: [scopeOption],
    },
  ],
};

interface Parts {
  readonly board: FindStore;
  readonly store: WorkStore;
  readonly requests: Requests;
  /** Shows results of daily challenges over a period, of this server or of all. */
  readonly daily: (interaction: ChatInputCommandInteraction, period: Period, isHere: boolean) => Promise<void>;
  /** Shows the points won in contests, in this server or in all. */
  readonly contest: (interaction: ChatInputCommandInteraction, isHere: boolean) => Promise<void>;
}

/**
 * Record what an answer has proved, for its asker. Only the usual goal counts, so that lengths can be compared. To be
 * called once the answer is delivered; again after a retry does no harm.
 */
export const recordFind = async (
  board: FindStore,
  { work, user, id, guild }: { work: WorkOf<'solve'>; user: string; id: string; guild?: string | undefined },
  outcome: Outcome,
): Promise<void> => {
  if (outcome.status !== 'solved' || !outcome.optimal || outcome.moves.length === 0) return;
  const { puzzle, question } = questionOf(work);
  if (question.goal.text !== puzzle.goal.text) return;
  const rank = puzzle.rank(canonical(puzzle, question.start, question.goal));
  // The time of the interaction, not of the answer: a retry later must not change it.
  const find = { position: work.position, length: outcome.moves.length, finder: user, at: madeAt(id) };
  await board.record(puzzle.id, rank, find, guild === undefined ? [everywhere] : [everywhere, guild]);
};

export const leaderboardFeature = ({ board, store, requests, daily, contest }: Parts): Feature => {
  /** What `/hardest` has found out about the whole puzzle, if anybody has asked. */
  const farthestOf = async (puzzle: Puzzle): Promise<Farthest | undefined> => {
    const survey = await store.result({ kind: 'survey', puzzle: puzzle.id });
    if (survey?.status !== 'surveyed') return undefined;
    return { diameter: survey.diameter, antipodes: survey.positions.length };
  };

  const show = async (
    interaction: ChatInputCommandInteraction | MessageComponentInteraction,
    puzzle: Puzzle,
    scope: Scope,
    page: number,
  ): Promise<void> => {
    const [of, farthest] = await Promise.all([board.page(puzzle.id, scope, page), farthestOf(puzzle)]);
    const t = translator(interaction.guildLocale ?? interaction.locale);
    const { components } = leaderboardAnswer(t, { puzzle, scope, page, of, farthest });
    const message = { components, flags: MessageFlags.IsComponentsV2, allowedMentions: { parse: [] } } as const;
    if (interaction.isMessageComponent()) await interaction.update(message);
    else await interaction.reply(message);
  };

  return {
    commands: [
      {
        definition: leaderboardDefinition,
        run: async (interaction) => {
          const { options, guildId } = interaction;
          const isHere = (options.getString('scope') ?? 'server') === 'server';
          if (options.getSubcommand() === 'daily') {
            // Discord sends only what is among the choices.
            return daily(interaction, (options.getString('period') ?? 'day') as Period, isHere);
          }
          if (options.getSubcommand() === 'contest') return contest(interaction, isHere);
          const puzzle = knownPuzzle(options.getString('puzzle', true));
          await show(interaction, puzzle, isHere ? (guildId ?? everywhere) : everywhere, 0);
        },
      },
    ],
    components: [
      component({
        name: pageComponent,
        parse: parsePage,
        run: async (interaction, [puzzle, scope, page]) => {
          // A server's list is for that server, whatever a custom id says.
          if (scope !== everywhere && scope !== interaction.guildId) throw new RangeError('a page of another server');
          await show(interaction, puzzle, scope, page);
        },
      }),
      component({
        name: showComponent,
        parse: parseShow,
        run: async (interaction, [puzzle]) => {
          const [position = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
          const start = puzzle.parsePosition(position);
          const question = start.ok ? puzzle.question(start.value, puzzle.goal) : undefined;
          if (!question?.ok) throw new RangeError('a find of no leaderboard');
          await requests.ask(interaction, toWork(puzzle, question.value), { isPrivate: true });
        },
      }),
    ],
  };
};
