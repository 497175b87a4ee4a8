/** Moves of sliding puzzles and cards as people write them in sentences and lists. */
import { expect, test } from 'vitest';
import { readLine } from '../../src/puzzles/line.ts';
import { longestMoves } from '../../src/puzzles/moves.ts';
import { unwrap } from '../../src/puzzles/puzzle.ts';
import { parseQuestion } from '../../src/puzzles/reader.ts';
import { knownPuzzle } from '../../src/puzzles/registry.ts';

const read = (id: string, position: string, text: string) => {
  const puzzle = knownPuzzle(id);
  return readLine(puzzle, text, unwrap(parseQuestion(puzzle, position), position));
};
/** Its blank goes down twice: the tiles 3 and 6 go up. */
const position = '120453786';

test.each([
  '3 up, 6 up',
  '3↑ 6↑',
  '3 ⬆️ 6 ⬆️',
  'tile 3 up\ntile 6 up',
  'Move 3 up. Move 6 up.',
  'Slide the 3 up, then slide the 6 up.',
  'First move tile 3 into the blank, then 6 into the empty space',
  '1) 3\n2) 6',
  '1. 3 up\n2. 6 up',
  'step 1: 3\nstep 2: 6',
  'Move 1: 3 up\nMove 2: 6 up',
  '- Step 1: up\n- Step 2: up',
  'moves: 3 6',
  'Solution: UU (2 moves)',
  'Solution in 2 moves: 3, 6',
  '36 (optimal)',
  'blank down, blank down',
  'the blank goes down, then down',
  '3 u 6 u',
  '3U 6U',
  '3U6U',
  '[3,"up"],[6,"up"]',
  '{"tile":3,"dir":"up"},{"tile":6,"dir":"up"}',
  '3 oben, 6 oben',
  'hoch hoch',
  'haut, haut',
  'arriba arriba',
  '3を上、6を上',
  '3を上に動かす、6を上に動かす',
])('%j', (text) => {
  expect(read('eight', position, text)).toMatchObject({
    ok: true,
    line: {
      moves: [
        [5, 2],
        [8, 5],
      ],
    },
  });
});

test.each([
  // A tile beside the blank that goes another way, and one that is elsewhere.
  ['3 down', 'not-beside', [0, 6]],
  ['3 up, 8 up', 'not-beside', [6, 10]],
  ['Move 3 up, then move 8 up', 'not-beside', [21, 25]],
  ['Move 3 up, then shake', 'unknown', [16, 21]],
  ['Move 3 up, then 7x', 'unknown', [16, 18]],
  // Numbers that do not count the lines are moves.
  ['2) 3\n1) 6', 'not-beside', [3, 4]],
  // The blank can't go up here, whatever else the letters may mean.
  ['blank up, blank up', 'illegal-blank-direction', [6, 8]],
] as const)('%j is refused where it is wrong', (text, code, span) => {
  expect(read('eight', position, text)).toMatchObject({ ok: false, problem: { code, span } });
});

test('letters that are cards or tiles stay what they are', () => {
  const onoff = knownPuzzle('onoff');
  const [{ position: start }] = onoff.landmarks as [(typeof onoff.landmarks)[number]];
  expect(read('onoff', start, 'move it').ok).toBe(false);
  expect(read('fifteen', '123456789ABCDE0F', 'F')).toMatchObject({ ok: true, line: { moves: [[15, 14]] } });
  expect(read('fifteen', '123456789ABCDE0F', 'F left')).toMatchObject({ ok: true, line: { moves: [[15, 14]] } });
  expect(read('fifteen', '123456789ABCDE0F', '15 left')).toMatchObject({ ok: true, line: { moves: [[15, 14]] } });
});

test('long texts of words are read in time that grows with their length', () => {
  for (const part of ['move ', 'tile 3 up, ', 'blank the ', '1. 3\n', '3 ("', 'up'])
    expect(read('eight', position, part.repeat(longestMoves / part.length)).ok).toBe(false);
});
