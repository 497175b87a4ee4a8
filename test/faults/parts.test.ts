/** Long searches whose workers and bots are killed: every answer is right and comes once. KILLS says how many kills. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InteractionHandle } from '@antipode/stand-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rectangle } from '../../src/puzzles/board.ts';
import { fifteen } from '../../src/puzzles/catalogue/fifteen.ts';
import { seeded } from '../../src/search/scramble.ts';
import { isLong, shortWaits } from '../support/disturbances.ts';
import { buttonsOf, isFinal, leadsToGoal, movesOf, textOf } from '../support/messages.ts';
import { leftoverKeys } from '../support/recovery.ts';
import { type Program, TestSystem } from '../support/test-system.ts';
import { positionOf } from '../support/truth.ts';

const kills = isLong ? 300 : 4;
/** Each takes seconds; half a minute where kills go on for long. */
const lengths: Readonly<Record<string, number>> = {
  ...(isLong && { '659D21AE370F48CB': 72, B59D26AE370F48C1: 74 }),
  '0CADFBE937254861': 80,
  '0C9DFBAE37254861': 80,
  '0B9DCFAE37624851': 80,
  '650D219E37AF48CB': 70,
};

/** The mirror image of a position in the diagonal, which is as far from the goal. */
const mirrored = (text: string): string => {
  const { size } = rectangle(4, 4);
  const image = (cell: number): number => (cell % 4) * 4 + (cell >> 2);
  const position = positionOf(fifteen, text);
  const tiles = Array.from({ length: size }, (_, cell) => {
    const tile = position[image(cell)]!;
    return tile === 0 ? 0 : image(tile - 1) + 1;
  });
  return fifteen.formatPosition(tiles);
};

const boards = Object.entries(lengths).flatMap(([text, length]) => [
  { position: text, length },
  { position: mirrored(text), length },
]);

/** In milliseconds. */
const patience = 240_000 + kills * 10_000;

let system: TestSystem;
const running: ChildProcess[] = [];
const programs: readonly Program[] = ['worker', 'worker', 'bot', 'bot'];
beforeAll(async () => {
  system = await TestSystem.open(
    {},
    { LOG_LEVEL: 'fatal', SOLVER_THREADS: '2', SOLVE_TIMEOUT_SECONDS: '840' },
    { waits: shortWaits },
  );
  running.push(...(await Promise.all(programs.map((program) => system.start(program)))));
});
afterAll(() => system?.close());

const expectRight = async (asked: InteractionHandle, board: (typeof boards)[number]): Promise<void> => {
  const answer = await asked.until(isFinal, patience);
  expect(textOf(answer)).toContain(`**${board.length} moves** · proved shortest`);
  expect(leadsToGoal('fifteen', board.position, movesOf(answer))).toBe(true);
  expect(answer.history.filter((state) => JSON.stringify(state).includes('proved shortest'))).toHaveLength(1);
};

test(
  `${kills} kills of workers and bots in the middle of long searches`,
  async () => {
    const random = seeded(String(Date.now()));
    const open = new Set<Promise<void>>();
    let asked = 0;
    const ask = async (): Promise<void> => {
      const board = boards[asked % boards.length]!;
      const one = await system.person(`person-${asked++ % 8}`).command(system.channel, 'solve', {
        subcommand: 'fifteen',
        options: { position: board.position },
      });
      await one.acknowledged;
      const answering = expectRight(one, board).finally(() => open.delete(answering));
      // A failure is seen at the end, also if it comes before.
      answering.catch(() => {});
      all.push(answering);
      open.add(answering);
    };
    const all: Promise<void>[] = [];
    for (let count = 0; count < kills; count++) {
      // Nothing is known of a board that is asked again.
      if (asked > 0 && asked % boards.length === 0) {
        await Promise.all(open);
        await system.redis.del(...(await system.redis.keys('*:work:result:*')));
      }
      if (open.size < 4) await ask();
      await sleep(300 + random() * 1200);
      const slot = Math.floor(random() * programs.length);
      await system.kill(running[slot]!);
      running[slot] = await system.start(programs[slot]!);
    }
    await Promise.all(all);
    await expect.poll(() => leftoverKeys(system), { timeout: 60_000 }).toEqual([]);
    expect(all.length).toBeGreaterThan(isLong ? 40 : 3);
  },
  300_000 + kills * 20_000,
);

/** A position of the 24 puzzle that takes two threads of a worker minutes, and its length. MINUTES says how long it is to take. */
const hard = {
  position: process.env.POSITION ?? '05BN7LEIF6O84D3A1KMHG2JC9',
  length: Number(process.env.LENGTH ?? 106),
};
const minutes = Number(process.env.MINUTES ?? 5);

test.runIf(isLong)(
  'a long search outlives ten restarts of everything',
  async () => {
    const own = await TestSystem.open(
      {},
      { TABLES: '', SOLVER_THREADS: '2', LONG_PROOF_HOURS: '24', LOG_LEVEL: 'fatal' },
    );
    try {
      own.redis.on('error', () => {});
      const start = () => Promise.all((['bot', 'worker'] as const).map((program) => own.start(program)));
      let all = await start();
      const ann = own.person('ann');
      const options = { position: hard.position };
      const asked = await ann.command(own.channel, 'solve', { subcommand: 'twentyfour', options });
      const answer = own.messageIn(
        own.channel,
        (message) => textOf(message).includes('· proved shortest'),
        4 * 3_600_000,
      );
      const label = 'Keep proving';
      asked
        .until((message) => buttonsOf(message).some((button) => button.label === label), patience)
        .then(
          (message) => ann.press(message, label),
          () => {},
        );
      for (let count = 0; count < 10; count++) {
        await sleep(minutes * 6000);
        await Promise.all(all.map((program) => own.kill(program)));
        own.signalRedis('SIGKILL');
        all = await start();
      }
      const message = await answer;
      expect(textOf(message)).toContain(`**${hard.length} moves** · proved shortest`);
      expect(leadsToGoal('twentyfour', hard.position, movesOf(message))).toBe(true);
      await expect.poll(() => leftoverKeys(own), { timeout: 60_000 }).toEqual([]);
    } finally {
      await own.close();
    }
  },
  4 * 3_600_000,
);
