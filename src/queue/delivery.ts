/**
 * Delivers answers, at least once. An answer is the first response to its interaction, or an edit of the reply, whichever
 * Discord takes; so a delivery that is repeated at once changes nothing.
 */
import { UnrecoverableError } from 'bullmq';
import {
  type APIMessage,
  DiscordAPIError,
  InteractionResponseType,
  MessageFlags,
  type REST,
  RESTJSONErrorCodes,
  Routes,
} from 'discord.js';
import { type Message, plainMessage, request } from '../discord/message.ts';
import { directChannel, findPosted, isRefusal, postOnce } from '../discord/post-once.ts';
import { madeAt } from '../discord/snowflake.ts';
import { translator } from '../locales/index.ts';
import type { Logger } from '../runtime/log.ts';
import { metrics } from '../runtime/metrics.ts';
import { poll } from '../runtime/repeat.ts';
import { type Address, isDisowned } from './job.ts';
import { isReport } from './progress.ts';
import type { Requests } from './request.ts';
import { responseMilliseconds, type WorkStore } from './store.ts';

/** After this many attempts, about 9 s, a missing reply never comes: Discord accepts an acknowledgement for 3 s. */
const acknowledgedWithin = 6;
/** How long an answer waits for a report of progress that is on its way. */
export const reportMilliseconds = 1000;

export interface Attempt {
  readonly address: Address;
  readonly attemptsMade: number;
  /** Whether the answer was delivered before, mostly by another bot. */
  isDelivered(): Promise<boolean>;
}

/**
 * `overtook`: a report of progress on its way may replace the answer, which must be delivered again after it.
 * `unacknowledged`: nobody waits, because the asker was told that the application did not respond.
 */
export type Outcome = 'delivered' | 'overtook' | 'unacknowledged';

export interface DeliveryDeps {
  readonly rest: REST;
  /** For edits of replies, which do not count for the limit of 50 requests a second. */
  readonly webhooks: REST;
  readonly store: WorkStore;
  readonly requests: Pick<Requests, 'isAcknowledged' | 'answered'>;
  readonly log: Logger;
}

/** Whether Discord takes no first response, because there is one or it is too late. */
const isTooLate = (error: unknown): boolean =>
  error instanceof DiscordAPIError &&
  (error.code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged ||
    error.code === RESTJSONErrorCodes.UnknownInteraction);

/** Whether Discord takes no edit, because there is no first response. */
const isTooEarly = (error: unknown): boolean =>
  error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownWebhook;

type Send = (message: Message) => Promise<void>;

export class Delivery {
  private readonly deps: DeliveryDeps;

  constructor(deps: DeliveryDeps) {
    this.deps = deps;
  }

  /**
   * @param isForAsker whether nobody else may read the message. If others read the reply, it comes beside that; repeated, it
   * appears twice, as such messages have no nonce
   */
  async deliver(attempt: Attempt, message: Message, isForAsker = false): Promise<Outcome> {
    const { address } = attempt;
    const { store } = this.deps;
    const [token, isReported] = await Promise.all([store.token(address.id), store.isReported(address.id)]);
    const isBeside = isForAsker && (!address.private || address.update === true);
    const isAlone = isBeside || !isReported || (await this.waitForReport(address.id));
    const to = isBeside ? { ...address, private: true, update: undefined } : address;
    const outcome = await this.respond({ ...attempt, address: to }, token, message, (token, shown) =>
      this.first(to, token, shown, () =>
        isBeside ? this.tell(address, token, shown) : this.edit(address, token, shown),
      ),
    );
    return outcome === 'delivered' && !isAlone ? 'overtook' : outcome;
  }

  private async edit({ application }: Address, token: string, message: Message): Promise<void> {
    await this.deps.webhooks.patch(Routes.webhookMessage(application, token), { ...request(message), auth: false });
  }

  /** Shows a message to the asker alone, beside a reply that others read. */
  private async tell({ application, update }: Address, token: string, message: Message): Promise<void> {
    const { webhooks } = this.deps;
    // An edit of a public "thinking…" would be public too. A message that was to be changed stays as it is.
    if (!update) {
      await webhooks.delete(Routes.webhookMessage(application, token), { auth: false }).catch((error: unknown) => {
        if (!(error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownMessage)) throw error;
      });
    }
    await webhooks.post(Routes.webhook(application, token), {
      ...request(message, MessageFlags.Ephemeral),
      auth: false,
    });
  }

  /** Sends the first response, or what follows it. Discord takes one of both, and its refusal of the other is no failure. */
  private async first(
    { id, update, private: isPrivate }: Address,
    token: string,
    message: Message,
    follow: () => Promise<void>,
  ): Promise<void> {
    const { requests, webhooks } = this.deps;
    const type = update ? InteractionResponseType.UpdateMessage : InteractionResponseType.ChannelMessageWithSource;
    const edit = async (): Promise<void> => {
      await follow();
      metrics.answers.inc({ way: 'edited' });
    };
    const respond = async (): Promise<void> => {
      const { body, files } = request(message, isPrivate ? MessageFlags.Ephemeral : 0);
      const sent = {
        body: { type, data: body },
        files,
        auth: false,
        query: new URLSearchParams({ with_response: 'true' }),
      };
      const taken = (await webhooks.post(Routes.interactionCallback(id, token), sent)) as { interaction?: unknown };
      // After a lost connection, Discord has some first response, and nobody knows whose.
      if (taken.interaction === undefined) return edit();
      requests.answered(id);
      metrics.answers.inc({ way: 'first' });
    };
    // By a clock that may be wrong: it only decides what is tried first.
    const isTooOld = Date.now() - madeAt(id) > responseMilliseconds;
    if (!(requests.isAcknowledged(id) ?? isTooOld)) {
      await respond().catch((error: unknown) => {
        if (!isTooLate(error)) throw error;
        return edit();
      });
    } else {
      await edit().catch((error: unknown) => {
        if (!isTooEarly(error)) throw error;
        // A retry finds the acknowledgement of a bot that was slow.
        return respond().catch((refused: unknown) => Promise.reject(isTooLate(refused) ? error : refused));
      });
    }
  }

