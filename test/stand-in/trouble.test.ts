import type { StandInOptions } from '@antipode/stand-in';
import { GatewayIntentBits, type Interaction, RESTEvents, SlashCommandBuilder } from 'discord.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Bot, failure, logIn, openScene } from '../support/stand-in-bot.ts';
import { send } from '../support/stand-in-rest.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(options: StandInOptions = {}) {
  const scene = await openScene(options);
  closers.push(() => scene.standIn.close());
  return scene;
}
async function join(scene: Awaited<ReturnType<typeof openScene>>, options = {}): Promise<Bot> {
  const bot = await logIn(scene.standIn, options);
  closers.push(() => bot.client.destroy());
  await bot.client.application.commands.set([new SlashCommandBuilder().setName('ask').setDescription('d')]);
  bot.answer = async (interaction: Interaction) => {
    if (interaction.isChatInputCommand()) await interaction.reply('here');
  };
  return bot;
}

describe('rate limits', { tags: 'long' }, () => {
  it('send a bucket, and refuse the sixth post in five seconds', async () => {
    const { standIn, channel } = await open();
    const post = () => send(standIn, `POST /channels/${channel.id}/messages`, { content: 'x' });
    const first = await post();
    expect(first.headers.get('x-ratelimit-limit')).toBe('5');
    expect(first.headers.get('x-ratelimit-remaining')).toBe('4');
    expect(Number(first.headers.get('x-ratelimit-reset-after'))).toBeGreaterThan(4);
    expect(first.headers.get('x-ratelimit-bucket')).toMatch(/^[0-9a-f]{32}$/);
    for (let count = 0; count < 4; count += 1) expect((await post()).status).toBe(200);
    const refused = await post();
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ message: 'You are being rate limited.', global: false });
    expect(refused.headers.get('retry-after')).toBe(String(Math.ceil(Number(refused.json.retry_after))));
    expect(standIn.invalidRequests.byStatus[429]).toBe(1);
  });

  it('make discord.js wait, for a known bucket and for an unexpected 429', async () => {
    const scene = await open();
    const bot = await join(scene);
    const limited: unknown[] = [];
    bot.client.rest.on(RESTEvents.RateLimited, ({ method }) => limited.push(method));
    const channel = await bot.client.channels.fetch(scene.channel.id);
    if (!channel?.isSendable()) throw new Error('no channel');
    scene.standIn.faults.add({ method: 'POST', path: /messages$/, answer: { kind: 'rate-limit', retryAfter: 0.2 } });
    await Promise.all(Array.from({ length: 6 }, (_, index) => channel.send(`${index}`)));
    expect(limited.length).toBeGreaterThan(0);
    const statuses = scene.standIn.requests
      .filter(({ path }) => path.endsWith('/messages'))
      .map(({ status }) => status);
    expect(statuses).toEqual([429, 200, 200, 200, 200, 200, 200]);
    expect(scene.ann.messages(scene.channel)).toHaveLength(6);
  });

  it('apply to the whole bot at 50 per second, but not to interactions', async () => {
    const { standIn, channel, ann } = await open();
    const bot = { authorization: `Bot ${standIn.token}` };
    // All in one second, however slow this machine is.
    vi.useFakeTimers({ toFake: ['Date'] });
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const answer = await fetch(`${standIn.apiUrl}/v10/users/@me`, { headers: bot });
        await answer.arrayBuffer();
        return [answer.status, answer.headers.get('x-ratelimit-global')];
      }),
    );
    vi.useRealTimers();
    const refused = statuses.filter(([status]) => status === 429);
    expect(refused).toHaveLength(10);
    expect(refused.every(([, global]) => global === 'true')).toBe(true);

    await send(standIn, `PUT /applications/${standIn.applicationId}/commands`, [{ name: 'ask', description: 'd' }]);
    const callbacks = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const asked = await ann.command(channel, 'ask');
        const line = `POST /interactions/${asked.id}/${asked.token}/callback`;
        return (await send(standIn, line, { type: 4, data: { content: 'x' } }, {})).status;
      }),
    );
    expect(new Set(callbacks)).toEqual(new Set([204]));
  });

  it('lead to a ban after too many invalid requests', async () => {
    const { standIn } = await open({ invalidRequestLimit: 3 });
    for (let count = 0; count < 3; count += 1)
      expect((await send(standIn, 'GET /users/@me', undefined, {})).status).toBe(401);
    expect((await send(standIn, 'GET /users/@me')).status).toBe(429);
    expect(standIn.invalidRequests.banned).toBe(true);
  });
});

