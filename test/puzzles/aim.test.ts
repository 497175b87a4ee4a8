import { describe, expect, it } from 'vitest';
import { aimText, translator } from '../../src/locales/index.ts';
import { questionOf, unwrap } from '../../src/puzzles/puzzle.ts';
import { knownPuzzle, puzzles } from '../../src/puzzles/registry.ts';

const say = (locale: string, id: string, start: string, goal?: string): string | undefined => {
  const puzzle = knownPuzzle(id);
  const question = unwrap(questionOf(puzzle, unwrap(puzzle.parsePosition(start), start), goal), `${goal}`);
  return aimText(translator(locale), puzzle, question.goal);
};

describe('a goal in words', () => {
  it.each([
    ['eight', '867254301', undefined, '1 to 8 in order, the blank last'],
    ['eight', '867254301', '012345678', '1 to 8 in order, the blank first'],
    ['eight', '867254301', 'snake', '1 to 8 as a snake: left to right, then right to left'],
    ['eight', '867254301', 'columns', '1 to 8 down the columns, the blank last'],
    ['eight', '867254301', 'spiral', '1 to 8 in a spiral from the top left, the blank last'],
    ['eight', '867254301', '867254310', undefined],
    ['fifteen', '0F83CB74EA659D21', undefined, '1 to 15 in order, the blank last'],
    ['peg15', 'all-1', undefined, 'Leave one peg, in hole 1'],
    ['peg15', 'all-1', 'any', 'Leave one peg, in any hole'],
    ['peg33', 'all-d4', undefined, 'Leave one peg, in hole d4'],
    ['peg15', 'all-1', '110000000000000', 'Leave pegs only in holes 1, 2'],
    ['peg15', 'all-1', '111111000000000', undefined],
    ['rush', '....../....../AA..../....../....../......', undefined, 'Drive A out to the right'],
    ['klotski', 'BCDE/AAFE/AAFG/.HHG/.IJJ', 'A top', 'Bring A to the top'],
  ])('%s from %s to %s', (id, start, goal, text) => {
    expect(say('en', id, start, goal)).toBe(text);
  });

  it.each(['en', 'ja'])('is a whole sentence for each puzzle, in %s', (locale) => {
    for (const puzzle of puzzles)
      expect(aimText(translator(locale), puzzle, puzzle.goal) ?? '').not.toMatch(/[{}$]|undefined/u);
  });
});

it.each(['en', 'ja'])('what a goal of tiles asks for is that goal, in the language %s', (language) => {
  for (const id of ['eight', 'fifteen', '3x5']) {
    const puzzle = knownPuzzle(id);
    for (const name of ['in order', ...(puzzle.goalNames ?? [])]) {
      const goal = puzzle.parseGoal(name);
      const sentence = goal.ok && aimText(translator(language), puzzle, goal.value);
      expect([name, puzzle.parseGoal(String(sentence))]).toEqual([name, goal]);
    }
  }
});
