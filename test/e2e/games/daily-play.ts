/** The daily challenge as a game: played, tried again, and played after its day. */

import { type Message, type Person, Refused } from '@antipode/stand-in';
import { describe, expect, test } from 'vitest';
import { periods, turnOf } from '../../../src/features/daily/rules.ts';
import { DailyStore } from '../../../src/features/daily/store.ts';
import { titleOf, translator } from '../../../src/locales/index.ts';
import { formatMoves } from '../../../src/puzzles/moves.ts';
import { everywhere } from '../../../src/standings/scope.ts';
import { idOf, idsOf, isFinal, isGame, nodesOf, press, textOf } from '../../support/messages.ts';
import { makeMove } from '../../support/play.ts';
import { drawn, keyOf, opened, plant, today } from './daily-setup.ts';
import { ask, day, restartBot, system } from './setup.ts';

describe('the daily challenge as a game', () => {
  test.each(['en-US', 'ja'])('is played from the first tap to the last, in %s', async (locale) => {
    const ann = system.person('ann', { locale });
    const shown = await ask(ann, 'daily', 'show');
    const number = today();
    let message = await opened(ann, shown);
    expect(message.ephemeral).toBe(true);
    const { puzzle, moves } = await drawn(number);
    for (const move of moves) {
      // Only hints tell how many moves are left, and the game can't be given up.
      expect(textOf(message)).not.toMatch(/at best|あと最短|Next|次の手/u);
      expect(idsOf(message).filter((id) => /^play\|(doubt|giveUp)\|/u.test(id))).toEqual([]);
      expect(textOf(message)).toContain(`#${number} · `);
      message = await makeMove(ann, message, puzzle, move);
    }
    expect(textOf(message)).toMatch(/the best possible!|これが最短です！/u);
    const line = (language: string) => `Antipode #${number} · ${titleOf(translator(language), puzzle)} · ★★★★★ +0 · `;
    expect(textOf(message)).toContain(line(locale));
    expect(textOf(message)).toMatch(/streak: 1 day|連続：1 日/u);
    const post = await press(ann, message, idOf(message, 'daily-share|'));
    expect(post.ephemeral).toBe(false);
    expect(textOf(post)).toContain(line('en-US'));
    expect(await isRanked(ann, number)).toBe(true);
    const board = await ask(ann, 'leaderboard', 'daily');
    expect(textOf(board)).toMatch(new RegExp(`🥇 <@${ann.id}> · \\*\\*\\+0 (?:moves|手)\\*\\*`, 'u'));
    expect(textOf(await ask(ann, 'stats'))).toMatch(/played: 1\nsolved: 1\nperfect: 1\nstreak: 1/u);
  });

  test('gives hints that no other command gives, and counts them', async () => {
    const eve = system.person('eve');
    let message = await opened(eve, await ask(eve, 'daily', 'show'));
    const { puzzle, start, moves } = await drawn(today());
    const position = puzzle.formatPosition(start);
    const other = await ask(eve, 'play', 'new', { puzzle: puzzle.id, position });
    // On some days it is the 5 puzzle, whose answers anybody may ask for.
    expect(textOf(other).includes('or very close to it')).toBe(puzzle.id !== 'five');
    message = await press(eve, message, 'Hint');
    await expect
      .poll(() => textOf(message))
      .toContain(`**0 moves** · with 1 hint · ${moves.length} moves left at best\nNext: `);
    const [file] = (await ask(eve, 'privacy', 'export')).attachments;
    const kept = JSON.parse(Buffer.from(file!.bytes).toString());
    const own = kept.data.games.games.find(({ daily }: { daily?: number }) => daily === today());
    expect(own).toMatchObject({ hints: 1 });
    expect(own).not.toHaveProperty('advice');
    for (const move of moves) message = await makeMove(eve, message, puzzle, move);
    expect(textOf(message)).toContain('☆ +1 · ');
  });

  test('counts hints as moves, in this game, in the next one and in submitted moves', async () => {
    const number = today();
    const { puzzle, start, moves } = await plant(number, '123450786');
    expect(moves).toHaveLength(1);
    const ann = system.person('ann');
    let message = await (await ann.command(system.channel, 'daily', { subcommand: 'play' })).until(isGame);
    message = await press(ann, message, 'Hint');
    await expect.poll(() => textOf(message)).toContain('**0 moves** · with 1 hint · 1 move left at best\nNext: **6**');
    await expect(ann.press(message, 'Hint')).rejects.toThrow(Refused);
    // On each position, one press counts.
    message = await press(ann, await press(ann, message, '3'), 'Undo');
    message = await press(ann, message, 'Hint');
    await expect.poll(() => textOf(message)).toContain('**0 moves** · with 2 hints · 1 move left at best\nNext: **6**');
    message = await makeMove(ann, message, puzzle, moves[0]!);
    expect(textOf(message)).toContain('Solved in **1 move** with 2 hints: 2 more than the best (1)');
    expect(textOf(message)).toContain('★☆☆☆☆ +2 · ');
    message = await opened(ann, message);
    expect(textOf(message)).toContain('**0 moves** · with 2 hints');
    expect(textOf(message)).not.toContain('at best');
    const typed = formatMoves(puzzle, start, moves).join(' ');
    const sent = await ask(ann, 'daily', 'submit', { moves: typed });
    expect(textOf(sent)).toContain('Solved in **1 move** with 2 hints');
    expect(textOf(await ask(ann, 'stats'))).toContain('perfect: 0');
    // Somebody without hints has none counted.
    const bob = system.person('bob');
    expect(textOf(await ask(bob, 'daily', 'submit', { moves: typed }))).toContain('the best possible!');
  });

  test('does not rank for people who delete its result and their time with it', async () => {
    const { puzzle, moves } = await plant(today(), '123450786');
    const ann = system.person('ann');
    await (await ann.command(system.channel, 'daily', { subcommand: 'play' })).until(isGame);
    const question = await ask(ann, 'privacy', 'delete');
    await press(ann, question, idOf(question, 'privacy-delete'));
    expect(await system.redis.ttl((await system.redis.keys('antipode:daily:unranked:*'))[0]!)).toBeLessThanOrEqual(
      86_400,
    );
    let message = await (await ann.command(system.channel, 'daily', { subcommand: 'play' })).until(isGame);
    message = await makeMove(ann, message, puzzle, moves[0]!);
    expect(textOf(message)).toContain('you deleted your data today');
    expect(await isRanked(ann, today())).toBe(false);
    expect(textOf(await ask(ann, 'stats'))).toMatch(/solved: 1\nperfect: 1\nstreak: 0/u);
  });

  test('can be tried again: a better result replaces the old one, and the streak stays', async () => {
    const { puzzle, moves } = await plant(today(), '123450786');
    const [move] = moves;
    const ann = system.person('ann');
    let message = await opened(ann, await ask(ann, 'daily', 'show'));
    // Two moves that undo each other.
    message = await press(ann, message, '3');
    message = await press(ann, message, '3');
    message = await makeMove(ann, message, puzzle, move!);
    expect(textOf(message)).toContain('Solved in **3 moves**: 2 more than the best (1).');
    expect(textOf(message)).not.toContain('→');
    message = await opened(ann, message);
    expect(textOf(message)).toContain('**0 moves** · without hints');
    message = await makeMove(ann, message, puzzle, move!);
    expect(textOf(message)).toContain('Better than before: **3 → 1**');
    expect(textOf(message)).toContain('streak: 1 day · your best result counts');
    message = await opened(ann, message);
    message = await press(ann, message, '3');
    message = await press(ann, message, 'Restart');
    message = await press(ann, message, '3');
    message = await press(ann, message, 'Undo');
    message = await press(ann, message, '5');
    message = await press(ann, message, '5');
    message = await makeMove(ann, message, puzzle, move!);
    expect(textOf(message)).toContain('Solved in **3 moves**');
    expect(textOf(message)).toContain('★★★★★ +0 · ');
    expect(textOf(message)).not.toContain('→');
    expect(textOf(await ask(ann, 'stats'))).toMatch(/played: 1\nsolved: 1\nperfect: 1\nstreak: 1/u);
  });
});

