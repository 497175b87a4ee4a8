/** Suggestions for a line that is being typed. The composer adds the choices that only the bot knows. */
import { type Command, type CommandOption, isCalled, nameIn, typedChoice } from '@antipode/stand-in/command';
import { type Leaf, type Line, leavesOf, optionTypes, parseLine } from '../command-line.ts';
import type { PageChannel, PageGuild, PageUser } from '../page-protocol.ts';

export interface Suggestion {
  readonly label: string;
  readonly hint: string;
  /** The whole line with this suggestion. */
  readonly line: string;
}

export interface Place {
  readonly commands: readonly Command[];
  readonly locale: string;
  readonly users: readonly PageUser[];
  readonly guild: PageGuild | undefined;
  readonly channels: readonly PageChannel[];
  /** Whether a file goes with the line, so that its option is not suggested. */
  readonly hasFile?: boolean;
}

type Stage = 'none' | 'command' | 'value' | 'option';

export interface Composition {
  readonly stage: Stage;
  readonly line: Line | undefined;
  readonly leaf: Leaf | undefined;
  /** The option being typed. */
  readonly current: CommandOption | undefined;
  readonly suggestions: readonly Suggestion[];
  /** Whether Enter takes the first suggestion although none is active. */
  readonly isEager: boolean;
}

export const pathOf = ({ command, path }: Leaf, locale: string): string =>
  [command, ...path].map((part) => nameIn(part, locale)).join(' ');

/** A command that somebody used, by its name in the reader's language. */
export const usedIn = (commands: readonly Command[], locale: string, used: string): string => {
  if (!used.startsWith('/')) return nameIn(commands.find(({ name }) => name === used) ?? { name: used }, locale);
  const { leaf } = parseLine(commands, locale, used);
  return leaf ? `/${pathOf(leaf, locale)}` : used;
};

/** The description in a language. */
export const descriptionOf = (
  thing: { description: string; description_localizations?: Record<string, string | null> | null | undefined },
  locale: string,
): string => thing.description_localizations?.[locale] ?? thing.description;

const hintOf = (leaf: Leaf, locale: string): string => descriptionOf(leaf.path.at(-1) ?? leaf.command, locale);

const commandSuggestions = (text: string, { commands, locale }: Place): Suggestion[] => {
  const query = text.slice(1).trimStart().toLowerCase().replace(/\s+/gu, ' ');
  const rank = (leaf: Leaf, label: string): number => {
    const plain = [leaf.command, ...leaf.path].map(({ name }) => name).join(' ');
    if (label.startsWith(query) || plain.startsWith(query)) return 0;
    if (label.includes(query) || plain.includes(query)) return 1;
    return hintOf(leaf, locale).toLowerCase().includes(query) ? 2 : 3;
  };
  return commands
    .filter(({ type }) => type === 1)
    .flatMap(leavesOf)
    .map((leaf) => ({ leaf, label: pathOf(leaf, locale) }))
    .map(({ leaf, label }) => ({ leaf, label, rank: rank(leaf, label) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ leaf, label }) => ({ label: `/${label}`, hint: hintOf(leaf, locale), line: `/${label} ` }));
};

/** The line with its last value replaced, and the option's name in front of it. */
export const withValue = (text: string, line: Line, option: CommandOption, locale: string, value: string): string => {
  const words = (line.values.get(line.at ?? '') ?? '').split(' ').filter(Boolean);
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'));
  const head = text.trimEnd().replace(new RegExp(`${escaped.join('\\s+')}$`, 'u'), '');
  const name = `${nameIn(option, locale)}:`;
  const isNamed = head.trimEnd().endsWith(':');
  return `${isNamed ? head.trimEnd() : `${head.trimEnd()} ${name}`}${value} `;
};

