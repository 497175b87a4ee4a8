import { expect, test } from 'vitest';
import { firstPause } from '../../src/jobs/pending-replies.ts';

test('the first pause grows in a rush, but reports do not pile up under a steady load', () => {
  expect(firstPause(100)).toBeGreaterThan(firstPause(10));
  // Sixty requests a second for ten minutes.
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
