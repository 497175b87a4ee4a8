import { type Channel, StandIn } from '@antipode/stand-in';
import { BOT_PERMISSIONS, MEMBER_PERMISSIONS } from '@antipode/stand-in/permissions';
import { REST } from 'discord.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainMessage } from '../../src/discord/message.ts';
import { type PostRecord, Posts } from '../../src/schedule/posts.ts';
import { Later } from '../../src/schedule/schedule.ts';
import { openRedis } from '../support/redis.ts';

const redis = await openRedis();
let standIn: StandIn;
let rest: REST;
let posts: Posts;
beforeAll(async () => {
  standIn = await StandIn.start();
  rest = new REST({ api: standIn.apiUrl, retries: 0 }).setToken(standIn.token);
  posts = new Posts(redis, rest);
});
afterAll(() => standIn.close());

const key = 'test:post';
const keptSeconds = 1000;
const mark = 'Number 5';
const text = `This is ${mark}.`;
const post = (channel: Channel, compose = () => Promise.resolve(plainMessage(text))) =>
  posts.post(key, { channel: channel.id, nonce: 'n', mark, keptSeconds, compose });
const openChannel = (botPermissions = BOT_PERMISSIONS): Channel =>
  standIn.createGuild({ botPermissions }).createChannel();
/** Discord takes a post, but its response is lost. */
const loseConfirmation = async (channel: Channel): Promise<void> => {
  const path = new RegExp(`^/channels/${channel.id}/messages$`, 'u');
  standIn.faults.add({ method: 'POST', path, when: 'after', answer: { kind: 'status', status: 502 } });
  await expect(post(channel)).rejects.toThrow();
  expect(channel.messages.size).toBe(1);
};
/** The attempts were made this long ago, and Discord has forgotten their nonce. */
const age = async (channel: Channel, milliseconds: number): Promise<void> => {
  channel.nonces.clear();
  for (const field of ['first', 'last']) await redis.hincrby(key, field, -milliseconds);
};

describe('a post', () => {
  test('is sent once, whoever asks for it again', async () => {
    const channel = openChannel();
    const sent = await post(channel);
    channel.nonces.clear();
    const unwanted = () => Promise.reject(new Error('it is there'));
    expect(await post(channel, unwanted)).toEqual(sent);
    expect(await posts.find(key, mark)).toEqual(sent);
    expect(sent).toEqual({ channel: channel.id, message: [...channel.messages.keys()][0] });
    expect(channel.messages.size).toBe(1);
    expect(await redis.ttl(key)).toBeGreaterThan(keptSeconds - 100);
  });

  test('whose confirmation was lost is found, between other messages', async () => {
    const channel = openChannel();
    const ann = standIn.createUser({ name: 'ann' });
    ann.join(channel.guild!, { permissions: MEMBER_PERMISSIONS });
    for (let count = 0; count < 120; count++) ann.say(channel, text);
    const path = new RegExp(`^/channels/${channel.id}/messages$`, 'u');
    standIn.faults.add({ method: 'POST', path, when: 'after', answer: { kind: 'status', status: 502 } });
    await expect(post(channel)).rejects.toThrow();
    channel.nonces.clear();
    const own = [...channel.messages.values()].filter(({ author }) => author.id !== ann.id);
    expect(await post(channel)).toEqual({ channel: channel.id, message: own[0]?.id });
    expect(channel.messages.size).toBe(121);
  });

  test('whose confirmation was lost where the bot can’t read is sent with its nonce at first, and later not at all', async () => {
    const channel = openChannel(BOT_PERMISSIONS & ~0x1_0000n);
    await loseConfirmation(channel);
    expect(await posts.find(key, mark)).toBeUndefined();
    expect(await post(channel)).toMatchObject({ channel: channel.id });
    await redis.del(key);
    channel.messages.clear();
    channel.nonces.clear();
    await loseConfirmation(channel);
    await age(channel, 61_000);
    expect(await post(channel)).toBe('unsure');
    expect(channel.messages.size).toBe(1);
  });

  test('that was never sent is sent again', async () => {
    const channel = openChannel();
    await redis.hset(key, { state: 'trying', channel: channel.id, first: Date.now(), last: Date.now() });
    await age(channel, 3_600_000);
    await post(channel);
    expect(channel.messages.size).toBe(1);
  });

  test('that another bot tries meanwhile has to wait', async () => {
    const channel = openChannel();
    const meanwhile = async () => {
      await posts.try(key, channel.id, undefined, { now: Date.now(), keptSeconds });
      return plainMessage(text);
    };
    await expect(post(channel, meanwhile)).rejects.toThrow(Later);
    expect(channel.messages.size).toBe(0);
  });
});

describe('the record of a post', () => {
  const [here, there] = ['223456789012345678', '323456789012345678'];
  const attempt = (to: string, known: PostRecord | undefined, now: number) =>
    posts.try(key, to, known, { now, keptSeconds });

  test('allows attempts by those who know the last one', async () => {
    expect(await attempt(here, undefined, 1000)).toBe(true);
    expect(await attempt(here, undefined, 2000)).toBe(false);
    const known = await posts.record(key);
    expect(known).toEqual({ state: 'trying', channel: here, first: 1000, last: 1000 });
    expect(await attempt(here, known, 3000)).toBe(true);
    expect(await attempt(here, known, 4000)).toBe(false);
    expect(await posts.record(key)).toMatchObject({ first: 1000, last: 3000 });
    // Another channel is another attempt.
    expect(await attempt(there, await posts.record(key), 5000)).toBe(true);
    expect(await posts.record(key)).toMatchObject({ channel: there, first: 5000, last: 5000 });
  });

  test('allows none once it is settled', async () => {
    await redis.hset(key, { state: 'refused' });
    expect(await attempt(here, await posts.record(key), 1000)).toBe(false);
  });
});