describe('faults', () => {
  it('are injected before or after a request is carried out', async () => {
    const scene = await open();
    const bot = await join(scene, { rest: { retries: 1 } });
    const channel = await bot.client.channels.fetch(scene.channel.id);
    if (!channel?.isSendable()) throw new Error('no channel');
    const { faults } = scene.standIn;
    faults.add({ method: 'POST', path: /messages$/, answer: { kind: 'status', status: 502 } });
    await channel.send('retried by discord.js');
    expect(scene.ann.messages(scene.channel)).toHaveLength(1);
    // The answer is lost, not the message: what asks again without a nonce posts twice.
    faults.add({ method: 'POST', path: /messages$/, when: 'after', answer: { kind: 'status', status: 502 } });
    await channel.send('twice');
    expect(scene.ann.messages(scene.channel)).toHaveLength(3);
    faults.add({ method: 'POST', path: /messages$/, when: 'after', answer: { kind: 'hang-up' } });
    const line = `POST /channels/${scene.channel.id}/messages`;
    await expect(send(scene.standIn, line, { content: 'cut off' })).rejects.toThrow();
    expect(scene.ann.messages(scene.channel)).toHaveLength(4);
    expect(faults.injected).toBe(3);
    expect(scene.standIn.requests.at(-1)).toMatchObject({ method: 'POST', status: 0 });
  });

  it('delay a response past the three seconds', async () => {
    const scene = await open({ acknowledgeMs: 100 });
    const bot = await join(scene);
    scene.standIn.faults.add({ path: /callback$/, answer: { kind: 'delay', ms: 200 } });
    const asked = await scene.ann.command(scene.channel, 'ask');
    await expect(asked.acknowledged).rejects.toThrow('did not respond');
    await expect.poll(() => bot.errors).toMatchObject([{ code: 10062 }]);
  });
});

describe('the gateway', () => {
  it.each([false, true])('replays what was missed over a resumed session (abrupt: %s)', async (abrupt) => {
    const scene = await open();
    await join(scene);
    scene.standIn.gateway.drop({ resumable: true, abrupt });
    const asked = await scene.ann.command(scene.channel, 'ask');
    expect((await asked.until()).content).toBe('here');
    expect([scene.standIn.gateway.identifies, scene.standIn.gateway.resumes]).toEqual([1, 1]);
  });

  it('loses events between two sessions', { tags: 'long' }, async () => {
    const scene = await open();
    await join(scene);
    scene.standIn.gateway.drop({ resumable: false });
    const lost = await scene.ann.command(scene.channel, 'ask');
    await expect(lost.acknowledged).rejects.toThrow('did not respond');
    await expect.poll(() => scene.standIn.gateway.identifies).toBe(2);
    const asked = await scene.ann.command(scene.channel, 'ask');
    expect((await asked.until()).content).toBe('here');
    expect(scene.standIn.gateway.resumes).toBe(0);
  });

  it('dispatches guilds and channels that are created later', async () => {
    const scene = await open();
    const bot = await join(scene);
    const guild = scene.standIn.createGuild({ name: 'Late' });
    const channel = guild.createChannel();
    await expect.poll(() => bot.client.channels.cache.has(channel.id)).toBe(true);
    expect(bot.client.guilds.cache.get(guild.id)?.name).toBe('Late');
  });

  it('sends message content only with the privileged intent, which must be granted', async () => {
    const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits;
    const scene = await open();
    const bot = await join(scene, { intents: [Guilds, GuildMessages] });
    const heard: string[] = [];
    bot.client.on('messageCreate', ({ content }) => heard.push(content));
    scene.ann.say(scene.channel, 'private');
    scene.ann.say(scene.channel, `<@${bot.client.user.id}> hello`);
    await expect.poll(() => heard).toEqual(['', `<@${bot.client.user.id}> hello`]);
    const { message } = await failure(logIn(scene.standIn, { intents: [MessageContent] }));
    expect(message).toContain('disallowed intents');
  });

  it.each([
    [4001, 'an unknown opcode', { op: 99 }],
    [4003, 'speaking before IDENTIFY', { op: 3, d: {} }],
    [4004, 'a wrong token', { op: 2, d: { token: 'x', intents: 1, properties: {} } }],
    [4013, 'intents that do not exist', { op: 2, d: { token: '$', intents: 2 ** 30, properties: {} } }],
    [4014, 'a privileged intent', { op: 2, d: { token: '$', intents: 2, properties: {} } }],
    [4010, 'a shard out of range', { op: 2, d: { token: '$', intents: 1, properties: {}, shard: [1, 1] } }],
    [4002, 'what is no JSON', '{'],
  ])('closes with %s for %s', async (code, _what, payload) => {
    const { standIn } = await open();
    const socket = new WebSocket(`${standIn.gateway.url}/?v=10&encoding=json`);
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
    const closed = new Promise((resolve) => socket.on('close', resolve));
    await new Promise((resolve) => socket.once('message', resolve));
    socket.send(text.replace('$', standIn.token));
    expect(await closed).toBe(code);
  });

  it('refuses a second IDENTIFY within five seconds, and a RESUME of an unknown session', async () => {
    const { standIn } = await open({ identifyMs: 5000 });
    const first = async (payload: object) => {
      const socket = new WebSocket(`${standIn.gateway.url}/?v=10&encoding=json`);
      const frames: { op: number; t: string | null; d: unknown }[] = [];
      socket.on('message', (data) => frames.push(JSON.parse(String(data))));
      await expect.poll(() => frames.length).toBe(1);
      socket.send(JSON.stringify(payload));
      await expect.poll(() => frames.length).toBeGreaterThan(1);
      socket.terminate();
      return frames[1];
    };
    const identify = { op: 2, d: { token: standIn.token, intents: 1, properties: {} } };
    expect(await first(identify)).toMatchObject({ op: 0, t: 'READY' });
    expect(await first(identify)).toMatchObject({ op: 9, d: false });
    const resume = { op: 6, d: { token: standIn.token, session_id: 'gone', seq: 1 } };
    expect(await first(resume)).toMatchObject({ op: 9, d: false });
  });
});
