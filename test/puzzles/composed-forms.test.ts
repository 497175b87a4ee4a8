/** Boards in several forms at once: cells, blanks, separators, rows and surroundings. Each is read as it is, or refused. */
import { expect, it } from 'vitest';
import type { Board } from '../../src/puzzles/board.ts';
import { puzzleFor, puzzlesOf, readPosition } from '../../src/puzzles/reader.ts';
import { puzzleOrKind } from '../../src/puzzles/registry.ts';

/** Texts that were read as other boards before, or not at all, and what they are. */
const texts: readonly (readonly [chosen: string, text: string, position: string])[] = [
  ['eight', '⑧，⑥，⑦\n②，⑤，④\n③，，①', '867254301'],
  ['eight', '8，6，7\n2，5，4\n3，，1', '867254301'],
  ['eight', '08;06;07 / 02;05;04 / 03;00;01\n(3x3)', '867254301'],
  ['eight', 'start = 1. 8 6 7\n2. 2 5 4\n3. 3 0 1', '867254301'],
  ['eight', 'start = 8-6-7\n2-5-4\n3-0-1', '867254301'],
  ['eight', '8 & 6 & 7\n2 & 5 & 4\n3 & 0 & 1', '867254301'],
  ['fifteen', '1,2,3,4;5,6,7,8;9,10,11,12;13,,14,15', '123456789ABCD0EF'],
  ['eight', '<8> <6> <7>\n<2> <5> <4>\n<3> < > <1>', '867254301'],
  ['fifteen', '15:14: 8:12\n10:11: 9:13\n 2: 6: 5: 1\n 3: 7: 4: 0', 'FE8CAB9D26513740'],
  ['fifteen', '十五 十四 八 十二; 十 十一 九 十三; 二 六 五 一; 三 七 四 〇', 'FE8CAB9D26513740'],
  ['fifteen', '**15 14 8 12\n10 11 9 13\n2 6 5 1\n3 7 4 0**', 'FE8CAB9D26513740'],
  ['blocks', '+------+\n| AAB. |\n| CAB. |\n| CD.. |\n+------+', 'AAB./CAB./CD..'],
  ['blocks', '| AAB. |\n| CAB. |\n| CD.. |', 'AAB./CAB./CD..'],
  ['blocks', '┌────┐\n│-AA-│\n│B--C│\n│----│\n└────┘', '.AA./B..C/....'],
  ['blocks', '+------+\n| _AA_ |\n| B__C |\n| ____ |\n+------+', '.AA./B..C/....'],
  ['blocks', '#########\n#--B----#\n#AA-C---#\n#-------#\n#-DDD---#\n#########', '..B..../AA.C.../......./.DDD...'],
  ['blocks', 'board = ######\n#AAB.#\n#CAB.#\n#CD..#\n######', 'AAB./CAB./CD..'],
  ['blocks', 'board = AAB.\nCAB.\nCD..', 'AAB./CAB./CD..'],
  ['blocks', '"**A**|**A**|**B**",\n"**C**|**.**|**B**",\n"**C**|**D**|**D**",', 'AAB/C.B/CDD'],
  [
    'blocks',
    '    0   1   2   3   4   5\n0  null   B   B  null  null  null\n1   C  null  null   D  null  null\n2   C   A   A   D  null  null',
    '.BB.../C..D../CAAD..',
  ],
  ['rush', 'Can you?\n.bb...\nc..d..\ncaad..\nc..d..\n..ee..\n......\nThanks!', 'oBBoooCooDooCAADooCooDooooEEoooooooo'],
  ['pegs', '["1111", "1101", "1111"]', '111111011111'],
  ['pegs', '  ***  \n ***** \n*******\n***.***\n*******\n ***** \n  ***  ', `${'1'.repeat(18)}0${'1'.repeat(18)}`],
  ['pegs', '     1     1     1     1\n     1     1     0     1\n     1     1     1     1', '111111011111'],
  ['pegs', '      o\n    o   o\n  o   .   o\no   o   o   o', '1111011111'],
  ['pegs', '🔴 🔴 🔴 🔴\n🔴 🔴 ⚪ 🔴\n🔴 🔴 🔴 🔴', '111111011111'],
  ['peg33', 'Board with the centre empty', `${'1'.repeat(16)}0${'1'.repeat(16)}`],
  ['pegs', 'board =    1   \n  111  \n 11011 \n  111  \n   1   ', '1111110111111'],
];

