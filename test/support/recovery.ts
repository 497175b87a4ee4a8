/** What must hold after every fault, whatever it was: all is as it was before. */
import type { ChildProcess } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { InteractionHandle } from '../../src/stand-in/stand-in.ts';
import { Crowd, type Totals } from './crowd.ts';
import { isFinal, leadsToGoal, movesOf } from './messages.ts';
import type { TestSystem } from './test-system.ts';

/** Keys that are meant to outlive a question, or to run out by themselves. */
const staying = [
  /:work:result:/u,
  /:work:(answered|recent|rate|pace|alive|versions?):/u,
  /:hardest:/u,
  /:(reply|work)[^:]*:(meta|events|id|marker|stalled-check|metrics.*)$/u,
  /:daily:/u,
  // The looks at what is to be posted, which come again and again, and the steps of contests.
  /:(post|contest-step):(meta|events|id|marker|stalled-check|delayed|repeat.*)$/u,
];

/** What is left of questions that are over: jobs, tokens, places, claims, locks. */
export const leftoverKeys = async (system: TestSystem): Promise<string[]> =>
  (await system.redis.keys('*')).filter((key) => !staying.some((known) => known.test(key))).sort();

/** What a system has in use. */
export interface ResourceUse {
  /** Connections at Redis. */
  readonly clients: number;
  /** Of each process: what it has open, sockets and all, and its threads. Linux alone tells. */
  readonly processes: readonly { readonly open: number; readonly threads: number }[];
}

const count = (path: string): Promise<number> =>
  readdir(path).then(
    (entries) => entries.length,
    () => 0,
  );

export const resourceUse = async (system: TestSystem, processes: readonly ChildProcess[]): Promise<ResourceUse> => ({
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

/** What a system has in use once it has worked: all threads and connections that it makes only then. */
export const warmUp = async (system: TestSystem, processes: readonly ChildProcess[]): Promise<ResourceUse> => {
  const crowd = new Crowd(system, 8, { seed: 1000 });
  await sleep(700);
  const totals = await crowd.leave();
  expect(totals).toMatchObject({ lost: 0, wrong: 0, answered: totals.asked });
  return resourceUse(system, processes);
};

/** A search was answered: with moves that lead to the goal, and as a person saw it, once. */
export const expectAnswered = async (
  asked: InteractionHandle,
  { subcommand, options: { position } }: { subcommand: string; options: { position: string } },
  patience: number,
): Promise<void> => {
  const message = await asked.until(isFinal, patience);
  expect(leadsToGoal(subcommand, position, movesOf(message))).toBe(true);
  expect(message.history.filter((state) => JSON.stringify(state).includes('proved shortest'))).toHaveLength(1);
};

/** Every question was answered, once, or its asker heard that it would not be. */
export const expectConsistent = ({ times, ...totals }: Totals): void => {
  expect(totals).toMatchObject({ words: [], wrong: 0, lost: 0, duplicates: 0, answered: totals.accepted });
  expect(totals.asked).toBe(totals.accepted + totals.refused + totals.silent);
};

let asked = 0;

/** Without any help, new questions are answered, nothing is left of old ones, and nothing more is in use than before. */
export const expectRecovery = async (
  system: TestSystem,
  processes: readonly ChildProcess[],
  before: ResourceUse,
): Promise<void> => {
  expect(processes.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual(processes.map(() => null));
  // Where a connection is made again, it may take seconds.
  await expect
    .poll(
      async () => {
        const crowd = new Crowd(system, 3, { seed: 2000 + asked++, patience: 10_000 });
        const { refused, silent, lost, answered } = await crowd.leave();
        return { refused, silent, lost, answered };
      },
      { timeout: 30_000, interval: 200 },
    )
    .toEqual({ refused: 0, silent: 0, lost: 0, answered: 3 });
  // What was let in a moment before the fault, and was never acknowledged, is tried for a while.
  await expect.poll(() => leftoverKeys(system), { timeout: 60_000, interval: 200 }).toEqual([]);
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
      { timeout: 20_000, interval: 200 },
    )
    .toEqual({ clients: 0, processes: [] });
};

/** `npm run test:faults` has each trouble by itself, and for longer; otherwise those of one kind come one after the other. */
export const isLong = process.env.FAULTS === 'long';

export type Trouble = () => Promise<void> | void;

/** Named troubles as named tests of one or of more of them. */
export const groupTroubles = (troubles: Readonly<Record<string, Trouble>>): [name: string, Trouble[]][] =>
  isLong
    ? Object.entries(troubles).map(([name, trouble]) => [name, [trouble]])
    : [[Object.keys(troubles).join('; '), Object.values(troubles)]];

let run = 0;

/** Troubles while people ask. Before each, and some time after it, they are answered; and then all is as it was. */
export const underLoad = async (
  system: TestSystem,
  processes: readonly ChildProcess[],
  before: ResourceUse,
  troubles: readonly Trouble[],
): Promise<Totals> => {
  const crowd = new Crowd(system, 6, { seed: run++, pause: 200 });
  const more = async (): Promise<void> => {
    const { answered } = crowd.totals;
    await expect.poll(() => crowd.totals.answered, { timeout: 60_000, interval: 20 }).toBeGreaterThan(answered + 6);
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
