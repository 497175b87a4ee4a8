import { describe, expect, test } from 'vitest';
import { mostRefused, PostStore, ReminderStore, type Settings } from '../../../src/features/daily/post-store.ts';
import { hashed } from '../../../src/runtime/erasure.ts';
import { openRedis } from '../../support/redis.ts';

const redis = await openRedis();
const posts = new PostStore(redis, 'test');
const reminders = new ReminderStore(redis, 'test');

const guild = '123456789012345678';
const channel = '223456789012345678';
const settings: Settings = { channel, hour: 9, zone: 'UTC', givesRole: false, thread: false };
const save = (running: number, before = running - 1) => posts.save(guild, settings, { locale: 'ja', running, before });
const posted = { state: 'posted', slot: '2027-01-10T09' } as const;
const refused = { state: 'refused', why: 'access' } as const;
const agenda = () => redis.zscore('test:posting:agenda', guild);

describe('a server', () => {
  test('begins with what it has a claim to, and keeps its place when its settings change', async () => {
    await save(10, 10);
    expect(await posts.server(guild)).toMatchObject({ settings, locale: 'ja', last: 10, revision: 1 });
    expect(await posts.due(1)).toEqual([guild]);
    await posts.settle(guild, 11, posted, 5);
    await save(12, 12);
    expect(await posts.server(guild)).toMatchObject({ last: 11, posted: 11, slot: posted.slot, revision: 2 });
  });

  test('is looked at again when it should be, and at once when its settings have changed meanwhile', async () => {
    await save(10);
    await posts.plan(guild, 1, 5000);
    expect(await agenda()).toBe('5000');
    await save(10);
    await posts.plan(guild, 1, 5000);
    expect(await agenda()).toBe('0');
    await posts.remove(guild);
    await posts.plan(guild, 2, 5000);
    expect(await agenda()).toBeNull();
  });

  test('whose removal comes between is not brought back by what was under way', async () => {
    await save(10);
    await posts.remove(guild);
    await posts.settle(guild, 10, posted, 5);
    await posts.relocate(guild, 'en-GB');
    expect(await posts.server(guild)).toBeUndefined();
    expect(await redis.keys('test:posting:server:*')).toEqual([]);
  });

  test('that refuses for two weeks is left alone until its settings are saved', async () => {
    await save(1);
    for (let number = 1; number < mostRefused; number++) {
      // Twice is once.
      await posts.settle(guild, number, refused, number * 1000);
      await posts.settle(guild, number, refused, number * 1000 + 1);
    }
    expect(await posts.server(guild)).toMatchObject({ since: 1000, why: 'access', numbers: mostRefused - 1 });
    expect(await posts.server(guild)).not.toHaveProperty('paused');
    await posts.settle(guild, mostRefused, refused, 99_000);
    expect(await posts.server(guild)).toMatchObject({ numbers: mostRefused, paused: 99_000 });
    expect(await redis.ttl(`test:posting:server:${guild}`)).toBeGreaterThan(0);
    await posts.plan(guild, 1, 100_000);
    expect(await agenda()).toBeNull();
    await save(20);
    expect(await posts.server(guild)).toMatchObject({ last: 19 });
    expect(await posts.server(guild)).not.toHaveProperty('since');
    expect(await posts.server(guild)).not.toHaveProperty('paused');
    expect(await redis.ttl(`test:posting:server:${guild}`)).toBe(-1);
    expect(await agenda()).toBe('0');
  });

  test('has its trouble forgotten with the next post, and a refused number tried again when it is saved', async () => {
    await save(1);
    await posts.settle(guild, 1, refused, 1000);
    await posts.settle(guild, 2, { state: 'skipped', why: 'late' }, 2000);
    expect(await posts.server(guild)).toMatchObject({ numbers: 1 });
    expect(await Promise.all([1, 2].map((number) => posts.omission(guild, number)))).toEqual([undefined, 'late']);
    await posts.settle(guild, 3, posted, 3000);
    expect(await posts.server(guild)).not.toHaveProperty('since');
    await posts.settle(guild, 4, refused, 4000);
    await save(4, 4);
    expect(await posts.server(guild)).toMatchObject({ last: 3 });
    expect(await posts.server(guild)).not.toHaveProperty('since');
    expect(await redis.exists(posts.postKey(guild, 4))).toBe(0);
  });
});

describe('reminders', () => {
  const [ann, bob] = ['423456789012345678', '523456789012345678'] as const;
  const start = (user: string) => reminders.start(user, 'ja', Date.now());
  const waiting = async (number: number) =>
    Promise.all((await reminders.waiting(number)).map(async (person) => (await reminders.person(person))?.user));

  test('are for those who want them, once for each number', async () => {
    await start(ann);
    await start(bob);
    expect((await waiting(7)).sort()).toEqual([ann, bob]);
    expect(await Promise.all([1, 2, 3].map(() => reminders.claim(ann, 7)))).toEqual([true, false, false]);
    expect(await waiting(7)).toEqual([bob]);
    // To ask for it again is no way to get it again.
    await start(ann);
    expect(await reminders.claim(ann, 7)).toBe(false);
    expect(await reminders.claim(ann, 8)).toBe(true);
    await reminders.erase(bob);
    expect(await reminders.claim(bob, 8)).toBe(false);
    expect(await waiting(9)).toEqual([ann]);
  });

  test('that find closed doors are over, which is told for a while', async () => {
    await start(ann);
    await reminders.close(ann);
    expect(await waiting(7)).toEqual([]);
    expect([await reminders.isClosed(ann), await reminders.isClosed(ann)]).toEqual([true, true]);
    expect(await redis.ttl(`test:posting:reminder-closed:${ann}`)).toBeLessThanOrEqual(60);
    await start(ann);
    expect(await reminders.isClosed(ann)).toBe(false);
  });

  test('are what is kept about somebody, and go without a trace', async () => {
    expect(await reminders.exported(ann)).toBeUndefined();
    await start(ann);
    await reminders.claim(ann, 7);
    expect(await reminders.exported(ann)).toEqual({ isOn: true, locale: 'ja', lastNumber: 7 });
    await reminders.close(ann);
    expect(await reminders.exported(ann)).toEqual({ isOn: false, why: 'direct messages were closed' });
    await redis.hset(reminders.postKey(hashed(ann)), 'state', 'sent');
    await reminders.erase(ann);
    await reminders.erase(ann);
    expect(await reminders.exported(ann)).toBeUndefined();
    expect(await redis.keys('*')).toEqual([]);
  });
});
