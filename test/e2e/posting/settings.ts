/** /settings daily, and the role that a post mentions. */

import { BOT_PERMISSIONS, MEMBER_PERMISSIONS } from '@antipode/stand-in/permissions';
import { describe, expect, test } from 'vitest';
import { publicMessages, textOf } from '../../support/messages.ts';
import { begin, button, nextHour, openPlace, P, set, system } from './setup.ts';

describe('/settings daily', () => {
  test('reports mistakes first, and saves what is right', async () => {
    const place = openPlace();
    expect(textOf(await set(place))).toContain('Daily posts are off.');
    expect(textOf(await set(place, { hour: 9, zone: 'Asia/Tokyo' }))).toContain('`channel` is missing');
    expect(textOf(await set(place, { channel: place.channel, zone: 'Asia/Tokyo' }))).toContain('`hour` is missing');
    const unknown = await set(place, { channel: place.channel, hour: 9, zone: 'Mars/@everyone' });
    expect(textOf(unknown)).toContain('Unknown time zone');
    expect(textOf(unknown)).not.toContain('@everyone');
    expect(textOf(await set(place))).toContain('Daily posts are off.');
    const saved = await set(place, { channel: place.channel, hour: 9, zone: 'asia/tokyo' });
    expect(textOf(saved)).toContain(`Posted in <#${place.channel.id}> at 09:00 (Asia/Tokyo)`);
    expect(textOf(saved)).not.toContain('⚠️');
    // A city is enough if it means one zone; an offset means several.
    expect(textOf(await set(place, { zone: 'Osaka' }))).toContain('(Asia/Tokyo)');
    expect(textOf(await set(place, { zone: 'UTC+8' }))).toMatch(/Unknown time zone: UTC\+8\. Examples: \w+\/\w+, /u);
    // Options that are left out keep their values.
    expect(textOf(await set(place, { hour: 7 }))).toContain('at 07:00 (Asia/Tokyo)');
    expect(textOf(await set(place))).toContain('at 07:00 (Asia/Tokyo)');
    expect(textOf(await set(place, { off: true }))).toContain('Daily posts are off now');
    expect(textOf(await set(place))).toContain('Daily posts are off.');
    expect(await system.keys(`posting:server:${place.guild.id}`)).toEqual([]);
  });

  test('names exactly the permissions that the bot lacks in the channel', async () => {
    const place = openPlace();
    const shut = place.guild.createChannel({
      botPermissions: BOT_PERMISSIONS & ~P.AttachFiles & ~P.CreatePublicThreads,
    });
    const refused = await set(place, { channel: shut, hour: 9, zone: 'UTC' });
    expect(textOf(refused)).toContain('Nothing changed');
    expect(textOf(refused)).toMatch(/Missing permissions in <#\d+>: \*\*Attach Files\*\*\.$/u);
    shut.allowBot(BOT_PERMISSIONS & ~P.CreatePublicThreads);
    const threads = await set(place, { channel: shut, hour: 9, zone: 'UTC', thread: true });
    expect(textOf(threads)).toMatch(/Missing permissions in <#\d+>: \*\*Create Public Threads\*\*\.$/u);
    expect(textOf(await set(place, { channel: shut, hour: 9, zone: 'UTC' }))).toContain('Saved');
    const hidden = place.guild.createChannel({ botPermissions: 0n });
    const unseen = await set(place, { channel: hidden });
    expect(textOf(unseen)).toContain('**View Channel**, **Send Messages**, **Attach Files**, **Embed Links**');
    expect(textOf(await set(place))).toContain(`<#${shut.id}>`);
  });

  test('previews the post for a manager alone', async () => {
    const place = openPlace();
    const { admin, channel, guild } = place;
    const saved = await set(place, { channel, hour: 9, zone: 'UTC' });
    const before = publicMessages(channel).length;
    const preview = await (await admin.press(saved, 'Preview')).until();
    expect(preview.ephemeral).toBe(true);
    expect(textOf(preview)).toMatch(/Daily #\d+ · .*\n[\s\S]*Find the fewest moves/u);
    expect(publicMessages(channel)).toHaveLength(before);
    guild.addMember(admin.user, MEMBER_PERMISSIONS);
    expect(textOf(await (await admin.press(saved, 'Preview')).until())).toContain('Only server managers');
  });

  test('offers time zones, those of the user’s language first', async () => {
    const place = openPlace({ locale: 'ja' });
    const offered = async (zone: string): Promise<unknown[]> => {
      const line = { subcommand: 'daily', focused: 'zone', options: { zone } };
      return (await place.admin.complete(place.channel, 'settings', line)).map(({ value }) => value);
    };
    expect((await offered(''))[0]).toBe('Asia/Tokyo');
    expect(await offered('')).toHaveLength(25);
    expect(await offered('new york')).toEqual(['America/New_York']);
    expect(await offered('Kolkata')).toEqual(['Asia/Kolkata']);
    expect(await offered('nowhere')).toEqual([]);
  });

  test('is for those who manage the server, also where the server lets everybody use the command', async () => {
    const place = openPlace();
    const { guild, channel } = place;
    const member = system.person('member', { guild });
    const use = () => set({ ...place, admin: member }, { channel, hour: 9, zone: 'UTC' });
    await expect(use()).rejects.toThrow('No command settings');
    guild.openCommands.add('settings');
    expect(textOf(await use())).toContain('Only server managers');
    expect(await system.keys(`posting:server:${guild.id}`)).toEqual([]);
  });
});

describe('the role', () => {
  test('is the only mention, and members take it by a button', async () => {
    const place = openPlace({ botPermissions: BOT_PERMISSIONS | P.ManageRoles });
    const { guild } = place;
    const role = guild.createRole({ name: 'puzzlers', mentionable: true });
    const message = await begin(place, { role: role.id });
    expect(message.pings).toEqual({ users: [], roles: [role.id], everyone: false });
    const ann = system.person('ann', { guild });
    const press = async () => textOf(await (await ann.press(message, 'posting-role')).until());
    expect(await press()).toContain(`You now have <@&${role.id}>`);
    expect(guild.members.get(ann.id)?.roles.has(role.id)).toBe(true);
    expect(await press()).toContain('no longer have');
    expect(guild.members.get(ann.id)?.roles.has(role.id)).toBe(false);
    guild.deleteRole(role.id);
    expect(await press()).toContain('That role was deleted');
    // @everyone means no role.
    expect(textOf(await set(place, { role: guild.id }))).toContain('Mentions no role');
    expect(await press()).toContain('That role was deleted');
  });

  test.each([
    ['the bot may not give roles', {}, {}, 'Manage Roles'],
    ['it is above the bot’s', { botPermissions: BOT_PERMISSIONS | P.ManageRoles }, { onTop: true }, 'below my own'],
    [
      'it has permissions',
      { botPermissions: BOT_PERMISSIONS | P.ManageRoles },
      { permissions: P.BanMembers },
      'others don’t have',
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

  test('is not given out for an admin who may not assign it', async () => {
    const place = openPlace({ botPermissions: BOT_PERMISSIONS | P.ManageRoles });
    const role = place.guild.createRole();
    const admin = system.standIn.createUser({ name: 'small admin' });
    admin.join(place.guild, { permissions: MEMBER_PERMISSIONS | P.ManageGuild });
    const options = { channel: place.channel, hour: 9, zone: 'UTC', role: role.id };
    const saved = await set({ ...place, admin }, options);
    expect(textOf(saved)).toContain('somebody who may assign it');
    expect(textOf(saved)).toContain('notify nobody');
    expect(textOf(await set(place, { role: role.id }))).toContain('which members can give themselves');
  });
});
