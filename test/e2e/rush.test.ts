/** As many people at once as the smallest machine must answer, on each kind of Redis. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leadsToGoal, movesOf, textOf } from '../support/messages.ts';
import { hasRedisServer } from '../support/needs.ts';
import { leftoverKeys } from '../support/recovery.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.open();
  await Promise.all([system.start('bot'), system.start('worker')]);
});
afterAll(() => system?.close());

/** With four requests each. The in-memory Redis acknowledges 200 at once in 1 to 3 s: too near to Discord's 3 s. */
const crowd = hasRedisServer ? 50 : 20;

/** Whether a state of a message has the solution. */
const isSolution = (state: object): boolean => JSON.stringify(state).includes('proved shortest');

test(`${4 * crowd} requests at once from ${crowd} people get as many right answers, none twice`, async () => {
  const positions: Record<string, number> = { '867254301': 31, '840253716': 18, '024135687': 22, '748201365': 24 };
  const people = Array.from({ length: crowd }, (_, index) => system.person(`person-${index}`));
  const asked = await Promise.all(
    people.flatMap((person) =>
      Object.keys(positions).map(async (position) => {
        const one = await person.command(system.channel, 'solve', { subcommand: 'eight', options: { position } });
        return { position, one };
      }),
    ),
  );
  const answers = await Promise.all(
    asked.map(async ({ position, one }) => ({ position, one, message: await one.until(isSolution) })),
  );
  await sleep(1500);
  for (const { position, one, message } of answers) {
    expect(textOf(message)).toContain(`**${positions[position]} moves**`);
    expect(leadsToGoal('eight', position, movesOf(message))).toBe(true);
    // Each person sees one message, which does not change after the answer. Before it, a busy machine may say that the
    // queue is slow.
    expect(message.history.filter(isSolution)).toHaveLength(1);
    expect(message.history.findLastIndex(isSolution)).toBe(message.history.length - 1);
    expect(one.followUps()).toHaveLength(0);
  }
  expect(new Set(answers.map(({ message }) => message.id)).size).toBe(4 * crowd);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
});
