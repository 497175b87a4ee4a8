/** The start card: in `/help`, and once in a server that the bot joins. */

import type { Channel, Guild, Message, Person } from '@antipode/stand-in';
import { PermissionFlagsBits } from 'discord.js';
import { expect, test } from 'vitest';
import { buttonsOf, isFinal, isGame, textOf } from '../../support/messages.ts';
import { restartBot, system } from './setup.ts';

const cardOf = {
  'en-US': ['Play today’s puzzle', 'Teach me in five moves', 'Solve mine'],
  ja: ['今日の問題', '5手で学ぶ', '自分の配置を解く'],
};
const labelsOf = (message: Message) => buttonsOf(message).map(({ label }) => label);
const isCard = (message: Message): boolean => buttonsOf(message).some(({ custom_id: id }) => id === 'lesson|0');
const none = PermissionFlagsBits.ViewChannel;

/** A server without the bot. @param readOnly channels, the first ones, where the bot may not send */
const serverOf = (locale: string, names: readonly string[], readOnly: readonly string[] = []) => {
  const guild = system.standIn.createGuild({ name: 'New', locale, installed: false });
  const channels = names.map((name) =>
    guild.createChannel({ name, ...(readOnly.includes(name) && { botPermissions: none }) }),
  );
  return { guild, channels };
};

const cardIn = (channel: Channel): Promise<Message> => system.messageIn(channel, isCard);
const messagesIn = ({ channels }: Guild): Message[] =>
  [...channels.values()].flatMap(({ messages }) => [...messages.values()]);
/** Sends a text by the form that a button of the card opens. */
const send = async (person: Person, card: Message, label: string, find: string): Promise<Message> => {
  const pressed = await person.press(card, label);
  await pressed.acknowledged;
  return (await person.submit(pressed.modal()!, { find })).until(isFinal);
};
/** Requests about a server, or to its channels. */
const requestsFor = (guild: Guild) => {
  const ids = [guild.id, ...guild.channels.keys()];
  return system.standIn.requests.filter(({ path }) => ids.some((id) => path.includes(id)));
};

test.each(['en-US', 'ja'] as const)('/help begins with the card, and its buttons work, in %s', async (locale) => {
  const ann = system.person('ann', { locale });
  const help = await (await ann.command(system.channel, 'help')).until(isFinal);
  expect(help.ephemeral).toBe(true);
  expect(labelsOf(help).slice(0, 3)).toEqual(cardOf[locale]);
  const [today, , mine] = cardOf[locale];
  const daily = await (await ann.press(help, today!)).until(isGame);
  expect([daily.ephemeral, textOf(daily)]).toEqual([true, expect.stringMatching(/#\d+/u)]);
  const answer = await send(ann, help, mine!, '1 2 3 4\n5 6 7 8\n9 10 11 0\n13 14 15 12');
  expect([answer.ephemeral, textOf(answer)]).toEqual([true, expect.stringMatching(/\*\*1 (move|手)/u)]);
});

test('a text without a position says how one is written, and of several, one is chosen', async () => {
  const ann = system.person('ann');
  const help = await (await ann.command(system.channel, 'help')).until(isFinal);
  const nothing = await send(ann, help, 'Solve mine', '@everyone what?');
  expect([nothing.ephemeral, textOf(nothing)]).toEqual([
    true,
    expect.stringContaining('No position found in that text. Examples: `867254301`'),
  ]);
  const several = await send(ann, help, 'Solve mine', '123456789AB0DEFC or ==no/off_');
  expect(textOf(several)).toContain('That text has 2 positions.');
  const answer = await (await ann.press(several, buttonsOf(several)[0]!.custom_id!)).until(isFinal);
  expect([answer.ephemeral, textOf(answer)]).toEqual([true, expect.stringContaining('**1 move**')]);
});

test.each(['en-US', 'ja'] as const)('joining a server posts the card there, in its language, %s', async (locale) => {
  const {
    guild,
    channels: [rules, talk],
  } = serverOf(locale, ['rules', 'talk'], ['rules']);
  guild.addBot();
  const card = await cardIn(talk!);
  expect(labelsOf(card)).toEqual(cardOf[locale]);
  expect(rules!.messages.size).toBe(0);
  // Everybody has a game of their own, in their own language.
  const mika = system.person('mika', { guild, locale: 'ja' });
  const lesson = await (await mika.press(card, cardOf[locale][1]!)).until(isGame);
  expect([lesson.ephemeral, textOf(lesson)]).toEqual([true, expect.stringContaining('レッスン 1/3')]);
});

test('the channel of system messages comes first', async () => {
  const {
    guild,
    channels: [, , system],
  } = serverOf('en-US', ['a', 'b', 'c']);
  guild.systemChannel = system;
  guild.addBot();
  await cardIn(system!);
  expect(messagesIn(guild)).toHaveLength(1);
});

test('each join has one card, also with two bots', async () => {
  const second = await system.start('bot');
  const {
    guild,
    channels: [channel],
  } = serverOf('en-US', ['talk']);
  const sent = () => requestsFor(guild).filter(({ method }) => method === 'POST');
  guild.addBot();
  await expect.poll(() => sent().length).toBe(2);
  expect(channel!.messages.size).toBe(1);
  await system.kill(second);
  guild.removeBot();
  guild.addBot();
  await expect.poll(() => channel!.messages.size).toBe(2);
  expect(sent()).toHaveLength(3);
});

test('no card comes without a place for it, after an outage, or when the bot starts', async () => {
  const { guild: silent } = serverOf('en-US', ['rules'], ['rules']);
  const { guild: empty } = serverOf('en-US', []);
  const { guild: old } = serverOf('en-US', ['talk']);
  silent.addBot();
  empty.addBot();
  old.addBot();
  await cardIn([...old.channels.values()][0]!);
  const before = requestsFor(old).length;
  old.fail();
  await restartBot();
  old.fail();
  // Events come in their order, so the others have been handled when this one is.
  const {
    guild: last,
    channels: [channel],
  } = serverOf('en-US', ['talk']);
  last.addBot();
  await cardIn(channel!);
  expect(requestsFor(old)).toHaveLength(before);
  expect([messagesIn(silent), messagesIn(empty)]).toEqual([[], []]);
  expect(system.refused()).toEqual([]);
});
