/** What the tests of faults ask of the programs: that nothing waits long, and that searches wait for the test. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disturbance, Order } from './disturbed/disturbance.ts';
import type { TestSystem } from './test-system.ts';

/** `npm run test:faults` runs each trouble alone, for longer, and with the waits of the real build. */
export const isLong = process.env.FAULTS === 'long';

const orderOf = (system: TestSystem, order: Order): string => join(system.folder, order);
/** @param milliseconds that each slice of held parts counts */
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
export const shortWaits: NonNullable<Disturbance['waits']> = isLong
  ? {}
  : {
      retry: 100,
      worker: { lockDuration: 2000, stalledInterval: 250, drainDelay: 1, runRetryDelay: 1000 },
      delayed: 500,
      firstReport: 500,
      report: 500,
      locks: { report: 5000, reporter: 3000, shared: 3_600_000 },
      entering: 4000,
      grace: 500,
      thread: 200,
      overdue: 500,
      restart: 25,
      worksSocket: 4000,
      asksSocket: 4000,
      command: 4000,
    };

/** Requests are acknowledged at once, so that all answers are edits. */
export const promptly = { acknowledgement: 0 };
