import { createRequire } from 'node:module';

/** The version of the package. Both `src` and `dist` are one folder below its package.json. */
export const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

/** Of the jobs in the queues. Bump it when a change would make an older process misread a job. */
export const jobVersion = 7;