const carsInColumns = [
  '    0   1   2   3   4   5',
  '0       B   B            ',
  '1   C           D        ',
  '2   C   A   A   D        ',
  '3   C           D        ',
  '4           E   E        ',
  '5                        ',
].join('\n');

/** What programs print, and what people write beside rows. */
const printed: typeof texts = [
  ['eight', '8\t6\t7\t\n2\t5\t4\t\n3\t\t1\t', '867254301'],
  ['eight', '8\t6\t7\t\n2\t5\t4\t\n3\t\t1', '867254301'],
  ['eight', '\t8\t6\t7\n\t2\t5\t4\n\t3\t\t1', '867254301'],
  ['eight', '8;6;7;\n2;5;4;\n3;;1;', '867254301'],
  ['eight', '    A   B   C\n1   8   6   7\n2   2   5   4\n3   3       1', '867254301'],
  ['eight', '    0   1   2\n0   8   6   7\n1   2   5   4\n2   3       1', '867254301'],
  ['eight', '3   8   6   7\n2   2   5   4\n1   3       1\n    a   b   c', '867254301'],
  ['eight', '     [,1] [,2] [,3]\n[1,]    8    6    7\n[2,]    2    5    4\n[3,]    3         1', '867254301'],
  ['eight', 'VALUES (8, 6, 7), (2, 5, 4), (3, NULL, 1);', '867254301'],
  ['eight', 'rows: [8, 6, 7], [2, 5, 4], [3, None, 1]', '867254301'],
  ['eight', '* 8 6 7\n* 2 5 4\n* 3 * 1', '867254301'],
  ['blocks', 'A\tA\tB\t \t\nC\tA\tB\t \t\nC\tD\t \t \t', 'AAB./CAB./CD..'],
  ['eight', '- 8 6 7\n- 2 5 4\n- 3 - 1', '867254301'],
  ['eight', '[[8, 6, 7], [2, 5, 4], [3, "*", 1]]', '867254301'],
  ['eight', '| 8 | 6 | 7 |\n| 2 | 5 | 4 |\n| 3 | * | 1 |', '867254301'],
  ['eight', '__8 6 7__\n__2 5 4__\n__3 0 1__', '867254301'],
  [
    'slide',
    `[\n${['8 6 7', '2 5 4', '3 0 1'].map((row) => `    [\n${row.replaceAll(/\d ?/gu, '        $&,\n')}    ],\n`).join('')}]`,
    '867254301',
  ],
  ['slide', '[\n  [8, 6, 7,],\n  [2, 5, 4,],\n  [3, , 1,],\n]', '867254301'],
  [
    'eight',
    '   0   1   2\n  +---+---+---+\n0 | 8 | 6 | 7 |\n1 | 2 | 5 | 4 |\n2 | 3 |   | 1 |\n  +---+---+---+',
    '867254301',
  ],
  ['slide', '\\ 1 2 3\n1 8 6 7\n2 2 5 4\n3 3 0 1', '867254301'],
  ['slide', 'Row\tA\tB\tC\n1\t8\t6\t7\n2\t2\t5\t4\n3\t3\t0\t1', '867254301'],
  [
    'slide',
    '| # | A | B | C |\n|---|---|---|---|\n| 1 | 8 | 6 | 7 |\n| 2 | 2 | 5 | 4 |\n| 3 | 3 |   | 1 |',
    '867254301',
  ],
  ['slide', '|| 8 | 6 | 7 ||\n|| 2 | 5 | 4 ||\n|| 3 |   | 1 ||', '867254301'],
  ['eight', ',0,1,2\n0,8,6,7\n1,2,5,4\n2,3,0,1', '867254301'],
  ['eight', '{|\n|-\n| 8 || 6 || 7\n|-\n| 2 || 5 || 4\n|-\n| 3 || &nbsp; || 1\n|}', '867254301'],
  ['eight', '8–6–7–2–5–4–3–0–1', '867254301'],
  ['eight', '8-6-7 / 2-5-4 / 3-0-1', '867254301'],
  ['eight', 'No. 17: 8 6 7 / 2 5 4 / 3 0 1', '867254301'],
  ['pegs', '\t    o    \n\t  o o o  \n\to o . o o\n\t  o o o  \n\t    o    ', '1111110111111'],
  ['4x3', '4 2 1 | 10 9 3 | 0 8 5 | 6 11 7', '421A930856B7'],
  ['4x3', '4,2,1|10,9,3|0,8,5|6,11,7', '421A930856B7'],
  ['4x3', '4 2 1, 10 9 3, 0 8 5, 6 11 7', '421A930856B7'],
  ['4x3', '4,2,1 10,9,3 0,8,5 6,11,7', '421A930856B7'],
  ['4x3', 'np.array([4,2,1,10,9,3,0,8,5,6,11,7]).reshape(-1, 3)', '421A930856B7'],
  ['4x3', 'matrix(c(4,2,1,10,9,3,0,8,5,6,11,7), ncol=3, byrow=TRUE)', '421A930856B7'],
  ['eight', 'rows: 3\ncolumns: 3\n8 6 7\n2 5 4\n3 0 1', '867254301'],
  ['eight', '{"rows": 3, "cols": 3, "tiles": [8, 6, 7, 2, 5, 4, 3, 0, 1]}', '867254301'],
  ['eight', '3 columns: 8 6 7 / 2 5 4 / 3 0 1', '867254301'],
  ['eight', 'pd.DataFrame([[8, 6, 7], [2, 5, 4], [3, 0, 1]], columns=[0, 1, 2])', '867254301'],
  ['eight', '8 6 7 // row 1\n2 5 4 // row 2\n3 0 1 // row 3', '867254301'],
  ['eight', '>> 8 6 7\n>> 2 5 4\n>> 3 None 1', '867254301'],
  ['eight', '1. 8 6 7\n2. 2 5 4\n3. 3 None 1', '867254301'],
  ['blocks', '    0   1   2   3\n0   A   A   B    \n1   C   A   B    \n2   C   D        ', 'AAB./CAB./CD..'],
  ['rush', carsInColumns, 'oBBoooCooDooCAADooCooDooooEEoooooooo'],
  ['blocks', 'board = ["AAB ", "CAB ", "CD  "]', 'AAB./CAB./CD..'],
  ['blocks', '[\n  "AAB ",\n  "CAB ",\n  "CD  "\n]', 'AAB./CAB./CD..'],
  ['blocks', 'AAB \nCAB \nCD  ', 'AAB./CAB./CD..'],
  ['blocks', '\t1\t2\t3\t4\na\tA\tA\tB\t\nb\tC\tA\tB\t\nc\tC\tD\t\t', 'AAB./CAB./CD..'],
  ['eight', 'Solve this please: # 8 6 7\n# 2 5 4\n# 3 0 1', '867254301'],
  ['eight', '1) Row 1: 8 6 7\nRow 2: 2 5 4\nRow 3: 3 0 1', '867254301'],
  ['eight', 'initial state = __8 6 7__\n__2 5 4__\n__3 0 1__', '867254301'],
  ['fifteen', '```\n 1\t15 14 8 12\n 2\t10 11 9 13\n 3\t2 6 5 1\n 4\t3 7 4 0\n```', 'FE8CAB9D26513740'],
  ['eight', 'Start\n8 6 7\n2 5 4\n3   1\nthanks', '867254301'],
  ['eight', '初期配置\n8 6 7\n2 5 4\n3   1', '867254301'],
  ['eight', 'Daily #12: 8 6 7 2 5 4 3 0 1, 31 moves', '867254301'],
  ['eight', 'No. 12: 8, 6, 7, 2, 5, 4, 3, 0, 1', '867254301'],
  ...[
    '  1 2 3 4 5\n1 . . B . .\n2 . . B . .\n3 A A B . . >\n4 . . . . .\n5 . . . . .',
    '1 . . B . .\n2 . . B . .\n3 A A B . . EXIT\n4 . . . . .\n5 . . . . .',
    '1 . . B . .\n2 . . B . .\n3 A A B . . →\n4 . . . . .\n5 . . . . .\n  a b c d e',
    '1 ..B..\n2 ..B..\n3 AAB.. >\n4 .....\n5 .....',
  ].map((text) => ['rush', text, 'ooBooooBooAABoooooooooooo'] as const),
  ['pegs', 'matrix(c(1,1,1,1,1,1,1,0,1,1,1,1,1,1,1), nrow=3, byrow=TRUE)', '111111101111111'],
  ['pegs', '| A | B | C |\n|---|---|---|\n| O | O | O |\n| O | . | O |\n| O | O | O |', '111101111'],
];

