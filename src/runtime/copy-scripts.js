// Copies the Lua scripts from `src` to the same folders of `dist`: tsc leaves them out. Run by `npm run build`.
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const from = fileURLToPath(new URL('../', import.meta.url));
const to = fileURLToPath(new URL('../../dist/', import.meta.url));

for (const file of readdirSync(from, { recursive: true }).filter((name) => name.endsWith('.lua'))) {
  mkdirSync(dirname(join(to, file)), { recursive: true });
  copyFileSync(join(from, file), join(to, file));
}
