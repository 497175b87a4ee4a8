/** The kinds of work that a process knows, and the schemas of jobs that follow from them. */
import { z } from 'zod';
import type { JobDefinition, Work } from './define.ts';
import { replyJobBase, workJobBase } from './job.ts';

export class JobRegistry {
  readonly definitions: readonly JobDefinition[];
  readonly workJobSchema;
  readonly replyJobSchema;

  constructor(definitions: readonly JobDefinition[]) {
    this.definitions = definitions;
    const work = z
      .looseObject({ kind: z.enum(definitions.map(({ kind }) => kind)) })
      .transform(({ kind, ...input }, { issues }) => {
        const job = this.get(kind);
        const request = job.input.safeParse(input);
        if (request.success) return { job, request: request.data } satisfies Work;
        issues.push(...request.error.issues.map((issue) => ({ ...issue, input }) as z.core.$ZodRawIssue));
        return z.NEVER;
      });
    this.workJobSchema = workJobBase.extend({ work });
    this.replyJobSchema = replyJobBase.extend({ work });
  }

  /** @throws RangeError on a kind that no schema has let through */
  get(kind: string): JobDefinition {
    const job = this.definitions.find((known) => known.kind === kind);
    if (!job) throw new RangeError(`no work of the kind ${kind}`);
    return job;
  }
}
