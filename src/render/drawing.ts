import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';
import type { Card } from './card.ts';
import type { Chart } from './chart.ts';
import type { AnimationTask, PictureTask, Task } from './task.ts';

/**
 * Files that were drawn lately, together of at most so many bytes. `forceFetch` makes a file that is missing by its
 * `context`, once for all who wait for it.
 */
export const pictureCache = (maxSize: number) =>
  new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_key, _stale, { context: make }) => make(),
    // A file is given to those who wait even if others have driven it out.
    ignoreFetchAbort: true,
  });

/**
 * Draws on a thread of its own, so that the gateway's event loop stays free. The thread starts with the first picture.
 * What was drawn lately is given again: the same file, not to be written to.
 */
export class Drawing {
  private readonly pool = new Piscina({
    filename: new URL('./thread.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
  });
  private readonly cache: ReturnType<typeof pictureCache>;

  constructor(cacheBytes = 32 * 2 ** 20) {
    this.cache = pictureCache(cacheBytes);
  }

  /** A result as PNG. */
  card(card: Card): Promise<Buffer> {
    return this.draw({ kind: 'card', card });
  }

  /** A chart as PNG. */
  chart(chart: Chart): Promise<Buffer> {
    return this.draw({ kind: 'chart', chart });
  }

  /** A position as PNG. Rejects with a RangeError where the parts of the task don't go together. */
  picture({ puzzle, position, goal, move, theme, scale }: PictureTask): Promise<Buffer> {
    return this.draw({ kind: 'picture', puzzle, position, goal, move, theme, scale });
  }

  /** A solution as GIF. Rejects with a RangeError where the parts of the task don't go together. */
  animation({ puzzle, position, moves, goal, theme }: AnimationTask): Promise<Buffer> {
    return this.draw({ kind: 'animation', puzzle, position, moves, goal, theme });
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }

  /** Tasks are put together field by field above, so that equal ones have equal keys. */
  private draw(task: Task): Promise<Buffer> {
    const context = async (): Promise<Buffer> => {
      const bytes: Uint8Array = await this.pool.run(task);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    };
    return this.cache.forceFetch(JSON.stringify(task), { context });
  }
}