const cross = ['  XXX  ', '  XXX  ', 'XXXXXXX', 'XXXOXXX', 'XXXXXXX', '  XXX  ', '  XXX  '];
const crossOf = (peg: string, hole: string, between: string): string =>
  cross.map((row) => [...row].map((cell) => (cell === ' ' ? '' : cell === 'X' ? peg : hole)).join(between)).join('\n');
const full = `${'1'.repeat(16)}0${'1'.repeat(16)}`;

/** Rows with keys in any order, boxes, names on both sides, strings of programs, words for pegs, and times of solves. */
const around: typeof texts = [
  ['eight', '{"row2":[2,5,4],"row1":[8,6,7],"row3":[3,0,1]}', '867254301'],
  ['eight', '{\n  "2": [3, 0, 1],\n  "0": [8, 6, 7],\n  "1": [2, 5, 4]\n}', '867254301'],
  ['slide', '{1=>[2,5,4], 0=>[8,6,7], 2=>[3,0,1]}', '867254301'],
  ['slide', 'row2 = [2,5,4]\nrow1 = [8,6,7]\nrow3 = [3,0,1]', '867254301'],
  ['slide', 'board[2] = {3,0,1};\nboard[1] = {2,5,4};\nboard[0] = {8,6,7};', '867254301'],
  ['eight', 'row 2: 2 5 4\nrow 1: 8 6 7\nrow 3: 3 0 1', '867254301'],
  ['slide', '2. 2 5 4\n1. 8 6 7\n3. 3 0 1', '867254301'],
  ['slide', '{"b":[2,5,4],"a":[8,6,7],"c":[3,0,1]}', '867254301'],
  ['slide', '{"middle":[2,5,4],"top":[8,6,7],"bottom":[3,0,1]}', '867254301'],
  ['slide', 'I have no idea where each piece goes, please help\n8 6 7\n2 5 4\n3 0 1', '867254301'],
  ['slide', 'Position of each tile:\n8 6 7\n2 5 4\n3 0 1', '867254301'],
  ['slide', 'cout << "867" << endl << "254" << endl << "301" << endl;', '867254301'],
  [
    'slide',
    '┌─┐┌─┐┌─┐\n│8││6││7│\n└─┘└─┘└─┘\n┌─┐┌─┐┌─┐\n│2││5││4│\n└─┘└─┘└─┘\n┌─┐┌─┐┌─┐\n│3││ ││1│\n└─┘└─┘└─┘',
    '867254301',
  ],
  [
    'slide',
    '+---+ +---+ +---+\n| 8 | | 6 | | 7 |\n+---+ +---+ +---+\n| 2 | | 5 | | 4 |\n+---+ +---+ +---+\n| 3 | |   | | 1 |\n+---+ +---+ +---+',
    '867254301',
  ],
  ['slide', '@"867\n254\n301"', '867254301'],
  ['slide', '8 6 7\n2 5 4\n3 0 1\n31', '867254301'],
  ['onoff', '==on/OfF_', '==on/OfF_'],
  ['slide', '8,0 6,0 7,0\n2,0 5,0 4,0\n3,0 0,0 1,0', '867254301'],
  ['slide', 'board = "867\\n" +\n        "254\\n" +\n        "301";', '867254301'],
  ['slide', '"867" & vbCrLf & "254" & vbCrLf & "301"', '867254301'],
  ['slide', 'String s = "867" + "254" + "301";', '867254301'],
  ['slide', 'board = "8 6 7\\r\\n2 5 4\\r\\n3 0 1"', '867254301'],
  ['slide', 'printf "8 6 7\\n2 5 4\\n3 0 1\\n" | ./a.out', '867254301'],
  ['slide', 'std::cout << "867\\n" << "254\\n" << "301\\n";', '867254301'],
  ['slide', './solver <<EOF\n867\n254\n301\nEOF', '867254301'],
  ['slide', '$b = <<<EOT\n867\n254\n301\nEOT;', '867254301'],
  ['slide', '\\begin{pmatrix} 8 & 6 & 7\\\\ 2 & 5 & 4\\\\ 3 & \\cdot & 1 \\end{pmatrix}', '867254301'],
  ['slide', '  a b c\n1 8 6 7 1\n2 2 5 4 2\n3 3 0 1 3\n  a b c', '867254301'],
  ['slide', '   a b c\n 3 8 6 7 3\n 2 2 5 4 2\n 1 3 0 1 1\n   a b c', '867254301'],
  ['slide', 'a 8 6 7 a\nb 2 5 4 b\nc 3 0 1 c', '867254301'],
  [
    'slide',
    '|   | a | b | c |   |\n| 1 | 8 | 6 | 7 | 1 |\n| 2 | 2 | 5 | 4 | 2 |\n| 3 | 3 | 0 | 1 | 3 |\n|   | a | b | c |   |',
    '867254301',
  ],
  [
    'slide',
    '    1  2  3  4\n1  15 14  8 12  1\n2  10 11  9 13  2\n3   2  6  5  1  3\n4   3  7  4  0  4\n    1  2  3  4',
    'FE8CAB9D26513740',
  ],
  ['slide', '1. 5.43   8 6 7/2 5 4/3 0 1', '867254301'],
  ['slide', '8 6 7/2 5 4/3 0 1  (5.432)', '867254301'],
  ['pegs', crossOf('X', 'O', '|').replace(/^|$/gmu, '|'), full],
  ['pegs', crossOf('X', 'O', '\t'), full],
  ['pegs', crossOf('X', 'O', ','), full],
  ['pegs', crossOf('on', 'off', ','), full],
  ['pegs', crossOf('full', 'empty', '|').replace(/^|$/gmu, '|'), full],
  ['pegs', crossOf('peg', 'hole', '\t'), full],
  ['pegs', 'empty\npeg peg\npeg peg peg\npeg peg peg peg\npeg peg peg peg peg', '011111111111111'],
];

