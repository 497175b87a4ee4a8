/** Answers to interactions. By the client's default, they mention nobody. */
import {
  type ChatInputCommandInteraction,
  DiscordAPIError,
  type MessageComponentInteraction,
  MessageFlags,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type RepliableInteraction,
} from 'discord.js';
import { translator } from '../locales/index.ts';
import { within } from '../runtime/deadline.ts';
import type { Message } from './message.ts';

/** Any interaction with a reply, also a component whose kind is unknown. */
export type Repliable = RepliableInteraction | MessageComponentInteraction;

/** Whether an acknowledgement failed because another one exists, mostly of another bot of the same shard. */
export const isAcknowledged = (error: unknown): boolean =>
  error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged;

const bodyOf = ({ components, files = [] }: Message) => ({
  components,
  files: files.map(({ name, data }) => ({ name, attachment: data })),
});

/** Show a sentence to the person alone, in the reply or after it. */
export const replyPrivately = async (interaction: Repliable, content: string): Promise<void> => {
  const message = { content, flags: MessageFlags.Ephemeral } as const;
  const isDeferredUpdate = interaction.deferred && interaction.isMessageComponent();
  if (interaction.replied || isDeferredUpdate) await interaction.followUp(message);
  else if (interaction.deferred && interaction.ephemeral === false) {
    // An edit of a public reply would be public too.
    await interaction.deleteReply();
    await interaction.followUp(message);
  } else if (interaction.deferred) await interaction.editReply({ content });
  else await interaction.reply(message);
};

/** Reply with a message, or edit the deferred reply, whose privacy is decided already. */
export const reply = async (interaction: Repliable, message: Message, isPrivate = false): Promise<void> => {
  const flags = MessageFlags.IsComponentsV2;
  if (interaction.deferred) await interaction.editReply({ ...bodyOf(message), flags });
  else await interaction.reply({ ...bodyOf(message), flags: isPrivate ? flags | MessageFlags.Ephemeral : flags });
};

/** Discord waits three seconds for an acknowledgement. */
const patienceMilliseconds = 1500;

/** What takes long to make, such as an animation on a busy machine: then the interaction is acknowledged before it. */
export const acknowledgedIfLate = async <T>(making: Promise<T>, acknowledge: () => Promise<unknown>): Promise<T> => {
  const isMade = await within(
    patienceMilliseconds,
    making.then(() => true),
  );
  if (!isMade) await acknowledge();
  return making;
};

/** Replace the message that a component is on. */
export const update = async (interaction: MessageComponentInteraction, message: Message): Promise<void> => {
  // Without this list, the message would keep its old attachments.
  const changed = { ...bodyOf(message), attachments: [], flags: MessageFlags.IsComponentsV2 } as const;
  if (interaction.deferred || interaction.replied) await interaction.editReply(changed);
  else await interaction.update(changed);
};

export type AdminInteraction = ChatInputCommandInteraction<'cached' | 'raw'>;

/** A command handler that refuses people who are not admins of a server. */
export const forAdmins =
  (run: (interaction: AdminInteraction) => Promise<void>) =>
  async (interaction: ChatInputCommandInteraction): Promise<void> => {
    const isAdmin = interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild);
    if (interaction.inGuild() && isAdmin) return run(interaction);
    await replyPrivately(interaction, translator(interaction.locale)('settings.adminsOnly'));
  };
