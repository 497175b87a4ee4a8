/** The page's server without a browser: which requests it accepts, and which person receives which events. */
import { once } from 'node:events';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { ActionResult, PageEvent } from '@antipode/playground/page-protocol';
import { openPage } from '@antipode/playground/page-server';
import { type Interaction, MessageFlags, PermissionFlagsBits, SlashCommandBuilder } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Bot, logIn, openScene } from '../../support/stand-in-bot.ts';

let scene: Awaited<ReturnType<typeof openScene>>;
let bot: Bot;
let address: string;
let host: string;

beforeAll(async () => {
  scene = await openScene();
  const { standIn, ann, ben } = scene;
  address = await openPage(standIn, [ann, ben], { parts: () => ({ bot: true }) });
  host = new URL(address).host;
  bot = await logIn(standIn);
  bot.answer = async (interaction: Interaction) => {
    if (interaction.isButton()) await interaction.reply('somebody knocked');
    if (!interaction.isChatInputCommand()) return;
    await interaction.reply({
      content: `secret of ${interaction.user.displayName}`,
      flags: MessageFlags.Ephemeral,
      components: [{ type: 1, components: [{ type: 2, style: 2, custom_id: 'knock', label: 'Knock' }] }],
    });
    await interaction.followUp('for all');
  };
  const whisper = new SlashCommandBuilder().setName('whisper').setDescription('Says it to you alone');
  const count = new SlashCommandBuilder()
    .setName('count')
    .setDescription('Counts')
    .addIntegerOption((option) => option.setName('to').setDescription('How far').setRequired(true).setMaxValue(9));
  const rule = new SlashCommandBuilder()
    .setName('rule')
    .setDescription('For those who manage the server')
    .setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild);
  await bot.client.application.commands.set([whisper, count, rule]);
});
afterAll(async () => {
  await bot.client.destroy();
  await scene.standIn.close();
});

/** HTTP with any headers: `fetch` writes Host and Origin by itself. */
const ask = (path: string, headers: Record<string, string> = {}, body?: string) =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(new URL(path, address), { method, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        text: Buffer.concat(chunks).toString(),
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });

const act = async (as: string, action: Record<string, unknown>): Promise<ActionResult> => {
  const { text } = await ask('/playground/act', { 'content-type': 'application/json' }, JSON.stringify({ as, action }));
  return JSON.parse(text) as ActionResult;
};

/** Opens the WebSocket of a tab. */
const openTab = async (as: string) => {
  const socket = new WebSocket(`ws://${host}/playground/live?as=${as}`, { origin: `http://${host}` });
  const events: PageEvent[] = [];
  let text = '';
  socket.on('message', (data) => {
    text += data.toString();
    events.push(JSON.parse(data.toString()) as PageEvent);
  });
  await once(socket, 'open');
  return { socket, events, text: () => text };
};

