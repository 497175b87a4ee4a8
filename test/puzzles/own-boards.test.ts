/** Boards of one's own as people send them. Every way to ask reads them alike, and nothing else is one. */
import { describe, expect, it } from 'vitest';
import { boardsOf, fileLines, readFileLine } from '../../src/features/file/lines.ts';
import { type Puzzle, unwrap } from '../../src/puzzles/puzzle.ts';
import { findBoards, puzzleFor, puzzlesOf, questionFor, readPosition, saysPosition } from '../../src/puzzles/reader.ts';
import { drawnKinds, puzzleOrKind, puzzles } from '../../src/puzzles/registry.ts';
import { seeded } from '../../src/search/scramble.ts';
// @ts-expect-error: fuzzers read it too, which know no types.
import { forms as boardForms, cellsOf as cellsOfBoard, rowsOf as rowsOfBoard } from '../support/board-forms.js';
import { readByProcess } from '../support/program.ts';

const forms = boardForms as Readonly<Record<string, (board: string) => string>>;
const rowsOf = rowsOfBoard as (board: string) => string[];
const cellsOf = cellsOfBoard as (board: string) => string[][];

const boards = [
  ['rush', 'rush-7x7', '..B..../..B..../..B..../AA.C.../...C.../......./.DDD...'],
  ['rush', 'rush-5x5', '..B../..B../AAB../.CC../.....'],
  ['klotski', 'klotski', 'ABBC/ABBC/DEEF/DGHF/I..J'],
  ['rush', 'rush', '.BB.../C..D../CAAD../C..D../..EE../......'],
  ['klotski', 'klotski-6x6', 'ABBCDD/ABBCEE/FGGHH./F...I./J.KKI./......'],
  ['blocks', 'blocks-6x5', 'ABBC./ABBC./DEEFF/DGHII/J...K/.....'],
  ['blocks', 'blocks-5x5', 'ABBC#/ABBC#/DEEF#/DGHF#/I..J#'],
  ['pegs', 'wiegleb45', '   111/   111/   111/111111111/111101111/111111111/   111/   111/   111'],
  ['pegs', 'triangle21', '     1/    1 1/   1 0 1/  1 1 1 1/ 1 1 1 1 1/1 1 1 1 1 1'],
  ['slide', 'slide-s3rz-k7', '123/4#5/67_'],
  ['slide', '3x5', '12345/A9876/BCDE0'],
  ['pegs', 'pegs-s5mrlxg', '  1/ 111/11011/ 111/  1'],
] as const;

describe.each(boards)('%s: %s', (name, id, board) => {
  const chosen = puzzleOrKind(name)!;
  const puzzle = unwrap(puzzleFor(chosen, board), board);
  const expected = [puzzle.id, puzzle.formatPosition(unwrap(readPosition(puzzle, board), board))];

  const texts = Object.values(forms).map((form) => form(board));
  // A tray of one's own has no usual goal.
  const goal = name === 'blocks' ? ['--goal', 'B bottom'] : [];
  const byProcess = readByProcess([name, ...goal], texts);

  it('is the board', () => expect(puzzle.id).toBe(id));

  it.each(Object.entries(forms))('in %s', async (_, form) => {
    const text = form(board);
    const typed = unwrap(puzzleFor(chosen, text), text);
    expect([typed.id, typed.formatPosition(unwrap(readPosition(typed, text), text))]).toEqual(expected);
    const pasted = findBoards(text, puzzles, drawnKinds).map((found) => [
      found.puzzle.id,
      found.puzzle.formatPosition(found.position),
    ]);
    expect(pasted).toEqual([expected]);
    const [line, other] = boardsOf(fileLines(text), chosen);
    expect(other).toBeUndefined();
    expect((await byProcess)[texts.indexOf(text)]).toEqual(expected);
    if (name === 'blocks') return expect(saysPosition(chosen, line![1])).toBe(true);
    const read = readFileLine(line![1], 'solve', { puzzle });
    expect(read.ok && [read.puzzle.id, puzzle.formatPosition(read.question.start)]).toEqual(expected);
  });
});