  /** Whether a report of progress replaced the answer. If it did not, its asker may have stepped through the answer since. */
  async isReplaced(address: Address): Promise<boolean> {
    const shown = await this.original(address);
    return shown !== undefined && isReport(shown.components, address.id);
  }

  /** Whether no answer is shown, as far as the reply tells. A message that was to be changed does not tell. */
  async isAwaited(address: Address): Promise<boolean> {
    const shown = address.update ? undefined : await this.original(address);
    if (!shown) return true;
    const isThinking = ((shown.flags ?? 0) & MessageFlags.Loading) !== 0;
    return isThinking || isReport(shown.components, address.id);
  }

  /** The reply as it is shown now; undefined if Discord shows none. */
  private async original({ id, application }: Address): Promise<APIMessage | undefined> {
    const token = await this.deps.store.token(id);
    if (token === null) return undefined;
    try {
      return (await this.deps.webhooks.get(Routes.webhookMessage(application, token), { auth: false })) as APIMessage;
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  /** @returns whether no report of progress is on its way any more. After the work, none starts */
  private async waitForReport(id: string): Promise<boolean> {
    const isOver = async () => !(await this.deps.store.isReported(id)) || undefined;
    return (await poll(isOver, reportMilliseconds)) ?? false;
  }

  private async respond(
    attempt: Attempt,
    token: string | null,
    message: Message,
    send: (token: string, message: Message) => Promise<void>,
  ): Promise<Outcome> {
    const { log } = this.deps;
    const { address, attemptsMade, isDelivered } = attempt;
    try {
      if (token === null) return await this.deliverLate(attempt, message);
      await this.giveOrApologise(address, message, (shown) => send(token, shown));
      return 'delivered';
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (error.code === RESTJSONErrorCodes.InvalidWebhookToken) return this.deliverLate(attempt, message);
      // For example, somebody deleted it since.
      if (await isDelivered()) return 'delivered';
      if (error.code === RESTJSONErrorCodes.UnknownWebhook) {
        // Neither an answer nor an acknowledgement has come so far: one may be on its way.
        if (attemptsMade < acknowledgedWithin) throw error;
        log.info({ interaction: address.id }, 'a request was never acknowledged: its answer is dropped');
        return 'unacknowledged';
      }
      throw new UnrecoverableError(`Discord does not take the answer: ${error.code} ${error.message}`);
    }
  }

  /** If Discord refuses the form of an answer, which is a bug, its asker reads that something went wrong. */
  private async giveOrApologise({ id, guild, locale }: Address, message: Message, give: Send): Promise<void> {
    try {
      await give(message);
    } catch (error) {
      if (!isRefusal(error) || (error.status !== 400 && error.status !== 413)) throw error;
      await give(plainMessage(translator(locale)('error.ours', { id })));
      metrics.answers.inc({ way: 'lost' });
      this.deps.log.error({ err: error, interaction: id, guild }, 'Discord does not take the form of an answer');
    }
  }

  private async deliverLate({ address, attemptsMade, isDelivered }: Attempt, message: Message): Promise<Outcome> {
    const { rest } = this.deps;
    const { channel, user } = address;
    if (await isDelivered()) return 'delivered';
    if (isDisowned(address)) return 'delivered';
    const isRepeated = attemptsMade > 0;
    try {
      const isHere =
        channel !== undefined && !address.private && (await this.post(channel, address, message, isRepeated));
      if (isHere || (await this.post(await directChannel(rest, user), address, message, isRepeated)))
        return 'delivered';
    } catch (error) {
      if (!isRefusal(error)) throw error;
      throw new UnrecoverableError(`a late answer has no place: ${error.code} ${error.message}`);
    }
    throw new UnrecoverableError('a late answer has no place');
  }

  /** @returns false where the bot may not post, for example because it is not a member of the server */
  private async post(channel: string, address: Address, message: Message, isRepeated: boolean): Promise<boolean> {
    const { rest } = this.deps;
    const { id, user, locale } = address;
    const mark = markOf(id);
    const greeting = plainMessage(translator(locale)('answer.late', { user: `<@${user}>` }));
    const [sentence] = greeting.components;
    try {
      const isIt = ({ components }: APIMessage): boolean => components?.some((one) => one.id === mark) ?? false;
      // Discord knows its nonce for some minutes only.
      const found = isRepeated && (await findPosted(rest, channel, isIt, { from: madeAt(id) }));
      if (typeof found === 'string') return true;
      await this.giveOrApologise(address, message, async ({ components, files = [] }) => {
        const late = { components: [{ ...sentence!, id: mark }, ...components], files };
        await postOnce(rest, channel, id, late, { users: [user] });
      });
    } catch (error) {
      if (error instanceof DiscordAPIError && (error.status === 403 || error.status === 404)) return false;
      throw error;
    }
    metrics.answers.inc({ way: 'late' });
    return true;
  }
}

/** The component id of a late answer's first sentence: 31 bits of the request's id that differ from minute to minute. */
const markOf = (id: string): number => Number((BigInt(id) >> 12n) & 0x7fff_ffffn) || 1;
