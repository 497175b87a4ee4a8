/** What a test asks of the programs that it disturbs, as JSON in the environment variable DISTURBANCE. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { waits } from '../../../src/runtime/waits.ts';

export interface Disturbance {
  readonly waits?: { readonly [Name in keyof typeof waits]?: number | Readonly<Record<string, number>> };
  /**
   * What waits, without work for the processor, while there is the file `hold`. `searches` are those with `iddfs`, in parts, and
   * with `regions`, which have none; for others, the slice in the quick lane is long enough on a slow machine. `parts` are those
   * of all searches.
   */
  readonly held?: 'searches' | 'parts';
  /** Searches with some methods throw, hang, fill their memory or end their thread; or those of the 8 puzzle end their process. */
  readonly failing?: 'threads' | 'processes';
  /** Its process ends before it says that to Redis, or waits for the acknowledgement. */
  readonly endsAt?: 'add' | 'entered' | 'acknowledgement';
  /** It never takes an answer to deliver, or never gets on after it has delivered one. */
  readonly stopsAt?: 'answers' | 'delivery';
  /** Milliseconds that each drawing takes longer. */
  readonly drawingDelay?: number;
  /** It is the version after this one, or one that reads heartbeats as 0.2.0 did. */
  readonly version?: 'next' | '0.2.0';
}

export const disturbance: Disturbance = JSON.parse(process.env.DISTURBANCE ?? '{}');

/** Files in the data folder by which a test directs the programs while they run. */
export const orders = ['hold', 'hold-moves', 'end-bot', 'once', 'once-in-a-part'] as const;
export type Order = (typeof orders)[number];
export const orderFile = (order: Order): string => join(process.env.DATA_DIRECTORY!, order);
export const isOrdered = (order: Order): boolean => existsSync(orderFile(order));
