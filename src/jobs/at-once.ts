/** Answers that need no job: those that are known, and those that a bot finds in a moment. */
import { isAcknowledged, type Repliable, reply, update } from '../discord/replies.ts';
import type { Config } from '../runtime/config.ts';
import { within } from '../runtime/deadline.ts';
import type { Logger } from '../runtime/log.ts';
import { metrics } from '../runtime/metrics.ts';
import type { AnswerWriter, WrittenAnswer } from './answer.ts';
import type { JobDefinition, JobResult, ResultOf, Work } from './define.ts';
import type { ReplyJob } from './job.ts';
import type { WorkQueue } from './queue.ts';
import type { Quota } from './quota.ts';
import { SolverThreads } from './solver-threads.ts';
import type { WorkStore } from './store.ts';

/** How long an answer may take to be written if the first response is to have it. */
const writeMilliseconds = 700;
/** What a search in a bot may store, in MiB. */
const mostStoredMb = 64;
/** Two, between which the machine shares its time: a search of 2 ms need not wait for one that takes its whole slice. */
const quickThreads = 2;

/** The threads of a bot, for `doSoon`; undefined if its settings leave all questions to workers. */
export const threadsOfBot = (config: Config, threadFile: URL): SolverThreads | undefined => {
  const { botTableCacheMb: tableCacheMb } = config;
  if (tableCacheMb === 0) return undefined;
  const solveMemoryMb = Math.min(config.solveMemoryMb, mostStoredMb);
  const secret = () => Promise.reject(new Error('no bot draws challenges'));
  return new SolverThreads(
    { ...config, tableCacheMb, solverThreads: 1, solveMemoryMb },
    { threadFile, secret, quickThreads },
  );
};

const isLookup = ({ job, request }: Work): boolean => job.isLookup?.(request) === true;

interface AnswersAtOnceDeps {
  readonly config: Config;
  readonly store: WorkStore;
  readonly quota: Quota;
  readonly queue: WorkQueue;
  /** Undefined where workers do all work. */
  readonly threads: Pick<SolverThreads, 'doSoon'> | undefined;
  readonly writer: Pick<AnswerWriter, 'write' | 'writeAll'>;
  readonly log: Logger;
}

export class AnswersAtOnce {
  private readonly deps: AnswersAtOnceDeps;

  constructor(deps: AnswersAtOnceDeps) {
    this.deps = deps;
  }

  /**
   * Answers a request by the first response to its interaction, if its result is known or found in a moment. Such an answer
   * needs no job, and one request to Discord less.
   * @param told by tables, before the running challenges were looked at: it spoils none
   * @param finding the same, a stored result, or what a search finds in a moment
   * @returns whether it was answered
   */
  async answer(
    interaction: Repliable,
    asked: ReplyJob,
    told: JobResult | undefined,
    finding: Promise<JobResult | undefined>,
  ): Promise<boolean> {
    const { threads, writer } = this.deps;
    const { id, guild, work, update: isUpdate, private: isPrivate } = asked;
    if (!threads) return false;
    const result = await finding;
    const writing = result && (told ? writer.writeAll(asked, result) : writer.write(asked, result, 0));
    const written = writing && (await this.inTime(asked, writing));
    if (!written) return false;
    const { message, isForAsker } = written;
    try {
      if (isUpdate && !isForAsker && interaction.isMessageComponent()) await update(interaction, message);
      else await reply(interaction, message, isPrivate || isForAsker);
    } catch (error) {
      // Another bot may have promised an answer, or Discord's confirmation was lost: the queue answers.
      if (isAcknowledged(error)) return false;
      throw error;
    }
    metrics.answers.inc({ way: 'at-once' });
    metrics.answer.observe({ kind: work.job.kind }, (Date.now() - interaction.createdTimestamp) / 1000);
    this.finish(asked, written).catch((error) => {
      // Another bot finds it in the outbox, and gives the same answer again.
      this.deps.log.warn({ err: error, interaction: id, guild }, 'an answer is not noted');
    });
    return true;
  }

  /** A result that needs no search: tables tell it, or it is stored. */
  async known<Definition extends JobDefinition>(work: Work<Definition>): Promise<ResultOf<Definition> | undefined> {
    return ((await this.told(work)) as ResultOf<Definition> | undefined) ?? this.deps.store.result(work);
  }

  /** What tables at hand tell. */
  async told(work: Work): Promise<JobResult | undefined> {
    return isLookup(work) ? this.deps.threads?.doSoon(work, this.deps.log) : undefined;
  }

  /** A result that is known, or takes no longer than a moment. */
  async soon<Definition extends JobDefinition>(work: Work<Definition>): Promise<ResultOf<Definition> | undefined> {
    return (await this.known(work)) ?? ((await this.find(work)) as ResultOf<Definition> | undefined);
  }

  /** A result that takes no longer than a moment. Never rejects. */
  async find(work: Work): Promise<JobResult | undefined> {
    const { threads, store, config, log } = this.deps;
    const found = isLookup(work) ? undefined : await threads?.doSoon(work, log);
    if (found) {
      const logError = (error: unknown) => log.warn({ err: error }, 'a result is not stored for others');
      store.keepResult(work, found, config).catch(logError);
    }
    return found;
  }

  /** An answer that is being written; undefined if that fails or takes long, as a picture may: the queue does it then. */
  private async inTime({ id, guild }: ReplyJob, writing: Promise<WrittenAnswer>): Promise<WrittenAnswer | undefined> {
    try {
      return await within(writeMilliseconds, writing);
    } catch (error) {
      this.deps.log.warn({ err: error, interaction: id, guild }, 'an answer is left to the queue');
      return undefined;
    }
  }

  private async finish({ id, user }: ReplyJob, { delivered }: WrittenAnswer): Promise<void> {
    const { quota, queue } = this.deps;
    const [open] = await Promise.all([quota.answered(id, user), delivered()]);
    await queue.moveUp(open);
  }
}
