/** The daily post and the reminder, as servers and people meet them; clocks are turned on where a day would be waited for. */
import type { ChildProcess } from 'node:child_process';
import { Queue } from 'bullmq';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { postQueue } from '../../src/features/daily/poster.ts';
import { numberAt, startOf } from '../../src/features/daily/rules.ts';
import { DailyStore } from '../../src/features/daily/store.ts';
import { type ComponentNode, walk } from '../../src/stand-in/components.ts';
import type { OptionValue } from '../../src/stand-in/person.ts';
import type { Channel, Guild, Message, Person } from '../../src/stand-in/stand-in.ts';
import { BOT_PERMISSIONS, MEMBER_PERMISSIONS } from '../../src/stand-in/world.ts';
import { textOf } from '../support/messages.ts';
import { TestSystem } from '../support/test-system.ts';

const P = PermissionFlagsBits;
const hour = 3_600_000;
const day = 24 * hour;
let system: TestSystem;
let bot: ChildProcess;
let queue: Queue;
let daily: DailyStore;

beforeAll(async () => {
  system = await TestSystem.open();
  [bot] = await Promise.all([system.start('bot'), system.start('worker')]);
  queue = new Queue(postQueue, { connection: system.redis, prefix: 'antipode' });
  daily = new DailyStore(system.redis, 'antipode');
  // Early in a day, whatever the time is: what follows goes on by hours.
  await system.later(startOf(numberAt(Date.now()) + 1) + hour / 2 - Date.now());
});
afterAll(async () => {
  await queue?.close();
  await system?.close();
});

const restart = async (): Promise<void> => {
  bot = await system.start('bot');
};

/** The next look: a worker that sleeps until the next minute of a clock that was turned has to be woken. */
const look = async (): Promise<void> => {
  await queue.add('look', {}, { removeOnComplete: true, removeOnFail: true });
};

/** Turn the clocks on, once nothing is under way: a Redis in this process would have the queue's locks end at once. */
const later = async (milliseconds: number): Promise<void> => {
  await eventually(async () => (await queue.getActiveCount()) === 0, 'nothing is under way');
  await system.later(milliseconds);
};

