/** The order of a person's requests, on a real Redis. */
import { Job } from 'bullmq';
import { afterAll, expect, test, vi } from 'vitest';
import { solveWork } from '../../src/features/solve/job.ts';
import { storedQuestion } from '../../src/jobs/fields.ts';
import { defaultPresentation, encodeReply, jobVersion } from '../../src/jobs/job.ts';
import { laneQueue, WorkQueue } from '../../src/jobs/queue.ts';
import { eight } from '../../src/puzzles/catalogue/eight.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { openRedis } from '../support/redis.ts';

const redis = await openRedis();
const queue = new WorkQueue(redis, 'test', createLogger('test', 'error'));
afterAll(() => queue.close());

const add = (id: string, place: number): Promise<void> => {
  const person = { id, application: '1', user: '2', private: false, locale: 'en-US' };
  const work = solveWork(eight, storedQuestion(eight, '867254301'));
  const reply = { version: jobVersion, ...person, work, step: 0, presentation: defaultPresentation } as const;
  return queue.add(encodeReply(reply), 'quick', place);
};
const placeOf = (id: string): Promise<string | null> => redis.hget(`test:${laneQueue('quick')}:work-${id}`, 'priority');

test('requests move up, also if the first of them ends at that moment', async () => {
  const ids = ['11', '12', '13'];
  for (const [index, id] of ids.entries()) await add(id, index + 2);
  // A worker finishes it once it has been found.
  const { changePriority } = Job.prototype;
  vi.spyOn(Job.prototype, 'changePriority').mockImplementationOnce(async function (this: Job, options) {
    await this.remove();
    return changePriority.call(this, options);
  });
  await queue.moveUp(ids);
  expect(await Promise.all(ids.map(placeOf))).toEqual([null, '2', '3']);
});
