/** Leaderboards with pages. */
import type { APIComponentInContainer, ChatInputCommandInteraction, MessageComponentInteraction } from 'discord.js';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { component, customId, numberField } from '../discord/command.ts';
import { card, colours, joinPresent, type Message, row, signButton, text } from '../discord/message.ts';
import { reply, update } from '../discord/replies.ts';
import { translator } from '../locales/index.ts';
import { everywhere, pageCount, type Scope, scopeOf } from './scope.ts';
import type { LeaderboardRow, Page } from './store.ts';

/** The last field of a page button, because two buttons to the same page need different ids. */
export const turnField = z.enum(['back', 'on']);

interface BoardPage {
  readonly title: string;
  readonly scope: Scope;
  /** Counted from 0. */
  readonly page: number;
  /** Lines on all pages. */
  readonly total: number;
  readonly parts: readonly (APIComponentInContainer | false)[];
  /** The start of the buttons' custom ids; the page and the direction follow. */
  readonly id: readonly [component: string, ...fields: (string | number)[]];
}

/** A page of a leaderboard, with buttons to the pages before and after if there are any. */
export const boardPage = (t: TFunction, { title, scope, page, total, parts, id }: BoardPage): Message => {
  const pages = pageCount(total);
  const where = t(`leaderboard.scope.${scope === everywhere ? everywhere : 'server'}`);
  const signs = { back: '◀', on: '▶' } as const;
  const turn = (way: keyof typeof signs, to: number, isDisabled: boolean) =>
    signButton(customId(...id, to, way), signs[way], isDisabled);
  const isOne = pages === 1 && page === 0;
  return card(
    colours.solved,
    text(`### ${title}\n-# ${where}${isOne ? '' : ` · ${t('leaderboard.page', { page: page + 1, pages })}`}`),
    ...parts,
    !isOne && row(turn('back', Math.max(0, page - 1), page === 0), turn('on', page + 1, page + 1 >= pages)),
  );
};

const medals = ['🥇', '🥈', '🥉'] as const;

/** A rank at the start of a line. Without the backslash it would be an item of a list, and ties would be renumbered. */
export const rankMark = (rank: number): string => `${medals[rank - 1] ?? `${rank}\\.`} `;

/** A line of a leaderboard. */
export const placeLine = (
  t: TFunction,
  { user, rank, absence }: Omit<LeaderboardRow, 'value'>,
  worth: string,
): string => {
  const note = absence ? ` · ${t(`standings.absence.${absence}`)}` : '';
  return `${rank === undefined ? '' : rankMark(rank)}<@${user}> · ${worth}${note}`;
};

/** What a leaderboard of people shows. */
interface Standings {
  readonly title: string;
  readonly page: Page;
  readonly worthOf: (row: LeaderboardRow) => string;
  /** What to say where nobody is on the board, and where the reader has nothing that could count. */
  readonly nobody: string;
  readonly none: string;
  readonly heading?: string;
  readonly note?: string | false;
}

/** Which part of a leaderboard is asked for, and by whom. */
interface Wanted {
  readonly scope: Scope;
  readonly index: number;
  readonly reader: string;
}

/** A page of a leaderboard of people, always with the place of its reader. */
export const standingsPage = (
  t: TFunction,
  { title, page: { page, total, rows, own }, worthOf, nobody, none, heading, note }: Standings,
  { scope, reader }: Omit<Wanted, 'index'>,
  id: BoardPage['id'],
): Message => {
  const line = (standing: LeaderboardRow): string => placeLine(t, standing, worthOf(standing));
  return boardPage(t, {
    title,
    scope,
    page,
    total,
    parts: [
      heading !== undefined && text(`-# ${heading}`),
      text(joinPresent(rows.map(line)) || nobody),
      text(own ? `${t('daily.own')} ${line({ user: reader, ...own })}` : none, note && `-# ${note}`),
    ],
    id: [...id, scope === everywhere ? 'all' : 'here'],
  });
};

/** The scope that the option of a command names. */
export const scopeIn = ({ options, guildId }: ChatInputCommandInteraction): Scope =>
  scopeOf(options.getString('scope') !== everywhere, guildId);

/** Whether a page counts this server or all, its index, and the direction. */
const wantedFields = z.tuple([z.enum(['here', 'all']), numberField, turnField]);

/**
 * A leaderboard of people: a command shows its first page, and a component turns to others.
 * @param name of the component
 * @param fields of its custom ids, before those of the page
 */
export const leaderboardOf = <Fields extends readonly (string | number)[]>(
  name: string,
  fields: z.ZodType<Fields>,
  read: (t: TFunction, wanted: Wanted, ...fields: Fields) => Promise<Standings>,
) => {
  type Asker = ChatInputCommandInteraction | MessageComponentInteraction;
  const page = async ({ locale, user }: Asker, scope: Scope, index: number, own: Fields): Promise<Message> => {
    const t = translator(locale);
    const wanted = { scope, index, reader: user.id };
    return standingsPage(t, await read(t, wanted, ...own), wanted, [name, ...own]);
  };
  return {
    show: async (interaction: ChatInputCommandInteraction, ...own: Fields): Promise<void> =>
      reply(interaction, await page(interaction, scopeIn(interaction), 0, own), true),
    component: component(
      name,
      (all) => {
        const [own, rest] = [fields.safeParse(all.slice(0, -3)).data, wantedFields.safeParse(all.slice(-3)).data];
        return own && rest && { own, where: rest[0], index: rest[1] };
      },
      async (interaction, { own, where, index }) =>
        update(interaction, await page(interaction, scopeOf(where === 'here', interaction.guildId), index, own)),
    ),
  };
};
