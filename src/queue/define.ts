/** The contract of a kind of work. Each kind is one value beside its feature (`features/<feature>/job.ts`). */
import type { TFunction } from 'i18next';
import type { z } from 'zod';
import type { Goal, Move, Position, Puzzle } from '../puzzles/puzzle.ts';
import type { GaveUpReason, Progress, SearchControl, SearchLimits } from '../search/budget.ts';
import type { DatabaseKind } from '../search/sliding/databases.ts';
import type { SolutionGraph } from '../search/solution-graph.ts';
import { solverVersion } from '../search/solve.ts';
import type { TableNeed, Tables } from '../search/tables/contract.ts';
import type { Fleet, SlicePlan, WorkRecord, WorkSlice } from '../search/work-record.ts';

/**
 * Each lane has its own queues and threads, so that quick work never waits for long work. All questions enter the quick
 * lane, as nobody knows how long the search of one takes. Those that take longer than a slice go on in the long lane
 * (multilevel feedback: Corbató, Daggett & Daley 1962).
 */
const lanes = ['quick', 'long'] as const;
export type Lane = (typeof lanes)[number];

/** The threads of a worker, by what they work on: in the long lane, parts have threads besides those of what can't be divided. */
export const pools = [...lanes, 'parts'] as const;
export type Pool = (typeof pools)[number];

/** Those with a job for each request: in `searches`, it waits for what its slice in the quick queue has left. */
export const requestQueues = ['quick', 'searches'] as const;
export type RequestQueue = (typeof requestQueues)[number];

/**
 * How long a result is kept: OUTCOME_DAYS, as long as its reply may be repeated or turned over, or until the work may be
 * tried again. In any case it may be dropped sooner to make room, so whoever needs it asks for the work again.
 */
type Retention = 'configured' | 'reply' | 'retry';

export interface JobResult {
  readonly status: string;
  readonly reason?: GaveUpReason | undefined;
}

/** What the work job of the quick lane returns for work that goes on after its slice. */
export const goesOn: JobResult = { status: 'goes-on' };
export const isGoingOn = (value: unknown): boolean => (value as Partial<JobResult> | null)?.status === goesOn.status;

export const gaveUp = (
  reason: GaveUpReason,
  { generated, lowerBound, peakFrontier }: Progress = { generated: 0, lowerBound: 0, peakFrontier: 0 },
): JobResult => ({ status: 'gave-up', reason, milliseconds: 0, generated, lowerBound, peakFrontier }) as JobResult;

export interface JobContext {
  readonly tables: Tables;
  readonly databases: DatabaseKind;
  readonly limits: SearchLimits & { readonly control: SearchControl };
  readonly secret?: string | undefined;
}

/**
 * Work that all workers do together: its record says what is left, and each slice of a part changes it. However it is divided,
 * the result is the same.
 */
export interface Parts<
  Request,
  Result,
  Record extends WorkRecord = WorkRecord,
  Plan extends SlicePlan = SlicePlan,
  Slice extends WorkSlice = WorkSlice,
> {
  /** A new record; undefined where the work has no parts. */
  begin(request: Request): Record | undefined;
  plan(request: Request, record: Record, part: string, fleet: Fleet): Plan;
  /** Runs on a solver thread. @returns undefined if it was stopped too soon to change anything */
  slice(request: Request, plan: Plan, context: JobContext): Slice | undefined;
  /** The same record if a part isn't in it: then somebody else has done that. */
  merge(request: Request, record: Record, slice: Slice, fleet: Fleet): Record;
  /** Notes how far a slice is, if its end alone doesn't tell that soon enough. */
  note?(record: Record, progress: Progress): Record;
  /** Undefined before anybody has begun, where that is known. */
  progress(record: Record): Progress | undefined;
  /** How many it has visited, and may visit. */
  nodes?(record: Record): number;
  /** How much longer it probably takes, in milliseconds, if that can be told. */
  remaining?(record: Record): number | undefined;
  /** @param reason why the work stops, if it is not over */
  result(request: Request, record: Record, reason?: GaveUpReason): Result;
}

