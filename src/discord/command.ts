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

/**
 * Handles components whose custom id is `<name>|…`.
 * @param fields the parts after the name; they came from outside, so nothing about them is certain
 */
export interface Component {
  readonly name: string;
  run(interaction: MessageComponentInteraction, fields: readonly string[]): Promise<void>;
}

/** Takes what people fill in and send in forms (modals) whose custom id is `<name>|…`; see `Component`. */
export interface Form {
  readonly name: string;
  run(interaction: ModalSubmitInteraction, fields: readonly string[]): Promise<void>;
}

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
