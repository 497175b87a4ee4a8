/** The queues. A request is a BullMQ flow: a bot's `reply` job, which waits for a worker's `work` job. */
import { ErrorCode, FlowProducer, type Job, type JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Task } from '../render/task.ts';
import type { Logger } from '../runtime/log.ts';
import { metrics } from '../runtime/metrics.ts';
import { jobVersion } from '../runtime/version.ts';
import { waits } from '../runtime/waits.ts';
import type { Progress } from '../search/budget.ts';
import { logTrouble, perMillisecond, queueOptions } from './bullmq.ts';
import { encodeWork, type Lane, type RequestQueue, requestQueues, type Work } from './define.ts';
import { type Address, disowned, progressSchema, type QueuedReply } from './job.ts';
import type { LaneKeys } from './quota.ts';
import type { WorkStore } from './store.ts';
import { inPlace, lastPriority } from './whole.ts';

export const replyQueue = (version = jobVersion): string => `reply-v${version}`;
/**
 * `parts` are those of searches, and `long` has what can't be divided. Pictures, and what is drawn as fast, never wait for
 * animations.
 */
export const workQueues = [...requestQueues, 'parts', 'long', 'pictures', 'animations'] as const;
export type WorkQueueName = (typeof workQueues)[number];
export const workQueue = (name: WorkQueueName, version = jobVersion): string => `work-${name}-v${version}`;
export const queueNames = [replyQueue(), ...workQueues.map((name) => workQueue(name))];

/** Job ids contain the id of the interaction, so that a request delivered twice is still one job. */
const replyId = (id: string): string => `reply-${id}`;
const workId = (id: string): string => `work-${id}`;
/** BullMQ allows no colon in it. */
const partId = (search: string, part: string): string => `${search}.${part}`.replace(':', '.');

const gone = { removeOnComplete: true, removeOnFail: true } as const;
const replyOptions: JobsOptions = {
  ...gone,
  // So an answer is tried for over an hour: as an edit for the 15 minutes of its token, then as a post.
  attempts: 150,
  backoff: { type: 'custom' },
  // BullMQ delivers parents without a priority in the reverse order, so in a rush the first would wait for all others.
  priority: 1,
};
/** The longest pause between two attempts at an answer, in milliseconds. */
export const longestPause = 30_000;
/** For every worker that takes answers. */
export const replySettings = {
  backoffStrategy: (attemptsMade: number): number => Math.min(waits.retry * 2 ** (attemptsMade - 1), longestPause),
};
const partOptions: JobsOptions = { ...gone, attempts: 3, backoff: { type: 'fixed', delay: 200 } };
const workOptions: JobsOptions = {
  ...partOptions,
  // The reply job tells the asker that it failed.
  ignoreDependencyOnFailure: true,
};
export const drawingQueueOf = (task: Task) =>
  task.kind === 'animation' || (task.kind === 'search' && typeof task.view === 'string') ? 'animations' : 'pictures';
/** Work that has lost this number of workers may be the cause: the next one searches in a process of its own (`isolated.ts`). */
export const mostLost = 2;

/** Why such work fails. */
export const endedProcess = 'a search ended its process';

/** Whether a job failed because processes ended. Of `maxStalledCount`, BullMQ has no other sign. */
export const isFatal = (reason: unknown): boolean =>
  [endedProcess, 'job stalled more than'].some((start) => String(reason).startsWith(start));

export type JobStatus =
  | { readonly state: 'waiting'; readonly ahead: number; readonly queue: RequestQueue }
  | { readonly state: 'working'; readonly progress: Progress | undefined }
  | { readonly state: 'done' };

const longestCounted = 500;
/**
 * How often a request looks at its search: a report of its progress is seldom sooner. A look is later for each other search, so
 * that they don't keep Redis busy.
 */
export const lookMilliseconds = { least: 1000, more: 5, most: 2000 };
/** BullMQ sorts jobs with a priority by it, and below that by a counter. */
const perPriority = 0x100000000;

