/** The commands /analyse, /scramble and /convert, and the message command "Solve this position". */

import type { Message } from '@antipode/stand-in';
import { walk } from '@antipode/stand-in/components';
import type { OptionValue } from '@antipode/stand-in/person/command-options';
import { describe, expect, test } from 'vitest';
import { formatMoves } from '../../../src/puzzles/moves.ts';
import { parseQuestion } from '../../../src/puzzles/reader.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { lineOf } from '../../support/command-line.ts';
import { answerTo, movesOf, textOf } from '../../support/messages.ts';
import { solved } from '../../support/solution.ts';
import { system } from './setup.ts';

const buttonsOf = (message: Message): string[] =>
  [...walk(message.components)].flatMap(({ node }) => (node.label === undefined ? [] : [String(node.label)]));
const isAnswer = (message: Message): boolean =>
  !buttonsOf(message).some((label) => ['Cancel', '取り消す'].includes(label));

const ask = async (command: string, subcommand: string, options: Record<string, OptionValue>): Promise<Message> => {
  const asked = await system.person('ann').command(system.channel, command, lineOf(command, subcommand, options));
  return asked.until(isAnswer);
};

/** A shortest solution, in a notation. */
const solutionOf = (
  id: string,
  position: string,
  notation: 'named' | 'piece-directions' | 'blank-directions' = 'named',
): string[] => {
  const puzzle = puzzleOf(id)!;
  const question = parseQuestion(puzzle, position);
  if (!question.ok) throw new Error(position);
  const { start, goal } = question.value;
  return formatMoves(puzzle, start, solved(puzzle, start, goal), notation);
};

describe('/analyse', () => {
  const position = '867254301';

  test('accepts a shortest solution', async () => {
    const moves = solutionOf('eight', position).join(' ');
    const text = textOf(await ask('analyse', 'eight', { position, moves }));
    expect(text).toContain('**31 moves: the fewest possible.**');
    expect(text).not.toContain('🟥');
    expect(text).not.toContain('mistake');
  });

  test.each([1, 7, 30])('marks the one move of a detour after move %i', async (after) => {
    const moves = solutionOf('eight', position);
    // There and back: the first of the two moves leads away from the goal.
    const tile = moves[after - 1]!;
    const written = moves.toSpliced(after, 0, tile, tile).join(', ');
    const message = await ask('analyse', 'eight', { position, moves: written });
    const text = textOf(message);
    expect(text).toContain('**33 moves** · the shortest solution takes 31: **+2**');
    expect(text).toContain(`**First mistake: move ${after + 1} (tile ${tile})**, which costs 2 moves.`);
    // One mark in the list, one in the legend.
    expect(text.match(/🟥/gu)).toHaveLength(2);
    expect(text).toMatch(new RegExp(`🟥 ${tile}(\\s|\n\`)`, 'u'));
    expect(text).toContain(`Best from there, ${31 - after} move`);
    expect(buttonsOf(message)).toEqual(['Solve from there', 'Replay on slidysim.github.io']);
  });

  test('reads compact digits, and directions of the tiles or of the blank', async () => {
    const compact = textOf(await ask('analyse', 'eight', { position, moves: solutionOf('eight', position).join('') }));
    expect(compact).toContain('the fewest possible');
    const ways = solutionOf('eight', position, 'piece-directions').join('');
    expect(textOf(await ask('analyse', 'eight', { position, moves: ways }))).toMatch(
      /the fewest possible[\s\S]*directions of the pieces/u,
    );
    const blank = solutionOf('eight', position, 'blank-directions').join(' ').toLowerCase();
    expect(textOf(await ask('analyse', 'eight', { position, moves: blank }))).toMatch(
      /the fewest possible[\s\S]*directions of the blank/u,
    );
  });

  test('names the first wrong move, privately and at once', async () => {
    const message = await ask('analyse', 'eight', { position: '123456708', moves: '7 8 5' });
    expect(message.ephemeral).toBe(true);
    expect(textOf(message)).toContain('Move 2: tile 8 isn’t next to the blank (next to it: 4, 7)');
    expect(textOf(message)).toContain('7 8 5\n  ^');
    const unknown = await ask('analyse', 'peg21', { position: 'all-7', moves: '15-7 **-3' });
    expect(textOf(unknown)).toContain('Move 2: "\\*\\*-3" isn’t a hole of peg21');
  });

  test('says when no peg can jump any more', async () => {
    const moves = '(15,7)(12,10)(4,11)(2,4)(8,3)(1,5)(13,15,7)(6,3,8,6,14)(21,12,10)(16,18)(20,9,11)(19,17,7)';
    expect(textOf(await ask('analyse', 'peg21', { position: 'all-7', moves }))).toContain(
      '**12 moves: the fewest possible.**',
    );
    const joined = textOf(await ask('analyse', 'peg15', { position: 'all-1', moves: '4-1 6-4' }));
    expect(joined).toMatch(/not solved yet[\s\S]*🟩 4-1/u);
  });

  test('says when the moves stop short, and offers to solve the rest', async () => {
    const moves = solutionOf('onoff', '==no/off_').slice(0, 10).join(' ');
    const text = textOf(await ask('analyse', 'onoff', { position: '==no/off_', moves }));
    expect(text).toContain('34 more moves solve it.');
    expect(text).toContain('Best from there, 34 moves');
  });

  test('searches the 15 puzzle only where moves leave the known solution', { tags: 'long' }, async () => {
    const start = 'D68CFE0AB7459132';
    const moves = movesOf(await ask('solve', 'fifteen', { position: start })).join(' ');
    const text = textOf(await ask('analyse', 'fifteen', { position: start, moves }));
    expect(text).toContain('**57 moves: the fewest possible.**');
  });

  test('gives the reason for an unsolvable position', async () => {
    const text = textOf(await ask('analyse', 'eight', { position: '123456870', moves: '7' }));
    expect(text).toContain('two tiles would have to be swapped');
  });
});

