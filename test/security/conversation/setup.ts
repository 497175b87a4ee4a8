/** A bot and a worker to attack, with their logs and their HTTP ports. */
import type { ChildProcess } from 'node:child_process';
import { text as textFrom } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';
import { translator } from '../../../src/locales/index.ts';
import { freePorts } from '../../support/ports.ts';
import { TestSystem } from '../../support/test-system.ts';

export const dailySecret = 'a-secret-of-these-tests-alone';
export let system: TestSystem;
export let ports: { bot: number; worker: number };
/** The logs of the processes. */
export const logs: Promise<string>[] = [];
export let processes: ChildProcess[];

beforeAll(async () => {
  const [bot = 0, worker = 0] = await freePorts(2);
  ports = { bot, worker };
  system = await TestSystem.open({}, { DAILY_SECRET: dailySecret, LOG_LEVEL: 'debug' });
  processes = await Promise.all(
    (['bot', 'worker'] as const).map((program) =>
      system.start(program, { HTTP_PORT: String(ports[program]) }, undefined, 'pipe'),
    ),
  );
  logs.push(...processes.map(({ stderr }) => textFrom(stderr!)));
});
afterAll(() => system?.close());

export const outdated = translator('en')('error.outdated');
