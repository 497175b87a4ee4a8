/** The log and the traces of the programs: complete, and without secrets. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { InteractionHandle, Person } from '@antipode/stand-in';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../src/runtime/version.ts';
import { promptly } from '../support/disturbances.ts';
import { isFinal } from '../support/messages.ts';
import { freePorts } from '../support/ports.ts';
import { type Program, TestSystem } from '../support/test-system.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly service: string;
}

/** A collector that keeps the bodies of requests and reads their spans. */
const collect = async () => {
  const bodies: string[] = [];
  const server = createHttpServer(async (request, response) => {
    expect(request.url).toBe('/v1/traces');
    bodies.push(await text(request));
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  interface Body {
    resourceSpans: {
      resource: { attributes: { key: string; value: { stringValue?: string } }[] };
      scopeSpans: { spans: Span[] }[];
    }[];
  }
  const spans = (): Span[] =>
    bodies.flatMap((body) =>
      (JSON.parse(body) as Body).resourceSpans.flatMap(({ resource, scopeSpans }) => {
        const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
        return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service })));
      }),
    );
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { bodies, spans, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
};

let system: TestSystem;
let collector: Awaited<ReturnType<typeof collect>>;
let bot: ChildProcess;
let worker: ChildProcess;
const lines: Record<string, unknown>[] = [];
let ann: Person;
let asked: InteractionHandle;
/** Of the interaction. */
let token: string;
beforeAll(async () => {
  collector = await collect();
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '100' };
  system = await TestSystem.open({}, { LOG_LEVEL: 'debug', SHARDS: '1', ...traces }, { waits: promptly });
  const start = async (part: Program) => {
    const child = await system.start(part, {}, undefined, 'pipe');
    createInterface(child.stderr!).on('line', (line) => lines.push(JSON.parse(line) as Record<string, unknown>));
    return child;
  };
  [bot, worker] = await Promise.all([start('bot'), start('worker')]);
  // The first delivery fails in its four attempts, and so may a report of progress.
  system.standIn.faults.add({ method: 'PATCH', path: /webhooks/u, times: 8, answer: { kind: 'status', status: 500 } });
  ann = system.person('ann');
  asked = await ann.command(system.channel, 'solve', { subcommand: 'eight', options: { position: '867254301' } });
  token = system.standIn.interactions.last!.token;
  await asked.until(isFinal);
});
afterAll(async () => {
  await system?.close();
  collector?.close();
});

test('the log has the ids of a request on each of its lines, and no secret', async () => {
  const said = (name: string, msg: string) => lines.filter((line) => line.name === name && line.msg === msg);
  const redis = new URL(system.redisUrl);
  await expect.poll(() => said('worker', 'ready')).toHaveLength(1);
  expect(said('bot', 'ready')[0]).toMatchObject({ shards: [0], of: 1, servers: 1, version, redis: redis.host });
  expect(said('worker', 'ready')[0]).toMatchObject({
    threads: 2,
    lanes: { quick: 1, long: 1 },
    tables: { quick: '7-7-1', long: '7-7-1' },
    version,
  });

  const ids = { interaction: asked.id, guild: system.guild.id };
  await expect.poll(() => said('bot', 'handled').length).toBe(1);
  expect(said('bot', 'handled')[0]).toMatchObject({ ...ids, command: 'solve' });
  expect(said('worker', 'done')[0]).toMatchObject({ ...ids, job: `work-${asked.id}`, status: 'solved' });
  expect(said('bot', 'an answer is tried again')[0]).toMatchObject({ ...ids, job: `reply-${asked.id}` });
  const all = JSON.stringify(lines);
  for (const secret of [token, system.standIn.token, redis.password, ann.id]) {
    expect(secret.length).toBeGreaterThan(10);
    expect(all).not.toContain(secret);
  }
});

describe('traces', () => {
  test('follow a request from the interaction to the answer, without any secret', async () => {
    const { bodies, spans } = collector;
    await expect.poll(() => spans().filter(({ name }) => name.startsWith('process reply')).length).toBeGreaterThan(1);
    const root = spans().find(({ name }) => name === 'interaction solve')!;
    expect(root.parentSpanId ?? '').toBe('');
    const trace = spans().filter(({ traceId }) => traceId === root.traceId);
    const byId = new Map(trace.map((span) => [span.spanId, span]));
    /** The names of the spans above one, up to the first. */
    const above = (span: Span): string[] => {
      const parent = byId.get(span.parentSpanId ?? '');
      return parent ? [parent.name, ...above(parent)] : [];
    };
    const named = (start: string) => trace.find(({ name }) => name.startsWith(start))!;
    expect(above(named('search solve'))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^process work-quick/u), 'interaction solve']),
    );
    expect(above(named('process reply')).at(-1)).toBe('interaction solve');
    expect([root.service, named('search solve').service, named('process reply').service]).toEqual([
      'antipode-bot',
      'antipode-worker',
      'antipode-bot',
    ]);
    // Internal work of the queue has no traces.
    expect(spans().filter(({ parentSpanId, name }) => !parentSpanId && !/^(interaction|process) /u.test(name))).toEqual(
      [],
    );

    const all = bodies.join('\n');
    expect(all).toContain('job failed');
    for (const secret of [token, system.standIn.token, new URL(system.redisUrl).password]) {
      expect(secret.length).toBeGreaterThan(10);
      expect(all).not.toContain(secret);
    }
    expect(all).not.toContain('bullmq.job.result');
  });

  test('without a collector delay nothing', async () => {
    await Promise.all([system.kill(bot), system.kill(worker)]);
    const [port] = await freePorts(1);
    const nowhere = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, LOG_LEVEL: 'error' };
    [bot] = await Promise.all([system.start('bot', nowhere), system.start('worker', nowhere)]);
    const options = { position: '4651320' };
    await (await ann.command(system.channel, 'solve', { subcommand: 'six', options })).until(isFinal);
    bot.kill('SIGTERM');
    await once(bot, 'exit');
    expect(bot.exitCode).toBe(0);
  });
});
