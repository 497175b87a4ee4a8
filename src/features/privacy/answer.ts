/** Answers of `/privacy`. Pure. */
import { type APIMessageTopLevelComponent, ButtonStyle } from 'discord.js';
import type { TFunction } from 'i18next';
import { customId } from '../../discord/command.ts';
import { button, joined, row } from '../../discord/message.ts';
import { entriesOf, type Part } from './rules.ts';

export const deleteComponent = 'privacy-delete';

interface Answer {
  readonly content: string;
  readonly components: readonly APIMessageTopLevelComponent[];
}

const plain = (content: string): Answer => ({ content, components: [] });

const numbers = (t: TFunction, parts: readonly Part[]): string[] =>
  parts.map(({ name, data }) => {
    const part = t(`privacy.part.${name}` as 'privacy.part.games');
    return `- ${t('privacy.entries', { part, count: entriesOf(data) })}`;
  });

/** @param until when the button stops working, in milliseconds since 1970 */
export const deleteQuestion = (t: TFunction, parts: readonly Part[], until: number): Answer => {
  if (parts.length === 0) return plain(t('privacy.nothing'));
  const when = `<t:${Math.floor(until / 1000)}:R>`;
  return {
    content: joined([
      t('privacy.question'),
      ...numbers(t, parts),
      t('privacy.consequences'),
      `-# ${t('privacy.until', { when })}`,
    ]),
    components: [row(button(customId(deleteComponent), t('privacy.button'), ButtonStyle.Danger))],
  };
};

/** @param parts what was deleted */
export const deletedAnswer = (t: TFunction, parts: readonly Part[]): Answer =>
  plain(parts.length === 0 ? t('privacy.nothing') : [t('privacy.deleted'), ...numbers(t, parts)].join('\n'));

export const expiredAnswer = (t: TFunction): Answer => plain(t('privacy.expired'));
