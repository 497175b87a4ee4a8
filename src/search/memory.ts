/**
 * The shared memory that a thread allocates for itself. V8 counts none of it, so it doesn't collect garbage on its
 * account: the thread's owner has to.
 */
let reserved = 0;
let sinceCollection = 0;
const freed = new FinalizationRegistry<number>((bytes) => {
  reserved -= bytes;
});

const counted = <Memory extends object>(memory: Memory, bytes: number): Memory => {
  reserved += bytes;
  sinceCollection += bytes;
  freed.register(memory, bytes);
  return memory;
};

export const sharedMemory = (bytes: number): SharedArrayBuffer => counted(new SharedArrayBuffer(bytes), bytes);

export const sharedPages = (pages: number, maximum: number): WebAssembly.Memory =>
  counted(new WebAssembly.Memory({ initial: pages, maximum, shared: true }), pages * 65_536);

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
