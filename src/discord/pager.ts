/** Leaderboards with pages. */
import type { APIComponentInContainer } from 'discord.js';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { customId } from './command.ts';
import { colours, container, type Message, row, signButton, text } from './message.ts';

/** The last field of a page button, because two buttons to the same page need different ids. */
export const turnField = z.enum(['back', 'on']);
/** The field that says whether a page counts this server or all. */
export const hereField = z.enum(['here', 'all']);

interface Page {
  readonly title: string;
  /** Whether it counts this server only. */
  readonly isHere: boolean;
  /** Counted from 0. */
  readonly page: number;
  readonly pages: number;
  readonly parts: readonly APIComponentInContainer[];
  /** The start of the buttons' custom ids; the page and the direction follow. */
  readonly id: readonly [component: string, ...fields: (string | number)[]];
  readonly isEmpty?: boolean;
}

/** A page of a leaderboard with buttons to the pages before and after. */
export const boardPage = (t: TFunction, { title, isHere, page, pages, parts, id, isEmpty = false }: Page): Message => {
  const where = t(isHere ? 'leaderboard.here' : 'leaderboard.everywhere');
  const signs = { back: '◀', on: '▶' } as const;
  const turn = (way: keyof typeof signs, to: number, isDisabled: boolean) =>
    signButton(customId(...id, to, way), signs[way], t(`leaderboard.${way}`), isDisabled);
  return {
    components: container(
      colours.solved,
      text(`### ${title}\n-# ${where} · ${t('leaderboard.page', { page: page + 1, pages })}`),
      ...parts,
      !isEmpty && row(turn('back', Math.max(0, page - 1), page === 0), turn('on', page + 1, page + 1 >= pages)),
    ),
  };
};

interface Place {
  readonly user: string;
  /** From 1; undefined for people who are on no board. */
  readonly rank?: number | undefined;
  /** Why: they hide, an admin hid the result in this server, or it was never sent there. */
  readonly absence?: 'hidden' | 'removed' | 'elsewhere';
}

/** A rank at the start of a line. Without the backslash it would be an item of a list, and ties would be renumbered. */
export const rankMark = (rank: number): string => `${rank}\\. `;

/** A line of a leaderboard. */
export const placeLine = (t: TFunction, { user, rank, absence }: Place, worth: string): string => {
  const note = absence ? ` · ${t(`standings.absence.${absence}`)}` : '';
  return `${rank === undefined ? '' : rankMark(rank)}<@${user}> · ${worth}${note}`;
};