describe('/scramble', () => {
  test('has the requested length, hidden, and is solved by a button', async () => {
    for (const [id, length] of [
      ['eight', 31],
      ['six', 7],
      ['eleven', 20],
      ['peg15', 5],
      ['onoff', 56],
    ] as const) {
      const message = await ask('scramble', id, { length });
      expect(textOf(message)).toContain(`||${length}|| moves`);
      const solved = await (await system.person('bob').press(message, 'Solve it')).until(isAnswer);
      expect(movesOf(solved)).toHaveLength(length);
    }
  });

  test('says how hard the position is, as hidden as its length', async () => {
    expect(textOf(await ask('scramble', 'eight', { length: 20 }))).toMatch(
      /^-# \|\|harder than \d+(\.\d+)?% of all positions\|\|$/mu,
    );
    expect(textOf(await ask('scramble', 'rush', { length: 20 }))).not.toContain('harder than');
  });

  test('returns another position each time', async () => {
    const drawn = await Promise.all(Array.from({ length: 4 }, () => ask('scramble', 'eleven', { private: true })));
    expect(new Set(drawn.map((message) => /`(\w{12})`/u.exec(textOf(message))?.[1])).size).toBe(4);
    expect(drawn.every((message) => message.ephemeral)).toBe(true);
  });

  test('names the lengths that exist', async () => {
    const text = textOf(await ask('scramble', 'eight', { length: 32 }));
    expect(text).toContain('No position of 8 puzzle (3 × 3) needs 32 moves; the most is 31.');
  });

  test('scrambles puzzles without a table too', async () => {
    expect(textOf(await ask('scramble', 'fifteen', {}))).toMatch(/`[0-9A-F]{16}`/u);
    expect(textOf(await ask('scramble', 'peg33', {}))).toContain('back from the goal');
  });
});

describe('/convert', () => {
  test('shows a position in all notations', async () => {
    const text = textOf(await ask('convert', 'eleven', { text: '0 3 2 1 8 7 6 5 4 11 10 9' }));
    for (const form of ['032187654BA9', '0321/8765/4BA9', '0 3 2 1 8 7 6 5 4 11 10 9', '3️⃣2️⃣1️⃣']) {
      expect(text).toContain(form);
    }
    expect(textOf(await ask('convert', 'peg21', { text: 'all-7' }))).toContain('111111011111111111111');
  });

  test('converts moves into directions, inverts them and removes detours', async () => {
    const text = textOf(await ask('convert', 'eight', { text: '5 6 6 5 8', position: '123405786', simplify: true }));
    expect(text).toContain('1 move from `123405786` to `123485706`');
    expect(text).toContain('2 moves removed, with those that undo them');
    expect(text).toContain('Directions of the pieces**\n```\nU\n```');
    expect(text).toContain('Directions of the blank**\n```\nD\n```');
    const reversed = textOf(await ask('convert', 'eight', { text: 'LU', reverse: true }));
    expect(reversed).toMatch(/from `123456780` to `\d{9}`/u);
    expect(reversed).toContain('Assumed to end at the goal');
  });

  test.each([
    ['en-US', /As a position: cell 2: "z"[\s\S]*As moves that end at the goal: move 2: "z"/u],
    ['ja', /配置として：2 番目の「z」[\s\S]*2 手目の「z」/u],
  ])('says privately what is wrong with each reading, in the language of the asker: %s', async (locale, sentences) => {
    const mika = system.person('mika', { locale });
    const options = { puzzle: 'eight', text: '8 z' };
    const message = await answerTo(await mika.command(system.channel, 'convert', { options }));
    expect(message.ephemeral).toBe(true);
    expect(textOf(message)).toMatch(sentences);
  });
});