/** The text of /stats. */
const figuresOf = async (who: Person): Promise<string> => textOf(await ask(who, 'stats'));
const once = /played: 1\nsolved: 1\nperfect: 1\nstreak: 1 day/u;

describe('a game goes on after the bot was killed', { tags: 'long' }, () => {
  test('in the middle', async () => {
    const { puzzle, moves } = await plant(today(), '867254301');
    const ann = system.person('ann');
    let message = await opened(ann, await ask(ann, 'daily', 'show'));
    for (const move of moves.slice(0, 5)) message = await makeMove(ann, message, puzzle, move);
    await restartBot();
    message = await makeMove(ann, message, puzzle, moves[5]!);
    message = await (await ann.command(system.channel, 'daily', { subcommand: 'play' })).until(isGame);
    expect(textOf(message)).toContain('**6 moves**');
    for (const move of moves.slice(6)) message = await makeMove(ann, message, puzzle, move);
    expect(textOf(message)).toContain('the best possible!');
    expect(await figuresOf(ann)).toMatch(once);
  });

  test('at the last tap, whether or not it was recorded', async () => {
    const { puzzle, moves } = await plant(today(), '123450786');
    const [ann, ben] = [system.person('ann'), system.person('ben')];
    let message = await opened(ann, await ask(ann, 'daily', 'show'));
    const last = idOf(message, 'play|tap|', moves[0]![0]!);
    await ann.press(message, last);
    await restartBot();
    // Without an answer, people tap again.
    if (idsOf(message).includes(last)) message = await press(ann, message, last);
    expect(textOf(message)).toContain('the best possible!');
    expect(await figuresOf(ann)).toMatch(once);

    // The time between the end of a game and its result is too short to kill a bot; erasing the result looks the same.
    message = await opened(ben, await ask(ben, 'daily', 'show'));
    await makeMove(ben, message, puzzle, moves[0]!);
    await new DailyStore(system.redis, 'antipode').erase(ben.id);
    await system.redis.del(await system.redis.keys('antipode:daily:unranked:*'));
    expect(await figuresOf(ben)).toContain('You haven’t played');
    message = await (await ben.command(system.channel, 'daily', { subcommand: 'play' })).until(isGame);
    expect(textOf(message)).toContain('**0 moves**');
    expect(await figuresOf(ben)).toContain('solved: 1');
  });
});

