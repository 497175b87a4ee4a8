/** Requests, their results, and records of work that is done in parts in Redis, besides quotas. */
import { createHash } from 'node:crypto';
import type { Config } from '../runtime/config.ts';
import { defineScripts, pairs, Store } from '../runtime/store.ts';
import { waits } from '../runtime/waits.ts';
import type { WorkRecord } from '../search/work-record.ts';
import {
  type JobDefinition,
  type JobResult,
  keyOf,
  type RequestQueue,
  type ResultOf,
  resultNameOf,
  type Work,
} from './define.ts';

/** How long an interaction's token is valid, in seconds. */
export const tokenLife = 15 * 60;
/** How long Discord takes a first response, in milliseconds. */
export const responseMilliseconds = 3000;
/**
 * For what must outlive a time without workers, or is of no use later: the record of a search, a cancellation, that work has
 * ended a process and is searched in one of its own at once, how long jobs take.
 */
const daySeconds = 86_400;
/** How long a search that gave up is not repeated, and its asker finds what a slice told. */
const retrySeconds = 30;
/** Short-lived results have a cache of their own, so that no rush for easy questions drops the answers to hard ones. */
const briefShare = 1 / 4;
/** The room of drawings, in bytes. Discord takes files of 10 MiB at most. */
const drawingBytes = 16 * 2 ** 20;

/** The weight of the newest job in the average of a queue. */
const paceShare = 0.1;

type Lock = keyof typeof waits.locks;

export type Role = 'bot' | 'worker';
/** How long a note of a process holds that renews it each few seconds: that it is there, has threads, or waits for a search. */
const noteSeconds = 15;

/** A long proof takes only a proof for a result. */
const readResult = <Definition extends JobDefinition>({ job, isLong }: Work<Definition>, text: string) => {
  const result = job.result.safeParse(JSON.parse(text)).data as ResultOf<Definition> | undefined;
  return isLong && result?.reason ? undefined : result;
};

/** If a long proof may continue a search, its record lasts so long after its last request. */
const keptSeconds = 3600;

interface StoredSearch {
  readonly record: WorkRecord;
  readonly revision: string;
}

/** The id of a search, the same for the same work. */
export const searchId = (work: Work): string =>
  createHash('sha256').update(resultNameOf(work)).digest('base64url').slice(0, 22);

type ResultLimits = Pick<Config, 'outcomeDays' | 'resultsMb'>;

/**
 * How work ended. `stopped`: by its asker, who alone sees what it had found. `sliced`: after its slice in the quick lane,
 * which was all that was asked for.
 */
export type End = 'done' | 'stopped' | 'sliced';