export class WorkQueue {
  private readonly redis: Redis;
  private readonly flows: FlowProducer;
  private readonly queues: Readonly<Record<WorkQueueName, Queue>>;
  /** Also needed for its options: only a Queue limits the stream of events in Redis. */
  private readonly replies: Queue<Address>;

  constructor(connection: Redis, prefix: string, log: Logger) {
    const options = queueOptions(connection, prefix);
    this.redis = connection;
    this.flows = new FlowProducer(options);
    const queues = workQueues.map((name) => [name, new Queue(workQueue(name), options)]);
    this.queues = Object.fromEntries(queues) as typeof this.queues;
    this.replies = new Queue(replyQueue(), options);
    for (const end of [this.flows, this.replies, ...Object.values(this.queues)]) logTrouble(end, log);
  }

  /** @param place which of the asker's open requests it is, from 1: the first ones of all people come first */
  async add(reply: QueuedReply, place: number): Promise<void> {
    const { id, guild, version, work } = reply;
    await this.flows.add({
      name: 'reply',
      queueName: replyQueue(),
      data: reply,
      opts: { ...replyOptions, jobId: replyId(reply.id) },
      children: [
        {
          name: work.kind,
          queueName: workQueue('quick'),
          data: { version, id, ...(guild && { guild }), work },
          opts: { ...workOptions, jobId: workId(reply.id), priority: place },
        },
      ],
    });
  }

  /** Has work go on that the quick queue has begun. Repeated, it changes nothing. The reply waits for both jobs. */
  async goOn({ name, data, id, priority: place, parent }: Job): Promise<void> {
    const waiting = parent && { parent: { id: parent.id!, queue: parent.queueKey! } };
    const priority = data.work.isLong ? lastPriority(place) : place;
    await this.queues.searches.add(name, data, { ...workOptions, jobId: id!, priority, ...waiting });
  }

  /**
   * Adds jobs for parts of a search. Repeated, it changes nothing.
   * @param left milliseconds of a slice for the first one, which comes before all others
   */
  async addParts(
    to: 'parts' | 'long',
    search: string,
    work: Work,
    parts: readonly string[],
    priority: number,
    left?: number,
  ): Promise<void> {
    if (parts.length === 0) return;
    const data = { version: jobVersion, work: encodeWork(work) };
    await this.queues[to].addBulk(
      parts.map((part, index) => {
        const goesOn = left !== undefined && index === 0;
        return {
          name: work.job.kind,
          data: { ...data, part, ...(goesOn && { left }) },
          opts: { ...partOptions, jobId: partId(search, part), priority: goesOn ? 0 : priority },
        };
      }),
    );
  }

  /** Adds a job for a drawing, unless there is one. Shorter animations come first. */
  async addDrawing(name: string, task: Task): Promise<void> {
    const priority = 1 + (task.kind === 'animation' ? task.moves.length : 0);
    await this.queues[drawingQueueOf(task)].add(task.kind, task, { ...partOptions, jobId: name, priority });
  }

  async isDrawing(name: string, task: Task): Promise<boolean> {
    return (await this.redis.exists(this.queues[drawingQueueOf(task)].toKey(name))) === 1;
  }

  /** How many requests wait for their searches. */
  searching(): Promise<number> {
    return this.queues.searches.getDelayedCount();
  }

  /** Forgets the losses and failures of a request's earlier looks: BullMQ counts them for as long as a job lives, which may be days. */
  async forgetTrouble({ id, stalledCounter, attemptsMade }: Job): Promise<void> {
    if (stalledCounter + attemptsMade > 0) await this.redis.hset(this.queues.searches.toKey(id!), { stc: 0, atm: 0 });
  }

  /** Has a job that waits for its search look at it now. */
  async wake(id: string): Promise<void> {
    const job: Job | undefined = await this.queues.searches.getJob(id);
    // It may be looking already.
    await job?.promote().catch(() => {});
  }

