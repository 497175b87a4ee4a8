/** What people type wrongly is named with its code, its values and its place; nothing that can be typed throws. */

import { describe, expect, it } from 'vitest';
import { longestInput } from '../../src/puzzles/notation.ts';
import { type Problem, type ProblemCode, problemCodes } from '../../src/puzzles/puzzle.ts';
import { parseQuestion, readPosition } from '../../src/puzzles/reader.ts';
import { puzzleOf, puzzles } from '../../src/puzzles/registry.ts';
import { characters } from '../support/characters.ts';
import fc from '../support/properties.ts';
import { rankOf, somePosition, unrank } from '../support/truth.ts';
import { wrongDrawings } from '../support/wrong-drawings.ts';
import { wrongTiles } from '../support/wrong-tiles.ts';

const classic = ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J'] as const;
const jam = 'GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo';

type Row = [puzzle: string, input: string, code: ProblemCode, values: Problem['values'], span?: [number, number]];

const unknown = (puzzle: string, cell: number, piece: string, last: string) => ({ puzzle, cell, piece, last });
const count = (puzzle: string, expected: number, actual: number) => ({ puzzle, expected, actual });
const hole = (puzzle: string, piece: string, last: string) => ({ puzzle, piece, holes: `1–${last}` });

const row = (puzzle: string, number: number, expected: number, actual: number) => ({
  puzzle,
  row: number,
  expected,
  actual,
});

const rows = (puzzle: string, seen: string, expected: string) => ({ puzzle, rows: seen, expected });

const long = '1'.repeat(longestInput + 1);
const zalgo = '8\u0335\u0321\u0306672\u0334\u031554301';

