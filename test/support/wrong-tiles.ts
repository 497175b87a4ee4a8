/** Drawings of boards for tiles that are refused: each with its problem. */
import type { ProblemCode } from '../../src/puzzles/puzzle.ts';

export const wrongTiles: readonly (readonly [text: string, code: ProblemCode])[] = [
  ['12345', 'tile-rows'],
  ['', 'tile-rows'],
  ['1 2 3 4 5 6 7 8 9 10 11 12 13 0 13', 'tile-rows'],
  ['1 2 3 4 5 6 7 8 9 10 0 11', 'which-size'],
  ['123456789AB0', 'which-size'],
  ['1 2 3 4 0 5', 'which-size'],
  ['1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 0, 19', 'which-size'],
  ['123/45/67_', 'row-length'],
  ['123\n4#5/67_', 'mixed-rows'],
  ['123/4?5/67_', 'tile-mark'],
  ['1 2 3/4 99 5/6 7 _', 'tile-mark'],
  ['123/4x5/67x', 'blank-or-outside'],
  ['123/45_/670', 'blank-marks'],
  ['tax/i__', 'tile-or-outside'],
  ['10 A/11 _', 'number-or-letter'],
  ['AB/CD', 'no-blank'],
  ['__/__', 'no-tiles'],
  ['1_#/##2', 'cell-apart'],
  [`${'******/'.repeat(6)}*****_`, 'too-many-cells'],
  [`_${'#'.repeat(40)}1/2${'#'.repeat(40)}3`, 'board-too-large'],
  ['12/'.repeat(2000), 'too-long'],
];

/** Goals that don't fit the start. */
export const wrongTileGoals: readonly (readonly [start: string, goal: string, code: ProblemCode])[] = [
  ['RATE/YOUR/MIND/PLA_', '', 'goal-missing'],
  ['RATE/YOUR/MIND/PLA_', 'RATE/YOUR/MIND/PALL', 'other-tiles'],
  ['RATE/YOUR/MIND/PLA_', 'RATE/YOUR/MINDPAL_', 'other-shape'],
  ['123/4#5/67_', '123/456/78_', 'other-shape'],
  ['112/2_3/331', '112/2_3/332', 'other-tiles'],
];
