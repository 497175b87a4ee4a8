/** Games against the clock: times to the hundredth, averages and personal bests. Clocks are moved, so nothing waits. */

import type { Message, Person } from '@antipode/stand-in';
import { snowflakeTime } from '@antipode/stand-in/snowflake';
import { describe, expect, test } from 'vitest';
import { parseQuestion } from '../../../src/puzzles/reader.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { idOf, idsOf, isGame, press, textOf } from '../../support/messages.ts';
import { solved } from '../../support/solution.ts';
import { ask, restartBot, system } from './setup.ts';

const five = puzzleOf('five')!;
/** Farthest positions take 21 moves, so no tap solves one. */
const begin = async (who: Person, options: Record<string, boolean | string> = {}): Promise<Message> =>
  (
    await who.command(system.channel, 'play', { subcommand: 'practice', options: { puzzle: 'five', ...options } })
  ).until(isGame);
const gameOf = async (message: Message) => {
  const id = /^play\|\w+\|(\d+)\|/u.exec(idsOf(message)[0]!)![1];
  return JSON.parse((await system.redis.get(`antipode:play:game:${id}`))!);
};
/** The tiles of a shortest solution. */
const tilesOf = async (message: Message): Promise<number[]> => {
  const { start } = await gameOf(message);
  const question = parseQuestion(five, start);
  if (!question.ok) throw new Error(start);
  const { start: position, goal } = question.value;
  return solved(five, position, goal).map(([from]) => from!);
};
const clock = (hundredths: number): string =>
  `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;

/** Plays to the end. @returns the last board, and the time between Discord's ids of the first tap and the last one */
const finish = async (who: Person, opened: Message, milliseconds: number) => {
  let message = opened;
  const ids: string[] = [];
  const cells = await tilesOf(opened);
  for (const [index, cell] of cells.entries()) {
    if (index === cells.length - 1) await system.later(milliseconds);
    const tap = await who.press(message, idOf(message, 'play|tap|', cell));
    ids.push(tap.id);
    message = await tap.until();
  }
  const took = snowflakeTime(ids.at(-1)!) - snowflakeTime(ids[0]!);
  return { message, hundredths: Math.floor(took / 10), moves: cells.length };
};
const giveUp = async (who: Person, opened: Message): Promise<Message> => {
  const [cell] = await tilesOf(opened);
  const moved = await press(who, opened, idOf(opened, 'play|tap|', cell!));
  const asked = await press(who, moved, 'Give up …');
  return press(who, asked, 'Give up');
};

describe('practice', () => {
  test('is timed from the first tap to the last one, by the ids of Discord, without help', async () => {
    const ann = system.person('ann');
    const opened = await begin(ann, { mode: 'farthest' });
    expect(opened.ephemeral).toBe(true);
    expect(textOf(opened)).toContain('from your first tap to your last');
    expect(idsOf(opened).filter((id) => /^play\|(undo|restart|hint)\|/u.test(id))).toEqual([]);
    // Looking at the board takes no time.
    await system.later(60_000);
    const { message, hundredths, moves } = await finish(ann, opened, 12_345);
    expect(hundredths).toBeGreaterThanOrEqual(1234);
    const rate = ((100 * moves) / hundredths).toFixed(2);
    expect(textOf(message)).toContain(
      `**${clock(hundredths)} s** · 21 moves, the best possible · ${rate} moves a second`,
    );
    expect(textOf(message)).toContain(`single: **${clock(hundredths)} s** · 🏆 a new best`);
    expect(textOf(message)).toContain('moves: **21 moves** · 🏆 a new best');
    expect(textOf(message)).not.toContain('ao5');
    const again = await (await ann.press(message, 'Again')).until(isGame);
    expect(await gameOf(again)).toMatchObject({ practice: 'farthest', puzzle: 'five', private: true });
  });

  test('has averages without best and worst, and bests that others see until they are hidden', async () => {
    const [ann, bob] = [system.person('ann'), system.standIn.createUser({ name: 'bob' })];
    bob.join(system.guild, { administrator: true });
    const times: number[] = [];
    let message = await begin(ann, { mode: 'hard' });
    for (const milliseconds of [9000, 30_000, 20_000, 10_000]) {
      const finished = await finish(ann, message, milliseconds);
      times.push(finished.hundredths);
      message = await (await ann.press(finished.message, 'Again')).until(isGame);
    }
    // The one that is given up is the worst.
    const given = textOf(await giveUp(ann, message));
    const mean = Math.round((times[1]! + times[2]! + times[3]!) / 3);
    expect(given).toContain('Given up after 1 move.');
    expect(given).toContain(`single: **DNF** · best ${clock(times[0]!)} s`);
    expect(given).toContain(`ao5: **${clock(mean)} s** · 🏆 a new best`);
    const second = await giveUp(ann, await begin(ann, { mode: 'hard' }));
    expect(textOf(second)).toContain(`ao5: **DNF** · best ${clock(mean)} s`);
    // Without a move, nothing was tried.
    const unmoved = await begin(ann, { mode: 'hard' });
    await ann.press(unmoved, 'Give up …').then((asked) => asked.until());
    expect(textOf(await press(ann, unmoved, 'Give up'))).toContain('it doesn’t count');

    const bests = `single **${clock(times[0]!)} s** · ao5 **${clock(mean)} s** · moves **`;
    const of = { puzzle: 'five', mode: 'hard', type: 'ao5' };
    const line = `🥇 <@${ann.id}> · **${clock(mean)} s**`;
    expect(textOf(await ask(ann, 'play', 'bests'))).toContain(bests);
    const shown = textOf(await ask(bob, 'play', 'bests', { user: ann }));
    expect(shown).toContain(bests);
    expect(shown).toContain('solved: 4 · given up: 2');
    expect(textOf(await ask(bob, 'leaderboard', 'practice', of))).toContain(line);
    const removed = await ask(bob, 'settings', 'practice', { user: ann, puzzle: 'five' });
    expect(textOf(removed)).toContain('are hidden from this server’s leaderboards: 5 puzzle (2 × 3)');
    expect(textOf(await ask(bob, 'leaderboard', 'practice', of))).not.toContain(ann.id);
    expect(textOf(await ask(bob, 'leaderboard', 'practice', { ...of, scope: 'everywhere' }))).toContain(line);
    await ask(ann, 'privacy', 'hide');
    expect(textOf(await ask(bob, 'leaderboard', 'practice', { ...of, scope: 'everywhere' }))).not.toContain(ann.id);
    expect(textOf(await ask(bob, 'play', 'bests', { user: ann }))).toContain('No public results');
    expect((await ask(ann, 'play', 'bests')).ephemeral).toBe(true);
  });

  test('of a killed bot counts once, with the time that it took', { tags: 'long' }, async () => {
    const eve = system.person('eve', { locale: 'ja' });
    const opened = await begin(eve, { mode: 'farthest' });
    const cells = await tilesOf(opened);
    let message = opened;
    for (const cell of cells.slice(0, -1)) {
      message = await press(eve, message, idOf(message, 'play|tap|', cell));
    }
    await system.later(60_000);
    const last = idOf(message, 'play|tap|', cells.at(-1)!);
    await eve.press(message, last);
    await restartBot();
    if (idsOf(message).includes(last)) message = await press(eve, message, last);
    expect(textOf(message)).toMatch(/\*\*1:\d\d\.\d\d\*\* · 21 手（最短です） · 毎秒 0\.\d\d 手/u);
    expect(textOf(await ask(eve, 'play', 'bests'))).toContain('solved: 1');
  });
});
