/** Daily posts as members of a server see them. */

import type { Person } from '@antipode/stand-in';
import { describe, expect, test } from 'vitest';
import { numberAt, startOf } from '../../../src/features/daily/rules.ts';
import { textOf } from '../../support/messages.ts';
import {
  begin,
  button,
  day,
  eventually,
  finish,
  hour,
  idle,
  later,
  look,
  nextHour,
  openPlace,
  optimalOf,
  post,
  posts,
  set,
  settled,
  system,
  turnBot,
} from './setup.ts';

describe('a post', () => {
  test.each([
    ['en-US', /Find the fewest moves/u, /your time starts then/u, /The solution of/u, /Daily #/u],
    ['ja', /できるだけ少ない手数/u, /そこから時間を計ります/u, /の解答/u, /デイリー #/u],
  ])('comes at its hour in the language of its server, and the next one with the solution, in %s', async (...given) => {
    const [locale, how, clock, solution, title] = given;
    const place = openPlace({ locale });
    const { guild } = place;
    const first = await begin(place);
    const number = numberAt(Date.now());
    expect(first.createdAt % hour).toBeLessThan(hour / 60);
    expect(textOf(first)).toMatch(how);
    expect(textOf(first)).toContain(`#${number} · `);
    expect(textOf(first)).toContain(`<t:${startOf(number + 1) / 1000}:R>`);
    expect(textOf(first)).not.toMatch(solution);
    // The board comes when somebody presses Play, as their time starts then.
    expect(textOf(first)).toMatch(clock);
    expect(first.attachments).toEqual([]);
    const play = button(first, 'daily-play')!;
    expect(play.custom_id).toBe(`daily-play|${number}`);
    const [ann, bob, cid] = ['ann', 'bob', 'cid'].map((name) => {
      return system.person(name, { locale, guild });
    }) as [Person, Person, Person];
    const game = await (await ann.press(first, play.custom_id!)).until((message) => message.components.length > 0);
    expect(game.ephemeral).toBe(true);
    const optimal = await optimalOf(number);
    await Promise.all([finish(ann, number, guild, optimal, optimal), finish(bob, number, guild, optimal, optimal)]);
    await finish(cid, number, guild, optimal + 2, optimal);
    await look();
    await later(day);
    const second = await post(place, 2);
    expect(posts(place)).toHaveLength(2);
    expect(textOf(second)).toContain(`#${number + 1} · `);
    expect(textOf(second)).toMatch(solution);
    expect(textOf(second)).toMatch(title);
    expect(textOf(second)).toContain(`**${optimal} `);
    const [winners = '', others = ''] = textOf(second)
      .split('\n')
      .filter((row) => row.includes('<@'));
    for (const person of [ann, bob]) expect(winners).toContain(`<@${person.id}>`);
    expect(winners).not.toContain(cid.id);
    expect(others).toContain(`<@${cid.id}>`);
    expect(second.attachments.map(({ filename }) => filename)).toEqual(['solution.gif']);
    expect(second.pings).toEqual({ users: [], roles: [], everyone: false });
  });

  test('says what the last puzzle teaches where the settings say so', async () => {
    const place = openPlace();
    const first = await begin(place, { lesson: true });
    expect(textOf(first)).not.toContain('Lesson');
    await later(day);
    const second = await post(place, 2);
    expect(textOf(second)).toContain(`Lesson: what #${numberAt(Date.now()) - 1} teaches`);
    expect(textOf(second)).toMatch(/The best idea: \*\*[\w-]+\*\*\. \w/u);
    expect(textOf(await set(place))).toContain('With a lesson about the last puzzle');
    expect(textOf(await set(place, { lesson: false, recap: true }))).not.toContain('lesson');
    expect(textOf(await set(place))).toContain('With a recap of the week, each Monday');
  });

  test('opens a thread where the settings say so', async () => {
    const place = openPlace();
    const message = await begin(place, { thread: true });
    await eventually(() => message.threadId !== undefined, 'a thread');
    await settled(place, numberAt(Date.now()), 'posted');
    expect(system.standIn.world.channels.get(message.threadId!)?.name).toBe(`Daily #${numberAt(Date.now())}`);
  });

  test('comes once, even if settings change on its day', async () => {
    const place = openPlace();
    await begin(place);
    const number = numberAt(Date.now());
    const other = place.guild.createChannel({ name: 'other' });
    const { hour: at, wait } = nextHour();
    await set(place, { hour: at, channel: other });
    await later(wait);
    // The post of another server shows that the time has passed.
    await begin(openPlace());
    expect(posts({ channel: other })).toEqual([]);
    await set(place, { off: true });
    const next = nextHour();
    await set(place, { channel: other, zone: 'UTC', hour: next.hour });
    await later(next.wait);
    await look();
    await eventually(
      async () => (await system.redis.hget(`antipode:posting:server:${place.guild.id}`, 'last')) === String(number),
      'the number is settled',
    );
    expect(posts({ channel: other })).toEqual([]);
    expect(posts(place)).toHaveLength(1);
  });
});

test('a server that the bot leaves is forgotten', async () => {
  const place = openPlace();
  await begin(place);
  place.guild.removeBot();
  await eventually(async () => (await system.keys(`posting:server:${place.guild.id}`)).length === 0, 'it is forgotten');
  expect(await system.redis.zscore('antipode:posting:agenda', place.guild.id)).toBeNull();
});

test('a server that changes its language gets its next post in it', async () => {
  const place = openPlace();
  await begin(place);
  place.guild.setLocale('ja');
  const key = `antipode:posting:server:${place.guild.id}`;
  await eventually(async () => (await system.redis.hget(key, 'locale')) === 'ja', 'the new language');
  await later(day);
  expect(textOf(await post(place, 2))).toContain('デイリー #');
});

test('a bot whose clock is a day ahead of Discord posts nothing, and posts in time once its clock is right', async () => {
  const place = openPlace();
  const { hour: at, wait } = nextHour();
  await set(place, { channel: place.channel, hour: at, zone: 'UTC' });
  const number = numberAt(Date.now() + wait);
  await turnBot(day + wait);
  await look();
  await idle();
  expect(posts(place)).toEqual([]);
  await turnBot(0);
  await later(wait);
  expect(textOf(await post(place))).toContain(`#${number} · `);
});
