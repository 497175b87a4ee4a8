/** What a kind of work is. Each kind is one value beside its feature (`features/<feature>/job.ts`); `jobs/` names none. */
import type { TFunction } from 'i18next';
import type { z } from 'zod';
import type { GaveUpReason, Progress, SearchControl, SearchLimits } from '../search/budget.ts';
import type { DatabaseKind } from '../search/sliding/fifteen-databases.ts';
import type { TableNeed, Tables } from '../search/tables/contract.ts';
import type { Revealed } from './guard.ts';

/** Each lane has queues and threads of its own, so that quick work never waits for long work. */
export const lanes = ['quick', 'long'] as const;
export type Lane = (typeof lanes)[number];

/** How long a result is kept: as configured, as long as its reply may be repeated, or until the work may be tried again. */
type Retention = 'configured' | 'reply' | 'retry';

/** What every result has. */
export interface JobResult {
  readonly status: string;
  readonly reason?: GaveUpReason;
}

/** The result of work that ended without a result of its own. */
export const gaveUp = (
  reason: GaveUpReason,
  progress: Progress = { generated: 0, lowerBound: 0, peakFrontier: 0 },
): JobResult => ({ status: 'gave-up', reason, milliseconds: 0, ...progress }) as JobResult;

/** What a solver thread has at hand. */
interface JobContext {
  /** What `tables` of the definition named. */
  readonly tables: Tables;
  readonly databases: DatabaseKind;
  readonly limits: SearchLimits & { readonly control: SearchControl };
  /** For kinds with `needsSecret`. */
  readonly secret?: string | undefined;
}

export interface JobDefinition<Kind extends string = string, Request = unknown, Result extends JobResult = JobResult> {
  readonly kind: Kind;
  /** Reads the JSON that crosses the queue, without `kind`, and writes it again. */
  readonly input: z.ZodType<Request>;
  /** Validates the JSON that comes back. */
  readonly result: z.ZodType<Result>;
  /** Two requests with the same key are the same work. */
  key(request: NoInfer<Request>): readonly (string | number)[];
  /** The quick lane is for what ends in well under a second. */
  lane(request: NoInfer<Request>): Lane;
  tables(request: NoInfer<Request>, databases: DatabaseKind): readonly TableNeed[];
  /** What to call the work while it waits; absent: its puzzle and its question. */
  title?(t: TFunction, request: NoInfer<Request>): string;
  /** Does the work, on a solver thread. */
  run(request: NoInfer<Request>, context: JobContext): NoInfer<Result>;
  /** How long a result is kept that is not `gave-up`. */
  keepFor(result: NoInfer<Result>): Retention;
  /** What the answer reveals: with a result all of it, without as much as the request tells. */
  reveals?(request: NoInfer<Request>, result?: NoInfer<Result>): Revealed | undefined;
  /** Whether the renderer itself can leave out what `reveals` names, so that the rest is always delivered. */
  readonly redacts?: true;
  /** Whether `run` needs the secret that daily challenges are drawn with. */
  readonly needsSecret?: true;
}

export const defineJob = <const Kind extends string, Request, Result extends JobResult>(
  definition: JobDefinition<Kind, Request, Result>,
): JobDefinition<Kind, Request, Result> => definition;

export type RequestOf<Job extends JobDefinition> = z.output<Job['input']>;
export type ResultOf<Job extends JobDefinition> = z.output<Job['result']>;

/** One piece of work: its kind and its parsed request. */
export interface Work<Job extends JobDefinition = JobDefinition> {
  readonly job: Job;
  readonly request: RequestOf<Job>;
}

/** The text that makes two pieces of work the same. */
export const keyOf = ({ job, request }: Work): string => [job.kind, ...job.key(request)].join('|');

/** Work as JSON, for queues and logs; a `JobRegistry` reads it again. */
export const encodeWork = ({ job, request }: Work): { readonly kind: string } => ({
  kind: job.kind,
  ...(job.input.encode(request) as object),
});
