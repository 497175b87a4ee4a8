/**
 * Builds for tests: the programs of `dist`, with the libraries that they load, in a few files. A run of all tests starts
 * programs and their threads a thousand times, and most of a start is the loading of hundreds of files.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const places = fileURLToPath(new URL('disturbed', import.meta.url));
const entries = ['main', 'bot', 'worker', 'cli', 'features/thread', 'features/isolated', 'render/task'];

/** Libraries that load files of their own, that programs load only when they need them, or that depend on such ones. */
const kept = [
  /^@antipode\//u,
  /^@napi-rs\//u,
  /^@opentelemetry\/(?!api)/u,
  /^(?:bullmq-otel|ioredis|js-redis-server|pino|piscina)$/u,
];
/** Those that `discord.js` and `msgpackr` use where they are installed. */
const absent = [/^(?:zlib-sync|bufferutil|utf-8-validate|msgpackr-extract)$/u];

/** Modules of the build whose place those in `disturbed/` take, which do what a test asks for (`disturbed/disturbance.ts`). */
const disturbed: Readonly<Record<string, string>> = {
  'discord/replies': 'replies',
  'jobs/delivery': 'delivery',
  'jobs/queue': 'queue',
  'jobs/quota': 'quota',
  'jobs/reply': 'reply',
  'jobs/solver-threads': 'solver-threads',
  'jobs/store': 'store',
  'jobs/thread': 'thread',
  'jobs/whole': 'whole',
  'locales/en': 'en',
  'render/drawing-thread': 'drawing-thread',
  'runtime/version': 'version',
  'runtime/waits': 'waits',
};

/** Only the modules that take their place find the usual ones. */
const replaced: Plugin = {
  name: 'replaced',
  resolveId(source, importer) {
    if (!importer || !source.startsWith('.')) return null;
    if (dirname(importer) === places) {
      const [, path] = /^(?:\.\.\/)+src\/(.+)\.ts$/u.exec(source) ?? [];
      return path === undefined ? null : join(dist, `${path}.js`);
    }
    const place = disturbed[relative(dist, resolve(dirname(importer), source)).replace(/\.js$/u, '')];
    return place === undefined ? null : join(places, `${place}.ts`);
  },
  buildEnd() {
    const loaded = new Set(this.getModuleIds());
    const unused = Object.entries(disturbed).filter(([, place]) => !loaded.has(join(places, `${place}.ts`)));
    if (unused.length > 0) throw new Error(`no program loads ${unused.map(([path]) => path).join(', ')}`);
  },
};

/** Where modules find files: programs and threads in the bundle, all others where the build has them. */
const placed: Plugin = {
  name: 'placed',
  transform(code, id) {
    if (relative(dist, id).startsWith('..')) return null;
    const real = JSON.stringify(pathToFileURL(id).href);
    return code
      .replaceAll(/new URL\(([`'])([^`']+)\.js\1, import\.meta\.url\)/gu, (whole, quote, path) => {
        const entry = relative(dist, resolve(dirname(id), path));
        return entries.includes(entry) || path.includes('$')
          ? `new URL(${quote}./${entry}.js${quote}, __bundle)`
          : whole;
      })
      .replaceAll('import.meta.url', real);
  },
};

/**
 * @param build `disturbed` for programs that do what the environment variable DISTURBANCE says
 * @returns the folder of programs, made once a run
 */
export const bundleOf = async (build: 'plain' | 'disturbed'): Promise<string> => {
  const root = join(process.env.BUNDLES_FOLDER!, build);
  if (existsSync(root)) return join(root, 'dist');
  const made = await mkdtemp(join(process.env.BUNDLES_FOLDER!, 'making-'));
  for (const file of ['node_modules', 'package.json']) await symlink(join(dist, '..', file), join(made, file));
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, join(dist, `${entry}.js`)])),
    platform: 'node',
    external: [...kept, ...absent],
    plugins: build === 'disturbed' ? [replaced, placed] : [placed],
    logLevel: 'silent',
  });
  await bundle.write({
    dir: join(made, 'dist'),
    chunkFileNames: 'shared/[name].js',
    intro: ({ fileName }) => `const __bundle = new URL('${fileName.includes('/') ? '..' : '.'}/', import.meta.url);`,
  });
  await bundle.close();
  // Another worker may have made the same meanwhile.
  await rename(made, root).catch(() => rm(made, { recursive: true }));
  return join(root, 'dist');
};
