import { Piscina } from 'piscina';
import { threadOptions } from '../runtime/threads.ts';
import type { Task } from './task.ts';

/** Pictures at once, and animations: these give way after each move, so that no picture waits for their ends. */
export const drawingsAtOnce = 4;

/** Draws on a thread of its own, as its memory is freed in another way than that of searches. */
export class DrawingThread {
  private readonly pool = new Piscina({
    filename: new URL('./task.js', import.meta.url).href,
    name: 'draw',
    execArgv: threadOptions,
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: 2 * drawingsAtOnce,
    idleTimeout: 60_000,
    // A thread that waits by `Atomics.wait` never gets back to its event loop, where the memory of canvases is freed.
    atomics: 'disabled',
  });

  /** Rejects with a RangeError if the parts of the task don't match. */
  async draw(task: Task): Promise<Buffer> {
    const bytes: Uint8Array = await this.pool.run(task);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }
}