test('records one of many taps on the last move, and answers all of them', async () => {
  const { moves } = await plant(today(), '123450786');
  const ann = system.person('ann');
  const message = await opened(ann, await ask(ann, 'daily', 'show'));
  const last = idOf(message, 'play|tap|', moves[0]![0]!);
  const taps = await Promise.all([1, 2, 3, 4].map(() => ann.press(message, last)));
  await Promise.all(taps.map((tap) => tap.until()));
  expect(textOf(message)).toContain('the best possible!');
  expect(textOf(message)).not.toContain('your best result counts');
  expect(await figuresOf(ann)).toMatch(once);
  const board = await ask(ann, 'leaderboard', 'daily');
  expect(
    textOf(board)
      .split('\n')
      .filter((line) => line.startsWith('🥇 ') && line.includes(ann.id)),
  ).toHaveLength(1);
});

test('nobody else can move in a game, and two taps on Play open one game', async () => {
  const { moves } = await plant(today(), '123450786');
  const [ann, eve] = [system.person('ann'), system.person('eve')];
  const shown = await ask(ann, 'daily', 'show');
  const taps = await Promise.all([ann.press(shown, 'Play'), ann.press(shown, 'Play')]);
  const [message] = await Promise.all(taps.map((tap) => tap.until(isGame)));
  expect(await system.keys(`play:game:*-${ann.id}`)).toHaveLength(1);
  await expect(eve.press(message!, 'Hint')).rejects.toThrow(Refused);
  // Nor with a forged custom id.
  const own = await opened(eve, await ask(eve, 'daily', 'show'));
  const forged = idOf(own, 'play|tap|', moves[0]![0]!).replace(eve.id, ann.id);
  const node = nodesOf(own).find(({ custom_id: id }) => id === idOf(own, 'play|tap|', moves[0]![0]!))!;
  Object.assign(node, { custom_id: forged });
  const refusal = await press(eve, own, forged);
  expect(textOf(refusal)).toContain(`This is <@${ann.id}>’s game`);
  expect(await figuresOf(ann)).toContain('solved: 0');
});

