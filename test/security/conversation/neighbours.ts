/** Attacks by the queue and by ports, and secrets that must not leak. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as dial } from 'node:net';
import { Queue } from 'bullmq';
import { expect, test } from 'vitest';
import { replyQueue, workQueue } from '../../../src/queue/queue.ts';
import { jobVersion } from '../../../src/runtime/version.ts';
import { isFinal, textOf } from '../../support/messages.ts';
import { dailySecret, logs, ports, processes, system } from './setup.ts';

test('forged jobs in Redis are refused, and the bot goes on', async () => {
  const connection = system.redis;
  const huge = 'x'.repeat(100_000);
  const id = '123456789012345678';
  const data = [
    null,
    [],
    'text',
    {},
    { version: jobVersion },
    { version: 99, id, work: { kind: 'solve' } },
    { version: jobVersion, id, work: { kind: 'solve', puzzle: '__proto__', position: '1', goal: '1' } },
    { version: jobVersion, id, work: { kind: 'solve', puzzle: 'eight', position: huge, goal: huge } },
    { version: jobVersion, id, work: { kind: 'solve', puzzle: 'eight', position: 'no position', goal: 'no goal' } },
    { version: jobVersion, id, work: { kind: 'contest', puzzle: 'eight', difficulty: 'hard', count: 1e9, seed: id } },
    { version: jobVersion, id, work: { kind: 'eval', code: 'process.exit()' } },
    { version: jobVersion, id: '../../etc/passwd', work: { kind: 'survey', puzzle: 'eight' } },
  ];
  const queues = [workQueue('quick'), workQueue('long'), replyQueue(), 'contest-step', 'contest-week', 'post'].map(
    (name) => new Queue(name, { connection, prefix: 'antipode' }),
  );
  for (const queue of queues) {
    await queue.addBulk(
      data.map((one) => ({ name: 'post', data: one, opts: { removeOnComplete: true, removeOnFail: true } })),
    );
  }
  const counts = async () => {
    const all = await Promise.all(queues.map((queue) => queue.getJobCountByTypes('waiting', 'active', 'prioritized')));
    return all.reduce((sum, count) => sum + count, 0);
  };
  await expect.poll(counts).toBe(0);
  await Promise.all(queues.map((queue) => queue.close()));
  for (const part of processes) expect(part.exitCode).toBeNull();
  const ann = system.person('ann');
  const asked = await ann.command(system.channel, 'solve', { subcommand: 'eight', options: { position: '867254301' } });
  expect(textOf(await asked.until(isFinal))).toContain('31');
});

/** Sends a text to a port. @returns the first line that comes back */
const raw = (port: number, request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = dial(port, '127.0.0.1', () => socket.write(request));
    socket.once('data', (data) => resolve(data.toString().split('\r\n')[0]!));
    socket.once('close', () => resolve('closed'));
    socket.once('error', reject);
    socket.once('data', () => socket.destroy());
  });

test.each(['bot', 'worker'] as const)('the metrics port of a %s survives any request', async (part) => {
  for (const target of ['//', 'http://[', '/%', '*', `/${'a'.repeat(10_000)}`, '/metrics/../healthz', '/constructor']) {
    const status = await raw(ports[part], `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(status).toMatch(/^HTTP\/1\.1 40[04] /u);
  }
  expect(await raw(ports[part], 'x\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /u);
  expect((await fetch(`http://127.0.0.1:${ports[part]}/healthz`)).status).toBe(200);
});

test('the health check of the image tells a part that is ready from one that is not there', () => {
  const dockerfile = readFileSync(new URL('../../../Dockerfile', import.meta.url), 'utf8');
  const [command = '', ...args] = JSON.parse(/HEALTHCHECK[^[]*(\[.*\])$/mu.exec(dockerfile)![1]!) as string[];
  const check = (port: number) => execFileSync(command, args, { env: { ...process.env, HTTP_PORT: String(port) } });
  check(ports.bot);
  check(ports.worker);
  expect(() => check(1)).toThrow();
});

test('secrets are in no process title, command line, metric, job or log', async () => {
  const ann = system.person('ann');
  const asked = await ann.command(system.channel, 'solve', { subcommand: 'eight', options: { position: '867254301' } });
  await asked.until(isFinal);
  const { password } = new URL(system.redisUrl);
  expect(password.length).toBeGreaterThan(10);
  const secrets = [system.standIn.token, password, dailySecret];
  const clean = (text: string, where: string) => {
    for (const secret of [...secrets, asked.token]) expect(text.includes(secret), where).toBe(false);
  };
  const titles = execFileSync('ps', ['-e', '-o', 'args']).toString();
  expect(titles).toContain('bot.js');
  clean(titles, 'command lines');
  for (const port of Object.values(ports))
    clean(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text(), 'figures');
  for (const key of await system.keys('*')) {
    // Tokens have keys of their own, which expire with them.
    if (key.startsWith('work:token:')) continue;
    clean(`${key} ${await system.contentOf(`antipode:${key}`)}`, key);
  }
  for (const part of processes) part.kill('SIGTERM');
  await Promise.all(processes.map((part) => once(part, 'exit')));
  for (const log of await Promise.all(logs)) {
    expect(log).toContain('"msg":"ready"');
    clean(log, 'log');
  }
});
