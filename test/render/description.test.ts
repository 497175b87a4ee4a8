import { describe, expect, it } from 'vitest';
import { translator } from '../../src/locales/index.ts';
import { puzzleOf, puzzles } from '../../src/puzzles/registry.ts';
import { boardInWords } from '../../src/render/description.ts';

const t = translator('en');

const read = (id: string, text: string) => {
  const puzzle = puzzleOf(id)!;
  // As it is written: a question would leave out marks that its goal has no use for.
  const position = puzzle.parsePosition(text);
  if (!position.ok) throw new Error(position.problem.code);
  return { puzzle, position: position.value };
};

describe('a board in words', () => {
  it.each([
    ['eight', '867254301', '8 6 7, 2 5 4, 3 blank 1'],
    ['six', '4651320', '4 6, 5 1 3, 2 blank'],
    ['eleven', '032187654BA9', 'blank 3 2 1, 8 7 6 5, 4 11 10 9'],
    ['onoff', '==no/off_', 'wide card n o, o f f blank'],
    ['onoff', 'n==O/ofF_', 'n wide card second o, o f second f blank'],
    ['peg15', 'all-1', 'row 1: 1 hole; row 2: 2 pegs; row 3: 3 pegs; row 4: 4 pegs; row 5: 5 pegs'],
    [
      'peg33',
      'all-d4',
      'row 1: 3 pegs; row 2: 3 pegs; row 3: 7 pegs; row 4: 3 pegs, 1 hole, 3 pegs; row 5: 7 pegs; row 6: 3 pegs; row 7: 3 pegs',
    ],
  ])('%s %s', (id, text, expected) => {
    const { puzzle, position } = read(id, text);
    expect(boardInWords(t, puzzle, position)).toBe(expected);
  });

  it('comes without a language too', () => {
    const { puzzle, position } = read('onoff', '==nO/o_ff');
    expect(puzzle.figures(position)).toEqual([
      { cells: [0, 1], label: '=' },
      { cells: [2], label: 'n', isSecond: false },
      { cells: [3], label: 'O', isSecond: true },
      { cells: [4], label: 'o', isSecond: false },
      { cells: [6], label: 'f', isSecond: false },
      { cells: [7], label: 'f', isSecond: false },
    ]);
  });

  it.each(puzzles.map((puzzle) => [puzzle.id, puzzle] as const))(
    'of %s fits in an alt text at its longest',
    (_, puzzle) => {
      const alternating = puzzle.board.x.map((_, cell) => cell % 2);
      const position = puzzle.pieceShape === 'peg' ? alternating : puzzle.goal.positions[0]!;
      expect(boardInWords(t, puzzle, position).length).toBeLessThanOrEqual(1024);
      expect(boardInWords(t, puzzle, position).split(/[;,] (?!\d+ (?:peg|hole))/u)).toHaveLength(puzzle.board.rows);
    },
  );
});
