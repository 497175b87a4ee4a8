/** A worker killed while it works on a file: another goes on, and all lines come once, in their order. */

import type { InteractionHandle } from '@antipode/stand-in';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { puzzleOf } from '../../src/puzzles/registry.ts';
import { numberRows } from '../../src/puzzles/replay-link.ts';
import { seeded } from '../../src/search/scramble.ts';
import { shortWaits } from '../support/fault-build.ts';
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
  system = await TestSystem.open({}, { SOLVER_THREADS: '2', SOLVE_TIMEOUT_SECONDS: '840' }, shortWaits);
  await system.start('bot');
});
afterAll(() => system?.close());

const send = (name: string, lines: readonly string[]): Promise<InteractionHandle> =>
  system
    .person(name)
    .command(system.channel, 'solve', { subcommand: 'file', options: { attachment: fileOf(lines.join('\n')) } });

/** Expects all lines, answered once. */
const expectAll = async (asked: InteractionHandle, lines: readonly string[]): Promise<void> => {
  const message = await asked.until(isFinal, 200_000);
  const rows = rowsOf(message);
  expect(rows.map(({ position }) => position)).toEqual(lines);
  expect(rows.filter(({ optimal }) => optimal !== 'yes')).toEqual([]);
  expect(message.history.filter((state) => JSON.stringify(state).includes('proved shortest'))).toHaveLength(1);
};

test('another worker answers, whatever was shown of the progress', async () => {
  const worker = await system.start('worker');
  const asked = await send('ann', positions);
  await asked.until((now) => /[1-9]\d* of 400 lines done/u.test(textOf(now)));
  await system.kill(worker);
  const other = await system.start('worker');
  await expectAll(asked, positions);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
  await system.kill(other);
});

test('a file makes room for another, and goes on from what it had found on another worker', async () => {
  // Another file's slice in the quick lane left these.
  const earlier = await system.redis.keys('*|so-far');
  if (earlier.length > 0) await system.redis.del(...earlier);
  const worker = await system.start('worker');
  const lines = positions.toReversed();
  const asked = await send('ann', lines);
  await asked.until((now) => /[1-9]\d* of 400 lines done/u.test(textOf(now)));
  /** The lines of the further file of those that made room. */
  const stored = async (): Promise<number> => {
    const files = await Promise.all((await system.redis.keys('*|so-far')).map((key) => system.redis.get(key)));
    const solved = files.map((file) => JSON.parse(file ?? '{"lines":[]}').lines as readonly { is: string }[]);
    return Math.max(0, ...solved.map((lines) => lines.filter(({ is }) => is === 'solved').length));
  };
  // The one thread for long work takes turns.
  const others = positions.slice(0, 40);
  const other = await send('bob', others);
  await expect.poll(stored).toBeGreaterThan(0);
  const before = await stored();
  await system.kill(worker);
  const next = await system.start('worker');
  await expectAll(other, others);
  await expectAll(asked, lines);
  expect(await stored()).toBeGreaterThanOrEqual(before);
  await expect.poll(() => leftoverKeys(system)).toEqual([]);
  await system.kill(next);
});
