import { describe, expect, it } from 'vitest';
import { likenessOf } from '../../src/puzzles/likeness.ts';
import { unwrap } from '../../src/puzzles/puzzle.ts';
import { parseQuestion, questionFor } from '../../src/puzzles/reader.ts';
import { puzzleOf, puzzleOrKind } from '../../src/puzzles/registry.ts';
import { questionText } from '../../src/puzzles/start-and-goal.ts';

const asked = (name: string, text: string): readonly string[] => {
  const read = questionFor(puzzleOrKind(name)!, text);
  if (!read.ok) return [read.problem.code];
  const { puzzle, question } = read.value;
  return [puzzle.formatPosition(question.start), question.goal.text];
};

const start = '283164705';
const goal = '123804765';
const rows = (board: string): string => board.replace(/...(?=.)/gu, '$&\n');

describe('a text that says a start and its goal', () => {
  it.each([
    `${start} -> ${goal}`,
    `${start} → ${goal}`,
    `${start}➡️${goal}`,
    `from ${start} to ${goal} in how many moves?`,
    `Initial state: ${start}, goal state: ${goal}`,
    `Goal: ${goal}\nStart: ${start}\nThanks!`,
    `初期状態 ${start} 目標状態 ${goal}`,
    `Start:\n${rows(start)}\nGoal:\n${rows(goal)}`,
    `\`\`\`\n${rows(start)}\n\`\`\`\nto\n\`\`\`\n${rows(goal)}\n\`\`\``,
    `${rows(start)}\n↓\n${rows(goal)}`,
    'start_state = [[2,8,3],[1,6,4],[7,0,5]]\ngoal_state = [[1,2,3],[8,0,4],[7,6,5]]',
    'int[][] goal = {{1,2,3},{8,0,4},{7,6,5}};\nint[][] start = {{2,8,3},{1,6,4},{7,0,5}};',
    '2 8 3       1 2 3\n1 6 4  -->  8 0 4\n7 0 5       7 6 5',
    `Start:\n${rows(start)}\n\nZiel:\n${rows(goal)}`,
    '[[2, 8, 3],\n [1, 6, 4],\n [7, 0, 5]] -> [[1, 2, 3],\n [8, 0, 4],\n [7, 6, 5]]',
    `Anfangszustand: ${start}\nZielzustand: ${goal}`,
    `Départ : ${start}\nArrivée : ${goal}`,
    `Inicial: ${start}, objetivo: ${goal}`,
    `初始状态：\n${rows(start)}\n目标状态：\n${rows(goal)}`,
    JSON.stringify({ initial: start, goal }, null, 2),
    '| 2 | 8 | 3 |     | 1 | 2 | 3 |\n| 1 | 6 | 4 | ==> | 8 |   | 4 |\n| 7 |   | 5 |     | 7 | 6 | 5 |',
    `Before:\n${rows(start)}\nAfter:\n${rows(goal)}`,
    `**Input:**\n${rows(start)}\n\n**Output:**\n${rows(goal)}`,
    `- Solved: ${goal}\n- Scrambled: ${start}`,
    `1. Start: [[2,8,3],[1,6,4],[7,0,5]]\n2. Goal: [[1,2,3],[8,0,4],[7,6,5]]`,
    'src=np.array([[2, 8, 3], [1, 6, 4], [7, 0, 5]]), dst=np.array([[1, 2, 3], [8, 0, 4], [7, 6, 5]])',
    `const initial = "${start}";\nconst goal = "${goal}";`,
    `Stato iniziale: ${start}\nStato finale: ${goal}`,
    `Начальное состояние: ${start}\nЦелевое состояние: ${goal}`,
    `開始 2 8 3 1 6 4 7 0 5\n目標 1 2 3 8 0 4 7 6 5`,
    `시작: ${start}, 목표: ${goal}`,
    `Stato iniziale:\n${rows(start)}\nStato obiettivo:\n${rows(goal)}`,
    `Начальная позиция: ${start}\nКонечная позиция: ${goal}`,
    `Begintoestand: ${start}\nDoeltoestand: ${goal}`,
    `Stan początkowy: ${start}\nStan końcowy: ${goal}`,
    `Başlangıç: ${start}\nHedef: ${goal}`,
    `?start=${start}&goal=${goal}`,
    '$$\\begin{bmatrix}2&8&3\\\\1&6&4\\\\7&&5\\end{bmatrix} \\to \\begin{bmatrix}1&2&3\\\\8&&4\\\\7&6&5\\end{bmatrix}$$',
    ...[
      ['Startbrett', 'Zielbrett'],
      ['Startkonfiguration', 'Zielkonfiguration'],
      ['Ist', 'Soll'],
      ['Vorher', 'Nachher'],
      ['Start', 'Lösung'],
      ['Etat initial', 'Etat but'],
      ['Départ', 'Arrivee'],
      ['Avant', 'Après'],
      ['État de départ', 'État cible'],
      ['Partida', 'Llegada'],
      ['Antes', 'Después'],
      ['Origem', 'Destino'],
      ['Início', 'Fim'],
      ['Inizio', 'Fine'],
      ['Partenza', 'Arrivo'],
      ['Начало', 'Конец'],
      ['Было', 'Стало'],
      ['Исходное состояние', 'Требуемое состояние'],
      ['初态', '终态'],
      ['起点', '终点'],
      ['起始状态', '终止状态'],
      ['시작', '끝'],
      ['시작 상태', '최종 상태'],
      ['出発', '終点'],
      ['問題', '正解'],
    ].flatMap(([first, last]) => [
      `${first}: ${start}, ${last}: ${goal}`,
      `${first}:\n${rows(start)}\n\n${last}:\n${rows(goal)}`,
    ]),
    `Soll: ${goal}\nIst: ${start}`,
    `Après:\n${rows(goal)}\nAvant:\n${rows(start)}`,
    `Estado_meta = [[1,2,3],[8,0,4],[7,6,5]]\nEstado_inicial = [[2,8,3],[1,6,4],[7,0,5]]`,
    `終点：${goal}\n起点：${start}`,
    'Initial      Goal\n2 8 3        1 2 3\n1 6 4        8 0 4\n7 0 5        7 6 5',
  ])('%j', (text) => {
    expect(asked('eight', text)).toEqual([start, goal]);
    expect(asked('slide', text)).toEqual([start, goal]);
  });

  it.each([
    ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J goal: B bottom', 'ABBC/ABBC/DEEF/DGHF/I..J', 'B bottom'],
    [
      'klotski',
      'ABBC\nABBC\nDEEF\nDGHF\nI..J\n\nGoal:\n....\n....\n....\n.BB.\n.BB.',
      'ABBC/ABBC/DEEF/DGHF/I..J',
      '..../..../..../.BB./.BB.',
    ],
    ['blocks', 'AB./.B./... -> .../.B./AB.', 'AB./.B./...', '.../.B./AB.'],
    [
      'klotski',
      's0: A B B C\nA B B C\nD E E F\nD G H F\nI . . J\ngoal: . . . .\n. . . .\n. . . .\n. B B .\n. B B .',
      'ABBC/ABBC/DEEF/DGHF/I..J',
      '..../..../..../.BB./.BB.',
    ],
    ['blocks', 'Start=AB./.B./..., Goal=.../.B./AB.', 'AB./.B./...', '.../.B./AB.'],
    ['blocks', 'Input\nAB.\n.B.\n...\n\nOutput\n...\n.B.\nAB.', 'AB./.B./...', '.../.B./AB.'],
    [
      'rush',
      '.BB.../C..D../CAAD..→/C..D../..EE../......',
      'oBBoooCooDooCAADooCooDooooEEoooooooo',
      'ooooooooooooooooAAoooooooooooooooooo',
    ],
  ])('%s: %j', (kind, text, position, said) => {
    expect(asked(kind, text)).toEqual([position, said]);
  });

  it('is asked about where nothing says which is the goal', () => {
    expect(asked('eight', `${start} ${goal}`)).toEqual(['several-positions']);
    expect(asked('eight', `${start} -> ${goal} and ${start}`)).toEqual(['several-positions']);
    expect(asked('eight', `Which goal is nearer: ${start}, ${goal} or 867254301?`)).toEqual(['several-positions']);
  });

  it.each([
    ['a goal with a cell too few', `${start} -> 12345678`, 'cell-count', '12345678'],
    ['a goal with a row too short', `${rows(start)}\n->\n123\n804\n76`, 'row-length', '123\n804\n76'],
    ['a goal with a tile twice', `${start} -> 123456788`, 'repeated-tile', '8'],
    ['a final state with a cell too few', `Start: ${start}\nFinal: 12345678`, 'cell-count', '12345678'],
    ['a start with a cell too few', `28316470 -> ${goal}`, 'cell-count', '28316470'],
    ['a start with a tile twice', `283164708 -> ${goal}`, 'repeated-tile', '8'],
  ])('is refused for %s', (_, text, code, part) => {
    const read = parseQuestion(puzzleOf('eight')!, text);
    expect(read).toMatchObject({ ok: false, problem: { code } });
    expect(!read.ok && text.slice(...read.problem.span!)).toBe(part);
    expect(questionFor(puzzleOrKind('slide')!, text).ok).toBe(false);
  });

  it.each([
    ['eight', '283/164/705 (START)\n\n123/804/765 (END)'],
    ['eight', '["283", "164", "705"]\nSTART\n\n["123", "804", "765"]\nEND'],
    ['eight', '[2, 8, 3, 1, 6, 4, 7, 0, 5] (一つ目)\n[1, 2, 3, 8, 0, 4, 7, 6, 5] (結果)'],
    ['klotski', '["ABBC", "ABBC", "DEEF", "DGHF", "I..J"]\n1\n\n["....", "....", "....", ".BB.", ".BB."]\n2'],
  ])('is asked about where names stand behind the boards of %s: %j', (name, text) => {
    expect(asked(name, text)).toEqual(['several-positions']);
  });

  it('is refused for a start that nobody can read', () => {
    const text = 'goal: . . . .\n. . . .\n. . . .\n. B B .\n. B B .';
    expect(asked('klotski', `s0: A B B C\nA B B C\nD E E F\nD G H F\nI . J\n${text}`)).toEqual(['cell-count']);
  });

  it('is refused for pieces that the start has not', () => {
    expect(asked('klotski', 'ABBC/ABBC/DEEF/DGHF/I..J -> ..../..../..../.ZZ./.ZZ.')).toEqual(['goal-piece']);
  });

  it.each([
    `${rows(start)}\n${rows(goal)}`,
    `${rows(start)}\n\n${rows(goal)}`,
    '2 8 3    1 2 3\n1 6 4    8 0 4\n7 0 5    7 6 5',
    '|2|8|3|   |1|2|3|\n|1|6|4|   |8| |4|\n|7| |5|   |7|6|5|',
    '[2,8,3,1,6,4,7,0,5]\n[1,2,3,8,0,4,7,6,5]',
    'a = np.array([[2, 8, 3], [1, 6, 4], [7, 0, 5]]), b = np.array([[1, 2, 3], [8, 0, 4], [7, 6, 5]])',
  ])('may be two boards without a word between: %j', (text) => {
    const problem = { code: 'several-positions', values: { puzzle: 'eight', first: start, second: goal } };
    for (const name of ['eight', 'slide']) expect(questionFor(puzzleOrKind(name)!, text)).toMatchObject({ problem });
    expect(likenessOf(text)).toMatchObject({ puzzle: { id: 'eight' }, problem });
  });

  it('has the usual goal where its word says none', () => {
    expect(asked('eight', `How do I get to ${start}?`)).toEqual([start, '123456780']);
    expect(asked('eight', `${start} -> 31 moves!`)).toEqual([start, '123456780']);
  });
});

