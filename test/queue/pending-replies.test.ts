import { expect, test, vi } from 'vitest';
import type { ReplyJob } from '../../src/queue/job.ts';
import { firstPause, PendingReplies } from '../../src/queue/pending-replies.ts';

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
    const end = now + firstPause(reporting++);
    ends.splice(ends.findLastIndex((other) => other <= end) + 1, 0, end);
  }
  expect(reporting).toBeLessThan(1000);
});

test('the reports of a request end with its answer, without a look at the queue', async () => {
  const status = vi.fn();
  const log = { warn: vi.fn() };
  const pending = new PendingReplies({
    queue: { status, waiting: async () => [] },
    store: { unreported: async () => [] },
    log,
  } as never);
  const reporting = pending.report({ id: '1', locale: 'en-US' } as ReplyJob, 'token');
  pending.end('1');
  await reporting;
  await pending.close();
  expect(status).not.toHaveBeenCalled();
  expect(log.warn).not.toHaveBeenCalled();
});
