/**
 * Messages that are posted once, whichever bots stop meanwhile.
 *
 * A post is recorded before it is sent, and again with its message id. A bot that finds only the first record looks for the
 * message in the channel, then sends with the same nonce, which covers a request still on its way. A record is written only
 * if no other bot wrote one since, so a bot that was held up looks again.
 */
import type { APIMessage, REST } from 'discord.js';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { Message } from '../discord/message.ts';
import { findPosted, postOnce, unreadable } from '../discord/post-once.ts';
import { defineScripts } from '../runtime/store.ts';
import { skewMilliseconds } from './clock.ts';
import { Later } from './schedule.ts';

/** Discord knows a nonce for some minutes; we rely on the first of them. */
const nonceMilliseconds = 60_000;
/** A bot that could not send for this long, for example because of a rate limit, checks the record again first. */
const sendMilliseconds = 30_000;

const recordSchema = z.object({
  /** `trying`: it may have been sent. `sent`: it was. A feature may record further states, which end all attempts. */
  state: z.string(),
  channel: z.string().optional(),
  /** The first and the last attempt to send it, in milliseconds since 1970. */
  first: z.coerce.number().optional(),
  last: z.coerce.number().optional(),
  message: z.string().optional(),
});
export type PostRecord = Readonly<z.infer<typeof recordSchema>>;

/** Where a post is, and its id. */
export interface Sent {
  readonly channel: string;
  readonly message: string;
}

interface PostOrder {
  readonly channel: string;
  /** At most 25 characters. */
  readonly nonce: string;
  /** Text in the components of this message alone, among those that the bot posts. */
  readonly mark: string;
  /** The people and roles that it may mention. */
  readonly users?: readonly string[];
  readonly roles?: readonly string[];
  /** How long the record is kept, in seconds. */
  readonly keptSeconds: number;
  readonly compose: () => Promise<Message>;
}

export class Posts {
  private readonly redis: Redis;
  private readonly rest: REST;
  private readonly scripts;

  constructor(redis: Redis, rest: REST) {
    this.redis = redis;
    this.rest = rest;
    this.scripts = defineScripts(redis, import.meta.url, ['postTry', 'postSent']);
  }

  /**
   * Posts a message, unless it is there.
   * @param key of its record
   * @returns `unsure` if an attempt may have been sent, and nothing tells: a post that may be missing is better than two
   * @throws Later if another bot tries it; DiscordAPIError
   */
  async post(key: string, order: PostOrder): Promise<Sent | 'unsure'> {
    const { channel, nonce, mark, users = [], roles = [], keptSeconds, compose } = order;
    const record = await this.record(key);
    const found = await this.found(key, record, mark);
    if (found) return found;
    const message = await compose();
    if (!(await this.try(key, channel, record, { now: Date.now(), keptSeconds }))) throw new Later();
    const options = { users, roles, signal: AbortSignal.timeout(sendMilliseconds) };
    const { channel_id, id } = await postOnce(this.rest, channel, nonce, message, options);
    await this.scripts.postSent([key], channel_id, id);
    return { channel: channel_id, message: id };
  }

  /** The post of a record, if there is one in the channel. */
  async find(key: string, mark: string): Promise<Sent | 'unsure' | undefined> {
    return this.found(key, await this.record(key), mark);
  }

  async record(key: string): Promise<PostRecord | undefined> {
    return recordSchema.safeParse(await this.redis.hgetall(key)).data;
  }

  /**
   * Records that a post is about to be sent; false if it was sent, or if another bot recorded an attempt.
   * @param known the record that the caller has read
   */
  async try(
    key: string,
    channel: string,
    known: PostRecord | undefined,
    { now, keptSeconds }: { now: number; keptSeconds: number },
  ): Promise<boolean> {
    return (await this.scripts.postTry([key], channel, now, keptSeconds, known?.last ?? '')) === 1;
  }

  /** Without permission to read the channel, the nonce prevents a second post for the first minute. */
  private async found(key: string, record: PostRecord | undefined, mark: string): Promise<Sent | 'unsure' | undefined> {
    const { state, channel = '', first = 0, last = 0, message } = record ?? {};
    if (message !== undefined) return { channel, message };
    if (state !== 'trying') return undefined;
    const span = { from: first - skewMilliseconds, until: last + sendMilliseconds + skewMilliseconds };
    const isIt = ({ components }: APIMessage): boolean => JSON.stringify(components).includes(mark);
    const found = await findPosted(this.rest, channel, isIt, span);
    if (found === unreadable) return Date.now() - first < nonceMilliseconds ? undefined : 'unsure';
    if (found === undefined) return undefined;
    await this.scripts.postSent([key], channel, found);
    return { channel, message: found };
  }
}