  wakeRequest(id: string): Promise<void> {
    return this.wake(workId(id));
  }

  /** The priority of the first work that waits in the long lane; undefined if none does. */
  async firstWaiting(): Promise<number | undefined> {
    const { long } = this.queues;
    const [unordered, [, score]] = await Promise.all([
      this.redis.llen(long.toKey('wait')),
      this.redis.zrange(long.toKey('prioritized'), '0', '0', 'WITHSCORES'),
    ]);
    return unordered > 0 ? 0 : score === undefined ? undefined : Math.floor(Number(score) / perPriority);
  }

  /**
   * Adds work without a reply, unless a job of the name waits. The caller reads the result from the store.
   * @param lane in the quick one, long work ends with what its slice tells
   */
  async addWork(
    name: string,
    id: string,
    work: Work,
    place: number,
    lane = work.job.lane(work.request),
  ): Promise<void> {
    const { job } = work;
    const data = { version: jobVersion, id, work: encodeWork(work) };
    await this.queues[lane === 'quick' ? lane : 'searches'].add(job.kind, data, {
      ...gone,
      jobId: `ask-${name}`,
      priority: place,
    });
  }

  /** Whether the job of some work without a reply is there. */
  async isAsked(name: string): Promise<boolean> {
    return (await this.redis.exists(requestQueues.map((queue) => this.queues[queue].toKey(`ask-${name}`)))) > 0;
  }

  /** The job of a request, in the queue where it is. */
  private async jobOf(id: string): Promise<Job | undefined> {
    const found = await Promise.all(requestQueues.map((name) => this.queues[name].getJob(id)));
    return found.find((job) => job !== undefined);
  }

  /** Moves the open requests of a person up, oldest first, after one was answered. */
  async moveUp(ids: readonly string[]): Promise<void> {
    for (const [index, id] of ids.entries()) {
      const job = await this.jobOf(workId(id));
      const priority = inPlace(job?.priority ?? 0, index + 1);
      if (!job || job.priority <= priority) continue;
      await job.changePriority({ priority }).catch((error: { code?: number }) => {
        // A worker has finished the job in the meantime.
        if (error.code !== ErrorCode.JobNotExist) throw error;
      });
    }
  }

  /** Long work waits in one queue after the other. */
  keysOf(lane: Lane): LaneKeys {
    const waiting = (lane === 'quick' ? [lane] : requestQueues).flatMap((one) =>
      (['wait', 'prioritized', 'delayed'] as const).map((state) => this.queues[one].toKey(state)),
    );
    return { lane, waiting, job: this.queues.quick.toKey(workId('')) };
  }

  /** Milliseconds until a worker takes a job with `ahead` others before it; undefined if no worker is active. */
  async wait(queue: RequestQueue, ahead: number, store: WorkStore): Promise<number | undefined> {
    const active = (name: 'quick' | 'parts' | 'long') => this.queues[name].getActiveCount();
    const counts = [active('quick'), active('parts'), active('long'), store.pace(queue)] as const;
    const [quick, parts, long, pace] = await Promise.all(counts);
    // While jobs wait, each thread of all workers has an active one. All workers do one search together.
    const places = queue === 'quick' ? quick : Math.min(1, parts + long);
    return pace === undefined || places === 0 ? undefined : ((ahead + 1) * pace) / places;
  }

  /** Sets the metrics of the queues, and how long a new request would wait. */
  async measure(store: WorkStore): Promise<void> {
    for (const [name, queue] of Object.entries({ ...this.queues, reply: this.replies })) {
      const { waiting: unordered = 0, prioritized = 0, active = 0, delayed = 0 } = await queue.getJobCounts();
      const waiting = unordered + prioritized;
      for (const [state, count] of Object.entries({ waiting, active, delayed }))
        metrics.queued.set({ queue: name, state }, count);
      if (name !== 'quick') continue;
      const wait = waiting === 0 ? 0 : await this.wait(name, waiting, store);
      if (wait === undefined) metrics.wait.remove({ queue: name });
      else metrics.wait.set({ queue: name }, wait / 1000);
    }
  }

