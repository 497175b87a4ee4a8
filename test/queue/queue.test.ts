/** The order of a person's requests, on a real Redis. */
import { Job, Queue, Worker } from 'bullmq';
import { afterAll, expect, test, vi } from 'vitest';
import { solveWork } from '../../src/features/solve/job.ts';
import { eight } from '../../src/puzzles/catalogue/eight.ts';
import type { Work } from '../../src/queue/define.ts';
import { encodeReply } from '../../src/queue/job.ts';
import { replyQueue, WorkQueue, workQueue } from '../../src/queue/queue.ts';
import { defaultPresentation } from '../../src/render/presentation.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { jobVersion } from '../../src/runtime/version.ts';
import { storedQuestion } from '../../src/search/schemas.ts';
import { openRedis } from '../support/redis.ts';

const redis = await openRedis();
const queue = new WorkQueue(redis, 'test', createLogger('test', 'error'));
afterAll(() => queue.close());

const add = (id: string, place: number, more: Partial<Work> = {}): Promise<void> => {
  const person = { id, application: '1', user: '2', private: false, locale: 'en-US' };
  const work = { ...solveWork(eight, storedQuestion(eight, '867254301')), ...more };
  const reply = { version: jobVersion, ...person, work, step: 0, presentation: defaultPresentation } as const;
  return queue.add(encodeReply(reply), place);
};
const workKey = (id: string): string => `test:${workQueue('quick')}:work-${id}`;
const placeOf = (id: string): Promise<string | null> => redis.hget(workKey(id), 'priority');

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

test('answers are delivered in the order in which their work ended', async () => {
  const ids = ['21', '22', '23', '24'];
  for (const id of ids) await add(id, 1);
  const options = { connection: redis, prefix: 'test' };
  const worker = new Worker(workQueue('quick'), async () => 'done', options);
  await vi.waitFor(async () => expect(await redis.exists(...ids.map((id) => workKey(id)))).toBe(0), 100_000);
  const delivered: string[] = [];
  const bot = new Worker(replyQueue(), async ({ data }) => void delivered.push(data.id), options);
  await vi.waitFor(() => expect(delivered).toEqual(ids), 100_000);
  await Promise.all([worker.close(), bot.close()]);
});

test('work that goes on while its status is read has not ended', async () => {
  await add('31', 1);
  expect(await queue.status('31')).toEqual({ state: 'waiting', queue: 'quick', ahead: 0 });
  const { getState } = Job.prototype;
  vi.spyOn(Job.prototype, 'getState').mockImplementationOnce(async function (this: Job) {
    await queue.goOn(this);
    await this.remove();
    return getState.call(this);
  });
  expect(await queue.status('31')).toEqual({ state: 'waiting', queue: 'searches', ahead: 0 });
});

test('a long proof comes after all other searches, also if it moves up', async () => {
  const options = { connection: redis, prefix: 'test' };
  const quick = new Queue(workQueue('quick'), options);
  const searches = new Queue(workQueue('searches'), options);
  await add('41', 2, { isLong: true });
  await add('42', 3);
  for (const id of ['41', '42']) {
    const job: Job | undefined = await quick.getJob(`work-${id}`);
    await queue.goOn(job!);
    await job!.remove();
  }
  const order = async () => (await searches.getPrioritized()).map((job) => job.id);
  expect(await order()).toEqual(['work-42', 'work-41']);
  await queue.moveUp(['41', '42']);
  expect(await order()).toEqual(['work-42', 'work-41']);
  await Promise.all([quick.close(), searches.close()]);
});

test('the part that has the rest of a slice comes before those of all others', async () => {
  const work = solveWork(eight, storedQuestion(eight, '867254301'));
  await queue.addParts('parts', 'one', work, ['1:-', '2:-'], 1);
  await queue.addParts('parts', 'two', work, ['3:-', '4:-'], 2, 100);
  const taken: unknown[] = [];
  const worker = new Worker(workQueue('parts'), async ({ data }) => void taken.push([data.part, data.left]), {
    connection: redis,
    prefix: 'test',
  });
  await vi.waitFor(() => expect(taken).toHaveLength(4), 100_000);
  expect(taken).toEqual([
    ['3:-', 100],
    ['1:-', undefined],
    ['2:-', undefined],
    ['4:-', undefined],
  ]);
  await worker.close();
});
