/** The processes of all suites of results. */
import { afterAll, beforeAll } from 'vitest';
import { TestSystem } from '../../support/test-system.ts';

export const secret = 'never-in-Redis-nor-in-a-message';
export let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.open({}, { DAILY_SECRET: secret });
  await Promise.all([system.start('bot'), system.start('worker')]);
});
afterAll(() => system?.close());
