import { EventEmitter } from 'node:events';
import { InteractionResponseType, MessageFlags, MessageType } from 'discord-api-types/v10';
import { z } from 'zod';
import { type ApiObject, messageObject } from './api-objects.ts';
import { checkChoices } from './autocomplete.ts';
import { DiscordError, type FieldPath, invalidField, unknown } from './discord-error.ts';
import type { Gateway } from './gateway.ts';
import { Message } from './guild.ts';
import { acknowledgements, Interaction, interactionObject, interactionTypes, type Opening } from './interaction.ts';
import type { Upload } from './media.ts';
import { type MessageState, nextState } from './message-state.ts';
import { checkModal } from './modal.ts';
import { checkMessage } from './payload.ts';
import { parseForm } from './schema.ts';
import type { World } from './world.ts';

/**
 * All interactions that are alive. Each is acknowledged once and in time, and answered with its token while that is valid.
 * https://docs.discord.com/developers/interactions/receiving-and-responding
 */

const callback = z.strictObject({ type: z.int(), data: z.unknown().optional() });
const deferral = z.strictObject({ flags: z.int().nullish() }).nullish();

interface InteractionLimits {
  /** Milliseconds until an acknowledgement is too late. Discord gives 3,000. */
  readonly acknowledgeMs: number;
  /** Milliseconds until a token expires. Discord gives 15 minutes. */
  readonly tokenMs: number;
}

/** A message that an acknowledgement is about, and whether it created or edited it. */
interface Effect {
  readonly message: Message;
  readonly change?: 'created' | 'edited';
}

export class Interactions extends EventEmitter<{ opened: [Interaction] }> {
  readonly #world: World;
  readonly #gateway: Gateway;
  readonly limits: InteractionLimits;
  readonly #byId = new Map<string, Interaction>();
  readonly #byToken = new Map<string, Interaction>();
  /** The latest interaction. */
  last: Interaction | undefined;
  /** The base address of uploaded files. */
  cdn = '';

  constructor(world: World, gateway: Gateway, limits: InteractionLimits) {
    super();
    this.#world = world;
    this.#gateway = gateway;
    this.limits = limits;
  }

  /** Opens an interaction and dispatches it to the bot. */
  open(opening: Opening): Interaction {
    this.#removeExpired();
    const interaction = new Interaction(opening, this.limits.acknowledgeMs);
    this.#byId.set(interaction.id, interaction);
    this.#byToken.set(interaction.token, interaction);
    this.last = interaction;
    this.emit('opened', interaction);
    this.#gateway.dispatch('INTERACTION_CREATE', interactionObject(interaction), { guild: opening.channel.guild });
    return interaction;
  }

  /**
   * Takes the callback of an interaction. Returns the body for `with_response`.
   * @throws DiscordError 10062 if unknown or too late, 40060 if already acknowledged, 50035 for a wrong type or form
   */
  acknowledge(id: string, token: string, body: unknown, uploads: readonly Upload[]): ApiObject {
    const interaction = this.#byId.get(id);
    if (!interaction || interaction.token !== token) throw unknown.interaction();
    if (interaction.acknowledgement !== undefined) {
      throw new DiscordError(400, 40060, 'Interaction has already been acknowledged.');
    }
    if (Date.now() - interaction.createdAt > this.limits.acknowledgeMs) throw unknown.interaction();

    const { type, data } = parseForm(callback, body);
    const allowed = allowedTypes(interaction);
    if (!allowed.includes(type)) {
      throw invalidField(['type'], 'BASE_TYPE_CHOICES', `Value must be one of {${allowed.join(', ')}}.`);
    }
    const { message, change } = this.#respond(interaction, type, data, uploads) ?? {};
    const how = acknowledgements[type as keyof typeof acknowledgements];
    interaction.acknowledgement = how;
    // The message must be there before the person learns of the acknowledgement.
    if (message && change === 'created') this.#world.post(message);
    if (message && change === 'edited') this.#world.announceEdit(message);
    interaction.emit('acknowledged', how);
    return {
      interaction: {
        id: interaction.id,
        type: interactionTypes[interaction.opening.kind],
        ...(message && {
          response_message_id: message.id,
          response_message_loading: message.loading,
          response_message_ephemeral: message.ephemeral,
        }),
      },
      ...(message &&
        type !== InteractionResponseType.DeferredMessageUpdate && {
          resource: { type, message: messageObject(message) },
        }),
    };
  }

