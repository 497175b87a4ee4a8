/**
 * Builds for tests: the programs of `dist`, with the libraries that they load, in a few files. A run of all tests starts
 * programs and their threads a thousand times, and most of a start is the loading of hundreds of files.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

/** For files of the build, texts and their replacements. */
export type Changes = Readonly<Record<string, Readonly<Record<string, string>>>>;

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
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

/** Rejects a change that changes nothing: of a text that isn't there, or of a file that no program loads. */
const changed = (changes: Changes): Plugin => ({
  name: 'changed',
  transform(code, id) {
    const file = relative(dist, id);
    let text = code;
    for (const [before, after] of Object.entries(changes[file] ?? {})) {
      if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
      text = text.replace(before, after);
    }
    return text;
  },
  buildEnd() {
    const loaded = new Set([...this.getModuleIds()].map((id) => relative(dist, id)));
    for (const file of Object.keys(changes)) if (!loaded.has(file)) throw new Error(`no program loads ${file}`);
  },
});

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

/** @returns the folder of programs, made once a run */
export const bundleOf = async (changes: Changes = {}): Promise<string> => {
  const name = createHash('sha256').update(JSON.stringify(changes)).digest('hex').slice(0, 16);
  const root = join(process.env.BUNDLES_FOLDER!, name);
  if (existsSync(root)) return join(root, 'dist');
  const made = await mkdtemp(join(process.env.BUNDLES_FOLDER!, 'making-'));
  for (const file of ['node_modules', 'package.json']) await symlink(join(dist, '..', file), join(made, file));
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, join(dist, `${entry}.js`)])),
    platform: 'node',
    external: [...kept, ...absent],
    plugins: [changed(changes), placed],
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
