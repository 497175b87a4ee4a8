/** A Redis with little memory, and more results in a day than fit in it: nobody is refused, and no answer is old. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { solveWork } from '../../src/features/solve/job.ts';
import { fifteen } from '../../src/puzzles/catalogue/fifteen.ts';
import { six } from '../../src/puzzles/catalogue/six.ts';
import { WorkStore } from '../../src/queue/store.ts';
import { type Outcome, solverVersion } from '../../src/search/solve.ts';
import { isLong } from '../support/disturbances.ts';
import { isFinal, leadsToGoal, movesOf, textOf } from '../support/messages.ts';
import { hasRedisServer } from '../support/needs.ts';
import { randomNumbers, shuffled } from '../support/tables.ts';
import { TestSystem } from '../support/test-system.ts';

/** MiB that results may take, and the memory of Redis beside what it takes without any. */
const resultsMb = isLong ? 32 : 4;
const room = isLong ? 60 : 8;
/** Results: some three times what there is room for. */
const count = isLong ? 150_000 : 24_000;
const bulk = 500;

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.open({}, { SOLVER_THREADS: '2', RESULTS_MB: String(resultsMb) });
  await Promise.all([system.start('bot'), system.start('worker')]);
});
afterAll(() => system?.close());

const random = randomNumbers(13);
/** As long as an answer gets: a solution of 15 in 70 moves. */
const outcome = {
  ...{ status: 'solved', optimal: true, lowerBound: 70, method: 'ida-pdb', generated: 1e8, peakFrontier: 70 },
  moves: Array.from({ length: 70 }, () => [10, 11]),
  milliseconds: 1234.5678,
} as Outcome;

const solvable = (): string => {
  for (;;) {
    const start = shuffled(six, random);
    if (!six.obstacle({ start, goal: six.goal })) return six.formatPosition(start);
  }
};

/** Asks for a solution as a person does, and reads it to the end. */
const ask = async (position: string): Promise<void> => {
  const ann = system.person('ann');
  const asked = await ann.command(system.channel, 'solve', { subcommand: 'six', options: { position } });
  const answer = await asked.until(isFinal);
  expect(textOf(answer)).toContain('proved shortest');
  expect(leadsToGoal('six', position, movesOf(answer))).toBe(true);
};

test.skipIf(!hasRedisServer)(
  'a day of results in a Redis that holds a part of them: each request is answered (needs redis-server)',
  async () => {
    const { redis } = system;
    const store = new WorkStore(redis, 'antipode');
    const limits = { outcomeDays: 30, resultsMb };
    await ask(solvable());
    const used = async () => Number(/used_memory:(\d+)/u.exec(await redis.info('memory'))![1]);
    await redis.config('SET', 'maxmemory', (await used()) + room * 2 ** 20);
    for (let done = 0; done < count; done += bulk) {
      const works = Array.from({ length: bulk }, () =>
        solveWork(fifteen, { start: shuffled(fifteen, random), goal: fifteen.goal }),
      );
      await Promise.all(works.map((work) => store.keepResult(work, outcome, limits)));
      await ask(solvable());
    }
  },
  isLong ? 1_200_000 : 240_000,
);

test('a result of an older solver is computed again', async () => {
  const position = '3245016';
  await ask(position);
  const [key = ''] = await system.keys(`work:result:*:solve|six|${position}*`);
  const wrong = { ...JSON.parse((await system.redis.get(`antipode:${key}`))!), moves: [], lowerBound: 0 };
  const older = key.replace(`v${solverVersion}:`, `v${solverVersion - 1}:`);
  expect(older).not.toBe(key);
  await system.redis.set(`antipode:${older}`, JSON.stringify(wrong));
  await system.redis.del(`antipode:${key}`);
  await ask(position);
});
