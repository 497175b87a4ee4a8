/** Modules that are loaded again, as in a new process. */
import { register } from 'prom-client';
import { vi } from 'vitest';

/** Forgets all modules. Those that are loaded again, here or in later suites of this thread, register their metrics again. */
export const forgetModules = (): void => {
  vi.resetModules();
  register.clear();
};
