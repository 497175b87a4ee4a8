/** Everything about posts and reminders that Redis keeps, and the only place that builds their keys. */
import { z } from 'zod';
import { hashed, type PersonalData } from '../../runtime/erasure.ts';
import { metrics } from '../../runtime/metrics.ts';
import { defineScripts } from '../../runtime/scripts.ts';
import { Store } from '../../runtime/store.ts';

/** What became of the post of a number is kept so long: no server sets its clock back by more. */
const postSeconds = 45 * 86_400;
/** Numbers in a row that could not be posted for good, after which no more are tried. */
export const patience = 14;
/** Settings of a server that lets nothing be posted are kept so long for somebody to put it right. */
const pausedSeconds = 90 * 86_400;
/** So long is remembered that a reminder was turned off, for its owner to be told. */
const closedSeconds = 90 * 86_400;

/** Once it is told, it is told again for so long only. */
const toldSeconds = 60;

const snowflake = z.string().regex(/^\d{15,21}$/u);

const settingsSchema = z.strictObject({
  channel: snowflake,
  hour: z.int().min(0).max(23),
  zone: z.string(),
  /** Mentioned in each post. */
  role: snowflake.optional(),
  /** Whether members may give themselves the role. */
  givesRole: z.boolean(),
  thread: z.boolean(),
});
export type Settings = Readonly<z.infer<typeof settingsSchema>>;

/** Why Discord will not take a post, whatever one does. */
const refusals = ['channel', 'access', 'permission', 'form'] as const;
export type Refusal = (typeof refusals)[number];

/** Why a number was not posted: its whole time was over, or nobody could tell any more whether it had been. */
export const omissions = ['late', 'unsure'] as const;
export type Omission = (typeof omissions)[number];

/** Numbers in a row that Discord has refused. */
export interface Trouble {
  /** In milliseconds since 1970. */
  readonly since: number;
  readonly why: Refusal;
  readonly numbers: number;
}

export interface Server {
  readonly settings: Settings;
  /** What posts are written in: the server's own. */
  readonly locale: string;
  /** Changes with the settings. */
  readonly revision: number;
  /** The last number that is settled: posted, skipped or refused. */
  readonly last: number;
  /** The last number that was posted, with the hour that it took. */
  readonly posted: number | undefined;
  readonly slot: string | undefined;
  readonly trouble: Trouble | undefined;
  /** Since when no more numbers are tried, in milliseconds since 1970. */
  readonly paused: number | undefined;
}

/**
 * The post of a number in a server. `trying` may have been sent or not; `sent` stands, but its thread may be missing;
 * the others are settled.
 */
export interface Post {
  readonly state: 'trying' | 'sent' | 'posted' | 'skipped' | 'refused';
  readonly channel?: string;
  /** The first and the last attempt to send it, in milliseconds since 1970. */
  readonly first?: number;
  readonly last?: number;
  readonly message?: string;
  readonly why?: Refusal | Omission;
}

/** How a number is settled. */
export type Ending =
  | { readonly state: 'posted'; readonly slot: string | undefined }
  | { readonly state: 'skipped'; readonly why: Omission }
  | { readonly state: 'refused'; readonly why: Refusal };

const optional = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

export class PostStore extends Store {
  protected readonly section = 'posting';
  private readonly scripts = defineScripts(this.redis, import.meta.url, [
    'postSave',
    'postPlan',
    'postTry',
    'postSent',
    'postSettle',
    'postRelocate',
  ]);

  /** What is set for a server, and how far its posts are; undefined where it wants none. */
  async server(guild: string): Promise<Server | undefined> {
    const known = await this.redis.hgetall(this.serverKey(guild));
    const settings = settingsSchema.safeParse(JSON.parse(known.settings ?? 'null'));
    if (!settings.success) return undefined;
    const { since, why, numbers } = known;
    return {
      settings: settings.data,
      locale: known.locale ?? 'en-US',
      revision: Number(known.revision),
      last: Number(known.last),
      posted: optional(known.posted),
      slot: known.slot,
      trouble: since ? { since: Number(since), why: why as Refusal, numbers: Number(numbers) } : undefined,
      paused: optional(known.paused),
    };
  }

  /**
   * @param running the running number
   * @param before the last number that a server which begins now has no claim to
   */
  async save(
    guild: string,
    settings: Settings,
    { locale, running, before }: { locale: string; running: number; before: number },
  ): Promise<void> {
    const keys = [this.serverKey(guild), this.agenda, this.postKey(guild, running)];
    await this.scripts.postSave(keys, guild, JSON.stringify(settings), locale, running, before);
  }

  /** Forget a server that wants no more posts. What became of those of the last weeks is kept, so that none comes twice. */
  async remove(guild: string): Promise<void> {
    await this.redis.multi().del(this.serverKey(guild)).zrem(this.agenda, guild).exec();
  }

  async relocate(guild: string, locale: string): Promise<void> {
    await this.scripts.postRelocate([this.serverKey(guild)], locale);
  }

