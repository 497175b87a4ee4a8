// Loaded before a program, with --expose-gc: its heap is then what is held, and not what waits to be collected.
setInterval(() => globalThis.gc(), 1000).unref();
