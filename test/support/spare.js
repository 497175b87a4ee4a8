/** Loaded before a bot, after its clock: loads what the bot shares with other programs, then waits until it is told to start. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

// Threads inherit this import from their process.
if (isMainThread) {
  const folder = join(dirname(process.argv[1]), 'shared');
  await Promise.all(readdirSync(folder).map((file) => import(pathToFileURL(join(folder, file)).href)));
  process.channel.ref();
  process.send('spare');
  await new Promise((resolve) => {
    process.on('message', (message) => {
      if (message === 'start') resolve();
    });
  });
  process.channel.unref();
}
