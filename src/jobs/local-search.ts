/** Work in parts by the threads of this process alone, as workers do it together. */
import type { Logger } from '../runtime/log.ts';
import { type GaveUpReason, SearchControl } from '../search/budget.ts';
import { endOf, type Fleet, isOpen, type WorkRecord } from '../search/work-record.ts';
import type { JobDefinition, Parts, ResultOf, Work } from './define.ts';
import type { SolverThreads } from './solver-threads.ts';

export class LocalSearch<Definition extends JobDefinition, Record extends WorkRecord = WorkRecord> {
  private readonly work: Work<Definition>;
  private readonly parts: Parts<unknown, ResultOf<Definition>>;
  private readonly threads: SolverThreads;
  private readonly fleet: Fleet;
  private readonly log: Logger;
  /** The parts that threads have. */
  private readonly taken = { parts: new Map<string, Promise<void>>(), long: new Map<string, Promise<void>>() };
  private readonly control: SearchControl;
  record: Record;

  /**
   * @param record of work that is done in parts: `begin` makes it
   * @param control ends it with what is known, and is cancelled at the end
   */
  constructor(
    work: Work<Definition>,
    record: Record,
    threads: SolverThreads,
    log: Logger,
    control = new SearchControl(),
  ) {
    this.work = work;
    this.parts = work.job.parts as Parts<unknown, ResultOf<Definition>>;
    this.record = record;
    this.threads = threads;
    this.fleet = { threads: threads.counts.parts, limits: threads.limits };
    this.log = log;
    this.control = control;
  }

  private get end(): GaveUpReason | undefined {
    if (this.control.isCancelled && isOpen(this.record)) return 'cancelled';
    return endOf(this.record, this.fleet.limits, this.parts.nodes?.(this.record)) as GaveUpReason | undefined;
  }

  async run(): Promise<ResultOf<Definition>> {
    const { parts, long } = this.taken;
    while (isOpen(this.record) && !this.end) {
      this.take('parts', this.record.parts);
      this.take('long', this.record.wholes);
      await Promise.race([...parts.values(), ...long.values()]);
    }
    const { end } = this;
    this.control.cancel();
    await Promise.all([...parts.values(), ...long.values()]);
    return this.parts.result(this.work.request, this.record, end);
  }

  private take(pool: 'parts' | 'long', all: readonly string[]): void {
    const taken = this.taken[pool];
    const waiting = all.filter((part) => !taken.has(part));
    for (const part of waiting.slice(0, this.threads.counts[pool] - taken.size)) {
      taken.set(
        part,
        this.slice(pool, part).finally(() => taken.delete(part)),
      );
    }
  }

  private async slice(pool: 'parts' | 'long', part: string): Promise<void> {
    const { threads, work, parts, fleet, log } = this;
    const plan = parts.plan(work.request, this.record, part, fleet);
    const control = new SearchControl();
    const heartbeat = (): void => {
      if (this.control.isCancelled || !isOpen(this.record)) control.cancel();
    };
    const slice = await threads.slice({ work, plan, pool, control, log, heartbeat });
    if (typeof slice === 'string' && pool === 'parts') this.record = { ...this.record, ended: slice };
    else if (slice) {
      const done = typeof slice === 'string' ? { part, milliseconds: 0 } : slice;
      this.record = parts.merge(work.request, this.record, done, fleet) as Record;
    }
  }
}
