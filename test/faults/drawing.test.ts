/** Drawings that take longer than Discord waits for an answer, and workers that are lost meanwhile. */
import type { ChildProcess } from 'node:child_process';
import type { Message } from '@antipode/stand-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workQueue } from '../../src/queue/queue.ts';
import { isFinal, textOf } from '../support/messages.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem;
let first: ChildProcess;
beforeAll(async () => {
  system = await TestSystem.open({}, {}, { drawingDelay: 3500 });
  [, first] = await Promise.all([system.start('bot'), system.start('worker')]);
});
afterAll(() => system?.close());

const hasFile = ({ attachments }: Message): boolean => [...attachments].length > 0;

test('are acknowledged before: in place for the owner, privately for others', async () => {
  const ann = system.person('ann');
  const line = { subcommand: 'five', options: { position: '450123' } };
  const asked = await ann.command(system.channel, 'solve', line);
  const message = await asked.until(isFinal);
  const copy = await (await system.person('bob').press(message, 'Picture')).until(hasFile);
  expect(copy.ephemeral).toBe(true);
  expect(hasFile(message)).toBe(false);
  const drawn = await (await ann.press(message, 'Animate')).until(hasFile);
  expect(drawn).toBe(message);
  expect(textOf(drawn)).toContain('proved shortest');
  const shared = await (await ann.press(message, 'Share')).until(hasFile);
  expect(shared.ephemeral).toBe(false);
});

test('come from another worker if theirs is lost', async () => {
  const moves = 'RL'.repeat(20);
  const options = { puzzle: '2x2', text: moves, view: 'animation', position: '1230' };
  const [worker] = await Promise.all([system.start('worker'), system.kill(first)]);
  const asked = await system.person('ann').command(system.channel, 'convert', { options });
  const active = () => system.redis.llen(`antipode:${workQueue('animations')}:active`);
  await expect.poll(active).toBe(1);
  await Promise.all([system.kill(worker), system.start('worker')]);
  const message = await asked.until(hasFile);
  expect([...message.attachments]).toHaveLength(1);
  await expect.poll(active).toBe(0);
});
