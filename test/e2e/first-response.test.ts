/** Easy questions: one job, one worker, and the answer as the first response. Discord decides what comes first. */
import type { ChildProcess } from 'node:child_process';
import type { InteractionHandle, Person } from '@antipode/stand-in';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { holdSearches, releaseSearches, searches, shortWaits } from '../support/disturbances.ts';
import type { Disturbance } from '../support/disturbed/disturbance.ts';
import { idOf, idsOf, isFinal, isGame, leadsToGoal, movesOf, textOf } from '../support/messages.ts';
import { monitor } from '../support/monitor.ts';
import { leftoverKeys } from '../support/recovery.ts';
import { disturbanceOf, TestSystem } from '../support/test-system.ts';

const eight = (position: string, options = {}) => ({ subcommand: 'eight', options: { position, ...options } });
const farthest = eight('867254301');
const fifteen = (position: string) => ({ subcommand: 'fifteen', options: { position } });
const callbacks = { method: 'POST', path: /^\/interactions\// } as const;
const edits = { method: 'PATCH', path: /\/messages\/@original/ } as const;

const disturbance: Disturbance = {
  held: 'searches',
  // On a busy machine, an easy answer takes longer than usual.
  waits: { ...shortWaits, acknowledgement: 1500 },
};

let system: TestSystem;
const processes: ChildProcess[] = [];
let ann: Person;
beforeAll(async () => {
  system = await TestSystem.open({}, { USER_RATE: '100,1' }, disturbance);
  ann = system.person('ann');
  processes.push(await system.start('bot'), await system.start('worker'));
  // The worker then has the tables of these questions.
  for (const line of [farthest, fifteen('123456789ABCDE0F')]) await (await ask(line)).until(isFinal);
});
beforeEach(async () => {
  // What one test didn't meet is not for the next.
  system.standIn.faults.clear();
  await expect.poll(() => leftoverKeys(system), { interval: 20 }).toEqual([]);
  system.standIn.requests.splice(0);
});
afterAll(() => system?.close());

const ask = (line: ReturnType<typeof eight> | ReturnType<typeof fifteen>): Promise<InteractionHandle> =>
  ann.command(system.channel, 'solve', line);

/** The requests about messages since the last look. */
const sent = (): string[] => {
  const { requests } = system.standIn;
  return requests.splice(0).map(({ method, path }) => `${method} ${path.replace(/\/\d.*/u, '')}`);
};

test('an easy question is one job of a worker and one request to Discord', async () => {
  const commands = await monitor(system.redisUrl);
  const line = eight('123456078');
  const asked = await ask(line);
  expect(await asked.acknowledged).toBe('reply');
  const message = await asked.until(isFinal);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
  expect(leadsToGoal('eight', '123456078', movesOf(message))).toBe(true);
  expect(textOf(message)).toContain('proved shortest');
  expect(sent()).toEqual(['POST /interactions']);
  const names = new Set(commands.flat().flatMap((word) => /(?<=:)(?:work|reply)-\d+$/u.exec(word) ?? []));
  expect([...names].sort()).toEqual([`reply-${asked.id}`, `work-${asked.id}`]);
  expect(await system.keys('hardest:*eight*')).not.toEqual([]);

  // Boards of the solution need neither a search nor a part of the person's rate.
  const [rate] = await system.keys('work:rate:user:*');
  const used = await system.contentOf(rate!);
  const next = await ann.press(message, idOf(message, 'step|on|'));
  expect(await next.acknowledged).toBe('update');
  expect(textOf(message)).toContain('Move 1 of 2');
  expect(await system.contentOf(rate!)).toBe(used);

  const alone = await (await ask(eight('867254301', { private: true }))).until(isFinal);
  expect(alone.ephemeral).toBe(true);
  const unsolvable = await (await ask(eight('123456870'))).until(isFinal);
  expect(textOf(unsolvable)).toContain('two tiles would have to be swapped');
});

test('a picture is a first response too, and a long search is acknowledged before', async () => {
  const drawn = await ask(eight('867254301', { view: 'picture' }));
  expect([...(await drawn.until(isFinal)).attachments]).toHaveLength(1);
  await holdSearches(system);
  const long = await ann.command(system.channel, 'solve', searches[0]!);
  expect(await long.acknowledged).toBe('defer');
  await releaseSearches(system);
  expect(movesOf(await long.until(isFinal))).toHaveLength(20);
  // Its result is stored now.
  const again = await system.person('bob').command(system.channel, 'solve', searches[0]!);
  expect(await again.acknowledged).toBe('reply');
  expect(movesOf(await again.until(isFinal))).toHaveLength(20);
});

test('two bots, and Discord confirms some responses and edits not: one right answer each', {
  tags: 'long',
}, async () => {
  processes.push(await system.start('bot'));
  for (const requests of [callbacks, edits]) {
    system.standIn.faults.add({ ...requests, times: 3, when: 'after', answer: { kind: 'hang-up' } });
    system.standIn.faults.add({ ...requests, times: 3, when: 'before', answer: { kind: 'hang-up' } });
  }
  for (let time = 0; time < 12; time++) {
    const asked = await ask(farthest);
    expect(movesOf(await asked.until(isFinal))).toHaveLength(31);
    await expect.poll(() => leftoverKeys(system)).toEqual([]);
    expect(movesOf(asked.reply()!)).toHaveLength(31);
  }
});

test('an answer that a killed bot did not note stays the same', { tags: 'heavy' }, async () => {
  for (const child of processes) await system.kill(child);
  const forgetful = disturbanceOf({ ...disturbance, stopsAt: 'delivery' });
  const [bot] = await Promise.all([system.start('bot', forgetful), system.start('worker')]);
  const message = await (await ask(farthest)).until(isFinal);
  const before = textOf(message);
  await system.kill(bot);
  expect(await leftoverKeys(system)).not.toEqual([]);
  await system.start('bot');
  await expect.poll(() => leftoverKeys(system), { interval: 100 }).toEqual([]);
  expect(textOf(message)).toBe(before);
});

test('of two bots, one handles each press: a game counts the moves that are left, and begins again', async () => {
  processes.push(await system.start('bot'));
  const line = { subcommand: 'new', options: { puzzle: 'eight', position: '123456708', guide: true } };
  for (let time = 0; time < 4; time++) {
    const message = await (await ann.command(system.channel, 'play', line)).until(isGame);
    await (await ann.press(message, '7')).until((now) => textOf(now).includes('**1 move** · 2 moves left at best'));
    await (await ann.press(message, 'Undo')).until((now) => textOf(now).includes('**0 moves**'));
    await (await ann.press(message, '8')).until((now) => idsOf(now).some((id) => id.startsWith('play|again|')));
    expect((await (await ann.press(message, 'Again')).until(isGame)).id).not.toBe(message.id);
  }
});
