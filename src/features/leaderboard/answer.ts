/** A page of the hardest positions that people found. */
import { ComponentType } from 'discord.js';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { customId, fieldsBy, numberField } from '../../discord/command.ts';
import { joinPresent, type Message, row, text } from '../../discord/message.ts';
import { snowflake } from '../../discord/snowflake.ts';
import { titleOf } from '../../locales/index.ts';
import { paired } from '../../puzzles/lists.ts';
import type { Puzzle } from '../../puzzles/puzzle.ts';
import { allPuzzles, knownPuzzle } from '../../puzzles/registry.ts';
import { boardPage, rankMark, turnField } from '../../standings/pager.ts';
import { everywhere, type Scope } from '../../standings/scope.ts';
import type { SurveyResult } from '../hardest/job.ts';
import { erasedFinder, type FindPage, hiddenFinder } from './store.ts';

export const hardestPages = 'hardest-page';
export const showComponent = 'hardest-show';

const puzzleField = z.enum(allPuzzles.map(({ id }) => id)).transform((id) => knownPuzzle(id));
const scopeField = z.union([z.literal(everywhere), snowflake]);
export const parseHardestPage = fieldsBy(z.tuple([puzzleField, scopeField, numberField, turnField]));
export const parseShow = fieldsBy(z.tuple([puzzleField]));

const named = (t: TFunction, finder: string): string => {
  if (finder === erasedFinder) return t('leaderboard.left');
  return finder === hiddenFinder ? t('leaderboard.hidden') : `<@${finder}>`;
};

interface View {
  readonly puzzle: Puzzle;
  readonly scope: Scope;
  readonly of: FindPage;
  /** The indices of finds that would spoil a running challenge. */
  readonly withheld: ReadonlySet<number>;
  /** The survey of the puzzle, if it is known. */
  readonly survey: SurveyResult | undefined;
}

export const leaderboardAnswer = (t: TFunction, { puzzle, scope, of, withheld, survey }: View): Message => {
  // The ranks of the others don't tell between which lengths one was left out.
  const visible = of.finds.filter((_, index) => !withheld.has(index));
  const finds = paired(visible, of.finds).map(([find, { rank }]) => ({ ...find, rank }));
  const lines = finds.map(({ rank, position, length, finder, at }) => {
    const isAntipode = survey?.status === 'surveyed' && length === survey.diameter;
    const note = isAntipode ? ` · ${t('leaderboard.antipode', { count: survey.positions.length })}` : '';
    const found = t('leaderboard.found', { finder: named(t, finder), when: `<t:${Math.floor(at / 1000)}:d>` });
    return `${rankMark(rank)}**${t('answer.length', { count: length })}** \`${position}\`${note}\n-# ${found}`;
  });
  const left = withheld.size > 0 && `-# ${t('leaderboard.withheld', { count: withheld.size })}`;
  const select = row({
    type: ComponentType.StringSelect,
    custom_id: customId(showComponent, puzzle.id),
    placeholder: t('leaderboard.show'),
    options: finds.map(({ rank, position, length }) => ({
      label: `${rank}. ${position}`.slice(0, 100),
      description: t('answer.length', { count: length }),
      value: position,
    })),
  });
  return boardPage(t, {
    title: t('leaderboard.title', { puzzle: titleOf(t, puzzle) }),
    scope,
    page: of.page,
    total: of.total,
    parts: [text(joinPresent([...lines, left]) || t('leaderboard.empty')), finds.length > 0 && select],
    id: [hardestPages, puzzle.id, scope],
  });
};
