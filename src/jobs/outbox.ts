/**
 * Puts accepted requests in the queue. If a bot stops before that, another one does it (transactional outbox). If it stopped
 * before the acknowledgement too, the asker was told so, and the request ends.
 */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type REST, Routes } from 'discord.js';
import { z } from 'zod';
import { isRefusal } from '../discord/post-once.ts';
import type { Logger } from '../runtime/log.ts';
import { type Lane, lanes } from './define.ts';
import { addressSchema, jobVersion, type QueuedReply } from './job.ts';
import type { WorkQueue } from './queue.ts';
import type { Quota } from './quota.ts';
import type { WorkStore } from './store.ts';

const lookMilliseconds = 5000;
/** A bot adds a request within this many looks, or has stopped. Bots of other versions leave it alone for longer. */
const ownLooks = 2;
const othersLooks = 4;

const entrySchema = z.object({
  lane: z.enum(lanes),
  reply: addressSchema
    .extend({ version: z.int(), work: z.looseObject({ kind: z.string(), isLong: z.literal(true).optional() }) })
    .loose(),
});

interface OutboxDeps {
  /** Its requests do not count for the limit of 50 a second. */
  readonly webhooks: REST;
  readonly store: WorkStore;
  readonly quota: Quota;
  readonly queue: WorkQueue;
  readonly log: Logger;
}

export class Outbox {
  private readonly deps: OutboxDeps;
  private readonly stopped = new AbortController();
  /** By the id of the request. */
  private readonly sending = new Map<string, Promise<void>>();
  private readonly looking: Promise<void>;

  constructor(deps: OutboxDeps) {
    this.deps = deps;
    // Every request that is looked after adds a listener.
    setMaxListeners(0, this.stopped.signal);
    this.looking = this.look();
  }

  /** Adds a request. Never rejects: what fails stays in the outbox. */
  send(reply: QueuedReply, lane: Lane, place: number): Promise<void> {
    const { id, guild } = reply;
    const sending = this.add(reply, lane, place)
      .catch((error) => {
        this.deps.log.warn({ err: error, interaction: id, guild }, 'a request enters the queue later');
      })
      .finally(() => this.sending.delete(id));
    this.sending.set(id, sending);
    return sending;
  }

  async close(): Promise<void> {
    this.stopped.abort();
    await Promise.all([this.looking, ...this.sending.values()]);
  }

  /** Looks again and again for requests whose bots have stopped. */
  private async look(): Promise<void> {
    const { quota, log } = this.deps;
    const { signal } = this.stopped;
    let seen = new Map<string, number>();
    // Looks at once too, so that a bot has looked twice after one pause.
    do {
      try {
        const entries = await quota.outbox();
        seen = new Map(Object.keys(entries).map((id) => [id, (seen.get(id) ?? 0) + 1]));
        for (const [id, text] of Object.entries(entries)) {
          await this.rescue(id, text, seen.get(id)!).catch((error) => {
            log.warn({ err: error, interaction: id }, 'a request stays in the outbox');
          });
        }
      } catch (error) {
        log.warn({ err: error }, 'the outbox cannot be read');
      }
    } while (await sleep(lookMilliseconds, true, { signal, ref: false }).catch(() => false));
  }

  private async rescue(id: string, text: string, looks: number): Promise<void> {
    const { quota, log } = this.deps;
    const entry = entrySchema.safeParse(JSON.parse(text)).data;
    if (!entry) {
      log.error({ interaction: id }, 'a request in the outbox cannot be read');
      return quota.discard(id);
    }
    const { lane, reply } = entry;
    if (this.sending.has(id) || looks < (reply.version === jobVersion ? ownLooks : othersLooks)) return;
    const about = { interaction: id, guild: reply.guild };
    // Its bot may have stopped between the queue and the outbox. Then its reply job sees whether anybody waits.
    if ((await this.deps.queue.has(id)) || (await this.isAcknowledged(reply))) {
      await this.add(reply, lane, 1);
      log.warn(about, 'added a request whose bot stopped');
    } else {
      await quota.release(reply, lane);
      log.info(about, 'a request was never acknowledged, so it ends');
    }
  }

  /** After the life of the token, nobody can know. Its bot stopped so early that probably nobody waits. */
  private async isAcknowledged({ id, application }: QueuedReply): Promise<boolean> {
    const token = await this.deps.store.token(id);
    if (token === null) return false;
    try {
      const { signal } = this.stopped;
      await this.deps.webhooks.get(Routes.webhookMessage(application, token), { auth: false, signal });
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  }

  private async add(reply: QueuedReply, lane: Lane, place: number): Promise<void> {
    const { quota, queue } = this.deps;
    // Work that is added again after its end would be reported, and the report might replace the answer.
    if (!(await queue.has(reply.id))) await queue.add(reply, place);
    // A deletion in between did not find the request in the queue.
    if (await quota.entered(reply, lane)) await queue.disown(reply.user);
  }
}
