/** HTTP reports for operators: whether a process is alive, whether it is ready, and its metrics. Off by default. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { type Config, ConfigError } from './config.ts';
import { measureProcess, metrics, registry } from './metrics.ts';

/** A Redis that takes longer for a PING counts as unreachable. */
const pingMilliseconds = 1000;

interface ReportsDeps {
  readonly part: 'bot' | 'worker';
  readonly jobVersion: number;
  readonly redis: Redis;
  /** Why this process isn't ready, in plain words; empty where it is. */
  readonly obstacles: () => readonly string[];
  /** Updates the gauges. */
  readonly updateGauges: () => Promise<void> | void;
}

export interface Reports {
  /** `http://host:port`. */
  readonly address: string;
  close(): Promise<void>;
}

const isReachable = async (redis: Redis): Promise<boolean> => {
  if (redis.status !== 'ready') return false;
  const answer = await Promise.race([redis.ping().catch(() => undefined), sleep(pingMilliseconds, undefined)]);
  return answer === 'PONG';
};

/**
 * Serves `/healthz` (the event loop turns), `/readyz` (ready, or 503 with the reasons) and `/metrics`.
 * @returns nothing where no port is set
 * @throws ConfigError when the port can't be opened
 */
export const serveReports = async (
  { httpHost, httpPort }: Config,
  { part, jobVersion, redis, obstacles, updateGauges }: ReportsDeps,
): Promise<Reports | undefined> => {
  if (httpPort === undefined) return undefined;
  measureProcess(part, jobVersion);

  const reply: Readonly<Record<string, () => Promise<readonly [status: number, type: string, body: string]>>> = {
    '/healthz': async () => [200, 'application/json', JSON.stringify({ status: 'alive' })],
    '/readyz': async () => {
      const reasons = [...obstacles(), ...((await isReachable(redis)) ? [] : ['Redis is out of reach'])];
      const status = reasons.length === 0 ? { status: 'ready' } : { status: 'not ready', reasons };
      return [reasons.length === 0 ? 200 : 503, 'application/json', JSON.stringify(status)];
    },
    '/metrics': async () => {
      const isUp = await isReachable(redis);
      metrics.redis.set(isUp ? 1 : 0);
      // The metrics of the process matter most while Redis is away.
      if (isUp) await updateGauges();
      return [200, registry.contentType, await registry.metrics()];
    },
  };

  const server = createServer(async (request, response) => {
    // A malformed address must not crash the process.
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
