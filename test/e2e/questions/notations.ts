/** Moves of simulators, in /convert, /analyse and /scramble: both senses of letters, scrambles, links to replays, animations. */

import { describe, expect, test } from 'vitest';
import { readLine } from '../../../src/puzzles/line.ts';
import { replay } from '../../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { replayLink } from '../../../src/puzzles/replay-link.ts';
import { buttonsOf, isFinal, textOf } from '../../support/messages.ts';
import { solved } from '../../support/solution.ts';
import { positionOf } from '../../support/truth.ts';
import { ask, system } from './setup.ts';

const eight = puzzleOf('eight')!;
const start = positionOf(eight, '867254301');
const link = replayLink(eight, start, solved(eight, start, eight.goal))!;

describe('a link to a replay', () => {
  test('is read by /convert, which also writes one', async () => {
    const message = await ask('convert', { text: link });
    expect(textOf(message)).toContain('31 moves from `867254301` to `123456780`');
    expect(buttonsOf(message).map(({ url }) => url)).toEqual([link]);
  });

  test('is read by /analyse', async () => {
    const message = await ask('analyse', { moves: link });
    expect(textOf(message)).toContain('**31 moves: the fewest possible.**');
    expect(buttonsOf(message).map(({ url }) => url)).toEqual([link]);
  });

  test('is refused if it holds no replay', async () => {
    const message = await ask('convert', { text: 'https://slidysim.github.io/replay?r=abcd' });
    expect([message.ephemeral, textOf(message)]).toEqual([true, 'That link holds no replay of a single solution.']);
  });

  test('is among the details of an answer, with the moves as simulators write them', async () => {
    const answer = await ask('solve', { position: '867254301' }, 'eight');
    const details = await (await system.person('ann').press(answer, 'Details')).until();
    expect(buttonsOf(details).map(({ url }) => url)).toEqual([undefined, link]);
    expect(textOf(details)).toMatch(/Directions of the pieces: `[RLUD]\d?[RLUD\d]+`/u);
  });
});

describe('moves without their start', () => {
  test('are a solution for /analyse', async () => {
    const text = textOf(await ask('analyse', { moves: 'R2ULDLULU2R3D3L3UR2U2L2', puzzle: '4x4', letters: 'tile' }));
    expect(text).toContain('**26 moves: the fewest possible.**');
    expect(text).toContain('Read as directions of the pieces.');
  });

  test('need the puzzle', async () => {
    const message = await ask('analyse', { moves: 'ULDR' });
    expect(message.ephemeral).toBe(true);
    expect(textOf(message)).toContain('`eight`');
  });

  test('are a scramble for /convert if it is told so, drawn at its end', async () => {
    const message = await ask('convert', { text: 'D2R2', puzzle: '3x5', scramble: true, view: 'picture' });
    expect(textOf(message)).toContain('to `1203467895BCDEA`');
    expect(message.attachments.map(({ filename }) => filename)).toEqual(['board.png']);
  });
});

describe('/solve with moves for a position', () => {
  test('offers the position of a scramble and that of a solution', async () => {
    const ann = system.person('ann');
    const options = { position: 'DR', private: true };
    const message = await (await ann.command(system.channel, 'solve', { subcommand: 'eight', options })).until();
    expect(message.ephemeral).toBe(true);
    expect(textOf(message)).toContain('As a scramble, they lead from the goal to `123405786`.');
    expect(textOf(message)).toContain('As a solution, they begin at `123406758`.');
    expect(buttonsOf(message).map(({ label }) => label)).toEqual(['Solve 123405786', 'Solve 123406758']);
    const answer = await (await ann.press(message, 'Solve 123405786')).until(isFinal);
    expect(textOf(answer)).toContain('**2 moves** · proved shortest');
  });

  test('still names what is wrong with other text', async () => {
    const message = await ask('solve', { position: '12345z780' }, 'eight');
    expect(textOf(message)).toContain('Cell 6: "z"');
    // As names of tiles these would be moves.
    expect(textOf(await ask('solve', { position: '8 5' }, 'eight'))).toContain('has 9 cells');
  });
});

test('/convert animates moves at a speed', async () => {
  const slow = await ask('convert', { text: link, view: 'animation', tps: 2 });
  const fast = await ask('convert', { text: link, view: 'animation', tps: 40, private: true });
  expect(slow.attachments.map(({ filename }) => filename)).toEqual(['moves.gif']);
  expect([fast.ephemeral, fast.attachments.length]).toEqual([true, 1]);
  expect(fast.attachments[0]!.size).toBeLessThan(slow.attachments[0]!.size);
});

