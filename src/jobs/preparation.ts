/** Work whose result is no reply: whoever asks for it waits for it, and nobody else does. */
import { poll } from '../runtime/repeat.ts';
import type { JobDefinition, Lane, ResultOf, Work } from './define.ts';
import type { WorkQueue } from './queue.ts';
import type { WorkStore } from './store.ts';

interface Asker {
  /** Of the interaction that needs the result. */
  readonly id: string;
  /** Which of the asker's open requests it is, from 1. */
  readonly place?: number;
  /** `quick` for what a slice tells of long work. */
  readonly lane?: Lane;
  /** How long to wait. After a minute, whoever asked tries again later, as no worker may be there. */
  readonly milliseconds?: number;
}

/** @returns undefined if there is no result in time, and then the work is cancelled; or if it fails, which the worker logs */
export const resultOf = async <Definition extends JobDefinition>(
  work: Work<Definition>,
  { id, place = 1, lane = work.job.lane(work.request), milliseconds = 60_000 }: Asker,
  { queue, store }: { readonly queue: WorkQueue; readonly store: WorkStore },
): Promise<ResultOf<Definition> | undefined> => {
  const name = `${id}-${work.job.kind}`;
  await queue.addWork(name, id, work, place, lane);
  const look = async () => {
    // A result is stored before its job ends. The name of one may be the hash of a long text: it is made once.
    if (await queue.isAsked(name)) return undefined;
    const result = (await store.result(work)) ?? (lane === 'quick' ? await store.result(work, 'sliced') : undefined);
    return result ?? 'none';
  };
  const found = await poll(look, milliseconds);
  if (!found) await store.cancel(id);
  return found === 'none' ? undefined : found;
};
