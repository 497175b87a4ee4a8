/** The contract of a feature with Discord: its slash commands, the buttons and menus in its messages, and its forms. */
import type {
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  MessageComponentInteraction,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
  RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js';
import { z } from 'zod';

export interface Command {
  readonly definition: RESTPostAPIChatInputApplicationCommandsJSONBody;
  run(interaction: ChatInputCommandInteraction): Promise<void>;
  complete?(interaction: AutocompleteInteraction): Promise<void>;
}

/** A command in the context menu of a message. */
export interface MessageCommand {
  readonly definition: RESTPostAPIContextMenuApplicationCommandsJSONBody;
  run(interaction: MessageContextMenuCommandInteraction): Promise<void>;
}

/** Reads the parts of a custom id after its name: they came from outside. Undefined where no id of ours has them. */
export type FieldsParser<Fields> = (fields: readonly string[]) => Fields | undefined;

/** Handles components whose custom id is `<name>|…`. */
export interface Component<Fields = unknown> {
  readonly name: string;
  readonly parse: FieldsParser<Fields>;
  run(interaction: MessageComponentInteraction, fields: Fields): Promise<void>;
}

/** Takes what people fill in and send in forms (modals) whose custom id is `<name>|…`; see `Component`. */
export interface Form<Fields = unknown> {
  readonly name: string;
  readonly parse: FieldsParser<Fields>;
  run(interaction: ModalSubmitInteraction, fields: Fields): Promise<void>;
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
/** Two buttons to the same page must not have the same id. */
export const turnField = z.enum(['back', 'on']);

export interface Feature {
  readonly commands: readonly Command[];
  readonly messageCommands?: readonly MessageCommand[];
  readonly components: readonly Component[];
  readonly forms?: readonly Form[];
}

/** Discord's limit for a custom id, in UTF-16 code units. */
const longestCustomId = 100;

/** The custom id of a component or a form: its name and its fields. Throws where that does not fit: ids are ours to make short. */
export const customId = (name: string, ...fields: readonly (string | number)[]): string => {
  const id = [name, ...fields].join('|');
  if (id.length > longestCustomId) throw new RangeError(`custom id of ${id.length} characters: ${name}`);
  return id;
};