describe('a result is shown', () => {
  const described = (message: Message): string =>
    nodesOf(message)
      .flatMap(({ items }) => (items as { description?: string }[] | undefined) ?? [])
      .map(({ description }) => description ?? '')
      .join('\n');

  test.each([
    ['en-US', 'Daily #', '8 puzzle (3 × 3)'],
    ['ja', 'デイリー #', '8パズル（3×3）'],
  ] as const)('as a line and a card, in the language of the server, %s', async (locale, title, name) => {
    const number = today();
    const { puzzle, start, moves } = await plant(number, '123450786');
    const guild = system.standIn.createGuild({ name: 'Here', locale });
    const [channel, other] = [guild.createChannel({ name: 'one' }), guild.createChannel({ name: 'two' })];
    const ann = system.person('ann', { guild });
    const typed = formatMoves(puzzle, start, moves).join(' ');
    const options = { moves: typed };
    const message = await (await ann.command(channel, 'daily', { subcommand: 'submit', options })).until();
    const share = idOf(message, 'daily-share|');
    const post = await press(ann, message, share);
    expect(post.ephemeral).toBe(false);
    expect(textOf(post)).toContain(`<@${ann.id}>\nAntipode #${number} · ${name} · ★★★★★ +0`);
    expect(described(post)).toContain(`${title}${number}`);
    const [card] = post.attachments;
    expect([card!.contentType, card!.width]).toEqual(['image/png', 640]);
    expect(card!.bytes.length).toBeLessThan(50_000);
    for (const text of [textOf(post), described(post)]) expect(text).not.toMatch(/123450786|123456780/u);
    expect((await press(ann, message, share)).ephemeral).toBe(true);
    // The command works without the message with the button.
    const line = { subcommand: 'share', options: { theme: 'light' } };
    const again = await (await ann.command(other, 'daily', line)).until();
    expect(textOf(again)).toBe(textOf(post));
    expect(again.attachments[0]!.bytes).not.toEqual(card!.bytes);
    const bob = system.person('bob', { locale, guild });
    const none = await (await bob.command(other, 'daily', line)).until();
    expect(none.ephemeral).toBe(true);
    expect(textOf(none)).toMatch(/You have not solved|まだ解いていません/u);
  });
});

/** Whether somebody is on any leaderboard that includes a number. */
const isRanked = async (who: Person, number: number): Promise<boolean> => {
  const store = new DailyStore(system.redis, 'antipode');
  const boards = periods.map((period) => store.page({ period, number, scope: everywhere }, 0, who.id));
  return (await Promise.all(boards)).some(({ own }) => own !== undefined);
};

