/** What people see of each other's results: `/leaderboard daily`, `/stats`, and `/settings result` to hide one. */
import type { ChatInputCommandInteraction } from 'discord.js';
import { z } from 'zod';
import { type Handlers, numberField } from '../../discord/command.ts';
import { option, slashCommand, subcommand } from '../../discord/definition.ts';
import { type AdminInteraction, forAdmins, replyWhenMade, tell } from '../../discord/replies.ts';
import { translator } from '../../locales/index.ts';
import { leaderboardOf } from '../../standings/pager.ts';
import type { Services } from '../feature.ts';
import { dailyStandings, statsAnswer } from './answer.ts';
import type { DailyStores } from './post-store.ts';
import { numberAt, type Period, periods } from './rules.ts';

export const statsDefinition = slashCommand('stats', 'daily.command.stats', {
  options: [option.user('user', 'daily.command.user')],
});

export const leaderboardSubcommand = subcommand('daily', 'command.leaderboard.daily', [
  option.choice('period', 'command.leaderboard.period', periods, 'standings.period'),
  option.scope,
]);

export const resultSubcommand = subcommand('result', 'settings.command.result', [
  option.user('user', 'settings.command.user', { required: true }),
  option.integer('number', 'settings.command.number', { min_value: 1, max_value: 999_999 }),
  option.boolean('hide', 'settings.command.hide'),
]);

export const standingsHandlers = ({ requests, drawing }: Services, { daily, reminders }: DailyStores): Handlers => {
  const fields = z.tuple([z.enum(periods), numberField]);
  const board = leaderboardOf('daily-page', fields, async (t, { scope, index, reader }, period, number) =>
    dailyStandings(t, period, number, await daily.page({ period, number, scope }, index, reader)),
  );

  /** Answers publicly, except for people who hide or have nothing to show. Others can't tell the two apart. */
  const stats = async (interaction: ChatInputCommandInteraction): Promise<void> => {
    const { user: asker, locale, guildLocale, createdTimestamp } = interaction;
    const { id } = interaction.options.getUser('user') ?? asker;
    const figures = await daily.figures(id, numberAt(createdTimestamp));
    const isOwn = id === asker.id;
    if (figures.played === 0 || (figures.isHidden && !isOwn))
      return tell(interaction, isOwn ? 'stats.none' : 'stats.nothing', { user: `<@${id}>` });
    const t = translator(figures.isHidden ? locale : (guildLocale ?? locale));
    await requests.limited(interaction, 'stats', () =>
      replyWhenMade(interaction, statsAnswer(t, id, figures, drawing), figures.isHidden),
    );
  };

  const hide = async (interaction: AdminInteraction): Promise<void> => {
    const { options, guildId, createdTimestamp } = interaction;
    const user = options.getUser('user', true);
    const number = options.getInteger('number') ?? numberAt(createdTimestamp);
    const isHidden = options.getBoolean('hide') ?? true;
    const isThere = await daily.hideResult(number, user.id, guildId, isHidden);
    const done = isHidden ? 'standings.hidden' : 'standings.shown';
    await tell(interaction, isThere ? done : 'standings.nothing', { user: `<@${user.id}>`, number });
  };

  return {
    commands: {
      stats: async (interaction) => {
        await stats(interaction);
        if (await reminders.isClosed(interaction.user.id)) {
          await tell(interaction, 'posting.reminderClosed');
        }
      },
      'leaderboard daily': (interaction) => {
        // Discord sends only one of the choices.
        const period = (interaction.options.getString('period') ?? 'day') as Period;
        return board.show(interaction, period, numberAt(interaction.createdTimestamp));
      },
      'settings result': forAdmins(hide),
    },
    components: [board.component],
  };
};
