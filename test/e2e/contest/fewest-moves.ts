/** Contests for the fewest moves. */
import type { Message } from '@antipode/stand-in';
import { describe, expect, test } from 'vitest';
import { formatMoves } from '../../../src/puzzles/moves.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { buttonsOf, idsOf, isFinal, isGame, nodesOf, rankText, textOf } from '../../support/messages.ts';
import { makeMove } from '../../support/play.ts';
import { solved } from '../../support/solution.ts';
import {
  begin,
  channel,
  crowd,
  eight,
  everyPlace,
  expectResults,
  guild,
  host,
  idOf,
  isEarlier,
  isOver,
  linesIn,
  openServer,
  person,
  placesIn,
  pointsIn,
  positionIn,
  restart,
  resultsIn,
  runOut,
  send,
  shuffled,
  system,
  waitForEnd,
  withDetours,
} from './setup.ts';

describe('fewest moves, with thirty people', () => {
  test('takes answers while the bot is killed', { tags: 'long' }, async () => {
    const message = await begin('fewest-moves', { puzzle: 'eight', minutes: 5 });
    const start = positionIn(eight, message);
    const best = solved(eight, start);
    const members = crowd();
    // Each person has a different best answer, and sends a worse one before or after it.
    const plans = members.flatMap((member, index) =>
      [index, index + 7].map((detours) => ({ member, moves: withDetours(best, detours) })),
    );
    const order = shuffled(plans);
    const ways = ['named', 'piece-directions', 'blank-directions'] as const;
    const act = async ({ member, moves }: (typeof plans)[number], index: number): Promise<void> => {
      const typed = formatMoves(eight, start, moves, ways[index % ways.length]!).join(' ');
      const { told } = await send(member, message, typed);
      expect(told).toContain(`**${moves.length} moves**`);
    };
    const first = Promise.all(order.slice(0, 20).map(act));
    // At this point, only some have been answered.
    await expect
      .poll(() => system.redis.hlen(`antipode:contest:${idOf(message)}:answers`), { interval: 5 })
      .toBeGreaterThan(3);
    await restart();
    await first;
    const second = Promise.all(order.slice(20).map(act));
    await restart();
    await second;
    await runOut(idOf(message));
    const result = await expectResults(members.map(({ id }, index) => ({ user: id, value: best.length + 2 * index })));
    expect(textOf(result)).toContain(`A shortest solution has **${best.length} moves**`);
    expect(textOf(result)).toMatch(/ · the best possible · \+5 for the leaderboard$/mu);
    for (const { line, value } of everyPlace(result)) expect(line.split(' ')).toHaveLength(value);
    await system.messageIn(channel, isOver);
    expect(buttonsOf(message)).toEqual([]);
  });

  test('ranks the earlier of equal answers first, and counts the best of each person', async () => {
    const message = await begin('fewest-moves', { puzzle: 'eight' });
    const start = positionIn(eight, message);
    const best = solved(eight, start);
    const members = crowd();
    const sent = await Promise.all(
      members.map(async (member, index) => {
        const moves = withDetours(best, index % 3);
        const { sent: asked } = await send(member, message, formatMoves(eight, start, moves).join(' '));
        return { user: member.id, value: moves.length, id: asked.id };
      }),
    );
    // The same answer again and a longer one change nothing.
    const [one] = members;
    const again = await send(one!, message, formatMoves(eight, start, best).join(','));
    expect(again.told).toContain(`**${best.length} moves**: your best so far`);
    const more = await send(one!, message, formatMoves(eight, start, withDetours(best, 4)).join(' '));
    expect(more.told).toBe(`**${best.length + 8} moves**. Your best so far, ${best.length}, still counts.`);
    await runOut(idOf(message));
    await expectResults(
      sent.sort((a, b) => a.value - b.value || isEarlier(a.id, b.id)).map(({ user, value }) => ({ user, value })),
    );
    // Everybody sees their own rank on each page.
    const shown = await (await members[14]!.command(channel, 'leaderboard', { subcommand: 'contest' })).until();
    expect(shown.ephemeral).toBe(true);
    expect(textOf(shown)).toContain('page 1 of 3');
    const points = await pointsIn(guild.id);
    const own = points[members[14]!.id]!;
    const rank = 1 + Object.values(points).filter((other) => other > own).length;
    expect(textOf(shown)).toContain(`You: ${rankText(rank)}<@${members[14]!.id}> · **${own} point`);
    const turned = await (await members[14]!.press(shown, '▶')).until();
    expect(textOf(turned)).toContain('page 2 of 3');
    const all = await (
      await host.command(channel, 'leaderboard', { subcommand: 'contest', options: { scope: 'everywhere' } })
    ).until();
    expect(textOf(all)).toContain('You have no points yet.');
  });

  test.each([
    ['en-US', 'Contest: fewest moves · 8 puzzle', 'your best so far', 'still counts'],
    ['ja', 'コンテスト：最少手数 · 8パズル', 'あなたの最良の解です', 'それが残ります'],
  ] as const)('is played by taps, for the player alone and without help, in %s', async (...given) => {
    const [locale, title, kept, better] = given;
    const message = await begin('fewest-moves', { puzzle: 'eight' });
    const start = positionIn(eight, message);
    const best = solved(eight, start);
    const [ann, bob] = [person('ann', locale), person('bob', locale)];
    const play = buttonsOf(message).find(({ custom_id: id }) => id!.startsWith('contest-play|'))!.custom_id!;
    const opened = async (who: typeof ann) => (await who.press(message, play)).until(isGame);
    /** Whatever is shown before the end: no length but those of their own, no hint, no solution. */
    const expectNoHelp = (board: Message) => {
      expect(board.ephemeral).toBe(true);
      expect(textOf(board)).toContain(title);
      expect(textOf(board)).not.toMatch(/at best|最短/u);
      expect(idsOf(board).filter((id) => /^(ask|play\|(hint|doubt|giveUp))\|/u.test(id))).toEqual([]);
    };
    let board = await opened(ann);
    expectNoHelp(board);
    const forged = idsOf(board)
      .find((id) => id.startsWith('play|restart|'))!
      .replace('restart', 'hint');
    for (const move of withDetours(best, 1)) {
      board = await makeMove(ann, board, eight, move);
      expectNoHelp(board);
    }
    expect(textOf(board)).toContain(kept);
    // It goes on where it was left, also in a new message; and is tried again from the start.
    board = await (await ann.press(board, locale === 'ja' ? 'もう一度' : 'Again')).until();
    board = await makeMove(ann, board, eight, best[0]!);
    board = await opened(ann);
    expect(textOf(board)).toMatch(/\*\*1 (move|手)\*\*/u);
    const node = nodesOf(board).find(({ custom_id: id }) => id?.startsWith('play|undo|'))!;
    Object.assign(node, { custom_id: forged.replace(/\|\d+$/u, node.custom_id!.match(/\|\d+$/u)![0]) });
    expectNoHelp(await (await ann.press(board, node.custom_id!)).until());
    for (const move of best.slice(1)) board = await makeMove(ann, board, eight, move);
    expect(textOf(board)).toContain(kept);
    // Longer than before.
    const longer = formatMoves(eight, start, withDetours(best, 2)).join(' ');
    expect((await send(ann, message, longer)).told).toContain(better);
    const typed = formatMoves(eight, start, withDetours(best, 3)).join(' ');
    await send(bob, message, typed);
    // The game of another person is another game, and a late solution does not count.
    board = await opened(bob);
    for (const move of best.slice(0, -1)) board = await makeMove(bob, board, eight, move);
    await runOut(idOf(message));
    const results = await expectResults([
      { user: ann.id, value: best.length },
      { user: bob.id, value: best.length + 6 },
    ]);
    expect(linesIn(results)).toEqual([formatMoves(eight, start, best).join(' '), typed]);
    board = await makeMove(bob, board, eight, best.at(-1)!);
    expect(textOf(board)).toMatch(/This contest is over|このコンテストは終わった/u);
  });

  test('refuses wrong answers privately with the first mistake, and late ones', async () => {
    const message = await begin('fewest-moves', { puzzle: 'eight' });
    const start = positionIn(eight, message);
    const best = formatMoves(eight, start, solved(eight, start));
    const ann = person('ann');
    expect((await send(ann, message, '9 9')).told).toMatch(
      /Move 1: "9" is neither a tile of eight.+\n```\n9 9\n\^\n```/su,
    );
    const blank = start.indexOf(0);
    const distant = start.find((_, cell) => cell !== blank && !eight.board.neighbours[blank]!.includes(cell))!;
    const far = (await send(ann, message, `${best[0]} ${best[0]} ${distant}`)).told;
    expect(far).toMatch(/Move 3: tile \d isn’t next to the blank \(next to it: [\d, ]+\)\.\n```\n.+\n {4}\^\n```/u);
    expect((await send(ann, message, best.slice(0, -1).join(' '))).told).toContain('it isn’t solved');
    const pressed = await ann.press(message, 'Send a solution');
    await pressed.acknowledged;
    await runOut(idOf(message));
    await system.messageIn(channel, isOver);
    const late = await (await ann.submit(pressed.modal()!, { answer: best.join(' ') })).until();
    expect(late.ephemeral).toBe(true);
    expect(textOf(late)).toContain('this doesn’t count');
    await waitForEnd();
    const [results] = resultsIn(channel);
    expect(textOf(results!)).toContain('Nobody sent a solution');
    expect(await pointsIn(guild.id)).toEqual({});
  });

  test('gives no points to a single person', async () => {
    const message = await begin('fewest-moves', { puzzle: 'eight' });
    const start = positionIn(eight, message);
    const best = solved(eight, start);
    const ann = person('ann');
    await send(ann, message, formatMoves(eight, start, best).join(''));
    await runOut(idOf(message));
    await waitForEnd();
    expect(placesIn(resultsIn(channel)[0]!)).toEqual([
      { rank: 1, user: ann.id, value: best.length, rest: ' · the best possible' },
    ]);
    expect(await pointsIn(guild.id)).toEqual({});
  });

  test.each(['fifteen', 'onoff', 'peg33', 'six'])('of %s works in Japanese', { tags: 'heavy' }, async (id) => {
    openServer('ja');
    const puzzle = puzzleOf(id)!;
    const asked = await person('花子', 'ja').command(channel, 'contest', {
      subcommand: 'fewest-moves',
      options: { puzzle: id, difficulty: 'easy' },
    });
    expect(textOf(await asked.until(isFinal))).toContain('コンテストが始まります');
    const message = await system.messageIn(channel, ({ components }) =>
      JSON.stringify(components).includes('contest-answer'),
    );
    const start = positionIn(puzzle, message);
    const best = solved(puzzle, start);
    const ann = person('ann', 'ja');
    // Long answers, where moves can be undone.
    const moves = puzzle.family === 'pegs' ? best : withDetours(best, 200);
    await send(ann, message, formatMoves(puzzle, start, moves).join(' '));
    const shortest = await send(person('bob', 'ja'), message, formatMoves(puzzle, start, best).join(' '));
    expect(shortest.told).toContain(`**${best.length} 手**`);
    await runOut(idOf(message));
    await waitForEnd();
    const results = [...channel.messages.values()].filter((one) => textOf(one).includes('[コンテストのメッセージ]('));
    expect(results).toHaveLength(1);
    expect(textOf(results[0]!)).toContain(`最短解は **${best.length} 手**です`);
    const [, second] = linesIn(results[0]!);
    if (puzzle.family !== 'pegs') expect(second!.split(' ')).toHaveLength(moves.length);
  });
});
