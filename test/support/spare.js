/** Loaded before a bot, after its clock: loads the slow packages, then waits until it is told to start. */
import { isMainThread } from 'node:worker_threads';

// Threads inherit this import from their process.
if (isMainThread) {
  await Promise.all(['discord.js', 'bullmq', 'ioredis', 'i18next', 'piscina', 'zod'].map((name) => import(name)));
  process.channel.ref();
  process.send('spare');
  await new Promise((resolve) => {
    process.on('message', (message) => {
      if (message === 'start') resolve();
    });
  });
  process.channel.unref();
}