const positions: Row[] = [
  // Nothing there.
  ['eight', '', 'empty', { puzzle: 'eight' }],
  ['eight', ' \n\t\u3000', 'empty', { puzzle: 'eight' }],
  ['eight', '[[],[]]', 'empty', { puzzle: 'eight' }],
  ['eight', '\u200B\uFE0F\u20E3', 'empty', { puzzle: 'eight' }],
  ['onoff', '//', 'empty', { puzzle: 'onoff' }],
  ['peg21', '``````', 'empty', { puzzle: 'peg21' }],

  // Far too much.
  ['eight', long, 'too-long', { length: longestInput + 1, most: longestInput }],
  ['onoff', '='.repeat(100_000), 'too-long', { length: 100_000, most: longestInput }],
  ['peg21', `all${'-7'.repeat(1500)}`, 'too-long', { length: 3003, most: longestInput }],
  ['peg15', '\u{1F600}'.repeat(1501), 'too-long', { length: 3002, most: longestInput }],

  // Sliding: what is no tile.
  ['eight', '86725430z', 'unknown-piece', unknown('eight', 9, 'z', '8'), [8, 9]],
  ['eight', '9 1 2 3 4 5 6 7 8', 'unknown-piece', unknown('eight', 1, '9', '8'), [0, 1]],
  ['eight', '8 6 7 2 5 4 3 0 12', 'unknown-piece', unknown('eight', 9, '12', '8'), [16, 18]],
  ['eight', '8 6 7 2 5 4 3 12', 'unknown-piece', unknown('eight', 8, '12', '8'), [14, 16]],
  ['eight', '10 11 12 13 14 15 16 17 18', 'unknown-piece', unknown('eight', 1, '10', '8'), [0, 2]],
  ['eight', '8,6,7,-2,5,4,3,0,1', 'unknown-piece', unknown('eight', 4, '-', '8'), [6, 7]],
  ['eight', '8 6 7 2.5 4 3 0 1', 'cell-count', count('eight', 9, 10)],
  ['eight', '**867254301**', 'unknown-piece', unknown('eight', 1, '*', '8'), [0, 1]],
  ['eight', '~~867254301~~', 'unknown-piece', unknown('eight', 1, '~', '8'), [0, 1]],
  ['eight', '> 867254301', 'unknown-piece', unknown('eight', 1, '>', '8'), [0, 1]],
  ['eight', '<@123456780>', 'unknown-piece', unknown('eight', 1, '<', '8'), [0, 1]],
  ['eight', '<:blank:867254301> 1', 'unknown-piece', unknown('eight', 1, '<:blank:867254301>', '8'), [0, 18]],
  ['eight', '867:fire:', 'unknown-piece', unknown('eight', 4, ':fire:', '8'), [3, 9]],
  ['eight', ':constructor:', 'unknown-piece', unknown('eight', 1, ':constructor:', '8'), [0, 13]],
  ['eight', '8 6 :__proto__: 2', 'unknown-piece', unknown('eight', 3, ':__proto__:', '8'), [4, 15]],
  ['eight', '867🔥54301', 'unknown-piece', unknown('eight', 4, '🔥', '8'), [3, 5]],
  ['eight', '867\uD83D54301', 'unknown-piece', unknown('eight', 4, '\uD83D', '8'), [3, 4]],
  ['eight', '86725430\uDC00', 'unknown-piece', unknown('eight', 9, '\uDC00', '8'), [8, 9]],
  ['eight', zalgo, 'unknown-piece', unknown('eight', 2, '\u0335', '8'), [1, 2]],
  ['eight', '\u202E867254301', 'unknown-piece', unknown('eight', 1, '\u202E', '8'), [0, 1]],
  ['eight', '867٢54301', 'unknown-piece', unknown('eight', 4, '٢', '8'), [3, 4]],
  ['eight', '\u0000', 'unknown-piece', unknown('eight', 1, '\u0000', '8'), [0, 1]],
  ['eight', '9️⃣', 'unknown-piece', unknown('eight', 1, '9', '8'), [0, 3]],
  ['eight', '8️⃣6️⃣9️⃣', 'unknown-piece', unknown('eight', 3, '9', '8'), [6, 9]],
  ['eight', 'all-7', 'unknown-piece', unknown('eight', 1, 'a', '8'), [0, 1]],
  ['eleven', '123456789ABC', 'unknown-piece', unknown('eleven', 12, 'C', 'B'), [11, 12]],
  ['eleven', '1 2 3 4 5 6 7 8 9 10 12 0', 'unknown-piece', unknown('eleven', 11, '12', 'B'), [21, 23]],
  ['eleven', '1 2 3 4 5 6 7 8 9 🔟 🇨 0', 'unknown-piece', unknown('eleven', 11, 'c', 'B'), [21, 23]],

  // Sliding: too few, too many, twice.
  ['eight', '86725430', 'cell-count', count('eight', 9, 8)],
  ['eight', '8672543011', 'cell-count', count('eight', 9, 10)],
  ['eight', '8 6 7 2 5 4 3 0', 'cell-count', count('eight', 9, 8)],
  ['eight', '1️⃣', 'cell-count', count('eight', 9, 1)],
  ['five', '123456780', 'unknown-piece', unknown('five', 6, '6', '5'), [5, 6]],
  ['seven', '1234567', 'cell-count', count('seven', 8, 7)],
  ['eleven', '1234567891011', 'cell-count', count('eleven', 12, 13)],
  ['eight', '867254371', 'repeated-tile', { tile: '7', first: 3, second: 8 }, [7, 8]],
  ['eight', '8 6 7 2 5 4 3 8 1', 'repeated-tile', { tile: '8', first: 1, second: 8 }, [14, 15]],
  ['eight', '8️⃣6️⃣7️⃣2️⃣5️⃣4️⃣3️⃣⬜8️⃣', 'repeated-tile', { tile: '8', first: 1, second: 9 }, [22, 25]],
  ['eleven', '1 2 3 4 5 6 7 8 9 10 A 0', 'repeated-tile', { tile: 'A', first: 10, second: 11 }, [21, 22]],
  ['eight', '86725430_', 'repeated-blank', { first: 8, second: 9 }, [8, 9]],
  ['six', '123⬜⬛60', 'repeated-blank', { first: 4, second: 5 }, [4, 5]],

  // Sliding: rows of another board.
  ['eleven', '123/456/789/AB0', 'other-rows', rows('eleven', '3 3 3 3', '4 4 4')],
  ['eleven', '1 2 3 4 5 6\n7 8 9 10 11 0', 'other-rows', rows('eleven', '6 6', '4 4 4')],
  ['eleven', '[[1,2,3],[4,5,6],[7,8,9],[10,11,0]]', 'other-rows', rows('eleven', '3 3 3 3', '4 4 4')],
  ['eleven', '123 456 789 AB0', 'other-rows', rows('eleven', '3 3 3 3', '4 4 4')],
  ['eight', '8 6 7\n2 5 4 3\n0 1', 'other-rows', rows('eight', '3 4 2', '3 3 3')],
  ['eight', '8672/54301', 'other-rows', rows('eight', '4 5', '3 3 3')],
  ['seven', '1 2 | 3 4 | 5 6 | 7 0', 'other-rows', rows('seven', '2 2 2 2', '4 4')],
  ['six', '1 2 3\n4 5 6\n0', 'other-rows', rows('six', '3 3 1', '2 3 2')],

  // Block.
  ['onoff', '==\nno\nof\nf_', 'other-rows', rows('onoff', '2 2 2 2', '4 4')],
  ['onoff', '==n/oof/f_', 'other-rows', rows('onoff', '3 3 2', '4 4')],
  ['onoff', '=no/off_', 'half-card', { cell: 1, piece: '=' }, [0, 1]],
  ['onoff', '= =no/off_', 'half-card', { cell: 1, piece: '=' }, [0, 1]],
  ['onoff', 'on=/=off_', 'half-card', { cell: 3, piece: '=' }, [2, 3]],
  ['onoff', 'no-=off_', 'half-card', { cell: 3, piece: '-' }, [2, 3]],
  ['onoff', 'no[off]_', 'half-card', { cell: 3, piece: '[' }, [2, 3]],
  ['onoff', 'no]off]_', 'unknown-piece', unknown('onoff', 3, ']', ''), [2, 3]],
  ['onoff', 'no_==off', 'card-off-row', { cell: 4 }, [3, 4]],
  ['onoff', '_no—off', 'card-off-row', { cell: 4 }, [3, 4]],
  ['onoff', '==no/of_', 'cell-count', count('onoff', 8, 7)],
  ['onoff', '==no/off__', 'cell-count', count('onoff', 8, 9)],
  ['onoff', '==on/ofx_', 'repeated-blank', { first: 7, second: 8 }, [8, 9]],
  ['onoff', '==nn/off_', 'repeated-card', { cell: 4, card: 'n' }, [3, 4]],
  ['onoff', '==no/o==_', 'repeated-card', { cell: 6, card: '==' }, [6, 7]],
  ['onoff', '==no/ooff', 'repeated-card', { cell: 6, card: 'o' }, [6, 7]],
  ['onoff', '==nO/Off_', 'repeated-card', { cell: 5, card: 'O' }, [5, 6]],
  ['onoff', '==no/oft_', 'unknown-piece', unknown('onoff', 7, 't', ''), [7, 8]],
  ['onoff', ':constructor:', 'unknown-piece', unknown('onoff', 1, ':constructor:', ''), [0, 13]],
  ['onoff', '==no/:__proto__:_', 'unknown-piece', unknown('onoff', 5, ':__proto__:', ''), [5, 16]],
  ['onoff', '\u20E3no/off_', 'cell-count', count('onoff', 8, 6)],
  ['onoff', '==nø/off_', 'unknown-piece', unknown('onoff', 4, 'ø', ''), [3, 4]],

  // Blocks.
  ['blocks', `${'A.../'.repeat(12)}A...`, 'board-size', { rows: 13, columns: 4, most: 12 }],
  ['klotski', '', 'empty', { puzzle: 'klotski' }],
  ['klotski', '////', 'empty', { puzzle: 'klotski' }],
  ['rush', 'o'.repeat(3001), 'too-long', { length: 3001, most: longestInput }],
  ['klotski', 'ABBC/ABB/DEEF/DGHF/I..J', 'row-length', row('klotski', 2, 4, 3), [5, 8]],
  ['klotski', 'ABBC/ABBC/DEEFF/DGHF/I..J', 'row-length', row('klotski', 3, 4, 5), [10, 15]],
  ['klotski', 'ABBC/ABBC/DEE/FDGHF/I..J', 'row-length', row('klotski', 3, 4, 3), [10, 13]],
  ['rush', 'GBBoLo\nGHIoLM\nGHIAA\nCCCKoM\nooJKDD\nEEJFFo', 'row-length', row('rush', 3, 6, 5), [14, 19]],
  ['klotski', 'ABBC/ABBC/DEEF/DGHF', 'row-count', count('klotski', 5, 4)],
  ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J/....', 'row-count', count('klotski', 5, 6)],
  ['rush', 'GBBoLo/GHIoLM/GHIAAM', 'row-count', count('rush', 6, 3)],
  ['klotski', 'ABBCABBCDEEFDGHFI..', 'cell-count', count('klotski', 20, 19)],
  ['rush', 'GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFoo', 'cell-count', count('rush', 36, 37)],
  ['klotski', 'ABBC/AB1C/DEEF/DGHF/I..J', 'unknown-piece', unknown('klotski', 7, '1', ''), [7, 8]],
  ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..Ä', 'unknown-piece', unknown('klotski', 20, 'Ä', ''), [23, 24]],
  ['rush', 'GBBoLo GHI?LM GHIAAM CCCKoM ooJKDD EEJFFo', 'unknown-piece', unknown('rush', 10, '?', ''), [10, 11]],
  ['rush', '🚗'.repeat(36), 'unknown-piece', unknown('rush', 1, '🚗', ''), [0, 2]],
  ['rush', ':red_car:', 'unknown-piece', unknown('rush', 1, ':red_car:', ''), [0, 9]],
  ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..A', 'piece-apart', { piece: 'A', cell: 20 }, [23, 24]],
  ['klotski', 'ABBC/.BBC/AEEF/DGHF/D..J', 'piece-apart', { piece: 'A', cell: 9 }, [10, 11]],
  ['klotski', 'AB.C/ABBC/DEEF/DBHF/I..J', 'piece-apart', { piece: 'B', cell: 14 }, [16, 17]],
  ['rush', 'AAoooo/oooooo/ooooAA/oooooo/oooooo/oooooo', 'piece-apart', { piece: 'A', cell: 17 }, [18, 19]],
  ['rush', 'oooooA/Aooooo/oooooo/oooooo/oooooo/oooooo', 'piece-apart', { piece: 'A', cell: 7 }, [7, 8]],
  ['rush', 'BBoooo/Booooo/AAoooo/oooooo/oooooo/oooooo', 'no-car', { piece: 'B', cell: 1 }, [0, 1]],
  ['rush', 'oooooo/oBoooo/AAoooo/oooooo/oooooo/oooooo', 'no-car', { piece: 'B', cell: 8 }, [8, 9]],
  ['rush', 'oooooo/oooooo/AAoBBo/oooBBo/oooooo/oooooo', 'no-car', { piece: 'B', cell: 16 }, [17, 18]],
  ['klotski', 'ABBCA BBCDE EFDGH FI..J', 'other-rows', rows('klotski', '5 5 5 5', '4 4 4 4 4')],
  ['klotski', 'ABBCA/BBCDE/EFDGH/FI..J', 'other-rows', rows('klotski', '5 5 5 5', '4 4 4 4 4')],
  ['rush', 'A...../A...../.BBxx./....../....../......', 'wall-or-piece', { mark: 'x', cell: 16 }, [17, 18]],
  ['rush', 'AA..oo/....../.BB.../....../....../......', 'empty-or-piece', { mark: 'o', cell: 5 }, [4, 5]],
  ['rush', 'AA..../..>..../.BB.../....../....../......', 'exit-mark', { mark: '>' }, [9, 10]],
  ['rush', 'AA..../......>/.BB.../....../....../......', 'no-exit-car', { row: 2 }],
  ['rush', 'AAAAAA/A...../BB..../....../....../......', 'no-car', { piece: 'A', cell: 1 }, [0, 1]],
  ['klotski', '....................', 'no-pieces', { puzzle: 'klotski' }],
  ['rush', 'x'.repeat(36), 'no-pieces', { puzzle: 'rush' }],
  ['rush', 'A: horizontal, length 2, row 1, col 1\nO: vertical, length 3, row 1, col 6', 'piece-list', {}, [3, 13]],
  ['klotski', 'A 1x2 at (0,0)\nB 2x2 at (1,0)', 'piece-list', {}, [2, 8]],
  ['klotski', '{"blocks":[{"x":0,"y":0,"w":1,"h":2}]}', 'piece-list', {}, [13, 17]],
  ['klotski', 'ABBC/ABBC/DEEF/DGHF/IKLJ', 'no-room', { puzzle: 'klotski' }],
  ['klotski', 'ABBC/ABBC/DEEF/DGHF/IxxJ', 'no-room', { puzzle: 'klotski' }],

  // Pegs.
  ['peg21', '111111211111111111111', 'unknown-piece', unknown('peg21', 7, '2', ''), [6, 7]],
  ['peg21', 'ooo ooo xoo', 'unknown-piece', unknown('peg21', 7, 'x', ''), [8, 9]],
  ['peg21', '1111110', 'cell-count', count('peg21', 21, 7)],
  ['peg15', '1'.repeat(16), 'cell-count', count('peg15', 15, 16)],
  ['peg15', '\uFE0F\uFE0F'.repeat(8), 'empty', { puzzle: 'peg15' }],
  ['peg15', `${'\u20E3'.repeat(2)}${'1'.repeat(14)}`, 'cell-count', count('peg15', 15, 14)],
  ['peg15', '0'.repeat(15), 'no-pegs', { puzzle: 'peg15' }],
  ['peg21', '1/11/101/1111/11111/111111', 'other-rows', rows('peg21', '1 2 3 4 5 6', '2 1 2 3 4 7 2')],
  ['peg21', '1 11 101 1111 11111 111111', 'other-rows', rows('peg21', '1 2 3 4 5 6', '2 1 2 3 4 7 2')],
  ['peg21', '1111111\n1110111\n1111111', 'other-rows', rows('peg21', '7 7 7', '2 1 2 3 4 7 2')],
  [
    'peg37',
    'oooo\nooooo\noooooo\nooo.ooo\noooooo\nooooo\noooo',
    'other-rows',
    rows('peg37', '4 5 6 7 6 5 4', '3 5 7 7 7 5 3'),
  ],
  ['peg33', '22111/22111/1111111/1110111/1111111/11122/11122', 'unknown-piece', unknown('peg33', 1, '2', ''), [0, 1]],
  // A mark that is also on the board says nothing of what is beside it.
  ['peg33', '0011100/0011100/1111111/1110111/1111111/0011100/0011100', 'cell-count', count('peg33', 33, 49)],
  ['peg21', 'all', 'no-hole-named', { puzzle: 'peg21', example: '7' }],
  ['peg21', ' ALL - ', 'no-hole-named', { puzzle: 'peg21', example: '7' }],
  ['peg21', 'all-22', 'unknown-hole', hole('peg21', '22', '21'), [4, 6]],
  ['peg15', 'all-0', 'unknown-hole', hole('peg15', '0', '15'), [4, 5]],
  ['peg21', 'all-7-d4', 'unknown-hole', hole('peg21', 'd4', '21'), [6, 8]],
  ['peg21', 'all - 7 -- -99', 'unknown-hole', hole('peg21', '99', '21'), [12, 14]],
  ['peg21', 'all-7-7', 'repeated-hole', { hole: '7' }, [6, 7]],
  ['peg21', 'all-7-12-７', 'repeated-hole', { hole: '7' }, [9, 10]],
  ['peg21', 'all-½-7', 'unknown-hole', hole('peg21', '1⁄2', '21'), [4, 5]],
  ['peg21', 'ａｌｌ-ﬃ', 'unknown-hole', hole('peg21', 'ffi', '21'), [4, 5]],
  ['peg21', 'all-7-any', 'unknown-hole', hole('peg21', 'any', '21'), [6, 9]],
  ['peg15', `all-${Array.from({ length: 15 }, (_, i) => i + 1).join('-')}`, 'no-pegs', { puzzle: 'peg15' }],
  ['peg21', 'allo', 'unknown-piece', unknown('peg21', 1, 'a', ''), [0, 1]],
  ['peg21', 'any', 'unknown-piece', unknown('peg21', 1, 'a', ''), [0, 1]],
  ['peg21', 'all\uD800-7', 'unknown-piece', unknown('peg21', 1, 'a', ''), [0, 1]],
  ['peg21', 'all.7-12', 'unknown-piece', unknown('peg21', 1, 'a', ''), [0, 1]],
  ['peg21', ':constructor:', 'unknown-piece', unknown('peg21', 1, ':constructor:', ''), [0, 13]],
];

