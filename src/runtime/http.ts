/** For those who run the programs: whether one is alive, whether it is ready, and its figures. Only where it is asked for. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { type Config, ConfigError } from './config.ts';
import { measureProcess, metrics, registry } from './metrics.ts';

/** A Redis that takes longer than this for a word is no use. */
const patienceMilliseconds = 1000;

interface Parts {
  readonly part: 'bot' | 'worker';
  readonly redis: Redis;
  /** What keeps this process from doing its work, in plain words; nothing where it is ready. */
  readonly obstacles: () => readonly string[];
  /** Brings figures up to date that are looked at instead of counted. */
  readonly look: () => Promise<void> | void;
}

export interface Reports {
  /** `http://host:port`. */
  readonly address: string;
  close(): Promise<void>;
}

const reaches = async (redis: Redis): Promise<boolean> => {
  if (redis.status !== 'ready') return false;
  const answer = await Promise.race([redis.ping().catch(() => undefined), sleep(patienceMilliseconds, undefined)]);
  return answer === 'PONG';
};

/**
 * `/healthz`: the event loop turns. `/readyz`: the work goes on; otherwise 503 with the reasons. `/metrics`: figures.
 * @returns nothing where no port is set
 * @throws ConfigError when the port can't be had
 */
export const serveReports = async (
  { httpHost, httpPort }: Config,
  { part, redis, obstacles, look }: Parts,
): Promise<Reports | undefined> => {
  if (httpPort === undefined) return undefined;
  measureProcess(part);

  const reply: Readonly<Record<string, () => Promise<readonly [status: number, type: string, body: string]>>> = {
    '/healthz': async () => [200, 'application/json', JSON.stringify({ status: 'alive' })],
    '/readyz': async () => {
      const reasons = [...obstacles(), ...((await reaches(redis)) ? [] : ['Redis is out of reach'])];
      const status = reasons.length === 0 ? { status: 'ready' } : { status: 'not ready', reasons };
      return [reasons.length === 0 ? 200 : 503, 'application/json', JSON.stringify(status)];
    },
    '/metrics': async () => {
      const isUp = await reaches(redis);
      metrics.redis.set(isUp ? 1 : 0);
      // Figures of the process are most wanted when Redis is away.
      if (isUp) await look();
      return [200, registry.contentType, await registry.metrics()];
    },
  };

  const server = createServer(async (request, response) => {
    // Whatever is asked for: an address that is none must not end the process.
    const known = reply[request.url?.split('?', 1)[0] ?? ''];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const [status, type, body] = !known
      ? [404, 'text/plain', 'There are /healthz, /readyz and /metrics.\n']
      : isRead
        ? await known().catch(() => [500, 'text/plain', 'That could not be found out.\n'] as const)
        : [405, 'text/plain', 'GET is all there is.\n'];
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  server.listen(httpPort, httpHost);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`HTTP_PORT ${httpPort} can't be opened on ${httpHost} (${error.code}).`);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://${httpHost.includes(':') ? `[${httpHost}]` : httpHost}:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
