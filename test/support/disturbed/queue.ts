import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from 'bullmq';
import { WorkQueue as Usual } from '../../../src/queue/queue.ts';
import { disturbance, isOrdered } from './disturbance.ts';

export * from '../../../src/queue/queue.ts';

export class WorkQueue extends Usual {
  override async add(...asked: Parameters<Usual['add']>): Promise<void> {
    if (disturbance.endsAt === 'add') process.abort();
    return super.add(...asked);
  }

  /** A worker that has passed a search on to the long lane waits before it ends its job of the quick one, on `hold-moves`. */
  override async goOn(job: Job): Promise<void> {
    await super.goOn(job);
    while (isOrdered('hold-moves')) await sleep(20);
  }
}
