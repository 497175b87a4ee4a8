import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // As long as somebody waits, whatever else the machine does.
    expect: { poll: { timeout: 10_000 } },
    // Two cores are the least we plan for: end-to-end tests start processes of their own.
    maxWorkers: 2,
    coverage: { provider: 'v8', include: ['src/puzzles/**', 'src/search/**'], thresholds: { lines: 95 } },
  },
});
