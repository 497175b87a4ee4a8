import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';
import { threadOptions } from '../runtime/threads.ts';
import type { Card } from './card.ts';
import type { Chart } from './chart.ts';
import type { AnimationTask, PictureTask, Task } from './task.ts';

/** A cache of recent drawings with a limit in bytes. `forceFetch` draws a missing one once for all callers. */
export const pictureCache = (maxSize: number) =>
  new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_key, _stale, { context: make }) => make(),
    // Callers get their drawing even if the cache evicts it meanwhile.
    ignoreFetchAbort: true,
  });

/** Animations that are drawn at once. The other places of the thread are for pictures, which so never wait for one. */
const mostAnimations = 4;
const places = 2 * mostAnimations;

/** Lets a few animations in at once, and of those that wait the shortest first. */
class Animations {
  private free = mostAnimations;
  private readonly waiting: { readonly moves: number; enter(): void }[] = [];

  async during<Result>(moves: number, draw: () => Promise<Result>): Promise<Result> {
    if (this.free === 0) await new Promise<void>((enter) => this.waiting.push({ moves, enter }));
    else this.free--;
    try {
      return await draw();
    } finally {
      const next = this.waiting.sort((a, b) => a.moves - b.moves).shift();
      if (next) next.enter();
      else this.free++;
    }
  }
}

/** Draws on a thread, so that the gateway's event loop stays free. Callers share results and must not write to them. */
export class Drawing {
  private readonly pool = new Piscina({
    filename: new URL('./task.js', import.meta.url).href,
    name: 'draw',
    execArgv: threadOptions,
    minThreads: 0,
    maxThreads: 1,
    // Animations give way after each move, so that a picture need not wait for their ends.
    concurrentTasksPerWorker: places,
    idleTimeout: 60_000,
    // A thread that waits by `Atomics.wait` never gets back to its event loop, where the memory of canvases is freed.
    atomics: 'disabled',
  });
  private readonly cache: ReturnType<typeof pictureCache>;
  private readonly animations = new Animations();

  constructor(cacheBytes = 32 * 2 ** 20) {
    this.cache = pictureCache(cacheBytes);
  }

  card = (card: Card): Promise<Buffer> => this.draw({ kind: 'card', card });
  chart = (chart: Chart): Promise<Buffer> => this.draw({ kind: 'chart', chart });

  /** Rejects with a RangeError if the parts of the task don't match. */
  picture({ puzzle, position, goal, moves, theme, scale }: PictureTask): Promise<Buffer> {
    return this.draw({ kind: 'picture', puzzle, position, goal, moves, theme, scale });
  }

  /** Rejects with a RangeError if the parts of the task don't match. */
  animation({ puzzle, position, moves, goal, theme, speed }: AnimationTask): Promise<Buffer> {
    return this.draw({ kind: 'animation', puzzle, position, moves, goal, theme, speed });
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }

  /** Equal tasks have equal keys, as the methods above list their fields in a fixed order. */
  private draw(task: Task): Promise<Buffer> {
    const draw = async (): Promise<Buffer> => {
      const bytes: Uint8Array = await this.pool.run(task);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    };
    const context = task.kind === 'animation' ? () => this.animations.during(task.moves.length, draw) : draw;
    return this.cache.forceFetch(JSON.stringify(task), { context });
  }
}
