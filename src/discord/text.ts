/** Text in messages: what people typed, made harmless, and lists within Discord's limits. */
import { escapeMarkdown } from 'discord.js';
import type { TFunction } from 'i18next';
import { type Escape, plain } from '../locales/index.ts';
import { fitting } from './fitting.ts';

/** For messages: without mark-up, mentions, links and control characters, and short. */
export const harmless: Escape = (text) =>
  escapeMarkdown(plain(text), { heading: true, bulletedList: true, numberedList: true, maskedLink: true })
    .replace(/[<>]/gu, '\\$&')
    .replace(/[@#:/]/gu, '$&\u200B');

/** For code blocks, where only the back-tick has a meaning. */
export const inCode: Escape = (text) => text.replaceAll('`', 'ˋ');

/** As many moves as fit in `most` characters, as code. */
export const movesInCode = (t: TFunction, moves: readonly string[], most: number): string => {
  const { text, left } = fitting(moves, most);
  return `\`${text}\`${left === 0 ? '' : ` … ${t('answer.more', { count: left })}`}`;
};

/** A number in a few characters: `1.2M`. */
export const compact = (value: number): string =>
  new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(value);
