/** What people see of results of practice: `/play bests`, `/leaderboard practice`, and `/settings practice` to remove some. */

import type { ChatInputCommandInteraction } from 'discord.js';
import { z } from 'zod';
import { completePuzzle, puzzleOption, readPuzzle } from '../../ask/puzzle-option.ts';
import { type Option, option, subcommand } from '../../discord/definition.ts';
import { type AdminInteraction, forAdmins, reply, tell } from '../../discord/replies.ts';
import { titleOf, translator } from '../../locales/index.ts';
import { puzzlesAndSizes, usualPuzzle } from '../../puzzles/registry.ts';
import { type Draw, draws } from '../../search/scramble.ts';
import { leaderboardOf } from '../../standings/pager.ts';
import type { Feature, Foundation, RunningFeature, Services } from '../feature.ts';
import { bestsAnswer, practiceStandings } from './answer.ts';
import { type Measure, measures } from './rules.ts';
import { PracticeStore } from './store.ts';

/** How positions to practise are drawn. */
export const modeOption: Option = option.choice('mode', 'practice.command.mode', draws, 'practice.mode');
// Discord sends only one of the choices.
export const modeIn = ({ options }: ChatInputCommandInteraction): Draw =>
  (options.getString('mode') as Draw | null) ?? 'random';

const bestsSubcommand = subcommand('bests', 'practice.command.bests', [option.user('user', 'practice.command.user')]);

const leaderboardSubcommand = subcommand('practice', 'practice.command.leaderboard', [
  puzzleOption(),
  option.choice('type', 'practice.command.type', measures, 'practice.measure'),
  modeOption,
  option.scope,
]);

const settingsSubcommand = subcommand('practice', 'practice.command.settings', [
  option.user('user', 'settings.command.user', { required: true }),
  puzzleOption({ required: true }),
  option.boolean('hide', 'settings.command.hide'),
]);

const storeOf = ({ producer, config }: Foundation): PracticeStore => new PracticeStore(producer, config.redisPrefix);

const create = (services: Services): RunningFeature => {
  const store = storeOf(services);

  /** Answers publicly, except for people who hide or have nothing to show. Others can't tell the two apart. */
  const bests = async (interaction: ChatInputCommandInteraction): Promise<void> => {
    const { user: asker, locale, guildLocale } = interaction;
    const { id } = interaction.options.getUser('user') ?? asker;
    const [records, isHidden] = await Promise.all([store.records(id), store.isHidden(id)]);
    const isOwn = id === asker.id;
    if (records.length === 0 || (isHidden && !isOwn))
      return tell(interaction, isOwn ? 'practice.none' : 'practice.nothing', { user: `<@${id}>` });
    const t = translator(isHidden ? locale : (guildLocale ?? locale));
    await reply(interaction, bestsAnswer(t, id, records), isHidden);
  };

  const fields = z.tuple([z.enum(puzzlesAndSizes.map(({ id }) => id)), z.enum(draws), z.enum(measures)]);
  const board = leaderboardOf('practice-page', fields, async (t, { scope, index, reader }, puzzle, mode, measure) => {
    const view = { puzzle, mode, measure, scope };
    return practiceStandings(t, view, await store.page(view, index, reader));
  });

  const show = async (interaction: ChatInputCommandInteraction): Promise<void> => {
    const puzzle = await readPuzzle(interaction, { usual: usualPuzzle });
    if (!puzzle) return;
    const measure = (interaction.options.getString('type') as Measure | null) ?? 'single';
    await board.show(interaction, puzzle.id, modeIn(interaction), measure);
  };

  const remove = async (interaction: AdminInteraction): Promise<void> => {
    const puzzle = await readPuzzle(interaction);
    if (!puzzle) return;
    const { options, locale, guildId } = interaction;
    const { id } = options.getUser('user', true);
    const isRemoved = options.getBoolean('hide') ?? true;
    const isThere = await store.setRemoved(id, puzzle.id, guildId, isRemoved);
    const t = translator(locale);
    const done = isRemoved ? 'practice.removed' : 'practice.restored';
    const values = { user: `<@${id}>`, puzzle: titleOf(t, puzzle) };
    await tell(interaction, isThere ? done : 'practice.nothingHere', values);
  };

  return {
    commands: { 'play bests': bests, 'leaderboard practice': show, 'settings practice': forAdmins(remove) },
    completions: { 'leaderboard practice': completePuzzle, 'settings practice': completePuzzle },
    components: [board.component],
  };
};

export const practiceFeature: Feature = {
  helpPage: 'play',
  commands: [],
  subcommands: { play: [bestsSubcommand], leaderboard: [leaderboardSubcommand], settings: [settingsSubcommand] },
  personalData: (foundation) => [storeOf(foundation)],
  create,
};
