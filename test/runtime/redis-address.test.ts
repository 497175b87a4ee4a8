import { describe, expect, it } from 'vitest';
import { isRedisUrl, redisPlace, sentinelOptions } from '../../src/runtime/redis-address.ts';

describe('sentinelOptions', () => {
  it('has the sentinels, the name of the primary, and the login for Redis', () => {
    expect(sentinelOptions('redis+sentinel://bot:p%40ss@one.example,[::1]:26380/main/2')).toMatchObject({
      sentinels: [
        { host: 'one.example', port: 26_379 },
        { host: '::1', port: 26_380 },
      ],
      name: 'main',
      db: 2,
      username: 'bot',
      password: 'p@ss',
      sentinelPassword: undefined,
    });
  });

  it('takes the login for the sentinels from the query', () => {
    const url = 'redis+sentinel://:word@host/main?sentinelUsername=watch&sentinelPassword=other';
    const { username, password, ...options } = sentinelOptions(url)!;
    expect([username, password]).toEqual([undefined, 'word']);
    expect(options).toMatchObject({ name: 'main', db: 0, sentinelUsername: 'watch', sentinelPassword: 'other' });
    expect(options).not.toHaveProperty('tls');
  });

  it('uses TLS for all connections with rediss', () => {
    const options = sentinelOptions('rediss+sentinel://host/main');
    expect(options).toMatchObject({ tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true });
  });

  it('is undefined for one server', () => {
    expect(sentinelOptions('rediss://user:word@redis.example:6380/2')).toBeUndefined();
  });
});

it.each([
  ['redis://localhost', true],
  ['rediss://:word@redis.example:6380/2', true],
  ['redis+sentinel://a:1,b:2,c:3/main', true],
  ['redis+sentinel://a:1,b:2', false],
  ['redis+sentinel://a:1,/main', false],
  ['redis+sentinel://a:one/main', false],
  ['http://redis.example', false],
  ['localhost:6379', false],
])('whether %s is an address: %s', (url, isAddress) => {
  expect(isRedisUrl(url)).toBe(isAddress);
});

it.each([
  ['redis://:hidden@redis.example:6380/2', 'redis.example:6380'],
  ['redis://localhost', 'localhost'],
  ['redis+sentinel://bot:hidden@a:1,b:2/main?sentinelPassword=hidden', 'a:1,b:2/main'],
])('shows %s as %s', (url, place) => {
  expect(redisPlace(url)).toBe(place);
});
