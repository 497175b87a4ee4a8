/** What must hold after every fault: the system is as it was before. */
import type { ChildProcess } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InteractionHandle } from '@antipode/stand-in';
import { expect } from 'vitest';
import { Crowd, type Totals } from './crowd.ts';
import { isLong } from './disturbances.ts';
import { isFinal, leadsToGoal, movesOf } from './messages.ts';
import type { TestSystem } from './test-system.ts';

/** Keys that outlive a request or expire by themselves. */
const staying = [
  /:work:(result|drawing|cache):/u,
  /:work:(taken|fatal|recent|rate|pace|versions|alive|shared):|:work:threads$/u,
  /:hardest:/u,
  /:interaction:/u,
  /:(reply|work)[^:]*:(meta|events|id|marker|stalled-check|metrics.*)$/u,
  /:daily:/u,
  // The repeated jobs of the poster, and the steps of contests.
  /:(post|contest-step|contest-week):(meta|events|id|marker|stalled-check|delayed|repeat.*)$/u,
];

/** Keys that are left of finished requests: jobs, tokens, quota, locks. */
export const leftoverKeys = async (system: TestSystem): Promise<string[]> => {
  const keys = (await system.redis.keys('*')).filter((key) => !staying.some((known) => known.test(key)));
  const left: string[] = [];
  for (const key of keys.sort()) {
    const [, id] = /:token:(\d+)$/u.exec(key) ?? [];
    // If its bot ended before the request was in the queue, the token expires by itself.
    const isAbandoned =
      id !== undefined &&
      !keys.some((other) => other.endsWith(`:reply-${id}`)) &&
      (await system.redis.get(key.replace('token', 'taken'))) !== 'answered';
    if (!isAbandoned) left.push(key);
  }
  return left;
};

/** Resources that a system uses. */
export interface ResourceUse {
  /** Connections to Redis. */
  readonly clients: number;
  /** The open files and threads of each process; known on Linux only. */
  readonly processes: readonly { readonly open: number; readonly threads: number }[];
}

const count = (path: string): Promise<number> =>
  readdir(path).then(
    (entries) => entries.length,
    () => 0,
  );

const resourceUse = async (system: TestSystem, processes: readonly ChildProcess[]): Promise<ResourceUse> => ({
  clients: String(await system.redis.client('LIST'))
    .trim()
    .split('\n').length,
  processes: await Promise.all(
    processes.map(async ({ pid }) => ({
      open: await count(`/proc/${pid}/fd`),
      threads: await count(`/proc/${pid}/task`),
    })),
  ),
});

/** Warms the system up, so that all threads and connections exist. @returns the resources that it uses then */
export const warmUp = async (system: TestSystem, processes: readonly ChildProcess[]): Promise<ResourceUse> => {
  const crowd = new Crowd(system, 8, { seed: 1000 });
  await sleep(700);
  const totals = await crowd.leave();
  expect(totals).toMatchObject({ lost: 0, wrong: 0, answered: totals.asked });
  return resourceUse(system, processes);
};

/** Expects one answer to a search, with moves that lead to the goal. */
export const expectAnswered = async (
  asked: InteractionHandle,
  { subcommand, options: { position } }: { subcommand: string; options: { position: string } },
): Promise<void> => {
  const message = await asked.until(isFinal);
  expect(leadsToGoal(subcommand, position, movesOf(message))).toBe(true);
  expect(message.history.filter((state) => JSON.stringify(state).includes('proved shortest'))).toHaveLength(1);
};

/** Expects that every request was answered once or refused. */
export const expectConsistent = ({ times, ...totals }: Totals): void => {
  expect(totals).toMatchObject({ words: [], wrong: 0, lost: 0, duplicates: 0, answered: totals.accepted });
  expect(totals.asked).toBe(totals.accepted + totals.refused + totals.silent);
};

let asked = 0;

/** Expects that new requests are answered, no keys of old ones are left, and no more resources are used than before. */
export const expectRecovery = async (
  system: TestSystem,
  processes: readonly ChildProcess[],
  before: ResourceUse,
): Promise<void> => {
  expect(processes.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual(processes.map(() => null));
  // A new connection may take seconds.
  await expect
    .poll(
      async () => {
        const crowd = new Crowd(system, 3, { seed: 2000 + asked++, patience: 10_000 });
        const { refused, silent, lost, answered } = await crowd.leave();
        return { refused, silent, lost, answered };
      },
      { interval: 200 },
    )
    .toEqual({ refused: 0, silent: 0, lost: 0, answered: 3 });
  // A request that was accepted and never acknowledged is retried for a while.
  await expect.poll(() => leftoverKeys(system), { interval: 200 }).toEqual([]);
  await expect
    .poll(
      async () => {
        const now = await resourceUse(system, processes);
        const more = { clients: now.clients > before.clients ? now.clients : 0, processes: [] as unknown[] };
        for (const [index, { open, threads }] of now.processes.entries()) {
          const was = before.processes[index]!;
          if (open > was.open || threads > was.threads) more.processes.push({ was, open, threads });
        }
        return more;
      },
      { interval: 200 },
    )
    .toEqual({ clients: 0, processes: [] });
};

export type Trouble = () => Promise<void> | void;

/** Groups named troubles into named tests: `npm run test:faults` runs each alone. */
export const groupTroubles = (troubles: Readonly<Record<string, Trouble>>): [name: string, Trouble[]][] =>
  isLong
    ? Object.entries(troubles).map(([name, trouble]) => [name, [trouble]])
    : [[Object.keys(troubles).join('; '), Object.values(troubles)]];

let run = 0;

/** Causes troubles under load: requests are answered before and after each, and the system recovers. */
export const underLoad = async (
  system: TestSystem,
  processes: readonly ChildProcess[],
  before: ResourceUse,
  troubles: readonly Trouble[],
): Promise<Totals> => {
  const crowd = new Crowd(system, 6, { seed: run++, pause: 600 });
  const more = async (): Promise<void> => {
    const { answered } = crowd.totals;
    await expect.poll(() => crowd.totals.answered, { interval: 20 }).toBeGreaterThan(answered + 6);
  };
  await more();
  for (const trouble of troubles) {
    await trouble();
    await more();
  }
  const totals = await crowd.leave();
  expectConsistent(totals);
  await expectRecovery(system, processes, before);
  return totals;
};
