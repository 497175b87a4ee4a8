/** A worker killed after its search has shown a solution: what people have seen stays, and the answer comes once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFinal, leadsToGoal, movesOf, textOf } from '../support/messages.ts';
import { leftoverKeys } from '../support/recovery.ts';
import { TestSystem } from '../support/test-system.ts';

/** 80 moves, which take seconds to prove; and 70, which take minutes. */
const seconds = { subcommand: 'fifteen', options: { position: '0C9DFBAE37254861' } };
const minutes = { subcommand: 'fifteen', options: { position: '0F83CB74EA659D21' } };

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.open();
  await system.start('bot');
});
afterAll(() => system?.close());

/** Starts a worker, and kills it as soon as the message shows what its search has found. */
const whatWasFound = async (question: typeof seconds) => {
  const worker = await system.start('worker');
  const person = system.person('ann');
  const asked = await person.command(system.channel, 'solve', question);
  const message = await asked.until((now) => textOf(now).includes('still proving'));
  await system.kill(worker);
  return { person, asked, message };
};

test('another worker proves it; until then the solution stays in the message', async () => {
  const { asked } = await whatWasFound(seconds);
  const worker = await system.start('worker');
  const texts: string[] = [];
  const answer = await asked.until((now) => {
    texts.push(textOf(now));
    return isFinal(now);
  });
  expect(texts.filter((text) => !/still proving|proved shortest/u.test(text))).toEqual([]);
  expect(textOf(answer)).toContain('**80 moves** · proved shortest');
  expect(leadsToGoal('fifteen', seconds.options.position, movesOf(answer))).toBe(true);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
  await system.kill(worker);
});

test('whoever keeps the solution while no worker is there gets it', async () => {
  const { person, asked, message } = await whatWasFound(minutes);
  const shown = movesOf(message);
  await (await person.press(message, 'Keep this answer')).acknowledged;
  await system.start('worker');
  const answer = await asked.until(isFinal);
  expect(textOf(answer)).toMatch(/not proved shortest: between \d\d and \d\d moves/u);
  expect(movesOf(answer)).toEqual(shown);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
});
