/** Leaderboards with pages. */
import type { APIComponentInContainer } from 'discord.js';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { customId } from '../discord/command.ts';
import { card, colours, joined, type Message, row, signButton, text } from '../discord/message.ts';
import { everywhere, pagesOf, type Scope } from './scope.ts';
import type { Page, Place, Standing } from './store.ts';

/** The last field of a page button, because two buttons to the same page need different ids. */
export const turnField = z.enum(['back', 'on']);
/** The field that says whether a page counts this server or all. */
export const hereField = z.enum(['here', 'all']);

interface BoardPage {
  readonly title: string;
  readonly scope: Scope;
  /** Counted from 0. */
  readonly page: number;
  /** Lines on all pages. */
  readonly total: number;
  readonly parts: readonly APIComponentInContainer[];
  /** The start of the buttons' custom ids; the page and the direction follow. */
  readonly id: readonly [component: string, ...fields: (string | number)[]];
  readonly isEmpty?: boolean;
}

/** A page of a leaderboard with buttons to the pages before and after. */
export const boardPage = (
  t: TFunction,
  { title, scope, page, total, parts, id, isEmpty = false }: BoardPage,
): Message => {
  const pages = pagesOf(total);
  const where = t(`leaderboard.scope.${scope === everywhere ? everywhere : 'server'}`);
  const signs = { back: '◀', on: '▶' } as const;
  const turn = (way: keyof typeof signs, to: number, isDisabled: boolean) =>
    signButton(customId(...id, to, way), signs[way], t(`leaderboard.${way}`), isDisabled);
  return card(
    colours.solved,
    text(`### ${title}\n-# ${where} · ${t('leaderboard.page', { page: page + 1, pages })}`),
    ...parts,
    !isEmpty && row(turn('back', Math.max(0, page - 1), page === 0), turn('on', page + 1, page + 1 >= pages)),
  );
};

/** A rank at the start of a line. Without the backslash it would be an item of a list, and ties would be renumbered. */
export const rankMark = (rank: number): string => `${rank}\\. `;

/** A line of a leaderboard. */
export const placeLine = (t: TFunction, { user, rank, absence }: Omit<Standing, 'value'>, worth: string): string => {
  const note = absence ? ` · ${t(`standings.absence.${absence}`)}` : '';
  return `${rank === undefined ? '' : rankMark(rank)}<@${user}> · ${worth}${note}`;
};

interface StandingsView extends Pick<BoardPage, 'title' | 'scope' | 'id'> {
  readonly page: Page;
  readonly reader: string;
  readonly worthOf: (place: Place) => string;
  /** What to say where nobody is on the board, and where the reader has nothing that could count. */
  readonly nobody: string;
  readonly none: string;
  readonly heading?: string;
  readonly note?: string | false;
}

/** A page of a leaderboard of people, always with the place of its reader. */
export const standingsPage = (t: TFunction, view: StandingsView): Message => {
  const {
    page: { page, total, rows, own },
    reader,
    worthOf,
    nobody,
    none,
    heading,
    note,
    title,
    scope,
    id,
  } = view;
  const line = (standing: Standing): string => placeLine(t, standing, worthOf(standing));
  return boardPage(t, {
    title,
    scope,
    page,
    total,
    parts: [
      ...(heading ? [text(`-# ${heading}`)] : []),
      text(joined(rows.map(line)) || nobody),
      text(own ? `${t('daily.own')} ${line({ user: reader, ...own })}` : none, note && `-# ${note}`),
    ],
    id: [...id, scope === everywhere ? 'all' : 'here'],
  });
};
