import type { JobDefinition } from '../../../src/jobs/define.ts';
import { taskRunner as usual } from '../../../src/jobs/thread.ts';
import { disturbedSlice } from './slice.ts';

export const taskRunner: typeof usual = (jobs) =>
  usual({
    get: (kind): JobDefinition => {
      const { parts, ...job } = jobs.get(kind);
      return parts ? { ...job, parts: { ...parts, slice: disturbedSlice(parts.slice, false) } } : job;
    },
  });
