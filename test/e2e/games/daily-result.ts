/** The result of a daily challenge: shown again, compared, and posted after its day. */
import type { Person } from '@antipode/stand-in';
import { describe, expect, test } from 'vitest';
import { titleOf, translator } from '../../../src/locales/index.ts';
import { idOf, idsOf, isFinal, press, textOf } from '../../support/messages.ts';
import { makeMove } from '../../support/play.ts';
import { opened, plant, today } from './daily-setup.ts';
import { ask, day, system } from './setup.ts';

describe('whoever has solved it sees their result first', () => {
  test.each(['en-US', 'ja'])('by /daily show and the first button to play, in %s', async (locale) => {
    const { puzzle, moves } = await plant(today(), '123450786');
    const ann = system.person('ann', { locale });
    const unsolved = await ask(ann, 'daily', 'show');
    expect(textOf(unsolved)).toMatch(/Find the fewest moves|できるだけ少ない手数/u);
    let message = await opened(ann, unsolved);
    message = await press(ann, await press(ann, message, '3'), '3');
    message = await makeMove(ann, message, puzzle, moves[0]!);
    const result = /Solved in \*\*3 moves\*\*|\*\*3 手\*\*で解けました/u;
    const line = `Antipode #${today()} · ${titleOf(translator(locale), puzzle)} · ★☆☆☆☆ +2 · `;
    // The post of the challenge has the button of `unsolved`.
    for (const shown of [await ask(ann, 'daily', 'show'), await press(ann, unsolved, idOf(unsolved, 'daily-play|'))]) {
      expect(shown.ephemeral).toBe(true);
      expect(textOf(shown)).toMatch(result);
      expect(textOf(shown)).toContain(line);
      expect(textOf(shown)).toMatch(/streak: 1 day|連続：1 日/u);
      expect(textOf(shown)).not.toMatch(
        /Find the fewest moves|できるだけ少ない手数|your best result counts|最も良い結果/u,
      );
      expect(idsOf(shown).map((id) => id.split('|')[0])).toEqual(['daily-share', 'daily-play']);
    }
    const again = await opened(ann, await ask(ann, 'daily', 'show'));
    expect(textOf(again)).toMatch(/\*\*0 (moves|手)\*\*/u);
    // An open game goes on, but the result stays.
    await press(ann, again, '3');
    expect(textOf(await ask(ann, 'daily', 'show'))).toMatch(result);
    expect(textOf(await opened(ann, await ask(ann, 'daily', 'show')))).toMatch(/\*\*1 (move|手)\*\*/u);
  });

  test('with how many players it is better than, once five have played', async () => {
    await system.later(day);
    const { puzzle, start } = await plant(today(), '123450786');
    const typed = { short: '6', long: '3 3 6', longer: '3 3 5 5 6' };
    const send = async (moves: string, locale = 'en-US') => {
      const who = system.person('somebody', { locale });
      return { who, text: textOf(await ask(who, 'daily', 'submit', { moves })) };
    };
    expect(puzzle.formatPosition(start)).toBe('123450786');
    for (const moves of [typed.longer, typed.longer, typed.long]) await send(moves);
    expect((await send(typed.short)).text).not.toContain('Better than');
    const { who, text } = await send(typed.long, 'ja');
    expect(text).toContain('5 人中 40% の人を上回りました');
    expect((await send(typed.short)).text).toContain('Better than 67% of 6 players');
    await ask(who, 'privacy', 'hide');
    expect(textOf(await ask(who, 'daily', 'show'))).not.toContain('人中');
    // Hidden people count for nobody.
    expect((await send(typed.long)).text).toContain('Better than 33% of 6 players');
  });
});

describe('once the day is over', () => {
  test.each([
    ['en-US', 'First mistake: move 1 (tile 3)'],
    ['ja', '最初の誤り：1 手目（タイル 3）'],
  ])('the line has squares that tell no move, and the path is judged privately, in %s', async (locale, mistake) => {
    const number = today();
    await plant(number, '123450786');
    const guild = system.standIn.createGuild({ name: 'Here', locale });
    const channel = guild.createChannel({ name: 'one' });
    const people = ['ann', 'bob', 'cid'].map((name) => system.person(name, { locale, guild }));
    const [ann, bob, cid] = people as [Person, Person, Person];
    const sent = async (who: Person, moves: string) =>
      (await who.command(channel, 'daily', { subcommand: 'submit', options: { moves } })).until();
    const result = await sent(ann, '3 3 6');
    expect(idsOf(result).filter((id) => id.startsWith('daily-path|'))).toEqual([]);
    expect(textOf(await press(ann, result, idOf(result, 'daily-share|')))).not.toMatch(/🟩|🟥/u);
    await sent(bob, '5 5 6');
    await sent(cid, '6');
    await system.later(day);
    // Far from it, so that its length is no secret.
    await plant(today(), '867254301');
    const line = { subcommand: 'share', options: { number } };
    const other = guild.createChannel({ name: 'two' });
    const posts = people.map(async (who) => textOf(await (await who.command(other, 'daily', line)).until(isFinal)));
    const [first, second, perfect] = (await Promise.all(posts)).map((text) =>
      text.split('\n').filter(Boolean).slice(2),
    );
    expect(first![0]).toContain('🟩🟩🟥');
    expect(second).toEqual(first);
    expect(perfect![0]).toMatch(/🟩$/u);
    const shown = await (await ann.command(channel, 'daily', { subcommand: 'archive', options: { number } })).until(
      isFinal,
    );
    const path = await (await ann.press(shown, idOf(shown, 'daily-path|'))).until(isFinal);
    expect(path.ephemeral).toBe(true);
    expect(textOf(path)).toContain(mistake);
  });

  test('near the challenge that runs then, the line has no squares', async () => {
    const number = today();
    const ann = system.person('ann');
    await plant(number, '123450786');
    await ask(ann, 'daily', 'submit', { moves: '3 3 6' });
    await system.later(day);
    await plant(today(), '123405786');
    const text = textOf(await ask(ann, 'daily', 'share', { number }));
    expect(text).toContain(`Antipode #${number} · `);
    expect(text).not.toMatch(/🟩|🟥/u);
  });
});
