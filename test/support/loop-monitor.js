/**
 * Loaded before a program: measures the turns of its event loop, in milliseconds of the main thread's CPU time. That counts
 * neither other processes nor other threads of this one, so a busy machine makes no turn longer. Needs Linux.
 */
import { openSync, readSync } from 'node:fs';

const statistics = openSync(`/proc/self/task/${process.pid}/schedstat`);
const buffer = Buffer.alloc(64);
const cpuMilliseconds = () => {
  // Without this call, the file tells the time of the last tick of the scheduler, which is up to 4 ms ago.
  process.cpuUsage();
  const [nanoseconds] = buffer.toString('latin1', 0, readSync(statistics, buffer, 0, 64, 0)).split(' ');
  return Number(nanoseconds) / 1e6;
};

let longest = 0;
let last = cpuMilliseconds();
const turn = () => {
  const now = cpuMilliseconds();
  longest = Math.max(longest, now - last);
  last = now;
  // Without a reference, it runs once in each turn, and the loop still waits for events.
  setImmediate(turn).unref();
};
turn();

process.on('message', (message) => {
  // Blocks the loop, so that a test sees that this is noticed.
  if (message?.block) for (const end = cpuMilliseconds() + message.block; cpuMilliseconds() < end; );
  if (message !== 'turns') return;
  // After `turn`, which has measured this turn then.
  setImmediate(() => {
    process.send({ longestTurn: longest });
    longest = 0;
  });
});
// Waiting for such messages must not keep the process alive.
process.channel?.unref();
