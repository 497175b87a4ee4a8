/** Files that were drawn lately, least recently asked for dropped first. Whoever gets one must not write to it. */
export class PictureCache {
  private readonly limit: number;
  private total = 0;
  /** In the order of the last request. */
  private readonly files = new Map<string, Buffer>();
  private readonly underWay = new Map<string, Promise<Buffer>>();

  /** @param limit in bytes, of all files together */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** Bytes of all files kept. */
  get bytes(): number {
    return this.total;
  }

  /** The file, made by `make` unless it is there or being made. One whose making fails is made anew the next time. */
  async get(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const file = this.files.get(key);
    if (file) {
      this.files.delete(key);
      this.files.set(key, file);
      return file;
    }
    const running = this.underWay.get(key);
    if (running) return running;
    const started = make();
    this.underWay.set(key, started);
    try {
      const made = await started;
      this.keep(key, made);
      return made;
    } finally {
      this.underWay.delete(key);
    }
  }

  private keep(key: string, file: Buffer): void {
    // One that alone is too large would only drive out all others.
    if (file.length > this.limit) return;
    this.files.set(key, file);
    this.total += file.length;
    for (const [oldest, { length }] of this.files) {
      if (this.total <= this.limit) return;
      this.files.delete(oldest);
      this.total -= length;
    }
  }
}
