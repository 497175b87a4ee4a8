/** Solver threads on all cores, for long searches of the command line. */
import { SolverThreads } from '../queue/solver-threads.ts';
import type { Config } from '../runtime/config.ts';

export const localThreads = (config: Config): SolverThreads =>
  new SolverThreads(config, {
    threadFile: new URL('./thread.js', import.meta.url),
    secret: () => Promise.reject(new Error('a search needs no secret')),
    hasOnePool: true,
  });
