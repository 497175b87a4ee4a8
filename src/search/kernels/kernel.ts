/** Loading kernels: WebAssembly compiled from `assembly/`, on a memory that all threads of a process can share. */
import { readFileSync } from 'node:fs';

const pageBytes = 65_536;

/** A memory of at least this many bytes; its buffer is a SharedArrayBuffer, and it can be sent to other threads. */
export const kernelMemory = (bytes: number): WebAssembly.Memory => {
  const pages = Math.max(1, Math.ceil(bytes / pageBytes));
  // The maximum is reserved, not used; it has to be what the kernels were compiled with at most.
  return new WebAssembly.Memory({ initial: pages, maximum: Math.max(pages, 65_536), shared: true });
};

const modules = new Map<string, WebAssembly.Module>();

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

const abort = (): never => {
  throw new Error('a kernel ran into its own limits');
};
