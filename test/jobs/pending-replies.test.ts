import { expect, test } from 'vitest';
import { firstPause } from '../../src/jobs/pending-replies.ts';

test('reports wait for those of a rush, and not longer and longer where many requests come each second', () => {
  expect(firstPause(100)).toBeGreaterThan(firstPause(10));
  // At 60 requests a second, a pause that grew without end would never end: it took 50 ms for each of those before.
  let reporting = 0;
  const ends: number[] = [];
  for (let now = 0; now < 600_000; now += 1000 / 60) {
    while (ends.length > 0 && ends[0]! <= now) {
      ends.shift();
      reporting--;
    }
    ends.push(now + firstPause(reporting++));
    ends.sort((a, b) => a - b);
  }
  expect(reporting).toBeLessThan(1000);
});