const goals: Row[] = [
  ['klotski', 'BB../BB..', 'row-count', count('klotski', 5, 2)],
  ['klotski', 'BB../BB../..../..../...B', 'piece-apart', { piece: 'B', cell: 20 }, [23, 24]],
  ['klotski', '..../..../..../..../....', 'no-goal-piece', { puzzle: 'klotski' }],
  ['klotski', '-', 'unknown-piece', unknown('klotski', 1, '-', ''), [0, 1]],
  ['rush', 'oooooo/oooooo/ooooAo/ooooAA/oooooo/oooooo', 'no-car', { piece: 'A', cell: 17 }, [18, 19]],
  ['eight', 'any', 'unknown-piece', unknown('eight', 1, 'a', '8'), [0, 1]],
  ['eight', '12345678', 'cell-count', count('eight', 9, 8)],
  ['slide-s33j-l0aab', 'ABB/___', 'other-tiles', { piece: 'B', actual: 2, expected: 1 }],
  ['onoff', '==on', 'cell-count', count('onoff', 8, 4)],
  ['onoff', '==on/offp please', 'unknown-piece', unknown('onoff', 8, 'p', ''), [8, 9]],
  ['peg33', 'a1', 'unknown-hole', { puzzle: 'peg33', piece: 'a1', holes: 'a–g × 1–7' }, [0, 2]],
  ['peg21', '22', 'unknown-hole', hole('peg21', '22', '21'), [0, 2]],
  ['peg21', '  0 ', 'unknown-hole', hole('peg21', '0', '21'), [2, 3]],
  ['peg21', 'd4', 'unknown-hole', hole('peg21', 'd4', '21'), [0, 2]],
  ['peg15', '-1', 'unknown-piece', unknown('peg15', 1, '-', ''), [0, 1]],
  ['peg15', '111', 'cell-count', count('peg15', 15, 3)],
  ['peg15', '', 'empty', { puzzle: 'peg15' }],
  ['pegs-s3sf', 'x000x/x010x', 'other-shape', { puzzle: 'pegs-s3sf' }],
  ['peg15', 'anywhere', 'unknown-piece', unknown('peg15', 1, 'a', ''), [0, 1]],
  ['peg15', 'all-16', 'unknown-hole', hole('peg15', '16', '15'), [4, 6]],
  ['peg15', 'all', 'no-hole-named', { puzzle: 'peg15', example: '1' }],
  ['peg15', '0'.repeat(15), 'no-pegs', { puzzle: 'peg15' }],
  ['peg15', '1'.repeat(3500), 'too-long', { length: 3500, most: longestInput }],
];

