import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { loopTurn } from '../../src/runtime/loop-turn.ts';

/** Work of some pieces, of a few milliseconds each. */
const work = async (person: string, pieces: number, log: string[]): Promise<void> => {
  for (let piece = 0; piece < pieces; piece++) {
    await loopTurn(person);
    for (const end = performance.now() + 4; performance.now() < end; );
    log.push(person);
  }
};

test('each piece of work has a turn of the event loop, and people alternate', async () => {
  const log: string[] = [];
  let isOver = false;
  const much = Promise.all(Array.from({ length: 20 }, () => work('ann', 3, log)));
  const little = work('bob', 3, log);
  const ended = Promise.all([much, little]).finally(() => {
    isOver = true;
  });
  let most = 0;
  for (let before = 0; !isOver; before = log.length) {
    await setImmediate();
    most = Math.max(most, log.length - before);
  }
  await ended;
  expect(most).toBe(1);
  expect(log).toHaveLength(63);
  expect(log.lastIndexOf('bob')).toBeLessThan(8);
});
