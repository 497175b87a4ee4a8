/** Rectangles that are too large for a proof: what is found at once and what is proved of it, as text, picture and game. */
import { expect, test } from 'vitest';
import { sizedPuzzle } from '../../../src/puzzles/catalogue/sizes.ts';
import { seeded } from '../../../src/search/scramble.ts';
import { buttonsOf, isFinal, isGame, leadsToGoal, movesOf, textOf } from '../../support/messages.ts';
import { system } from './setup.ts';

const hasSolution = (label: string) => (message: Parameters<typeof textOf>[0]) =>
  buttonsOf(message).some((button) => button.label === label);

const keepsSolution = async (side: number): Promise<void> => {
  const puzzle = sizedPuzzle(side, side);
  const position = puzzle.formatPosition(puzzle.randomPosition(seeded('e2e'), puzzle.goal));
  const person = system.person('ann');
  // The larger one is told by its rows.
  const options = side === 6 ? { position, puzzle: puzzle.id } : { position };
  const asked = await person.command(system.channel, 'solve', { subcommand: 'board', options });
  const report = await asked.until(hasSolution('Keep this answer'));
  await (await person.press(report, 'Keep this answer')).acknowledged;
  const answer = await asked.until(isFinal);
  expect(textOf(answer)).toMatch(/moves\*\* \([\d,]+ MTM\) · not proved shortest: between [\d,]+ and [\d,]+ moves/u);
  // The largest is a picture, as its numbers would fill the message.
  if (side > 12) expect(answer.attachments).toHaveLength(1);
  else expect(textOf(answer)).toContain('```');
  // Of 10 × 10, the moves are longer than a message.
  if (side === 6) expect(leadsToGoal(puzzle.id, position, movesOf(answer))).toBe(true);
};
test.each([6, 13])('%i rows and columns have a solution at once, which its asker may keep', keepsSolution);
test.each([10, 20])('so have %i', { tags: 'heavy' }, keepsSolution);

test('a large board is drawn, and played', async () => {
  const person = system.person('ann');
  const scramble = await person.command(system.channel, 'scramble', { options: { puzzle: '10x10', view: 'picture' } });
  expect((await scramble.until(isFinal)).attachments).toHaveLength(1);
  const game = await person.command(system.channel, 'play', { subcommand: 'new', options: { puzzle: '8x8' } });
  expect(textOf(await game.until(isGame))).toContain('63 puzzle');
  const refused = await person.command(system.channel, 'play', { subcommand: 'new', options: { puzzle: '20x20' } });
  expect(textOf(await refused.until(isFinal))).toBe(
    'Games have boards of up to 144 cells; 399 puzzle (20 × 20) is larger.',
  );
});
