/**
 * The queues between bots and workers. One request is one BullMQ flow: a `reply` job, run by any bot, that waits for
 * its `work` job, run by any worker. There are two lanes of work jobs with threads of their own, so that a quick
 * question never waits for a long one; within a lane, people take turns. Each version of jobs has queues of its own, so
 * that old and new processes run side by side.
 */
import { FlowProducer, type Job, type JobsOptions, Queue, type QueueOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../runtime/log.ts';
import { telemetry } from '../runtime/tracing.ts';
import type { Progress } from '../search/budget.ts';
import { encodeWork, type Lane, lanes, type Work } from './define.ts';
import { type Address, disowned, jobVersion, progressSchema, type ReplyJob } from './job.ts';
import type { LaneKeys } from './quota.ts';

export const replyQueue = (version = jobVersion): string => `reply-v${version}`;
export const laneQueue = (lane: Lane, version = jobVersion): string => `work-${lane}-v${version}`;

/** Job ids are derived from the interaction, so that a request delivered twice is still one. */
const replyId = (id: string): string => `reply-${id}`;
const workId = (id: string): string => `work-${id}`;

/** Finished jobs leave nothing behind: answers live in Discord and in the outcome store. */
const gone = { removeOnComplete: true, removeOnFail: true } as const;
const replyOptions: JobsOptions = { ...gone, attempts: 10, backoff: { type: 'exponential', delay: 300 } };
/** An upper bound of the pause between two attempts at an answer, in milliseconds. */
export const longestDelay = 300 * 2 ** 9;
const workOptions: JobsOptions = {
  ...gone,
  attempts: 3,
  backoff: { type: 'fixed', delay: 200 },
  // The asker is told, by the reply job, that it went wrong.
  ignoreDependencyOnFailure: true,
};

export const queueOptions = (connection: Redis, prefix: string): QueueOptions => ({
  connection,
  prefix,
  // Nobody reads further back, and the in-memory Redis copies whole streams.
  streams: { events: { maxLen: 100 } },
  ...(telemetry && { telemetry }),
});

/**
 * After a process is killed, others get its jobs within the sum of the first two. A lock is renewed twice in its life; if a
 * slow machine loses one, the job is only done again. A job that loses more processes than the third is itself at fault.
 */
export const lockOptions = { lockDuration: 4000, stalledInterval: 1000, maxStalledCount: 16 } as const;

/** How far a request is. */
export type JobStatus =
  | { readonly state: 'waiting'; readonly ahead: number; readonly lane: Lane }
  | { readonly state: 'working'; readonly progress: Progress | undefined }
  /** Somebody else asked for the same, and that is being done. */
  | { readonly state: 'joined' }
  | { readonly state: 'done' };

/** How many jobs of the list are counted at most. */
const longestCounted = 500;

export class WorkQueue {
  private readonly redis: Redis;
  private readonly flows: FlowProducer;
  private readonly lanes: Record<Lane, Queue>;
  /** Held for its options too: only a Queue tells Redis how long the stream of events may be. */
  private readonly replies: Queue<Address>;

  constructor(connection: Redis, prefix: string, log: Logger) {
    const options = queueOptions(connection, prefix);
    this.redis = connection;
    this.flows = new FlowProducer(options);
    this.lanes = { quick: new Queue(laneQueue('quick'), options), long: new Queue(laneQueue('long'), options) };
    this.replies = new Queue(replyQueue(), options);
    const trouble = (error: Error) => log.error({ err: error }, 'queue trouble');
    this.flows.on('error', trouble);
    for (const queue of [this.replies, ...Object.values(this.lanes)]) queue.on('error', trouble);
  }

  /**
   * Add one request. When this resolves, Redis owns it, and no process.
   * @param place which of the asker's open requests it is, from 1: everybody's first goes before anybody's second
   */
  async add(reply: ReplyJob, lane: Lane, place: number): Promise<void> {
    const { id, guild } = reply;
    const work = encodeWork(reply.work);
    await this.flows.add({
      name: 'reply',
      queueName: replyQueue(),
      data: { ...reply, work },
      opts: { ...replyOptions, jobId: replyId(reply.id) },
      children: [
        {
          name: work.kind,
          queueName: laneQueue(lane),
          data: { version: jobVersion, id, ...(guild && { guild }), work },
          opts: { ...workOptions, jobId: workId(reply.id), priority: place },
        },
      ],
    });
  }

  /**
   * Have some work done whose result the caller looks for in the store.
   * @param name of the job: no other is added while it waits; not the id of a request
   */
  async addWork(name: string, id: string, work: Work, place: number): Promise<void> {
    const { job, request } = work;
    const data = { version: jobVersion, id, work: encodeWork(work) };
    await this.lanes[job.lane(request)].add(job.kind, data, { ...gone, jobId: `ask-${name}`, priority: place });
  }

  /**
   * One of somebody's requests has been answered: the others move up. So everybody has one in the first row, which is
   * served in order, and nobody waits for ever behind others' firsts.
   * @param ids of the requests that are left, oldest first
   */
  async moveUp(ids: readonly string[]): Promise<void> {
    for (const [index, id] of ids.entries()) {
      const job = (await this.find(id))?.job;
      if (job && job.priority > index + 1) await job.changePriority({ priority: index + 1 });
    }
  }

  /** Where BullMQ has the jobs of a lane, for the one script that has to see them. */
  keysOf(lane: Lane): LaneKeys {
    const { toKey } = this.lanes[lane];
    return { waiting: [toKey('wait'), toKey('prioritized'), toKey('delayed')], job: toKey(workId('')) };
  }

  /**
   * Milliseconds until a worker takes a job with so many ahead of it; undefined where nobody works or nothing is known.
   * @param pace milliseconds that a job of the lane takes on average
   */
  async wait(lane: Lane, ahead: number, pace: number | undefined): Promise<number | undefined> {
    // While some wait, those that are worked on are as many as all workers together have places.
    const places = await this.lanes[lane].getActiveCount();
    return pace === undefined || places === 0 ? undefined : ((ahead + 1) * pace) / places;
  }

  /** How many jobs there are in each queue, by state. */
  async counts(): Promise<{ queue: Lane | 'reply'; waiting: number; active: number; delayed: number }[]> {
    const queues = { ...this.lanes, reply: this.replies };
    return Promise.all(
      ([...lanes, 'reply'] as const).map(async (queue) => {
        const { waiting = 0, prioritized = 0, active = 0, delayed = 0 } = await queues[queue].getJobCounts();
        return { queue, waiting: waiting + prioritized, active, delayed };
      }),
    );
  }

  async status({ id }: Pick<ReplyJob, 'id'>): Promise<JobStatus> {
    const found = await this.find(id);
    if (!found) return { state: 'done' };
    const { job, lane } = found;
    const queue = this.lanes[lane];
    switch (await job.getState()) {
      case 'waiting': {
        const first = await queue.getRanges(['wait'], 0, longestCounted, true);
        return { state: 'waiting', lane, ahead: Math.max(0, first.indexOf(workId(id))) };
      }
      case 'prioritized': {
        const [first, rank] = await Promise.all([
          this.redis.llen(queue.toKey('wait')),
          this.redis.zrank(queue.toKey('prioritized'), workId(id)),
        ]);
        return { state: 'waiting', lane, ahead: first + (rank ?? 0) };
      }
      case 'delayed':
        return { state: 'joined' };
      case 'active':
        return { state: 'working', progress: progressSchema.safeParse(job.progress).data };
      default:
        return { state: 'done' };
    }
  }

  /** The work job of a request, in whichever lane it is. */
  private async find(id: string): Promise<{ job: Job; lane: Lane } | undefined> {
    for (const lane of lanes) {
      const job: Job | undefined = await this.lanes[lane].getJob(workId(id));
      if (job) return { job, lane };
    }
    return undefined;
  }

  /** The person who asked; undefined when the request has its answer. */
  async askerOf(id: string): Promise<string | undefined> {
    const job: Job<Address> | undefined = await this.replies.getJob(replyId(id));
    return job?.data?.user;
  }

  /** The open requests of a person. */
  async requestsOf(user: string): Promise<Address[]> {
    return (await this.jobsOf(user)).map((job) => job.data);
  }

  /** Remove a person from their open requests, which go on without naming them. */
  async disown(user: string): Promise<void> {
    for (const job of await this.jobsOf(user)) {
      // One that was answered meanwhile is gone, which is fine.
      await job.updateData(disowned(job.data)).catch(async (error: unknown) => {
        if (await this.replies.getJob(job.id!)) throw error;
      });
    }
  }

  /** There are no more jobs than open requests, so this reads them all. */
  private async jobsOf(user: string): Promise<Job<Address>[]> {
    const jobs = await this.replies.getJobs();
    // One that is answered between the two reads of this is undefined.
    return jobs.filter((job) => job?.data?.user === user);
  }

  async close(): Promise<void> {
    await Promise.all([this.flows, this.replies, ...Object.values(this.lanes)].map((end) => end.close()));
  }
}
