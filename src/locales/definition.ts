/** Names and descriptions of commands and options in all languages, in the form that Discord wants them. */
import type { TFunction } from 'i18next';
import type { en } from './en.ts';
import { languages, translator } from './index.ts';

export type Say = (t: TFunction) => string;
export type Name = keyof (typeof en)['name'];

/** Discord's locales of each language but English, which is what definitions are written in. */
const others = languages.filter((language) => language !== 'en');

const localised = (say: Say): Record<string, string> =>
  Object.fromEntries(others.map((language) => [language, say(translator(language))]));

/** The fields for what a command or option is called. */
export const named = (name: Name) => ({
  name: translator('en')(`name.${name}`),
  name_localizations: localised((t) => t(`name.${name}`)),
});

/** The fields for what a command of a context menu is called: any text. */
export const titled = (say: Say) => ({ name: say(translator('en')), name_localizations: localised(say) });

/** The fields for what it does. */
export const described = (say: Say) => ({
  description: say(translator('en')),
  description_localizations: localised(say),
});

/** A choice of an option. */
export const choiceOf = (value: string, say: Say) => ({
  name: say(translator('en')),
  name_localizations: localised(say),
  value,
});
