// Preloaded with --expose-gc: collects garbage before each memory reading, so that the heap size counts live objects only.
const { memoryUsage } = process;
process.memoryUsage = Object.assign(() => {
  globalThis.gc();
  return memoryUsage();
}, memoryUsage);
