/** Boards as people send them: in tables, in frames, as programs print them. Every way to ask reads them alike. */
import { describe, expect, it } from 'vitest';
import { boardsOf, fileLines, readFileLine } from '../../src/features/file/lines.ts';
import type { Puzzle } from '../../src/puzzles/puzzle.ts';
import { findBoards, puzzleFor, questionFor, readPosition } from '../../src/puzzles/reader.ts';
import { knownPuzzle, puzzleOrKind, puzzles } from '../../src/puzzles/registry.ts';
import { seeded } from '../../src/search/scramble.ts';
import { readByProcess } from '../support/program.ts';

const eight = { puzzle: knownPuzzle('eight'), position: '867254301' };
const fifteen = { puzzle: knownPuzzle('fifteen'), position: '123456789ABCDE0F' };
const cross = { puzzle: knownPuzzle('peg33'), position: 'all-d4' };

const ofEight = {
  slash: '8 6 7/2 5 4/3 0 1',
  semi: '8 6 7;2 5 4;3 0 1',
  lines: '8 6 7\n2 5 4\n3 0 1',
  compact: '867\n254\n301',
  commas: '8,6,7,2,5,4,3,0,1',
  csvlines: '8,6,7\n2,5,4\n3,0,1',
  numpy: '[[8 6 7]\n [2 5 4]\n [3 0 1]]',
  numpyArr: 'array([[8, 6, 7],\n       [2, 5, 4],\n       [3, 0, 1]])',
  python: '[[8,6,7],[2,5,4],[3,0,1]]',
  tuple: '((8,6,7),(2,5,4),(3,0,1))',
  none: '[[8,6,7],[2,5,4],[3,None,1]]',
  nul: '[[8,6,7],[2,5,4],[3,null,1]]',
  minus: '8 6 7 2 5 4 3 -1 1',
  star: '8 6 7\n2 5 4\n3 * 1',
  under: '8 6 7\n2 5 4\n3 _ 1',
  blank: '8 6 7\n2 5 4\n3   1',
  md: '| 8 | 6 | 7 |\n|---|---|---|\n| 2 | 5 | 4 |\n| 3 |   | 1 |',
  mdhead: '| a | b | c |\n|---|---|---|\n| 8 | 6 | 7 |\n| 2 | 5 | 4 |\n| 3 | 0 | 1 |',
  fence: '```\n8 6 7\n2 5 4\n3 0 1\n```',
  fenceTxt: '```txt\n8 6 7\n2 5 4\n3 0 1\n```',
  quote: '> 8 6 7\n> 2 5 4\n> 3 0 1',
  bold: '**8 6 7 2 5 4 3 0 1**',
  tick: '`867254301`',
  box: '┌───┬───┬───┐\n│ 8 │ 6 │ 7 │\n├───┼───┼───┤\n│ 2 │ 5 │ 4 │\n├───┼───┼───┤\n│ 3 │   │ 1 │\n└───┴───┴───┘',
  ascii: '+---+---+---+\n| 8 | 6 | 7 |\n+---+---+---+\n| 2 | 5 | 4 |\n+---+---+---+\n| 3 |   | 1 |\n+---+---+---+',
  tabs: '8\t6\t7\n2\t5\t4\n3\t\t1',
  latex: '\\begin{bmatrix} 8 & 6 & 7 \\\\ 2 & 5 & 4 \\\\ 3 & 0 & 1 \\end{bmatrix}',
  latexB: '$\\begin{pmatrix}8&6&7\\\\2&5&4\\\\3&&1\\end{pmatrix}$',
  full: '８６７\n２５４\n３０１',
  circled: '⑧⑥⑦\n②⑤④\n③⓪①',
  kanji: '八六七\n二五四\n三〇一',
  keycaps: '8️⃣6️⃣7️⃣\n2️⃣5️⃣4️⃣\n3️⃣⬜1️⃣',
  numbered: '1. 8 6 7\n2. 2 5 4\n3. 3 0 1',
  numberedP: '1) 8 6 7\n2) 2 5 4\n3) 3 0 1',
  braces: '{{8,6,7},{2,5,4},{3,0,1}}',
  pipes: '8|6|7\n2|5|4\n3|0|1',
  dashes: '8-6-7-2-5-4-3-0-1',
  label: 'start: 8 6 7 2 5 4 3 0 1',
  equals: 'board = [8, 6, 7, 2, 5, 4, 3, 0, 1]',
  quoted: '"8","6","7","2","5","4","3","","1"',
  strs: "['8','6','7','2','5','4','3',' ','1']",
  latexlr: '\\left[\\begin{array}{ccc}8&6&7\\\\2&5&4\\\\3&0&1\\end{array}\\right]',
  jsonkey: '{"board":[[8,6,7],[2,5,4],[3,0,1]]}',
  nan: '[[8,6,7],[2,5,4],[3,NaN,1]]',
  empty: '8 6 7 2 5 4 3 empty 1',
  eol: '8 6 7 \\n 2 5 4 \\n 3 0 1',
  c: 'int board[3][3] = {{8,6,7},{2,5,4},{3,0,1}};',
  java: 'int[][] tiles = new int[][] {\n  {8, 6, 7},\n  {2, 5, 4},\n  {3, 0, 1}\n};',
  cSharp: 'int[,] board = new int[3,3] { {8, 6, 7}, {2, 5, 4}, {3, 0, 1} };',
  rust: 'let t: [[u8; 3]; 3] = [[8, 6, 7], [2, 5, 4], [3, 0, 1]];',
  macro: 'vec![vec![8, 6, 7], vec![2, 5, 4], vec![3, 0, 1]]',
  haskell: '[[Just 8,Just 6,Just 7],[Just 2,Just 5,Just 4],[Just 3,Nothing,Just 1]] :: [[Maybe Int]]',
  prolog: 'initial([8,6,7,2,5,4,3,blank,1]).',
  lisp: "(setq start '((8 6 7) (2 5 4) (3 nil 1)))",
  comments: 'board = [\n  [8, 6, 7],  # top\n  [2, 5, 4],  # middle\n  [3, 0, 1],  # bottom\n]',
  jsonItems: `{\n  "tiles": ${JSON.stringify([8, 6, 7, 2, 5, 4, 3, 0, 1], null, 4)}\n}`,
  count: '3\n 8  6  7\n 2  5  4\n 3     1',
  countOfDigits: '3\n867\n254\n301',
  reals: '[[ 8.  6.  7.]\n [ 2.  5.  4.]\n [ 3. nan  1.]]',
  r: '     [,1] [,2] [,3]\n[1,]    8    6    7\n[2,]    2    5    4\n[3,]    3    0    1',
  pandas: '   0  1  2\n0  8  6  7\n1  2  5  4\n2  3  0  1',
  csvEmpty: '8,6,7\n2,5,4\n3,,1',
  csvSemicolons: '8;6;7\n2;5;4\n3;;1',
  html: '<table>\n<tr><td>8</td><td>6</td><td>7</td></tr>\n<tr><td>2</td><td>5</td><td>4</td></tr>\n<tr><td>3</td><td>&nbsp;</td><td>1</td></tr>\n</table>',
  br: '8 6 7<br>2 5 4<br/>3 0 1',
  tabular:
    '\\begin{tabular}{|c|c|c|}\n\\hline\n8 & 6 & 7 \\\\ \\hline\n2 & 5 & 4 \\\\ \\hline\n3 & & 1 \\\\ \\hline\n\\end{tabular}',
  latexRows: '8 & 6 & 7 \\\\\n2 & \\textbf{5} & 4 \\\\\n3 & \\square & 1 \\\\',
  cells: '[8][6][7]\n[2][5][4]\n[3][ ][1]',
  sides: '+-------+\n| 8 6 7 |\n| 2 5 4 |\n| 3   1 |\n+-------+',
  below: ' ___ ___ ___\n| 8 | 6 | 7 |\n|___|___|___|\n| 2 | 5 | 4 |\n|___|___|___|\n| 3 |   | 1 |\n|___|___|___|',
  brackets: '⎡8 6 7⎤\n⎢2 5 4⎥\n⎣3 0 1⎦',
  codeCells: '| `8` | `6` | `7` |\n|---|---|---|\n| `2` | `5` | `4` |\n| `3` | ` ` | `1` |',
  filledCircles: '❽❻❼\n❷❺❹\n❸⓿❶',
  arabic: '٨ ٦ ٧\n٢ ٥ ٤\n٣ ٠ ١',
  bold2: '𝟖𝟔𝟕\n𝟐𝟓𝟒\n𝟑𝟎𝟏',
  kanjiBlank: '八 六 七\n二 五 四\n三 空 一',
  named: 'Row 1: 8 6 7\nRow 2: 2 5 4\nRow 3: 3 0 1',
  lineNumbers: '1: 8 6 7\n2: 2 5 4\n3: 3 0 1',
  lineBars: '1 | 8 6 7\n2 | 2 5 4\n3 | 3 0 1',
  bullets: '* 8 6 7\n* 2 5 4\n* 3 0 1',
  tightQuote: '>8 6 7\n>2 5 4\n>3 0 1',
  odd: '8 6 7\n2 5 4\n3 -- 1',
  letter: "[['8','6','7'],['2','5','4'],['3','B','1']]",
  gap: '867\n254\n3 1',
  column: '8\n6\n7\n2\n5\n4\n3\n0\n1',
  wiki: '{| class="wikitable"\n|-\n| 8 || 6 || 7\n|-\n| 2 || 5 || 4\n|-\n| 3 ||  || 1\n|}',
  forum:
    '[table][tr][td]8[/td][td]6[/td][td]7[/td][/tr][tr][td]2[/td][td]5[/td][td]4[/td][/tr][tr][td]3[/td][td][/td][td]1[/td][/tr][/table]',
  xml: '<row>8 6 7</row>\n<row>2 5 4</row>\n<row>3 0 1</row>',
  xmlCells:
    '<row><cell>8</cell><cell>6</cell><cell>7</cell></row><row><cell>2</cell><cell>5</cell><cell>4</cell></row><row><cell>3</cell><cell/><cell>1</cell></row>',
  items: '<ul><li>8 6 7</li><li>2 5 4</li><li>3 0 1</li></ul>',
  some: '[[Some(8), Some(6), Some(7)], [Some(2), Some(5), Some(4)], [Some(3), None, Some(1)]]',
  go: '[[8,6,7],[2,5,4],[3,<nil>,1]]',
  rowKeys: '{"row1":[8,6,7],"row2":[2,5,4],"row3":[3,0,1]}',
  rowNames: 'r1 = 8 6 7\nr2 = 2 5 4\nr3 = 3 0 1',
  ordinals: '1st row: 8 6 7\n2nd row: 2 5 4\n3rd row: 3 0 1',
  listing: '     1\t8 6 7\n     2\t2 5 4\n     3\t3 0 1',
  added: '```diff\n+ 8 6 7\n+ 2 5 4\n+ 3 0 1\n```',
  colours: '\u001B[1;31m8 6 7\u001B[0m\n2 5 4\n3 0 1',
  embedded: '\u202A8 6 7\u202C\n\u202A2 5 4\u202C\n\u202A3 0 1\u202C',
  rules: '---------\n 8  6  7\n---------\n 2  5  4\n---------\n 3  0  1\n---------',
  brokenBars: '¦8¦6¦7¦\n¦2¦5¦4¦\n¦3¦ ¦1¦',
  wideBars: '｜8｜6｜7｜\n｜2｜5｜4｜\n｜3｜　｜1｜',
  heavyFrame: '┏━━━┯━━━┯━━━┓\n┃ 8 │ 6 │ 7 ┃\n┠───┼───┼───┨\n┃ 2 │ 5 │ 4 ┃\n┠───┼───┼───┨\n┃ 3 │   │ 1 ┃\n┗━━━┷━━━┷━━━┛',
  emptyList: '8 6 7\n2 5 4\n3 [] 1',
  cross: '8️⃣6️⃣7️⃣\n2️⃣5️⃣4️⃣\n3️⃣❌1️⃣',
  hole: '8️⃣ 6️⃣ 7️⃣\n2️⃣ 5️⃣ 4️⃣\n3️⃣ 🕳️ 1️⃣',
  particles: '盤面は867254301です。',
  visualBasic: 'Dim b(,) As Integer = {{8, 6, 7}, {2, 5, 4}, {3, 0, 1}}',
  maple: 'Matrix(3, 3, [[8, 6, 7], [2, 5, 4], [3, 0, 1]])',
  rowsInR: 'rbind(c(8, 6, 7), c(2, 5, 4), c(3, NA, 1))',
  byRows: 'm <- matrix(c(8,6,7,2,5,4,3,0,1), 3, 3, byrow=TRUE)',
  vectorOfR: '[1] 8 6 7 2 5 4 3 0 1',
  frameOfR: '  V1 V2 V3\n1  8  6  7\n2  2  5  4\n3  3  0  1',
  reshaped: 'np.array([8, 6, 7, 2, 5, 4, 3, 0, 1]).reshape(3, 3)',
  tensor: "tensor([[8, 6, 7],\n        [2, 5, 4],\n        [3, 0, 1]], device='cuda:0', dtype=torch.int32)",
  stacked: 'np.vstack([[8, 6, 7], [2, 5, 4], [3, 0, 1]])',
  ocaml: '[[8; 6; 7]; [2; 5; 4]; [3; 0; 1]]',
  pandasReals: '     0    1    2\n0  8.0  6.0  7.0\n1  2.0  5.0  4.0\n2  3.0  NaN  1.0',
  csvHead: 'c1,c2,c3\n8,6,7\n2,5,4\n3,0,1',
  jiraHead: '||8||6||7||\n|2|5|4|\n|3| |1|',
  jiraNames: '||a||b||c||\n|8|6|7|\n|2|5|4|\n|3|0|1|',
  dokuWiki: '^ a ^ b ^ c ^\n| 8 | 6 | 7 |\n| 2 | 5 | 4 |\n| 3 | 0 | 1 |',
  htmlHead:
    '<table><tr><th>a</th><th>b</th><th>c</th></tr><tr><td>8</td><td>6</td><td>7</td></tr><tr><td>2</td><td>5</td><td>4</td></tr><tr><td>3</td><td>0</td><td>1</td></tr></table>',
  besideTable: 'Mine: | 8 | 6 | 7 |\n| 2 | 5 | 4 |\n| 3 |  | 1 | (edited)',
  heading: '# 8 6 7\n# 2 5 4\n# 3 0 1',
  comment: '// 8 6 7\n// 2 5 4\n// 3 0 1',
  blockQuote: '>>> 8 6 7\n2 5 4\n3 0 1',
  chat: '10:31 <alice> 8 6 7\n10:31 <alice> 2 5 4\n10:31 <alice> 3 0 1',
  spoiler: '||8 6 7\n2 5 4\n3 0 1||',
  topRow: 'Top row: 8 6 7\nMiddle row: 2 5 4\nBottom row: 3 0 1',
  firstRow: 'First row: 8 6 7\nSecond row: 2 5 4\nThird row: 3 0 1',
  rowsInLine: 'Row 1: 8 6 7, Row 2: 2 5 4, Row 3: 3 _ 1',
  rowsInSentence: 'The top row is 8 6 7, the middle row is 2 5 4, and the bottom row is 3 space 1.',
  tightRowsInLine: 'row1: 867 row2: 254 row3: 301',
  rowsInJapanese: '1行目：867\n2行目：254\n3行目：301',
  rowsInJapaneseLine: '上段 8 6 7 中段 2 5 4 下段 3 0 1',
  wideSpace: '８６７\n２５４\n３　１',
  wideSlashes: '盤面：8 6 7／2 5 4／3 空 1',
  slashesAndWord: 'Board: 8 6 7/2 5 4/3 None 1',
  gapBelowCaption: 'Board:\n867\n254\n3 1',
  rowsWithoutMarks: 'top row 8 6 7\nmiddle row 2 5 4\nbottom row 3 gap 1',
  rowNumbers: '1 8 6 7\n2 2 5 4\n3 3 0 1',
  namesAndRule: '    0 1 2\n    -----\n0 | 8 6 7\n1 | 2 5 4\n2 | 3 0 1',
  equalSign: 'n=8 6 7 2 5 4 3 0 1',
  yaml: '- - 8\n  - 6\n  - 7\n- - 2\n  - 5\n  - 4\n- - 3\n  - 0\n  - 1',
  times: '[12:01] 8 6 7\n[12:01] 2 5 4\n[12:02] 3 0 1',
  log: '[11/20/26, 10:31] alice: 8 6 7\n[11/20/26, 10:31] alice: 2 5 4\n[11/20/26, 10:32] alice: 3 0 1',
  hyphens: '867-254-301',
  vectors: "'#(#(8 6 7) #(2 5 4) #(3 0 1))",
  besideWords: 'Look at this:\n  1 2 3\n1 8 6 7\n2 2 5 4\n3 3 0 1\nin 31 moves',
};
const ofFifteen = {
  pad: ' 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14  0 15',
  padblank: ' 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14    15',
  circled: '①②③④\n⑤⑥⑦⑧\n⑨⑩⑪⑫\n⑬⑭　⑮',
  kanji: '一 二 三 四\n五 六 七 八\n九 十 十一 十二\n十三 十四 〇 十五',
  full: '１　２　３　４\n５　６　７　８\n９　１０　１１　１２\n１３　１４　０　１５',
  hex: '1234\n5678\n9ABC\nDE0F',
  hexlow: '1234/5678/9abc/de0f',
  zero: '01 02 03 04\n05 06 07 08\n09 10 11 12\n13 14 00 15',
  md: '|1|2|3|4|\n|-|-|-|-|\n|5|6|7|8|\n|9|10|11|12|\n|13|14||15|',
  tabs: '1\t2\t3\t4\n5\t6\t7\t8\n9\t10\t11\t12\n13\t14\t\t15',
  np: '[[ 1  2  3  4]\n [ 5  6  7  8]\n [ 9 10 11 12]\n [13 14  0 15]]',
  under: '1 2 3 4 5 6 7 8 9 10 11 12 13 14 _ 15',
  dashes: '1-2-3-4\n5-6-7-8\n9-10-11-12\n13-14-0-15',
  minus: '1,2,3,4,5,6,7,8,9,10,11,12,13,14,-1,15',
  none: '[1,2,3,4,5,6,7,8,9,10,11,12,13,14,None,15]',
  box: '╔════╦════╦════╦════╗\n║  1 ║  2 ║  3 ║  4 ║\n╠════╬════╬════╬════╣\n║  5 ║  6 ║  7 ║  8 ║\n╠════╬════╬════╬════╣\n║  9 ║ 10 ║ 11 ║ 12 ║\n╠════╬════╬════╬════╣\n║ 13 ║ 14 ║    ║ 15 ║\n╚════╩════╩════╩════╝',
  counted: '1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15 (1)',
  wideMark: ' 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14 ## 15',
  wideX: '01 02 03 04\n05 06 07 08\n09 10 11 12\n13 14 XX 15',
  parentheses: '(1) (2) (3) (4)\n(5) (6) (7) (8)\n(9) (10) (11) (12)\n(13) (14) ( ) (15)',
  brackets: '[ 1][ 2][ 3][ 4]\n[ 5][ 6][ 7][ 8]\n[ 9][10][11][12]\n[13][14][  ][15]',
};
const drawing = ['  111', '  111', '1111111', '1110111', '1111111', '  111', '  111'].join('\n');
const ofCross = {
  drawn: drawing,
  oo: drawing.replaceAll('1', 'o').replaceAll('0', '.'),
  dots: drawing.replaceAll('1', '●').replaceAll('0', '○'),
  sp: '    1 1 1\n    1 1 1\n1 1 1 1 1 1 1\n1 1 1 0 1 1 1\n1 1 1 1 1 1 1\n    1 1 1\n    1 1 1',
  xx: 'xx111xx\nxx111xx\n1111111\n1110111\n1111111\nxx111xx\nxx111xx',
  squareMarks: JSON.stringify(
    drawing.split('\n').map((row) => [...row.padEnd(7)].map((cell) => ({ 1: 'X', 0: 'O' })[cell] ?? ' ')),
  ),
  breaks: drawing.replaceAll(' ', '&nbsp;').replaceAll('1', 'o').replaceAll('0', '.').replaceAll('\n', '<br>\n'),
  minus:
    '[[-1,-1,1,1,1,-1,-1],[-1,-1,1,1,1,-1,-1],[1,1,1,1,1,1,1],[1,1,1,0,1,1,1],[1,1,1,1,1,1,1],[-1,-1,1,1,1,-1,-1],[-1,-1,1,1,1,-1,-1]]',
  two: '2 2 1 1 1 2 2\n2 2 1 1 1 2 2\n1 1 1 1 1 1 1\n1 1 1 0 1 1 1\n1 1 1 1 1 1 1\n2 2 1 1 1 2 2\n2 2 1 1 1 2 2',
  none: '[[None,None,1,1,1,None,None],[None,None,1,1,1,None,None],[1,1,1,1,1,1,1],[1,1,1,0,1,1,1],[1,1,1,1,1,1,1],[None,None,1,1,1,None,None],[None,None,1,1,1,None,None]]',
  booleans: JSON.stringify(
    drawing.split('\n').map((row) => [...row.padEnd(7)].map((cell) => ({ 1: true, 0: false })[cell] ?? null)),
  ),
  star: '  ***\n  ***\n*******\n***.***\n*******\n  ***\n  ***',
  O: '  OOO\n  OOO\nOOOOOOO\nOOO.OOO\nOOOOOOO\n  OOO\n  OOO',
  fence: `\`\`\`\n${drawing}\n\`\`\``,
  md: '| | |1|1|1| | |\n|-|-|-|-|-|-|-|\n| | |1|1|1| | |\n|1|1|1|1|1|1|1|\n|1|1|1|0|1|1|1|\n|1|1|1|1|1|1|1|\n| | |1|1|1| | |\n| | |1|1|1| | |',
  emoji:
    '⬛⬛🔵🔵🔵⬛⬛\n⬛⬛🔵🔵🔵⬛⬛\n🔵🔵🔵🔵🔵🔵🔵\n🔵🔵🔵⚪🔵🔵🔵\n🔵🔵🔵🔵🔵🔵🔵\n⬛⬛🔵🔵🔵⬛⬛\n⬛⬛🔵🔵🔵⬛⬛',
};

