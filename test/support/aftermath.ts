/** What must hold after every fault, whatever it was: all is as it was before. */
import type { ChildProcess } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Asked } from '../../src/stand-in/stand-in.ts';
import { type Books, Crowd } from './crowd.ts';
import { type House, isFinal, leadsToGoal, movesOf } from './house.ts';

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
export const leftovers = async (house: House): Promise<string[]> =>
  (await house.redis.keys('*')).filter((key) => !staying.some((known) => known.test(key))).sort();

/** What a house has in use. */
export interface Use {
  /** Connections at Redis. */
  readonly clients: number;
  /** Of each process: what it has open, sockets and all, and its threads. Linux alone tells. */
  readonly parts: readonly { readonly open: number; readonly threads: number }[];
}

const count = (path: string): Promise<number> =>
  readdir(path).then(
    (entries) => entries.length,
    () => 0,
  );

export const inUse = async (house: House, parts: readonly ChildProcess[]): Promise<Use> => ({
  clients: String(await house.redis.client('LIST'))
    .trim()
    .split('\n').length,
  parts: await Promise.all(
    parts.map(async ({ pid }) => ({ open: await count(`/proc/${pid}/fd`), threads: await count(`/proc/${pid}/task`) })),
  ),
});

/** What a house has in use once it has worked: all threads and connections that it makes only then. */
export const warm = async (house: House, parts: readonly ChildProcess[]): Promise<Use> => {
  const crowd = new Crowd(house, 8, { seed: 1000 });
  await sleep(700);
  const books = await crowd.leave();
  expect(books).toMatchObject({ lost: 0, wrong: 0, answered: books.asked });
  return inUse(house, parts);
};

/** A search was answered: with moves that lead to the goal, and as a person saw it, once. */
export const expectAnswered = async (
  asked: Asked,
  { subcommand, options: { position } }: { subcommand: string; options: { position: string } },
  patience: number,
): Promise<void> => {
  const message = await asked.until(isFinal, patience);
  expect(leadsToGoal(subcommand, position, movesOf(message))).toBe(true);
  expect(message.history.filter((state) => JSON.stringify(state).includes('proved shortest'))).toHaveLength(1);
};

/** Every question was answered, once, or its asker heard that it would not be. */
export const expectTrue = ({ times, ...books }: Books): void => {
  expect(books).toMatchObject({ words: [], wrong: 0, lost: 0, duplicates: 0, answered: books.accepted });
  expect(books.asked).toBe(books.accepted + books.refused + books.silent);
};

let asked = 0;

/** Without any help, new questions are answered, nothing is left of old ones, and nothing more is in use than before. */
export const aftermath = async (house: House, parts: readonly ChildProcess[], before: Use): Promise<void> => {
  expect(parts.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual(parts.map(() => null));
  // Where a connection is made again, it may take seconds.
  await expect
    .poll(
      async () => {
        const crowd = new Crowd(house, 3, { seed: 2000 + asked++, patience: 10_000 });
        const { refused, silent, lost, answered } = await crowd.leave();
        return { refused, silent, lost, answered };
      },
      { timeout: 30_000, interval: 200 },
    )
    .toEqual({ refused: 0, silent: 0, lost: 0, answered: 3 });
  // What was let in a moment before the fault, and was never acknowledged, is tried for a while.
  await expect.poll(() => leftovers(house), { timeout: 60_000, interval: 200 }).toEqual([]);
  await expect
    .poll(
      async () => {
        const now = await inUse(house, parts);
        const more = { clients: now.clients > before.clients ? now.clients : 0, parts: [] as unknown[] };
        for (const [index, { open, threads }] of now.parts.entries()) {
          const was = before.parts[index]!;
          if (open > was.open || threads > was.threads) more.parts.push({ was, open, threads });
        }
        return more;
      },
      { timeout: 20_000, interval: 200 },
    )
    .toEqual({ clients: 0, parts: [] });
};

/** `npm run test:faults` has each trouble by itself, and for longer; otherwise those of one kind come one after the other. */
export const isLong = process.env.FAULTS === 'long';

export type Trouble = () => Promise<void> | void;

/** Named troubles as named tests of one or of more of them. */
export const rounds = (troubles: Readonly<Record<string, Trouble>>): [name: string, Trouble[]][] =>
  isLong
    ? Object.entries(troubles).map(([name, trouble]) => [name, [trouble]])
    : [[Object.keys(troubles).join('; '), Object.values(troubles)]];

let run = 0;

/** Troubles while people ask. Before each, and some time after it, they are answered; and then all is as it was. */
export const underLoad = async (
  house: House,
  parts: readonly ChildProcess[],
  before: Use,
  troubles: readonly Trouble[],
): Promise<Books> => {
  const crowd = new Crowd(house, 6, { seed: run++, pause: 200 });
  const more = async (): Promise<void> => {
    const { answered } = crowd.books;
    await expect.poll(() => crowd.books.answered, { timeout: 60_000, interval: 20 }).toBeGreaterThan(answered + 6);
  };
  await more();
  for (const trouble of troubles) {
    await trouble();
    await more();
  }
  const books = await crowd.leave();
  expectTrue(books);
  await aftermath(house, parts, before);
  return books;
};