describe('a request', () => {
  it('is accepted from this machine under each of its names', async () => {
    const port = new URL(address).port;
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      expect((await ask('/', { host: `${name}:${port}` })).status).toBe(200);
    }
  });

  it('is refused under the name of another site, or if another site makes it', async () => {
    const { port } = new URL(address);
    const strange: Record<string, string>[] = [
      { host: `rebound.example:${port}` },
      { host: '127.0.0.1' },
      { host: `127.0.0.1:${Number(port) + 1}` },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    const body = JSON.stringify({ as: 'ann', action: { do: 'say', channel: scene.channel.id, content: 'owned' } });
    for (const headers of strange) {
      expect([headers, (await ask('/', headers)).status]).toEqual([headers, 403]);
      const posted = await ask('/playground/act', { 'content-type': 'application/json', ...headers }, body);
      expect([headers, posted.status]).toEqual([headers, 403]);
    }
    // A form of another site can post, but not as JSON.
    expect((await ask('/playground/act', { 'content-type': 'text/plain' }, body)).status).toBe(415);
    expect(scene.ann.messages(scene.channel).some(({ content }) => content === 'owned')).toBe(false);
  });

  it('for a WebSocket needs the origin of the page', async () => {
    const tries = [{ origin: 'https://evil.example' }, {}, { origin: `http://${host}`, host: 'rebound.example' }];
    for (const { host: name, ...options } of tries as { origin?: string; host?: string }[]) {
      const headers = name === undefined ? {} : { headers: { host: name } };
      const socket = new WebSocket(`ws://${host}/playground/live?as=ann`, { ...options, ...headers });
      const [error] = (await once(socket, 'error')) as [Error];
      expect(error.message).toContain('403');
    }
  });

  it('with a bad body gets an error', async () => {
    const json = { 'content-type': 'application/json' };
    expect((await ask('/playground/act', json, '{')).status).toBe(400);
    expect((await ask('/playground/act', json, '{"as":"ann","action":{"do":"fly"}}')).status).toBe(400);
    expect((await ask('/playground/act', json, `{"as":"ann","action":"${'x'.repeat(16 << 20)}"}`)).status).toBe(413);
    expect((await ask('/playground/act', json, '{"as":"eve","action":{"do":"invite","name":"x"}}')).status).toBe(404);
    expect((await ask('/playground/nothing')).status).toBe(404);
    expect((await ask('/playground/../../package.json')).status).toBe(404);
  });

  it('gets a page of less than 200 kB that runs only its own scripts', async () => {
    const page = await ask('/');
    expect(page.headers['content-security-policy']).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    );
    expect(page.text).not.toMatch(/<script>|\sstyle=|\son\w+=|https?:/u);
    const assets = [...page.text.matchAll(/(?:src|href)="([^"]+)"/gu)].map(([, path]) => path!);
    expect(assets.length).toBeGreaterThanOrEqual(3);
    let [plain, compressed] = [page.text.length, gzipSync(page.text).length];
    for (const path of assets) {
      const { status, text, headers } = await ask(path);
      expect([path, status, headers['x-content-type-options']]).toEqual([path, 200, 'nosniff']);
      plain += text.length;
      compressed += gzipSync(text).length;
    }
    process.stdout.write(`the page: ${plain} bytes, ${compressed} compressed\n`);
    expect(compressed).toBeLessThan(200_000);
  });
});