/** The values of an option that the page knows. Undefined if any text fits, or if only the bot knows them. */
const valuesOf = (
  option: CommandOption,
  place: Place,
): { value: string; label: string; hint: string }[] | undefined => {
  const { locale } = place;
  if (option.choices?.length) {
    return option.choices.map((choice) => ({
      value: typedChoice({ ...choice, name: nameIn(choice, locale) }),
      label: nameIn(choice, locale),
      hint: typeof choice.value === 'string' ? choice.value : '',
    }));
  }
  const users = () => place.users.map(({ name, id }) => ({ value: `@${name}`, label: `@${name}`, hint: id }));
  const roles = () =>
    (place.guild?.roles ?? []).map(({ name, id }) => ({ value: `&${name}`, label: `@${name}`, hint: id }));
  switch (option.type) {
    case optionTypes.boolean:
      return ['True', 'False'].map((value) => ({ value, label: value, hint: '' }));
    case optionTypes.user:
      return users();
    case optionTypes.role:
      return roles();
    case optionTypes.mentionable:
      return [...users(), ...roles()];
    case optionTypes.channel:
      return place.channels
        .filter(({ guild }) => guild !== undefined && guild === place.guild?.id)
        .map(({ name, id }) => ({ value: `#${name}`, label: `#${name}`, hint: id }));
    default:
      return undefined;
  }
};

/** Replaces `@ann` by the id that Discord sends. */
export const mentionOf = (option: CommandOption, text: string, place: Place): string => {
  const isMention = (
    [optionTypes.user, optionTypes.role, optionTypes.mentionable, optionTypes.channel] as number[]
  ).includes(option.type);
  if (!isMention) return text;
  return valuesOf(option, place)?.find(({ value, label }) => value === text || label === text)?.hint ?? text;
};

const optionSuggestions = (
  head: string,
  line: Line,
  leaf: Leaf,
  { locale, hasFile }: Place,
  partial = '',
): Suggestion[] => {
  const isGiven = (option: CommandOption) =>
    (hasFile && option.type === optionTypes.attachment) ||
    [...line.values.keys()].some((name) => isCalled(option, name, locale));
  return leaf.options
    .filter((option) => !isGiven(option) && nameIn(option, locale).startsWith(partial))
    .map((option) => ({
      label: `${nameIn(option, locale)}:`,
      hint: descriptionOf(option, locale),
      line: `${head.trimEnd()} ${nameIn(option, locale)}:`,
    }));
};

export const compose = (text: string, place: Place): Composition => {
  const nothing = { line: undefined, leaf: undefined, current: undefined, suggestions: [], isEager: false };
  if (!text.startsWith('/')) return { stage: 'none', ...nothing };
  const { locale } = place;
  const line = parseLine(place.commands, locale, text);
  const { leaf } = line;
  const words = text.slice(1).trim().split(/\s+/u).length + (/\s$/u.test(text) ? 1 : 0);
  if (!leaf || words <= 1 + leaf.path.length) {
    const suggestions = commandSuggestions(text, place);
    const isReady = leaf !== undefined && !leaf.options.some(({ required }) => required);
    return { stage: 'command', line, leaf, current: undefined, suggestions, isEager: !isReady };
  }

  const current = leaf.options.find((option) => isCalled(option, line.at ?? '', locale));
  const given = line.values.get(line.at ?? '') ?? '';
  const last = /\S*$/u.exec(text)?.[0] ?? '';
  const isNamed = /:$/u.test(text.trimEnd()) || new RegExp(`(?:^|\\s)${line.at}:`, 'u').test(text);
  const isOver = given !== '' && last === '';
  if (!current || isOver || (given === '' && !current.required && !isNamed)) {
    const suggestions = optionSuggestions(text, line, leaf, place);
    return { stage: 'option', line, leaf, current: isOver ? undefined : current, suggestions, isEager: false };
  }
  // A word after a value may be the beginning of the next option's name.
  const more =
    given.includes(' ') && last !== '' && !last.includes(':')
      ? optionSuggestions(text.slice(0, -last.length), line, leaf, place, last)
      : [];
  const query = given.toLowerCase();
  const values = valuesOf(current, place) ?? [];
  const isExact = values.some(({ value, label }) => value.toLowerCase() === query || label.toLowerCase() === query);
  const fitting = values
    .filter(({ value, label }) => isExact || value.toLowerCase().includes(query) || label.toLowerCase().includes(query))
    .map(({ value, label, hint }) => ({ label, hint, line: withValue(text, line, current, locale, value) }));
  const isEager = fitting.length > 0 && given !== '' && !isExact;
  return { stage: 'value', line, leaf, current, suggestions: [...more, ...fitting], isEager };
};
