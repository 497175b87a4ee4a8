/**
 * Node's options for the threads of a pool, which then load their module by `import`. Stopping a thread that loads it by
 * `require` may abort the whole process (Node 20.20).
 */
export const threadOptions = ['--no-experimental-require-module'];
