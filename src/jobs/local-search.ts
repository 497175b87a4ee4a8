/** A search in parts by the threads of this process alone, as workers do it together. */
import type { Logger } from '../runtime/log.ts';
import { type GaveUpReason, SearchControl } from '../search/budget.ts';
import { endOf, finishImprovement, isOpen, type SearchRecord } from '../search/search-record.ts';
import { afterSlice, planOf } from '../search/slices.ts';
import type { JobDefinition, ResultOf, Work } from './define.ts';
import type { SolverThreads } from './solver-threads.ts';

export class LocalSearch<Definition extends JobDefinition> {
  private readonly work: Work<Definition>;
  private readonly threads: SolverThreads;
  private readonly log: Logger;
  /** The parts that threads have, and the improvement that one tries. */
  private readonly taken = new Map<string | number, Promise<void>>();
  private readonly control = new SearchControl();
  record: SearchRecord;

  /** @param record of work that is done in parts: `begin` makes it */
  constructor(work: Work<Definition>, record: SearchRecord, threads: SolverThreads, log: Logger) {
    this.work = work;
    this.record = record;
    this.threads = threads;
    this.log = log;
  }

  async run(): Promise<ResultOf<Definition>> {
    let end = endOf(this.record, this.threads.limits);
    for (; isOpen(this.record) && !end; end = endOf(this.record, this.threads.limits)) {
      const waiting = this.record.parts.filter((part) => !this.taken.has(part));
      for (const part of waiting.slice(0, this.threads.counts.parts - this.slices)) this.take(part, this.slice(part));
      await Promise.race(this.taken.values());
    }
    this.control.cancel();
    await Promise.all(this.taken.values());
    const { job, request } = this.work;
    return job.parts!.result(request, this.record, end as GaveUpReason | undefined) as ResultOf<Definition>;
  }

  /** How many threads search. */
  private get slices(): number {
    return [...this.taken.keys()].filter((name) => typeof name === 'string').length;
  }

  private take(name: string | number, doing: Promise<void>): void {
    this.taken.set(
      name,
      doing.finally(() => this.taken.delete(name)),
    );
  }

  private async slice(part: string): Promise<void> {
    const { threads, work, log } = this;
    const count = threads.counts.parts;
    const slice = await threads.slice(work, planOf(this.record, part, count), log);
    if (typeof slice === 'string') this.record = { ...this.record, ended: slice };
    else {
      this.record = afterSlice(this.record, slice, count);
      const { due } = slice;
      if (due !== undefined && due === this.record.improved && !this.taken.has(due)) this.take(due, this.improve(due));
    }
  }

  private async improve(index: number): Promise<void> {
    const heartbeat = (): void => {
      if (!isOpen(this.record)) this.control.cancel();
    };
    const found = await this.threads.improve(this.work, this.record, this.control, this.log, heartbeat);
    const improved = typeof found === 'object' ? found : { index, nodes: 0, solutions: [] };
    this.record = finishImprovement(this.record, improved);
  }
}
