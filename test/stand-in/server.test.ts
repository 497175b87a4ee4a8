import { BOT_PERMISSIONS, MEMBER_PERMISSIONS } from '@antipode/stand-in/permissions';
import { ChannelType, Events, PermissionFlagsBits as P } from 'discord.js';
import { afterEach, describe, expect, it } from 'vitest';
import { failure, logIn, openScene } from '../support/stand-in-bot.ts';
import { send } from '../support/stand-in-rest.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A server whose bot has these permissions, with a client logged in. */
async function open(botPermissions = BOT_PERMISSIONS) {
  const { standIn, ann } = await openScene();
  closers.push(() => standIn.close());
  const guild = standIn.createGuild({ botPermissions });
  const channel = guild.createChannel();
  ann.join(guild);
  const { client } = await logIn(standIn);
  closers.push(() => client.destroy());
  const known = await client.guilds.fetch(guild.id);
  return { standIn, ann, guild, channel, client, known };
}

describe('roles', () => {
  it('below the bot’s own can be assigned and removed with the permission', async () => {
    const { ann, guild, client } = await open(BOT_PERMISSIONS | P.ManageRoles);
    const role = guild.createRole({ name: 'puzzlers' });
    const path = `/guilds/${guild.id}/members/${ann.id}/roles/${role.id}` as const;
    await client.rest.put(path);
    await client.rest.put(path);
    expect(guild.members.get(ann.id)?.roles.has(role.id)).toBe(true);
    await client.rest.delete(path);
    expect(guild.members.get(ann.id)?.roles.has(role.id)).toBe(false);
    const [top, owned] = [guild.createRole({ onTop: true }), guild.createRole({ managed: true })];
    for (const id of [top.id, owned.id, guild.id]) {
      expect(await failure(client.rest.put(`/guilds/${guild.id}/members/${ann.id}/roles/${id}`))).toMatchObject({
        status: 403,
        code: 50013,
      });
    }
    guild.deleteRole(role.id);
    expect(await failure(client.rest.put(path))).toMatchObject({ status: 404, code: 10011 });
  });

  it('are not assigned without the permission', async () => {
    const { ann, guild, client } = await open();
    const role = guild.createRole();
    const put = client.rest.put(`/guilds/${guild.id}/members/${ann.id}/roles/${role.id}`);
    expect(await failure(put)).toMatchObject({ status: 403, code: 50013 });
  });

  it('have positions that discord.js compares', async () => {
    const { guild, known } = await open();
    const [low, high] = [guild.createRole(), guild.createRole({ onTop: true })];
    await expect.poll(() => known.roles.cache.get(high.id)?.position).toBe(high.position);
    const me = await known.members.fetchMe();
    expect(me.roles.highest.comparePositionTo(low.id)).toBeGreaterThan(0);
    expect(me.roles.highest.comparePositionTo(high.id)).toBeLessThan(0);
  });
});

describe('mentions', () => {
  it.each([
    ['whom they name, where nothing is said', undefined, { users: true, roles: [true, false], everyone: false }],
    ['nobody, where nothing is allowed', { parse: [] }, { users: false, roles: [false, false], everyone: false }],
    ['who is allowed', { parse: [], roles: 'all' }, { users: false, roles: [true, false], everyone: false }],
  ])('notify %s', async (_, allowed, expected) => {
    const { standIn, ann, guild, channel } = await open();
    // The second is not for anybody to mention.
    const roles = [guild.createRole({ mentionable: true }), guild.createRole()].map(({ id }) => id);
    const content = [`@everyone <@${ann.id}>`, ...roles.map((id) => `<@&${id}>`)].join(' ');
    const allowed_mentions = allowed && { ...allowed, ...('roles' in allowed && { roles }) };
    await send(standIn, `POST /channels/${channel.id}/messages`, { content, allowed_mentions });
    const [message] = channel.messages.values();
    expect(message?.pings).toEqual({
      users: expected.users ? [ann.id] : [],
      roles: roles.filter((_, index) => expected.roles[index]),
      everyone: expected.everyone,
    });
  });

  it('notify every role and everyone with the permission', async () => {
    const { standIn, guild, channel } = await open(BOT_PERMISSIONS | P.MentionEveryone);
    const { id } = guild.createRole();
    await send(standIn, `POST /channels/${channel.id}/messages`, { content: `@everyone <@&${id}>` });
    expect([...channel.messages.values()][0]?.pings).toEqual({ users: [], roles: [id], everyone: true });
  });
});

