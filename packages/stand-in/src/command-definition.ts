import { ApplicationCommandOptionType, ApplicationCommandType, Locale } from 'discord-api-types/v10';
import { z } from 'zod';
import type { Command, CommandOption, Localizations } from './command.ts';
import { type AddFault, type FieldPath, type FormFault, invalidForm } from './discord-error.ts';
import { fault, faultsOf, integer, text } from './schema.ts';
import { snowflake } from './snowflake.ts';

/**
 * The rules of a command definition.
 * https://docs.discord.com/developers/interactions/application-commands#application-command-object
 */

const NAME = /^[-_ʼ\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const MAX_CHARACTERS = 8000;
const OptionType = ApplicationCommandOptionType;
const locales = new Set<string>(Object.values(Locale));

/** Whether it is a name of a slash command or option: lower case, if the script has case. */
const isSlashName = (name: string) => NAME.test(name) && name === name.toLowerCase();

function localized(value: z.ZodType<string>) {
  return z
    .record(z.string(), value.nullable())
    .superRefine((entries, context) => {
      for (const locale of Object.keys(entries)) {
        if (locales.has(locale)) continue;
        context.addIssue(fault('BASE_TYPE_CHOICES', `Value must be one of {${[...locales].join(', ')}}.`, [locale]));
      }
    })
    .nullish();
}

const slashName = text(1, 32).refine(isSlashName, {
  params: { code: 'APPLICATION_COMMAND_INVALID_NAME' },
  error: 'Command name is invalid',
});
const description = text(1, 100);

const choice = z.strictObject({
  name: text(1, 100),
  name_localizations: localized(text(1, 100)),
  value: z.unknown(),
});

const optionFields = {
  type: integer(1, 11),
  name: slashName,
  name_localizations: localized(slashName),
  description,
  description_localizations: localized(description),
  required: z.boolean().optional(),
  choices: z.array(choice).max(25).nullish(),
  channel_types: z.array(integer(0, 16)).nullish(),
  min_value: z.number().nullish(),
  max_value: z.number().nullish(),
  min_length: integer(0, 6000).nullish(),
  max_length: integer(1, 6000).nullish(),
  autocomplete: z.boolean().nullish(),
};
const leaf = z.strictObject({ ...optionFields, options: z.array(z.unknown()).max(0).nullish() });
const subcommand = z.strictObject({ ...optionFields, options: z.array(leaf).max(25).nullish() });
const option = z.strictObject({ ...optionFields, options: z.array(subcommand).max(25).nullish() });

const definition = z.strictObject({
  id: z.string().optional(),
  type: integer(1, 4).nullish(),
  name: text(1, 32),
  name_localizations: localized(text(1, 32)),
  description: z.string().max(100).nullish(),
  description_localizations: localized(description),
  options: z.array(option).max(25).nullish(),
  default_permission: z.boolean().nullish(),
  default_member_permissions: z
    .union([z.string().regex(/^\d+$/), z.int()])
    .transform(String)
    .nullish(),
  dm_permission: z.boolean().nullish(),
  nsfw: z.boolean().nullish(),
  integration_types: z.array(integer(0, 1)).min(1).nullish(),
  contexts: z.array(integer(0, 2)).nullish(),
  handler: integer(1, 2).nullish(),
});

/** @throws DiscordError 50035 */
export function checkCommand(body: unknown): z.infer<typeof definition> {
  const faults = commandFaults(body);
  if (faults.length > 0) throw invalidForm(faults);
  return definition.parse(body);
}

/** Every fault of one definition, with paths relative to it. */
export function commandFaults(body: unknown): FormFault[] {
  const parsed = definition.safeParse(body);
  if (!parsed.success) return faultsOf(parsed.error, body);
  const faults: FormFault[] = [];
  const addFault: AddFault = (path, code, message) => faults.push({ path, code, message });
  const command = parsed.data;
  const kind = command.type ?? ApplicationCommandType.ChatInput;

  if (kind === ApplicationCommandType.ChatInput) {
    const invalid = (path: FieldPath) => addFault(path, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
    if (!isSlashName(command.name)) invalid(['name']);
    for (const [locale, name] of Object.entries(command.name_localizations ?? {})) {
      if (name !== null && !isSlashName(name)) invalid(['name_localizations', locale]);
    }
    if (!command.description) addFault(['description'], 'BASE_TYPE_REQUIRED', 'This field is required');
  } else {
    if (command.description) {
      addFault(
        ['description'],
        'APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED',
        'Context menu commands cannot have description',
      );
    }
    if (command.options?.length) {
      addFault(['options'], 'APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED', 'Context menu commands cannot have options');
    }
  }
  const unique = new Set(command.contexts);
  if (command.contexts && unique.size !== command.contexts.length) {
    addFault(['contexts'], 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value');
  }
  if (
    command.contexts?.length &&
    unique.has(2) &&
    command.integration_types &&
    !command.integration_types.includes(1)
  ) {
    addFault(
      ['contexts'],
      'APPLICATION_COMMAND_INVALID_CONTEXTS',
      'PRIVATE_CHANNEL needs the USER_INSTALL integration type',
    );
  }
  const options = (command.options ?? []) as readonly CommandOption[];
  checkOptions(options, ['options'], 0, addFault);
  if (sizeOf({ ...command, options } as Sized) > MAX_CHARACTERS) {
    addFault([], 'APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${MAX_CHARACTERS})`);
  }
  return faults;
}

function checkOptions(options: readonly CommandOption[], path: FieldPath, depth: number, addFault: AddFault): void {
  const nested = (item: CommandOption) =>
    item.type === OptionType.Subcommand || item.type === OptionType.SubcommandGroup;
  const names = new Set<string>();
  let optionalSeen = false;
  const mixed = options.some(nested) && !options.every(nested);
  for (const [index, item] of options.entries()) {
    const here = [...path, index];
    if (names.has(item.name)) {
      addFault([...here, 'name'], 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS', 'Option name already exists');
    }
    names.add(item.name);
    for (const [locale, name] of Object.entries(item.name_localizations ?? {})) {
      const twin = options.findIndex((other) => other !== item && other.name_localizations?.[locale] === name);
      if (name !== null && twin !== -1 && twin < index) {
        const at = [...here, 'name_localizations', locale];
        addFault(at, 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS', 'Option name already exists');
      }
    }
    if (mixed) {
      const message = 'Sub-command and sub-command group option types are mutually exclusive to all other types';
      addFault([...here, 'type'], 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', message);
    }
    if (nested(item)) checkNested(item, here, depth, addFault);
    else {
      if (item.required && optionalSeen) {
        const message = 'Required options must be placed before non-required options';
        addFault([...here, 'required'], 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', message);
      }
      if (!item.required) optionalSeen = true;
      checkLeaf(item, here, addFault);
    }
  }
}

function checkNested(item: CommandOption, here: FieldPath, depth: number, addFault: AddFault): void {
  // Depth 0 is the command, 1 a group, 2 a subcommand.
  if ((item.type === OptionType.SubcommandGroup && depth > 0) || depth > 1) {
    addFault(
      [...here, 'type'],
      'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
      'Nesting of subcommands is two levels deep',
    );
    return;
  }
  if (item.required) {
    addFault([...here, 'required'], 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', 'Subcommands cannot be required');
  }
  for (const field of ['choices', 'autocomplete'] as const) {
    const value = item[field];
    if (Array.isArray(value) ? value.length > 0 : value) {
      addFault([...here, field], 'APPLICATION_COMMAND_OPTION_FIELD_NOT_ALLOWED', `Subcommands cannot have ${field}`);
    }
  }
  const inner = item.options ?? [];
  const at = [...here, 'options'];
  const isGroup = item.type === OptionType.SubcommandGroup;
  if (isGroup) {
    if (inner.length === 0) addFault(at, 'BASE_TYPE_REQUIRED', 'This field is required');
    for (const [index, child] of inner.entries()) {
      if (child.type !== OptionType.Subcommand) {
        const message = 'Sub-command groups hold sub-commands only';
        addFault([...at, index, 'type'], 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', message);
      }
    }
  }
  checkOptions(inner, at, isGroup ? 1 : 2, addFault);
}

function checkLeaf(item: CommandOption, here: FieldPath, addFault: AddFault): void {
  const deny = (field: keyof CommandOption) => {
    const message = `${field} is not for options of type ${item.type}`;
    addFault([...here, field], 'APPLICATION_COMMAND_OPTION_FIELD_NOT_ALLOWED', message);
  };
  const isText = item.type === OptionType.String;
  const isNumber = item.type === OptionType.Integer || item.type === OptionType.Number;
  const choices = item.choices ?? [];
  if (choices.length > 0 && !isText && !isNumber) deny('choices');
  if (item.autocomplete && !isText && !isNumber) deny('autocomplete');
  if (choices.length > 0 && item.autocomplete) {
    const message = 'choices and autocomplete are mutually exclusive';
    addFault([...here, 'choices'], 'APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE', message);
  }
  for (const field of ['min_length', 'max_length'] as const) if (item[field] != null && !isText) deny(field);
  for (const field of ['min_value', 'max_value'] as const) if (item[field] != null && !isNumber) deny(field);
  if (item.channel_types?.length && item.type !== OptionType.Channel) deny('channel_types');
  if ((item.min_length ?? 0) > (item.max_length ?? 6000)) {
    const message = 'min_length must be no more than max_length';
    addFault([...here, 'min_length'], 'APPLICATION_COMMAND_OPTION_RANGE_INVALID', message);
  }
  if ((item.min_value ?? Number.NEGATIVE_INFINITY) > (item.max_value ?? Number.POSITIVE_INFINITY)) {
    const message = 'min_value must be no more than max_value';
    addFault([...here, 'min_value'], 'APPLICATION_COMMAND_OPTION_RANGE_INVALID', message);
  }
  checkChoices(item, [...here, 'choices'], addFault);
}

function checkChoices({ type, choices }: CommandOption, path: FieldPath, addFault: AddFault): void {
  const names = new Set<string>();
  const values = new Set<unknown>();
  for (const [index, { name, value }] of (choices ?? []).entries()) {
    const at = [...path, index];
    if (names.has(name)) {
      addFault([...at, 'name'], 'APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS', 'Choice name already exists');
    }
    if (values.has(value)) {
      addFault([...at, 'value'], 'APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_EXISTS', 'Choice value already exists');
    }
    names.add(name);
    values.add(value);
    if (value === undefined) addFault([...at, 'value'], 'BASE_TYPE_REQUIRED', 'This field is required');
    else if (type === OptionType.String) {
      if (typeof value !== 'string') {
        addFault([...at, 'value'], 'STRING_TYPE_CONVERT', `Could not interpret "${String(value)}" as string.`);
      } else if (value.length > 100) {
        addFault([...at, 'value'], 'BASE_TYPE_MAX_LENGTH', 'Must be 100 or fewer in length.');
      }
    } else if (typeof value !== 'number' || (type === OptionType.Integer && !Number.isSafeInteger(value))) {
      const wanted = type === OptionType.Integer ? 'int' : 'number';
      addFault([...at, 'value'], 'NUMBER_TYPE_COERCE', `Value "${String(value)}" is not ${wanted}.`);
    }
  }
}

interface Sized {
  readonly name: string;
  readonly name_localizations?: Localizations;
  readonly description?: string | null;
  readonly description_localizations?: Localizations;
  readonly options?: readonly Sized[] | null;
  readonly choices?: readonly Sized[] | null;
  readonly value?: unknown;
}

/**
 * Characters of a command: names, descriptions and choice values. The longest translation of a name or description counts.
 * https://docs.discord.com/developers/interactions/application-commands#slash-commands
 */
function sizeOf(part: Sized): number {
  const longest = (plain: string | null | undefined, translations: Localizations) =>
    Math.max(plain?.length ?? 0, ...Object.values(translations ?? {}).map((translation) => translation?.length ?? 0));
  const own = [
    longest(part.name, part.name_localizations),
    longest(part.description, part.description_localizations),
    typeof part.value === 'string' ? part.value.length : 0,
  ];
  const inner = [...(part.options ?? []), ...(part.choices ?? [])].map(sizeOf);
  return [...own, ...inner].reduce((sum, size) => sum + size, 0);
}

/** The registered command of a checked definition. It keeps the id of the command that it replaces. */
export function registerCommand(
  form: z.infer<typeof definition>,
  scope: {
    applicationId: string;
    integrationTypes: readonly number[];
    replaces?: Command | undefined;
  },
): Command {
  const clean = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
  const dm = form.dm_permission;
  return {
    id: scope.replaces?.id ?? snowflake(),
    application_id: scope.applicationId,
    version: snowflake(),
    type: form.type ?? ApplicationCommandType.ChatInput,
    name: form.name,
    name_localizations: form.name_localizations ?? null,
    description: form.description ?? '',
    description_localizations: form.description_localizations ?? null,
    ...(form.options?.length ? { options: clean(form.options) as readonly CommandOption[] } : {}),
    default_member_permissions: form.default_member_permissions ?? null,
    nsfw: form.nsfw ?? false,
    integration_types: form.integration_types ?? scope.integrationTypes,
    // dm_permission: false is the deprecated form of "guilds only".
    contexts: form.contexts ?? (dm === false ? [0] : null),
    dm_permission: dm ?? true,
  };
}
