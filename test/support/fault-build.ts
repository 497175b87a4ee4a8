/** Changes to the build that the tests of faults run, so that nothing waits long, and searches wait for the test. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Changes, TestSystem } from './test-system.ts';

/** `npm run test:faults` runs each trouble alone, for longer, and with the waits of the real build. */
export const isLong = process.env.FAULTS === 'long';

/** Searches with `iddfs` wait, without work for the processor, while `holdSearches` says so. */
export const heldSearches: Changes = {
  'jobs/thread.js': {
    'control.begin();': `control.begin();
    if (request.method === 'iddfs') {
      const { existsSync } = process.getBuiltinModule('node:fs');
      const report = control.report.bind(control);
      control.report = (progress) => {
        report(progress);
        while (existsSync(process.env.DATA_DIRECTORY + '/hold') && !control.isCancelled) {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
        }
      };
    }`,
  },
};

const orderOf = (system: TestSystem): string => join(system.folder, 'hold');
export const holdSearches = (system: TestSystem): Promise<void> => writeFile(orderOf(system), '');
export const releaseSearches = (system: TestSystem): Promise<void> => rm(orderOf(system), { force: true });

/** Long searches that can be held. Their solutions have 20 moves. */
export const searches = ['2B3067A41598', '127B094365A8', '51682A3497B0', 'A1347598206B', '1A2658B39047'].map(
  (position) => ({
    subcommand: 'eleven',
    options: { position, method: 'iddfs' },
  }),
);

/** What waits for time to pass waits for a part of it. Locks and tokens still outlive what they must outlive. */
export const shortWaits: Changes = isLong
  ? {}
  : {
      'jobs/queue.js': {
        'lockDuration: 4000, stalledInterval: 1000': `lockDuration: 2000, stalledInterval: 250, drainDelay: 1, runRetryDelay: 1000`,
        "'exponential', delay: 300": "'exponential', delay: 100",
        'delayPollMilliseconds = 3000': 'delayPollMilliseconds = 500',
      },
      // As many attempts as the shorter delays need, so that a killed Redis is back.
      'jobs/reply.js': { 'renderedWithin = 4': 'renderedWithin = 6' },
      'jobs/store.js': {
        'enteringMilliseconds = 10_000': 'enteringMilliseconds = 4000',
        'claim: 3000, editing: 5000': 'claim: 2000, editing: 4000',
      },
      'jobs/pending-replies.js': {
        'firstReportMilliseconds = 1500': 'firstReportMilliseconds = 500',
        'reportMilliseconds = 3000': 'reportMilliseconds = 500',
      },
      'jobs/worker.js': { 'graceMilliseconds = 1000': 'graceMilliseconds = 500' },
      'jobs/solver-threads.js': {
        'pollMilliseconds = 500': 'pollMilliseconds = 200',
        'overdueMilliseconds = 5000': 'overdueMilliseconds = 500',
      },
      'runtime/redis.js': {
        'socketTimeout: 15_000': 'socketTimeout: 4000',
        'commandTimeout: 8000': 'commandTimeout: 4000',
        'socketTimeout: 8000': 'socketTimeout: 4000',
        // BullMQ blocks its own connections for up to 10 s.
        'class Connection extends Redis {': `class Connection extends Redis {
          duplicate(options) {
            return new Redis({ ...this.options, socketTimeout: 15_000, ...options });
          }`,
      },
    };
