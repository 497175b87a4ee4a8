import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { InteractionResponseType, InteractionType, MessageFlags, MessageType } from 'discord-api-types/v10';
import { z } from 'zod';
import { faultsOf } from '../playground/form.ts';
import { DiscordError, invalidForm, unknown } from './discord-error.ts';
import type { Gateway } from './gateway.ts';
import { ATTACHMENT_LIMIT, type Upload } from './media.ts';
import { Message, nextState } from './message.ts';
import { type Choice, checkChoices, checkMessage, checkModal, type ModalForm } from './payload.ts';
import { snowflake } from './snowflake.ts';
import type { Channel, User, World } from './world.ts';

/**
 * The life of an interaction: opened by a person, acknowledged once and in time, answered with its token while that lives.
 * https://docs.discord.com/developers/interactions/receiving-and-responding
 */

export type InteractionKind = 'command' | 'autocomplete' | 'component' | 'modal';

/** How the app acknowledged an interaction, by callback type. */
export const acknowledgements = {
  [InteractionResponseType.ChannelMessageWithSource]: 'reply',
  [InteractionResponseType.DeferredChannelMessageWithSource]: 'defer',
  [InteractionResponseType.DeferredMessageUpdate]: 'deferUpdate',
  [InteractionResponseType.UpdateMessage]: 'update',
  [InteractionResponseType.ApplicationCommandAutocompleteResult]: 'choices',
  [InteractionResponseType.Modal]: 'modal',
} as const;
export type Acknowledgement = (typeof acknowledgements)[keyof typeof acknowledgements];

/** What a person sees when the app stays silent. */
export class NoResponse extends Error {
  constructor() {
    super('The application did not respond');
    this.name = 'NoResponse';
  }
}

export interface Opening {
  readonly kind: InteractionKind;
  readonly user: User;
  readonly locale: string;
  readonly channel: Channel;
  readonly data: Record<string, unknown>;
  /** Of a component or a modal: the message it belongs to. */
  readonly source?: Message | undefined;
  /** Of a modal: the interaction that showed it. */
  readonly shownBy?: Interaction | undefined;
  /** Of an autocomplete: the option type its choices must have. */
  readonly optionType?: number;
  /** Of a command: ids of who installed the app here (0 the guild, 1 the person). */
  readonly owners: Record<string, string>;
  /** Nobody but the person may see the answers, whatever the app asks for. */
  readonly forcedEphemeral?: boolean;
}

export class Interaction extends EventEmitter<{ acknowledged: [Acknowledgement] }> {
  readonly id: string = snowflake();
  readonly token: string = randomBytes(96).toString('base64url');
  readonly createdAt: number = Date.now();
  readonly opening: Opening;
  readonly acknowledged: Promise<Acknowledgement>;
  acknowledgement: Acknowledgement | undefined;
  /** What `@original` means: the reply, or for updates the message the component sits on. */
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
    // Not everyone waits for it; an unheard rejection must not end the process.
    this.acknowledged.catch(() => {});
  }

  /** Where the app is installed for the person only, it may follow up five times. */
  get followUpLimit(): number {
    const { owners, channel } = this.opening;
    return '0' in owners || channel.world.botReaches(channel) ? Number.POSITIVE_INFINITY : 5;
  }

  /** The message's record of what caused it. https://docs.discord.com/developers/resources/message#message-interaction-metadata-object */
  metadata(): Record<string, unknown> {
    const { kind, user, owners, source, shownBy } = this.opening;
    const shared = { id: this.id, user: user.toJSON(), authorizing_integration_owners: owners };
    if (kind === 'component') {
      return { ...shared, type: InteractionType.MessageComponent, interacted_message_id: source?.id };
    }
    if (kind === 'modal') {
      return { ...shared, type: InteractionType.ModalSubmit, triggering_interaction_metadata: shownBy?.metadata() };
    }
    return { ...shared, type: InteractionType.ApplicationCommand };
  }
}

