/** Work in parts by the threads of this process alone, as workers do it together. */
import type { Logger } from '../runtime/log.ts';
import { type GaveUpReason, SearchControl } from '../search/budget.ts';
import { endOf, isOpen, threadsForParts, type WorkRecord } from '../search/work-record.ts';
import type { JobDefinition, Parts, ResultOf, Work } from './define.ts';
import type { SolverThreads } from './solver-threads.ts';

interface LocalOptions<Record> {
  /** Ends it with what is known, and is cancelled at the end. */
  readonly control?: SearchControl;
  /** Gets the record after each slice. */
  readonly note?: (record: Record) => void;
}

/** @param begun the record of work that is done in parts: `begin` makes it */
export const searchHere = async <Definition extends JobDefinition, Record extends WorkRecord>(
  work: Work<Definition>,
  begun: Record,
  threads: SolverThreads,
  log: Logger,
  { control = new SearchControl(), note = () => {} }: LocalOptions<Record> = {},
): Promise<ResultOf<Definition>> => {
  const parts = work.job.parts as Parts<unknown, ResultOf<Definition>>;
  const fleet = { threads: threads.counts.parts, limits: threads.limits };
  let record = begun;
  /** The parts that threads have. */
  const taken = { parts: new Map<string, Promise<void>>(), long: new Map<string, Promise<void>>() };
  const slices = () => [...taken.parts.values(), ...taken.long.values()];

  const slice = async (pool: 'parts' | 'long', part: string): Promise<void> => {
    const plan = parts.plan(work.request, record, part, fleet);
    const own = new SearchControl();
    const heartbeat = (): void => {
      if (control.isCancelled || !isOpen(record)) own.cancel();
    };
    const found = await threads.slice({ work, plan, pool, control: own, log, heartbeat });
    if (typeof found === 'string' && pool === 'parts') record = { ...record, ended: found };
    else if (found) {
      const done = typeof found === 'string' ? { part, milliseconds: 0 } : found;
      record = parts.merge(work.request, record, done, fleet) as Record;
    }
    note(record);
  };

  const take = (pool: 'parts' | 'long', all: readonly string[]): void => {
    const own = taken[pool];
    const waiting = all.filter((part) => !own.has(part));
    const most = pool === 'long' ? threads.counts.long : threadsForParts(record, threads.counts.parts);
    for (const part of waiting.slice(0, Math.max(0, most - own.size))) {
      const taking = slice(pool, part).finally(() => own.delete(part));
      own.set(part, taking);
    }
  };

  const end = (): GaveUpReason | undefined => {
    if (control.isCancelled && isOpen(record)) return 'cancelled';
    return endOf(record, fleet.limits, parts.nodes?.(record)) as GaveUpReason | undefined;
  };
  while (isOpen(record) && !end()) {
    take('parts', record.parts);
    take('long', record.wholes);
    await Promise.race(slices());
  }
  const reason = end();
  control.cancel();
  await Promise.all(slices());
  return parts.result(work.request, record, reason);
};
