/** Work that a bot needs before it knows what to ask for. It waits for the result, and nobody else does. */
import { poll } from '../runtime/repeat.ts';
import { type JobDefinition, keyOf, type ResultOf, type Work } from './define.ts';
import type { WorkQueue } from './queue.ts';
import type { WorkStore } from './store.ts';

/** After that, whoever asked tries again later, as no worker may be there. */
const longestWait = 60_000;

/** @param id of the interaction that needs it @throws if no worker does it */
export const resultOf = async <Definition extends JobDefinition>(
  work: Work<Definition>,
  id: string,
  { queue, store }: { readonly queue: WorkQueue; readonly store: WorkStore },
): Promise<ResultOf<Definition>> => {
  const name = `${id}-${work.job.kind}`;
  await queue.addWork(name, id, work, 1);
  const hasEnded = async () => ((await queue.isAsked(name)) ? undefined : true);
  if (!(await poll(hasEnded, longestWait))) throw new Error(`no worker does: ${keyOf(work)}`);
  // A result is stored before its job ends.
  const result = await store.result(work);
  if (!result) throw new Error(`no result: ${keyOf(work)}`);
  return result;
};
