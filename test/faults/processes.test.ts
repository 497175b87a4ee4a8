/** A bot or a worker that is missing, killed, or told to stop: what was accepted is answered, once. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Message } from '@antipode/stand-in';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { solveWork } from '../../src/features/solve/job.ts';
import { eight } from '../../src/puzzles/catalogue/eight.ts';
import { encodeReply, type ReplyJob } from '../../src/queue/job.ts';
import { replyQueue, WorkQueue, workQueue } from '../../src/queue/queue.ts';
import { defaultPresentation } from '../../src/render/presentation.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { jobVersion } from '../../src/runtime/version.ts';
import { storedQuestion } from '../../src/search/schemas.ts';
import { Crowd } from '../support/crowd.ts';
import {
  holdMoves,
  holdSearches,
  releaseMoves,
  releaseSearches,
  searches,
  shortWaits,
} from '../support/disturbances.ts';
import { isFinal, movesOf, textOf } from '../support/messages.ts';
import { expectAnswered, expectConsistent, expectRecovery, leftoverKeys, warmUp } from '../support/recovery.ts';
import { TestSystem } from '../support/test-system.ts';

const position = '867254301';
const quick = { subcommand: 'eight', options: { position } };
const [first, second, third, fourth, fifth, ...others] = searches;
const isSearching = (message: Message) => textOf(message).includes('Searching …');
const isWaiting = (message: Message) => textOf(message).includes('In the queue');

// Each test goes on with the processes of the one before.
let system: TestSystem;
let bot: ChildProcess;
let worker: ChildProcess;
beforeAll(async () => {
  system = await TestSystem.open({}, { SOLVER_THREADS: '2' }, { held: 'searches', waits: shortWaits });
  bot = await system.start('bot');
});
afterAll(() => system?.close());

/** Stops a process: it finishes or hands back its work within SHUTDOWN_SECONDS, and exits with 0. */
const stop = async (child: ChildProcess): Promise<void> => {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
};

test('no worker at all: the request waits for one, and the person is told', async () => {
  const asked = await system.person('ann').command(system.channel, 'solve', quick);
  await asked.until((message) => textOf(message).includes('In the queue'));
  worker = await system.start('worker');
  expect(movesOf(await asked.until(isFinal))).toHaveLength(31);
});

test('a bot that comes to the queue when the answer is there already: it is not given twice', async () => {
  const { standIn, guild } = system;
  const channel = guild.createChannel({ name: 'late' });
  const ann = system.person('ann');
  const asked = await ann.command(channel, 'solve', quick);
  expect(movesOf(await asked.until(isFinal))).toHaveLength(31);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
  // As the first did; this one kept the token before that was deleted, and was held up.
  const queue = new WorkQueue(system.redis, 'antipode', createLogger('test', 'error'));
  const request: ReplyJob = {
    version: jobVersion,
    id: asked.id,
    application: standIn.applicationId,
    channel: channel.id,
    guild: guild.id,
    user: ann.id,
    private: false,
    locale: 'en-US',
    work: solveWork(eight, storedQuestion(eight, position)),
    step: 0,
    presentation: defaultPresentation,
  };
  await queue.add(encodeReply(request), 1);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
  await queue.close();
  expect(channel.messages.size).toBe(1);
});

test('a worker killed between two queues: another goes on, and the answer comes once', { tags: 'heavy' }, async () => {
  await Promise.all([holdSearches(system), holdMoves(system)]);
  const asked = await system.person('ann').command(system.channel, 'solve', others[0]!);
  await expect.poll(() => system.redis.exists(`antipode:${workQueue('searches')}:work-${asked.id}`)).toBe(1);
  expect(await system.redis.exists(`antipode:${workQueue('quick')}:work-${asked.id}`)).toBe(1);
  await system.kill(worker);
  await Promise.all([releaseSearches(system), releaseMoves(system)]);
  worker = await system.start('worker');
  await expectAnswered(asked, others[0]!);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
});

test('a question that may take long, but does not, never waits behind long searches', async () => {
  await holdSearches(system);
  const searching = await system.person('ann').command(system.channel, 'solve', others[1]!);
  await searching.until(isSearching);
  const another = await system.person('bob').command(system.channel, 'solve', others[2]!);
  await another.until(isSearching);
  const easy = { subcommand: 'fifteen', options: { position: '5174038A2BC6D9FE' } };
  const asked = await system.person('cid').command(system.channel, 'solve', easy);
  expect(textOf(await asked.until(isFinal))).toContain('proved shortest');
  expect(isSearching(another.reply()!)).toBe(true);
  await releaseSearches(system);
  await expectAnswered(searching, others[1]!);
  await expectAnswered(another, others[2]!);
});

test('a worker killed in mid-search: another finishes, and the answer comes once', async () => {
  await holdSearches(system);
  const asked = await system.person('ann').command(system.channel, 'solve', first!);
  const job = `antipode:${workQueue('searches')}:work-${asked.id}`;
  await expect.poll(() => system.redis.hget(job, 'progress'), { interval: 20 }).toContain('generated');
  await system.kill(worker);
  worker = await system.start('worker');
  await releaseSearches(system);
  await expectAnswered(asked, first!);
});

