/** A build for tests: the programs, with modules that do what the environment variable DISTURBANCE says. */
import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import config from '../../rolldown.config.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const places = fileURLToPath(new URL('disturbed', import.meta.url));

/** What people run. */
export const dist = join(project, 'dist');

/** Modules whose place those in `disturbed/` take (`disturbed/disturbance.ts`). */
const disturbed: Readonly<Record<string, string>> = {
  'discord/replies': 'replies',
  'queue/delivery': 'delivery',
  'queue/queue': 'queue',
  'queue/quota': 'quota',
  'queue/reply': 'reply',
  'queue/solver-threads': 'solver-threads',
  'queue/store': 'store',
  'queue/thread': 'thread',
  'queue/whole': 'whole',
  'locales/en': 'en',
  'render/drawing-thread': 'drawing-thread',
  'runtime/version': 'version',
  'runtime/waits': 'waits',
};

/** Only the modules that take their place find the usual ones. */
const replaced: Plugin = {
  name: 'replaced',
  resolveId(source, importer) {
    if (!importer || !source.startsWith('.') || dirname(importer) === places) return null;
    const path = relative(join(project, 'src'), resolve(dirname(importer), source));
    const place = disturbed[path.replace(/\.ts$/u, '')];
    return place === undefined ? null : join(places, `${place}.ts`);
  },
  buildEnd() {
    const loaded = new Set(this.getModuleIds());
    const unused = Object.entries(disturbed).filter(([, place]) => !loaded.has(join(places, `${place}.ts`)));
    if (unused.length > 0) throw new Error(`no program loads ${unused.map(([path]) => path).join(', ')}`);
  },
};

/** @returns the folder of programs, made once a run */
export const disturbedBundle = async (): Promise<string> => {
  const root = join(process.env.BUNDLES_FOLDER!, 'disturbed');
  if (existsSync(root)) return join(root, 'dist');
  const made = await mkdtemp(join(process.env.BUNDLES_FOLDER!, 'making-'));
  for (const name of ['node_modules', 'package.json', 'assets', 'wasm'])
    await symlink(join(project, name), join(made, name));
  cpSync(dist, join(made, 'dist'), { recursive: true });
  const bundle = await rolldown({ ...config, plugins: [replaced, config.plugins] });
  await bundle.write({ ...config.output, dir: join(made, 'dist') });
  await bundle.close();
  // Another worker may have made the same meanwhile.
  await rename(made, root).catch(() => rm(made, { recursive: true }));
  return join(root, 'dist');
};
