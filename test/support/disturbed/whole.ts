import type { JobDefinition } from '../../../src/jobs/define.ts';
import { wholeOf as usual } from '../../../src/jobs/whole.ts';
import { disturbedSlice } from './slice.ts';

export * from '../../../src/jobs/whole.ts';
export const wholeOf = (job: JobDefinition): ReturnType<typeof usual> => {
  const parts = usual(job);
  return { ...parts, slice: disturbedSlice(parts.slice, true) };
};