it.each([...texts, ...printed, ...around])('%s: %j', (chosen, text, position) => {
  const puzzle = puzzleFor(puzzleOrKind(chosen)!, text);
  const read = puzzle.ok ? readPosition(puzzle.value, text) : puzzle;
  expect(read.ok && puzzle.ok && puzzle.value.formatPosition(read.value as never)).toBe(position);
});

it.each([...printed, ...around])('where nobody names the puzzle, none of another shape: %s: %j', (chosen, text) => {
  const puzzle = puzzleFor(puzzleOrKind(chosen)!, text);
  const sizeOf = ({ rows, size }: Board): string => `${rows} rows, ${size} cells`;
  const found = new Set(puzzlesOf(text).map(({ board }) => sizeOf(board)));
  expect([...found]).toEqual(puzzle.ok && found.size > 0 ? [sizeOf(puzzle.value.board)] : []);
});

it.each([
  'AAB \nCAB.\nCD. \nEDFF',
  '+------+\n| BB   |\n| CD D |\n| CAAD |\n+------+',
  '{{8 6 7}, {2 5 4}, {3  1}}',
  'start = 4 2 1 10\n9 3  8\n5 6 11 7',
  'Mine:\n    0   1   2   3   4   5   6\n0           1   1   1        \n1           1   1   1        \n2   1   1   1   0   1   1   1',
  '* 1 2 3 4 5\n* 6 7 8 9 A\n* B C D E *',
  '**| 4 2 1 10 |\n| 9 3  8 |\n| 5 6 11 7 |**',
  '1 2 3\n4 * 5\n6 7 _',
  // Numbers of columns.
  '  012345678\n0     X\n1    XXX\n2   XXXXX',
  '     0  1  2  3  4  5  6  7  8  9  A  B  C  D  E  F\n00: 7f 45 4c 46 02 01 01 00 00 00 00 00 00 00 00 00',
  // What is given by columns, or from below.
  'columns = [[8, 2, 3], [6, 5, 0], [7, 4, 1]]',
  '{"col0": [8, 2, 3], "col1": [6, 5, 0], "col2": [7, 4, 1]}',
  'cols: 8 2 3 / 6 5 0 / 7 4 1',
  'Column by column: 8 2 3, 6 5 0, 7 4 1',
  'column-major: 8 2 3 6 5 0 7 4 1',
  'Spalten: 8 2 3 / 6 5 0 / 7 4 1',
  'zip([8, 2, 3], [6, 5, 0], [7, 4, 1])',
  'pd.DataFrame({"a": [8, 2, 3], "b": [6, 5, 0], "c": [7, 4, 1]})',
  'DataFrame(a=[8, 2, 3], b=[6, 5, 0], c=[7, 4, 1])',
  'np.c_[[8, 2, 3], [6, 5, 0], [7, 4, 1]]',
  'data.frame(a=c(8, 2, 3), b=c(6, 5, 0), c=c(7, 4, 1))',
  '[[3, 0, 1], [2, 5, 4], [8, 6, 7]][::-1]',
  "np.array([8, 2, 3, 6, 5, 0, 7, 4, 1]).reshape(3, 3, order='F')",
  'Bottom row: 3 0 1\nMiddle row: 2 5 4\nTop row: 8 6 7',
  '3rd row: 3 0 1\n2nd row: 2 5 4\n1st row: 8 6 7',
  'Row 3: 3 0 1\nRow 2: 2 5 4\nRow 1: 8 6 7',
  '下段 3 0 1\n中段 2 5 4\n上段 8 6 7',
  'From bottom to top: 3 0 1 / 2 5 4 / 8 6 7',
  '{"row3": [3, 0, 1], "row2": [2, 5, 4], "row1": [8, 6, 7]}',
  '{"bottom": [3, 0, 1], "middle": [2, 5, 4], "top": [8, 6, 7]}',
  // What is to be turned first.
  'transpose of\n8 2 3\n6 5 0\n7 4 1',
  'Transposed: 8 2 3 / 6 5 0 / 7 4 1',
  'the mirror image of 768452103',
  'upside down:\n3 0 1\n2 5 4\n8 6 7',
  "[8 2 3; 6 5 0; 7 4 1]'",
  // The place of each tile.
  'position of each tile: 7 8 3 6 5 4 1 2 0',
  'positions of tiles 0-8: [7, 8, 3, 6, 5, 4, 1, 2, 0]',
  'where each tile is: 7 8 3 6 5 4 1 2 0',
  'pos = [7, 8, 3, 6, 5, 4, 1, 2, 0]  # pos[tile] = index',
  // Numbers without spaces, of which one line has some.
  '1514812\n10119 13\n2651\n3740',
])('nobody knows what %j is', (text) => {
  expect(puzzlesOf(text)).toEqual([]);
});