it('lists the messages after a given one, latest first', async () => {
  const { standIn, channel, ann, client } = await open();
  const ids = ['a', 'b', 'c', 'd'].map((text) => ann.say(channel, text).id);
  const get = async (query: string) => {
    const { json } = await send(standIn, `GET /channels/${channel.id}/messages?${query}`);
    return (json as unknown as { id: string }[]).map(({ id }) => ids.indexOf(id));
  };
  expect(await get(`after=${ids[0]}&limit=2`)).toEqual([2, 1]);
  expect(await get('limit=2')).toEqual([3, 2]);
  expect(await get(`before=${ids[3]}&limit=2`)).toEqual([2, 1]);
  expect(client.isReady()).toBe(true);
});

it('creates announcement threads in an announcement channel', async () => {
  const { standIn, guild } = await open();
  const channel = guild.createChannel({ type: ChannelType.GuildAnnouncement });
  const { json } = await send(standIn, `POST /channels/${channel.id}/messages`, { content: 'news' });
  const { id } = json as { id: string };
  const thread = await send(standIn, `POST /channels/${channel.id}/messages/${id}/threads`, { name: 'talk' });
  expect(thread.json).toMatchObject({ type: ChannelType.AnnouncementThread, parent_id: channel.id, id });
});

describe('a client is notified', () => {
  it('of the bot’s permissions in a channel, and of its deletion', async () => {
    const { channel, known } = await open();
    const mine = async () => known.channels.cache.get(channel.id)?.permissionsFor(await known.members.fetchMe());
    expect((await mine())?.has(P.AttachFiles)).toBe(true);
    channel.allowBot(BOT_PERMISSIONS & ~P.AttachFiles);
    await expect.poll(async () => (await mine())?.has(P.AttachFiles)).toBe(false);
    channel.delete();
    await expect.poll(() => known.channels.cache.has(channel.id)).toBe(false);
  });

  it('when the bot joins a guild, but not at the end of an outage', async () => {
    const { standIn, guild, known, client } = await open();
    const joined: unknown[] = [];
    client.on(Events.GuildCreate, ({ id, systemChannelId }) => joined.push([id, systemChannelId]));
    guild.fail();
    const other = standIn.createGuild({ installed: false });
    other.systemChannel = other.createChannel({ name: 'hall' });
    const available = new Promise((resolve) => client.once(Events.GuildAvailable, ({ id }) => resolve(id)));
    other.addBot();
    expect(await available).toBe(guild.id);
    await expect.poll(() => joined).toEqual([[other.id, other.systemChannel?.id]]);
    expect(known.available).toBe(true);
  });

  it('of a new locale, and of the removal of the bot', async () => {
    const { guild, known, client } = await open();
    guild.setLocale('ja');
    await expect.poll(() => known.preferredLocale).toBe('ja');
    const left = new Promise((resolve) => client.once(Events.GuildDelete, ({ id }) => resolve(id)));
    guild.removeBot();
    expect(await left).toBe(guild.id);
  });
});

it('lets a server open a command to everybody', async () => {
  const { guild, channel, ann, client } = await open();
  ann.join(guild, { permissions: MEMBER_PERMISSIONS });
  await client.application.commands.set([{ name: 'rule', description: 'd', defaultMemberPermissions: P.ManageGuild }]);
  await expect(ann.command(channel, 'rule')).rejects.toThrow('No command rule');
  guild.openCommands.add('rule');
  client.once(Events.InteractionCreate, (interaction) => interaction.isRepliable() && interaction.reply('done'));
  expect((await (await ann.command(channel, 'rule')).until()).content).toBe('done');
});
