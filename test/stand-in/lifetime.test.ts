import { setTimeout as sleep } from 'node:timers/promises';
import { type InteractionHandle, NoResponse } from '@antipode/stand-in';
import { type Interaction, MessageFlags, PermissionFlagsBits, SlashCommandBuilder } from 'discord.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Bot, failure, logIn, openScene } from '../support/stand-in-bot.ts';
import { multipart, send } from '../support/stand-in-rest.ts';

describe('the life of an interaction', () => {
  let scene: Awaited<ReturnType<typeof openScene>>;
  let bot: Bot;
  beforeAll(async () => {
    scene = await openScene();
    bot = await logIn(scene.standIn);
    const command = new SlashCommandBuilder().setName('ask').setDescription('d');
    command.addStringOption((option) => option.setName('what').setDescription('d').setAutocomplete(true));
    await bot.client.application.commands.set([command]);
  });
  afterAll(async () => {
    await bot.client.destroy();
    await scene.standIn.close();
  });
  beforeEach(() => {
    bot.answer = () => {};
    bot.errors.length = 0;
  });

  const ask = () => scene.ann.command(scene.channel, 'ask');
  const respond = (asked: InteractionHandle, body: unknown, query = '') =>
    send(scene.standIn, `POST /interactions/${asked.id}/${asked.token}/callback${query}`, body, {});
  const webhook = (asked: InteractionHandle) => `/webhooks/${scene.standIn.applicationId}/${asked.token}`;
  const reply = { type: 4, data: { content: 'x' } };

  it('must be acknowledged in time', async () => {
    bot.answer = async (interaction: Interaction) => {
      await sleep(3100);
      if (interaction.isChatInputCommand()) await interaction.reply('late');
    };
    const asked = await ask();
    await expect(asked.acknowledged).rejects.toThrow('The application did not respond');
    await expect(asked.until()).rejects.toThrow(NoResponse);
    await expect.poll(() => bot.errors).toMatchObject([{ code: 10062, status: 404 }]);
    expect(asked.reply()).toBeUndefined();
  });

  it('is acknowledged once', async () => {
    const asked = await ask();
    expect((await respond(asked, reply)).status).toBe(204);
    expect(await respond(asked, reply)).toMatchObject({ status: 400, json: { code: 40060 } });
  });

  it('answers a 204 without a content type, and with_response with the message', async () => {
    const bare = await respond(await ask(), reply);
    expect(bare.headers.get('content-type')).toBeNull();
    const asked = await ask();
    const full = await respond(asked, { type: 5, data: { flags: 64 } }, '?with_response=true');
    expect(full.json).toMatchObject({
      interaction: {
        id: asked.id,
        type: 2,
        response_message_id: asked.reply()?.id,
        response_message_loading: true,
        response_message_ephemeral: true,
      },
      resource: { type: 5, message: { id: asked.reply()?.id, flags: 64 + 128 } },
    });
  });

  it('requires the token and the id together', async () => {
    const [one, two] = [await ask(), await ask()];
    const mixed = await send(scene.standIn, `POST /interactions/${one.id}/${two.token}/callback`, reply, {});
    expect(mixed.json.code).toBe(10062);
  });

  it.each([
    ['choices', 8, '4, 5, 9'],
    ['an update', 7, '4, 5, 9'],
    ['a deferred update', 6, '4, 5, 9'],
    ['a pong', 1, '4, 5, 9'],
    ['an unknown type', 99, '4, 5, 9'],
  ])('refuses %s for a command', async (_what, type, allowed) => {
    const { json, faults } = await respond(await ask(), { type, data: {} });
    expect(faults).toEqual(['type BASE_TYPE_CHOICES']);
    expect(JSON.stringify(json)).toContain(`Value must be one of {${allowed}}`);
  });

  it('refuses messages for an autocomplete and a modal for a modal', async () => {
    scene.ann.complete(scene.channel, 'ask', { focused: 'what' }).catch(() => {});
    const { id, token } = scene.standIn.interactions.last ?? { id: '', token: '' };
    const path = `POST /interactions/${id}/${token}/callback`;
    expect((await send(scene.standIn, path, reply, {})).faults).toEqual(['type BASE_TYPE_CHOICES']);

    const modal = {
      type: 9,
      data: {
        custom_id: 'm',
        title: 't',
        components: [{ type: 18, label: 'l', component: { type: 4, custom_id: 'i', style: 1 } }],
      },
    };
    const asked = await ask();
    await respond(asked, modal);
    const form = asked.modal();
    if (!form) throw new Error('no modal');
    const sent = await scene.ann.submit(form, { i: 'x' });
    for (const body of [modal, { type: 7, data: { content: 'x' } }]) {
      expect((await respond(sent, body)).faults).toEqual(['type BASE_TYPE_CHOICES']);
    }
    expect((await respond(sent, reply)).status).toBe(204);
  });

  it('accepts only the ephemeral flag in a deferral', async () => {
    const asked = await ask();
    const defer = (flags: number) => respond(asked, { type: 5, data: { flags } });
    expect((await defer(MessageFlags.IsComponentsV2)).faults).toEqual(['data.flags MESSAGE_FLAGS_INVALID']);
    expect((await defer(MessageFlags.Ephemeral)).status).toBe(204);
  });

  it('has no original response before the acknowledgement and after its deletion', async () => {
    const asked = await ask();
    const original = `${webhook(asked)}/messages/@original`;
    expect((await send(scene.standIn, `PATCH ${original}`, { content: 'x' }, {})).json.code).toBe(10015);
    await respond(asked, reply);
    expect((await send(scene.standIn, `GET ${original}`, undefined, {})).json.content).toBe('x');
    expect((await send(scene.standIn, `DELETE ${original}`, undefined, {})).status).toBe(204);
    expect((await send(scene.standIn, `PATCH ${original}`, { content: 'y' }, {})).json.code).toBe(10008);
  });

  it('has a token that expires', async () => {
    bot.answer = async (interaction: Interaction) => {
      if (!interaction.isChatInputCommand()) return;
      await interaction.deferReply();
      const later = Date.now() + 15 * 60_000 + 1;
      onTestFinished(() => void vi.restoreAllMocks());
      vi.spyOn(Date, 'now').mockReturnValue(later);
      await interaction.editReply('too late');
    };
    const asked = await ask();
    await asked.acknowledged;
    await expect.poll(() => bot.errors).toMatchObject([{ code: 50027, status: 401 }]);
    expect(asked.reply()?.loading).toBe(true);
    expect(scene.standIn.invalidRequests.byStatus[401]).toBe(1);
  });

  it('edits and deletes follow-ups by id, but not those of another interaction', async () => {
    const [asked, other] = [await ask(), await ask()];
    await Promise.all([respond(asked, reply), respond(other, reply)]);
    const posted = await send(scene.standIn, `POST ${webhook(asked)}`, { content: 'f' }, {});
    const path = (from: InteractionHandle) => `${webhook(from)}/messages/${String(posted.json.id)}`;
    expect((await send(scene.standIn, `PATCH ${path(other)}`, { content: 'g' }, {})).json.code).toBe(10008);
    expect((await send(scene.standIn, `PATCH ${path(asked)}`, { content: 'g' }, {})).json.content).toBe('g');
    expect((await send(scene.standIn, `DELETE ${path(asked)}`, undefined, {})).status).toBe(204);
    expect(asked.followUps()).toEqual([]);
  });
});