export interface JobDefinition<Kind extends string = string, Request = unknown, Result extends JobResult = JobResult> {
  readonly kind: Kind;
  /** Parses and encodes the JSON in the queue, without `kind`. */
  readonly input: z.ZodType<Request>;
  readonly result: z.ZodType<Result>;
  /** Fields of the request with text as somebody typed it, which is not logged. */
  readonly typed?: readonly string[];
  /** Two requests with the same key are the same work. */
  key(request: NoInfer<Request>): readonly (string | number)[];
  /** `quick` if the work always takes well under a second; `long` if it may take longer. */
  lane(request: NoInfer<Request>): Lane;
  tables(request: NoInfer<Request>, databases: DatabaseKind): readonly TableNeed[];
  /** The heading while the work waits. By default its puzzle and its question. */
  title?(t: TFunction, request: NoInfer<Request>): string;
  /** Runs on a solver thread. */
  run(request: NoInfer<Request>, context: JobContext): NoInfer<Result>;
  /** How far it is, in words. By default, how many positions were searched. */
  progress?(t: TFunction, request: NoInfer<Request>, progress: Progress): string;
  /** How all workers divide what its slice in the quick lane leaves; without it, one thread does the whole (`whole.ts`). */
  readonly parts?: Parts<NoInfer<Request>, NoInfer<Result>>;
  /** The result if the work stopped at this moment, for work whose best result so far is shown while it runs. */
  partial?(request: NoInfer<Request>, progress: Progress): NoInfer<Result> | undefined;
  /** Not called for `gave-up`. What a table tells at once need not be kept for longer than its reply. */
  keepFor(result: NoInfer<Result>, request: NoInfer<Request>): Retention;
  /** The result is a record for OUTCOME_DAYS: it is never dropped to make room, nor replaced by that of a later solver. */
  readonly isRecord?: true;
  /** What the answer reveals. Without a result: what the request alone tells. */
  reveals?(request: NoInfer<Request>, result?: NoInfer<Result>): Revealed | undefined;
  /** The same for each part of an answer that leaves out those parts which would spoil a challenge. */
  revealsEach?(request: NoInfer<Request>, result: NoInfer<Result>): Iterable<Revealed | undefined>;
  /** The answer can leave out what it would reveal, so that the rest is always delivered. */
  readonly redacts?: true;
  /** `run` needs DAILY_SECRET. */
  readonly needsSecret?: true;
}

export const defineJob = <const Kind extends string, Request, Result extends JobResult>(
  definition: JobDefinition<Kind, Request, Result>,
): JobDefinition<Kind, Request, Result> => definition;

export type RequestOf<Job extends JobDefinition> = z.output<Job['input']>;
export type ResultOf<Job extends JobDefinition> = z.output<Job['result']>;

export interface Work<Job extends JobDefinition = JobDefinition> {
  readonly job: Job;
  readonly request: RequestOf<Job>;
  /** A long proof: it comes after all other work, may take LONG_PROOF_HOURS, and continues the search that has ended. */
  readonly isLong?: true | undefined;
}

/** The same text for the same work. */
export const keyOf = ({ job, request }: Work): string => [job.kind, ...job.key(request)].join('|');

/** The name of its stored result. Those of an older solver are not found any more, and expire. */
export const resultNameOf = (work: Work): string =>
  work.job.isRecord ? keyOf(work) : `v${solverVersion}:${keyOf(work)}`;

/** Work as JSON. */
export type EncodedWork = Pick<Work, 'isLong'> & { readonly kind: string };

/** Work as JSON, for queues; a `JobRegistry` reads it again. */
export const encodeWork = ({ job, request, isLong }: Work): EncodedWork => ({
  kind: job.kind,
  ...(isLong && { isLong }),
  ...(job.input.encode(request) as object),
});

/** Characters of a field in the log, at most. */
const longestLogged = 2000;

/** Work for the log, without what somebody typed, and without what is long. */
export const loggedWork = (work: Work): object =>
  Object.fromEntries(
    Object.entries(encodeWork(work)).filter(
      ([name, value]) => !work.job.typed?.includes(name) && JSON.stringify(value).length <= longestLogged,
    ),
  );

export interface Revealed {
  readonly puzzle: Puzzle;
  readonly goal: Goal;
  /** Positions whose solution, or its length, is shown. */
  readonly positions: Iterable<Position>;
  /** A solution that is shown in full. */
  readonly solution?: { readonly start: Position; readonly moves: readonly Move[] };
  /** Several of them. */
  readonly solutions?: { readonly start: Position; readonly graph: SolutionGraph };
}

/** Who can read an answer, and where. */
export interface Audience {
  /** Who asked; absent where nobody did. */
  readonly user?: string;
  /** The server; absent in direct messages. */
  readonly guild?: string | undefined;
  /** Whether only the asker can read it. */
  readonly private: boolean;
}

/** A running challenge that an answer would spoil. */
export interface Spoiled {
  /** Whether this person may read the answer, because they have solved the challenge. */
  isOpenTo(user: string): Promise<boolean>;
  refusal(t: TFunction): string;
}

/** Implemented by `src/spoilers/guard.ts`. */
export interface AnswerGuard {
  spoiledBy(audience: Audience, revealed: Revealed | undefined): Promise<Spoiled | undefined>;
  /** The indices of those that would spoil a challenge. */
  spoiledAmong(audience: Audience, each: Iterable<Revealed | undefined>): Promise<ReadonlySet<number>>;
  /** The sentence that the asker reads instead of the answer. */
  refusal(t: TFunction, spoiled: Spoiled, asker: string): Promise<string>;
}
