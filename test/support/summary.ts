/** Prints one line that says what was skipped, and what the tests need to run it. */
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** The first need in the titles of its suites and its own. */
const needOf = (test: TestCase): string | undefined => /\(needs ([^)]+)\)/u.exec(test.fullName)?.[1];

export class Summary implements Reporter {
  private readonly longSuites: number;

  /** @param longSuites the number of suites that this run leaves out */
  constructor(longSuites: number) {
    this.longSuites = longSuites;
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
    if (this.longSuites > 0) skipped.push(`${this.longSuites} long suites (npm run test:all runs them)`);
    if (skipped.length > 0) process.stdout.write(`Skipped: ${skipped.join(' · ')}.\n`);
  }
}
