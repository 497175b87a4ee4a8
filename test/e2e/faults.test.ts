import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { walk } from '../../src/playground/components.ts';
import type { Message } from '../../src/playground/stand-in.ts';
import { laneQueue } from '../../src/work/queue.ts';
import { House, leadsToGoal, movesOf, textOf } from './house.ts';

const threeSeconds = { subcommand: 'eleven', options: { position: '94B72508A613', method: 'iddfs' } };
const endless = { subcommand: 'eleven', options: { position: '032187654BA9', method: 'iddfs' } };
const buttonsOf = (message: Message): unknown[] => [...walk(message.components)].map(({ node }) => node.label);
const isAnswer = (message: Message): boolean =>
  !buttonsOf(message).includes('Cancel') && textOf(message).includes('moves');

let house: House | undefined;
afterEach(async () => {
  await house?.close();
  house = undefined;
});

/** The state of the answer that a person saw, from the first to the last: there must be one. */
const answersSeen = (message: Message): number =>
  message.history.filter((state) => JSON.stringify(state).includes('proved shortest')).length;

test('a worker killed in mid-search: another finishes, and the answer comes once', async () => {
  house = await House.open();
  const [, worker] = await Promise.all([house.start('bot'), house.start('worker')]);
  const asked = await house.person('ann').command(house.channel, 'solve', threeSeconds);
  await asked.until((message) => textOf(message).includes('Searching …'), 15_000);
  await house.kill(worker!);
  await house.start('worker');
  const message = await asked.until(isAnswer, 40_000);
  expect(leadsToGoal('eleven', '94B72508A613', movesOf(message))).toBe(true);
  expect(answersSeen(message)).toBe(1);
}, 60_000);

test('a bot killed between acknowledgement and answer: after its restart the answer comes once', async () => {
  house = await House.open();
  const [bot] = await Promise.all([house.start('bot'), house.start('worker')]);
  const asked = await house.person('ann').command(house.channel, 'solve', threeSeconds);
  await asked.acknowledged;
  await house.kill(bot!);
  await sleep(5000);
  expect(asked.reply()?.loading).toBe(true);
  await house.start('bot');
  const message = await asked.until(isAnswer, 40_000);
  expect(leadsToGoal('eleven', '94B72508A613', movesOf(message))).toBe(true);
  expect(answersSeen(message)).toBe(1);
}, 60_000);

test('no worker at all: the request waits for one, and the person is told', async () => {
  house = await House.open();
  await house.start('bot');
  const ann = house.person('ann');
  const asked = await ann.command(house.channel, 'solve', { subcommand: 'eight', options: { position: '867254301' } });
  await asked.until((message) => textOf(message).includes('In the queue'), 10_000);
  await house.start('worker');
  expect(movesOf(await asked.until(isAnswer, 20_000))).toHaveLength(31);
}, 60_000);

/** Ask a worker to stop; resolves with its exit code. */
const stop = async (worker: ChildProcess): Promise<number> => {
  const exit = once(worker, 'exit');
  worker.kill('SIGTERM');
  return (await exit)[0] as number;
};
const isSearching = (message: Message) => textOf(message).includes('Searching …');
const isWaiting = (message: Message) => textOf(message).includes('In the queue');

