/** Reminders in direct messages, for people who are about to lose their streak. */

import type { Channel, Message, Person } from '@antipode/stand-in';
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
  kill,
  later,
  look,
  openPlace,
  restart,
  system,
} from './setup.ts';

describe('the reminder', () => {
  const remind = async (person: Person, channel: Channel, subcommand: 'on' | 'off'): Promise<string> =>
    textOf(await (await person.command(channel, 'daily', { group: 'remind', subcommand })).until());
  const reminders = (person: Person): Message[] =>
    person.messages(person.direct()).filter(({ author }) => author === system.standIn.world.bot);

  test('comes once, and only to people with a streak to lose', { tags: 'long' }, async () => {
    const { guild, channel } = openPlace();
    const people = ['has a streak', 'has finished', 'has none', 'wants none', 'is shut'].map((name) => {
      return system.person(name, { guild });
    });
    const [ann, bob, , dan, eve] = people as [Person, Person, Person, Person, Person];
    // To the start of a day, before its evening.
    await later(startOf(numberAt(Date.now()) + 1) + hour - Date.now());
    const number = numberAt(Date.now());
    for (const person of people) expect(await remind(person, channel, 'on')).toContain('I’ll DM you 3 h before');
    expect(await remind(dan, channel, 'off')).toContain('Reminders are off');
    for (const person of [ann, bob, dan, eve]) await finish(person, number - 1, guild, 12, 10);
    await finish(bob, number, guild, 12, 10);
    eve.closeDirectMessages();
    await later(17 * hour);
    await look();
    await begin(openPlace());
    expect(reminders(ann)).toEqual([]);
    await later(startOf(number + 1) - 2 * hour - Date.now());
    await look();
    await eventually(() => reminders(ann).length === 1, 'a reminder');
    expect(textOf(reminders(ann)[0]!)).toMatch(/^.*Your streak of 1 day ends <t:\d+:R>/su);
    expect(button(reminders(ann)[0]!, 'daily-play')?.custom_id).toBe(`daily-play|${number}`);
    await eventually(async () => (await system.keys(`posting:reminder-closed:${eve.id}`)).length === 1, 'it is off');
    await kill();
    await restart();
    await look();
    await begin(openPlace());
    expect(people.map((person) => reminders(person).length)).toEqual([1, 0, 0, 0, 0]);
    // She is told once, and gets no more reminders.
    const asked = await eve.command(channel, 'stats');
    expect(textOf(await asked.untilFollowUp())).toContain('Your reminder is off');
    eve.closeDirectMessages(false);
    await finish(eve, number, guild, 12, 10);
    await later(day);
    await look();
    await begin(openPlace());
    expect(reminders(eve)).toEqual([]);
  });

  test('that could not be delivered is mentioned by the next /daily show', async () => {
    const { guild, channel } = openPlace();
    const fay = system.person('fay', { locale: 'ja', guild });
    await remind(fay, channel, 'on');
    await later(startOf(numberAt(Date.now()) + 1) + hour - Date.now());
    const number = numberAt(Date.now());
    await finish(fay, number - 1, guild, 12, 10);
    fay.closeDirectMessages();
    await later(startOf(number + 1) - hour - Date.now());
    await look();
    await eventually(async () => (await system.keys(`posting:reminder-closed:${fay.id}`)).length === 1, 'it is off');
    const asked = await fay.command(channel, 'daily', { subcommand: 'show' });
    const shown = await asked.until((message) => /#\d+(?!.*探索中)/su.test(textOf(message)));
    expect(textOf(shown)).toContain(`#${number}`);
    expect(textOf(shown)).toContain('お知らせを止めました');
  });

  test('comes once where Discord fails first, and where the bot is killed before it knows', {
    tags: 'long',
  }, async () => {
    const { guild, channel } = openPlace();
    const [gus, hal] = ['gus', 'hal'].map((name) => system.person(name, { guild })) as [Person, Person];
    await later(startOf(numberAt(Date.now()) + 1) + hour - Date.now());
    const number = numberAt(Date.now());
    for (const person of [gus, hal]) {
      await remind(person, channel, 'on');
      await finish(person, number - 1, guild, 12, 10);
    }
    const { injected } = system.standIn.faults;
    const fault = (person: Person) => {
      const path = new RegExp(`^/channels/${person.direct().id}/messages$`, 'u');
      return { method: 'POST', path, times: 1 } as const;
    };
    // discord.js tries four times.
    system.standIn.faults.add({ ...fault(gus), times: 4, answer: { kind: 'status', status: 500 } });
    system.standIn.faults.add({ ...fault(hal), when: 'after', answer: { kind: 'delay', ms: 5000 } });
    await later(startOf(number + 1) - 2 * hour - Date.now());
    await look();
    await eventually(() => system.standIn.faults.injected === injected + 5, 'the faults were injected');
    await kill();
    // Discord has forgotten the nonce by then.
    await system.later(10 * 60_000);
    await restart();
    await look();
    await eventually(() => reminders(gus).length === 1, 'the reminder that failed');
    await idle();
    await look();
    await idle();
    expect([gus, hal].map((person) => reminders(person).length)).toEqual([1, 1]);
  });
});