describe('a tab', () => {
  it('receives what its person sees, and nothing that is for another person only', async () => {
    const [ann, ben] = [await openTab('ann'), await openTab('ben')];
    expect(await act('ann', { do: 'command', channel: scene.channel.id, name: 'whisper', options: {} })).toEqual({
      ok: true,
    });
    await expect.poll(() => ann.text()).toContain('for all');
    await expect.poll(() => ben.text()).toContain('for all');
    expect(ann.text()).toContain('secret of ann');
    expect(ben.text()).not.toContain('secret of');
    // A tab that opens later does not receive it either.
    const late = await openTab('ben');
    await expect.poll(() => late.text()).toContain('for all');
    expect(late.text()).not.toContain('secret of');
    // A public reply to the ephemeral message does not quote it.
    const [secret] = scene.ann.messages(scene.channel).filter(({ content }) => content.startsWith('secret'));
    expect(await act('ann', { do: 'press', message: secret!.id, customId: 'knock' })).toEqual({ ok: true });
    await expect.poll(() => ben.text()).toContain('somebody knocked');
    expect(ben.text()).not.toContain('secret of');
    expect(await act('ben', { do: 'dismiss', message: secret!.id })).toMatchObject({
      ok: false,
      reason: 'not visible',
    });
    expect(await act('ann', { do: 'dismiss', message: secret!.id })).toEqual({ ok: true });
    await expect.poll(() => ann.events.some((one) => one.type === 'removed' && one.id === secret!.id)).toBe(true);
    const again = await openTab('ann');
    await expect.poll(() => again.text()).toContain('for all');
    expect(again.text()).not.toContain('secret of');
    for (const { socket } of [ann, ben, late, again]) socket.terminate();
  });

  it('gets the reason why an action is refused, and the bot gets no interaction', async () => {
    const count = (to?: string) =>
      act('ann', { do: 'command', channel: scene.channel.id, name: 'count', options: to === undefined ? {} : { to } });
    const before = scene.standIn.interactions.last?.id;
    expect(await count()).toMatchObject({ ok: false, reason: 'missing option', option: 'to' });
    expect(await count('ten')).toMatchObject({ ok: false, reason: 'bad value', option: 'to' });
    expect(await count('10')).toMatchObject({
      ok: false,
      reason: 'bad value',
      message: 'to takes at most 9, not "10"',
    });
    expect(scene.standIn.interactions.last?.id).toBe(before);
  });

  it('receives the traffic log on request, without tokens', async () => {
    const tab = await openTab('ben');
    tab.socket.send(JSON.stringify({ wire: true }));
    await act('ann', { do: 'command', channel: scene.channel.id, name: 'whisper', options: {} });
    await scene.standIn.gateway.drop({ resumable: false });
    // The bot identifies again, with its token.
    await expect.poll(() => tab.text()).toMatch(/"name":"Identify"/u);
    const entries = () => tab.events.flatMap((one) => (one.type === 'wire' ? one.entries : []));
    // The follow-up comes by another way than the gateway, and may come later.
    const whisper = () => entries().findLast((one) => one.type === 'interaction' && one.name === '/whisper');
    await expect.poll(whisper).toMatchObject({ how: 'reply', user: 'ann', followUps: 1 });
    const wire = entries();
    expect(new Set(wire.map(({ type }) => type))).toEqual(new Set(['gateway', 'rest', 'interaction']));
    const names = wire.flatMap((one) => (one.type === 'gateway' ? [one.name] : []));
    expect(names).toEqual(expect.arrayContaining(['READY', 'GUILD_CREATE', 'INTERACTION_CREATE']));
    const paths = wire.flatMap((one) => (one.type === 'rest' ? [one.path] : []));
    expect(paths).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\/interactions\/\d+\/\[redacted\]\/callback$/u)]),
    );
    const { token } = scene.standIn.interactions.last!;
    expect(token.length).toBeGreaterThan(100);
    for (const secret of [token, token.slice(0, 40), scene.standIn.token]) expect(tab.text()).not.toContain(secret);
    tab.socket.terminate();
  });

  it('changes the settings of its person, and invites others', async () => {
    const tab = await openTab('ben');
    const scenes = () => tab.events.flatMap((one) => (one.type === 'scene' ? [one.scene] : []));
    const { guild } = scene;
    await act('ben', {
      do: 'configure',
      locale: 'en-US',
      hasInstalled: true,
      administers: { guild: guild.id, on: true },
    });
    await expect
      .poll(() => scenes().at(-1)?.me)
      .toMatchObject({
        locale: 'en-US',
        hasInstalled: true,
        administers: [guild.id],
      });
    const offered = () => {
      const { channels = [], commands = [] } = scenes().at(-1) ?? {};
      return channels.find(({ id }) => id === scene.channel.id)?.commands.map((index) => commands[index]?.name);
    };
    expect(offered()).toEqual(['whisper', 'count', 'rule']);
    await act('ben', {
      do: 'configure',
      locale: 'ja',
      hasInstalled: false,
      administers: { guild: guild.id, on: false },
    });
    await expect.poll(() => scenes().at(-1)?.me).toMatchObject({ locale: 'ja', hasInstalled: false, administers: [] });
    expect(offered()).toEqual(['whisper', 'count']);
    expect(guild.members.size).toBe(3);
    expect(await act('ben', { do: 'invite', name: 'carl' })).toEqual({ ok: true, name: 'carl' });
    expect(await act('ben', { do: 'invite', name: 'carl' })).toMatchObject({ ok: false });
    await expect
      .poll(() =>
        scenes()
          .at(-1)
          ?.people.map(({ name }) => name),
      )
      .toEqual(['ann', 'ben', 'carl']);
    tab.socket.terminate();
  });
});