describe('SIGTERM in mid-search', () => {
  test('hands the search to a worker that stands by, and the answer comes once', async () => {
    house = await House.open();
    const [, worker] = await Promise.all([house.start('bot'), house.start('worker')]);
    const asked = await house.person('ann').command(house.channel, 'solve', threeSeconds);
    await asked.until(isSearching, 15_000);
    const job = `antipode:${laneQueue('long')}:work-${asked.id}`;
    await house.start('worker');
    const startedBefore = Number(await house.redis.hget(job, 'ats'));
    const exit = stop(worker!);
    // Sooner than anybody looks for jobs whose worker was lost: after six seconds.
    await expect
      .poll(async () => Number(await house!.redis.hget(job, 'ats')), { timeout: 5000, interval: 20 })
      .toBe(startedBefore + 1);
    expect(await house.redis.hmget(job, 'atm', 'stc')).toEqual([null, null]);
    expect(await exit).toBe(0);
    const message = await asked.until(isAnswer, 40_000);
    expect(leadsToGoal('eleven', '94B72508A613', movesOf(message))).toBe(true);
    expect(answersSeen(message)).toBe(1);
  }, 60_000);

  test('with nobody standing by, keeps its place in the queue until the restart, and its asker is told', async () => {
    house = await House.open();
    const [, worker] = await Promise.all([house.start('bot'), house.start('worker')]);
    const asked = await house.person('ann').command(house.channel, 'solve', endless);
    await asked.until(isSearching, 15_000);
    const other = await house.person('bob').command(house.channel, 'solve', threeSeconds);
    await other.acknowledged;
    const began = performance.now();
    expect(await stop(worker!)).toBe(0);
    // Promised are ten seconds.
    expect(performance.now() - began).toBeLessThan(10_000);
    await asked.until(isWaiting, 10_000);
    await house.start('worker');
    const again = await asked.until(isSearching, 15_000);
    expect(isWaiting(await other.until(isWaiting, 10_000))).toBe(true);
    await house.redis.set(`antipode:work:cancelled:${asked.id}`, '1');
    await asked.until((message) => textOf(message).includes('was cancelled'), 15_000);
    expect(again).toBe(asked.reply());
    expect(answersSeen(await other.until(isAnswer, 40_000))).toBe(1);
  }, 90_000);

  test('with short work under way, finishes it', async () => {
    house = await House.open();
    const [, worker] = await Promise.all([house.start('bot'), house.start('worker')]);
    const people = Array.from({ length: 20 }, (_, index) => house!.person(`person-${index}`));
    const asked = await Promise.all(
      people.map((person, index) =>
        person.command(house!.channel, 'scramble', { subcommand: 'eight', options: { length: String(10 + index) } }),
      ),
    );
    await Promise.all(asked.map((one) => one.acknowledged));
    expect(await stop(worker!)).toBe(0);
    expect(await house.redis.llen(`antipode:${laneQueue('quick')}:active`)).toBe(0);
    await house.start('worker');
    for (const [index, one] of asked.entries()) {
      const message = await one.until((now) => !now.loading && !buttonsOf(now).includes('Cancel'), 20_000);
      expect(textOf(message)).toContain(`${10 + index}`);
    }
  }, 60_000);
});

test('a bot that is asked to stop acknowledges what it has taken, and owes an answer to nobody else', async () => {
  house = await House.open();
  const bot = await house.start('bot');
  const asked = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      house!
        .person(`person-${index}`)
        .command(house!.channel, 'solve', { subcommand: 'eight', options: { position: '867254301' } }),
    ),
  );
  await Promise.race(asked.map((one) => one.acknowledged));
  expect(await stop(bot)).toBe(0);
  const acknowledged = asked.filter((one) => one.reply() !== undefined);
  expect(acknowledged.length).toBeGreaterThan(0);
  const taken = (await house.keys('work:token:*')).map((key) => key.slice('work:token:'.length));
  expect(taken.sort()).toEqual(acknowledged.map(({ id }) => id).sort());
  await Promise.all([house.start('bot'), house.start('worker')]);
  for (const one of acknowledged) expect(movesOf(await one.until(isAnswer, 20_000))).toHaveLength(31);
}, 60_000);

test('a search that fills the memory of its thread ends with an answer, and the worker goes on', async () => {
  house = await House.open({}, { SOLVE_MEMORY_MB: '64' });
  // A build with a fault: with one method, it hoards what it has seen.
  const line = 'const limits = { ...spend, line };';
  const hoard = "const hoard = []; while (work.method === 'iddfs') hoard.push({ seen: [...hoard.slice(-9)] });";
  const build = await house.buildWith({ 'work/thread.js': [line, `${line} ${hoard}`] });
  await house.start('bot');
  const worker = await house.start('worker', {}, build);
  const asked = await house.person('ann').command(house.channel, 'solve', threeSeconds);
  const message = await asked.until((now) => textOf(now).includes('The search has filled'), 30_000);
  expect(textOf(message)).toContain('The search has filled the memory that it may use');
  expect(worker.exitCode).toBeNull();
  const next = await house.person('bob').command(house.channel, 'solve', {
    subcommand: 'eleven',
    options: { position: '94B72508A613', method: 'table' },
  });
  expect(movesOf(await next.until(isAnswer, 30_000))).toHaveLength(28);
}, 60_000);

test('an answer after the end of the token comes in the channel, once', async () => {
  house = await House.open({ tokenMs: 2000 });
  await Promise.all([house.start('bot'), house.start('worker')]);
  const ann = house.person('ann');
  const asked = await ann.command(house.channel, 'solve', threeSeconds);
  await asked.acknowledged;
  const late = () => ann.messages(house!.channel).filter((message) => textOf(message).includes('here is the answer'));
  for (let waited = 0; late().length === 0 && waited < 20_000; waited += 200) await sleep(200);
  await sleep(1000);
  expect(late()).toHaveLength(1);
  expect(movesOf(late()[0]!)).toHaveLength(28);
}, 60_000);
