import { metrics } from '../runtime/metrics.ts';
import type { WorkQueue } from './queue.ts';
import type { WorkStore } from './store.ts';

/** Set the figures of the queues: how many jobs there are, and how long a new request would wait. */
export const measureQueues = async (queue: WorkQueue, store: WorkStore): Promise<void> => {
  for (const { queue: name, ...states } of await queue.counts()) {
    for (const [state, count] of Object.entries(states)) metrics.queued.set({ queue: name, state }, count);
    if (name === 'reply') continue;
    const wait = states.waiting === 0 ? 0 : await queue.wait(name, states.waiting, await store.pace(name));
    if (wait === undefined) metrics.wait.remove({ queue: name });
    else metrics.wait.set({ queue: name }, wait / 1000);
  }
};
