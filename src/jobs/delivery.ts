/** Delivers answers, at least once: an answer edits the reply, so a repeated delivery changes nothing. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { UnrecoverableError } from 'bullmq';
import { DiscordAPIError, MessageFlags, type REST, RESTJSONErrorCodes, Routes } from 'discord.js';
import { type Message, plainMessage, request } from '../discord/message.ts';
import { directChannel, isRefusal, postOnce } from '../discord/post-once.ts';
import { translator } from '../locales/index.ts';
import { metrics } from '../runtime/metrics.ts';
import { type Address, isDisowned } from './job.ts';
import type { WorkStore } from './store.ts';

/** After this many attempts, about 9 s, a missing reply never comes: Discord accepts an acknowledgement for 3 s. */
const acknowledgedWithin = 6;

export interface Attempt {
  readonly asked: Address;
  readonly attemptsMade: number;
  /** Whether another bot has delivered the answer. */
  isDelivered(): Promise<boolean>;
}

export interface DeliveryDeps {
  readonly rest: REST;
  /** For edits of replies, which do not count for the limit of 50 requests a second. */
  readonly webhooks: REST;
  readonly store: WorkStore;
}

export class Delivery {
  private readonly deps: DeliveryDeps;

  constructor(deps: DeliveryDeps) {
    this.deps = deps;
  }

  deliver(attempt: Attempt, message: Message): Promise<void> {
    const { asked } = attempt;
    return this.respond(attempt, asked, message, async (token) => {
      const original = Routes.webhookMessage(asked.application, token);
      await this.deps.webhooks.patch(original, { ...request(message), auth: false });
    });
  }

  /** Show a message to the asker alone. Repeated, it appears twice: such messages have no nonce. */
  tellAlone(attempt: Attempt, message: Message): Promise<void> {
    const { asked } = attempt;
    if (asked.private && !asked.update) return this.deliver(attempt, message);
    const { webhooks } = this.deps;
    return this.respond(attempt, { ...asked, private: true }, message, async (token) => {
      // An edit of a public "thinking…" would be public too. A message that was to be changed stays as it is.
      if (!asked.update) {
        const thinking = Routes.webhookMessage(asked.application, token);
        await webhooks.delete(thinking, { auth: false }).catch((error: unknown) => {
          if (!(error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownMessage)) throw error;
        });
      }
      const privately = request(message, MessageFlags.Ephemeral);
      await webhooks.post(Routes.webhook(asked.application, token), { ...privately, auth: false });
    });
  }

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
    while (!(await store.lock('editing', asked.id, owner))) await sleep(50);
    try {
      await send(token);
      metrics.answers.inc({ way: 'edited' });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // The answer was there before the acknowledgement: a retry finds the reply.
      if (error.code === RESTJSONErrorCodes.UnknownWebhook && attemptsMade < acknowledgedWithin) throw error;
      if (error.code === RESTJSONErrorCodes.InvalidWebhookToken) return this.deliverLate(asked, message);
      throw new UnrecoverableError(`Discord does not take the answer: ${error.code} ${error.message}`);
    } finally {
      await store.unlock('editing', asked.id, owner);
    }
  }

  private async deliverLate(asked: Address, message: Message): Promise<void> {
    if (isDisowned(asked)) return;
    const { channel, user } = asked;
    try {
      if (channel !== undefined && !asked.private && (await this.post(channel, asked, message))) return;
      if (await this.post(await directChannel(this.deps.rest, user), asked, message)) return;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      throw new UnrecoverableError(`a late answer has no place: ${error.code} ${error.message}`);
    }
    throw new UnrecoverableError('a late answer has no place');
  }

  /** @returns false where the bot may not post, for example because it is not a member of the server */
  private async post(channel: string, { id, user, locale }: Address, { components, files = [] }: Message) {
    const greeting = plainMessage(translator(locale)('answer.late', { user: `<@${user}>` }));
    try {
      await postOnce(this.deps.rest, channel, id, { components: [...greeting.components, ...components], files });
    } catch (error) {
      if (error instanceof DiscordAPIError && (error.status === 403 || error.status === 404)) return false;
      throw error;
    }
    metrics.answers.inc({ way: 'late' });
    return true;
  }
}
