/** REDIS_URL: the address of one server, or of the sentinels that know which server is the primary. */
import type { RedisOptions } from 'ioredis';

const SENTINEL_PORT = 26_379;
/** Also of a sentinel: the next one is asked if its machine is gone. */
const CONNECT_TIMEOUT_MS = 3000;

/**
 * Parses `redis+sentinel://user:password@host:port,host:port/name/db`. The user is that of Redis; the parameters
 * `sentinelUsername` and `sentinelPassword` are those of the sentinels. `rediss` uses TLS for all connections.
 * @returns undefined for the URL of one server. @throws TypeError for a malformed URL
 */
export function sentinelOptions(url: string): RedisOptions | undefined {
  const parts = /^(rediss?)\+sentinel:\/\/([^/?#]*@)?([^/?#@,]+(?:,[^/?#@,]+)*)\/([^/].*)$/u.exec(url);
  if (!parts) return undefined;
  const [, scheme, login = '', hosts = '', path] = parts;
  const { username, password, pathname, searchParams } = new URL(`redis://${login}sentinel/${path}`);
  const [name = '', db = '0'] = pathname.slice(1).split('/');
  const sentinels = hosts.split(',').map((host) => {
    const { hostname, port } = new URL(`redis://${host}`);
    return { host: hostname.replace(/^\[|\]$/gu, ''), port: Number(port || SENTINEL_PORT) };
  });
  return {
    sentinels,
    name: decodeURIComponent(name),
    db: Number(db),
    username: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password) || undefined,
    sentinelUsername: searchParams.get('sentinelUsername') ?? undefined,
    sentinelPassword: searchParams.get('sentinelPassword') ?? undefined,
    connectTimeout: CONNECT_TIMEOUT_MS,
    sentinelCommandTimeout: CONNECT_TIMEOUT_MS,
    // Leaves a primary that hangs as soon as there is another one.
    failoverDetector: true,
    ...(scheme === 'rediss' && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
  };
}

export function isRedisUrl(url: string): boolean {
  try {
    return sentinelOptions(url) !== undefined || /^rediss?:$/u.test(new URL(url).protocol);
  } catch {
    return false;
  }
}

/** The part of a REDIS_URL for people and logs, without the password: its hosts, and the name of the primary. */
export function redisPlace(url: string): string {
  const [, hosts = '', path = ''] = /^[^/]+\/\/(?:[^/?#]*@)?([^/?#]*)(\/[^?#]*)?/u.exec(url) ?? [];
  return sentinelOptions(url) ? `${hosts}${path}` : hosts;
}
