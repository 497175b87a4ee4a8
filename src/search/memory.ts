/**
 * The shared memory that a thread allocates for itself. V8 counts none of it, so it doesn't collect garbage on its
 * account: the thread's owner has to.
 */
let reserved = 0;
let sinceCollection = 0;
/** Bytes that each memory is counted with. */
const counts = new WeakMap<object, { bytes: number }>();
const freed = new FinalizationRegistry<{ readonly bytes: number }>(({ bytes }) => {
  reserved -= bytes;
});

/** Count a memory with at least so many bytes: what was written of one whose pages are taken when they are written. */
export const countAtLeast = (memory: object, bytes: number): void => {
  const count = counts.get(memory)!;
  const more = Math.max(0, bytes - count.bytes);
  count.bytes += more;
  reserved += more;
  sinceCollection += more;
};

const counted = <Memory extends object>(memory: Memory, bytes: number): Memory => {
  const count = { bytes: 0 };
  counts.set(memory, count);
  freed.register(memory, count);
  countAtLeast(memory, bytes);
  return memory;
};

export const sharedMemory = (bytes: number): SharedArrayBuffer => counted(new SharedArrayBuffer(bytes), bytes);

/** @param bytes with which they count: fewer where most will not be written, until `countAtLeast` */
export const sharedPages = (pages: number, maximum: number, bytes: number): WebAssembly.Memory =>
  counted(new WebAssembly.Memory({ initial: pages, maximum, shared: true }), bytes);

/** Bytes that were allocated and not yet freed, and those allocated since `collected` was called last. */
export const threadMemory = {
  get reserved(): number {
    return reserved;
  },
  get sinceCollection(): number {
    return sinceCollection;
  },
  collected(): void {
    sinceCollection = 0;
  },
};
