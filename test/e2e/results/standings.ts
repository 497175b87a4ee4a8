/** What people see of each other's results: leaderboards, stats, and what is hidden. */

import { type Channel, type Message, type Person, Refused } from '@antipode/stand-in';
import { walk } from '@antipode/stand-in/components';
import { REST, Routes } from 'discord.js';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { numberAt, startOf } from '../../../src/features/daily/rules.ts';
import { DailyStore } from '../../../src/features/daily/store.ts';
import { definitions } from '../../../src/features/index.ts';
import { rankAt, textOf } from '../../support/messages.ts';
import { system } from './setup.ts';

describe('what people see of each other’s results', () => {
  let store: DailyStore;
  let ann: Person;
  let admin: Person;
  beforeAll(() => {
    store = new DailyStore(system.redis, 'antipode');
  });
  beforeEach(async () => {
    for (const key of await system.redis.keys('antipode:daily:*')) await system.redis.del(key);
    ann = system.person('ann');
    admin = system.person('admin');
    admin.join(system.guild, { administrator: true });
  });

  const number = numberAt(Date.now());
  const optimal = 20;

  const finish = (who: { id: string }, moves: number, { of = number, guild = system.guild.id, seconds = 60 } = {}) =>
    store.record(of, who.id, { moves, hints: 0, seconds }, { optimal, at: startOf(of) + 1000, guild });
  /** People with results, each with one move more than the one before. */
  const crowd = async (count: number, guild = system.guild.id): Promise<{ id: string }[]> => {
    const people = Array.from({ length: count }, (_, index) => ({ id: String(10n ** 17n + BigInt(index)) }));
    await Promise.all(people.map((one, index) => finish(one, optimal + 1 + index, { guild })));
    return people;
  };

  const ask = async (who: Person, name: string, line: Parameters<Person['command']>[2] = {}, where?: Channel) =>
    (await who.command(where ?? system.channel, name, line)).until((message) => !message.loading);
  const board = (who: Person, options: Record<string, string> = {}, where?: Channel): Promise<Message> =>
    ask(who, 'leaderboard', { subcommand: 'daily', options }, where);
  /** The lines that begin with a rank. */
  const ranked = (message: Message): string[] =>
    textOf(message)
      .split('\n')
      .filter((line) => rankAt(line) !== undefined);
  const ownOf = (message: Message): string =>
    textOf(message)
      .split('\n')
      .find((line) => /^(You:|あなた：)/u.test(line)) ?? '';
  const turned = async (who: Person, message: Message, button: '◀' | '▶'): Promise<Message> =>
    (await who.press(message, button)).until((now) => !now.loading);

  describe('/leaderboard daily', () => {
    test('has pages, each with the rank of its reader', async () => {
      const people = await crowd(22);
      await finish(ann, 50);
      let message = await board(ann);
      expect(message.ephemeral).toBe(true);
      expect(textOf(message)).toContain(`### Daily #${number}\n-# this server · page 1 of 3`);
      expect(ranked(message)[0]).toBe(`🥇 <@${people[0]!.id}> · **+1 move** · 1:00`);
      expect(ranked(message)).toHaveLength(10);
      expect(ownOf(message)).toBe(`You: 23\\. <@${ann.id}> · **+30 moves** · 1:00`);
      await expect(ann.press(message, '◀')).rejects.toThrow(Refused);
      message = await turned(ann, message, '▶');
      message = await turned(ann, message, '▶');
      expect(ranked(message)).toHaveLength(3);
      expect(ownOf(message)).toContain('You: 23\\. ');
      await expect(ann.press(message, '▶')).rejects.toThrow(Refused);
      message = await turned(ann, message, '◀');
      expect(ranked(message)[0]).toMatch(/^11\\\. /u);
    });

    test.each([
      ['week', 'Points of the week, '],
      ['month', 'Points of '],
      ['all', 'Points of all time'],
    ])('adds up over the period %s, with pages of its own', async (period, title) => {
      await crowd(12);
      await finish(ann, 20);
      let message = await board(ann, { period });
      expect(textOf(message)).toContain(`### ${title}`);
      expect(ranked(message)[0]).toBe(`🥇 <@${ann.id}> · **100 points** · 1:00`);
      message = await turned(ann, message, '▶');
      expect(textOf(message)).toContain(`### ${title}`);
      expect(ranked(message)).toHaveLength(3);
      expect(ownOf(message)).toContain('**100 points**');
    });

    test('shows this server or all servers', async () => {
      const other = system.standIn.createGuild({ name: 'Elsewhere' });
      const [far] = await crowd(1, other.id);
      await finish(ann, 24);
      ann.join(other);
      const there = other.createChannel({ name: 'there' });
      for (const period of ['day', 'week', 'month', 'all']) {
        expect(ranked(await board(ann, { period }))).toHaveLength(1);
        expect(ranked(await board(ann, { period, scope: 'everywhere' }))).toHaveLength(2);
        const message = await board(ann, { period }, there);
        expect(ranked(message)).toHaveLength(1);
        expect(ranked(message)[0]).toContain(far!.id);
      }
      expect(ownOf(await board(ann, {}, there))).toContain(
        `<@${ann.id}> · **+4 moves** · 1:00 · not sent in this server`,
      );
      // Outside servers it shows all of them.
      expect(ranked(await board(ann, {}, ann.direct()))).toHaveLength(2);
    });

    test('shows nothing of another server, whatever a custom id says', async () => {
      const other = system.standIn.createGuild({ name: 'Elsewhere' });
      const [far] = await crowd(1, other.id);
      // A board of one page has no buttons.
      const own = Array.from({ length: 11 }, (_, index) => ({ id: String(2n * 10n ** 17n + BigInt(index)) }));
      await Promise.all(own.map((one) => finish(one, optimal)));
      const message = await board(ann);
      for (const scope of [other.id, 'here']) {
        const forged = `daily-page|day|${number}|${scope}|0|on`;
        const { node } = [...walk(message.components)].find(({ node: one }) =>
          one.custom_id?.startsWith('daily-page'),
        )!;
        Object.assign(node, { custom_id: forged, disabled: false });
        const said = await (await ann.press(message, forged)).until((now) => !now.loading);
        expect(textOf(said)).not.toContain(far!.id);
      }
    });

    test('speaks Japanese', async () => {
      const yui = system.person('yui', { locale: 'ja' });
      await finish(yui, 20);
      expect(ownOf(await board(yui, { period: 'week' }))).toBe(`あなた： 🥇 <@${yui.id}> · **100 点** · 1:00`);
      expect(textOf(await board(yui, { period: 'month' }))).toMatch(/### \d+年\d+月のポイント/u);
    });
  });

  describe('/stats', () => {
    const stats = (who: Person, of?: Person): Promise<Message> =>
      ask(who, 'stats', of ? { options: { user: of.id } } : {});

    test('shows stats with a chart and its alt text', async () => {
      for (const [index, moves] of [20, 20, 23, 41].entries()) await finish(ann, moves, { of: number + index });
      const message = await stats(system.person('bob'), ann);
      expect(message.ephemeral).toBe(false);
      expect(textOf(message)).toContain('played: 4\nsolved: 4\nperfect: 2');
      expect(message.attachments.map(({ filename }) => filename)).toEqual(['results.png']);
      const [gallery] = [...walk(message.components)].filter(({ node }) => node.type === 12);
      expect(JSON.stringify(gallery!.node)).toContain('+0: 2, +3: 1, +10 or more: 1.');
    });

    test('say that nothing was played yet, and nothing to others', async () => {
      const own = await stats(ann);
      expect(own.ephemeral).toBe(true);
      expect(textOf(own)).toContain('You haven’t played a daily challenge yet');
      const message = await stats(system.person('bob'), ann);
      expect(message.ephemeral).toBe(true);
      expect(textOf(message)).toContain(`No public stats for <@${ann.id}>.`);
    });

    test('of somebody hidden look to others like those of somebody new', async () => {
      const bob = system.person('bob');
      const nothing = textOf(await stats(bob, ann));
      await finish(ann, 20);
      await ask(ann, 'privacy', { subcommand: 'hide' });
      const message = await stats(bob, ann);
      expect([message.ephemeral, textOf(message)]).toEqual([true, nothing]);
      const own = await stats(ann);
      expect(own.ephemeral).toBe(true);
      expect(textOf(own)).toContain('solved: 1');
    });
  });

  test('somebody hidden is on no leaderboard, is told so, and can come back', async () => {
    const bob = system.person('bob');
    await finish(ann, 20);
    await finish(bob, 25);
    await ask(ann, 'privacy', { subcommand: 'hide' });
    for (const period of ['day', 'week', 'month', 'all']) {
      for (const scope of ['server', 'everywhere']) {
        const seen = await board(bob, { period, scope });
        expect(ranked(seen)).toHaveLength(1);
        expect(textOf(seen)).not.toContain(ann.id);
        expect(ownOf(seen)).toContain('🥇 ');
        expect(ownOf(await board(ann, { period, scope }))).toMatch(/^You: <@\d+> · .* · hidden from others/u);
      }
    }
    await ask(ann, 'privacy', { subcommand: 'show' });
    expect(ranked(await board(bob, { period: 'week' }))[0]).toContain(ann.id);
  });

  describe('/settings result', () => {
    const hide = (who: Person, options: Record<string, string>): Promise<Message> =>
      ask(who, 'settings', { subcommand: 'result', options });

    test('hides a result from others, in this server only, and shows it again', async () => {
      const bob = system.person('bob');
      await finish(ann, 20);
      await finish(bob, 25);
      const done = await hide(admin, { user: ann.id });
      expect(done.ephemeral).toBe(true);
      expect(textOf(done)).toContain(
        `The result of <@${ann.id}> in Daily #${number} is hidden from this server’s leaderboards`,
      );
      for (const period of ['day', 'week', 'month', 'all']) {
        const seen = await board(bob, { period });
        expect(ranked(seen)).toHaveLength(1);
        expect(textOf(seen)).not.toMatch(new RegExp(`${ann.id}|hidden`, 'u'));
      }
      expect(ownOf(await board(ann))).toBe(
        `You: <@${ann.id}> · **+0 moves** · 1:00 · hidden in this server by its managers`,
      );
      expect(ranked(await board(bob, { scope: 'everywhere' }))[0]).toContain(ann.id);
      expect(textOf(await ask(bob, 'stats', { options: { user: ann.id } }))).toContain('solved: 1');

      await hide(admin, { user: ann.id, number: String(number), hide: 'false' });
      expect(ranked(await board(bob, { period: 'all' }))[0]).toContain(ann.id);
    });

    test('says when there is no result to hide', async () => {
      const said = textOf(await hide(admin, { user: ann.id, number: '999' }));
      expect(said).toBe(`<@${ann.id}> has no visible result in Daily #999 in this server.`);
      expect(await store.exported(ann.id)).toBeUndefined();
    });

    test('is for those who manage the server, also where a server offers it to all', async () => {
      await finish(ann, 20);
      const bob = system.person('bob');
      await expect(hide(bob, { user: ann.id })).rejects.toThrow(Refused);
      const rest = new REST({ api: system.standIn.apiUrl, version: '10' }).setToken(system.standIn.token);
      const offered = definitions.map((one) => ({ ...one, default_member_permissions: null }));
      await rest.put(Routes.applicationCommands(system.standIn.applicationId), { body: offered });
      const refused = await hide(bob, { user: ann.id });
      expect(refused.ephemeral).toBe(true);
      expect(textOf(refused)).toContain('Only server managers');
      expect(ranked(await board(bob))[0]).toContain(ann.id);
    });
  });

  test('Discord has refused nothing', () => {
    expect(system.refused()).toEqual([]);
  });
});