describe('messages in channels', () => {
  let scene: Awaited<ReturnType<typeof openScene>>;
  let bot: Bot;
  beforeAll(async () => {
    scene = await openScene();
    bot = await logIn(scene.standIn);
  });
  afterAll(async () => {
    await bot.client.destroy();
    await scene.standIn.close();
  });
  const fetchChannel = async (id: string) => {
    const channel = await bot.client.channels.fetch(id);
    if (!channel?.isSendable()) throw new Error('not a channel to send to');
    return channel;
  };

  it('are posted, edited, replied to and deleted', async () => {
    const channel = await fetchChannel(scene.channel.id);
    const message = await channel.send('one');
    await message.edit('two');
    const answer = await message.reply('three');
    expect(scene.ann.messages(scene.channel).map(({ content }) => content)).toEqual(['two', 'three']);
    expect(answer.reference?.messageId).toBe(message.id);
    await message.delete();
    await expect(message.reply('four')).rejects.toMatchObject({ code: 50035 });
  });

  it('are posted once for a nonce with enforce_nonce', async () => {
    const channel = await fetchChannel(scene.guild.createChannel().id);
    const once = { content: 'x', nonce: 'daily-2026-11-20', enforceNonce: true };
    const [first, second] = [await channel.send(once), await channel.send(once)];
    expect(second.id).toBe(first.id);
    const third = await channel.send({ ...once, enforceNonce: false });
    expect(third.id).not.toBe(first.id);
    await expect(channel.send({ ...once, nonce: 'x'.repeat(26) })).rejects.toMatchObject({ code: 50035 });
  });

  it('need permissions', async () => {
    const P = PermissionFlagsBits;
    const path = (botPermissions: bigint) =>
      `POST /channels/${scene.guild.createChannel({ botPermissions }).id}/messages`;
    const post = (line: string, body: unknown) => send(scene.standIn, line, body);
    expect((await post(path(0n), { content: 'x' })).json).toMatchObject({ code: 50001, message: 'Missing Access' });
    const silent = await post(path(P.ViewChannel), { content: 'x' });
    expect(silent).toMatchObject({ status: 403, json: { code: 50013, message: 'Missing Permissions' } });
    expect(silent.headers.get('x-ratelimit-bucket')).not.toBeNull();
    const plain = path(P.ViewChannel | P.SendMessages);
    expect((await post(plain, { content: 'x' })).status).toBe(200);
    expect((await post(plain, { embeds: [{ title: 't' }] })).json.code).toBe(50013);
    const file = multipart({ content: 'x' }, [{ name: 'a.txt', bytes: new Uint8Array(1) }]);
    expect((await post(plain, file)).json.code).toBe(50013);
    expect((await post('POST /channels/1234567890123456789/messages', { content: 'x' })).json.code).toBe(10003);
    expect(scene.standIn.invalidRequests.byStatus[403]).toBe(4);
  });

  it('are edited by their author only', async () => {
    const said = scene.ann.say(scene.channel, 'mine');
    const one = `/channels/${scene.channel.id}/messages/${said.id}`;
    expect((await send(scene.standIn, `PATCH ${one}`, { content: 'yours' })).json.code).toBe(50005);
    expect((await send(scene.standIn, `DELETE ${one}`)).json.code).toBe(50013);
  });

  it('reach people directly, unless they refuse direct messages', async () => {
    const user = await bot.client.users.fetch(scene.ben.id);
    await user.send('psst');
    expect(scene.ben.messages(scene.ben.direct()).map(({ content }) => content)).toEqual(['psst']);
    scene.ben.closeDirectMessages();
    expect(await failure(user.send('psst'))).toMatchObject({ code: 50007 });
    const stranger = await bot.client.users.fetch(scene.standIn.createUser({ name: 'cat' }).id);
    expect(await failure(stranger.send('psst'))).toMatchObject({ code: 50278 });
  });

  it('open threads', async () => {
    const channel = await bot.client.channels.fetch(scene.guild.createChannel().id);
    if (channel?.type !== 0) throw new Error('not a text channel');
    const message = await channel.send('daily');
    const thread = await message.startThread({ name: 'Daily 1' });
    await thread.send('inside');
    expect(thread.id).toBe(message.id);
    expect(await failure(message.startThread({ name: 'again' }))).toMatchObject({ code: 160004 });
  });

  it('show the emoji of the application', async () => {
    const { emojis } = bot.client.application;
    const picture = Buffer.from('GIF89a');
    const emoji = await emojis.create({ name: 'tile_1', attachment: picture });
    expect((await emojis.fetch()).map(({ name }) => name)).toEqual(['tile_1']);
    expect(await failure(emojis.create({ name: 'tile_1', attachment: picture }))).toMatchObject({
      code: 50035,
    });
    expect(await failure(emojis.create({ name: 'no-dash', attachment: picture }))).toMatchObject({
      code: 50035,
    });
    expect(await failure(emojis.create({ name: 'text', attachment: Buffer.from('x') }))).toMatchObject({ code: 50035 });
    const large = Buffer.concat([picture, Buffer.alloc(256 * 1024)]);
    expect(await failure(emojis.create({ name: 'large', attachment: large }))).toMatchObject({ code: 50035 });
    await emoji.edit({ name: 'tile_2' });
    await emoji.delete();
    expect((await emojis.fetch()).size).toBe(0);
  });
});
