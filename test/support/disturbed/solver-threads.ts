import { setTimeout as sleep } from 'node:timers/promises';
import { type ThreadWork, SolverThreads as Usual } from '../../../src/queue/solver-threads.ts';
import { disturbance } from './disturbance.ts';

export class SolverThreads extends Usual {
  override async slice(slice: ThreadWork): ReturnType<Usual['slice']> {
    const { method, puzzle } = slice.work.request as { readonly method?: string; readonly puzzle?: string };
    if (disturbance.failing === 'processes' && method === 'iddfs' && puzzle === 'eight') {
      // Until a process of its own has said that it has begun.
      await sleep(50);
      process.abort();
    }
    return super.slice(slice);
  }
}
