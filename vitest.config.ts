import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { hasRedisServer } from './test/support/needs.ts';
import { Summary } from './test/support/summary.ts';

/**
 * Suites that take long, fill the machine or test a library. Like tests with the tag `long`, only CI and `npm run test:all` run
 * them. Of the whole bot, `npm test` keeps what people ask.
 */
const long = [
  'test/e2e/{additions,contest,costly,drawing-memory,event-loop,first-response,fleet,games,month}.test.ts',
  'test/e2e/{npm-start,operating,overload,page,posting,privacy,results,rush,shards,spoilers,starting}.test.ts',
  'test/e2e/{tracing,update,worker-memory}.test.ts',
  'test/faults/*.test.ts',
  'test/search/{hardest,pegs/*,sliding/{pattern-database,tables/{bit-table,step-table}},tables/table}.test.ts',
  'test/security/{conversation,patterns,redis}.test.ts',
  'test/{containers/compose,features/daily/boards,package,playground/page/chat,removal,runtime/bullmq}.test.ts',
];
/** Suites that take about a minute of CPU, where shorter ones cover the same path. Like tests with the tag `heavy`, CI leaves them out. */
const heavy = [
  'test/e2e/{additions,drawing-memory,fleet,month,shards,update,worker-memory}.test.ts',
  'test/faults/{anytime,discord,drawing,empty,failover,fatal,files,login,long-proof,machine,network,parts,reports,restarts,results,signals,stopped,threads}.test.ts',
  'test/search/{hardest,pegs/*,sliding/multi-tile}.test.ts',
  'test/removal.test.ts',
];
/** Suites that fill the machine, or measure time while they do. Each runs alone, after all others. */
const alone = ['test/{containers/compose,e2e/{costly,event-loop,overload,rush}}.test.ts'];
/** Suites of the whole bot. */
const systems = ['test/{e2e,faults}/**/*.test.ts'];
/** Those that move the clocks, also of the ids that the stand-in gives, or look at the times of ids: each has a process of its own. */
const clocks = [
  'test/e2e/{contest,games,month,posting,privacy,spoilers}.test.ts',
  'test/faults/{delivery,empty,long-proof,redis}.test.ts',
  'test/schedule/posts.test.ts',
];
/** Suites that run on the in-memory Redis too. */
const twice = ['test/e2e/results.test.ts'];

/** They run the build in their own process too, so that nothing is transformed. */
const built = {
  alias: [
    {
      find: /^(?:\.\.\/)+src\/(.+)\.[jt]s$/u,
      replacement: `${fileURLToPath(new URL('dist', import.meta.url))}/$1.js`,
    },
  ],
  server: { deps: { external: [/\/dist\//u] } },
};

/** For two cores: end-to-end tests start processes of their own, but these wait for more than half of their time. */
const run = {
  together: { maxWorkers: 4, sequence: { groupOrder: 0 } },
  alone: { maxWorkers: 1, sequence: { groupOrder: 1 } },
};

export default defineConfig(({ mode }) => {
  const isQuick = mode === 'test';
  const exclude = { test: [...long, ...heavy], ci: heavy }[mode] ?? [];
  return {
    test: {
      globalSetup: ['test/support/run-folders.ts'],
      setupFiles: ['test/support/signals.js'],
      // Only for tests that hang: a busy machine with two cores is several times slower than a quiet one.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 100_000 } },
      tags: [
        { name: 'long', description: 'Takes seconds, and is not the one test of its feature.' },
        { name: 'heavy', description: 'Takes about a minute of CPU, and is not the only test of its path.' },
      ],
      tagsFilter: { test: ['!long', '!heavy'], ci: ['!heavy'] }[mode] ?? [],
      coverage: { provider: 'v8', include: ['src/puzzles/**', 'src/search/**'], thresholds: { lines: 95 } },
      reporters: ['default', new Summary(mode)],
      projects: [
        {
          extends: true,
          mode,
          test: {
            name: 'systems',
            include: systems,
            exclude: [...alone, ...clocks, ...exclude],
            isolate: false,
            ...built,
            ...run.together,
          },
        },
        {
          extends: true,
          mode,
          test: { name: 'clocks', include: clocks, exclude, ...built, ...run.together },
        },
        {
          extends: true,
          mode,
          // Packages of ours are their sources. The others are Vitest's defaults.
          ssr: { resolve: { conditions: ['@antipode/source', 'node', 'development|production'] } },
          // A worker runs many of these one after another, so that modules are loaded once and tables built once.
          test: {
            name: 'units',
            include: ['test/**/*.test.ts'],
            exclude: [...alone, ...systems, ...clocks, ...exclude],
            isolate: false,
            ...run.together,
          },
        },
        {
          extends: true,
          mode,
          test: { name: 'alone', include: alone, exclude, ...built, ...run.alone },
        },
        ...(['together', 'alone'] as const).map((name) => ({
          extends: true as const,
          mode,
          test: {
            name: `in memory, ${name}`,
            include: isQuick || !hasRedisServer ? [] : { together: twice, alone: ['test/e2e/rush.test.ts'] }[name],
            env: { REDIS_BACKEND: 'memory' },
            ...built,
            ...run[name],
          },
        })),
      ],
    },
  };
});
