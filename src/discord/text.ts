/** Text in messages: what people typed, made harmless, and lists within Discord's limits. */
import { escapeMarkdown } from 'discord.js';
import type { TFunction } from 'i18next';
import { type Escape, plain } from '../locales/index.ts';

/** For messages: without mark-up, mentions, links and control characters, and short. */
export const harmless: Escape = (text) =>
  escapeMarkdown(plain(text), { heading: true, bulletedList: true, numberedList: true, maskedLink: true })
    .replace(/[<>]/gu, '\\$&')
    .replace(/[@#:/]/gu, '$&\u200B');

/** For code blocks, where only the back-tick has a meaning. */
export const inCode: Escape = (text) => text.replaceAll('`', 'ˋ');

/** The first items that fit in `most` characters, and the number of the others. */
export const fitting = (
  items: readonly string[],
  most: number,
  between = ' ',
): { readonly text: string; readonly left: number } => {
  let text = '';
  for (const [index, item] of items.entries()) {
    const longer = text === '' ? item : `${text}${between}${item}`;
    if (longer.length > most) return { text, left: items.length - index };
    text = longer;
  }
  return { text, left: 0 };
};

/** As many moves as fit in `most` characters, as code. */
export const movesInCode = (t: TFunction, moves: readonly string[], most: number): string => {
  const { text, left } = fitting(moves, most);
  return `\`${text}\`${left === 0 ? '' : ` … ${t('answer.more', { count: left })}`}`;
};
