/** Settings and posts of servers, and reminders of people, in Redis. */
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { snowflake } from '../../discord/snowflake.ts';
import { timetableSchema } from '../../discord/timetable.ts';
import { hashed, type PersonalData } from '../../runtime/erasure.ts';
import { metrics } from '../../runtime/metrics.ts';
import { defineScripts, Store } from '../../runtime/store.ts';
import { AgendaStore, agendaFields, jsonField } from '../../schedule/agenda.ts';
import type { Foundation } from '../feature.ts';
import { DailyStore } from './store.ts';

/** How long the record of a post is kept, in seconds: no server sets its clock back by more. */
export const postSeconds = 45 * 86_400;
/** Refused numbers in a row that pause the posts of a server. */
export const mostRefused = 14;
/** How long a server can repair its settings after a pause, in seconds. */
const pausedSeconds = 90 * 86_400;
/** How long a person can be told that their reminder was turned off, and how long after they were told, in seconds. */
const closedSeconds = 90 * 86_400;
const toldSeconds = 60;

const settingsSchema = timetableSchema.extend({
  /** Mentioned in each post. */
  role: snowflake.optional(),
  /** Whether members can give themselves the role. */
  givesRole: z.boolean(),
  thread: z.boolean(),
  /** Whether a post says what the last puzzle teaches about search. */
  lesson: z.boolean().optional(),
  /** Whether the post of a Monday tells about the week before. */
  recap: z.boolean().optional(),
});
export type Settings = Readonly<z.infer<typeof settingsSchema>>;

/** What a post lacks that Discord refuses for good. */
export type PostRefusal = 'channel' | 'access' | 'permission' | 'form';

/** Why a number was not posted: its day was over, or it is unknown whether an attempt was sent. */
export const omissions = ['late', 'unsure'] as const;
export type Omission = (typeof omissions)[number];

const serverSchema = z.object({
  ...agendaFields,
  settings: jsonField(settingsSchema),
  /** The last number that is settled: posted, skipped or refused. */
  last: z.coerce.number(),
  /** The last number that was posted, and the hour that it took. */
  posted: z.coerce.number().optional(),
  slot: z.string().optional(),
  /** Since when Discord refuses all numbers, in milliseconds since 1970, why it refused the last one, and how many. */
  since: z.coerce.number().optional(),
  why: z.custom<PostRefusal>().optional(),
  numbers: z.coerce.number().optional(),
  /** Since when nothing is posted any more, in milliseconds since 1970. */
  paused: z.coerce.number().optional(),
});
export type Server = Readonly<z.infer<typeof serverSchema>>;

/** How a number is settled. */
export type Ending =
  | { readonly state: 'posted'; readonly slot: string | undefined }
  | { readonly state: 'skipped'; readonly why: Omission }
  | { readonly state: 'refused'; readonly why: PostRefusal };

/** After `remove`, the records of posts stay, so that none is posted twice if a server comes back. */
export class PostStore extends AgendaStore<Server> {
  protected readonly section = 'posting';
  protected readonly schema = serverSchema;
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['postSave', 'postSettle']);

  /**
   * @param running the running number
   * @param before the last number that is not posted in a server that begins now
   */
  async save(
    guild: string,
    settings: Settings,
    { locale, running, before }: { locale: string; running: number; before: number },
  ): Promise<void> {
    const keys = [this.serverKey(guild), this.agenda, this.postKey(guild, running)];
    await this.scripts.postSave(keys, guild, JSON.stringify(settings), locale, running, before);
  }

  /** The key of the record of a post (schedule/posts.ts). `posted`, `skipped` and `refused` are its settled states. */
  postKey(guild: string, number: number): string {
    return this.key('post', guild, number);
  }

  /** Why a number was skipped; undefined if it was not. */
  async omission(guild: string, number: number): Promise<Omission | undefined> {
    const [state, why] = await this.redis.hmget(this.postKey(guild, number), 'state', 'why');
    return state === 'skipped' ? (why as Omission) : undefined;
  }

  async settle(guild: string, number: number, ending: Ending, now: number): Promise<void> {
    const why = 'why' in ending ? ending.why : '';
    const slot = 'slot' in ending ? (ending.slot ?? '') : '';
    const keys = [this.serverKey(guild), this.postKey(guild, number)];
    const limits = [mostRefused, postSeconds, pausedSeconds];
    await this.scripts.postSettle(keys, number, ending.state, why, slot, now, ...limits);
    metrics.posts.inc({ outcome: ending.state });
  }
}

