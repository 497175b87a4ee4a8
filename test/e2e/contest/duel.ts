/** Duels: two people, a message that follows both, and a rematch. */
import type { Message, Person } from '@antipode/stand-in';
import { describe, expect, test } from 'vitest';
import type { Move, Position } from '../../../src/puzzles/puzzle.ts';
import { buttonsOf, idsOf, isGame, press, publicMessages, textOf } from '../../support/messages.ts';
import { makeMove } from '../../support/play.ts';
import { solved } from '../../support/solution.ts';
import {
  begin,
  bot,
  channel,
  command,
  eight,
  host,
  idOf,
  openServer,
  person,
  placesIn,
  pointsIn,
  restart,
  runOut,
  system,
  waitForEnd,
  withDetours,
} from './setup.ts';

const duel = (opponent: Person): Promise<Message> => begin('duel', { opponent, puzzle: 'eight' });
/** The position, which the message does not show. */
const startOf = async (message: Message): Promise<Position> => {
  const [round] = JSON.parse((await system.redis.hget(`antipode:contest:${idOf(message)}`, 'rounds'))!);
  const read = eight.parsePosition(round.position);
  if (!read.ok) throw new Error(round.position);
  return read.value;
};
const open = async (who: Person, message: Message): Promise<Message> =>
  (await who.press(message, 'Play')).until(isGame);
const make = async (who: Person, board: Message, moves: readonly Move[]): Promise<Message> => {
  let now = board;
  for (const move of moves) now = await makeMove(who, now, eight, move);
  return now;
};
const shows = (...lines: string[]): Promise<Message> =>
  system.messageIn(channel, (message) => lines.every((line) => textOf(message).includes(line)));

describe('a duel', () => {
  test('is played by two, followed in the channel without a spoiler, and repeated', async () => {
    const [ann, eve] = [person('ann'), person('eve')];
    const message = await duel(ann);
    expect(message.pings.users).toEqual([ann.id]);
    expect(textOf(message)).toContain(`<@${host.id}> challenges <@${ann.id}>`);
    expect(textOf(message)).toContain(`<@${ann.id}> · not started`);
    const start = await startOf(message);
    const best = solved(eight, start);
    expect(textOf(await press(eve, message, 'Play'))).toContain('between two others');

    const began = performance.now();
    let board = await make(host, await open(host, message), best.slice(0, 3));
    expect(board.ephemeral).toBe(true);
    await shows(`<@${host.id}> · 3 moves so far`);
    board = await press(host, board, 'Undo');
    await shows(`<@${host.id}> · 2 moves so far`, `<@${ann.id}> · not started`);
    let other = await make(ann, await open(ann, message), withDetours(best, 1));
    expect(textOf(other)).toContain(`**${best.length + 2} moves**: that counts.`);
    expect(idsOf(other).some((id) => id.includes('|again|'))).toBe(false);
    await shows(`<@${ann.id}> · ✅ solved in **${best.length + 2} moves**`);
    // The first solution counts: the board does not begin anew.
    other = await press(ann, message, 'Play');
    expect(textOf(other)).toContain(`**${best.length + 2} moves**: that counts.`);
    // Neither the position nor a move is in any state of the message, and the states are no more than one in 2.5 s.
    const seconds = (performance.now() - began) / 1000;
    expect(message.history.length).toBeLessThan(2 + seconds / 2.5);
    for (const { components } of message.history) {
      const shown = JSON.stringify(components);
      expect(shown).not.toContain(eight.formatPosition(start));
      expect(shown).not.toMatch(/<:tile|`/u);
    }
    board = await make(host, board, best.slice(2));
    await waitForEnd();
    expect(textOf(message)).toContain(`🏆 <@${host.id}> wins!`);
    expect(textOf(message)).toContain(`\`${eight.formatPosition(start)}\``);
    expect(placesIn(message)).toEqual([
      { rank: 1, user: host.id, value: best.length, rest: ' · the best possible' },
      { rank: 2, user: ann.id, value: best.length + 2, rest: ' · +2' },
    ]);
    expect(await pointsIn(channel.guild!.id)).toEqual({});
    expect(publicMessages(channel)).toEqual([message]);

    expect(textOf(await press(eve, message, 'Rematch'))).toContain('between two others');
    const again = await ann.press(message, 'Rematch');
    const next = await system.messageIn(channel, (one) => one !== message && buttonsOf(one).length > 0);
    expect(textOf(await again.until((one) => textOf(one).includes('begins')))).toContain('The duel begins');
    expect(next.pings.users).toEqual([host.id]);
    expect(textOf(next)).toContain(`<@${ann.id}> challenges <@${host.id}>`);
    expect(textOf(await press(host, message, 'Rematch'))).toContain('A contest is already running here');
    // Also the one who was challenged can end it.
    expect(await command(host, 'stop')).toContain('ends now');
    await waitForEnd();
    expect(textOf(next)).toContain('Nobody solved the position');
    expect(textOf(next)).toContain(`<@${host.id}> · didn’t play`);
  });

  test('needs another member, who is no bot', async () => {
    const stranger = system.standIn.createUser({ name: 'stranger' });
    for (const opponent of [host, stranger]) {
      expect(await command(host, 'duel', { opponent, puzzle: 'eight' })).toContain('Choose another member');
    }
  });

  test('shows its result although an edit with its progress comes later', { tags: 'long' }, async () => {
    const ann = person('ann');
    const message = await duel(ann);
    const best = solved(eight, await startOf(message));
    const path = new RegExp(`/messages/${message.id}$`, 'u');
    const release = system.standIn.faults.hold({ method: 'PATCH', path });
    const { injected } = system.standIn.faults;
    const board = await open(ann, message);
    await expect.poll(() => system.standIn.faults.injected).toBe(injected + 1);
    // Another bot goes on meanwhile.
    bot.kill('SIGSTOP');
    const second = await system.start('bot');
    await make(ann, board, best);
    await runOut(idOf(message));
    await shows(`🏆 <@${ann.id}> wins!`, `<@${host.id}> · didn’t play`);
    release();
    const isResult = () => message.history.map(({ components }) => JSON.stringify(components).includes('🏆'));
    await expect.poll(() => isResult().lastIndexOf(false)).toBeGreaterThan(isResult().indexOf(true));
    bot.kill('SIGCONT');
    await expect.poll(() => isResult().at(-1), { timeout: 60_000 }).toBe(true);
    await system.crash(second);
  });

  test('goes on after its bot was killed, and is read in Japanese', { tags: 'long' }, async () => {
    openServer('ja');
    const ann = person('花子', 'ja');
    const asked = person('太郎', 'ja');
    await asked.command(channel, 'contest', { subcommand: 'duel', options: { opponent: ann, puzzle: 'eight' } });
    const message = await shows('さんへの挑戦です');
    const best = solved(eight, await startOf(message));
    const board = await make(ann, await (await ann.press(message, '遊ぶ')).until(isGame), best.slice(0, 2));
    await restart();
    await shows(`<@${ann.id}> · ここまで 2 手`);
    const end = await make(ann, board, best.slice(2));
    expect(textOf(end)).toContain('で記録しました');
    await runOut(idOf(message));
    await shows(`🏆 <@${ann.id}> さんの勝ちです！`, '参加せず');
  });
});