const types = {
  command: InteractionType.ApplicationCommand,
  autocomplete: InteractionType.ApplicationCommandAutocomplete,
  component: InteractionType.MessageComponent,
  modal: InteractionType.ModalSubmit,
} as const;

const callback = z.strictObject({ type: z.int(), data: z.unknown().optional() });
const deferral = z.strictObject({ flags: z.int().nullish() }).nullish();

export interface InteractionLimits {
  /** Milliseconds in which the first answer must come; Discord gives 3,000. */
  readonly acknowledgeMs: number;
  /** Milliseconds a token lives; Discord gives 15 minutes. */
  readonly tokenMs: number;
}

export class Interactions extends EventEmitter<{ opened: [Interaction] }> {
  readonly #world: World;
  readonly #gateway: Gateway;
  readonly limits: InteractionLimits;
  readonly #byId = new Map<string, Interaction>();
  readonly #byToken = new Map<string, Interaction>();
  /** The one opened last. */
  last: Interaction | undefined;
  /** Where uploaded files are served from. */
  cdn = '';

  constructor(world: World, gateway: Gateway, limits: InteractionLimits) {
    super();
    this.#world = world;
    this.#gateway = gateway;
    this.limits = limits;
  }

  /** Opens an interaction and tells the bot of it. */
  open(opening: Opening): Interaction {
    this.#forget();
    const interaction = new Interaction(opening, this.limits.acknowledgeMs);
    this.#byId.set(interaction.id, interaction);
    this.#byToken.set(interaction.token, interaction);
    this.last = interaction;
    this.emit('opened', interaction);
    const { channel, user, source } = opening;
    const { guild } = channel;
    const member = guild?.members.get(user.id);
    const bot = this.#world.bot.id;
    this.#gateway.dispatch(
      'INTERACTION_CREATE',
      {
        id: interaction.id,
        application_id: this.#world.applicationId,
        type: types[opening.kind],
        token: interaction.token,
        version: 1,
        data: opening.data,
        channel_id: channel.id,
        channel: { ...channel.toJSON(), permissions: channel.permissionsOf(user.id).toString() },
        ...(guild && member
          ? {
              guild_id: guild.id,
              guild: { id: guild.id, locale: guild.locale, features: [] },
              guild_locale: guild.locale,
              member: { ...guild.memberJSON(member), permissions: channel.permissionsOf(user.id).toString() },
            }
          : { user: user.toJSON() }),
        ...(source ? { message: source.toJSON() } : {}),
        app_permissions: (channel.permissionsOf(bot) || USER_APP_PERMISSIONS).toString(),
        locale: opening.locale,
        entitlements: [],
        authorizing_integration_owners: opening.owners,
        context: contextOf(channel),
        attachment_size_limit: ATTACHMENT_LIMIT,
      },
      { guild },
    );
    return interaction;
  }

  /**
   * The first answer. Gives what `with_response` asks for.
   * @throws DiscordError 10062 when unknown or too late, 40060 when already answered, 50035 for a wrong type or form
   */
  acknowledge(id: string, token: string, body: unknown, uploads: readonly Upload[]): Record<string, unknown> {
    const interaction = this.#byId.get(id);
    if (!interaction || interaction.token !== token) throw unknown.interaction();
    if (interaction.acknowledgement !== undefined) {
      throw new DiscordError(400, 40060, 'Interaction has already been acknowledged.');
    }
    if (Date.now() - interaction.createdAt > this.limits.acknowledgeMs) throw unknown.interaction();

    const parsed = callback.safeParse(body);
    if (!parsed.success) throw invalidForm(faultsOf(parsed.error, body));
    const { type, data } = parsed.data;
    const allowed = allowedTypes(interaction);
    if (!allowed.includes(type)) {
      const message = `Value must be one of {${allowed.join(', ')}}.`;
      throw invalidForm([{ path: ['type'], code: 'BASE_TYPE_CHOICES', message }]);
    }
    const message = this.#carryOut(interaction, type, data, uploads);
    const how = acknowledgements[type as keyof typeof acknowledgements];
    interaction.acknowledgement = how;
    // The person hears of the answer only once its message stands.
    if (message?.created) this.#world.post(message.message);
    else if (message?.edited) this.#world.changed(message.message);
    interaction.emit('acknowledged', how);
    const shown = message?.message;
    return {
      interaction: {
        id: interaction.id,
        type: types[interaction.opening.kind],
        ...(shown
          ? {
              response_message_id: shown.id,
              response_message_loading: shown.loading,
              response_message_ephemeral: shown.ephemeral,
            }
          : {}),
      },
      ...(shown && type !== InteractionResponseType.DeferredMessageUpdate
        ? { resource: { type, message: shown.toJSON() } }
        : {}),
    };
  }

  #carryOut(
    interaction: Interaction,
    type: number,
    data: unknown,
    uploads: readonly Upload[],
  ): { message: Message; created?: boolean; edited?: boolean } | undefined {
    const { source, optionType } = interaction.opening;
    switch (type) {
      case InteractionResponseType.ChannelMessageWithSource: {
        const message = this.#compose(interaction, data ?? {}, uploads, ['data']);
        interaction.original = message;
        return { message, created: true };
      }
      case InteractionResponseType.DeferredChannelMessageWithSource: {
        const parsed = deferral.safeParse(data);
        if (!parsed.success) throw invalidForm(faultsOf(parsed.error, data), ['data']);
        const flags = parsed.data?.flags ?? 0;
        if ((flags & ~MessageFlags.Ephemeral) !== 0) {
          const message = 'A deferred reply takes the EPHEMERAL flag only';
          throw invalidForm([{ path: ['data', 'flags'], code: 'MESSAGE_FLAGS_INVALID', message }]);
        }
        const state = { content: '', embeds: [], components: [], attachments: [] };
        const message = this.#message(interaction, { ...state, flags: flags | MessageFlags.Loading });
        interaction.original = message;
        return { message, created: true };
      }
      case InteractionResponseType.DeferredMessageUpdate:
        interaction.original = source;
        return source ? { message: source } : undefined;
      case InteractionResponseType.UpdateMessage: {
        if (!source || source.deleted) throw unknown.message();
        interaction.original = source;
        this.#apply(source, data ?? {}, uploads, ['data']);
        return { message: source, edited: true };
      }
      case InteractionResponseType.ApplicationCommandAutocompleteResult:
        interaction.choices = checkChoices(data, optionType ?? 3, ['data']);
        return undefined;
      default:
        interaction.modal = checkModal(data, ['data']);
        return undefined;
    }
  }

  /** @throws DiscordError 50027 for an unknown or expired token, 10015 before the acknowledgement, 10008 for a message that isn't there */
  message(applicationId: string, token: string, messageId: string): Message {
    const interaction = this.#live(applicationId, token);
    const { original, followUps, opening } = interaction;
    const found =
      messageId === '@original'
        ? original
        : [original, opening.source, ...followUps].find((candidate) => candidate?.id === messageId);
    if (!found || found.deleted) throw unknown.message();
    return found;
  }

  /** @throws DiscordError as `message`, and those of a bad form */
  edit(token: [string, string], messageId: string, body: unknown, uploads: readonly Upload[]): Message {
    const message = this.message(...token, messageId);
    this.#apply(message, body, uploads);
    this.#world.changed(message);
    return message;
  }

  /** @throws DiscordError as `message` */
  delete(token: [string, string], messageId: string): void {
    this.#world.remove(this.message(...token, messageId));
  }

  /**
   * A further message. While the reply is deferred and empty, this fills it in instead, as Discord does.
   * @throws DiscordError as `message`, 40094 after five follow-ups where the app is installed for the person only
   */
  followUp(token: [string, string], body: unknown, uploads: readonly Upload[]): Message {
    const interaction = this.#live(...token);
    const { original } = interaction;
    if (original?.loading && !original.deleted) {
      this.#apply(original, body, uploads);
      this.#world.changed(original);
      return original;
    }
    if (interaction.followUps.length >= interaction.followUpLimit) {
      throw new DiscordError(400, 40094, 'This interaction has hit the maximum number of follow up messages');
    }
    const message = this.#compose(interaction, body, uploads, [], original ?? interaction.opening.source);
    interaction.followUps.push(message);
    this.#world.post(message);
    return message;
  }

  /** Lets go of interactions whose token is long dead; they are kept in order of time. */
  #forget(): void {
    const end = Date.now() - 2 * Math.max(this.limits.tokenMs, this.limits.acknowledgeMs);
    for (const { id, token, createdAt } of this.#byId.values()) {
      if (createdAt > end) return;
      this.#byId.delete(id);
      this.#byToken.delete(token);
    }
  }

  #live(applicationId: string, token: string): Interaction {
    if (applicationId !== this.#world.applicationId) throw unknown.webhook();
    const interaction = this.#byToken.get(token);
    if (!interaction || Date.now() - interaction.createdAt > this.limits.tokenMs) {
      throw new DiscordError(401, 50027, 'Invalid Webhook Token');
    }
    const how = interaction.acknowledgement;
    if (how === undefined || how === 'choices' || how === 'modal') throw unknown.webhook();
    return interaction;
  }

  #compose(
    interaction: Interaction,
    body: unknown,
    uploads: readonly Upload[],
    prefix: readonly string[],
    reference?: Message,
  ): Message {
    const form = checkMessage(body, {
      route: 'webhook',
      uploads,
      prefix,
      knowsEmoji: (id) => this.#world.emoji.has(id),
    });
    const state = nextState(form, uploads, `${this.cdn}/${interaction.opening.channel.id}`);
    const flags = state.flags | ((form.flags ?? 0) & MessageFlags.Ephemeral);
    return this.#message(interaction, { ...state, flags }, reference, form.poll);
  }

  #message(
    interaction: Interaction,
    state: ReturnType<typeof nextState>,
    reference?: Message,
    poll?: unknown,
  ): Message {
    const { channel, user, kind, forcedEphemeral, source, data } = interaction.opening;
    const flags = forcedEphemeral ? state.flags | MessageFlags.Ephemeral : state.flags;
    const commandType = data.type === 1 ? MessageType.ChatInputCommand : MessageType.ContextMenuCommand;
    const replyTo = reference ?? source;
    return new Message(
      {
        channel,
        author: this.#world.bot,
        type: kind === 'command' && !reference ? commandType : replyTo ? MessageType.Reply : MessageType.Default,
        visibleTo: (flags & MessageFlags.Ephemeral) !== 0 ? user.id : undefined,
        interactionMetadata: interaction.metadata(),
        applicationId: this.#world.applicationId,
        reference: replyTo,
        poll,
      },
      { ...state, flags },
    );
  }

  #apply(message: Message, body: unknown, uploads: readonly Upload[], prefix: readonly string[] = []): void {
    const form = checkMessage(body, {
      route: 'webhook',
      uploads,
      prefix,
      before: message.state,
      knowsEmoji: (id) => this.#world.emoji.has(id),
    });
    message.change(nextState(form, uploads, `${this.cdn}/${message.channel.id}`, message.state));
  }
}

/** What an app may do in a place where only the person installed it: embed links, attach files, mention, use emoji. */
const USER_APP_PERMISSIONS = 0x4_0000n | 0x8000n | 0x4000n | 0x2_0000n;

/** 0 in a guild, 1 in the bot's direct messages, 2 in other people's. */
export function contextOf(channel: Channel): 0 | 1 | 2 {
  if (channel.guild) return 0;
  return channel.recipients.includes(channel.world.bot) && channel.recipients.length === 2 ? 1 : 2;
}

/** https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-interaction-callback-type */
function allowedTypes(interaction: Interaction): readonly number[] {
  const { kind, source } = interaction.opening;
  if (kind === 'autocomplete') return [8];
  if (kind === 'command') return [4, 5, 9];
  if (kind === 'component') return [4, 5, 6, 7, 9];
  return source ? [4, 5, 6, 7] : [4, 5];
}
