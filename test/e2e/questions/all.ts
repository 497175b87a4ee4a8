import type { Message } from '@antipode/stand-in';
import { describe, expect, test } from 'vitest';
import { parseMoves } from '../../../src/puzzles/moves.ts';
import { reaches } from '../../../src/puzzles/puzzle.ts';
import { knownPuzzle } from '../../../src/puzzles/registry.ts';
import { isFinal, textOf } from '../../support/messages.ts';
import { leftoverKeys } from '../../support/recovery.ts';
import { questionOf } from '../../support/truth.ts';
import { system } from './setup.ts';

const ask = async (subcommand: string, options: Record<string, string | boolean>) => {
  const person = system.person('ann');
  return { person, asked: await person.command(system.channel, 'solve', { subcommand, options }) };
};

/** The lines of the file, all of them different solutions. */
const solutionsIn = (message: Message, id: string, position: string): string[] => {
  const file = message.attachments.find(({ filename }) => filename === 'solutions.txt')!;
  const lines = Buffer.from(file.bytes).toString().trimEnd().split('\n');
  const puzzle = knownPuzzle(id);
  const question = questionOf(puzzle, position);
  for (const line of lines) {
    const read = parseMoves(puzzle, question.start, line, question.goal, 'piece-directions');
    expect(read.ok && reaches(puzzle, question, read.value.moves)).toBe(true);
  }
  expect(new Set(lines).size).toBe(lines.length);
  return lines;
};

describe('all shortest solutions', () => {
  test('of the 15 puzzle are counted and listed in a file, and all best first moves are on the board', async () => {
    const position = '0BC3A16DF94E8257';
    const { asked } = await ask('fifteen', { position, all: true });
    const message = await asked.until(isFinal);
    expect(textOf(message)).toContain('**58 moves** · proved shortest · **208 shortest solutions**');
    expect(textOf(message)).toContain('Best first moves: `11` `10`');
    expect(message.attachments.map(({ filename }) => filename)).toEqual(['board.png', 'solutions.txt']);
    expect(solutionsIn(message, 'fifteen', position)).toHaveLength(208);
    expect(message.ephemeral).toBe(false);
  });

  test('are behind a button of each answer, for whoever presses it', async () => {
    const { asked } = await ask('eight', { position: '085672341' });
    const answer = await asked.until(isFinal);
    const all = await (await system.person('bob').press(answer, 'All solutions')).until(isFinal);
    expect(all.ephemeral).toBe(true);
    expect(textOf(all)).toContain('**64 shortest solutions**');
    expect(solutionsIn(all, 'eight', '085672341')).toHaveLength(64);
    expect(textOf(all)).toContain('Looked up in a complete table');
    const { asked: hard } = await ask('board', { position: '623457189ABCDE0', puzzle: '3x5' });
    const pressed = await system.person('bob').press(await hard.until(isFinal), 'All solutions');
    expect(textOf(await pressed.until(isFinal))).toMatch(/shortest solution[\s\S]*Best first moves: `/u);
  });

  test('are counted while they are searched, and cancelling tells what is known', { tags: 'heavy' }, async () => {
    const { person, asked } = await ask('fifteen', { position: 'B59D26AE370F48C1', all: true });
    const searching = await asked.until((now) => /at least [\d,]+ shortest solutions?\./u.test(textOf(now)));
    await (await person.press(searching, 'Cancel')).acknowledged;
    const message = await asked.until(isFinal);
    expect(textOf(message)).toMatch(
      /\*\*74 moves\*\* · proved shortest · \*\*at least [\d,]+ shortest solutions?\*\*/u,
    );
    expect(textOf(message)).toContain('The search was cancelled.');
    expect(solutionsIn(message, 'fifteen', 'B59D26AE370F48C1').length).toBeGreaterThan(0);
    await expect.poll(() => leftoverKeys(system)).toEqual([]);
  });

  test('are refused where they cannot be listed, or with a method', async () => {
    const { asked } = await ask('peg33', { position: 'all-d4', all: true });
    expect(textOf(await asked.until())).toContain('can’t be listed for this puzzle');
    const { asked: other } = await ask('eight', { position: '085672341', all: true, method: 'bfs' });
    expect(textOf(await other.until())).toContain('Leave out `method`');
    const { asked: odd } = await ask('fifteen', { position: '123456789ABCDFE0', all: true });
    expect(textOf(await odd.until(isFinal))).toContain('No solution');
    const { asked: done } = await ask('eight', { position: '123456780', all: true, view: 'emoji' });
    expect(textOf(await done.until(isFinal))).toContain('Already solved.');
  });
});