it.each([
  [
    'blocks',
    'names of columns in small letters',
    '|a|b|c|d|\n|-|-|-|-|\n|A|A|B|x|\n|C|A|B|.|\n|C|D|.|x|\n|E|D|F|F|',
    'AABx/CAB./CD.x/EDFF',
  ],
  ['slide', 'numbers of columns above letters', '|1|2|3|\n|-|-|-|\n|A|B|C|\n|D|E|_|', 'ABC/DE_'],
  ['slide', 'a first row of letters as the head', '|A|B|C|\n|-|-|-|\n|D|E|F|\n|G|_|H|', 'ABC/DEF/G_H'],
  ['slide', 'a first row of numbers as the head', '|1|2|3|\n|-|-|-|\n|4|5|0|', '123/450'],
  ['slide', 'names as around a chess board', '3 1 2 3\n2 4 # 5\n1 6 7 _\n  a b c', '123/4#5/67_'],
  ['slide', 'bold lines', '**123**\n**4#5**\n**67_**', '123/4#5/67_'],
  ['slide', 'a frame of walls with walls inside', '#####\n#123#\n#4#5#\n#67_#\n#####', '123/4#5/67_'],
  ['slide', 'tiles without a name all around', '****/*1_*/****', '****/*1_*/****'],
  ['slide', 'walls around some rows only', '####\n#12#\n#3_4\n####', '12#/3_4'],
  ['blocks', 'a wall with a gap', '####\n#AB#\n#.C.\n####', '####/#AB#/#.C./####'],
  ['slide', 'a row beside the number of its line', '1: 8 6 7\n2: 2 5 4\n3: 3 0 1', '867/254/301'],
  ['slide', 'bullets', '* 1 2 3\n* 4 # 5\n* 6 7 _', '123/4#5/67_'],
  ['slide', 'a table of HTML', '<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>_</td></tr></table>', '12/3_'],
  [
    'slide',
    'a large table',
    `|1|2|3|4|5|\n|-|-|-|-|-|\n|6|7|8|9|10|\n|11|12|13|14|15|\n|16|17|18|19|20|\n|21|22||23|24|`,
    '1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 0 23 24',
  ],
  [
    'slide',
    'a number a line',
    JSON.stringify(
      [
        [8, 6, 7],
        [2, 5, 4],
        [3, 0, 1],
      ],
      null,
      1,
    ),
    '867/254/301',
  ],
  [
    'slide',
    'large numbers in circles',
    '①②③④⑤⑥\n⑦⑧⑨⑩⑪⑫\n⑬⑭⑮⑯⑰⑱\n⑲⑳㉑㉒㉓㉔\n㉕㉖㉗㉘㉙㉚\n㉛㉜㉝㉞　㉟',
    '1 2 3 4 5 6/7 8 9 10 11 12/13 14 15 16 17 18/19 20 21 22 23 24/25 26 27 28 29 30/31 32 33 34 0 35',
  ],
  [
    'rush',
    'an arrow',
    '.BB...\nC..D..\nCAAD..->\nC..D..\n..EE..\n......',
    '.BB.../C..D../CAAD..>/C..D../..EE../......',
  ],
  [
    'rush',
    'a word at the exit',
    '.BB...\nC..D..\nCAAD.. EXIT\nC..D..\n..EE..\n......',
    '.BB.../C..D../CAAD../C..D../..EE../......',
  ],
  [
    'rush',
    'a frame with an exit',
    '########\n#.BB...#\n#C..D..#\n#CAAD..>\n#C..D..#\n#..EE..#\n#......#\n########',
    '.BB.../C..D../CAAD..>/C..D../..EE../......',
  ],
  [
    'rush',
    'another mark for empty cells',
    '-BB---\nC--D--\nCAAD--\nC--D--\n--EE--\n------',
    '.BB.../C..D../CAAD../C..D../..EE../......',
  ],
  [
    'rush',
    'rows with their numbers',
    '  123456\n1 .BB...\n2 C..D..\n3 CAAD..\n4 C..D..\n5 ..EE..\n6 ......',
    '.BB.../C..D../CAAD../C..D../..EE../......',
  ],
  [
    'klotski',
    'a level of a program',
    '  ######\n  #a**c#\n  #a**c#\n  #deef#\n  #dghf#\n  #i  j#\n  ##--##\n    ..\n    ..',
    'ABBC/ABBC/DEEF/DGHF/I..J',
  ],
  [
    'klotski',
    'a frame with spaces and a gap',
    '+----+\n|ABBC|\n|ABBC|\n|DEEF|\n|DGHF|\n|I  J|\n+-  -+',
    'ABBC/ABBC/DEEF/DGHF/I..J',
  ],
  [
    'rush',
    'a frame with spaces that is open at the exit',
    '+------+\n| BB   |\n|C  D  |\n|CAAD   \n|C  D  |\n|  EE  |\n|      |\n+------+',
    '.BB.../C..D../CAAD../C..D../..EE../......',
  ],
  [
    'rush',
    'an empty row of tabs',
    '\tB\tB\t\t\t\nC\t\t\tD\t\t\nC\tA\tA\tD\t\t\nC\t\t\tD\t\t\n\t\tE\tE\t\t\n\t\t\t\t\t',
    '.BB.../C..D../CAAD../C..D../..EE../......',
  ],
  ['rush', 'strings of which some are empty', '[["","B","B"],["","",""],["A","A",""]]', '.BB/.../AA.'],
  [
    'rush',
    'tildes for empty cells',
    '~BB~~~\nC~~D~~\nCAAD~~\nC~~D~~\n~~EE~~\n~~~~~~',
    '.BB.../C..D../CAAD../C..D../..EE../......',
  ],
  ['rush', 'dots at the ends below brackets', 'Card (a)\nAAB...\n..B...\n......', 'AAB.../..B.../......'],
  ['rush', 'a last row of a letter for a direction', 'AAB\n..B\nLLL', 'AAB/..B/LLL'],
  ['rush', 'a size above', '3 6\nAAB...\n..B...\n......', 'AAB.../..B.../......'],
  ['rush', 'a short word above', 'Hi,\nAAB...\n..B...\n......', 'AAB.../..B.../......'],
  ['rush', 'a word at the exit, behind an arrow', 'AAB... → exit\n..B...\n......', 'AAB...>/..B.../......'],
  ['rush', 'a number of moves below', 'AAB...\n..B...\n......\n31', 'AAB.../..B.../......'],
  ['blocks', 'a word as wide as the tray above', 'start:\nABBC#\nABBC#\nD..F#\n31 moves', 'ABBC#/ABBC#/D..F#'],
  ['slide', 'a rule above tabs', '---\n1\t2\t3\n4\t#\t5\n6\t7\t_\nthanks', '123/4#5/67_'],
  ['klotski', 'numbers', '[[1,2,2,3],[1,2,2,3],[4,5,5,6],[4,7,8,6],[9,0,0,10]]', 'ABBC/ABBC/DEEF/DGHF/I..J'],
  ['klotski', 'kanji', '張曹曹馬\n張曹曹馬\n黃關關趙\n黃卒卒趙\n卒　　卒', 'ABBC/ABBC/DEEF/DGHF/I..J'],
  ['blocks', 'a size above numbers', '3 3\n1 1 2\n3 0 2\n3 4 4', 'AAB/C.B/CDD'],
  ['pegs', 'another mark for pegs', '  x\n xxx\nxx.xx\n xxx\n  x', '  1\n 111\n11011\n 111\n  1'],
  ['pegs', 'a triangle of stars', '   *\n  * *\n * . *\n* * * *', '   1\n  1 1\n 1 0 1\n1 1 1 1'],
  ['pegs', 'cells in brackets', '[o][o][o]\n[o][ ][o]\n[o][o][o]', '111/101/111'],
  ['pegs', 'strings in a list', '["  o  ",\n " ooo ",\n "oo.oo",\n " ooo ",\n "  o  "]', '  1\n 111\n11011\n 111\n  1'],
  [
    'pegs',
    'emoji as wide as two spaces',
    '    🔴\n  🔴🔴🔴\n🔴🔴⚪🔴🔴\n  🔴🔴🔴\n    🔴',
    '  1\n 111\n11011\n 111\n  1',
  ],
  ['pegs', 'nothing around', '[[None,1,None],[1,0,1],[1,1,1],[None,1,None]]', 'x1x/101/111/x1x'],
  ['blocks', 'a word before the first row', 'here it is: ABBC#\nABBC#\nD..F#', 'ABBC#/ABBC#/D..F#'],
  ['blocks', 'a command before a line', '/solve blocks position:ABBC#/ABBC#/D..F#', 'ABBC#/ABBC#/D..F#'],
  ['blocks', 'an array of Visual Basic', 'Dim b(,) = {{A, B, B}, {A, ., #}, {C, C, .}}', 'ABB/A.#/CC.'],
  ['blocks', 'a word behind a table', '|A|B|B|\n|A|.|#|\n|C|C|.| (edited)', 'ABB/A.#/CC.'],
  ['rush', 'a quote of which one line is marked', '> AAB...\n..B...\n......', 'AAB.../..B.../......'],
  ['slide', 'a head of Jira', '||a||b||\n|1|2|\n|3|4|\n|5|_|', '12/34/5_'],
  ['slide', 'numbers of rows', '1 1 2 3\n2 4 # 5\n3 6 7 0', '123/4#5/670'],
  ['slide', 'numbers of rows beside letters', '1 R A\n2 T E\n3 S _', 'RA/TE/S_'],
  ['slide', 'a size above numbers', '3 2\n1 2\n3 4\n5 0', '12/34/50'],
  ['pegs', 'a word before the first row', 'Mine:   1\n 111\n11011\n 111\n  1', '  1\n 111\n11011\n 111\n  1'],
  ['pegs', 'a word behind the last row', '  1\n 111\n11011\n 111\n  1   (edited)', '  1\n 111\n11011\n 111\n  1'],
  ['pegs', 'a quote of Discord', '>>> 1111\n1011\n1111\n1111', '1111/1011/1111/1111'],
  ['pegs', 'bold text that would move a row', '**oooo/o.oo/oooo/oooo**', 'oooo/o.oo/oooo/oooo'],
] as const)('%s: %s', (name, _, text, board) => {
  const [read, expected] = [text, board].map((some) => {
    const puzzle = unwrap(puzzleFor(puzzleOrKind(name)!, some), some);
    return [puzzle.id, puzzle.formatPosition(unwrap(readPosition(puzzle, some), some))];
  });
  expect(read).toEqual(expected);
});