it.each([
  ['eight', start, `goal: ${goal}`, goal],
  ['eight', start, `Goal state =\n${rows(goal)}`, goal],
  ['eight', start, `**${goal}**`, goal],
  ['eight', start, `${goal}.`, goal],
  ['eight', start, '目標：1 2 3 8 0 4 7 6 5', goal],
  ['eight', start, 'solved = [[1,2,3],[8,0,4],[7,6,5]];', goal],
  ['eight', start, `I want this:\n${rows(goal)}\nthanks`, goal],
  ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J', 'Goal: B bottom', 'B bottom'],
  ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J', 'target:\n....\n....\n....\n.BB.\n.BB.', '..../..../..../.BB./.BB.'],
  ['peg33', 'all-d4', 'Goal: d4', 'd4'],
  ['onoff', '==no/off_', '==on/off_ please', '==on/off_'],
])('%s %s has the goal %j', (id, position, typed, said) => {
  expect(unwrap(parseQuestion(puzzleOf(id)!, position, typed), position).goal.text).toBe(said);
});

it.each([
  ['eight', start, goal],
  ['eight', start, ''],
  ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J', 'A bottom'],
  ['rush', '.BB.../C..D../CAAD..→/C..D../..EE../......', ''],
])('%s: %s with the goal "%s" is written so that it is read again', (id, position, said) => {
  const puzzle = puzzleOf(id)!;
  const question = unwrap(parseQuestion(puzzle, position, said), position);
  const again = unwrap(parseQuestion(puzzle, questionText(puzzle, question)), position);
  expect([again.start, again.goal.text]).toEqual([question.start, question.goal.text]);
});

it('reads a first row behind a name in its column', () => {
  const [start, goal] = ['x11x\n1011\n1111\nx11x', 'x00x\n0000\n0100\nx00x'];
  const apart = asked('pegs', `start:\n${start}\ngoal:\n${goal}`);
  expect(apart[0]).toBe('111011111111');
  expect(asked('pegs', `start: ${start}\ngoal: ${goal}`)).toEqual(apart);
});
