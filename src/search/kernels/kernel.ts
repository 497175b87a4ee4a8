/** Loading kernels: WebAssembly compiled from `assembly/`, on a memory that all threads of a process can share. */
import { readFileSync } from 'node:fs';
import { kept } from '../kept.ts';
import { sharedPages } from '../memory.ts';

const pageBytes = 65_536;
/** Enough for a cache line, and for every vector that a kernel loads. */
const alignment = 64;

/** One folder below the package, `src` and `dist` alike. */
const moduleOf = kept(
  (name: string) => new WebAssembly.Module(readFileSync(new URL(`../../../wasm/${name}.wasm`, import.meta.url))),
);
/** The memory of the previous search. Searches in one turn of the event loop share it, as none is freed before. */
let scratch: WeakRef<WebAssembly.Memory> | undefined;

const abort = (): never => {
  throw new Error('a kernel ran into its own limits');
};

/** A new memory of at least this many bytes, all 0. @param counted bytes that count as this thread's, as in `sharedPages` */
export const kernelMemory = (bytes: number, counted?: number): WebAssembly.Memory => {
  const pages = Math.ceil(bytes / pageBytes);
  // The maximum is reserved, not used; it has to be at most what the kernels were compiled with.
  return sharedPages(pages, Math.max(pages, 65_536), counted ?? pages * pageBytes);
};

/** A memory of at least this many bytes for one search, which must end before the next call. It is not cleared. */
export const scratchMemory = (bytes: number): WebAssembly.Memory => {
  const last = scratch?.deref();
  if (last && last.buffer.byteLength >= bytes) return last;
  const memory = kernelMemory(bytes);
  scratch = new WeakRef(memory);
  return memory;
};

/** Where arrays of these sizes lie, one after another behind the first page; and the end of the last one. */
export const addressesOf = <Name extends string>(sizes: Readonly<Record<Name, number>>) => {
  const at = {} as Record<Name, number>;
  let bytes = pageBytes;
  for (const name in sizes) {
    at[name] = bytes;
    bytes += Math.ceil(sizes[name] / alignment) * alignment;
  }
  return { at, bytes };
};

/** Write an array at an address of a kernel's memory. */
export const write = (memory: WebAssembly.Memory, address: number, array: NodeJS.TypedArray): void => {
  const { buffer, byteOffset, byteLength } = array;
  new Uint8Array(memory.buffer, address).set(new Uint8Array(buffer, byteOffset, byteLength));
};

/**
 * Lay arrays out one after another in a memory, behind the first page, which is the compiler's.
 * @param arrays the content of each array, or the bytes to reserve for it
 * @returns the address of each array, a multiple of 64
 */
export const layOut = <Name extends string>(
  arrays: Readonly<Record<Name, number | NodeJS.TypedArray>>,
  memoryOf: (bytes: number) => WebAssembly.Memory = kernelMemory,
) => {
  const sizes = {} as Record<Name, number>;
  for (const name in arrays) {
    const array = arrays[name];
    sizes[name] = typeof array === 'number' ? array : array.byteLength;
  }
  const { at, bytes } = addressesOf(sizes);
  const memory = memoryOf(bytes);
  for (const name in arrays) if (typeof arrays[name] !== 'number') write(memory, at[name], arrays[name]);
  return { at, bytes, memory };
};

/**
 * An instance of the kernel `assembly/<name>.ts`, working on this memory.
 * @param globals values of the variables that it exports, such as addresses of arrays
 * @param imports functions that it calls
 * @throws Error when the kernels were not built (`npm run build`)
 */
export const loadKernel = <Exports>(
  name: string,
  memory: WebAssembly.Memory,
  globals: Readonly<Record<string, number | bigint>> = {},
  imports: Readonly<Record<string, () => unknown>> = {},
): Exports => {
  const { exports } = new WebAssembly.Instance(moduleOf(name), { env: { memory, abort, ...imports } });
  for (const global in globals) exports[global]!.value = globals[global]!;
  return exports as Exports;
};