/** What each way to ask reads: that of options, that of the menu, that of files. */
const readings = (puzzle: Puzzle, text: string) => {
  const typed = readPosition(puzzle, text);
  const pasted = findBoards(text, puzzles).filter((found) => found.puzzle === puzzle);
  return {
    typed: typed.ok ? puzzle.formatPosition(typed.value) : typed.problem,
    pasted: pasted.map(({ position }) => puzzle.formatPosition(position)),
  };
};

describe.each([
  { ...eight, forms: ofEight, method: [] },
  // Without databases, which take seconds to build.
  { ...fifteen, forms: ofFifteen, method: ['--method', 'ida'] },
  { ...cross, forms: ofCross, method: [] },
])('$puzzle.id', ({ puzzle, position, forms, method }) => {
  const start = readPosition(puzzle, position);
  const expected = start.ok ? puzzle.formatPosition(start.value) : '';
  const texts = Object.values(forms);
  const byProcess = readByProcess([puzzle.id, ...method], texts);

  it.each(Object.entries(forms))('%s', async (_, text) => {
    expect(readings(puzzle, text)).toEqual({ typed: expected, pasted: [expected] });
    const [line, other] = boardsOf(fileLines(text), puzzle);
    expect(other).toBeUndefined();
    const read = readFileLine(line![1], 'solve', { puzzle });
    expect(read.ok && puzzle.formatPosition(read.question.start)).toBe(expected);
    expect((await byProcess)[texts.indexOf(text)]).toEqual([puzzle.id, expected]);
  });
});

