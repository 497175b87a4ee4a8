/** Text in Discord: making what people typed harmless, and keeping within a message's limits. */
import { escapeMarkdown } from 'discord.js';
import type { TFunction } from 'i18next';
import { type Escape, plain } from '../locales/index.ts';

/** For messages: no mark-up, no mention, no link, no control characters, and no more than a glance. */
export const harmless: Escape = (text) =>
  escapeMarkdown(plain(text), { heading: true, bulletedList: true, numberedList: true, maskedLink: true })
    .replace(/[<>]/gu, '\\$&')
    .replace(/[@#:/]/gu, '$&\u200B');

/** For the inside of a code block, where only the back-tick means anything. */
export const inCode: Escape = (text) => text.replaceAll('`', 'ˋ');

/** As many items as fit in `most` characters, and how many were left out. */
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
