/** What a refused request leaves in Redis: nothing. */

import type { Message, Person } from '@antipode/stand-in';
import type { OptionValue } from '@antipode/stand-in/person/command-options';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileOf } from '../support/files.ts';
import { isFinal, textOf } from '../support/messages.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  // Without a worker the first request stays open, so all others are refused.
  system = await TestSystem.open({}, { JOBS_PER_USER: '1' });
  await system.start('bot');
});
afterAll(() => system?.close());

/** What BullMQ counts, and the lists of the schedules, which look each minute whatever people ask. */
const ofQueues = [
  /:(?:events|meta|id|stalled-check|repeat:.*)$/u,
  /^antipode:(?:post|contest-week):(?:active|wait|stalled|marker)$/u,
];

/** All keys that a request may leave. */
const keys = async (): Promise<string[]> =>
  (await system.redis.keys('antipode:*')).filter((key) => !ofQueues.some((known) => known.test(key))).sort();

const ask = async (
  who: Person,
  name: string,
  subcommand: string | undefined,
  options: Record<string, OptionValue>,
): Promise<Message> =>
  (await who.command(system.channel, name, { ...(subcommand && { subcommand }), options })).until(isFinal);

const uses: readonly (readonly [name: string, subcommand: string | undefined, options: Record<string, OptionValue>])[] =
  [
    ['solve', 'eight', { position: '867254301' }],
    ['solve', 'eight', { position: '867254301', all: true }],
    ['solve', 'file', { attachment: fileOf('867254301') }],
    ['play', 'new', { puzzle: 'five' }],
    ['play', 'new', { puzzle: 'five', position: '123405', shared: true }],
    ['play', 'practice', { puzzle: 'five' }],
    ['contest', 'fewest-moves', { puzzle: 'five' }],
    ['contest', 'first-move', { puzzle: 'five' }],
    ['contest', 'guess', { puzzle: 'five' }],
    ['daily', 'show', {}],
    ['daily', 'play', {}],
    ['scramble', undefined, { puzzle: 'eight', length: '20' }],
    ['analyse', undefined, { puzzle: 'five', position: '123405', moves: '5 5' }],
    ['compare', undefined, { puzzle: 'six', position: '4651320' }],
    ['heuristic', undefined, { bound: 'manhattan', share: true }],
    ['watch', undefined, { puzzle: 'six', position: '4651320' }],
    ['probability', undefined, { puzzle: 'eight', moves: '<=20' }],
    ['hardest', undefined, { puzzle: 'six' }],
  ];

describe('a refused request leaves no key', () => {
  let ann: Person;
  let before: string[];
  beforeAll(async () => {
    ann = system.person('ann');
    const first = await ann.command(system.channel, 'solve', {
      subcommand: 'eight',
      options: { position: '123456708' },
    });
    await first.until((message) => textOf(message).includes('In the queue'));
    before = await keys();
  });

  test.each(uses)('/%s %s %o', async (name, subcommand, options) => {
    expect(textOf(await ask(ann, name, subcommand, options))).toContain('You have 1 open request');
    const after = await keys();
    // What tells other bots that one handles it ends by itself.
    expect(after.filter((key) => !before.includes(key) && !key.includes(':interaction:'))).toEqual([]);
  });

  test('for longer than seconds', async () => {
    await expect.poll(async () => (await keys()).filter((key) => !before.includes(key))).toEqual([]);
  });

  test('and a contest may begin where one was refused', async () => {
    const bob = system.person('bob');
    await ask(ann, 'contest', 'guess', { puzzle: 'five' });
    const begun = await bob.command(system.channel, 'contest', { subcommand: 'guess', options: { puzzle: 'five' } });
    expect(textOf(await begun.until((message) => !message.loading))).toContain('In the queue');
  });
});