it.each([
  ['blocks', 'AAB#/CAB./CD.#/EDFF', 'AAB#/CAB./CD.#/EDF.'],
  ['slide', '123/4#5/67_', '123/4#5/6_7'],
  ['pegs', 'oooo/o.oo/oooo/oooo', 'oooo/oo.o/oooo/oooo'],
] as const)('%s: two boards below each other are not one', (name, first, second) => {
  const kind = puzzleOrKind(name)!;
  const puzzle = unwrap(puzzleFor(kind, `${first}\n${first}`), name);
  expect(puzzle.id).toBe(unwrap(puzzleFor(kind, first), name).id);
  expect(readPosition(puzzle, `${first}\n${second}`)).toMatchObject({ problem: { code: 'several-positions' } });
  // Some rows are on lines, the others between slashes.
  expect(puzzleFor(kind, first.replace('/', '\n'))).toMatchObject({ problem: { code: 'mixed-rows' } });
});

it.each([
  ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J', '..../..../..../.BB./.BB.'],
  ['blocks', 'AAB#/CAB./CD.#/EDFF', '..../..../..../FF..'],
  ['eight', '867254301', '012/345/678'],
  ['slide', '123/4#5/6_7', '123/4#5/67_'],
] as const)('the goal of %s is read in the same forms', (name, start, goal) => {
  const goalOf = (text: string): string =>
    unwrap(questionFor(puzzleOrKind(name)!, start, text), text).question.goal.text;
  const read = ['lines', 'table', 'box', 'tabs', 'array with a type', 'frame of walls', 'fence', 'quote'];
  expect(read.map((form) => goalOf(forms[form]!(goal)))).toEqual(read.map(() => goalOf(goal)));
});

