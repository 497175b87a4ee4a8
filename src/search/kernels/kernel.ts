/** Loading kernels: WebAssembly compiled from `assembly/`, on a memory that all threads of a process can share. */
import { readFileSync } from 'node:fs';

const pageBytes = 65_536;
/** Enough for a cache line, and for every vector that a kernel loads. */
const alignment = 64;

const modules = new Map<string, WebAssembly.Module>();
/**
 * The memory of the previous search. A memory is collected only after a turn of the event loop, so the searches of one
 * turn share it.
 */
let scratch: WeakRef<WebAssembly.Memory> | undefined;

const abort = (): never => {
  throw new Error('a kernel ran into its own limits');
};

/**
 * Lay arrays out one after another in the memory of a kernel, behind the first page, which is the compiler's.
 * @param sizes bytes of each array
 * @returns the address of each array, a multiple of 64, and the bytes of the whole memory
 */
export const layOut = <Name extends string>(sizes: Readonly<Record<Name, number>>) => {
  const at = {} as Record<Name, number>;
  let bytes = pageBytes;
  for (const name in sizes) {
    at[name] = bytes;
    bytes += Math.ceil(sizes[name] / alignment) * alignment;
  }
  return { at, bytes };
};

/** A memory of at least this many bytes; its buffer is a SharedArrayBuffer, and it can be sent to other threads. */
export const kernelMemory = (bytes: number): WebAssembly.Memory => {
  const pages = Math.ceil(bytes / pageBytes);
  // The maximum is reserved, not used; it has to be at most what the kernels were compiled with.
  return new WebAssembly.Memory({ initial: pages, maximum: Math.max(pages, 65_536), shared: true });
};

/** A memory of at least this many bytes for one search, which must end before the next call. It is not cleared. */
export const scratchMemory = (bytes: number): WebAssembly.Memory => {
  const last = scratch?.deref();
  if (last && last.buffer.byteLength >= bytes) return last;
  const memory = kernelMemory(bytes);
  scratch = new WeakRef(memory);
  return memory;
};

/**
 * An instance of the kernel `assembly/<name>.ts`, working on this memory.
 * @throws Error when the kernels were not built (`npm run build`)
 */
export const loadKernel = <Exports>(name: string, memory: WebAssembly.Memory): Exports => {
  let module = modules.get(name);
  if (!module) {
    // One folder below the package, `src` and `dist` alike.
    module = new WebAssembly.Module(readFileSync(new URL(`../../../wasm/${name}.wasm`, import.meta.url)));
    modules.set(name, module);
  }
  return new WebAssembly.Instance(module, { env: { memory, abort } }).exports as Exports;
};
