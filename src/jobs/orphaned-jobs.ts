/**
 * During an update, bots and workers of two versions of jobs run side by side, each with queues of their own. What a
 * version leaves behind when its last bot or worker has gone is taken over by those of another, who can't read it but
 * can say so: whoever asked is not left waiting.
 */
import { type Job, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../runtime/log.ts';
import { jobVersion } from './job.ts';
import { queueOptions } from './queue.ts';
import { type Role, tokenLife, type WorkStore } from './store.ts';

const beatMilliseconds = 3000;
/** So often in a row a version has to be missed: after a Redis that was away nobody has given a sign yet. */
const missedBeats = 3;

interface OrphanedJobsDeps {
  readonly role: Role;
  readonly connection: Redis;
  readonly prefix: string;
  readonly store: WorkStore;
  /** The names of this role's queues in a version. */
  readonly queues: (version: number) => readonly string[];
  /** Takes a job of any version, to refuse it where it is not its own. */
  readonly take: (job: Job, token: string) => Promise<unknown>;
  readonly log: Logger;
}

export class OrphanedJobs {
  private readonly deps: OrphanedJobsDeps;
  private readonly timer: NodeJS.Timeout;
  /** Beats without a sign of a version. */
  private readonly missed = new Map<number, number>();
  /** By version, while nobody of that version is there. */
  private readonly adopted = new Map<number, readonly Worker[]>();

  constructor(deps: OrphanedJobsDeps) {
    this.deps = deps;
    this.timer = setInterval(() => this.beat(), beatMilliseconds);
    void this.beat();
  }

  /** Tell that this version is alive, and see to those that are not. */
  private async beat(): Promise<void> {
    const { role, store, log } = this.deps;
    try {
      for (const { version, isAlive, seen } of await store.beat(role, jobVersion)) {
        const missed = isAlive ? 0 : (this.missed.get(version) ?? 0) + 1;
        this.missed.set(version, missed);
        if (isAlive) await this.leave(version);
        else if (missed < missedBeats) continue;
        else if (Date.now() - seen > tokenLife * 1000) await this.forget(version);
        else this.adopt(version);
      }
    } catch (error) {
      log.warn({ err: error }, 'other versions could not be looked after');
    }
  }

  private adopt(version: number): void {
    if (this.adopted.has(version)) return;
    const { connection, prefix, queues, take, log } = this.deps;
    log.warn({ version, known: jobVersion }, 'nobody of another version is left: its requests are refused');
    const workers = queues(version).map((name) => {
      const worker = new Worker(name, (job, token) => take(job, token ?? ''), queueOptions(connection, prefix));
      worker.on('error', (error) => log.error({ err: error, queue: name }, 'queue trouble'));
      return worker;
    });
    this.adopted.set(version, workers);
  }

  /** Somebody of that version is back. */
  private async leave(version: number): Promise<void> {
    const workers = this.adopted.get(version) ?? [];
    this.adopted.delete(version);
    await Promise.all(workers.map((worker) => worker.close()));
  }

  /** Longer ago than anybody waits. */
  private async forget(version: number): Promise<void> {
    const { role, connection, prefix, store, queues } = this.deps;
    const left = queues(version).map((name) => new Queue(name, queueOptions(connection, prefix)));
    const counts = await Promise.all(left.map((queue) => queue.getJobCountByTypes()));
    if (counts.some((count) => count > 0)) this.adopt(version);
    else {
      await this.leave(version);
      await Promise.all(left.map((queue) => queue.obliterate()));
      await store.forgetVersion(role, version);
    }
    await Promise.all(left.map((queue) => queue.close()));
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all([...this.adopted.keys()].map((version) => this.leave(version)));
  }
}
