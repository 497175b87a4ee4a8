/** Answers to interactions. No answer mentions anybody: the client's default says so. */
import {
  type ChatInputCommandInteraction,
  type MessageComponentInteraction,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
} from 'discord.js';
import type { Message } from './message.ts';

export type Repliable =
  | ChatInputCommandInteraction
  | MessageContextMenuCommandInteraction
  | MessageComponentInteraction
  | ModalSubmitInteraction;

const bodyOf = ({ components, files = [] }: Message) => ({
  components,
  files: files.map(({ name, data }) => ({ name, attachment: data })),
});

/** Say a sentence to the person alone, in the reply or after it. */
export const replyPrivately = async (interaction: Repliable, content: string): Promise<void> => {
  const message = { content, flags: MessageFlags.Ephemeral } as const;
  const isDeferredUpdate = interaction.deferred && interaction.isMessageComponent();
  if (interaction.replied || isDeferredUpdate) await interaction.followUp(message);
  else if (interaction.deferred) await interaction.editReply({ content });
  else await interaction.reply(message);
};

/** Reply with a message. Where the reply was deferred, it is filled in, and `isPrivate` was decided before. */
export const reply = async (interaction: Repliable, message: Message, isPrivate = false): Promise<void> => {
  const flags = MessageFlags.IsComponentsV2;
  if (interaction.deferred) await interaction.editReply({ ...bodyOf(message), flags });
  else await interaction.reply({ ...bodyOf(message), flags: isPrivate ? flags | MessageFlags.Ephemeral : flags });
};

/** Replace the message that a component is on. */
export const update = async (interaction: MessageComponentInteraction, message: Message): Promise<void> => {
  // An update that names no attachments would keep those of before.
  const changed = { ...bodyOf(message), attachments: [], flags: MessageFlags.IsComponentsV2 } as const;
  if (interaction.deferred || interaction.replied) await interaction.editReply(changed);
  else await interaction.update(changed);
};
