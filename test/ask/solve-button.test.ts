/** The goal of a question survives its button, also where it depends on the start. */
import { expect, test } from 'vitest';
import { parseSolve, solveButton } from '../../src/ask/solve-button.ts';
import { unwrap } from '../../src/puzzles/puzzle.ts';
import { parseQuestion } from '../../src/puzzles/reader.ts';
import { puzzleOf } from '../../src/puzzles/registry.ts';

test.each([
  ['klotski', 'BCDE/AAFE/AAFG/.HHG/.IJJ', undefined],
  ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J', undefined],
  ['klotski-steps', 'BCDE/AAFE/AAFG/.HHG/.IJJ', 'BC../..../..../..../....'],
  ['rush', 'AA...O/P..Q.O/PXXQ.O/P..Q../B...CC/B.RRR.', undefined],
  ['peg15', 'all-5', undefined],
  ['peg15', 'all-5', '13'],
  ['peg33', 'all-d1', undefined],
  ['eight', '867254301', '012345678'],
  [
    '10x10',
    [...Array(98).keys()]
      .map((tile) => tile + 1)
      .concat(0, 99)
      .reverse()
      .join(' '),
    undefined,
  ],
  [
    '12x12',
    [...Array(142).keys()]
      .map((tile) => tile + 1)
      .concat(0, 143)
      .join(' '),
    undefined,
  ],
])('%s %s with the goal %s', (id, position, goal) => {
  const puzzle = puzzleOf(id)!;
  const question = unwrap(parseQuestion(puzzle, position, goal), position);
  const { custom_id } = solveButton(puzzle, question, { label: 'Solve' })!;
  expect(custom_id.length).toBeLessThanOrEqual(100);
  expect(parseSolve(custom_id.split('|').slice(1))?.question).toEqual(question);
});