const problem = ([, , code, values, span]: Row): Problem => (span ? { code, values, span } : { code, values });

describe('a wrong position', () => {
  it.each(positions.map((row) => [row[0], row[1].slice(0, 40), row] as const))('%s: %j', (id, _, row) => {
    expect(puzzleOf(id)!.parsePosition(row[1])).toEqual({ ok: false, problem: problem(row) });
  });
});

describe('a wrong goal', () => {
  it.each(goals.map((row) => [row[0], row[1].slice(0, 40), row] as const))('%s: %j', (id, _, row) => {
    expect(puzzleOf(id)!.parseGoal(row[1])).toEqual({ ok: false, problem: problem(row) });
    const puzzle = puzzleOf(id)!;
    const asked = parseQuestion(puzzle, puzzle.formatPosition(somePosition(puzzle)), row[1]);
    // An empty goal means the puzzle's own, when it is part of a question.
    if (row[2] === 'empty') expect(asked.ok).toBe(true);
    else expect(asked).toEqual({ ok: false, problem: problem(row) });
  });
});

/** Goals that don't fit the start: puzzle, position, goal, problem. */
const questions: [
  puzzle: string,
  position: string,
  goal: string,
  ...problem: [ProblemCode, Problem['values'], Row[4]?],
][] = [
  [...classic, '..../..../..../.ZZ./.ZZ.', 'goal-piece', { puzzle: 'klotski', piece: 'Z' }],
  [...classic, '..../..../..../.XX./.XX.', 'goal-piece', { puzzle: 'klotski', piece: 'X' }],
  [...classic, '..../..../..../..../.BB.', 'goal-piece', { puzzle: 'klotski', piece: 'B' }],
  [...classic, '..../..../..../.AA./.BB.', 'goal-piece', { puzzle: 'klotski', piece: 'A' }],
  ['rush', jam, 'oooooo/oooooo/oooAAA/oooooo/oooooo/oooooo', 'goal-piece', { puzzle: 'rush', piece: 'A' }],
  ['rush', jam, 'car:Z', 'unknown-car', { car: 'Z' }],
  ['blocks', 'AB.../...../...../.....', '', 'goal-missing', { puzzle: 'blocks' }],
  ['blocks', 'AB.../#####/...../.....', 'A bottom', 'no-place', { piece: 'A' }],
  ['blocks', 'AB.../...../...../.....', 'C bottom', 'unknown-car', { car: 'C' }],
  ['eight-mtm', '867254301', '123/.../...', 'goal-free', {}],
  ['rush', jam, 'car:m', 'upright-car', { car: 'M' }],
  ['rush', 'AA..../....../.BB.../....../....../......\n  exit', '', 'other-gate', {}, [42, 48]],
  ['rush', 'AA..../....../.BB.../....../....../......\nexit left or right', '', 'unclear-goal', {}, [42, 60]],
];

