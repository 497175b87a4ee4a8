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

export const sharedPages = (pages: number, maximum: number): WebAssembly.Memory =>
  counted(new WebAssembly.Memory({ initial: pages, maximum, shared: true }), pages * 65_536);

/** Pages of which most will never be written: they count as nothing until `countAtLeast`. */
export const untouchedPages = (pages: number, maximum: number): WebAssembly.Memory =>
  counted(new WebAssembly.Memory({ initial: pages, maximum, shared: true }), 0);

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
