// Loaded before a program, with --expose-gc: the heap that it tells of is what is held, and not what waits to be collected.
const { memoryUsage } = process;
process.memoryUsage = Object.assign(() => {
  globalThis.gc();
  return memoryUsage();
}, memoryUsage);
