import { defineConfig } from 'vitest/config';

/** Where a person waits in real time while everything else is brought to its limits: no company for one another. */
const alone = ['test/faults/**/*.test.ts', 'test/e2e/{overload,page,shards,update}.test.ts'];

export default defineConfig(({ mode }) => ({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // As long as somebody waits, whatever else the machine does.
    expect: { poll: { timeout: 10_000 } },
    coverage: { provider: 'v8', include: ['src/puzzles/**', 'src/search/**'], thresholds: { lines: 95 } },
    projects: [
      {
        extends: true,
        mode,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: alone,
          // Two cores are the least we plan for: end-to-end tests start processes of their own.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, mode, test: { name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
}));