/** Wait for what Redis holds. */
const eventually = async (condition: () => Promise<boolean> | boolean, what: string): Promise<void> => {
  const end = performance.now() + 40_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`not in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

interface Place {
  readonly guild: Guild;
  readonly channel: Channel;
  readonly admin: Person;
}

const places: Place[] = [];
/** What a test has set up costs the next ones no time: each later day would bring its posts. */
afterEach(() => {
  for (const { guild } of places.splice(0)) guild.removeBot();
});

const openPlace = (options: { locale?: string; botPermissions?: bigint } = {}): Place => {
  const guild = system.standIn.createGuild(options);
  const channel = guild.createChannel({ name: 'daily' });
  const admin = system.standIn.createUser({ name: 'admin', locale: options.locale ?? 'en-US' });
  admin.join(guild, { permissions: MEMBER_PERMISSIONS | P.ManageGuild | P.ManageRoles });
  const place = { guild, channel, admin };
  places.push(place);
  return place;
};

const set = async ({ admin, channel }: Place, options: Record<string, OptionValue> = {}): Promise<Message> => {
  const message = await (await admin.command(channel, 'settings', { subcommand: 'daily', options })).until();
  expect(message.ephemeral).toBe(true);
  return message;
};

/** The hour of UTC that comes next, and how long it takes. */
const nextHour = (): { readonly hour: number; readonly wait: number } => {
  const wait = hour - (Date.now() % hour);
  return { hour: new Date(Date.now() + wait).getUTCHours(), wait: wait + 1000 };
};

const posts = ({ channel }: Pick<Place, 'channel'>): Message[] =>
  [...channel.messages.values()].filter((message) => button(message, 'daily-play') && !message.ephemeral);

const post = async (place: Pick<Place, 'channel'>, count = 1): Promise<Message> => {
  await look();
  await eventually(() => posts(place).length >= count, `${count} posts`);
  return posts(place).at(-1)!;
};

/** Have a server's posts come at the next hour, and go there. */
const begin = async (place: Place, options: Record<string, OptionValue> = {}): Promise<Message> => {
  const { hour: at, wait } = nextHour();
  await set(place, { channel: place.channel, hour: at, zone: 'UTC', ...options });
  await later(wait);
  return post(place);
};

/** What became of the post of a number. */
const stateOf = async ({ guild }: Place, number: number): Promise<string | null> =>
  system.redis.hget(`antipode:posting:post:${guild.id}:${number}`, 'state');
const settled = async (place: Place, number: number, state: string): Promise<void> =>
  eventually(async () => (await stateOf(place, number)) === state, `${number} is ${state}`);

const nodes = (message: Message): ComponentNode[] => [...walk(message.components)].map(({ node }) => node);
const button = (message: Message, id: string): ComponentNode | undefined =>
  nodes(message).find(({ custom_id }) => custom_id?.startsWith(id));

/** A result of somebody who finished a number, as the game and /daily submit record it. */
const finish = async (person: Person, number: number, guild: Guild, moves: number, optimal: number): Promise<void> => {
  await daily.begin(number, person.id, startOf(number) + hour);
  const at = startOf(number) + hour + 60_000;
  await daily.record(number, person.id, { moves, hints: 0, seconds: 60 }, { optimal, at, guild: guild.id });
};
const optimalOf = async (number: number): Promise<number> =>
  JSON.parse((await system.redis.get(`antipode:work:result:daily|${number}`))!).moves.length;

describe('/settings daily', () => {
  test('says what is wrong first, and saves what is right', async () => {
    const place = openPlace();
    expect(textOf(await set(place))).toContain('posted nowhere');
    expect(textOf(await set(place, { hour: 9, zone: 'Asia/Tokyo' }))).toContain('`channel` is missing');
    expect(textOf(await set(place, { channel: place.channel, zone: 'Asia/Tokyo' }))).toContain('`hour` is missing');
    const unknown = await set(place, { channel: place.channel, hour: 9, zone: 'Mars/@everyone' });
    expect(textOf(unknown)).toContain('no time zone');
    expect(textOf(unknown)).not.toContain('@everyone');
    expect(textOf(await set(place))).toContain('posted nowhere');
    const saved = await set(place, { channel: place.channel, hour: 9, zone: 'asia/tokyo' });
    expect(textOf(saved)).toContain(`Posted in <#${place.channel.id}> at 09:00 (Asia/Tokyo)`);
    expect(textOf(saved)).not.toContain('⚠️');
    // What is not named stays.
    expect(textOf(await set(place, { hour: 7 }))).toContain('at 07:00 (Asia/Tokyo)');
    expect(textOf(await set(place))).toContain('at 07:00 (Asia/Tokyo)');
    expect(textOf(await set(place, { off: true }))).toContain('no longer posted');
    expect(textOf(await set(place))).toContain('posted nowhere');
    expect(await system.keys(`posting:server:${place.guild.id}`)).toEqual([]);
  });

  test('names exactly what the bot may not do in the channel', async () => {
    const place = openPlace();
    const shut = place.guild.createChannel({
      botPermissions: BOT_PERMISSIONS & ~P.AttachFiles & ~P.CreatePublicThreads,
    });
    const refused = await set(place, { channel: shut, hour: 9, zone: 'UTC' });
    expect(textOf(refused)).toContain('Nothing was changed');
    expect(textOf(refused)).toMatch(/I lack: \*\*Attach Files\*\*\.$/u);
    shut.allowBot(BOT_PERMISSIONS & ~P.CreatePublicThreads);
    const threads = await set(place, { channel: shut, hour: 9, zone: 'UTC', thread: true });
    expect(textOf(threads)).toMatch(/I lack: \*\*Create Public Threads\*\*\.$/u);
    expect(textOf(await set(place, { channel: shut, hour: 9, zone: 'UTC' }))).toContain('Saved');
    const hidden = place.guild.createChannel({ botPermissions: 0n });
    const unseen = await set(place, { channel: hidden });
    expect(textOf(unseen)).toContain('**View Channel**, **Send Messages**, **Attach Files**, **Embed Links**');
    expect(textOf(await set(place))).toContain(`<#${shut.id}>`);
  });

  test('offers time zones, those of the language first', async () => {
    const place = openPlace({ locale: 'ja' });
    const offered = async (zone: string): Promise<unknown[]> => {
      const line = { subcommand: 'daily', focused: 'zone', options: { zone } };
      return (await place.admin.complete(place.channel, 'settings', line)).map(({ value }) => value);
    };
    expect((await offered(''))[0]).toBe('Asia/Tokyo');
    expect(await offered('')).toHaveLength(25);
    expect(await offered('new york')).toEqual(['America/New_York']);
    expect(await offered('nowhere')).toEqual([]);
  });

  test('is for those who manage the server, also where the server lets everybody use the command', async () => {
    const place = openPlace();
    const { guild, channel } = place;
    const member = system.standIn.createUser({ name: 'member' });
    member.join(guild);
    const use = () => set({ ...place, admin: member }, { channel, hour: 9, zone: 'UTC' });
    await expect(use()).rejects.toThrow('No command settings');
    guild.openCommands.add('settings');
    expect(textOf(await use())).toContain('Only those who may manage this server');
    expect(await system.keys(`posting:server:${guild.id}`)).toEqual([]);
  });
});

