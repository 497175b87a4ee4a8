/** Drawings of peg boards that are refused: each with its problem, and the part that is wrong. */
import type { ProblemCode } from '../../src/puzzles/puzzle.ts';

export const wrongDrawings: readonly (readonly [text: string, code: ProblemCode, part: string])[] = [
  ['111101111', 'drawing-rows', ''],
  ['', 'drawing-rows', ''],
  ['111/1z1/111', 'drawing-mark', 'z'],
  ['111/1_1/111', 'drawing-mark', '_'],
  ['111/1o1/111', 'mixed-marks', 'o'],
  ['111/1\t1/111', 'drawing-gap', '\t'],
  // The centre may be lost, or spaces at the start of the text.
  ['111/11/111', 'drawing-edge', ''],
  ['1/11/111/11/1', 'drawing-edge', ''],
  ['11/ 111/  111', 'drawing-edge', ''],
  ['1/   1 1/  1 0 1/ 1 1 1 1', 'drawing-edge', ''],
  ['  1\n 11\n111', 'drawing-triangle', ''],
  ['1 1 1/ 1 1/ 1', 'drawing-edge', ''],
  [' 1 1 1/1 0 1/1 1 1', 'drawing-step', ''],
  ['1x1/101/1x1/xxx/111', 'hole-apart', ''],
  ['111/xxx/111', 'hole-apart', ''],
  ['11/10', 'no-jumps', ''],
  ['xx/xx', 'no-jumps', ''],
  [Array(5).fill('1'.repeat(10)).join('/'), 'too-many-holes', ''],
  [Array(10).fill('111').join('/'), 'board-too-large', ''],
  [`1${'1'.repeat(26)}/1${'x'.repeat(26)}`, 'board-too-large', ''],
  ['1x/'.repeat(2000), 'too-long', ''],
];
