import { Piscina } from 'piscina';
import type { Chart } from './chart.ts';

/** Draws on a thread of its own, so that the gateway's event loop stays free. The thread starts with the first picture. */
export class Drawing {
  private readonly pool = new Piscina({
    filename: new URL('./thread.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
  });

  /** A chart as PNG. */
  async chart(chart: Chart): Promise<Buffer> {
    const bytes: Uint8Array = await this.pool.run(chart);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }
}
