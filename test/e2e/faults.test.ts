import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { walk } from '../../src/playground/components.ts';
import type { Message } from '../../src/playground/stand-in.ts';
import { House, leadsToGoal, movesOf, textOf } from './house.ts';

const threeSeconds = { subcommand: 'eleven', options: { position: '94B72508A613', method: 'iddfs' } };
const isAnswer = (message: Message): boolean =>
  ![...walk(message.components)].some(({ node }) => node.label === 'Cancel') && textOf(message).includes('moves');

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

test('SIGTERM in mid-search: the worker ends in good order and hands the search back', async () => {
  house = await House.open();
  const [, worker] = await Promise.all([house.start('bot'), house.start('worker')]);
  const asked = await house.person('ann').command(house.channel, 'solve', {
    subcommand: 'eleven',
    options: { position: '032187654BA9', method: 'iddfs' },
  });
  const searching = await asked.until((message) => textOf(message).includes('Searching …'), 15_000);
  const exit = new Promise((resolve) => worker!.once('exit', (code) => resolve(code)));
  worker!.kill('SIGTERM');
  expect(await exit).toBe(0);
  expect(await house.keys('work-long-v*:work-*')).not.toEqual([]);
  await house.start('worker');
  const ann = [...house.guild.members.values()].find(({ user }) => user.name === 'ann');
  expect(ann).toBeDefined();
  await house.redis.set(`antipode:work:cancelled:${asked.id}`, '1');
  await asked.until((message) => textOf(message).includes('was cancelled'), 15_000);
  expect(searching).toBe(asked.reply());
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
