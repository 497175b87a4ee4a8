/** Prints one line that says what was skipped, and what the tests need to run it. */
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** The first need in the titles of its suites and its own. */
const needOf = (test: TestCase): string | undefined => /\(needs ([^)]+)\)/u.exec(test.fullName)?.[1];

export class Summary implements Reporter {
  private readonly mode: string;

  /** @param mode of the run: `test` leaves out what takes long, `ci` what is heavy */
  constructor(mode: string) {
    this.mode = mode;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const need = needOf(test);
        if (need !== undefined) counts.set(need, (counts.get(need) ?? 0) + 1);
      }
    }
    const skipped = [...counts].map(([need, count]) => `${count} without ${need}`);
    const kind = { test: 'take long', ci: 'are heavy' }[this.mode];
    if (kind !== undefined) skipped.push(`suites and tests that ${kind} (npm run test:all runs them)`);
    if (skipped.length > 0) process.stdout.write(`Skipped: ${skipped.join(' · ')}.\n`);
  }
}
