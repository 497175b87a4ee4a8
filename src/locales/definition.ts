/** Names and descriptions of commands and options in all languages, in Discord's format. */
import type { TFunction } from 'i18next';
import type { en } from './en.ts';
import { languages, translator } from './index.ts';

export type Say = (t: TFunction) => string;
export type Name = keyof (typeof en)['name'];

/** All languages except English, the default of each definition. */
const others = languages.filter((language) => language !== 'en');

const localised = (say: Say): Record<string, string> =>
  Object.fromEntries(others.map((language) => [language, say(translator(language))]));

/** Names that are spelt otherwise in American English, which is Discord's default. */
const american: Partial<Record<Name, string>> = { analyse: 'analyze' };

/** The name fields of a command or option. */
export const named = (name: Name) => ({
  name: translator('en')(`name.${name}`),
  name_localizations: {
    ...localised((t) => t(`name.${name}`)),
    ...(american[name] && { 'en-US': american[name] }),
  },
});

/** The name fields of a context menu command. Its name may be any text. */
export const titled = (say: Say) => ({ name: say(translator('en')), name_localizations: localised(say) });

/** The description fields of a command or option. */
export const described = (say: Say) => ({
  description: say(translator('en')),
  description_localizations: localised(say),
});

/** One choice of an option, with its localized names. */
export const choiceOf = (value: string, say: Say) => ({
  name: say(translator('en')),
  name_localizations: localised(say),
  value,
});