/** Reminders before a streak ends. Jobs name people by a hash, which is anonymous once this store has deleted them. */
export class ReminderStore extends Store implements PersonalData {
  readonly name = 'reminder';
  protected readonly section = 'posting';
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['reminderStart', 'reminderClose']);
  /** The last number that each person was reminded of, by hash; and their ids and languages. */
  private readonly reminded = this.key('reminded');
  private readonly people = this.key('reminder-people');

  /** @param at when it was asked for, in milliseconds since 1970 */
  async start(user: string, locale: string, at: number): Promise<void> {
    const keys = [this.reminded, this.people, this.key('reminder-closed', user), this.erasureKey(user)];
    await this.scripts.reminderStart(keys, hashed(user), `${user} ${locale}`, at);
  }

  async erase(user: string): Promise<void> {
    const person = hashed(user);
    await this.redis
      .multi()
      .zrem(this.reminded, person)
      .hdel(this.people, person)
      .del(this.key('reminder-closed', user), this.postKey(person))
      .exec();
  }

  /** The key of the record of a person's last reminder (schedule/posts.ts), by their hash. */
  postKey(person: string): string {
    return this.key('reminder-post', person);
  }

  /** The hashes of people who are not reminded of a number yet. */
  waiting(number: number): Promise<string[]> {
    return this.redis.zrangebyscore(this.reminded, '-inf', `(${number}`);
  }

  /** Records that a person was reminded of a number: true once, and never for people without a reminder. */
  async claim(user: string, number: number): Promise<boolean> {
    return (await this.redis.zadd(this.reminded, 'XX', 'GT', 'CH', number, hashed(user))) === 1;
  }

  /** The id and the language behind a hash; undefined for people without a reminder. */
  async person(hash: string): Promise<{ user: string; locale: string } | undefined> {
    const [user, locale] = (await this.redis.hget(this.people, hash))?.split(' ') ?? [];
    return user && locale ? { user, locale } : undefined;
  }

  /** Turns off the reminder of a person who takes no direct messages, and remembers to tell them. */
  async close(user: string): Promise<void> {
    const keys = [this.reminded, this.people, this.key('reminder-closed', user)];
    await this.scripts.reminderClose(keys, hashed(user), closedSeconds);
  }

  /** Whether to tell a person that their reminder was turned off. An answer that is delivered again tells it again. */
  async isClosed(user: string): Promise<boolean> {
    return (await this.redis.expire(this.key('reminder-closed', user), toldSeconds)) === 1;
  }

  async exported(user: string): Promise<unknown> {
    const [last, person, closed] = await Promise.all([
      this.redis.zscore(this.reminded, hashed(user)),
      this.person(hashed(user)),
      this.redis.exists(this.key('reminder-closed', user)),
    ]);
    if (last !== null) return { isOn: true, locale: person?.locale, lastNumber: Number(last) };
    return closed === 1 ? { isOn: false, why: 'direct messages were closed' } : undefined;
  }
}

export const storesOf = ({ config: { redisPrefix } }: Pick<Foundation, 'config'>, redis: Redis) => ({
  daily: new DailyStore(redis, redisPrefix),
  reminders: new ReminderStore(redis, redisPrefix),
  servers: new PostStore(redis, redisPrefix),
});
export type DailyStores = ReturnType<typeof storesOf>;
