import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { InteractionResponseType, InteractionType } from 'discord-api-types/v10';
import { type ApiObject, channelObject, memberObject, messageObject, userObject } from './api-objects.ts';
import type { Choice } from './autocomplete.ts';
import type { Channel, Message } from './guild.ts';
import { ATTACHMENT_LIMIT } from './media.ts';
import type { ModalForm } from './modal.ts';
import { USER_APP_PERMISSIONS } from './permissions.ts';
import { snowflake } from './snowflake.ts';
import type { User } from './user.ts';

/**
 * One interaction: who started it and how the app responded.
 * https://docs.discord.com/developers/interactions/receiving-and-responding
 */

/** How the app acknowledged an interaction, by callback type. */
export const acknowledgements = {
  [InteractionResponseType.ChannelMessageWithSource]: 'reply',
  [InteractionResponseType.DeferredChannelMessageWithSource]: 'defer',
  [InteractionResponseType.DeferredMessageUpdate]: 'deferUpdate',
  [InteractionResponseType.UpdateMessage]: 'update',
  [InteractionResponseType.ApplicationCommandAutocompleteResult]: 'choices',
  [InteractionResponseType.Modal]: 'modal',
} as const;
type Acknowledgement = (typeof acknowledgements)[keyof typeof acknowledgements];

export const interactionTypes = {
  command: InteractionType.ApplicationCommand,
  autocomplete: InteractionType.ApplicationCommandAutocomplete,
  component: InteractionType.MessageComponent,
  modal: InteractionType.ModalSubmit,
} as const;

/** The app did not acknowledge in time. The message is what a person then sees. */
export class NoResponse extends Error {
  constructor() {
    super('The application did not respond');
    this.name = 'NoResponse';
  }
}

/** What a person did to start an interaction. */
export interface Opening {
  readonly kind: keyof typeof interactionTypes;
  readonly user: User;
  readonly locale: string;
  readonly channel: Channel;
  readonly data: Record<string, unknown>;
  /** The message of a component or a modal. */
  readonly source?: Message | undefined;
  /** The interaction that showed a modal. */
  readonly shownBy?: Interaction | undefined;
  /** For autocomplete: the option type that its choices must have. */
  readonly optionType?: number;
  /** Ids of who installed the app here: 0 the guild, 1 the user. */
  readonly owners: Record<string, string>;
  /** Makes every response ephemeral, whatever the app asks for. */
  readonly forcedEphemeral?: boolean;
}

export class Interaction extends EventEmitter<{ acknowledged: [Acknowledgement] }> {
  readonly id: string = snowflake();
  readonly token: string = randomBytes(96).toString('base64url');
  readonly createdAt: number = Date.now();
  readonly opening: Opening;
  /** Rejects with NoResponse. */
  readonly acknowledged: Promise<Acknowledgement>;
  acknowledgement: Acknowledgement | undefined;
  /** The message behind `@original`: the reply, or the updated message of the component. */
  original: Message | undefined;
  readonly followUps: Message[] = [];
  choices: readonly Choice[] | undefined;
  modal: ModalForm | undefined;

  constructor(opening: Opening, acknowledgeMs: number) {
    super();
    this.opening = opening;
    this.acknowledged = new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new NoResponse()), acknowledgeMs);
      this.once('acknowledged', (how) => {
        clearTimeout(timer);
        resolve(how);
      });
      timer.unref();
    });
    // A rejection that nobody awaits must not end the process.
    this.acknowledged.catch(() => {});
  }

  /** Five if the app is installed for the user only. */
  get followUpLimit(): number {
    const { owners, channel } = this.opening;
    return '0' in owners || channel.hasBot ? Number.POSITIVE_INFINITY : 5;
  }

  /** https://docs.discord.com/developers/resources/message#message-interaction-metadata-object */
  metadata(): ApiObject {
    const { kind, user, owners, source, shownBy } = this.opening;
    const shared = { id: this.id, user: userObject(user), authorizing_integration_owners: owners };
    if (kind === 'component') {
      return { ...shared, type: InteractionType.MessageComponent, interacted_message_id: source?.id };
    }
    if (kind === 'modal') {
      return { ...shared, type: InteractionType.ModalSubmit, triggering_interaction_metadata: shownBy?.metadata() };
    }
    return { ...shared, type: InteractionType.ApplicationCommand };
  }
}

/** The data of INTERACTION_CREATE. */
export function interactionObject({ id, token, opening }: Interaction): ApiObject {
  const { channel, user, source } = opening;
  const { guild } = channel;
  const member = guild?.members.get(user.id);
  const { bot } = channel.world;
  const permissions = channel.permissionsOf(user.id).toString();
  return {
    id,
    application_id: bot.id,
    type: interactionTypes[opening.kind],
    token,
    version: 1,
    data: opening.data,
    channel_id: channel.id,
    channel: { ...channelObject(channel), permissions },
    ...(guild && member
      ? {
          guild_id: guild.id,
          guild: { id: guild.id, locale: guild.locale, features: [] },
          guild_locale: guild.locale,
          member: { ...memberObject(member), permissions },
        }
      : { user: userObject(user) }),
    ...(source && { message: messageObject(source) }),
    app_permissions: (channel.permissionsOf(bot.id) || USER_APP_PERMISSIONS).toString(),
    locale: opening.locale,
    entitlements: [],
    authorizing_integration_owners: opening.owners,
    context: channel.context,
    attachment_size_limit: ATTACHMENT_LIMIT,
  };
}