describe('a goal for other pieces', () => {
  it.each(questions)('%s: %s to %s', (id, position, goal, code, values, span) => {
    const expected = span ? { code, values, span } : { code, values };
    expect(parseQuestion(puzzleOf(id)!, position, goal)).toEqual({ ok: false, problem: expected });
  });

  it('is one for another lane of a car', () => {
    const rush = puzzleOf('rush')!;
    const asked = parseQuestion(rush, jam, 'oooooo/oooooo/oooooo/ooooAA/oooooo/oooooo');
    expect(asked.ok && rush.obstacle(asked.value)).toEqual({ code: 'off-lane', values: { piece: 'A' } });
  });
});

/** Texts in which a position is looked for. */
const texts: [puzzle: string, text: string, code: ProblemCode, values: Problem['values']][] = [
  [
    'eight',
    '867254301 or 647850321?',
    'several-positions',
    { puzzle: 'eight', first: '867254301', second: '647850321' },
  ],
  [
    'peg15',
    'all-7, all-8',
    'several-positions',
    { puzzle: 'peg15', first: '111111011111111', second: '111111101111111' },
  ],
];

describe('a text with several positions', () => {
  it.each(texts)('%s: %s', (id, text, code, values) => {
    expect(readPosition(puzzleOf(id)!, text)).toEqual({ ok: false, problem: { code, values } });
  });
});

