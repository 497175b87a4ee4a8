/** The records of work that is done in parts, in Redis; who waits for each; and how many threads there are for them. */
import { createHash } from 'node:crypto';
import { defineScripts, Store } from '../runtime/store.ts';
import type { WorkRecord } from '../search/work-record.ts';
import { resultNameOf, type Work } from './define.ts';

/** A record lasts a day without workers. If a long proof may continue it, it lasts an hour after its last request. */
const recordSeconds = 86_400;
const keptSeconds = 3600;
/** A search goes on for so long without a look of a request that waits for it. */
const attendedSeconds = 15;
/** A worker is there for so long after its last note. */
const workerSeconds = 10;

export interface StoredSearch {
  readonly record: WorkRecord;
  readonly revision: string;
}

/** The id of a search, the same for the same work. */
export const searchId = (work: Work): string =>
  createHash('sha256').update(resultNameOf(work)).digest('base64url').slice(0, 22);

export class SearchStore extends Store {
  protected readonly section = 'work';
  private readonly scripts = defineScripts(this.redis, import.meta.url, ['countThreads', 'swap']);

  async read(search: string): Promise<StoredSearch | undefined> {
    const [revision, record] = await this.redis.hmget(this.key('search', search), 'revision', 'record');
    return revision && record ? { revision, record: JSON.parse(record) as WorkRecord } : undefined;
  }

  /** @returns whether the record was still that of the revision; '' is that of a search without one */
  async swap(search: string, revision: string, record: WorkRecord): Promise<boolean> {
    const keys = [this.key('search', search)];
    return (await this.scripts.swap(keys, revision, JSON.stringify(record), recordSeconds)) === 1;
  }

  /** Notes that a request waits for a search. @param place among the open requests of its asker */
  async attend(search: string, request: string, place: number): Promise<void> {
    const key = this.key('attending', search);
    const record = this.key('search', search);
    await this.redis
      .multi()
      .hset(key, request, place)
      .expire(key, attendedSeconds)
      .expire(record, recordSeconds)
      .exec();
  }

  /** The requests that wait for a search, with their places. */
  async attending(search: string): Promise<Map<string, number>> {
    const places = await this.redis.hgetall(this.key('attending', search));
    return new Map(Object.entries(places).map(([request, place]) => [request, Number(place)]));
  }

  /** Notes that a request doesn't wait any more. Without another one, the record is deleted or kept for a while. */
  async leave(search: string, request: string, isKept = false): Promise<void> {
    const key = this.key('attending', search);
    const [, left] = (await this.redis.multi().hdel(key, request).hlen(key).exec()) ?? [];
    if (left?.[1] !== 0) return;
    const record = this.key('search', search);
    await (isKept ? this.redis.expire(record, keptSeconds) : this.redis.del(record));
  }

  /** Notes the threads of a worker. @returns those of all workers */
  async countThreads(worker: string, threads: number): Promise<number> {
    return (await this.scripts.countThreads([this.key('threads')], worker, threads, workerSeconds)) as number;
  }

  async forgetThreads(worker: string, threads: number): Promise<void> {
    await this.redis.zrem(this.key('threads'), `${worker} ${threads}`);
  }
}
