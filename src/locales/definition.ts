/** Names and descriptions of commands and options in all languages, in Discord's format. */
import type { TFunction } from 'i18next';
import { languages, translator } from './index.ts';
import { ja } from './ja.ts';

/** A key of the catalogue, or what has values. */
export type Say = string | ((t: TFunction) => string);
/** The words by which commands and options are registered, and typed in English. */
export type Name = keyof (typeof ja)['name'];

/** All languages except English, the default of each definition. */
const others = languages.filter((language) => language !== 'en');

const sayIn = (language: string, say: Say): string => {
  const t = translator(language);
  return typeof say === 'string' ? t(say) : say(t);
};

const localised = (say: Say): Record<string, string> =>
  Object.fromEntries(others.map((language) => [language, sayIn(language, say)]));

/** Names that are spelt otherwise in American English, which is Discord's default. */
const american: Partial<Record<Name, string>> = { analyse: 'analyze' };
/**
 * Words that stand for two in Japanese: `/privacy show`, which undoes `hide`, and the numbers that `/probability` takes as `moves`.
 */
const registered: Partial<Record<Name, string>> = { reveal: 'show', range: 'moves' };

/** The name fields of a command or option. */
export const named = (name: Name) => ({
  name: registered[name] ?? name,
  name_localizations: {
    ja: ja.name[name],
    ...(american[name] && { 'en-US': american[name] }),
  },
});

/** The name fields of a choice or a context menu command, whose name may be any text. */
export const titled = (say: Say) => ({ name: sayIn('en', say), name_localizations: localised(say) });

/** The description fields of a command or option. */
export const described = (say: Say) => ({
  description: sayIn('en', say),
  description_localizations: localised(say),
});

/** One choice of an option, with its localized names. */
export const choiceOf = (value: string, say: Say) => ({ ...titled(say), value });
