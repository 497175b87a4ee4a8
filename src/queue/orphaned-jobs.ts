/** Each version of jobs has its own queues. After the last process of a version has stopped, others refuse its jobs. */
import { type Job, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { type Logger, onceAMinute } from '../runtime/log.ts';
import { repeat } from '../runtime/repeat.ts';
import { jobVersion } from '../runtime/version.ts';
import { waits } from '../runtime/waits.ts';
import { handBack, lockOptions, logTrouble, queueOptions } from './bullmq.ts';
import { replySettings } from './queue.ts';
import { type Role, tokenLife, type WorkStore } from './store.ts';

/** Heartbeats that a version may miss while this process sends its own: longer than a process takes to restart. */
const missedBeats = 6;

interface OrphanedJobsDeps {
  readonly role: Role;
  readonly connection: Redis;
  readonly prefix: string;
  readonly store: WorkStore;
  readonly queues: (version: number) => readonly string[];
  readonly take: (job: Job, token: string) => Promise<unknown>;
  readonly log: Logger;
}

export class OrphanedJobs {
  private readonly deps: OrphanedJobsDeps;
  private readonly stopped = new AbortController();
  private readonly logError = onceAMinute((error) => this.deps.log.warn({ err: error }, 'the heartbeat failed'));
  /** The last heartbeat of each version, and how many it has missed since. */
  private readonly beats = new Map<number, { readonly at: number; readonly missed: number }>();
  private readonly adopted = new Map<number, readonly Worker[]>();
  /** Resolves when no worker of a version that lives again is left. */
  private released: Promise<unknown> = Promise.resolve();

  constructor(deps: OrphanedJobsDeps) {
    this.deps = deps;
    // Not at the same time: heartbeats that waited for Redis would count an outage as missed ones of the other versions.
    void repeat(() => this.beat(), waits.heartbeat, this.stopped.signal);
  }

  /** Send the heartbeat of this version, and adopt the jobs of versions that send none. */
  private async beat(): Promise<void> {
    const { role, store } = this.deps;
    try {
      for (const { version, at } of await store.beat(role, jobVersion)) {
        const last = this.beats.get(version);
        const missed = last?.at === at ? last.missed + 1 : 0;
        this.beats.set(version, { at, missed });
        if (missed === 0) this.release(version);
        else if (missed < missedBeats) continue;
        else if (Date.now() - at > tokenLife * 1000) await this.forget(version);
        else if (!(await this.isAtWork(version))) this.adopt(version);
      }
    } catch (error) {
      this.logError(error);
    }
  }

  /** Whether a job of a version is locked: its process lives, even if its heartbeats are late. */
  private async isAtWork(version: number): Promise<boolean> {
    if (this.adopted.has(version)) return false;
    const { connection, prefix, queues } = this.deps;
    const locks = queues(version).map(async (name) => {
      const active = await connection.lrange(`${prefix}:${name}:active`, 0, -1);
      return active.length === 0 ? 0 : connection.exists(active.map((id) => `${prefix}:${name}:${id}:lock`));
    });
    return (await Promise.all(locks)).some((count) => count > 0);
  }

  private adopt(version: number): void {
    if (this.adopted.has(version)) return;
    const { connection, prefix, queues, log } = this.deps;
    log.warn({ version, known: jobVersion }, 'no process of another version is left: its requests are refused');
    const workers = queues(version).map((name) => {
      const worker = new Worker(name, (job, token = '') => this.take(version, job, token), {
        ...queueOptions(connection, prefix),
        ...lockOptions,
        settings: replySettings,
      });
      logTrouble(worker, log, { queue: name });
      return worker;
    });
    this.adopted.set(version, workers);
  }

  /** A process of the version may have started since the last look. */
  private async take(version: number, job: Job, token: string): Promise<unknown> {
    const { role, store, take } = this.deps;
    if ((await store.lastBeat(role, version)) === this.beats.get(version)?.at) return take(job, token);
    this.release(version);
    return handBack(job, token);
  }

  /** Workers end their jobs first, which may take long. No heartbeat waits for that, or others would adopt this version. */
  private release(version: number): void {
    const workers = this.adopted.get(version) ?? [];
    this.adopted.delete(version);
    const closing = workers.map((worker) => worker.close().catch(this.logError));
    this.released = Promise.all([this.released, ...closing]);
  }

  /** Remove a version that was last seen before any request of now. */
  private async forget(version: number): Promise<void> {
    const { role, connection, prefix, store, queues } = this.deps;
    const left = queues(version).map((name) => new Queue(name, queueOptions(connection, prefix)));
    const counts = await Promise.all(left.map((queue) => queue.getJobCountByTypes()));
    if (counts.some((count) => count > 0)) this.adopt(version);
    else {
      this.release(version);
      await this.released;
      await Promise.all(left.map((queue) => queue.obliterate()));
      await store.forgetVersion(role, version);
    }
    await Promise.all(left.map((queue) => queue.close()));
  }

  async close(): Promise<void> {
    this.stopped.abort();
    for (const version of [...this.adopted.keys()]) this.release(version);
    await this.released;
  }
}