describe('the archive', () => {
  test.each(['en-US', 'ja'])('counts in stats, but not in streaks and leaderboards, in %s', async (locale) => {
    // In the same puzzle, its solution might lead past today's position, which is secret. Others have planted one of `eight`.
    const secrets = ['eight', turnOf(today()).deck.puzzle];
    const numbers = [8, 9, 10, 11, 12].map((days) => today() - days);
    const number = numbers.find((past) => !secrets.includes(turnOf(past).deck.puzzle))!;
    const ann = system.person('ann', { locale });
    const shown = await ask(ann, 'daily', 'archive', { number });
    expect(shown.ephemeral).toBe(true);
    expect(textOf(shown)).toContain(`#${number}`);
    expect(textOf(shown)).toMatch(/is over: it counts in stats|もう終わっています/u);
    const { puzzle, start, moves } = await drawn(number);
    let message = await opened(ann, shown);
    for (const move of moves) message = await makeMove(ann, message, puzzle, move);
    expect(textOf(message)).toMatch(/the best possible!|これが最短です！/u);
    expect(textOf(message)).toContain(`Antipode #${number} · ${titleOf(translator(locale), puzzle)} · ★★★★★ +0 · `);
    expect(textOf(message)).not.toMatch(/streak: |連続：/u);
    const solved = /played: 1\nsolved: 1\nperfect: 1\nstreak: 0 days\nbest streak: 0 days/u;
    expect(await figuresOf(ann)).toMatch(solved);
    expect(await isRanked(ann, number)).toBe(false);
    // The solution may be shown now.
    const solution = await (await ann.press(message, idOf(message, 'ask|'))).until(isFinal);
    expect(textOf(solution)).toMatch(new RegExp(`${moves.length} (moves|手)`, 'u'));
    const bob = system.person('bob', { locale });
    const typed = formatMoves(puzzle, start, moves).join(' ');
    const sent = await ask(bob, 'daily', 'submit', { moves: typed, number });
    expect(textOf(sent)).toMatch(/the best possible!|これが最短です！/u);
    expect(await figuresOf(bob)).toMatch(solved);
    expect(await isRanked(bob, number)).toBe(false);
  });

  test('draws a challenge again that is no longer stored', async () => {
    const number = today() - 5;
    const ann = system.person('ann');
    const before = textOf(await ask(ann, 'daily', 'archive', { number }));
    await system.redis.del(keyOf(number));
    const { subcommand, options } = { subcommand: 'submit', options: { moves: '1', number } };
    expect(textOf(await ask(ann, 'daily', subcommand, options))).toContain(`Open Daily #${number} first`);
    expect(textOf(await ask(ann, 'daily', 'archive', { number }))).toBe(before);
  });

  test('can be given up, which shows the rest, and tried again', async () => {
    const number = today() - 4;
    const { puzzle, moves } = await plant(number, '123450786');
    const ann = system.person('ann');
    let message = await opened(ann, await ask(ann, 'daily', 'archive', { number }));
    message = await press(ann, message, 'Give up …');
    message = await press(ann, message, 'Give up, show the rest');
    expect(textOf(message)).toContain('You could have finished in 1 move:\n`6`');
    message = await press(ann, message, 'Again');
    expect(textOf(message)).toContain(`Daily #${number}`);
    message = await makeMove(ann, message, puzzle, moves[0]!);
    expect(textOf(message)).toContain('the best possible!');
  });

  test('begins with the first number and ends with yesterday’s', async () => {
    const ann = system.person('ann');
    const number = today();
    expect(textOf(await ask(ann, 'daily', 'archive', { number: 1 }))).toContain('Daily #1 · ');
    expect(textOf(await ask(ann, 'daily', 'archive', { number }))).toContain(`Daily #${number} is today’s`);
    const later = await ask(ann, 'daily', 'archive', { number: number + 1 });
    expect(textOf(later)).toContain(`Daily #${number + 1} hasn’t started. Today’s is #${number}.`);
    const sent = await ask(ann, 'daily', 'submit', { moves: '1', number: number + 1 });
    expect(textOf(sent)).toContain('hasn’t started');
    await expect(ask(ann, 'daily', 'archive', { number: 0 })).rejects.toThrow(Refused);
  });

  test('offers its numbers with their puzzles, and marks those that are solved', async () => {
    const ann = system.person('ann', { locale: 'ja' });
    const number = today() - 1;
    const { puzzle, start, moves } = await plant(number, '123450786');
    await ask(ann, 'daily', 'submit', { moves: formatMoves(puzzle, start, moves).join(' '), number });
    const offered = await ann.complete(system.channel, 'daily', { subcommand: 'archive', focused: 'number' });
    expect(offered.map(({ value }) => value).slice(0, 3)).toEqual([number, number - 1, number - 2]);
    expect(offered[0]!.name).toMatch(new RegExp(`^#${number} · .+ · ✓$`, 'u'));
    expect(offered[1]!.name).not.toContain('✓');
    const line = { subcommand: 'submit', focused: 'number', options: { number: '1', moves: '1' } };
    const typed = await ann.complete(system.channel, 'daily', line);
    expect(typed.length).toBeGreaterThan(1);
    for (const { value } of typed) expect(String(value)).toMatch(/^1/u);
  });

  test('takes a game whose day ends before it', async () => {
    const number = today();
    const { puzzle, moves } = await plant(number, '123450786');
    const ann = system.person('ann');
    let message = await opened(ann, await ask(ann, 'daily', 'show'));
    message = await press(ann, message, '3');
    await system.later(day);
    message = await press(ann, message, '3');
    expect(idsOf(message).filter((id) => id.startsWith('play|doubt|'))).toHaveLength(1);
    message = await makeMove(ann, message, puzzle, moves[0]!);
    expect(textOf(message)).toContain('Solved in **3 moves**');
    expect(textOf(message)).toContain(`#${number} is over`);
    expect(await figuresOf(ann)).toMatch(/solved: 1\nperfect: 0\nstreak: 0 days/u);
    expect(await isRanked(ann, number)).toBe(false);
  });
});

test('Discord has refused nothing', () => {
  expect(system.refused()).toEqual([]);
});
