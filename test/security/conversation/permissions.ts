import { expect, test } from 'vitest';
import { translator } from '../../../src/locales/index.ts';
import { isFinal, nodesOf, textOf } from '../../support/messages.ts';
import { outdated, system } from './setup.ts';

test('a button that is pressed twice, or on an old message, acts once', async () => {
  const ann = system.person('ann');
  const start = await ann.command(system.channel, 'play', {
    subcommand: 'new',
    options: { puzzle: 'five', position: '123405' },
  });
  const board = await start.until(isFinal);
  const tap = nodesOf(board).find(({ custom_id, label }) => custom_id?.startsWith('play|tap|') && label === '5');
  const forged = {
    kind: 'component',
    channel: board.channel,
    source: board,
    data: { custom_id: tap!.custom_id, component_type: 2 },
  } as const;
  const first = ann.forge(forged);
  await Promise.all([first, ann.forge(forged), ann.forge(forged)].map((asked) => asked.acknowledged));
  const key = `antipode:play:game:${tap!.custom_id!.split('|')[2]}`;
  await ann.forge(forged).acknowledged;
  const game = JSON.parse(JSON.parse(await system.contentOf(key)) as string) as { steps: unknown[] };
  expect(game.steps).toHaveLength(1);
});

test('people without permission are refused also where their client lets them', async () => {
  const ann = system.person('ann');
  const host = system.person('host');
  const forge = (name: string, options: unknown) =>
    ann.forge({ kind: 'command', channel: system.channel, data: { id: '1', name, type: 1, options } });
  for (const [subcommand, options] of [
    ['daily', [{ type: 5, name: 'off', value: true }]],
    ['result', [{ type: 6, name: 'user', value: host.id }]],
  ] as const) {
    const message = await forge('settings', [{ type: 1, name: subcommand, options }]).until();
    expect(message.ephemeral).toBe(true);
    expect(textOf(message)).toContain('Only server managers');
  }
  const begun = await host.command(system.channel, 'contest', { subcommand: 'guess', options: { puzzle: 'eight' } });
  await begun.until((message) => textOf(message).includes('begins'));
  const refused = await forge('contest', [{ type: 1, name: 'stop', options: [] }]).until();
  expect(textOf(refused).trim()).toBe(translator('en')('contest.notYours'));
  expect(await system.keys(`contest:channel:${system.channel.id}`)).toHaveLength(1);
  await (await host.command(system.channel, 'contest', { subcommand: 'stop' })).until();
});

test('an export is about the person who asks, and only they see it', async () => {
  const ann = system.person('ann');
  const bob = system.person('bob');
  await (await ann.command(system.channel, 'solve', { subcommand: 'eight', options: { position: '867254301' } })).until(
    isFinal,
  );
  // There is no option that names another person.
  const named = bob.forge({
    kind: 'command',
    channel: system.channel,
    data: {
      id: '1',
      name: 'privacy',
      type: 1,
      options: [{ type: 1, name: 'export', options: [{ type: 6, name: 'user', value: ann.id }] }],
    },
  });
  expect(textOf(await named.until()).trim()).toBe(outdated);
  const message = await (await ann.command(system.channel, 'privacy', { subcommand: 'export' })).until(
    (sent) => sent.attachments.length > 0,
  );
  expect(message.ephemeral).toBe(true);
  expect(bob.sees(message)).toBe(false);
  const own = await (await bob.command(system.channel, 'privacy', { subcommand: 'export' })).until(
    (sent) => sent.attachments.length > 0,
  );
  expect(Buffer.from(own.attachments[0]!.bytes!).toString()).not.toContain(ann.id);
});
