/** The button to delete, and personal data that the bot stores by itself. */

import type { Person } from '@antipode/stand-in';
import { Queue } from 'bullmq';
import { describe, expect, test, vi } from 'vitest';
import { postQueue } from '../../../src/features/daily/poster.ts';
import { numberAt, startOf } from '../../../src/features/daily/rules.ts';
import { hashed } from '../../../src/runtime/erasure.ts';
import { textOf } from '../../support/messages.ts';
import { ask, confirmed, exportOf, killBot, placesOf, press, quiet, snapshot, startBot, system } from './setup.ts';

describe('data that the bot stores by itself', () => {
  test('reminds people by a hash, which is deleted with their data', async () => {
    const ann = system.person('ann');
    await ask(ann, 'daily', { group: 'remind', subcommand: 'on' });
    const number = numberAt(Date.now());
    await quiet();
    // Never back: after 23:00 the last hour has come already.
    await system.later(Math.max(0, startOf(number + 1) - 3_600_000 - Date.now()));
    const queue = new Queue(postQueue, { connection: system.redis, prefix: 'antipode' });
    await queue.add('look', {}, { removeOnComplete: true, removeOnFail: true });
    const reminded = async () => (await exportOf(ann)).data.reminder;
    await vi.waitFor(async () => expect(await reminded()).toMatchObject({ isOn: true, lastNumber: number }), {
      timeout: 100_000,
    });
    expect(JSON.stringify([...(await snapshot()).get('post:events')!])).toContain(hashed(ann.id));
    expect(placesOf(await snapshot(), ann)).toEqual(['posting:reminder-people']);
    expect(textOf(await confirmed(ann))).toContain('your reminder: 1');
    expect(placesOf(await snapshot(), ann)).toEqual([]);
    await queue.close();
  });

  test('does not store who changed the settings', async () => {
    const ann = system.person('ann');
    ann.join(system.guild, { administrator: true });
    await ask(ann, 'settings', { subcommand: 'daily', options: { channel: system.channel, hour: 0, zone: 'UTC' } });
    expect(await system.keys('posting:server:*')).toHaveLength(1);
    expect(placesOf(await snapshot(), ann)).toEqual([]);
  });
});

describe('the button to delete', () => {
  test.each([
    ['direct messages', (person: Person) => person.direct()],
    [
      'a server without the bot',
      (person: Person) => {
        const guild = system.standIn.createGuild({ name: 'Elsewhere', installed: false });
        person.install();
        person.join(guild);
        return guild.createChannel({ name: 'talk' });
      },
    ],
  ])('works in %s, and in Japanese', async (_, place) => {
    const ann = system.standIn.createUser({ name: 'ann', locale: 'ja' });
    ann.join(system.guild);
    const channel = place(ann);
    await ask(ann, 'solve', { subcommand: 'eight', options: { position: '867254301', private: true } }, channel);
    await ask(ann, 'daily', { subcommand: 'show' }, channel);
    await quiet();
    const said = await confirmed(ann, channel);
    expect(said.ephemeral).toBe(true);
    expect(textOf(said)).toContain('削除しました');
    expect(textOf(said)).toContain('質問：1 件');
    expect(textOf(said)).not.toMatch(/privacy\.|[a-z]{4}/u);
    expect(placesOf(await snapshot(), ann)).toEqual([]);
  });

  test('finishes what a killed bot has left undone', { tags: 'long' }, async () => {
    const ann = system.person('ann');
    await ask(ann, 'solve', { subcommand: 'eight', options: { position: '867254301' } });
    await ask(ann, 'play', { subcommand: 'new', options: { puzzle: 'five' } });
    const question = await ask(ann, 'privacy', { subcommand: 'delete' });
    const first = await ann.press(question, 'privacy-delete');
    first.acknowledged.catch(() => {});
    await killBot();
    await startBot();
    expect(textOf(await press(ann, question, 'privacy-delete'))).toMatch(/Deleted|No data about you/u);
    await quiet();
    expect(placesOf(await snapshot(), ann)).toEqual([]);
  });

  test('expires after five minutes', async () => {
    const ann = system.person('ann');
    await ask(ann, 'solve', { subcommand: 'eight', options: { position: '867254301' } });
    const question = await ask(ann, 'privacy', { subcommand: 'delete' });
    expect(textOf(question)).toContain('can’t be undone');
    // A lock would expire when the clock is moved.
    await quiet();
    await system.later(5 * 60_000 + 2000);
    const said = await press(ann, question, 'privacy-delete');
    expect(textOf(said)).toContain('nothing was deleted');
    expect(said.components).toEqual([]);
    expect((await exportOf(ann)).data.questions).toMatchObject({ recent: [{ position: '867254301' }] });
  });
});
