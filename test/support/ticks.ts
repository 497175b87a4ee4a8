import { vi } from 'vitest';

/** Runs a task by a clock that advances by a millisecond each time it is read, so that no result depends on the machine. */
export const byTicks = <Result>(task: () => Result): Result => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now++);
  try {
    return task();
  } finally {
    clock.mockRestore();
  }
};