  #respond(interaction: Interaction, type: number, data: unknown, uploads: readonly Upload[]): Effect | undefined {
    const { source, optionType } = interaction.opening;
    switch (type) {
      case InteractionResponseType.ChannelMessageWithSource: {
        const message = this.#composeMessage(interaction, data ?? {}, uploads, ['data']);
        interaction.original = message;
        return { message, change: 'created' };
      }
      case InteractionResponseType.DeferredChannelMessageWithSource: {
        const flags = parseForm(deferral, data, ['data'])?.flags ?? 0;
        if ((flags & ~MessageFlags.Ephemeral) !== 0) {
          const message = 'A deferred reply takes the EPHEMERAL flag only';
          throw invalidField(['data', 'flags'], 'MESSAGE_FLAGS_INVALID', message);
        }
        const state = { content: '', embeds: [], components: [], attachments: [] };
        const message = this.#createMessage(interaction, { ...state, flags: flags | MessageFlags.Loading });
        interaction.original = message;
        return { message, change: 'created' };
      }
      case InteractionResponseType.DeferredMessageUpdate:
        interaction.original = source;
        return source ? { message: source } : undefined;
      case InteractionResponseType.UpdateMessage: {
        if (!source || source.deleted) throw unknown.message();
        interaction.original = source;
        this.#edit(source, data ?? {}, uploads, ['data']);
        return { message: source, change: 'edited' };
      }
      case InteractionResponseType.ApplicationCommandAutocompleteResult:
        interaction.choices = checkChoices(data, optionType ?? 3, ['data']);
        return undefined;
      default:
        interaction.modal = checkModal(data, ['data']);
        return undefined;
    }
  }

  /** @throws DiscordError 50027 for an unknown or expired token, 10015 before the acknowledgement, 10008 for an unknown message */
  message(applicationId: string, token: string, messageId: string): Message {
    const interaction = this.#withToken(applicationId, token);
    const { original, followUps, opening } = interaction;
    const found =
      messageId === '@original'
        ? original
        : [original, opening.source, ...followUps].find((candidate) => candidate?.id === messageId);
    if (!found || found.deleted) throw unknown.message();
    return found;
  }

  /** @throws DiscordError as `message` and `checkMessage` do */
  edit(token: [string, string], messageId: string, body: unknown, uploads: readonly Upload[]): Message {
    const message = this.message(...token, messageId);
    this.#edit(message, body, uploads);
    this.#world.announceEdit(message);
    return message;
  }

  /** @throws DiscordError as `message` does */
  delete(token: [string, string], messageId: string): void {
    this.#world.remove(this.message(...token, messageId));
  }

  /**
   * Adds a follow-up message. If the reply is deferred and still empty, this edits it instead, as Discord does.
   * @throws DiscordError as `message` does, 40094 after five follow-ups if the app is installed for the user only
   */
  followUp(token: [string, string], body: unknown, uploads: readonly Upload[]): Message {
    const interaction = this.#withToken(...token);
    const { original } = interaction;
    if (original?.loading && !original.deleted) {
      this.#edit(original, body, uploads);
      this.#world.announceEdit(original);
      return original;
    }
    if (interaction.followUps.length >= interaction.followUpLimit) {
      throw new DiscordError(400, 40094, 'This interaction has hit the maximum number of follow up messages');
    }
    const message = this.#composeMessage(interaction, body, uploads, [], original ?? interaction.opening.source);
    interaction.followUps.push(message);
    this.#world.post(message);
    return message;
  }

  /** Removes interactions whose token expired long ago. The map is in order of time. */
  #removeExpired(): void {
    const end = Date.now() - 2 * Math.max(this.limits.tokenMs, this.limits.acknowledgeMs);
    for (const { id, token, createdAt } of this.#byId.values()) {
      if (createdAt > end) return;
      this.#byId.delete(id);
      this.#byToken.delete(token);
    }
  }

  #withToken(applicationId: string, token: string): Interaction {
    if (applicationId !== this.#world.applicationId) throw unknown.webhook();
    const interaction = this.#byToken.get(token);
    if (!interaction || Date.now() - interaction.createdAt > this.limits.tokenMs) {
      throw new DiscordError(401, 50027, 'Invalid Webhook Token');
    }
    const how = interaction.acknowledgement;
    if (how === undefined || how === 'choices' || how === 'modal') throw unknown.webhook();
    return interaction;
  }

  #composeMessage(
    interaction: Interaction,
    body: unknown,
    uploads: readonly Upload[],
    prefix: FieldPath,
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
    return this.#createMessage(interaction, { ...state, flags }, reference);
  }

  #createMessage(interaction: Interaction, state: MessageState, reference?: Message): Message {
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
      },
      { ...state, flags },
    );
  }

  #edit(message: Message, body: unknown, uploads: readonly Upload[], prefix: FieldPath = []): void {
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

/** https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-interaction-callback-type */
function allowedTypes(interaction: Interaction): readonly number[] {
  const { kind, source } = interaction.opening;
  if (kind === 'autocomplete') return [8];
  if (kind === 'command') return [4, 5, 9];
  if (kind === 'component') return [4, 5, 6, 7, 9];
  return source ? [4, 5, 6, 7] : [4, 5];
}
