/** Changes to the build that the tests of faults run, so that nothing waits long, and searches wait for the test. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Changes } from './bundle.ts';
import type { TestSystem } from './test-system.ts';

/** `npm run test:faults` runs each trouble alone, for longer, and with the waits of the real build. */
export const isLong = process.env.FAULTS === 'long';

/**
 * Searches with `iddfs`, in parts, and with `regions`, which have none, wait without work for the processor, while
 * `holdSearches` says so. For others, the slice in the quick lane is long enough on a slow machine.
 */
export const heldSearches: Changes = {
  'jobs/thread.js': {
    'const slice = (': `const isHeld = ({ method }) =>
      (method === 'iddfs' || method === 'regions') && process.getBuiltinModule('node:fs').existsSync(process.env.DATA_DIRECTORY + '/hold');
    const wait = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    const slice = (`,
    'return parts.slice(': `if (plan.isTrial) {
      context.limits.milliseconds = isHeld(request) ? 0 : 10_000;
    } else if (plan.part === whole) {
      const report = control.report.bind(control);
      control.report = (progress) => {
        report(progress);
        while (isHeld(request) && !control.isCancelled) wait();
      };
    } else {
      const end = performance.now() + plan.milliseconds;
      while (isHeld(request) && performance.now() < end) wait();
      if (isHeld(request)) return { part: plan.part, nodes: 1, milliseconds: 0, left: [plan.part] };
    }
    return parts.slice(`,
  },
};

/** Parts of all searches wait, without work for the processor, while `holdSearches` says so. */
export const heldParts: Changes = {
  'jobs/thread.js': {
    'return parts.slice(': `const { existsSync, readFileSync } = process.getBuiltinModule('node:fs');
    const held = process.env.DATA_DIRECTORY + '/hold';
    if (existsSync(held) && plan.part.includes(':')) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      return { part: plan.part, nodes: 1, milliseconds: Number(readFileSync(held)), left: [plan.part] };
    }
    return parts.slice(`,
  },
};

type Order = 'hold' | 'hold-moves';
const orderOf = (system: TestSystem, order: Order): string => join(system.folder, order);
/** @param milliseconds that each slice of `heldParts` counts */
export const holdSearches = (system: TestSystem, milliseconds = 0): Promise<void> =>
  writeFile(orderOf(system, 'hold'), String(milliseconds));
export const releaseSearches = (system: TestSystem): Promise<void> => rm(orderOf(system, 'hold'), { force: true });
export const holdMoves = (system: TestSystem): Promise<void> => writeFile(orderOf(system, 'hold-moves'), '');
export const releaseMoves = (system: TestSystem): Promise<void> => rm(orderOf(system, 'hold-moves'), { force: true });

/** Long searches that can be held. Their solutions have 20 moves. */
export const searches = [
  '2B3067A41598',
  '127B094365A8',
  '51682A3497B0',
  'A1347598206B',
  '1A2658B39047',
  '35741B6A9280',
  '20A615349B87',
  '502817439A6B',
].map((position) => ({ subcommand: 'eleven', options: { position, method: 'iddfs' } }));

/** What waits for time to pass waits for a part of it. Locks and tokens still outlive what they must outlive. */
export const shortWaits: Changes = isLong
  ? {}
  : {
      'jobs/queue.js': { '300 * 2 **': '100 * 2 **' },
      'jobs/bullmq.js': {
        'lockDuration: 4000, stalledInterval: 1000': `lockDuration: 2000, stalledInterval: 250, drainDelay: 1, runRetryDelay: 1000`,
        'delayPollMilliseconds = 3000': 'delayPollMilliseconds = 500',
      },
      // As many attempts as the shorter delays need, so that a killed Redis is back.
      'jobs/answer.js': { 'renderedWithin = 4': 'renderedWithin = 6' },
      'jobs/store.js': {
        'report: 20_000, reporter: 7000': 'report: 5000, reporter: 3000',
      },
      'jobs/quota.js': { 'enteringMilliseconds = 10_000': 'enteringMilliseconds = 4000' },
      'jobs/pending-replies.js': {
        'firstReportMilliseconds = 1500': 'firstReportMilliseconds = 500',
        'reportMilliseconds = 3000': 'reportMilliseconds = 500',
      },
      'jobs/worker.js': { 'graceMilliseconds = 1000': 'graceMilliseconds = 500' },
      'jobs/solver-threads.js': {
        'pollMilliseconds = 500': 'pollMilliseconds = 200',
        'overdueMilliseconds = 5000': 'overdueMilliseconds = 500',
      },
      // A worker that comes after another reads the databases that this one has built.
      'search/sliding/database-need.js': { '.count <= mostBuilt': '.count <= 1' },
      'runtime/redis.js': {
        'socketTimeout: 15_000': 'socketTimeout: 4000',
        'commandTimeout: 8000': 'commandTimeout: 4000',
        'socketTimeout: 8000': 'socketTimeout: 4000',
        // BullMQ blocks its own connections for up to 10 s.
        'new PrimaryConnection({ ...this.options,': 'new PrimaryConnection({ ...this.options, socketTimeout: 15_000,',
      },
    };

/** Requests are acknowledged at once, so that all answers are edits. */
export const promptly: Changes = { 'jobs/request.js': { 'holdMilliseconds = 700': 'holdMilliseconds = 0' } };

/** A worker that has passed a search on to the long lane waits before it ends its job of the quick one, on `holdMoves`. */
export const heldMoves: Changes = {
  'jobs/worker.js': {
    ...shortWaits['jobs/worker.js'],
    'await this.queue.goOn(job);': `{
      await this.queue.goOn(job);
      const { existsSync } = process.getBuiltinModule('node:fs');
      while (existsSync(this.deps.config.dataDirectory + '/hold-moves')) await new Promise((end) => setTimeout(end, 20));
    }`,
  },
};
