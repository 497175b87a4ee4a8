/** Workers killed while they work on files: others go on, and all lines come once, in their order. */

import type { InteractionHandle } from '@antipode/stand-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { puzzleOf } from '../../src/puzzles/registry.ts';
import { numberRows } from '../../src/puzzles/replay-link.ts';
import { seeded } from '../../src/search/scramble.ts';
import { shortWaits } from '../support/disturbances.ts';
import { fileOf, rowsOf } from '../support/files.ts';
import { isFinal, textOf } from '../support/messages.ts';
import { leftoverKeys } from '../support/recovery.ts';
import { TestSystem } from '../support/test-system.ts';

const fifteen = puzzleOf('fifteen')!;
const random = seeded('a file and a fault');
const positions = Array.from({ length: 400 }, () => numberRows(fifteen, fifteen.randomPosition(random, fifteen.goal))!);

let system: TestSystem;
beforeAll(async () => {
  // On a slow machine, all lines take longer than a search may by default.
  system = await TestSystem.open({}, { SOLVER_THREADS: '2', SOLVE_TIMEOUT_SECONDS: '840' }, { waits: shortWaits });
  await system.start('bot');
});
afterAll(() => system?.close());

const send = (name: string, lines: readonly string[]): Promise<InteractionHandle> =>
  system
    .person(name)
    .command(system.channel, 'solve', { subcommand: 'file', options: { attachment: fileOf(lines.join('\n')) } });

/** Expects all lines, answered once. */
const expectAll = async (asked: InteractionHandle, lines: readonly string[]): Promise<Record<string, string>[]> => {
  const message = await asked.until(isFinal, 200_000);
  const rows = rowsOf(message);
  expect(rows.map(({ position }) => position)).toEqual(lines);
  expect(rows.filter(({ optimal }) => optimal !== 'yes')).toEqual([]);
  expect(message.history.filter((state) => JSON.stringify(state).includes('proved shortest'))).toHaveLength(1);
  return rows;
};

test('another worker goes on, and no line is lost or comes twice', async () => {
  const worker = await system.start('worker');
  const asked = await send('ann', positions);
  await asked.until((now) => /[1-9]\d* of 400 lines done/u.test(textOf(now)));
  await system.kill(worker);
  const [record] = await Promise.all(
    (await system.redis.keys('*:work:search:*')).map((key) => system.redis.hget(key, 'record')),
  );
  const before = JSON.parse(record!) as {
    lines: readonly { is: string; length?: number; least?: number; solution?: string }[];
  };
  const other = await system.start('worker');
  const rows = await expectAll(asked, positions);
  // What was found before is not searched again.
  const known = before.lines.flatMap(({ is, length, least, solution }, index) =>
    is === 'solved' && length === least ? [[index, solution]] : [],
  );
  expect(known.length).toBeGreaterThan(0);
  expect(known).toEqual(known.map(([index]) => [index, rows[Number(index)]!.solution]));
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
  await system.kill(other);
});

test('two files have equal shares of two workers, one of which is killed', async () => {
  const workers = await Promise.all([system.start('worker'), system.start('worker')]);
  const lines = positions.toReversed();
  const asked = await send('ann', lines);
  await asked.until((now) => /[1-9]\d* of 400 lines done/u.test(textOf(now)));
  const others = positions.slice(0, 40);
  const other = await send('bob', others);
  await other.until((now) => isFinal(now) || /[1-9]\d* of 40 lines done/u.test(textOf(now)));
  await system.kill(workers[0]!);
  await expectAll(other, others);
  // A tenth of the lines doesn't wait for all.
  expect(isFinal(asked.reply()!)).toBe(false);
  await expectAll(asked, lines);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
  await system.kill(workers[1]!);
});