describe('/scramble', () => {
  test('gives a position with moves that lead there, and its picture', async () => {
    const message = await ask('scramble', { puzzle: 'eight', moves: true, view: 'picture' });
    const text = textOf(message);
    const position = /`(\d{9})`/u.exec(text)![1]!;
    const moves = /From the goal: \|\|`([RLUD\d]+)`\|\|/u.exec(text)![1]!;
    const read = readLine(eight, moves, { as: 'scramble', notation: 'piece-directions' });
    expect(read.ok && replay(eight, eight.goal.positions[0]!, read.line.moves).at(-1)).toEqual(
      positionOf(eight, position),
    );
    expect(message.attachments.map(({ filename }) => filename)).toEqual(['board.png']);
  });

  test('gives the moves of a position of the 15 puzzle too', async () => {
    expect(textOf(await ask('scramble', { puzzle: 'fifteen', moves: true }))).toMatch(/\|\|`[RLUD\d]{30,}`\|\|/u);
  });

  test('gives moves of the 24 puzzle, whose proof takes too long', { tags: 'heavy' }, async () => {
    const text = textOf(await ask('scramble', { puzzle: 'twentyfour', moves: true }));
    expect(text).toMatch(/\|\|`[RLUD\d]{60,}`\|\|/u);
  });

  test('gives many positions with their lengths as a file', async () => {
    const message = await ask('scramble', { puzzle: 'eight', count: 100, moves: true });
    const [attachment] = message.attachments;
    expect(attachment!.filename).toBe('eight.txt');
    const lines = Buffer.from(attachment!.bytes).toString().trimEnd().split('\n');
    expect(lines).toHaveLength(100);
    const lengths = lines.map((line) => {
      const [position, length, moves] = line.split('\t');
      const start = positionOf(eight, position!);
      expect(solved(eight, start, eight.goal)).toHaveLength(Number(length));
      const read = readLine(eight, moves!, { as: 'scramble', notation: 'piece-directions' });
      expect(read.ok && replay(eight, read.line.start, read.line.moves).at(-1)).toEqual(start);
      return Number(length);
    });
    const mean = lengths.reduce((sum, length) => sum + length, 0) / 100;
    expect(textOf(message)).toContain('100 positions');
    expect(textOf(message)).toContain(
      `||${mean}|| moves on average, from ||${Math.min(...lengths)}|| to ||${Math.max(...lengths)}||`,
    );
  });

  test.each([
    [{ puzzle: 'rush', count: 5 }, 'one position at a time'],
    [{ puzzle: 'peg15', moves: true }, 'no scrambles as moves'],
    [{ puzzle: 'fifteen', moves: true, count: 9 }, 'takes too long'],
  ])('%j is refused with the reason', async (options, reason) => {
    const message = await ask('scramble', options);
    expect([message.ephemeral, textOf(message).includes(reason)]).toEqual([true, true]);
  });
});

describe('boards of any size', () => {
  const inOrder = Array.from({ length: 36 }, (_, cell) => (cell + 1) % 36);
  const rows = Array.from({ length: 6 }, (_, row) => inOrder.slice(row * 6, row * 6 + 6).join(' ')).join('/');

  test('are drawn by /convert, which knows them by their rows or by their size', async () => {
    const drawn = await ask('convert', { text: rows.replace('35 0', '0 35') });
    expect(textOf(drawn)).toContain('35 puzzle (6 × 6)');
    expect(textOf(drawn)).toContain('It can be solved.\nManhattan distance: 1');
    expect(drawn.attachments.map(({ filename }) => filename)).toEqual(['board.png']);
    const animated = await ask('convert', { text: 'R2D2', puzzle: '6x6', scramble: true, view: 'animation' });
    expect(animated.attachments.map(({ filename }) => filename)).toEqual(['moves.gif']);
  });

  test('are scrambled', async () => {
    const message = await ask('scramble', { puzzle: '10x10' });
    expect(textOf(message)).toContain('99 puzzle (10 × 10)');
    expect(/`(\d+ [\d /]+)`/u.exec(textOf(message))![1]!.split(/[ /]/u)).toHaveLength(100);
    expect(message.attachments.map(({ filename }) => filename)).toEqual(['board.png']);
    const [file] = (await ask('scramble', { puzzle: '7', count: 3 })).attachments;
    const lines = Buffer.from(file!.bytes).toString().trimEnd().split('\n');
    expect(lines.map((line) => line.split(/[ /]/u).length)).toEqual([49, 49, 49]);
  });

  test('that are written in rows are told apart from others of as many cells', async () => {
    expect(textOf(await ask('convert', { text: '1 2/3 4/5 0' }))).toContain('5 puzzle (3 × 2)');
    expect(textOf(await ask('convert', { text: '1 2 3/4 5 0' }))).toContain('5 puzzle (2 × 3)');
  });
});
