/** Boards of one's own get what named ones get: found in messages, solved, shared, drawn, analysed, and played to the end. */

import type { Person } from '@antipode/stand-in';
import type { OptionValue } from '@antipode/stand-in/person/command-options';
import { describe, expect, test } from 'vitest';
import { formatMoves } from '../../../src/puzzles/moves.ts';
import { unwrap } from '../../../src/puzzles/puzzle.ts';
import { questionFor } from '../../../src/puzzles/reader.ts';
import { puzzleOrKind } from '../../../src/puzzles/registry.ts';
import { solve } from '../../../src/search/solve.ts';
import { buttonsOf, isFinal, publicMessages, textOf } from '../../support/messages.ts';
import { makeMove } from '../../support/play.ts';
import { ask, system } from './setup.ts';

let person: Person | undefined;
/** Always the same one, who sees their private messages. */
const ann = (): Person => {
  person ??= system.person('ann');
  return person;
};

const cross = ['   010', '   010', '   000', '000010000', '000000000', '000000000', '   000', '   000', '   000'];

/** Of a busy machine. */
const patience = { timeout: 20_000 };

describe.each([
  ['rush', '..B....\n..B....\n..B....\nAA.C...\n...C...\n.......\n.DDD...', undefined, 2],
  ['blocks', 'AAB#\nAAB.\nC..D\nC.ED', 'A bottom right', 9],
  ['pegs', cross.join('\n'), undefined, 1],
] as const)('%s: %j', (name, position, goal, length) => {
  const given = { position, ...(goal && { goal }) };
  const { puzzle, question } = unwrap(questionFor(puzzleOrKind(name)!, position, goal), position);
  const outcome = solve(puzzle, question);
  const moves = outcome.status === 'solved' ? outcome.moves : [];
  const counted = `**${length} ${length === 1 ? 'move' : 'moves'}**`;

  test('is solved as a picture, and shared', async () => {
    const answer = await ask('solve', { ...given, view: 'picture', private: true }, 'board', ann());
    expect(textOf(answer)).toContain(`${counted} · proved shortest`);
    expect(answer.attachments).toHaveLength(1);
    await (await ann().press(answer, 'Share')).until();
    expect(publicMessages(system.channel).map(textOf).join('\n')).toContain(counted);
  });

  test('is animated and converted without its puzzle’s name', async () => {
    const animated = await ask('convert', { text: position, view: 'animation' });
    expect(animated.attachments).toHaveLength(1);
    const converted = await ask('convert', { text: position });
    expect(textOf(converted)).toMatch(/🇦|🟠/u);
    expect(converted.attachments).toHaveLength(puzzle.hasNamedPieces ? 1 : 0);
  });

  test('is analysed and compared', async () => {
    const written = formatMoves(puzzle, question.start, moves).join(' ');
    expect(textOf(await ask('analyse', { ...given, moves: written, puzzle: name }))).toContain('the fewest possible');
    expect(textOf(await ask('compare', { ...given, puzzle: name }))).toMatch(/\*\*\w+\*\* · \d+ moves?/u);
  });

  test('is played to the end, with a hint', async () => {
    let board = await ask('play', { ...given, puzzle: name }, 'new', ann());
    board = await (await ann().press(board, 'Hint')).until();
    // Without a guide, a hint also tells how many moves are left.
    await expect.poll(() => textOf(board), patience).toMatch(/left at best\nNext: /u);
    let now = question.start;
    for (const move of moves) {
      for (const step of puzzle.stepsOf(now, move)) board = await makeMove(ann(), board, puzzle, step);
      now = puzzle.play(now, move);
    }
    expect(textOf(board)).toContain(`**${length} ${length === 1 ? 'move' : 'moves'}, the best possible**`);
  });

  test('is found in a message', async () => {
    const message = system.person('bob').say(system.channel, `Look:\n\`\`\`\n${position}\n\`\`\``);
    const asked = await ann().messageCommand(system.channel, 'Solve this position', message);
    // Without a goal, a tray is one of Klotski.
    expect(textOf(await asked.until(isFinal))).toContain(goal ? 'Klotski (4 × 4)' : counted);
  });
});

