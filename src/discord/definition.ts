/** Builders of command definitions, with names and descriptions in all languages, and the options that commands share. */
import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  type APIApplicationCommandOptionChoice,
  type APIApplicationCommandSubcommandGroupOption,
  type APIApplicationCommandSubcommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type ChannelType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
  type RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js';
import { choiceOf, described, type Name, named, type Say, titled } from '../locales/definition.ts';
import { titleOf } from '../locales/index.ts';
import type { Puzzle } from '../puzzles/puzzle.ts';
import { puzzles, usualPuzzle } from '../puzzles/registry.ts';
import { views } from '../render/presentation.ts';
import { themeNames } from '../render/theme.ts';
import { difficulties } from '../search/scramble.ts';

export type SlashDefinition = RESTPostAPIChatInputApplicationCommandsJSONBody;
export type Definition = SlashDefinition | RESTPostAPIContextMenuApplicationCommandsJSONBody;
export type Option = APIApplicationCommandBasicOption;
export type Subcommand = APIApplicationCommandSubcommandOption | APIApplicationCommandSubcommandGroupOption;

/** Discord's limits of an autocomplete answer. */
export const mostChoices = 25;
export const longestChoice = 100;

/** What commands and their subcommands have in common. */
interface Described {
  readonly name: string;
  /** Absent for commands of a context menu. */
  readonly description?: string;
  readonly description_localizations?: SlashDefinition['description_localizations'];
  readonly options?: readonly (Described & { readonly type: ApplicationCommandOptionType })[] | undefined;
}

/** A command as people type it after the slash, `daily remind on`, and what Discord says of it. */
interface Usage {
  readonly path: string;
  readonly about: Described;
}

/**
 * All usages of a command, or of a subcommand of `parent`. Subcommands of puzzles are one usage, about the whole command.
 */
export const usagesOf = (part: Described, ...parent: readonly string[]): readonly Usage[] => {
  if (part.description === undefined) return [];
  const path = [...parent, part.name];
  const subcommands = (part.options ?? []).filter(({ type }) => type <= ApplicationCommandOptionType.SubcommandGroup);
  if (subcommands.length === 0) return [{ path: path.join(' '), about: part }];
  return subcommands.flatMap((one) => {
    if (!puzzles.some(({ id }) => id === one.name)) return usagesOf(one, ...path);
    // The usual puzzle stands for all.
    return one.name === usualPuzzle.id ? [{ path: [...path, one.name].join(' '), about: part }] : [];
  });
};

interface Limits {
  readonly required?: boolean;
  readonly autocomplete?: true;
  readonly choices?: APIApplicationCommandOptionChoice<string>[];
  readonly min_value?: number;
  readonly max_value?: number;
  readonly max_length?: number;
  readonly channel_types?: ChannelType[];
}

export const slashCommand = (
  name: Name,
  say: Say,
  fields: Partial<Omit<SlashDefinition, 'options'>> & {
    readonly options?: readonly APIApplicationCommandOption[];
  } = {},
): SlashDefinition =>
  ({ type: ApplicationCommandType.ChatInput, ...named(name), ...described(say), ...fields }) as SlashDefinition;

export const messageCommand = (say: Say): RESTPostAPIContextMenuApplicationCommandsJSONBody => ({
  type: ApplicationCommandType.Message,
  ...titled(say),
});

export const subcommand = (name: Name, say: Say, options: Option[] = []): APIApplicationCommandSubcommandOption => ({
  type: ApplicationCommandOptionType.Subcommand,
  ...named(name),
  ...described(say),
  options,
});

export const subcommandGroup = (
  name: Name,
  say: Say,
  options: APIApplicationCommandSubcommandOption[],
): APIApplicationCommandSubcommandGroupOption => ({
  ...subcommand(name, say),
  type: ApplicationCommandOptionType.SubcommandGroup,
  options,
});

/** A subcommand for each puzzle, named by its id. */
export const puzzleSubcommands = (optionsOf: (puzzle: Puzzle) => Option[]): APIApplicationCommandSubcommandOption[] =>
  puzzles.map((puzzle) => ({
    type: ApplicationCommandOptionType.Subcommand,
    name: puzzle.id,
    ...described((t) => titleOf(t, puzzle)),
    options: optionsOf(puzzle),
  }));

const optionOf =
  (type: keyof typeof ApplicationCommandOptionType) =>
  (name: Name, say: Say, limits: Limits = {}): Option =>
    ({ type: ApplicationCommandOptionType[type], ...named(name), ...described(say), ...limits }) as Option;

const string = optionOf('String');
const boolean = optionOf('Boolean');

/** @param words the key of the words for each value */
const choice = (name: Name, say: Say, values: readonly string[], words: string): Option =>
  string(name, say, { choices: values.map((value) => choiceOf(value, `${words}.${value}`)) });

/** Options by their type, and those that commands share. */
export const option = {
  string,
  integer: optionOf('Integer'),
  boolean,
  user: optionOf('User'),
  role: optionOf('Role'),
  channel: optionOf('Channel'),
  attachment: optionOf('Attachment'),
  choice,
  private: boolean('private', 'command.solve.private'),
  view: choice('view', 'command.solve.view', views, 'view'),
  theme: choice('theme', 'command.theme', themeNames, 'theme'),
  difficulty: choice('difficulty', 'command.play.difficulty', difficulties, 'play.difficulty'),
  scope: choice('scope', 'command.leaderboard.scope', ['server', 'everywhere'], 'leaderboard.scope'),
};
