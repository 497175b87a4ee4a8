/** How long a process was busy without a pause: nothing else happens in it meanwhile. */
import { performance } from 'node:perf_hooks';

/**
 * Begins to watch the event loop. Waiting for events does not count, so this is the time of one turn's callbacks.
 * @returns a function for the longest turn since it was called last, in seconds
 */
export const watchEventLoop = (): (() => number) => {
  let longest = 0;
  let last = performance.eventLoopUtilization();
  const turn = (): void => {
    const now = performance.eventLoopUtilization();
    longest = Math.max(longest, now.active - last.active);
    last = now;
    // Without a reference, it runs once in each turn, and the loop still waits for events.
    setImmediate(turn).unref();
  };
  turn();
  return () => {
    const found = longest / 1000;
    longest = 0;
    return found;
  };
};