  async status(id: string): Promise<JobStatus> {
    // In this order: work goes on in the other queue before its job of the quick one ends.
    return (await this.statusOfQuick(id)) ?? this.statusOfSearch(id);
  }

  private async statusOfSearch(id: string): Promise<JobStatus> {
    const { searches } = this.queues;
    const job: Job | undefined = await searches.getJob(workId(id));
    if (!job) return { state: 'done' };
    const look = await this.redis.zscore(searches.toKey('delayed'), workId(id));
    // Without a worker, nobody looks at it.
    const isLate = look !== null && Number(look) / perMillisecond < Date.now() - 2 * lookMilliseconds.most;
    const progress = progressSchema.safeParse(job.progress).data;
    if (progress && !isLate) return { state: 'working', progress };
    return { state: 'waiting', queue: 'searches', ahead: await this.searchesBefore(job) };
  }

  /** How many requests with searches come before one: those with a better place, or as good a one and asked earlier. */
  private async searchesBefore({ id, priority }: Job): Promise<number> {
    const { searches } = this.queues;
    const others = await searches.getJobs(['active', 'delayed'], 0, longestCounted);
    // A job that ends while BullMQ lists them is undefined.
    return others.filter((job) => job && (job.priority - priority || job.id!.localeCompare(id!)) < 0).length;
  }

  /** Undefined without an open job of a request. */
  private async statusOfQuick(id: string): Promise<JobStatus | undefined> {
    const queue = this.queues.quick;
    const job: Job | undefined = await queue.getJob(workId(id));
    switch (await job?.getState()) {
      case 'waiting': {
        const first = await queue.getRanges(['wait'], 0, longestCounted, true);
        return { state: 'waiting', queue: 'quick', ahead: Math.max(0, first.indexOf(workId(id))) };
      }
      case 'prioritized': {
        const [first, rank] = await Promise.all([
          this.redis.llen(queue.toKey('wait')),
          this.redis.zrank(queue.toKey('prioritized'), workId(id)),
        ]);
        return { state: 'waiting', queue: 'quick', ahead: first + (rank ?? 0) };
      }
      case 'delayed':
        // It is tried again in a moment.
        return { state: 'waiting', queue: 'quick', ahead: 0 };
      case 'active':
        return { state: 'working', progress: progressSchema.safeParse(job?.progress).data };
      default:
        return undefined;
    }
  }

  /** The ids of requests that have waited for their work between `least` and `most` milliseconds, by the clocks of their bots. */
  async waiting(least: number, most: number): Promise<string[]> {
    const now = Date.now();
    const jobs = await this.redis.zrangebyscore(this.replies.toKey('waiting-children'), now - most, now - least);
    return jobs.map((id) => id.slice(replyId('').length));
  }

  /** A request as JSON, until it has its answer. */
  async request(id: string): Promise<Address | undefined> {
    const job: Job<Address> | undefined = await this.replies.getJob(replyId(id));
    return job?.data;
  }

  async requestsOf(user: string): Promise<Address[]> {
    return (await this.jobsOf(user)).map((job) => job.data);
  }

  /** Removes a person's id from their open requests. */
  async disown(user: string): Promise<void> {
    for (const job of await this.jobsOf(user)) {
      // A request that was answered meanwhile is gone, which is fine.
      await job.updateData(disowned(job.data)).catch(async (error: unknown) => {
        if (await this.replies.getJob(job.id!)) throw error;
      });
    }
  }

  private async jobsOf(user: string): Promise<Job<Address>[]> {
    const jobs = await this.replies.getJobs();
    // A job that ends while BullMQ lists them is undefined.
    return jobs.filter((job) => job?.data?.user === user);
  }

  async close(): Promise<void> {
    await Promise.all([this.flows, this.replies, ...Object.values(this.queues)].map((end) => end.close()));
  }
}
