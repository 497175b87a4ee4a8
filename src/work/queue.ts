/**
 * The queues between bots and workers. One request is one BullMQ flow: a `reply` job, run by any bot, that waits for
 * its `work` job, run by any worker. There are two lanes of work jobs with threads of their own, so that a quick
 * question never waits for a long one.
 */
import { FlowProducer, type JobsOptions, Queue, type QueueOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../log.ts';
import type { Progress } from '../search/budget.ts';
import { jobVersion, type Lane, laneOf, progressSchema, type ReplyJob, type WorkJob, type WorkOf } from './job.ts';

export const replyQueue = 'reply';
export const laneQueue = (lane: Lane): string => `work-${lane}`;

/** Job ids are derived from the interaction, so that a request delivered twice is still one. */
const replyId = (id: string): string => `reply-${id}`;
const workId = (id: string): string => `work-${id}`;

/** Finished jobs leave nothing behind: answers live in Discord and in the outcome store. */
const gone = { removeOnComplete: true, removeOnFail: true } as const;
const replyOptions: JobsOptions = { ...gone, attempts: 10, backoff: { type: 'exponential', delay: 300 } };
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
});

/** Where a request is on its way. */
export type Whereabouts =
  | { readonly state: 'waiting'; readonly ahead: number }
  | { readonly state: 'working'; readonly progress: Progress | undefined }
  /** Somebody else asked for the same, and that is being done. */
  | { readonly state: 'joined' }
  | { readonly state: 'done' };

/** How far down a queue it pays to count. */
const longestCounted = 500;

export class WorkQueue {
  private readonly flows: FlowProducer;
  private readonly lanes: Record<Lane, Queue>;
  /** Held for its options: only a Queue tells Redis how long the stream of events may be. */
  private readonly replies: Queue;

  constructor(connection: Redis, prefix: string, log: Logger) {
    const options = queueOptions(connection, prefix);
    this.flows = new FlowProducer(options);
    this.lanes = { quick: new Queue(laneQueue('quick'), options), long: new Queue(laneQueue('long'), options) };
    this.replies = new Queue(replyQueue, options);
    const trouble = (error: Error) => log.error({ err: error }, 'queue trouble');
    this.flows.on('error', trouble);
    for (const queue of [this.replies, ...Object.values(this.lanes)]) queue.on('error', trouble);
  }

  /** Put one request on its way. When this resolves, it is Redis's and no process's. */
  async add(reply: ReplyJob): Promise<void> {
    const work: WorkJob = { version: jobVersion, id: reply.id, work: reply.work };
    await this.flows.add({
      name: 'reply',
      queueName: replyQueue,
      data: reply,
      opts: { ...replyOptions, jobId: replyId(reply.id) },
      children: [
        {
          name: reply.work.kind,
          queueName: laneQueue(laneOf(reply.work)),
          data: work,
          opts: { ...workOptions, jobId: workId(reply.id) },
        },
      ],
    });
  }

  /** Have some work done whose result is looked for in the store, by who asks. */
  async addWork(id: string, work: WorkOf<'solve'>): Promise<void> {
    const job: WorkJob = { version: jobVersion, id, work };
    // Its id is not that of the same interaction's request.
    await this.lanes[laneOf(work)].add(work.kind, job, { ...gone, jobId: `ask-${id}-${work.position}` });
  }

  async whereabouts({ id, work }: ReplyJob): Promise<Whereabouts> {
    const queue = this.lanes[laneOf(work)];
    const job = await queue.getJob(workId(id));
    switch (await job?.getState()) {
      case 'waiting':
      case 'prioritized': {
        const waiting = await queue.getRanges(['wait'], 0, longestCounted, true);
        return { state: 'waiting', ahead: Math.max(0, waiting.indexOf(workId(id))) };
      }
      case 'delayed':
        return { state: 'joined' };
      case 'active':
        return { state: 'working', progress: progressSchema.safeParse(job?.progress).data };
      default:
        return { state: 'done' };
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.flows, this.replies, ...Object.values(this.lanes)].map((end) => end.close()));
  }
}
