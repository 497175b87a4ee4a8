/** A search that ends its worker: it is given up with the third one, and says so. */
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shortWaits } from '../support/fault-build.ts';
import { isFinal, movesOf, textOf } from '../support/messages.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  const ended = "if (work.request.method === 'iddfs') process.exit(1);";
  const start = 'const started = performance.now();';
  system = await TestSystem.open(
    {},
    { LOG_LEVEL: 'silent' },
    {
      ...shortWaits,
      'jobs/worker.js': { ...shortWaits['jobs/worker.js'], [start]: `${ended} ${start}` },
    },
  );
  await system.start('bot');
});
afterAll(() => system?.close());

test('three workers are enough', async () => {
  const options = { position: '867254301', method: 'iddfs' };
  const asked = await system.person('ann').command(system.channel, 'solve', { subcommand: 'eight', options });
  const answer = asked.until(isFinal);
  let ended = 0;
  let isAnswered = false;
  void answer.then(() => {
    isAnswered = true;
  });
  while (!isAnswered) {
    const worker = await system.start('worker');
    await Promise.race([once(worker, 'exit').then(() => ended++), answer]);
  }
  expect(textOf(await answer)).toContain('The worker stopped three times during this search');
  expect(ended).toBe(3);
  const other = await system.person('bob').command(system.channel, 'solve', {
    subcommand: 'eight',
    options: { position: '867254301' },
  });
  expect(movesOf(await other.until(isFinal))).toHaveLength(31);
});
