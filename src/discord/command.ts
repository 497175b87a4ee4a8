/** What features do with interactions: their slash commands, the components of their messages, and their forms. */
import type {
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  MessageComponentInteraction,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
} from 'discord.js';
import { z } from 'zod';

/** Reads the fields of a custom id, which come from outside. Undefined where no id of ours has them. */
export type FieldsParser<Fields> = (fields: readonly string[]) => Fields | undefined;

/** Handles components whose custom id is `<name>|…`. */
export interface Component<Fields = unknown> {
  readonly name: string;
  readonly parse: FieldsParser<Fields>;
  run(interaction: MessageComponentInteraction, fields: Fields): Promise<void>;
}

/** Handles forms (modals) whose custom id is `<name>|…`. */
export interface Form<Fields = unknown> {
  readonly name: string;
  readonly parse: FieldsParser<Fields>;
  run(interaction: ModalSubmitInteraction, fields: Fields): Promise<void>;
}

export interface Handlers {
  /** By the words that follow the slash: `solve`, `daily show`, `daily remind on`. Of those that fit, the longest runs. */
  readonly commands?: Readonly<Record<string, (interaction: ChatInputCommandInteraction) => Promise<void>>>;
  /** Autocomplete, by the same words. */
  readonly completions?: Readonly<Record<string, (interaction: AutocompleteInteraction) => Promise<void>>>;
  /** By the name in the context menu. */
  readonly messageCommands?: Readonly<
    Record<string, (interaction: MessageContextMenuCommandInteraction) => Promise<void>>
  >;
  readonly components?: readonly Component[];
  readonly forms?: readonly Form[];
}

/** A component whose handler gets what its parser reads. */
export const component = <Fields>(one: Component<Fields>): Component => one as Component;
export const form = <Fields>(one: Form<Fields>): Form => one as Form;

/** A parser by a schema of the fields, mostly a tuple. */
export const fieldsBy =
  <Fields>(schema: z.ZodType<Fields>): FieldsParser<Fields> =>
  (fields) =>
    schema.safeParse(fields).data;

export const noFields = fieldsBy(z.tuple([]));
export const snowflakeField = z.string().regex(/^\d{15,21}$/u);
export const numberField = z
  .string()
  .regex(/^\d{1,6}$/u)
  .transform(Number);

/** Discord's limit for a custom id, in UTF-16 code units. */
const longestCustomId = 100;

/** The custom id of a component or a form: its name and its fields. Throws where that does not fit: ids are ours to make short. */
export const customId = (name: string, ...fields: readonly (string | number)[]): string => {
  const id = [name, ...fields].join('|');
  if (id.length > longestCustomId) throw new RangeError(`custom id of ${id.length} characters: ${name}`);
  return id;
};
