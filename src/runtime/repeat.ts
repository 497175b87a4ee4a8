import { setTimeout as sleep } from 'node:timers/promises';

/** Runs a task again and again, with a pause after each run. Unlike timers, runs don't pile up while Redis is away. */
export async function repeat(task: () => Promise<void>, milliseconds: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await task();
    await sleep(milliseconds, undefined, { signal }).catch(() => {});
  }
}