test('two boards of a message are offered', async () => {
  const text = '..B../..B../AAB../.CC../..... or ..B../..B../AAB../CC.../.....';
  const message = system.person('bob').say(system.channel, text);
  const asked = await ann().messageCommand(system.channel, 'Solve this position', message);
  expect(buttonsOf(await asked.until(isFinal)).map(({ label }) => label)).toEqual([
    expect.stringContaining('ooBooooBooAABoooCCooooooo'),
    expect.stringContaining('ooBooooBooAABooCCoooooooo'),
  ]);
});

describe.each([
  ['en-US', 'Boards of your own have no leaderboards', 'has no usual position', 'A goal needs a position'],
  ['ja', '自作の盤にはランキング', '自作の盤には決まった配置がない', '始める配置も'],
])('in %s', (locale, refusal, noPosition, noStart) => {
  const refused = async (command: string, options: Record<string, OptionValue>, subcommand?: string) => {
    const person = system.person('ann', { locale });
    const asked = await person.command(system.channel, command, { ...(subcommand && { subcommand }), options });
    return textOf(await asked.until(isFinal));
  };

  test.each(['rush-7x7', 'pegs-s3sf', 'pegs'])(
    '%s is no puzzle for practice, charts and leaderboards',
    async (puzzle) => {
      expect(await refused('play', { puzzle }, 'practice')).toContain(refusal);
      expect(await refused('leaderboard', { puzzle }, 'hardest')).toContain(refusal);
    },
  );

  test.each([
    { puzzle: 'rush-7x7' },
    { puzzle: 'blocks', board: 'AAB#/AAB./C..D/C.ED' },
    { puzzle: 'slide', board: 'RATE/YOUR/MIND/PLA_' },
  ])('%j has no chart, and is in no contest', async (options) => {
    expect(await refused('hardest', options)).toContain(refusal);
    expect(await refused('contest', options, 'fewest-moves')).toContain(refusal);
  });

  test('a board without a position is asked for one', async () => {
    expect(await refused('play', { puzzle: 'rush-7x7' }, 'new')).toContain(noPosition);
    expect(await refused('scramble', { puzzle: 'blocks-4x6' })).toContain(noPosition);
    expect(await refused('play', { puzzle: 'eight', goal: '123804765' }, 'new')).toContain(noStart);
  });
});

test.each([
  [{ puzzle: 'pegs-s5mrlxg' }, '🟠'],
  [{ puzzle: 'pegs', board: 'xx1xx/x111x/11011/x111x/xx1xx' }, '🟠'],
  [{ puzzle: 'slide', board: '123/4#5/67_' }, '🧱'],
  [{ puzzle: 'rush', board: '..B../..B../AAB../.CC../.....', view: 'emoji' }, '🇦'],
  [{ puzzle: 'blocks', board: 'AAB#/AAB./C..D/C.ED', view: 'emoji' }, '🇪'],
])('%j is scrambled', async (options, mark) => {
  const drawn = await ask('scramble', options);
  expect(textOf(drawn)).toContain(mark);
  expect(buttonsOf(drawn)).toHaveLength(options.puzzle === 'blocks' ? 0 : 1);
});

test('the positions of one’s own board are counted', async () => {
  const chart = await ask('hardest', { puzzle: 'slide', board: '12/34/5_/#6' });
  expect(textOf(chart)).toMatch(/The farthest are \d+ moves away\*\* · [\d,]+ positions in all/u);
  expect(textOf(await ask('hardest', { puzzle: 'pegs', board: '1101/1111' }))).toContain('positions in all');
});

test('a contest takes place on one’s own board', async () => {
  const asked = await ask('contest', { puzzle: 'slide', board: '123/4#5/67_', minutes: 1 }, 'guess', ann());
  expect(textOf(asked)).toContain('begins');
  await ask('contest', {}, 'stop', ann());
});
