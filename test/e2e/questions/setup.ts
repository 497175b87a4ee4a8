/** The processes of all suites of questions. */
import { afterAll, beforeAll } from 'vitest';
import { TestSystem } from '../../support/test-system.ts';

export let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.open();
  await Promise.all([system.start('bot'), system.start('worker')]);
});
afterAll(() => system?.close());
