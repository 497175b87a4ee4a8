/** `/leaderboard bounds`: the best bounds that people shared this week. */
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { option, subcommand } from '../../discord/definition.ts';
import { titleOf } from '../../locales/index.ts';
import { usualPuzzle } from '../../puzzles/registry.ts';
import { leaderboardOf, standingsPage } from '../../standings/pager.ts';
import type { Scope } from '../../standings/scope.ts';
import { mostShared } from './job.ts';
import { type BoundStore, weekEnd } from './store.ts';

const pages = 'bounds-page';

export const boundsSubcommand = subcommand('bounds', 'heuristic.command.leaderboard', [option.scope]);

export const boundsPage = (
  t: TFunction,
  { page, bounds }: Awaited<ReturnType<BoundStore['page']>>,
  { scope, reader, at }: { readonly scope: Scope; readonly reader: string; readonly at: number },
) =>
  standingsPage(t, {
    title: t('heuristic.board', { puzzle: titleOf(t, usualPuzzle) }),
    heading: t('heuristic.rule', { count: mostShared, when: `<t:${weekEnd(at) / 1000}:R>` }),
    scope,
    page,
    reader,
    worthOf: ({ user, value }) => `${t('heuristic.worth', { count: value })}\n\`${bounds.get(user)}\``,
    nobody: t('heuristic.nobody'),
    none: t('heuristic.noOwn'),
    id: [pages],
  });

export const boundsBoard = (store: BoundStore) =>
  leaderboardOf(pages, z.tuple([]), async (t, { scope, index, reader }) => {
    const at = Date.now();
    return boundsPage(t, await store.page(scope, index, reader, at), { scope, reader, at });
  });