test('a bot killed between acknowledgement and answer: after its restart the answer comes once', async () => {
  await holdSearches(system);
  const asked = await system.person('ann').command(system.channel, 'solve', second!);
  await asked.acknowledged;
  await system.kill(bot);
  await releaseSearches(system);
  // The search is over, and nobody is there to tell.
  await expect
    .poll(() => system.redis.zscore(`antipode:${replyQueue()}:prioritized`, `reply-${asked.id}`))
    .not.toBeNull();
  expect(asked.reply()?.loading).toBe(true);
  bot = await system.start('bot');
  await expectAnswered(asked, second!);
});

test('everything under load: all accepted requests are answered after the restart', async () => {
  const before = await warmUp(system, [bot, worker]);
  await holdSearches(system);
  const search = await system.person('ann').command(system.channel, 'solve', third!);
  await search.until(isSearching);
  const crowd = new Crowd(system, 12, { pause: 200 });
  await expect.poll(() => crowd.totals.answered, { interval: 20 }).toBeGreaterThan(12);
  await Promise.all([stop(bot), stop(worker)]);
  const owed = crowd.totals.accepted - crowd.totals.answered;
  [bot, worker] = await Promise.all([system.start('bot'), system.start('worker')]);
  const answered = crowd.totals.answered;
  await expect.poll(() => crowd.totals.answered, { interval: 20 }).toBeGreaterThan(answered + owed);
  // It is searched again; another bot reports on it, so only Redis can tell.
  await expect
    .poll(() => system.redis.zscore(`antipode:${workQueue('searches')}:delayed`, `work-${search.id}`))
    .not.toBeNull();
  await system.redis.set(`antipode:work:cancelled:${search.id}`, '1', 'EX', 60);
  await search.until((message) => textOf(message).includes('was cancelled'));
  expectConsistent(await crowd.leave());
  await expectRecovery(system, [bot, worker], before);
});

describe('SIGTERM in mid-search', () => {
  test('hands the search to another worker, and the answer comes once', async () => {
    await holdSearches(system);
    const asked = await system.person('ann').command(system.channel, 'solve', third!);
    await asked.until(isSearching);
    const other = await system.start('worker');
    await stop(worker);
    // The other one has the part, which was not lost.
    const active = `antipode:${workQueue('parts')}:active`;
    await expect.poll(() => system.redis.llen(active), { interval: 20 }).toBe(1);
    const [part] = await system.redis.lrange(active, 0, 0);
    expect(await system.redis.hget(`antipode:${workQueue('parts')}:${part}`, 'stc')).toBe(null);
    await releaseSearches(system);
    await expectAnswered(asked, third!);
    worker = other;
  });

  test('without another worker, waits until the restart, and says so', { tags: 'heavy' }, async () => {
    await holdSearches(system);
    const asked = await system.person('ann').command(system.channel, 'solve', fourth!);
    await asked.until(isSearching);
    const other = await system.person('bob').command(system.channel, 'solve', fifth!);
    await other.until(isSearching);
    await stop(worker);
    await Promise.all([asked.until(isWaiting), other.until(isWaiting)]);
    worker = await system.start('worker');
    const again = await asked.until(isSearching);
    await system.redis.set(`antipode:work:cancelled:${asked.id}`, '1');
    await asked.until((message) => textOf(message).includes('was cancelled'));
    expect(again).toBe(asked.reply());
    await releaseSearches(system);
    await expectAnswered(other, fifth!);
  });

  test('finishes short work', async () => {
    const people = Array.from({ length: 20 }, (_, index) => system.person(`person-${index}`));
    const asked = await Promise.all(
      people.map((person, index) =>
        person.command(system.channel, 'scramble', { options: { puzzle: 'eight', length: String(10 + index) } }),
      ),
    );
    await Promise.all(asked.map((one) => one.acknowledged));
    await stop(worker);
    expect(await system.redis.llen(`antipode:${workQueue('quick')}:active`)).toBe(0);
    worker = await system.start('worker');
    for (const [index, one] of asked.entries()) {
      const message = await one.until(isFinal);
      expect(textOf(message)).toContain(`${10 + index}`);
    }
  });
});

test('a bot that is told to stop acknowledges what it has received, and accepts nothing else', async () => {
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
  // No answer deletes a token meanwhile.
  worker.kill('SIGSTOP');
  const asked = await Promise.all(
    Array.from({ length: 60 }, (_, index) => system.person(`person-${index}`).command(system.channel, 'solve', quick)),
  );
  await Promise.race(asked.map((one) => one.acknowledged));
  await stop(bot);
  const acknowledged = asked.filter((one) => one.reply() !== undefined);
  expect(acknowledged.length).toBeGreaterThan(0);
  const taken = (await system.keys('work:token:*')).map((key) => key.slice('work:token:'.length));
  expect(taken.sort()).toEqual(acknowledged.map(({ id }) => id).sort());
  bot = await system.start('bot');
  worker.kill('SIGCONT');
  for (const one of acknowledged) expect(movesOf(await one.until(isFinal))).toHaveLength(31);
});