describe.each([
  { ...eight, forms: ofEight },
  { ...fifteen, forms: ofFifteen },
])('the form of any board, of $puzzle.id', ({ puzzle, position, forms }) => {
  it.each(Object.entries(forms))('%s is that board, or refused', (_, text) => {
    const drawn = puzzleFor(puzzleOrKind('slide')!, text);
    if (!drawn.ok) return;
    const read = readPosition(drawn.value, text);
    expect([drawn.value.board, read.ok && puzzle.formatPosition(read.value)]).toEqual([puzzle.board, position]);
  });

  it('is read from rows, tables, frames and lists', () => {
    const read = Object.values(forms).filter((text) => puzzleFor(puzzleOrKind('slide')!, text).ok);
    expect(read.length).toBeGreaterThan(Object.keys(forms).length * 0.7);
  });
});

it.each([
  ['eight', 'a cell behind the last bar', '|8|6|7|\n|2|5|4|\n|3|0|1|6', 'row-length'],
  ['slide', 'the time of a message', '[11/20/26, 10:31] alice: hello', 'tile-mark'],
  ['rush', 'a board of another kind', 'ABBC\nABBC\nDEEF\nDGHF\nI..J', 'no-car'],
  ['slide', 'rows of which one is divided elsewhere', 'R\tA\tT#E\nY\tO\tU\tR\nM\tI\tN\tD\nP\tA\tL\t_', 'tile-mark'],
])('%s: %s is no smaller board', (name, _, text, code) => {
  expect(questionFor(puzzleOrKind(name)!, text)).toMatchObject({ problem: { code } });
  expect(findBoards(text, puzzles).filter((found) => found.puzzle.id === name)).toEqual([]);
});

