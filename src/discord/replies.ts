/** Answers to interactions. By the client's default, they mention nobody. */
import {
  type ChatInputCommandInteraction,
  DiscordAPIError,
  InteractionResponseType,
  type MessageComponentInteraction,
  MessageFlags,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type RepliableInteraction,
  Routes,
} from 'discord.js';
import { translator } from '../locales/index.ts';
import { within } from '../runtime/deadline.ts';
import { type Message, request } from './message.ts';

/** Any interaction with a reply, also a component whose kind is unknown. */
export type Repliable = RepliableInteraction | MessageComponentInteraction;

/** Whether an acknowledgement failed because another one exists, mostly of another bot of the same shard. */
export const isAcknowledged = (error: unknown): boolean =>
  error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged;

/** @returns false if a first response exists already: its confirmation was lost, or another bot was first */
export const unlessAcknowledged = (responding: Promise<unknown>): Promise<boolean> =>
  responding.then(
    () => true,
    (error: unknown) => {
      if (isAcknowledged(error)) return false;
      throw error;
    },
  );

const bodyOf = ({ components, files = [] }: Message) => ({
  components,
  files: files.map(({ name, data }) => ({ name, attachment: data })),
});

/** Show a sentence to the person alone, in the reply or after it. @returns undefined, as readers do after an explanation */
export const replyPrivately = async (interaction: Repliable, content: string): Promise<undefined> => {
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

/** Tells the person alone a sentence of the catalogue, in their language. */
export const tell = (
  interaction: Repliable,
  key: string,
  values: Readonly<Record<string, unknown>> = {},
): Promise<undefined> => replyPrivately(interaction, translator(interaction.locale)(key, values));

/** Sends the first response as it is. discord.js would turn all keys of all components to snake case, which they are in. */
const respond = async (
  interaction: Repliable,
  type: InteractionResponseType.ChannelMessageWithSource | InteractionResponseType.UpdateMessage,
  message: Message,
  flags = 0,
): Promise<void> => {
  const { client, id, token } = interaction;
  const { body, files } = request(message, flags);
  await client.rest.post(Routes.interactionCallback(id, token), { body: { type, data: body }, files, auth: false });
  interaction.replied = true;
};

/** Reply with a message, or edit the deferred reply, whose privacy is decided already. */
export const reply = async (interaction: Repliable, message: Message, isPrivate = false): Promise<void> => {
  if (interaction.deferred) {
    await interaction.editReply({ ...bodyOf(message), flags: MessageFlags.IsComponentsV2 });
    return;
  }
  const flags = isPrivate ? MessageFlags.Ephemeral : 0;
  await respond(interaction, InteractionResponseType.ChannelMessageWithSource, message, flags);
  interaction.ephemeral = isPrivate;
};

/** Discord waits three seconds for an acknowledgement. */
const patienceMilliseconds = 1500;

/** What takes long to make, such as an animation on a busy machine: then the interaction is acknowledged before it. */
export const acknowledgedIfLate = async <T>(
  making: Promise<T>,
  acknowledge: () => Promise<unknown>,
  patience = patienceMilliseconds,
): Promise<T> => {
  const isMade = await within(
    patience,
    making.then(() => true),
  );
  if (!isMade) await acknowledge();
  return making;
};

/** Reply with what may take long to make. */
export const replyWhenMade = async (
  interaction: Repliable & Pick<ChatInputCommandInteraction, 'deferReply'>,
  making: Promise<Message>,
  isPrivate: boolean,
): Promise<void> => {
  const acknowledge = () => interaction.deferReply(isPrivate ? { flags: MessageFlags.Ephemeral } : {});
  await reply(interaction, await acknowledgedIfLate(making, acknowledge), isPrivate);
};

/** Replace the message that a component is on. */
export const update = async (interaction: MessageComponentInteraction, message: Message): Promise<void> => {
  if (interaction.deferred || interaction.replied) {
    // Without this list, the message would keep its old attachments.
    await interaction.editReply({ ...bodyOf(message), attachments: [], flags: MessageFlags.IsComponentsV2 });
  } else await respond(interaction, InteractionResponseType.UpdateMessage, message);
};

export type AdminInteraction = ChatInputCommandInteraction<'cached' | 'raw'>;

/** A command handler that refuses people who are not admins of a server. */
export const forAdmins =
  (run: (interaction: AdminInteraction) => Promise<void>) =>
  async (interaction: ChatInputCommandInteraction): Promise<void> => {
    const isAdmin = interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild);
    if (interaction.inGuild() && isAdmin) return run(interaction);
    await tell(interaction, 'settings.adminsOnly');
  };
