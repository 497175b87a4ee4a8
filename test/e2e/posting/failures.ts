/** Daily posts that fail: channels without permission, lost answers, killed bots. */

import { BOT_PERMISSIONS } from '@antipode/stand-in/permissions';
import { describe, expect, test } from 'vitest';
import { numberAt } from '../../../src/features/daily/rules.ts';
import { textOf } from '../../support/messages.ts';
import {
  begin,
  day,
  eventually,
  hour,
  kill,
  later,
  look,
  nextHour,
  openPlace,
  P,
  type Place,
  post,
  posts,
  restart,
  set,
  settled,
  stateOf,
  system,
} from './setup.ts';

describe('trouble', { tags: 'long' }, () => {
  test('in one channel affects no other: it is reported, pauses the posts after two weeks, and ends when it is fixed', async () => {
    const [shut, fine] = [openPlace(), openPlace()];
    const { hour: at, wait } = nextHour();
    for (const place of [shut, fine]) await set(place, { channel: place.channel, hour: at, zone: 'UTC' });
    shut.channel.allowBot(0n);
    await later(wait);
    await post(fine);
    const first = numberAt(Date.now());
    await settled(shut, first, 'refused');
    const office = shut.guild.createChannel({ name: 'office' });
    const view = () => set({ ...shut, channel: office });
    const once = textOf(await view());
    expect(once).toMatch(/Discord refused the last post, <t:\d+:f>: I can’t see the channel/u);
    expect(once).toContain('**View Channel**');
    for (let count = 2; count <= 14; count++) {
      await later(day);
      await post(fine, count);
      await settled(shut, first + count - 1, 'refused');
    }
    const told = textOf(await view());
    expect(told).toMatch(/refused the last 14 posts, since <t:\d+:f>/u);
    expect(told).toContain('I stopped trying');
    const refusals = () => system.standIn.requests.filter(({ status }) => status === 403).length;
    const before = refusals();
    await later(day);
    await post(fine, 15);
    expect(refusals()).toBe(before);
    expect(posts(shut)).toEqual([]);
    shut.channel.allowBot(BOT_PERMISSIONS);
    const right = textOf(await set({ ...shut, channel: office }, { hour: at }));
    expect(right).not.toMatch(/⚠️|⏸️/u);
    await later(day);
    await post(shut);
    expect(posts(shut)).toHaveLength(1);
    expect(textOf(posts(shut)[0]!)).toContain(`#${numberAt(Date.now())} · `);
  });

  test('that is fixed on the same day brings the post of that day', async () => {
    const place = openPlace();
    const { hour: at, wait } = nextHour();
    await set(place, { channel: place.channel, hour: at, zone: 'UTC' });
    place.channel.delete();
    await later(wait);
    await look();
    await settled(place, numberAt(Date.now()), 'refused');
    const channel = place.guild.createChannel({ name: 'new' });
    expect(textOf(await set({ ...place, channel }))).toContain('The channel was deleted');
    await set({ ...place, channel }, { channel });
    await post({ channel });
    expect(posts({ channel })).toHaveLength(1);
  });

  test('that passes leads to a retry, and a lost answer to no second post', async () => {
    const place = openPlace();
    const { hour: at, wait } = nextHour();
    await set(place, { channel: place.channel, hour: at, zone: 'UTC' });
    await later(wait);
    const path = new RegExp(`^/channels/${place.channel.id}/messages$`, 'u');
    // discord.js tries four times.
    const { injected } = system.standIn.faults;
    system.standIn.faults.add({ method: 'POST', path, times: 4, answer: { kind: 'status', status: 500 } });
    await look();
    await eventually(() => system.standIn.faults.injected === injected + 4, 'the fault was injected');
    expect(posts(place)).toEqual([]);
    expect(textOf(await set(place))).not.toContain('⚠️');
    system.standIn.faults.add({
      method: 'POST',
      path,
      times: 4,
      when: 'after',
      answer: { kind: 'status', status: 502 },
    });
    await eventually(async () => {
      await look();
      return system.standIn.faults.injected === injected + 8;
    }, 'the second fault was injected');
    // Discord has forgotten the nonce by now: only the messages in the channel can tell.
    await later(10 * 60_000);
    await eventually(async () => {
      await look();
      return (await stateOf(place, numberAt(Date.now()))) === 'posted';
    }, 'the post is settled');
    expect(posts(place)).toHaveLength(1);
  });
});

describe('a bot that is killed', { tags: 'long' }, () => {
  /** Kills the bot after its post was sent and before it knows; then waits until Discord has forgotten the nonce. */
  const killAfterSending = async (place: Place, away = hour / 2): Promise<void> => {
    const { hour: at, wait } = nextHour();
    await set(place, { channel: place.channel, hour: at, zone: 'UTC' });
    const path = new RegExp(`^/channels/${place.channel.id}/messages$`, 'u');
    system.standIn.faults.add({ method: 'POST', path, when: 'after', answer: { kind: 'delay', ms: 5000 } });
    await later(wait);
    // More messages than a page of the channel's history has.
    for (let count = 0; count < 150; count++) place.admin.say(place.channel, 'so much to say');
    await post(place);
    await kill();
    await system.later(away);
    await restart();
  };

  test('finds its post when it comes back', async () => {
    const place = openPlace();
    await killAfterSending(place);
    await settled(place, numberAt(Date.now()), 'posted');
    expect(posts(place)).toHaveLength(1);
    await later(day);
    expect(textOf(await post(place, 2))).toContain('The solution of');
  });

  test('finds its post also when the day is over', async () => {
    const place = openPlace();
    const number = numberAt(Date.now() + hour);
    await killAfterSending(place, day);
    expect(textOf(await post(place, 2))).toContain(`The solution of #${number} · `);
    await settled(place, number, 'posted');
    expect(posts(place)).toHaveLength(2);
  });

  test('does not post again where it cannot read the history, and says so', async () => {
    const place = openPlace({ botPermissions: BOT_PERMISSIONS & ~P.ReadMessageHistory });
    await killAfterSending(place);
    await settled(place, numberAt(Date.now()), 'skipped');
    expect(posts(place)).toHaveLength(1);
    expect(textOf(await set(place))).toMatch(/perhaps not posted: #\d+\. .*\*\*Read Message History\*\*/u);
  });

  test('posts what is late, skips past days, and says so', async () => {
    const place = openPlace();
    await begin(place);
    const first = numberAt(Date.now());
    await settled(place, first, 'posted');
    await kill();
    await system.later(3 * day);
    await restart();
    const late = await post(place, 2);
    expect(textOf(late)).toContain(`#${first + 3} · `);
    expect(textOf(late)).toContain(`The solution of #${first} · `);
    expect(textOf(await set(place))).toContain(`was not running: #${first + 1}, #${first + 2}`);
    expect(posts(place)).toHaveLength(2);
  });
});
