/** Easy questions, which a bot answers by its first response: no job, no worker, one request to Discord. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { InteractionHandle, Person } from '../../src/stand-in/stand-in.ts';
import { shortWaits } from '../support/fault-build.ts';
import { isFinal, isGame, leadsToGoal, movesOf, textOf } from '../support/messages.ts';
import { leftoverKeys } from '../support/recovery.ts';
import { TestSystem } from '../support/test-system.ts';

const settings = { BOT_TABLE_CACHE_MB: '96' };
const eight = (position: string, options = {}) => ({ subcommand: 'eight', options: { position, ...options } });
const farthest = eight('867254301');
const fifteen = (position: string) => ({ subcommand: 'fifteen', options: { position } });
const callbacks = { method: 'POST', path: /^\/interactions\// } as const;

let system: TestSystem;
let ann: Person;
beforeEach(async () => {
  system = await TestSystem.open({}, settings, shortWaits);
  ann = system.person('ann');
});
afterEach(() => system?.close());

const ask = (line: ReturnType<typeof eight> | ReturnType<typeof fifteen>, person = ann): Promise<InteractionHandle> =>
  person.command(system.channel, 'solve', line);

/** Asks until the bot has the table, and so needs no worker any more. */
const warm = async (line: ReturnType<typeof eight> | ReturnType<typeof fifteen>): Promise<void> => {
  const answeredAtOnce = async () => {
    const asked = await ask(line);
    const how = await asked.acknowledged;
    await asked.until(isFinal);
    // Next time, it must not be known from the store.
    const results = await system.redis.keys('*:work:result:*');
    if (results.length > 0) await system.redis.del(...results);
    return how;
  };
  await expect.poll(answeredAtOnce, { interval: 20 }).toBe('reply');
};

const startWarm = async (limits = {}): Promise<void> => {
  const [, worker] = await Promise.all([system.start('bot', limits), system.start('worker')]);
  await warm(farthest);
  await expect.poll(() => leftoverKeys(system), { interval: 20 }).toEqual([]);
  await system.kill(worker);
};

/** The requests about messages since the last look. */
const sent = (): string[] => {
  const { requests } = system.standIn;
  return requests.splice(0).map(({ method, path }) => `${method} ${path.replace(/\/\d.*/u, '')}`);
};

test('a question that a table answers needs no worker, leaves nothing in Redis, and is one request to Discord', async () => {
  await startWarm({ USER_RATE: '100,1' });
  sent();
  const asked = await ask(farthest);
  expect(await asked.acknowledged).toBe('reply');
  const message = await asked.until(isFinal);
  expect(leadsToGoal('eight', '867254301', movesOf(message))).toBe(true);
  expect(textOf(message)).toContain('proved shortest');
  expect(sent()).toEqual(['POST /interactions']);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
  const keys = await system.keys('hardest:*eight*');
  expect(keys).not.toEqual([]);

  // Boards of the solution need neither a search nor a part of the person's rate.
  const [rate] = await system.keys('work:rate:user:*');
  const used = await system.contentOf(rate!);
  const next = await ann.press(message, 'Next');
  expect(await next.acknowledged).toBe('update');
  expect(textOf(message)).toContain('Move 1 of 31');
  expect(await system.contentOf(rate!)).toBe(used);

  const alone = await (await ask(eight('867254301', { private: true }))).until(isFinal);
  expect(alone.ephemeral).toBe(true);
  const unsolvable = await (await ask(eight('123456870'))).until(isFinal);
  expect(textOf(unsolvable)).toContain('two tiles would have to be swapped');
});

test('a game counts the moves that are left at each tap, without a worker', async () => {
  await startWarm();
  const line = { subcommand: 'new', options: { puzzle: 'eight', position: '123456708', guide: true } };
  const message = await (await ann.command(system.channel, 'play', line)).until(isGame);
  await (await ann.press(message, '7')).until((now) => textOf(now).includes('**1 move** · 2 moves left at best'));
});

test('a search of a moment is answered at once too, and a long one goes through the queue', async () => {
  await Promise.all([system.start('bot'), system.start('worker')]);
  // 45 moves.
  await warm(fifteen('958743CF2106EBAD'));
  const drawn = await (await ask(eight('867254301', { view: 'picture' }))).until(isFinal);
  expect([...drawn.attachments]).toHaveLength(1);
  const hard = await ask(fifteen('0C9DFBAE37254861'));
  expect(await hard.acknowledged).toBe('defer');
  expect(movesOf(await hard.until(isFinal))).toHaveLength(80);
  // Its result is stored now.
  const again = await ask(fifteen('0C9DFBAE37254861'), system.person('bob'));
  expect(await again.acknowledged).toBe('reply');
  expect(movesOf(await again.until(isFinal))).toHaveLength(80);
});

test('if Discord confirms no response, or another bot was first, the answer comes through the queue', async () => {
  await startWarm();
  await Promise.all([system.start('worker'), system.start('bot', { BOT_TABLE_CACHE_MB: '0' })]);
  system.standIn.faults.add({ ...callbacks, times: 3, when: 'after', answer: { kind: 'hang-up' } });
  for (let time = 0; time < 12; time++) {
    const message = await (await ask(farthest)).until(isFinal);
    expect(movesOf(message)).toHaveLength(31);
  }
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
});

test('an answer that a killed bot did not note stays the same', async () => {
  const forgetful = { 'jobs/at-once.js': { 'this.finish(asked, written)': 'new Promise(() => {})' } };
  const build = await system.buildWith(forgetful);
  const [bot] = await Promise.all([system.start('bot', {}, build), system.start('worker')]);
  await warm(farthest);
  const message = await (await ask(farthest)).until(isFinal);
  const before = textOf(message);
  await system.kill(bot);
  expect(await leftoverKeys(system)).not.toEqual([]);
  await system.start('bot');
  await expect.poll(() => leftoverKeys(system), { interval: 100 }).toEqual([]);
  expect(textOf(message)).toBe(before);
});
