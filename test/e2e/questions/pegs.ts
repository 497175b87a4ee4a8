/** Boards for pegs without a subcommand of their own, and boards that a position draws. */

import { describe, expect, test } from 'vitest';
import { puzzleFor } from '../../../src/puzzles/reader.ts';
import { puzzleOrKind } from '../../../src/puzzles/registry.ts';
import { isGame, leadsToGoal, movesOf, textOf } from '../../support/messages.ts';
import { ask, system } from './setup.ts';

const cross = 'xx1xx/x111x/11011/x111x/xx1xx';
const triangle = '    1\n   1 1\n  1 0 1\n 1 1 1 1\n1 1 1 1 1';
/** Rows of a triangular lattice. */
const own = 'x1x1x/1x0x1/x1x1x/1x1x1';

describe('/solve board', () => {
  test.each([
    [own, undefined, undefined],
    [own, 'x0x0x/0x0x0/x0x0x/0x1x0', undefined],
    [triangle, 'any', 'peg15'],
    ['all-1', undefined, 'triangle21'],
  ])('of %j has moves that lead to the goal %s', async (position, goal, puzzle = 'pegs') => {
    const drawn = puzzleFor(puzzleOrKind(puzzle)!, position);
    const id = drawn.ok ? drawn.value.id : '';
    const message = await ask('solve', { position, puzzle, ...(goal && { goal }) }, 'board');
    expect(textOf(message)).toMatch(/\*\*\d+ moves?\*\* · proved shortest/u);
    expect(leadsToGoal(id, position, movesOf(message), goal)).toBe(true);
  });

  test('says why a board has no solution', async () => {
    expect(textOf(await ask('solve', { position: cross }, 'board'))).toContain('No solution');
  });

  test.each([
    ['111/1z1/111', 'Row 2: "z" is no peg'],
    ['111/11/111', 'Row 2: it isn’t certain where this row begins or ends'],
    ['111101111', 'A board of your own needs rows'],
  ])('refuses %s: %s', async (position, reason) => {
    const message = await ask('solve', { position, puzzle: 'pegs' }, 'board');
    expect([message.ephemeral, textOf(message)]).toEqual([true, expect.stringContaining(reason)]);
  });

  test('refuses a goal on another board', async () => {
    expect(textOf(await ask('solve', { position: own, goal: '0x0x0/x0x0x/0x0x0/x1x0x' }, 'board'))).toContain(
      'These rows draw another board',
    );
  });

  test('offers the named boards', async () => {
    const offered = async (puzzle: string) => {
      const asked = { subcommand: 'board', options: { position: 'all-1', puzzle }, focused: 'puzzle' };
      return (await system.person('ann').complete(system.channel, 'solve', asked)).map(({ value }) => value);
    };
    expect(await offered('cross')).toEqual(['wiegleb45']);
    expect((await offered('')).slice(0, 3)).toEqual(['pegs', 'slide', '2x2']);
  });

  test('is found by its name', async () => {
    const answer = await ask('solve', { board: 'triangle21', position: 'all-1' }, 'pegs');
    expect(textOf(answer)).toContain('Peg solitaire, triangle of 21 holes');
    const line = { subcommand: 'pegs', options: { board: 'dia' }, focused: 'board' };
    const offered = await system.person('ann').complete(system.channel, 'solve', line);
    expect(offered.map(({ value }) => value)).toEqual(['diamond41']);
  });

  test('has the buttons of other answers', async () => {
    const answer = await ask('solve', { position: own }, 'board');
    const details = await (await system.person('ann').press(answer, 'Details')).until();
    expect(textOf(details)).toContain('Consecutive jumps by one peg are one move.');
    const all = await ask('solve', { position: own, all: true }, 'board');
    expect(textOf(all)).toMatch(/shortest solutions?/u);
  });
});

describe('a board of one’s own in other commands', () => {
  test.each([
    ['pegs', own, '🟠'],
    ['slide', '876#/543A/_129', '🧱'],
  ])('for %s is converted, analysed and played', async (puzzle, position, emoji) => {
    expect(textOf(await ask('convert', { text: position, puzzle }))).toContain(emoji);
    const moves = movesOf(await ask('solve', { position, puzzle }, 'board'));
    const written = moves.map((move) => [move].flat().join('-')).join(' ');
    expect(textOf(await ask('analyse', { position, moves: written, puzzle }))).toContain('the fewest possible');
    const game = await ask('play', { position, puzzle, guide: true }, 'new');
    await expect.poll(() => textOf(game)).toMatch(/\*\*0 moves\*\* · \d+ moves left at best/u);
  });
});

test.each(['triangle21', 'diamond41', 'wiegleb45'])('%s is scrambled, converted and played', async (puzzle) => {
  expect(
    textOf(
      await ask('convert', {
        text: 'all-1-2'.replaceAll(/\d/gu, (hole) => (puzzle === 'triangle21' ? hole : `e${hole}`)),
        puzzle,
      }),
    ),
  ).toContain('🟠');
  expect(textOf(await ask('scramble', { puzzle }))).not.toContain('isn’t a puzzle here');
  expect(isGame(await ask('play', { puzzle }, 'new'))).toBe(true);
});
