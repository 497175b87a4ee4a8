/** What operators see: health, readiness, metrics, and a dashboard and alerts that fit them. */

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definitions } from '../../src/features/index.ts';
import { isFinal, textOf } from '../support/messages.ts';
import { freePorts } from '../support/ports.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { type Program, TestSystem } from '../support/test-system.ts';

const endless = { subcommand: 'eleven', options: { position: '032187654BA9', method: 'iddfs' } };

let system: TestSystem;
/** The bot's line to Redis. */
let proxy: TcpProxy;
let ports: Record<Program, number>;
const get = (program: Program, path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${ports[program]}${path}`, init);
const readiness = async (program: Program) => {
  const response = await get(program, '/readyz');
  return { code: response.status, ...((await response.json()) as { status: string; reasons?: string[] }) };
};

/** The samples of a process: name with labels, and value. */
const samples = async (program: Program): Promise<Map<string, number>> => {
  const text = await (await get(program, '/metrics')).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
};
/** The sum of the samples with this name and these labels. */
const sum = (all: Map<string, number>, name: string, ...labels: string[]): number =>
  [...all]
    .filter(([key]) => (key === name || key.startsWith(`${name}{`)) && labels.every((label) => key.includes(label)))
    .reduce((total, [, value]) => total + value, 0);

beforeAll(async () => {
  system = await TestSystem.open({}, { SOLVER_THREADS: '3' });
  const redis = new URL(system.redisUrl);
  proxy = await TcpProxy.open(Number(redis.port));
  redis.port = String(proxy.near);
  const [bot = 0, worker = 0] = await freePorts(2);
  ports = { bot, worker };
  await Promise.all([
    system.start('bot', { HTTP_PORT: String(bot), REDIS_URL: redis.href }),
    system.start('worker', { HTTP_PORT: String(worker) }),
  ]);
});
afterAll(async () => {
  await proxy?.close();
  await system?.close();
});

describe.each(['bot', 'worker'] as const)('a %s', (program) => {
  test('is alive and ready, and serves nothing else', async () => {
    expect(await (await get(program, '/healthz')).json()).toEqual({ status: 'alive' });
    expect(await readiness(program)).toEqual({ code: 200, status: 'ready' });
    expect((await get(program, '/')).status).toBe(404);
    expect((await get(program, '/healthz', { method: 'POST' })).status).toBe(405);
    expect(await (await get(program, '/healthz', { method: 'HEAD' })).text()).toBe('');
  });

  test('is reachable from this machine only', async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === 'IPv4' && !address.internal);
    if (!outside) return;
    await expect(fetch(`http://${outside.address}:${ports[program]}/healthz`)).rejects.toThrow('fetch failed');
  });

  test('has metrics of its process', async () => {
    const all = await samples(program);
    expect(sum(all, 'antipode_info', `part="${program}"`)).toBe(1);
    expect(sum(all, 'antipode_redis_up')).toBe(1);
    expect(sum(all, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(all.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
  });
});

test('metrics count what people do, not who they are or what they type', async () => {
  const ann = system.person('ann');
  const solve = (options: Record<string, string>) =>
    ann.command(system.channel, 'solve', { subcommand: 'eight', options });
  const asked = await solve({ position: '867254301' });
  const answer = await asked.until(isFinal);
  await (await ann.press(answer, '▶')).until();
  await (await solve({ position: 'no such thing' })).until();
  await (await solve({ position: '867254301' })).until(isFinal);

  await expect.poll(async () => sum(await samples('bot'), 'antipode_answers_total', 'way="first"')).toBe(2);
  const bot = await samples('bot');
  expect(sum(bot, 'antipode_interactions_total', 'command="solve"', 'outcome="done"')).toBe(3);
  expect(sum(bot, 'antipode_interactions_total', 'command="step"')).toBe(1);
  expect(sum(bot, 'antipode_requests_total', 'kind="solve"', 'verdict="accepted"')).toBe(2);
  expect(sum(bot, 'antipode_acknowledgement_seconds_count', 'type="ApplicationCommand"')).toBe(3);
  expect(sum(bot, 'antipode_acknowledgement_seconds_count', 'type="MessageComponent"')).toBe(1);
  expect(sum(bot, 'antipode_answer_seconds_count', 'kind="solve"')).toBe(2);
  expect(sum(bot, 'antipode_rest_requests_total', 'method="POST"', 'status="200"')).toBeGreaterThanOrEqual(2);
  expect(sum(bot, 'antipode_shards', 'state="ready"')).toBe(1);
  expect(sum(bot, 'antipode_guilds')).toBe(1);
  const worker = await samples('worker');
  expect(sum(worker, 'antipode_jobs_total', 'kind="solve"', 'lane="quick"', 'outcome="solved"')).toBe(1);
  expect(sum(worker, 'antipode_jobs_total', 'kind="solve"', 'lane="quick"', 'outcome="known"')).toBe(1);
  expect(sum(worker, 'antipode_solve_seconds_count', 'kind="solve"')).toBe(1);
  expect(sum(worker, 'antipode_threads', 'lane="long"')).toBe(2);
  expect(sum(worker, 'antipode_threads', 'lane="parts"')).toBe(3);
  expect(sum(worker, 'antipode_memory_bytes', 'use="tables"')).toBeGreaterThan(0);

  // Labels come from short lists: no ids, no names, no positions.
  const labels = [...bot.keys(), ...worker.keys()].flatMap((key) =>
    [...key.matchAll(/="([^"]*)"/gu)].map(([, value]) => value!),
  );
  expect(labels.filter((value) => /\d{9}|ann|no such/u.test(value))).toEqual([]);
  const commands = [...bot.keys()].flatMap((key) => /interactions_total\{command="([^"]*)"/u.exec(key)?.[1] ?? []);
  const known = new Set([...definitions.map(({ name }) => name), 'step']);
  expect(commands.filter((name) => !known.has(name))).toEqual([]);
});

test('the metrics of a queue tell its active and waiting jobs', async () => {
  const people = Array.from({ length: 4 }, (_, index) => system.person(`person-${index}`));
  const positions = ['032187654BA9', '302187654BA9', '320187654BA9', '832107654BA9'];
  const asked = [];
  for (const [index, person] of people.entries()) {
    const options = { ...endless.options, position: positions[index]! };
    asked.push({ person, one: await person.command(system.channel, 'solve', { ...endless, options }) });
  }
  const queued = async (state: string) =>
    sum(await samples('bot'), 'antipode_queue_jobs', 'queue="parts"', `state="${state}"`);
  // Each search has a part for each thread.
  await expect.poll(async () => [await queued('active'), await queued('waiting')]).toEqual([3, 9]);
  await expect.poll(async () => sum(await samples('worker'), 'antipode_threads_busy', 'lane="parts"')).toBe(3);
  for (const { person, one } of asked) {
    const message = await one.until((now) => !isFinal(now) && !now.loading);
    await (await person.press(message, 'Cancel')).acknowledged;
  }
  for (const { one } of asked) {
    await one.until(isFinal);
  }
  await expect.poll(() => queued('active')).toBe(0);
  await expect.poll(async () => sum(await samples('worker'), 'antipode_threads_busy')).toBe(0);
});

test('a bot without Redis is alive, says why it is not ready, and recovers', async () => {
  proxy.cut();
  await expect
    .poll(() => readiness('bot'))
    .toEqual({
      code: 503,
      status: 'not ready',
      reasons: ['Redis is unreachable'],
    });
  expect((await get('bot', '/healthz')).status).toBe(200);
  expect(sum(await samples('bot'), 'antipode_redis_up')).toBe(0);
  expect(await readiness('worker')).toEqual({ code: 200, status: 'ready' });
  proxy.mend();
  await expect.poll(() => readiness('bot')).toEqual({ code: 200, status: 'ready' });
});

test('a bot without a gateway connection is not ready', async () => {
  system.standIn.gateway.drop({ resumable: false });
  await expect
    .poll(async () => (await readiness('bot')).reasons, { interval: 5 })
    .toEqual(['0 of 1 shards are connected']);
  await expect.poll(() => readiness('bot')).toEqual({ code: 200, status: 'ready' });
});

test('a stopping worker is not ready, and a port in use is an error', async () => {
  const [port = 0] = await freePorts(1);
  const worker = await system.start('worker', { HTTP_PORT: String(port) });
  const url = `http://127.0.0.1:${port}/readyz`;
  expect((await fetch(url)).status).toBe(200);
  await expect(system.start('worker', { HTTP_PORT: String(port) })).rejects.toThrow('ended with 2 before it was ready');
  // The second search of one person would wait for the first one.
  const asked = await Promise.all(
    ['032187654BA9', '302187654BA9', '320187654BA9', '832107654BA9'].map((position, index) =>
      system
        .person(`busy-${index}`)
        .command(system.channel, 'solve', { ...endless, options: { ...endless.options, position } }),
    ),
  );
  await Promise.all(asked.map((one) => one.until((now) => textOf(now).includes('Searching …'))));
  worker.kill('SIGTERM');
  await expect
    .poll(async () => ((await (await fetch(url)).json()) as { reasons?: string[] }).reasons, { interval: 20 })
    .toEqual(['no work is taken from the queue']);
  await once(worker, 'exit');
  expect(worker.exitCode).toBe(0);
  for (const one of asked) await system.redis.set(`antipode:work:cancelled:${one.id}`, '1');
  await Promise.all(asked.map((one) => one.until(isFinal)));
});

describe('the dashboard and the alerts', () => {
  const read = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

  /** All metric names of the processes, those without a sample included. */
  const exported = async (): Promise<Set<string>> => {
    const texts = await Promise.all(
      (['bot', 'worker'] as const).map(async (program) => (await get(program, '/metrics')).text()),
    );
    return new Set(
      texts.flatMap((text) =>
        [...text.matchAll(/^# TYPE (\S+) (\S+)$/gmu)].flatMap(([, name, type]) =>
          type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
        ),
      ),
    );
  };
  const namesIn = (expression: string): string[] => expression.match(/\b(antipode|process|nodejs)_\w+/gu) ?? [];
  /** Whether the brackets of an expression match. */
  const balanced = (expression: string): boolean => {
    let depth = 0;
    for (const character of expression.replace(/"[^"]*"/gu, '')) {
      if ('([{'.includes(character)) depth++;
      if (')]}'.includes(character) && --depth < 0) return false;
    }
    return depth === 0;
  };

  test('of Grafana is valid JSON, and its metrics exist', async () => {
    const dashboard = JSON.parse(read('grafana.json')) as {
      title: string;
      panels: { id: number; title: string; type: string; targets?: { expr: string; refId: string }[] }[];
    };
    const known = await exported();
    const panels = dashboard.panels.filter(({ type }) => type !== 'row');
    expect(panels.length).toBeGreaterThan(15);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    for (const { title, targets = [] } of panels) {
      expect(targets.length, title).toBeGreaterThan(0);
      for (const { expr } of targets) {
        expect(namesIn(expr).length, title).toBeGreaterThan(0);
        expect(
          namesIn(expr).filter((name) => !known.has(name)),
          title,
        ).toEqual([]);
        expect(balanced(expr), expr).toBe(true);
      }
    }
  });

  test('of Prometheus use metrics that exist, and say what to do', async () => {
    const rules = read('alerts.yml')
      .split(/^ {6}- alert: /mu)
      .slice(1);
    const known = await exported();
    expect(rules.length).toBeGreaterThan(10);
    const names = rules.map((rule) => rule.split('\n')[0]!);
    expect(new Set(names).size).toBe(names.length);
    for (const rule of rules) {
      const expression = /^ {8}expr: (?:>-\n)?([\s\S]*?)^ {8}(?:for|labels):/mu.exec(rule)?.[1] ?? '';
      expect(namesIn(expression).length, rule).toBeGreaterThan(0);
      expect(
        namesIn(expression).filter((name) => !known.has(name)),
        rule,
      ).toEqual([]);
      expect(balanced(expression), rule).toBe(true);
      expect(rule).toMatch(/^ {8}labels: \{ severity: (info|warning|critical) \}$/mu);
      expect(rule).toMatch(/^ {10}summary: \S/mu);
      expect(rule).toMatch(/^ {10}description: \S/mu);
    }
  });

  test('show every metric of the bot', async () => {
    const ours = [...(await exported())].filter((name) => /^antipode_/u.test(name) && !/_(sum|count)$/u.test(name));
    const shown = new Set(namesIn(read('grafana.json')));
    expect(ours.filter((name) => !shown.has(name))).toEqual([]);
  });
});
