/** Checks the options of a slash command against its definition. */
import {
  type APIApplicationCommandOption,
  ApplicationCommandOptionType,
  type CommandInteractionOption,
} from 'discord.js';
import type { Definition } from './definition.ts';

/** Discord's own limit for a text, in UTF-16 code units. */
const longestText = 6000;

type Given = readonly CommandInteractionOption[];

const isAmong = (choices: readonly { value: string | number }[] | undefined, value: string | number): boolean =>
  !choices?.length || choices.some((choice) => choice.value === value);

const isBetween = (value: number, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY): boolean =>
  value >= least && value <= most;

const takes = (option: APIApplicationCommandOption, { value, options }: CommandInteractionOption): boolean => {
  switch (option.type) {
    case ApplicationCommandOptionType.Subcommand:
    case ApplicationCommandOptionType.SubcommandGroup:
      return holds(option.options ?? [], options ?? []);
    case ApplicationCommandOptionType.String:
      return (
        typeof value === 'string' &&
        isBetween(value.length, option.min_length, option.max_length ?? longestText) &&
        isAmong(option.choices, value)
      );
    case ApplicationCommandOptionType.Integer:
      return (
        typeof value === 'number' &&
        Number.isSafeInteger(value) &&
        isBetween(value, option.min_value, option.max_value) &&
        isAmong(option.choices, value)
      );
    case ApplicationCommandOptionType.Boolean:
      return typeof value === 'boolean';
    default:
      // The id of a user, a role, a channel or a file.
      return typeof value === 'string' && /^\d{15,21}$/u.test(value);
  }
};

const holds = (defined: readonly APIApplicationCommandOption[], given: Given): boolean => {
  const isBranch = defined.some(
    ({ type }) =>
      type === ApplicationCommandOptionType.Subcommand || type === ApplicationCommandOptionType.SubcommandGroup,
  );
  const areKnown = given.every((one) =>
    defined.some((option) => option.name === one.name && option.type === one.type && takes(option, one)),
  );
  const areThere = defined.every(({ name, required }) => !required || given.some((one) => one.name === name));
  const areSingle = new Set(given.map(({ name }) => name)).size === given.length;
  return areKnown && areThere && areSingle && (!isBranch || given.length === 1);
};

/** Discord checks options against the definition registered last, which may be of another version. */
export const isAsDefined = (definition: Definition, given: Given): boolean =>
  holds(('options' in definition && definition.options) || [], given);