describe('a post', () => {
  test.each([
    ['en-US', /Find as few moves/u, /The solution of/u, /Daily #/u],
    ['ja', /できるだけ少ない手数/u, /の解答/u, /今日の問題 #/u],
  ])('comes at its hour in the language of its server, and the next one with the solution, in %s', async (...given) => {
    const [locale, how, solution, title] = given;
    const place = openPlace({ locale });
    const { guild } = place;
    const first = await begin(place);
    const number = numberAt(Date.now());
    expect(first.createdAt % hour).toBeLessThan(hour / 60);
    expect(textOf(first)).toMatch(how);
    expect(textOf(first)).toContain(`#${number} · `);
    expect(textOf(first)).toContain(`<t:${startOf(number + 1) / 1000}:R>`);
    expect(textOf(first)).not.toMatch(solution);
    expect(first.attachments.map(({ filename }) => filename)).toEqual(['board.png']);
    const { items } = nodes(first).find((node) => node.items)!;
    expect((items as { description: string }[])[0]!.description.length).toBeGreaterThan(10);
    const play = button(first, 'daily-play')!;
    expect(play.custom_id).toBe(`daily-play|${number}`);
    const [ann, bob, cid] = ['ann', 'bob', 'cid'].map((name) => {
      const person = system.standIn.createUser({ name, locale });
      person.join(guild);
      return person;
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
    expect(second.attachments.map(({ filename }) => filename)).toEqual(['solution.gif', 'board.png']);
    expect(second.pings).toEqual({ users: [], roles: [], everyone: false });
  });

  test('opens a thread where that is wanted', async () => {
    const place = openPlace();
    const message = await begin(place, { thread: true });
    await eventually(() => message.threadId !== undefined, 'a thread');
    await settled(place, numberAt(Date.now()), 'posted');
    expect(system.standIn.world.channels.get(message.threadId!)?.name).toBe(`Daily #${numberAt(Date.now())}`);
  });

  test('comes once, however settings are changed on its day', async () => {
    const place = openPlace();
    await begin(place);
    const number = numberAt(Date.now());
    const other = place.guild.createChannel({ name: 'other' });
    const { hour: at, wait } = nextHour();
    await set(place, { hour: at, channel: other });
    await later(wait);
    // Another server's post shows that this one's time has passed.
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

describe('the role', () => {
  test('is mentioned alone, and members give it to themselves by a button', async () => {
    const place = openPlace({ botPermissions: BOT_PERMISSIONS | P.ManageRoles });
    const { guild } = place;
    const role = guild.createRole({ name: 'puzzlers', mentionable: true });
    const message = await begin(place, { role: role.id });
    expect(message.pings).toEqual({ users: [], roles: [role.id], everyone: false });
    const ann = system.standIn.createUser({ name: 'ann' });
    ann.join(guild);
    const press = async () => textOf(await (await ann.press(message, 'posting-role')).until());
    expect(await press()).toContain(`you have the role <@&${role.id}>`);
    expect(guild.members.get(ann.id)?.roles.has(role.id)).toBe(true);
    expect(await press()).toContain('no longer have');
    expect(guild.members.get(ann.id)?.roles.has(role.id)).toBe(false);
    guild.deleteRole(role.id);
    expect(await press()).toContain('no such role');
    // Everyone is how to say no one.
    expect(textOf(await set(place, { role: guild.id }))).toContain('without a role');
    expect(await press()).toContain('no such role');
  });

  test.each([
    ['the bot may not give roles', {}, {}, 'Manage Roles'],
    ['it is above the bot’s', { botPermissions: BOT_PERMISSIONS | P.ManageRoles }, { onTop: true }, 'below my own'],
    [
      'it gives power',
      { botPermissions: BOT_PERMISSIONS | P.ManageRoles },
      { permissions: P.BanMembers },
      'not everyone',
    ],
    [
      'an integration owns it',
      { botPermissions: BOT_PERMISSIONS | P.ManageRoles },
      { managed: true },
      'an integration',
    ],
  ])('is mentioned without a button where %s, and the settings say so', async (_, server, given, said) => {
    const place = openPlace(server);
    const role = place.guild.createRole({ mentionable: true, ...given });
    const { hour: at } = nextHour();
    const saved = await set(place, { channel: place.channel, hour: at, zone: 'UTC', role: role.id });
    expect(textOf(saved)).toContain('Saved');
    expect(textOf(saved)).toContain(said);
    const message = await begin(place);
    expect(message.pings.roles).toEqual([role.id]);
    expect(button(message, 'posting-role')).toBeUndefined();
  });

  test('is not handed out for an admin who may not give it', async () => {
    const place = openPlace({ botPermissions: BOT_PERMISSIONS | P.ManageRoles });
    const role = place.guild.createRole();
    const admin = system.standIn.createUser({ name: 'small admin' });
    admin.join(place.guild, { permissions: MEMBER_PERMISSIONS | P.ManageGuild });
    const options = { channel: place.channel, hour: 9, zone: 'UTC', role: role.id };
    const saved = await set({ ...place, admin }, options);
    expect(textOf(saved)).toContain('somebody who may give it');
    expect(textOf(saved)).toContain('Nobody hears a mention');
    expect(textOf(await set(place, { role: role.id }))).toContain('which members can give themselves');
  });
});

describe('trouble', () => {
  test('of one channel is its own: it is told, paused after two weeks, and over when it is put right', async () => {
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
    expect(once).toMatch(/Discord did not take the last post, <t:\d+:f>: I cannot see the channel/u);
    expect(once).toContain('**View Channel**');
    for (let count = 2; count <= 14; count++) {
      await later(day);
      await post(fine, count);
      await settled(shut, first + count - 1, 'refused');
    }
    const told = textOf(await view());
    expect(told).toMatch(/none of the last 14 posts, since <t:\d+:f>/u);
    expect(told).toContain('I have stopped trying');
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
  }, 120_000);

  test('that is put right on the same day brings that day’s post', async () => {
    const place = openPlace();
    const { hour: at, wait } = nextHour();
    await set(place, { channel: place.channel, hour: at, zone: 'UTC' });
    place.channel.delete();
    await later(wait);
    await look();
    await settled(place, numberAt(Date.now()), 'refused');
    const channel = place.guild.createChannel({ name: 'new' });
    expect(textOf(await set({ ...place, channel }))).toContain('the channel is no more');
    await set({ ...place, channel }, { channel });
    await post({ channel });
    expect(posts({ channel })).toHaveLength(1);
  });

  test('that passes is tried again, and an answer that is lost is no second post', async () => {
    const place = openPlace();
    const { hour: at, wait } = nextHour();
    await set(place, { channel: place.channel, hour: at, zone: 'UTC' });
    await later(wait);
    const path = new RegExp(`^/channels/${place.channel.id}/messages$`, 'u');
    // discord.js asks four times.
    const { struck } = system.standIn.faults;
    system.standIn.faults.add({ method: 'POST', path, times: 4, answer: { kind: 'status', status: 500 } });
    await look();
    await eventually(() => system.standIn.faults.struck === struck + 4, 'the fault has struck');
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
      return system.standIn.faults.struck === struck + 8;
    }, 'the second fault has struck');
    // Discord has forgotten the nonce by now: only the channel can tell.
    await later(10 * 60_000);
    await eventually(async () => {
      await look();
      return (await stateOf(place, numberAt(Date.now()))) === 'posted';
    }, 'the post is settled');
    expect(posts(place)).toHaveLength(1);
  });
});

describe('a bot that is killed', { timeout: 60_000 }, () => {
  /** Killed when its post stands and it does not know it yet; then long enough away for Discord to forget the nonce. */
  const killAfterSending = async (place: Place, away = hour / 2): Promise<void> => {
    const { hour: at, wait } = nextHour();
    await set(place, { channel: place.channel, hour: at, zone: 'UTC' });
    const path = new RegExp(`^/channels/${place.channel.id}/messages$`, 'u');
    system.standIn.faults.add({ method: 'POST', path, when: 'after', answer: { kind: 'delay', ms: 5000 } });
    await later(wait);
    // More than fits on a page of messages.
    for (let count = 0; count < 150; count++) place.admin.say(place.channel, 'so much to say');
    await post(place);
    await system.kill(bot);
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

  test('finds it also when its day is over', async () => {
    const place = openPlace();
    const number = numberAt(Date.now() + hour);
    await killAfterSending(place, day);
    expect(textOf(await post(place, 2))).toContain(`The solution of #${number} · `);
    await settled(place, number, 'posted');
    expect(posts(place)).toHaveLength(2);
  });

  test('does not post again where it may not look, and says that it could not', async () => {
    const place = openPlace({ botPermissions: BOT_PERMISSIONS & ~P.ReadMessageHistory });
    await killAfterSending(place);
    await settled(place, numberAt(Date.now()), 'skipped');
    expect(posts(place)).toHaveLength(1);
    expect(textOf(await set(place))).toMatch(/perhaps not posted: #\d+\. .*\*\*Read Message History\*\*/u);
  });

  test('posts what is late, skips what is over, and says so', async () => {
    const place = openPlace();
    await begin(place);
    const first = numberAt(Date.now());
    await settled(place, first, 'posted');
    await system.kill(bot);
    await system.later(3 * day);
    await restart();
    const late = await post(place, 2);
    expect(textOf(late)).toContain(`#${first + 3} · `);
    expect(textOf(late)).toContain(`The solution of #${first} · `);
    expect(textOf(await set(place))).toContain(`was not running: #${first + 1}, #${first + 2}`);
    expect(posts(place)).toHaveLength(2);
  });
});

test('a server that the bot leaves is forgotten', async () => {
  const place = openPlace();
  await begin(place);
  place.guild.removeBot();
  await eventually(async () => (await system.keys(`posting:server:${place.guild.id}`)).length === 0, 'it is forgotten');
  expect(await system.redis.zscore('antipode:posting:agenda', place.guild.id)).toBeNull();
});

test('a server that changes its language reads its next post in it', async () => {
  const place = openPlace();
  await begin(place);
  place.guild.speak('ja');
  const key = `antipode:posting:server:${place.guild.id}`;
  await eventually(async () => (await system.redis.hget(key, 'locale')) === 'ja', 'the new language');
  await later(day);
  expect(textOf(await post(place, 2))).toContain('今日の問題');
});

describe('the reminder', { timeout: 60_000 }, () => {
  const remind = async (person: Person, channel: Channel, subcommand: 'on' | 'off'): Promise<string> =>
    textOf(await (await person.command(channel, 'daily', { group: 'remind', subcommand })).until());
  const reminders = (person: Person): Message[] =>
    person.messages(person.direct()).filter(({ author }) => author === system.standIn.world.bot);

  test('comes once to who has a streak to lose, and to nobody else', async () => {
    const { guild, channel } = openPlace();
    const people = ['has a streak', 'has finished', 'has none', 'wants none', 'is shut'].map((name) => {
      const person = system.standIn.createUser({ name });
      person.join(guild);
      return person;
    });
    const [ann, bob, , dan, eve] = people as [Person, Person, Person, Person, Person];
    // To the start of a day, so that its evening is still to come.
    await later(startOf(numberAt(Date.now()) + 1) + hour - Date.now());
    const number = numberAt(Date.now());
    for (const person of people) expect(await remind(person, channel, 'on')).toContain('Three hours before');
    expect(await remind(dan, channel, 'off')).toContain('no more');
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
    await system.kill(bot);
    await restart();
    await look();
    await begin(openPlace());
    expect(people.map((person) => reminders(person).length)).toEqual([1, 0, 0, 0, 0]);
    // She hears of it once, and no reminder comes any more.
    const asked = await eve.command(channel, 'stats');
    expect(textOf(await asked.untilFollowUp())).toContain('Your reminder is off');
    eve.closeDirectMessages(false);
    await finish(eve, number, guild, 12, 10);
    await later(day);
    await look();
    await begin(openPlace());
    expect(reminders(eve)).toEqual([]);
  });

  test('that found closed doors is told with the next /daily show', async () => {
    const { guild, channel } = openPlace();
    const fay = system.standIn.createUser({ name: 'fay', locale: 'ja' });
    fay.join(guild);
    await remind(fay, channel, 'on');
    await later(startOf(numberAt(Date.now()) + 1) + hour - Date.now());
    const number = numberAt(Date.now());
    await finish(fay, number - 1, guild, 12, 10);
    fay.closeDirectMessages();
    await later(startOf(number + 1) - hour - Date.now());
    await look();
    await eventually(async () => (await system.keys(`posting:reminder-closed:${fay.id}`)).length === 1, 'it is off');
    const asked = await fay.command(channel, 'daily', { subcommand: 'show' });
    const shown = await asked.until((message) => textOf(message).includes(`#${number}`));
    expect(textOf(shown)).toContain('お知らせを止めました');
  });
});

test('Discord has refused only what it was to refuse', () => {
  const refused = system.standIn.requests.filter(({ status }) => status >= 400 && status < 500 && status !== 404);
  expect(refused.filter(({ status, path }) => status !== 403 || !/^\/channels\/|\/roles\//u.test(path))).toEqual([]);
});
