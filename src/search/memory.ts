/**
 * The shared memory that a thread allocates for itself. V8 counts none of it, so it doesn't collect garbage on its
 * account: the thread's owner has to. In bytes: what was not yet freed, and what was allocated since garbage was last collected.
 */
export const threadMemory = { reserved: 0, sinceCollection: 0 };

/** Bytes that each memory is counted with. */
const counts = new WeakMap<object, { bytes: number }>();
const freed = new FinalizationRegistry<{ readonly bytes: number }>(({ bytes }) => {
  threadMemory.reserved -= bytes;
});

/** Count a memory with at least this number of bytes: what was written of one whose pages are taken when they are written. */
export const countAtLeast = (memory: object, bytes: number): void => {
  const count = counts.get(memory)!;
  const more = Math.max(0, bytes - count.bytes);
  count.bytes += more;
  threadMemory.reserved += more;
  threadMemory.sinceCollection += more;
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