  /** The servers to look at: those whose time has come. */
  due(now: number): Promise<string[]> {
    return this.redis.zrangebyscore(this.agenda, '-inf', now);
  }

  /** Look at a server again at a time, if its settings stay as they are. */
  async plan(guild: string, revision: number, at: number): Promise<void> {
    await this.scripts.postPlan([this.serverKey(guild), this.agenda], guild, revision, at);
  }

  async post(guild: string, number: number): Promise<Post | undefined> {
    const { state, channel, first, last, message, why } = await this.redis.hgetall(this.postKey(guild, number));
    if (state === undefined) return undefined;
    return {
      state: state as Post['state'],
      ...(channel && { channel }),
      ...(first && { first: Number(first) }),
      ...(last && { last: Number(last) }),
      ...(message && { message }),
      ...(why && { why: why as Refusal | Omission }),
    };
  }

  /**
   * Note that a post is about to be sent; false where it has been, or where somebody else is about to.
   * @param known what was known of it when that was decided: who decided on less than others know by now has to look again
   */
  async try(guild: string, number: number, channel: string, known: Post | undefined, now: number): Promise<boolean> {
    const values = [channel, now, postSeconds, known?.last ?? ''];
    return (await this.scripts.postTry([this.postKey(guild, number)], ...values)) === 1;
  }

  async sent(guild: string, number: number, channel: string, message: string): Promise<void> {
    await this.scripts.postSent([this.postKey(guild, number)], channel, message);
  }

  async settle(guild: string, number: number, ending: Ending, now: number): Promise<void> {
    const why = 'why' in ending ? ending.why : '';
    const slot = 'slot' in ending ? (ending.slot ?? '') : '';
    const keys = [this.serverKey(guild), this.postKey(guild, number)];
    const kept = [patience, postSeconds, pausedSeconds];
    await this.scripts.postSettle(keys, number, ending.state, why, slot, now, ...kept);
    metrics.posts.inc({ outcome: ending.state });
  }

  private get agenda(): string {
    return this.key('agenda');
  }

  private serverKey(guild: string): string {
    return this.key('server', guild);
  }

  private postKey(guild: string, number: number): string {
    return this.key('post', guild, number);
  }
}

/**
 * Who wants to be reminded before a streak ends. In the queue and what it notes of its jobs people go by a hash, which
 * leads to nobody once it is forgotten here who that is.
 */
export class ReminderStore extends Store implements PersonalData {
  readonly name = 'reminder';
  protected readonly section = 'posting';
  private readonly scripts = defineScripts(this.redis, import.meta.url, [
    'reminderClaim',
    'reminderStart',
    'reminderClose',
  ]);

  /** @param at when it was asked for, in milliseconds since 1970 */
  async start(user: string, locale: string, at: number): Promise<void> {
    const keys = [this.reminded, this.people, this.closedKey(user), this.erasureKey(user)];
    await this.scripts.reminderStart(keys, hashed(user), `${user} ${locale}`, at);
  }

  async stop(user: string): Promise<void> {
    const person = hashed(user);
    await this.redis.multi().zrem(this.reminded, person).hdel(this.people, person).del(this.closedKey(user)).exec();
  }

  /** The hashes of those who have not been looked at for a number. */
  waiting(number: number): Promise<string[]> {
    return this.redis.zrangebyscore(this.reminded, '-inf', `(${number}`);
  }

  /** Take the right to remind somebody of a number: once, and not at all for those who want none. */
  async claim(user: string, number: number): Promise<boolean> {
    return (await this.scripts.reminderClaim([this.reminded], hashed(user), number)) === 1;
  }

  /** Who a hash is, and their language; undefined for who wants no reminders. */
  async person(hash: string): Promise<{ user: string; locale: string } | undefined> {
    const [user, locale] = (await this.redis.hget(this.people, hash))?.split(' ') ?? [];
    return user && locale ? { user, locale } : undefined;
  }

  /** Their direct messages are closed: remind them no more, and remember to say so. */
  async close(user: string): Promise<void> {
    const keys = [this.reminded, this.people, this.closedKey(user)];
    await this.scripts.reminderClose(keys, hashed(user), closedSeconds);
  }

  /** Whether somebody is to be told that their reminder was turned off. An answer that has to be made again says it too. */
  async isClosed(user: string): Promise<boolean> {
    return (await this.redis.expire(this.closedKey(user), toldSeconds)) === 1;
  }

  async exported(user: string): Promise<unknown> {
    const [last, person, closed] = await Promise.all([
      this.redis.zscore(this.reminded, hashed(user)),
      this.person(hashed(user)),
      this.redis.exists(this.closedKey(user)),
    ]);
    if (last !== null) return { isOn: true, locale: person?.locale, lastNumber: Number(last) };
    return closed === 1 ? { isOn: false, why: 'direct messages were closed' } : undefined;
  }

  async erase(user: string): Promise<void> {
    await this.stop(user);
  }

  private get reminded(): string {
    return this.key('reminded');
  }

  private get people(): string {
    return this.key('reminder-people');
  }

  private closedKey(user: string): string {
    return this.key('reminder-closed', user);
  }
}
