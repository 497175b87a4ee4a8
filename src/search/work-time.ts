/** A step between two looks at the clock that is longer than this is none of the thread's, in milliseconds. */
const longestStep = 3000;

let last = performance.now();
let held = 0;

/**
 * The clock of this thread's work, in milliseconds. It stands still while the process is held: by SIGSTOP, a debugger, or a
 * machine that sleeps. Whoever measures by it looks at it every few hundred milliseconds at least.
 */
export const workTime = (): number => {
  const now = performance.now();
  held += Math.max(0, now - last - longestStep);
  last = now;
  return now - held;
};
