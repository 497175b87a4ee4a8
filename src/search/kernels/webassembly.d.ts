/** What we use of WebAssembly; TypeScript declares it only for browsers. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number; maximum: number; shared: true });
    readonly buffer: SharedArrayBuffer;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, Global<number | bigint>>;
  }
  /** A variable that a kernel exports. */
  interface Global<Value = number> {
    value: Value;
  }
}
