/** Loaded before a bot, after its clock: has what takes long to load in memory, and waits until it is told to start. */
import { isMainThread } from 'node:worker_threads';

// Threads are started with what their process was started with.
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
