import { expect, test } from 'vitest';
import { WeekStore } from '../../../src/features/contest/week-store.ts';
import { openRedis } from '../../support/redis.ts';

const store = new WeekStore(await openRedis(), 'test');
const guild = '200000000000000001';
const settings = { channel: '300000000000000001', weekday: 'monday', hour: 18, zone: 'UTC' } as const;
const contestOf = (digit: string) => ({ id: digit.repeat(18), seed: digit.repeat(15), ends: 5000 });
const [first, second] = [contestOf('1'), contestOf('2')];
const currentOf = async () => (await store.server(guild))?.current;

test('of several bots that begin a contest, one does, and none after the server was removed', async () => {
  await store.save(guild, settings, { locale: 'ja', now: 1000 });
  expect(await store.server(guild)).toEqual({ settings, locale: 'ja', revision: 1, current: undefined, from: 1000 });
  expect(await store.due(0)).toEqual([guild]);
  await Promise.all([first, second].map((contest) => store.replace(guild, undefined, contest)));
  expect(await currentOf()).toEqual(first);
  await store.end(guild, second, true);
  expect(await currentOf()).toEqual(first);
  // Settings that are saved again change neither the running contest nor when the next one may begin.
  await store.save(guild, { ...settings, hour: 9 }, { locale: 'ja', now: 2000, retried: second });
  expect(await store.server(guild)).toMatchObject({ current: first, from: 1000, revision: 2 });
  await store.plan(guild, 1, 4000);
  expect(await store.due(0)).toEqual([guild]);
  await store.plan(guild, 2, 4000);
  expect(await store.due(3999)).toEqual([]);
  await store.save(guild, settings, { locale: 'ja', now: 2000, retried: first });
  expect(await currentOf()).toBeUndefined();
  await store.replace(guild, undefined, second);
  await store.end(guild, second, true);
  await store.end(guild, second, true);
  expect(await store.server(guild)).toMatchObject({ from: 5000 });
  expect(await store.server(guild)).not.toHaveProperty('current');
  await store.remove(guild);
  await store.replace(guild, undefined, first);
  expect([await store.server(guild), await store.due(9000)]).toEqual([undefined, []]);
});

test('a server is forgotten after four contests in a row that Discord refused', async () => {
  const once = async (isPosted: boolean) => {
    await store.replace(guild, undefined, first);
    // A bot that repeats it changes nothing.
    for (let twice = 0; twice < 2; twice++) await store.end(guild, first, isPosted);
    return (await store.server(guild)) !== undefined;
  };
  await store.save(guild, settings, { locale: 'ja', now: 1000 });
  const kept: boolean[] = [];
  for (const isPosted of [false, false, false, true, false, false, false]) kept.push(await once(isPosted));
  await store.save(guild, settings, { locale: 'ja', now: 1000 });
  for (const isPosted of [false, false, false, false]) kept.push(await once(isPosted));
  expect(kept).toEqual([...Array.from({ length: 10 }, () => true), false]);
  expect(await store.due(9000)).toEqual([]);
});