it('is asked about the position before the goal', () => {
  const eight = puzzleOf('eight')!;
  expect(parseQuestion(eight, '1', 'z')).toEqual(eight.parsePosition('1'));
});

it('meets every code of a problem in the rows above', () => {
  const met = [...positions.map(([, , code]) => code), ...goals.map(([, , code]) => code)];
  const others = [...questions.map(([, , , code]) => code), ...texts.map(([, , code]) => code)];
  const drawings = [...wrongDrawings, ...wrongTiles].map(([, code]) => code);
  expect(new Set([...met, ...others, ...drawings])).toEqual(new Set(problemCodes));
});

/** Strings close to notations, so that they get deep into the parsers. */
const notationLike = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...'0123456789abfxnofFO_.=-–—[]/ ,●○') },
      fc.constantFrom(
        'all-',
        'any',
        '⬜',
        '🔟',
        '\uFE0F',
        '\u20E3',
        '\u200B',
        '\uD83D',
        '🇦',
        ':eight:',
        ':toString:',
        '🅾️',
      ),
      fc.string({ unit: 'grapheme', maxLength: 2 }),
      characters(2),
    ),
    { maxLength: 24, size: 'max' },
  )
  .map((parts) => parts.join(''));

describe.each(puzzles.map((puzzle) => [puzzle.id, puzzle] as const))('%s', (_, puzzle) => {
  it('answers anything typed with a position or a problem inside the input, and never throws', () => {
    const anything = fc.oneof(
      notationLike,
      fc.string({ unit: 'grapheme' }),
      characters(700),
      notationLike.map((text) => `all-${text}`),
    );
    fc.assert(
      fc.property(anything, (text) => {
        const position = puzzle.parsePosition(text);
        const goal = puzzle.parseGoal(text);
        for (const result of [position, goal]) {
          if (result.ok) continue;
          const { code, values, span = [0, 1] } = result.problem;
          const isSound =
            problemCodes.includes(code) &&
            Object.values(values).every((value) => ['string', 'number'].includes(typeof value)) &&
            0 <= span[0] &&
            span[0] < span[1] &&
            (result.problem.span === undefined || span[1] <= text.length);
          if (!isSound) throw new Error(JSON.stringify(result.problem));
        }
        if (position.ok) {
          expect(puzzle.parsePosition(puzzle.formatPosition(position.value))).toEqual(position);
          expect(unrank(puzzle, rankOf(puzzle, position.value))).toEqual(position.value);
          puzzle.obstacle({ start: position.value, goal: puzzle.goal });
        }
        if (goal.ok) expect(puzzle.parseGoal(goal.value.text)).toEqual(goal);
      }),
      { numRuns: 500 },
    );
  });

  it('finds the first piece that was spoilt in an otherwise good position', () => {
    const text = puzzle.formatPosition(puzzle.goal.positions[0]!);
    const cells = [...text].flatMap((mark, at) => (mark === '/' || mark === '=' ? [] : at));
    fc.assert(
      fc.property(fc.constantFrom(...cells), fc.constantFrom(...'?!@$%&ÄЖ😀漢'), (at, piece) => {
        const spoilt = puzzle.parsePosition(text.slice(0, at) + piece + text.slice(at + 1));
        const cell = text.slice(0, at).replaceAll('/', '').length + 1;
        expect(spoilt).toMatchObject({
          problem: { code: 'unknown-piece', values: { cell, piece }, span: [at, at + piece.length] },
        });
      }),
    );
  });
});
