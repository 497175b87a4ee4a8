import { kernelMemory } from '../kernels/kernel.ts';

/**
 * The memory of the search before. It is used again while it is there, since a memory is collected only after a turn of
 * the event loop and many searches in one turn would need many; in between, nothing keeps it.
 */
let last: WeakRef<WebAssembly.Memory> | undefined;

/** A memory of at least this many bytes for one search of a kernel, which must be over before the next one asks. Not cleared. */
export const kernelScratch = (bytes: number): WebAssembly.Memory => {
  const before = last?.deref();
  if (before && before.buffer.byteLength >= bytes) return before;
  const memory = kernelMemory(bytes);
  last = new WeakRef(memory);
  return memory;
};