it('a triangle in a table is the triangle', () => {
  const rows = [1, 2, 3, 4, 5].map((count) => [...'1'.repeat(count).padEnd(5)]);
  const text = rows
    .with(2, ['1', '0', '1', ' ', ' '])
    .map((row) => row.join(' | '))
    .join('\n--+---+--\n');
  const drawn = questionFor(puzzleOrKind('pegs')!, text);
  expect(drawn.ok && [drawn.value.puzzle.id, drawn.value.question.start.join('')]).toEqual([
    'peg15',
    '111101111111111',
  ]);
});

/** Ways to write the cells of a board, of which 0 is empty. */
const styles: readonly ((rows: readonly (readonly number[])[]) => string)[] = [
  (rows) => rows.map((row) => `| ${row.map((cell) => cell || ' ').join(' | ')} |`).join('\n'),
  (rows) => {
    const line = `+${rows[0]!.map(() => '----').join('+')}+`;
    return [
      line,
      ...rows.flatMap((row) => [`|${row.map((cell) => String(cell || '').padStart(4)).join('|')}|`, line]),
    ].join('\n');
  },
  (rows) => `\\begin{bmatrix}${rows.map((row) => row.map((cell) => cell || '').join('&')).join('\\\\')}\\end{bmatrix}`,
  (rows) => rows.map((row) => row.map((cell) => cell || '').join('\t')).join('\n'),
  (rows) => `[${rows.map((row) => `[${row.map((cell) => cell || 'None').join(', ')}]`).join(',\n ')}]`,
  (rows) => rows.map((row) => row.map((cell) => String(cell || '').padStart(3)).join('')).join('\n'),
];

