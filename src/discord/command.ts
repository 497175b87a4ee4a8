/** The contract of features with Discord: handlers of slash commands, of components in messages, and of forms. */
import type {
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  MessageComponentInteraction,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
} from 'discord.js';
import { z } from 'zod';

/** Parses the fields of a custom id, which may be forged. Undefined if no id of ours has them. */
export type FieldsParser<Fields> = (fields: readonly string[]) => Fields | undefined;

/** Handles interactions whose custom id is `<name>|…`. */
export interface IdHandler<Interaction, Fields = unknown> {
  readonly name: string;
  readonly parse: FieldsParser<Fields>;
  run(interaction: Interaction, fields: Fields): Promise<void>;
}
export type Component<Fields = unknown> = IdHandler<MessageComponentInteraction, Fields>;
/** A form is a modal. */
export type FormHandler<Fields = unknown> = IdHandler<ModalSubmitInteraction, Fields>;

export interface Handlers {
  /** By the words after the slash: `solve`, `daily show`, `daily remind on`. The longest match runs. */
  readonly commands?: Readonly<Record<string, (interaction: ChatInputCommandInteraction) => Promise<void>>>;
  /** Autocomplete, by the same words. */
  readonly completions?: Readonly<Record<string, (interaction: AutocompleteInteraction) => Promise<void>>>;
  /** By the name in the context menu. */
  readonly messageCommands?: Readonly<
    Record<string, (interaction: MessageContextMenuCommandInteraction) => Promise<void>>
  >;
  readonly components?: readonly Component[];
  readonly forms?: readonly FormHandler[];
}

export const component = <Fields>(
  name: string,
  parse: FieldsParser<Fields>,
  run: Component<Fields>['run'],
): Component => ({ name, parse, run }) as Component;
export const form = <Fields>(name: string, parse: FieldsParser<Fields>, run: FormHandler<Fields>['run']): FormHandler =>
  ({ name, parse, run }) as FormHandler;

export const fieldsBy =
  <Fields>(schema: z.ZodType<Fields>): FieldsParser<Fields> =>
  (fields) =>
    schema.safeParse(fields).data;

export const noFields = fieldsBy(z.tuple([]));
export const numberField = z
  .string()
  .regex(/^\d{1,6}$/u)
  .transform(Number);

/** Discord's limit, in UTF-16 code units. */
const longestCustomId = 100;

/** The custom id of a component or a form; undefined if it is too long. */
export const fittingId = (name: string, ...fields: readonly (string | number)[]): string | undefined => {
  const id = [name, ...fields].join('|');
  return id.length > longestCustomId ? undefined : id;
};

/** The same where all fields are short. @throws RangeError if they are not */
export const customId = (name: string, ...fields: readonly (string | number)[]): string => {
  const id = fittingId(name, ...fields);
  if (id === undefined) throw new RangeError(`a custom id is too long: ${name}`);
  return id;
};
