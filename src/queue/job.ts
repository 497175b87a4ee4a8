/** The jobs in the queues. */
import { z } from 'zod';
import { snowflake } from '../discord/snowflake.ts';
import { presentationSchema } from '../render/presentation.ts';
import { jobVersion } from '../runtime/version.ts';
import { moves } from '../search/schemas.ts';
import { type EncodedWork, encodeWork, type JobDefinition, type Work } from './define.ts';

const version = z.literal(jobVersion);

/** Where an answer goes. The interaction's token has a key of its own, which expires. */
const address = {
  id: snowflake,
  application: snowflake,
  channel: snowflake.optional(),
  guild: snowflake.optional(),
  user: snowflake,
  private: z.boolean(),
  /** The answer changes the message that a component was on. */
  update: z.literal(true).optional(),
  locale: z.string().max(10),
  /** The language of the asker, unless the answer is in it. */
  own: z.string().max(10).optional(),
};

/** The part of a request that is the same in all versions. */
export const addressSchema = z.object(address);
export type Address = z.infer<typeof addressSchema>;

export class JobRegistry {
  private readonly definitions: readonly JobDefinition[];
  /** The child job, run by a worker. */
  readonly workJobSchema;
  /** A job for a part of a search. */
  readonly partJobSchema;
  /** The parent job, run by a bot. */
  readonly replyJobSchema;

  constructor(definitions: readonly JobDefinition[]) {
    this.definitions = definitions;
    const work = z
      .looseObject({ kind: z.enum(definitions.map(({ kind }) => kind)), isLong: z.literal(true).optional() })
      .transform(({ kind, isLong, ...input }, { issues }): Work => {
        const job = this.get(kind);
        const request = job.input.safeParse(input);
        if (request.success) return { job, request: request.data, isLong };
        issues.push(...request.error.issues.map((issue) => ({ ...issue, input }) as z.core.$ZodRawIssue));
        return z.NEVER;
      });
    // `id` is the interaction's; the server is for the log.
    this.workJobSchema = z.strictObject({ version, id: snowflake, guild: snowflake.optional(), work });
    this.partJobSchema = z.strictObject({ version, work, part: z.string(), left: z.number().optional() });
    this.replyJobSchema = z.strictObject({
      version,
      ...address,
      /** Which board of a solution to show: 0 is the start. */
      step: z.int().min(0).max(10_000),
      presentation: presentationSchema,
      work,
    });
  }

  /** @throws RangeError for a kind that the schemas reject */
  get(kind: string): JobDefinition {
    const job = this.definitions.find((known) => known.kind === kind);
    if (!job) throw new RangeError(`no work of the kind ${kind}`);
    return job;
  }
}

export type ReplyJob = z.infer<JobRegistry['replyJobSchema']>;
/** As JSON, of any version. */
export type QueuedReply = Address & { readonly version: number; readonly work: EncodedWork };
export const encodeReply = (reply: ReplyJob): QueuedReply => ({ ...reply, work: encodeWork(reply.work) });

/** The request of a person whose data was deleted: the application's id replaces theirs. */
export const disowned = <Request extends Address>(request: Request): Request => ({
  ...request,
  user: request.application,
});
export const isDisowned = ({ user, application }: Address): boolean => user === application;

/** What a work job returns when its worker doesn't know its version. */
export const refusalSchema = z.strictObject({ status: z.literal('refused'), version: z.unknown() });
export type Refusal = z.infer<typeof refusalSchema>;

export const progressSchema = z.object({
  generated: z.number(),
  lowerBound: z.number(),
  peakFrontier: z.number(),
  best: moves.optional(),
  counted: z.number().optional(),
  remaining: z.object({ most: z.number(), estimate: z.number().optional() }).optional(),
});