const readsTables = (count: number): void => {
  const random = seeded('tables');
  const below = (most: number): number => Math.floor(random() * most);
  const read = new Set<string>();
  for (let times = 0; times < count; times++) {
    const [height, width] = [2 + below(4), 2 + below(4)];
    const cells = Array.from({ length: height * width }, (_, cell) => cell).sort(() => random() - 0.5);
    const rows = Array.from({ length: height }, (_, row) => cells.slice(row * width, (row + 1) * width));
    const text = styles[below(styles.length)]!(rows);
    for (const { puzzle } of findBoards(text, puzzles)) {
      expect([text, puzzle.board.rows, puzzle.board.size]).toEqual([text, height, height * width]);
      read.add(puzzle.id);
    }
  }
  expect([...read]).toEqual(expect.arrayContaining(['eight', 'eleven', 'fifteen', 'seven', 'five', 'twentyfour']));
};
it('a board in a table is never read as one of another shape', () => readsTables(400));
it('none of 1,500 boards in tables is', { tags: 'heavy' }, () => readsTables(1500));

const readsStrangeTexts = (count: number): void => {
  const random = seeded('marks');
  const marks = [
    '|',
    '---',
    '\n',
    ' ',
    '8',
    '12',
    '\t',
    '\\begin{matrix}',
    '\\end{matrix}',
    '&',
    '\\\\',
    'None',
    '-1',
    '*',
  ];
  marks.push(
    '十',
    '三',
    '①',
    '　',
    '[',
    ']',
    ',',
    '+',
    '╔',
    '║',
    '"',
    'array(',
    ')',
    '> ',
    '.',
    'o',
    '1',
    '(3)',
    'empty',
    '_',
  );
  for (let times = 0; times < count; times++) {
    const length = 1 + Math.floor(random() * 40);
    const text = Array.from({ length }, () => marks[Math.floor(random() * marks.length)]).join('');
    for (const { position } of findBoards(text, [eight.puzzle])) expect(position).toHaveLength(9);
  }
};
it('no text is too strange to be read', () => readsStrangeTexts(800));
it('nor is one of three thousand', { tags: 'heavy' }, () => readsStrangeTexts(3000));
