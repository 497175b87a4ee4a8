import { setTimeout as sleep } from 'node:timers/promises';

/** Runs a task again and again, with a pause after each run. Unlike timers, runs don't pile up while Redis is away. */
export async function repeat(task: () => Promise<void>, milliseconds: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await task();
    await sleep(milliseconds, undefined, { signal }).catch(() => {});
  }
}

/** Milliseconds between two looks at Redis: what a table answers is there in a few, a picture in 20 to 50, others in seconds. */
const pauses = { first: 4, most: 250 };

/** Looks until there is something. @returns undefined if nothing comes within `milliseconds` */
export async function poll<T>(look: () => Promise<T | undefined>, milliseconds: number): Promise<T | undefined> {
  const end = performance.now() + milliseconds;
  for (let pause = pauses.first; performance.now() < end; pause = Math.min(2 * pause, pauses.most)) {
    await sleep(pause);
    const found = await look();
    if (found !== undefined) return found;
  }
  return undefined;
}
