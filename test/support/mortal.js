/** Loaded before the programs of `npm start`: a worker ends at once when its data folder has a file `end-worker`. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const order = join(process.env.DATA_DIRECTORY, 'end-worker');
if (isMainThread && process.argv[1]?.endsWith('worker.js')) {
  const poll = () => {
    if (!existsSync(order)) return;
    rmSync(order);
    process.exit(1);
  };
  setInterval(poll, 100).unref();
}
