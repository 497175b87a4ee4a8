/**
 * Programs in a few files, with the libraries that they load: most of a start is the loading of hundreds of files. They take
 * the place of the modules that tsc makes, and find other files where those would.
 */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'rolldown';

const src = fileURLToPath(new URL('src', import.meta.url));
const programs = ['main', 'bot', 'worker', 'cli', 'features/thread', 'features/isolated', 'render/task'];

/** Libraries that load files of their own, that programs load only when they need them, or that depend on such ones. */
const kept = [
  /^@antipode\//u,
  /^@napi-rs\//u,
  /^@opentelemetry\/(?!api)/u,
  /^(?:bullmq-otel|ioredis|js-redis-server|pino|piscina)$/u,
];
/** Those that `discord.js` and `msgpackr` use where they are installed. */
const absent = [/^(?:zlib-sync|bufferutil|utf-8-validate|msgpackr-extract)$/u];

/** Tells modules where they would be without a bundle. */
const placed: Plugin = {
  name: 'placed',
  transform(code, id) {
    const path = relative(src, id);
    if (path.startsWith('..')) return null;
    return code.replaceAll('import.meta.url', `new URL('${path.replace(/\.ts$/u, '.js')}', __dist).href`);
  },
};

export default defineConfig({
  input: Object.fromEntries(programs.map((name) => [name, `${src}/${name}.ts`])),
  platform: 'node',
  logLevel: 'silent',
  external: [...kept, ...absent],
  plugins: [placed],
  output: {
    dir: fileURLToPath(new URL('dist', import.meta.url)),
    chunkFileNames: 'shared/[name].js',
    intro: ({ fileName }) => `const __dist = new URL('${fileName.includes('/') ? '..' : '.'}/', import.meta.url);`,
  },
});
