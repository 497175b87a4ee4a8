/** A primary with replicas, and sentinels that watch them: real processes on free ports of this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePorts } from './ports.ts';

const host = '127.0.0.1';
const name = 'antipode';
/** Milliseconds without a reply until a primary counts as down. */
const downAfter = 600;

interface Server {
  readonly port: number;
  readonly child: ChildProcess;
  /** Also of a replica. */
  readonly redis: Redis;
}

export class Replicas {
  /** The first one is the primary at the start. */
  readonly servers: readonly Server[];
  readonly sentinels: readonly Server[];
  private readonly folder: string;

  private constructor(folder: string, servers: readonly Server[], sentinels: readonly Server[]) {
    this.folder = folder;
    this.servers = servers;
    this.sentinels = sentinels;
  }

  /** Resolves once all replicas have the data of the primary, and all sentinels know each other. */
  static async open(serverCount: number, sentinelCount: number, settings: readonly string[] = []): Promise<Replicas> {
    const folder = await mkdtemp(join(tmpdir(), 'antipode-'));
    const ports = await freePorts(serverCount + sentinelCount);
    const primary = ports[0]!;
    const start = async (port: number, lines: readonly string[], ...flags: string[]): Promise<Server> => {
      const dir = join(folder, String(port));
      await mkdir(dir);
      // Servers and sentinels write to their own file.
      const all = [`bind ${host}`, 'protected-mode no', `port ${port}`, `dir ${dir}`, ...lines];
      await writeFile(join(dir, 'redis.conf'), `${all.join('\n')}\n`);
      const child = spawn('redis-server', [join(dir, 'redis.conf'), ...flags], { stdio: 'ignore' });
      const redis = new Redis(port, host, { retryStrategy: () => 50, enableReadyCheck: false });
      redis.on('error', () => {});
      await redis.ping();
      return { port, child, redis };
    };
    const servers: Server[] = [];
    for (const port of ports.slice(0, serverCount)) {
      const replica = port === primary ? [] : [`replicaof ${host} ${primary}`];
      servers.push(await start(port, ['save ""', 'repl-diskless-sync-delay 0', ...replica, ...settings]));
    }
    const watch = [
      `sentinel monitor ${name} ${host} ${primary} ${Math.floor(sentinelCount / 2) + 1}`,
      `sentinel down-after-milliseconds ${name} ${downAfter}`,
      `sentinel failover-timeout ${name} 3000`,
    ];
    const sentinels = await Promise.all(ports.slice(serverCount).map((port) => start(port, watch, '--sentinel')));
    const replicas = new Replicas(folder, servers, sentinels);
    await replicas.settled();
    return replicas;
  }

  /** The address of the sentinels, as REDIS_URL. */
  get url(): string {
    return `redis+sentinel://${this.sentinels.map(({ port }) => `${host}:${port}`).join(',')}/${name}`;
  }

  /** The primary, as the sentinels see it. */
  async primary(): Promise<Server> {
    const [, port] = (await this.sentinels[0]!.redis.call('SENTINEL', 'get-master-addr-by-name', name)) as string[];
    return this.servers.find((server) => server.port === Number(port))!;
  }

  /** Waits until each server replicates the primary, and each sentinel sees all servers and sentinels. */
  async settled(): Promise<void> {
    const isSettled = async (): Promise<boolean> => {
      const primary = this.sentinels.length > 0 ? await this.primary() : this.servers[0]!;
      const links = await primary.redis.info('replication');
      if (!links.includes('role:master')) return false;
      if ((links.match(/state=online/gu) ?? []).length < this.servers.length - 1) return false;
      const seen = await Promise.all(this.sentinels.map(({ redis }) => redis.call('SENTINEL', 'master', name)));
      return (seen as string[][]).every((row) => {
        const of = (field: string) => Number(row[row.indexOf(field) + 1]);
        const isKnown = of('num-slaves') === this.servers.length - 1;
        return isKnown && of('num-other-sentinels') === this.sentinels.length - 1 && of('port') === primary.port;
      });
    };
    while (!(await isSettled())) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  async close(): Promise<void> {
    for (const { redis, child } of [...this.sentinels, ...this.servers]) {
      redis.disconnect();
      const exit = once(child, 'exit');
      if (child.kill('SIGKILL') && child.exitCode === null && child.signalCode === null) await exit;
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}
