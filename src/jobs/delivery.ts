/**
 * How an answer reaches a person. Delivery is at least once; an answer is an edit of the reply, so that doing it again
 * changes nothing a person sees.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnrecoverableError } from 'bullmq';
import { DiscordAPIError, MessageFlags, type REST, Routes } from 'discord.js';
import { type Message, plainMessage, request } from '../discord/message.ts';
import { translator } from '../locales/index.ts';
import { metrics } from '../runtime/metrics.ts';
import { type Address, isDisowned } from './job.ts';
import type { WorkStore } from './store.ts';

/**
 * Discord accepts an acknowledgement for 3 s; a reply that isn't there after so many attempts, some 9 s, never will be.
 * Attempts are counted, because clocks may differ.
 */
const acknowledgedWithin = 6;

/** Errors by which Discord says that this token or message no longer exists. */
const unknown = { webhook: 10015, message: 10008, interaction: 10062, token: 50027 } as const;

/** One try to deliver the answer of a request. */
export interface Attempt {
  readonly asked: Address;
  /** Failed attempts before this one. */
  readonly attemptsMade: number;
  /** Whether another bot has delivered the answer. */
  isDelivered(): Promise<boolean>;
}

export interface DeliveryDeps {
  readonly rest: REST;
  /** For edits of replies, which Discord does not count among a bot's 50 requests a second. */
  readonly webhooks: REST;
  readonly store: WorkStore;
}

export class Delivery {
  private readonly deps: DeliveryDeps;

  constructor(deps: DeliveryDeps) {
    this.deps = deps;
  }

  /** Edit the reply. */
  deliver(attempt: Attempt, message: Message): Promise<void> {
    const { asked } = attempt;
    return this.respond(attempt, asked, message, async (token) => {
      const original = Routes.webhookMessage(asked.application, token);
      await this.deps.webhooks.patch(original, { ...request(message), auth: false });
    });
  }

  /**
   * Tell the asker alone what others would have read. Repeated, it is told twice: such messages have no nonce.
   */
  tellAlone(attempt: Attempt, message: Message): Promise<void> {
    const { asked } = attempt;
    if (asked.private && !asked.update) return this.deliver(attempt, message);
    return this.respond(attempt, { ...asked, private: true }, message, async (token) => {
      // What fills in a public "thinking…" is public too; a message that was to be changed stays as it is.
      if (!asked.update) await this.remove(Routes.webhookMessage(asked.application, token));
      const privately = request(message, { flags: MessageFlags.Ephemeral });
      await this.deps.webhooks.post(Routes.webhook(asked.application, token), { ...privately, auth: false });
    });
  }

  private async remove(message: `/${string}`): Promise<void> {
    await this.deps.webhooks.delete(message, { auth: false }).catch((error: unknown) => {
      if (!(error instanceof DiscordAPIError && error.code === unknown.message)) throw error;
    });
  }

  /** Answer by an interaction's token; after its life otherwise. */
  private async respond(
    { attemptsMade, isDelivered }: Attempt,
    asked: Address,
    message: Message,
    send: (token: string) => Promise<void>,
  ): Promise<void> {
    const { store } = this.deps;
    const token = await store.token(asked.id);
    if (token === null) {
      if (await isDelivered()) return;
      return this.deliverLate(asked, message);
    }
    const owner = randomUUID();
    while (!(await store.lockReply(asked.id, owner))) await sleep(50);
    try {
      await send(token);
      metrics.answers.inc({ way: 'edited' });
    } catch (error) {
      if (!(error instanceof DiscordAPIError)) throw error;
      // Solved before the acknowledgement arrived: a retry will find it.
      if (error.code === unknown.webhook && attemptsMade < acknowledgedWithin) throw error;
      if (error.code === unknown.token) return this.deliverLate(asked, message);
      if (isFinal(error)) {
        throw new UnrecoverableError(`Discord does not take the answer: ${error.code} ${error.message}`);
      }
      throw error;
    } finally {
      await store.unlockReply(asked.id, owner);
    }
  }

  /** After the token's life: in the channel, once, because of the nonce; a private answer in a direct message. */
  private async deliverLate(asked: Address, message: Message): Promise<void> {
    if (isDisowned(asked)) return;
    try {
      if (asked.channel !== undefined && !asked.private && (await this.post(asked.channel, asked, message))) return;
      const direct = (await this.deps.rest.post(Routes.userChannels(), { body: { recipient_id: asked.user } })) as {
        id: string;
      };
      if (await this.post(direct.id, asked, message)) return;
      throw new UnrecoverableError('a late answer has no place');
    } catch (error) {
      if (error instanceof DiscordAPIError && isFinal(error)) {
        throw new UnrecoverableError(`a late answer has no place: ${error.code} ${error.message}`);
      }
      throw error;
    }
  }

  /** Post an answer of its own; false where the bot may not (it need not be a member where a person installed it). */
  private async post(channel: string, asked: Address, message: Message): Promise<boolean> {
    const { components: greeting } = plainMessage(
      translator(asked.locale)('answer.late', { user: `<@${asked.user}>` }),
    );
    const { body, files } = request({ ...message, components: [...greeting, ...message.components] });
    try {
      await this.deps.rest.post(Routes.channelMessages(channel), {
        body: { ...body, nonce: asked.id, enforce_nonce: true },
        files,
      });
      metrics.answers.inc({ way: 'late' });
      return true;
    } catch (error) {
      if (error instanceof DiscordAPIError && (error.status === 403 || error.status === 404)) return false;
      throw error;
    }
  }
}

/** Whether Discord would say the same again. */
const isFinal = ({ status }: DiscordAPIError): boolean => status >= 400 && status < 500 && status !== 429;
