import type { ApplicationCommandOptionType, ApplicationCommandType } from 'discord-api-types/v10';

/** A registered command. The page loads this file too, so it imports types only. */

export type Localizations = Readonly<Record<string, string | null>> | null | undefined;

/** Something that has a name in several languages: a command, an option or a choice. */
interface Named {
  readonly name: string;
  readonly name_localizations?: Localizations;
}

interface CommandChoice extends Named {
  readonly value: string | number;
}

export interface CommandOption extends Named {
  readonly type: ApplicationCommandOptionType;
  readonly description: string;
  readonly description_localizations?: Localizations;
  readonly required?: boolean | undefined;
  readonly choices?: readonly CommandChoice[] | null | undefined;
  readonly options?: readonly CommandOption[] | null | undefined;
  readonly channel_types?: readonly number[] | undefined;
  readonly min_value?: number | undefined;
  readonly max_value?: number | undefined;
  readonly min_length?: number | undefined;
  readonly max_length?: number | undefined;
  readonly autocomplete?: boolean | undefined;
}

/** A command as the API returns it. */
export interface Command extends Named {
  readonly id: string;
  readonly application_id: string;
  readonly version: string;
  readonly type: ApplicationCommandType;
  readonly name_localizations: Record<string, string | null> | null;
  readonly description: string;
  readonly description_localizations: Record<string, string | null> | null;
  readonly options?: readonly CommandOption[];
  readonly default_member_permissions: string | null;
  readonly dm_permission?: boolean;
  readonly nsfw: boolean;
  readonly integration_types: readonly number[];
  readonly contexts: readonly number[] | null;
}

/** The name in a language, or the name that is not translated. */
export const nameIn = ({ name, name_localizations }: Named, locale: string): string =>
  name_localizations?.[locale] ?? name;

/** Whether this is the name in the language, or the name that is not translated. */
export const isCalled = (named: Named, name: string, locale: string): boolean =>
  named.name === name || named.name_localizations?.[locale] === name;

/** The text to type for a choice: its value, which is shorter than its name, or its name if the value is a number. */
export const typedChoice = ({ name, value }: CommandChoice): string => (typeof value === 'string' ? value : name);