describe('"Solve this position"', () => {
  test('solves the position in a message, privately', async () => {
    const [ann, bob] = [system.person('ann'), system.person('bob')];
    const message = bob.say(system.channel, 'Stuck with this since yesterday: **8 6 7 / 2 5 4 / 3 _ 1**. Anybody?');
    const asked = await ann.messageCommand(system.channel, 'Solve this position', message);
    const answer = await asked.until(isAnswer);
    expect(answer.ephemeral).toBe(true);
    expect(textOf(answer)).toContain('**31 moves**');
  });

  test('has a Japanese name and answers in Japanese', async () => {
    const hana = system.standIn.createUser({ name: 'hana', locale: 'ja' });
    hana.join(system.guild);
    const message = system.person('bob').say(system.channel, '```\n==no\noff_\n```');
    const answer = await (await hana.messageCommand(system.channel, 'この配置を解く', message)).until(isAnswer);
    expect(textOf(answer)).toContain('**44 手**');
    const nothing = system.person('bob').say(system.channel, 'こんにちは');
    const kind = await (await hana.messageCommand(system.channel, 'この配置を解く', nothing)).until();
    expect(textOf(kind)).toContain('見つかりませんでした');
  });

  const block = 'BCDE/AAFE/AAFG/.HHG/.IJJ';

  test('solves a board for the goal of its own pieces', async () => {
    const ann = system.person('ann');
    const message = ann.say(system.channel, `The square is A here:\n${block.replaceAll('/', '\n')}`);
    const answer = await (await ann.messageCommand(system.channel, 'Solve this position', message)).until(isAnswer);
    expect(textOf(answer)).toContain('**138 moves**');
  });

  test('keeps the goals of several positions', async () => {
    const ann = system.person('ann');
    const message = ann.say(system.channel, `all-5\n\nor\n\n${block}`);
    const choice = await (await ann.messageCommand(system.channel, 'Solve this position', message)).until();
    const named = (name: string): string => buttonsOf(choice).find((label) => label.includes(name))!;
    const pegs = await (await ann.press(choice, named('15 holes'))).until(isAnswer);
    expect(textOf(pegs)).toContain('**11 moves**');
    const blocks = await (await ann.press(choice, named('BCDE'))).until(isAnswer);
    expect(textOf(blocks)).toContain('**138 moves**');
  });

  test('offers a choice between several positions', async () => {
    const ann = system.person('ann');
    const message = ann.say(system.channel, '867254301 or 647850321, which is harder?');
    const choice = await (await ann.messageCommand(system.channel, 'Solve this position', message)).until();
    expect(buttonsOf(choice)).toEqual(['8 puzzle (3 × 3): 867254301', '8 puzzle (3 × 3): 647850321']);
    const answer = await (await ann.press(choice, '8 puzzle (3 × 3): 647850321')).until(isAnswer);
    expect(answer.ephemeral).toBe(true);
    expect(movesOf(answer)).toHaveLength(31);
  });

  test('reads the answers of the bot, and says when there is no position', async () => {
    const ann = system.person('ann');
    const solved = await ask('solve', 'six', { position: '4651320' });
    const again = await (await ann.messageCommand(system.channel, 'Solve this position', solved)).until(isAnswer);
    expect(textOf(again)).toContain('4651320');
    const nothing = await (
      await ann.messageCommand(system.channel, 'Solve this position', ann.say(system.channel, 'hello'))
    ).until();
    expect(nothing.ephemeral).toBe(true);
    expect(textOf(nothing)).toContain('No position found in that text');
  });
});