export class WorkStore extends Store {
  protected readonly section = 'work';
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['cache', 'countThreads', 'result', 'swap']);

  /** The stored result of some work, unless it has an older form or is not enough. */
  async result<Definition extends JobDefinition>(
    work: Work<Definition>,
    end: End = 'done',
  ): Promise<ResultOf<Definition> | undefined> {
    const text = (await this.scripts.result(this.resultKeys(work, end))) as string | null;
    return text === null ? undefined : readResult(work, text);
  }

  private resultKeys(work: Work, end: End = 'done'): [result: string, ...caches: string[]] {
    const name = end === 'done' ? resultNameOf(work) : `${resultNameOf(work)}|${end}`;
    return [this.key('result', name), this.key('cache', 'kept'), this.key('cache', 'brief')];
  }

  /** Notes that some work has ended its process. */
  async noteFatal(work: Work): Promise<void> {
    await this.redis.set(this.key('fatal', keyOf(work)), '1', 'EX', daySeconds);
  }

  async isFatal(work: Work): Promise<boolean> {
    return (await this.redis.exists(this.key('fatal', keyOf(work)))) === 1;
  }

  /** Stores a result for others, and drops the least recently used ones that have no room any more. */
  async keepResult(
    work: Work,
    result: JobResult,
    { outcomeDays, resultsMb }: ResultLimits,
    end: End = result.reason === 'cancelled' ? 'stopped' : 'done',
  ): Promise<void> {
    const { job, request } = work;
    const isDone = end === 'done';
    const retention = result.status === 'gave-up' ? 'retry' : isDone ? job.keepFor(result, request) : 'reply';
    const longest = outcomeDays * daySeconds;
    const kept = { configured: longest, reply: tokenLife, retry: retrySeconds };
    const seconds = kept[end === 'sliced' ? 'retry' : retention];
    const [key] = this.resultKeys(work, end);
    const text = JSON.stringify(result);
    if (job.isRecord && retention === 'configured') {
      await this.redis.set(key, text, 'EX', seconds);
      return;
    }
    const bytes = resultsMb * 2 ** 20;
    const keys = (cache: 'kept' | 'brief') => [key, ...this.cacheKeys(cache)];
    if (retention === 'configured') {
      await this.scripts.cache(keys('kept'), text, seconds, longest, bytes * (1 - briefShare));
    } else await this.scripts.cache(keys('brief'), text, seconds, tokenLife, bytes * briefShare);
  }

  private cacheKeys(cache: 'kept' | 'brief' | 'drawings'): string[] {
    return [this.key('cache', cache), this.key('cache', cache, 'size')];
  }

  /** Stores a drawing for as long as its reply may be turned over. The oldest ones make room. */
  async keepDrawing(name: string, bytes: Buffer): Promise<void> {
    const keys = [this.key('drawing', name), ...this.cacheKeys('drawings')];
    await this.scripts.cache(keys, bytes, tokenLife, tokenLife, drawingBytes);
  }

  async drawing(name: string): Promise<Buffer | undefined> {
    return (await this.redis.getBuffer(this.key('drawing', name))) ?? undefined;
  }

  /**
   * Takes a lock: `report` for a report of progress on its way to a reply, `reporter` for all reports of a request, `shared`
   * for a card in a channel.
   * @param more milliseconds for which it lasts longer
   */
  async lock(lock: Lock, key: string, owner: string, more = 0): Promise<boolean> {
    return (await this.redis.set(this.key(lock, key), owner, 'PX', waits.locks[lock] + more, 'NX')) === 'OK';
  }

  /** @returns whether it is still the owner's */
  renew(lock: Lock, key: string, owner: string, more = 0): Promise<boolean> {
    return this.hold(this.key(lock, key), owner, waits.locks[lock] + more);
  }

  async unlock(lock: Lock, key: string, owner: string): Promise<void> {
    await this.hold(this.key(lock, key), owner, 0);
  }

  /** Those of some requests whose reports no bot makes. */
  async unreported(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const reporters = await this.redis.mget(ids.map((id) => this.key('reporter', id)));
    return ids.filter((_, index) => reporters[index] === null);
  }

  /** Whether a report of progress may still reach a reply. */
  async isReported(id: string): Promise<boolean> {
    return (await this.redis.exists(this.key('report', id))) === 1;
  }

  token(id: string): Promise<string | null> {
    return this.redis.get(this.key('token', id));
  }

  async cancel(id: string): Promise<void> {
    await this.redis.set(this.key('cancelled', id), '1', 'EX', daySeconds);
  }

  async isCancelled(id: string): Promise<boolean> {
    return (await this.redis.exists(this.key('cancelled', id))) === 1;
  }

  /** Adds the duration of a job to the average of its queue. If two are added at once, one may be left out. */
  async notePace(queue: RequestQueue, milliseconds: number): Promise<void> {
    const before = (await this.pace(queue)) ?? milliseconds;
    const average = before + (milliseconds - before) * paceShare;
    await this.redis.set(this.key('pace', queue), average, 'EX', daySeconds);
  }

  /** In milliseconds. */
  async pace(queue: RequestQueue): Promise<number | undefined> {
    const text = await this.redis.get(this.key('pace', queue));
    return text === null ? undefined : Number(text);
  }

  /** Sends a heartbeat. @returns the last ones of other versions, in milliseconds since 1970 by the sender's clock */
  async beat(role: Role, own: number): Promise<{ version: number; at: number }[]> {
    const versions = this.key('versions', role);
    // Processes of 0.2.0 refuse the requests of a version that has no such key.
    await this.redis.set(this.key('alive', role, own), '1', 'EX', noteSeconds);
    await this.redis.zadd(versions, Date.now(), own);
    const beats = pairs(await this.redis.zrange(versions, '0', '-1', 'WITHSCORES'));
    return beats
      .map(([version, at]) => ({ version: Number(version), at: Number(at) }))
      .filter(({ version }) => version !== own);
  }

  /** Of a version, as `beat` returns it. */
  async lastBeat(role: Role, version: number): Promise<number> {
    return Number(await this.redis.zscore(this.key('versions', role), version));
  }

  async forgetVersion(role: Role, version: number): Promise<void> {
    await this.redis.zrem(this.key('versions', role), version);
  }

  async readSearch(search: string): Promise<StoredSearch | undefined> {
    const [revision, record] = await this.redis.hmget(this.key('search', search), 'revision', 'record');
    return revision && record ? { revision, record: JSON.parse(record) as WorkRecord } : undefined;
  }

  /** @returns whether the record was still that of the revision; '' is that of a search without one */
  async swapSearch(search: string, revision: string, record: WorkRecord): Promise<boolean> {
    const keys = [this.key('search', search)];
    return (await this.scripts.swap(keys, revision, JSON.stringify(record), daySeconds)) === 1;
  }

  /** Notes that the job of a request waits for a search. @param place of the request among its asker's open ones */
  async attend(search: string, job: string, place: number): Promise<void> {
    const key = this.key('attending', search);
    const record = this.key('search', search);
    await this.redis.multi().hset(key, job, place).expire(key, noteSeconds).expire(record, daySeconds).exec();
  }

  /** The jobs that wait for a search, with the places of their requests. */
  async attending(search: string): Promise<Map<string, number>> {
    const places = await this.redis.hgetall(this.key('attending', search));
    return new Map(Object.entries(places).map(([job, place]) => [job, Number(place)]));
  }

  /** Notes that a job doesn't wait any more. Without another one, the record is deleted or kept for a while. */
  async leave(search: string, job: string, isKept = false): Promise<void> {
    const key = this.key('attending', search);
    const [, left] = (await this.redis.multi().hdel(key, job).hlen(key).exec()) ?? [];
    if (left?.[1] !== 0) return;
    const record = this.key('search', search);
    await (isKept ? this.redis.expire(record, keptSeconds) : this.redis.del(record));
  }

  /** Notes the threads of a worker. @returns those of all workers */
  async countThreads(worker: string, threads: number): Promise<number> {
    return (await this.scripts.countThreads([this.key('threads')], worker, threads, noteSeconds)) as number;
  }

  async forgetThreads(worker: string, threads: number): Promise<void> {
    await this.redis.zrem(this.key('threads'), `${worker} ${threads}`);
  }
}