const idsIn = (text: string): string[] => findBoards(text, puzzles, drawnKinds).map(({ puzzle }) => puzzle.id);

it('several boards of a text are all found, and several puzzles of one board', () => {
  const [[, , park], [, , small]] = boards;
  expect(idsIn(`${park.replaceAll('/', '\n')}\n\nor ${small}?\n\n867254301`)).toEqual([
    'rush-7x7',
    'rush-5x5',
    'eight',
  ]);
  // Neither tray has a goal of its own.
  const both = 'ABB/ABB/.C.';
  expect(idsIn(both)).toEqual(['blocks-3x3']);
  // The same board twice is one.
  expect(idsIn(`${park}\n\n${park.replaceAll('/', '\n')}`)).toEqual(['rush-7x7']);
  expect(saysPosition(puzzleOrKind('rush')!, `${park}\n\n${park.replaceAll('/', '\n')}`)).toBe(true);
  const text = `${park} ${small}`;
  expect(puzzleFor(puzzleOrKind('rush')!, text)).toMatchObject({ ok: false, problem: { code: 'several-positions' } });
});

it.each([
  ['pegs', 'a row that may lack a hole', '  111\n  111\n1111111\n1110111\n111111\n  111\n  111', 'drawing-edge'],
  ['pegs', 'a cross among empty holes', '0011100/0011100/1111111/1110111/1111111/0011100/0011100', 'drawing-edge'],
  ['pegs', 'large and small letters', '  O\n OOO\nOOoOO\n OOO\n  O', 'mixed-marks'],
  ['pegs', 'circles of two colours', '🔴🔴🔴\n🔴⚪🔵\n🔴🔴🔴', 'mixed-marks'],
  ['peg33', 'circles of two colours', `🔵${'🔴'.repeat(31)}⚪`, 'mixed-marks'],
  ['pegs', 'a space for the hole', '  o\n ooo\noo oo\n ooo\n  o', 'no-room'],
  ['slide', 'a row too short', '8 6 7\n2 5\n3 0 1', 'row-length'],
  ['eight', 'a row too short', '8 6 7\n2 5\n3 0 1', 'row-length'],
  ['slide', 'a row too short in a frame', '+--+--+--+\n|1 |_ |\n+--+--+--+\n|2 |3 |4 |\n+--+--+--+', 'row-length'],
  ['klotski', 'squares of colours for blocks', '⬜🟦🟦⬜\n🟥🟥⬜⬜\n⬜⬜⬜⬜', 'unknown-piece'],
  ['peg33', 'a row too short', '111\n111\n1111111\n1110111\n111111\n111\n111', 'row-length'],
  ['blocks', 'a word that may be a row', 'reply\nABBC#\nABBC#\nDEEF#\nDGHF#\nI..J#', 'several-positions'],
  ['blocks', 'moves that may be a row', 'ABBC#\nABBC#\nDEEF#\nDGHF#\nI..J#\nRRDLU', 'several-positions'],
  ['eight', 'columns of R', 'matrix(c(8,6,7,2,5,4,3,0,1), nrow=3)', 'unknown-piece'],
  ['eight', 'columns that R binds', 'cbind(c(8,6,7),c(2,5,4),c(3,0,1))', 'unknown-piece'],
  ['eight', 'a list that is turned', 'np.array([[8,6,7],[2,5,4],[3,0,1]]).T', 'unknown-piece'],
  ['slide', 'a chat with other columns', '10:31 <alice> 1 2\n10:31 <alice> 3 0\n10:32 x', 'tile-mark'],
  ['pegs', 'cells below one another', '1\n0\n1\n1', 'drawing-rows'],
  ['eight', 'a row too short below a head', '||a||b||c||\n|8|6|7|\n|2|5|4|\n|3|1|', 'row-length'],
  ['eight', 'a tile twice in a table', '|8|6|7|\n|-|-|-|\n|2|5|4|\n|3| |8|', 'repeated-tile'],
  ['eight', 'a tile twice below words', 'Initial state:\n8 6 7\n2 5 4\n3 0 8', 'repeated-tile'],
] as const)('%s: %s is refused', (name, _, text, code) => {
  expect(questionFor(puzzleOrKind(name)!, text)).toMatchObject({ problem: { code } });
});

