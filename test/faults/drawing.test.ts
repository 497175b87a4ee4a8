/** Drawings that take longer than Discord waits for an answer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '../../src/stand-in/stand-in.ts';
import { isFinal, textOf } from '../support/messages.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.open(
    {},
    {},
    {
      'render/drawing.js': {
        'const bytes = await this.pool.run(task);': `await new Promise((done) => setTimeout(done, 3500));
      const bytes = await this.pool.run(task);`,
      },
    },
  );
  await Promise.all([system.start('bot'), system.start('worker')]);
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
