import type { JobDefinition } from '../../../src/queue/define.ts';
import { wholeOf as usual } from '../../../src/queue/whole.ts';
import { disturbedSlice } from './slice.ts';

export * from '../../../src/queue/whole.ts';
export const wholeOf = (job: JobDefinition): ReturnType<typeof usual> => {
  const parts = usual(job);
  return { ...parts, slice: disturbedSlice(parts.slice, true) };
};