describe('no board is', () => {
  it.each([
    ['prose', 'Roses are red\nViolets are blue\nSugar is sweet\nAnd so are you'],
    ['a poem of single words', 'Fire\nAsh\nDust\n...\nGone'],
    ['a poem of words as long', 'stone\nwater\nlight\n.....\nnight'],
    ['strings of words', '["foo", "bar", "baz"]'],
    ['words', 'cat\ndog\ncow\n...\npig'],
    ['a table of numbers', '1 2 3 4\n2 4 6 8\n3 6 9 12\n4 8 12 16'],
    ['a table of digits', '| 0 | 1 | 1 |\n| 1 | 0 | 1 |\n| 1 | 1 | 0 |'],
    ['a matrix of bits', '0 1 1 0\n1 0 0 1\n1 0 0 1\n0 1 1 0'],
    ['colours', 'ff0000\nff0000\n00ff00\n0000ff'],
    ['an address', 'www.example/news.today/read.all'],
    ['a path', 'src/puzzles/reader/index'],
    ['a path below', './aaa/bbb/ccc'],
    ['a fraction', '1/2/3 and 11/10/01'],
    ['code', 'if (a) {\n  b = c;\n  return [x, o];\n}'],
    ['rows and a command', 'ABBC#\nABBC#\nDEEF#/solve'],
    ['a log', '....F..\n..F....\n.......\n..E....'],
    ['a grid of few numbers', '1 2 3\n4 _ _\n_ _ _'],
    ['four in a row', '⚪⚪⚪⚪⚪⚪⚪\n⚪⚪⚪🔴⚪⚪⚪\n⚪⚪🟡🔴🟡⚪⚪\n⚪🔴🟡🟡🔴🔴⚪'],
    ['noughts and crosses', 'x o .\n. x o\no . x'],
    ['a larger game of crosses', 'xo..\n.xo.\nooxx\n..ox'],
    ['a game of life', '.O..\n..O.\nOOO.\n....'],
    ['a hash', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['a word of 25 letters', 'antidisestablishmentarian'],
    ['keys of a telephone', '1 2 3\n4 5 6\n7 8 9\n* 0 #'],
    ['a month', ' 1  2  3  4  5  6  7\n 8  9 10 11 12 13 14\n15 16 17 18 19 20 21'],
    ['a sudoku', '53_ _7_ ___\n6__ 195 ___\n_98 ___ _6_'],
    ['years', '2026\n1127\n1448'],
    ['Japanese', 'こんにちは\n元気です\n...\nさようなら'],
    ['a crossword', 'CAT..\n.R.D.\n.TOO.\n...G.\nBEES.'],
    ['the same row again', 'ABBC#\n"\nDEEF#\nDGHF#\nI..J#\n"\nK..L#'],
  ])('%s', (_, text) => expect(idsIn(text)).toEqual([]));

  const [[, , park], , , , , , [, , tray], [, , cross]] = boards;
  it.each([
    ['rows without one', rowsOf(park).with(3, 'AA.C..').join('\n')],
    ['rows with one too long', rowsOf(park).with(6, '.DDD....').join('\n')],
    ['rows of which one has another mark', rowsOf(park).with(5, '..?....').join('\n')],
    ['a row with a digit beside', `${rowsOf(park).join('\n')}\n...3...`],
    [
      'a row of numbers above',
      `1 2 3 4 5 6 7\n${cellsOf(park)
        .map((row) => row.join(' '))
        .join('\n')}`,
    ],
    [
      'rows beside other letters',
      rowsOf(park)
        .map((row) => `${row} x`)
        .join('\n'),
    ],
    ['a row with a mistake between', rowsOf(tray).with(1, 'AB5C#').join('/')],
    [
      'pegs with other marks around',
      rowsOf(cross)
        .map((row) => row.replaceAll(' ', '2').padEnd(9, '2'))
        .join('\n'),
    ],
    ['a drawing with a row too short', rowsOf(cross).with(4, '1111011').join('\n')],
  ])('a part of a larger grid: %s', (_, text) => {
    expect(idsIn(text).filter((id) => id !== 'wiegleb45')).toEqual([]);
    for (const kind of drawnKinds) {
      // As pegs, a shorter row is another board.
      if (text.includes('\n1111011\n')) continue;
      const read = questionFor(puzzleOrKind(kind.name)!, text);
      if (read.ok) expect(read.value.puzzle.id).toBe('wiegleb45');
    }
  });
});

it.each([
  ['2x2', '0123/4567'],
  ['2x2', '579B/0123/468A'],
  ['2x2', forms.frame!('4567/89A#/0123')],
  ['five', forms.frame!('6789AB/CDE#FG/012345')],
  ['seven', forms.frame!('ABCDEFG8/IJKL#MN9/01234567')],
  ['five', forms['array with a type']!('012/345/678')],
  ['rush', forms['frame of walls']!('AA../..B./..B./....')],
  ['rush', forms['frame of walls']!('AA../FF../..../....')],
])('%s: a row of a larger board, or a smaller board in a frame, is none of its positions', (name, text) => {
  expect(readPosition(puzzleOrKind(name) as Puzzle, text).ok).toBe(false);
  expect(puzzlesOf(text).map(({ id }) => id)).not.toContain(name);
});

it.each(['klotski', 'blocks'])('%s: words or an empty head above a board without room are no rows', (kind) => {
  const values = { puzzle: `${kind}-3x3` };
  const said = questionFor(puzzleOrKind(kind)!, forms.sentence!('BAA/BFF/BFF'));
  expect(said).toMatchObject({ ok: false, problem: { code: 'no-room', values } });
  const table = questionFor(puzzleOrKind(kind)!, '| | | |\n|-|-|-|\n|B|A|A|\n|B|F|F|\n|B|F|F|');
  expect(table).toMatchObject({ ok: false, problem: { values } });
});

it('a board is never read as one of another shape', () => {
  const random = seeded('own boards');
  const below = (most: number): number => Math.floor(random() * most);
  const read = new Set<string>();
  for (let times = 0; times < 200; times++) {
    const [height, width] = [3 + below(6), 3 + below(6)];
    const tray = Array.from({ length: height }, () => new Array<string>(width).fill('.'));
    for (const letter of 'ABCDEFGH') {
      const [y, x, isAcross] = [below(height - 1), below(width - 1), random() < 0.5];
      const square = [
        [y, x],
        isAcross ? [y, x + 1] : [y + 1, x],
        ...(random() < 0.2 ? [1, 2, 3].map((corner) => [y + (corner & 1), x + (corner >> 1)]) : []),
      ];
      if (square.every(([row, column]) => tray[row!]![column!] === '.'))
        for (const [row, column] of square) tray[row!]![column!] = letter;
    }
    const board = tray.map((row) => row.join('')).join('/');
    const names = Object.keys(forms);
    const text = forms[names[below(names.length)]!]!(board);
    for (const puzzle of [...findBoards(text, puzzles, drawnKinds).map((found) => found.puzzle), ...puzzlesOf(text)]) {
      expect([text, puzzle.board.rows, puzzle.board.size]).toEqual([text, height, height * width]);
      read.add(puzzle.name);
    }
  }
  expect([...read].sort()).toEqual(['blocks', 'klotski', 'rush']);
});
