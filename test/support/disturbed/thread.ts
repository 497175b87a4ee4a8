import type { JobDefinition } from '../../../src/queue/define.ts';
import { taskRunner as usual } from '../../../src/queue/thread.ts';
import { disturbedSlice } from './slice.ts';

export const taskRunner: typeof usual = (jobs) =>
  usual({
    get: (kind): JobDefinition => {
      const { parts, ...job } = jobs.get(kind);
      return parts ? { ...job, parts: { ...parts, slice: disturbedSlice(parts.slice, false) } } : job;
    },
  });
