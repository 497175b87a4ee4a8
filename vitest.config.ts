import { defineConfig } from 'vitest/config';

/** Tests that load the machine while they measure real time: they run alone. */
const alone = ['test/faults/**/*.test.ts', 'test/e2e/{overload,page,shards,update}.test.ts'];

export default defineConfig(({ mode }) => ({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // As long as a person waits, however busy the machine is.
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
          // For machines with two cores: end-to-end tests start processes of their own.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, mode, test: { name: 'alone', include: alone, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
}));
