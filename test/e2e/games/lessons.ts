/** The lessons, from the start card to the last move. */

import type { Message, Person } from '@antipode/stand-in';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { lessons } from '../../../src/puzzles/catalogue/lessons.ts';
import { parseMoves } from '../../../src/puzzles/moves.ts';
import { unwrap } from '../../../src/puzzles/puzzle.ts';
import { knownPuzzle } from '../../../src/puzzles/registry.ts';
import { buttonsOf, isFinal, isGame, press, textOf } from '../../support/messages.ts';
import { makeMove } from '../../support/play.ts';
import { questionOf } from '../../support/truth.ts';
import { day, system, worker } from './setup.ts';

const words = {
  'en-US': {
    teach: 'Teach me in five moves',
    title: (number: number) => `Lesson ${number} of 3 · `,
    aims: ['1 to 8 in order, the blank last', 'Drive A out to the right', 'Leave one peg, in hole c3'],
    rules: ['A tile beside the blank', 'Cars never turn', 'A peg jumps'],
    goal: 'The goal:',
    done: 'That’s it!',
    perfect: 'the best possible',
    next: ['Next lesson: Rush Hour (4 × 4)', 'Next lesson: Peg solitaire, 7 holes'],
    last: ['Play today’s puzzle', 'An easy puzzle'],
    hint: ['Hint', 'Next: **'],
  },
  ja: {
    teach: '5手で学ぶ',
    title: (number: number) => `レッスン ${number}/3 · `,
    aims: ['1 から 8 まで順に並べる（空白は最後）', 'A を右へ出す', '穴 c3 にペグを1本だけ残す'],
    rules: ['空白の隣のタイル', '車は前後に', 'ペグは隣のペグを'],
    goal: 'ゴール：',
    done: 'できました！',
    perfect: '最短です',
    next: ['次のレッスン：ラッシュアワー（4×4）', '次のレッスン：ペグソリティア（7穴）'],
    last: ['今日の問題', 'やさしいパズル'],
    hint: ['ヒント', '次の手：**'],
  },
} as const;

const help = async (person: Person): Promise<Message> => (await person.command(system.channel, 'help')).until(isFinal);
const labelsOf = (message: Message) => buttonsOf(message).map(({ label }) => label);

/** Makes the moves of a lesson on its board. @returns the end of the game */
const play = async (person: Person, board: Message, index: number): Promise<Message> => {
  const { puzzle: id, position, goal, moves: written } = lessons[index]!;
  const puzzle = knownPuzzle(id);
  const question = questionOf(puzzle, position, goal);
  let message = board;
  for (const move of unwrap(parseMoves(puzzle, question.start, written, question.goal), written).moves)
    message = await makeMove(person, message, puzzle, move);
  return message;
};

describe('the lessons', () => {
  // Other suites plant challenges two moves from the goal, where no game gives hints.
  beforeAll(() => system.later(day));

  describe.each(['en-US', 'ja'] as const)('in %s', (locale) => {
    const said = words[locale];
    afterEach(() => {
      worker.kill('SIGCONT');
    });

    test('one lesson after another is played to its end, without a worker', async () => {
      const ann = system.person('ann', { locale });
      const card = await help(ann);
      worker.kill('SIGSTOP');
      let message = await press(ann, card, said.teach);
      for (const index of lessons.keys()) {
        expect(message.ephemeral).toBe(true);
        const text = textOf(message);
        expect(text).toContain(`### ${said.title(index + 1)}`);
        expect(text).toContain(said.aims[index]);
        expect(text).toContain(said.rules[index]);
        // The goal is a board in small emoji.
        expect(text).toMatch(new RegExp(`^-# ${said.goal}(\n-# .+){3,4}$`, 'mu'));
        const [hint, told] = said.hint;
        const hinted = await press(ann, message, hint);
        expect(textOf(hinted)).toContain(told);
        message = await play(ann, hinted, index);
        const length = lessons[index]!.moves.split(' ').length;
        expect(textOf(message)).toContain(said.done);
        expect(textOf(message)).toMatch(new RegExp(`\\*\\*${length}\\s.*${said.perfect}`, 'u'));
        expect(textOf(message)).not.toContain(said.goal);
        const next = said.next[index];
        if (next) message = await press(ann, message, next);
      }
      expect(labelsOf(message).slice(0, 2)).toEqual(said.last);
    });

    test('after the last one come today’s puzzle and an easy one', async () => {
      const ann = system.person('ann', { locale });
      const last = await play(ann, await press(ann, await help(ann), said.teach), 0);
      const rush = await play(ann, await press(ann, last, said.next[0]), 1);
      const end = await play(ann, await press(ann, rush, said.next[1]), 2);
      const [today, easy] = said.last;
      for (const [label, shows] of [
        [today, /(Daily|デイリー) #\d+/u],
        [easy, /^### (8 puzzle|8パズル)/mu],
      ] as const) {
        const game = await (await ann.press(end, label)).until(isGame);
        expect(game.ephemeral).toBe(true);
        expect(textOf(game)).toMatch(shows);
      }
    });
  });

  test('a lesson begins anew each time, is stored once, and can be resumed', async () => {
    const ann = system.person('ann');
    const card = await help(ann);
    const first = await press(ann, card, 'Teach me in five moves');
    await press(ann, await press(ann, first, 'Hint'), '4');
    const second = await press(ann, card, 'Teach me in five moves');
    expect(textOf(second)).toContain('**0 moves**');
    expect(await system.keys(`play:game:*${ann.id}`)).toHaveLength(1);
    // The older message shows the same game.
    expect(textOf(await press(ann, first, 'Undo'))).toContain('**0 moves**');
    const resumed = await (await ann.command(system.channel, 'play', { subcommand: 'resume' })).until(isGame);
    expect(textOf(resumed)).toContain('Lesson 1 of 3');
    const end = await play(ann, resumed, 0);
    expect(textOf(end)).toContain('without hints');
  });

  test('a lesson that was given up can be repeated, or left for the next', async () => {
    const ann = system.person('ann');
    const game = await press(ann, await help(ann), 'Teach me in five moves');
    const end = await press(ann, await press(ann, game, 'Give up …'), 'Give up, show the rest');
    expect(labelsOf(end)).toEqual(['Again', 'Next lesson: Rush Hour (4 × 4)', 'Shortest solution']);
    expect(textOf(await press(ann, end, 'Again'))).toContain('Lesson 1 of 3');
  });
});
