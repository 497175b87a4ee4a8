/** The HTTP endpoints for operators. Off by default. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Redis } from 'ioredis';
import { register } from 'prom-client';
import { type Config, ConfigError } from './config.ts';
import { within } from './deadline.ts';
import { measureProcess, metrics } from './metrics.ts';

interface ReportsDeps {
  readonly part: 'bot' | 'worker';
  readonly jobVersion: number;
  readonly redis: Redis;
  readonly obstacles: () => readonly string[];
  readonly updateGauges: () => Promise<void> | void;
}

type Reply = readonly [status: number, contentType: string, body: string];

const json = (status: number, body: object): Reply => [status, 'application/json', JSON.stringify(body)];

async function isReachable(redis: Redis): Promise<boolean> {
  if (redis.status !== 'ready') return false;
  return (await within(1000, redis.ping()).catch(() => undefined)) === 'PONG';
}

/** @returns undefined if no port is set. @throws ConfigError if the port can't be opened */
export async function serveReports(
  { httpHost, httpPort }: Config,
  { part, jobVersion, redis, obstacles, updateGauges }: ReportsDeps,
) {
  if (httpPort === undefined) return undefined;
  measureProcess(part, jobVersion);

  const endpoints: Readonly<Record<string, () => Promise<Reply>>> = {
    '/healthz': async () => json(200, { status: 'alive' }),
    '/readyz': async () => {
      const reasons = [...obstacles(), ...((await isReachable(redis)) ? [] : ['Redis is unreachable'])];
      return reasons.length === 0 ? json(200, { status: 'ready' }) : json(503, { status: 'not ready', reasons });
    },
    '/metrics': async () => {
      const isUp = await isReachable(redis);
      metrics.redis.set(isUp ? 1 : 0);
      // Without Redis, the metrics of the process are still served: they matter most then.
      if (isUp) await updateGauges();
      return [200, register.contentType, await register.metrics()];
    },
  };
  const reply = async (method: string | undefined, path: string): Promise<Reply> => {
    const endpoint = endpoints[path];
    if (!endpoint) return [404, 'text/plain', 'Use /healthz, /readyz or /metrics.\n'];
    if (method !== 'GET' && method !== 'HEAD') return [405, 'text/plain', 'Only GET is allowed.\n'];
    return endpoint().catch((): Reply => [500, 'text/plain', 'Internal error.\n']);
  };

  const server = createServer(async ({ method, url = '' }, response) => {
    // Not `new URL`, which throws for a malformed address.
    const [status, contentType, body] = await reply(method, url.replace(/\?.*/su, ''));
    response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' });
    response.end(method === 'HEAD' ? undefined : body);
  });
  server.listen(httpPort, httpHost);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`HTTP_PORT ${httpPort} can't be opened on ${httpHost} (${error.code}).`);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://${httpHost.includes(':') ? `[${httpHost}]` : httpHost}:${port}`,
    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
