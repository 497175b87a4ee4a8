// Copies what tsc leaves out, Lua scripts, learnt values and the thread of the Redis in memory, from `src` to `dist`. Run by `npm run build`.
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const from = fileURLToPath(new URL('../', import.meta.url));
const to = fileURLToPath(new URL('../../dist/', import.meta.url));

for (const file of readdirSync(from, { recursive: true }).filter(
  (name) => name.endsWith('.lua') || name.endsWith('.table') || name.endsWith('memory-redis.js'),
)) {
  mkdirSync(dirname(join(to, file)), { recursive: true });
  copyFileSync(join(from, file), join(to, file));
}
