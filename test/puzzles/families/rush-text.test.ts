/** Rush Hour boards as people write them: which car has to leave, and what `o` and `x` are. */
import { describe, expect, it } from 'vitest';
import { parseSolve, solveButton } from '../../../src/ask/solve-button.ts';
import { aimText, translator } from '../../../src/locales/index.ts';
import { klotski } from '../../../src/puzzles/catalogue/klotski.ts';
import { rush } from '../../../src/puzzles/catalogue/rush.ts';
import { findPositions } from '../../../src/puzzles/finder.ts';
import { goalOf, type Puzzle, type Question, unwrap } from '../../../src/puzzles/puzzle.ts';
import { findBoards, parseQuestion } from '../../../src/puzzles/reader.ts';
import { drawnKinds, knownPuzzle, puzzles } from '../../../src/puzzles/registry.ts';
import { emojiBoard } from '../../../src/render/emoji.ts';
import { seeded } from '../../../src/search/scramble.ts';
import { solve } from '../../../src/search/solve.ts';
import { type PlainBoard, plainSolution } from '../../support/plain-blocks.ts';
import { questionOf } from '../../support/truth.ts';

const lengthOf = (question: Question): number => {
  const outcome = solve(rush, question);
  return outcome.status === 'solved' ? outcome.moves.length : -1;
};
const carOf = ({ goal }: Question): string => goal.text.replaceAll('o', '');

// Rush Hour cards as people write them: X is the red car, . is empty; fewest slides checked with a plain search.
const cards = [
  ['AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.', 8],
  ['AA.O.BP..OQBPXXOQGPRRRQGD...EED...FF', 9],
  ['.ABBCC.A.DEEXX.DOFPQQQOFP.G.OHP.G..H', 12],
  ['AABBC...D.CO.EDXXOPE.FFOP..GHHPIIGKK', 16],
  ['AOOO..A.BBCCXXD...EEDP..QQQPFGRRRPFG', 24],
  ['AABO..P.BO..PXXO..PQQQ...........RRR', 21],
  ['AAB.CCDDB..OPXX.EOPQQQEOPF.GHH.F.GII', 27],
  ['OOO.P...A.P.XXA.PBCDDEEBCFFG.HRRRG.H', 31],
  ['.AR.BB.AR...XXR...IDDEEPIFFGHPQQQGHP', 40],
  ['AAB.CCDDB.OPQXX.OPQRRROPQ..EFFGG.EHH', 47],
] as const;

describe.each(cards)('the card %s', (card, slides) => {
  const rows = (card.match(/.{6}/gu) ?? []).map((row, index) => (index === 2 ? `${row}>` : row));
  it.each([
    ['capitals', card, 'X'],
    ['small letters', card.toLowerCase(), 'X'],
    ['a red car R', card.replaceAll('R', 'Z').replaceAll('X', 'R'), 'R'],
    ['rows with their exit', rows.join('\n'), 'X'],
    ['small rows with their exit apart', rows.join('\n').toLowerCase().replace('>', ' >'), 'X'],
    ['underscores', card.replaceAll('.', '_'), 'X'],
    ['zeros and small letters', card.toLowerCase().replaceAll('.', '0'), 'X'],
    ['the database’s empty cells', card.replaceAll('.', 'o'), 'X'],
  ])(`takes ${slides} slides in %s`, (_, text, car) => {
    const question = questionOf(rush, text);
    expect(carOf(question)).toBe(car + car);
    expect(lengthOf(question)).toBe(slides);
  });
});

it('has the same board, goal and car in every notation, in stores and on buttons', () => {
  for (const [card] of cards) {
    const question = questionOf(rush, card);
    const { start } = question;
    expect(questionOf(rush, rush.formatPosition(start))).toEqual(question);
    for (const { content } of rush.positionNotations(start)) expect(questionOf(rush, content)).toEqual(question);
    expect(questionOf(rush, emojiBoard(rush, start))).toEqual(question);
    expect(rush.decode(rush.encode(start))).toEqual(start);
    const { custom_id: id } = solveButton(rush, question, { label: 'Solve' })!;
    expect(parseSolve(id.split('|').slice(1))?.question).toEqual(question);
  }
});

it('is named in words', () => {
  const say = (locale: string, puzzle: Puzzle, text: string, goal?: string) =>
    aimText(translator(locale), puzzle, questionOf(puzzle, text, goal).goal);
  const [card] = cards[0];
  expect(say('en', rush, card)).toBe('Drive X out to the right');
  expect(say('ja', rush, card)).toBe('X を右へ出す');
  expect(say('en', rush, card, 'car:r')).toBe('Drive R out to the right');
  expect(say('en', klotski, 'BCDE/AAFE/AAFG/.HHG/.IJJ')).toBe('Bring A to the bottom middle');
  expect(say('ja', klotski, 'BCDE/AAFE/AAFG/.HHG/.IJJ')).toBe('A を下の中央へ動かす');
  expect(say('en', klotski, 'BCDE/AAFE/AAFG/.HHG/.IJJ', '..../..../..../..AA/..AA')).toBe(
    'Bring A to the bottom right',
  );
  expect(say('en', klotski, 'BCDE/AAFE/AAFG/.HHG/.IJJ', '..../.AA./.AA./..../....')).toBe(
    'Bring A to row 2, column 2 (its top left corner)',
  );
  expect(say('en', klotski, 'BCDE/AAFE/AAFG/.HHG/.IJJ', 'A top')).toBe('Bring A to the top');
  expect(say('ja', klotski, 'BCDE/AAFE/AAFG/.HHG/.IJJ', '..../..../..../..AA/..AA')).toBe('A を右下へ動かす');
  // Two pieces are easier to see than to read.
  expect(say('en', klotski, 'BCDE/AAFE/AAFG/.HHG/.IJJ', 'AA../AA../..../..../...B')).toBeUndefined();
});

const codeOf = (text: string, goal?: string): string => {
  const question = parseQuestion(rush, text, goal);
  return question.ok ? carOf(question.value) : question.problem.code;
};

describe('the car that has to leave', () => {
  const two = '....../....../AA.BB./....../....../C.....'.replace('C', '.');

  it.each([
    ['is the nearest to the exit', two, undefined, 'BB'],
    ['is the one that the goal names', two, 'car:A', 'AA'],
    ['is the one that the goal shows', two, '....../....../....AA/....../....../......', 'AA'],
    ['is in the row of the exit', 'DDE.../..E..F/AA...F/....../.GG.../......', undefined, 'AA'],
    ['is in the row that is marked', 'DDE.../..E..F/AA...F/....../.GG...>/......', undefined, 'GG'],
    ['is in the row that is marked apart', 'DDE...\n..E..F\nAA...F\n......\n.GG... >\n......', undefined, 'GG'],
    ['is in the row that is marked at its start', 'DDE...\n..E..F\nAA...F\n......\n> .GG...\n......', undefined, 'GG'],
    ['is in the row that is marked in one line', 'DDE.....E..FAA...F.......GG...>......', undefined, 'GG'],
    ['is unknown where none lies in the row', 'DDE.../..E..F/.....F/....../.GG.../......', undefined, 'no-exit-car'],
    [
      'is unknown where none lies in the marked row',
      'DDE.../..E..F/AA...F/......>/.GG.../......',
      undefined,
      'no-exit-car',
    ],
    ['is X, in its row', 'DDE.../XXE..F/AA...F/....../.GG.../......', undefined, 'XX'],
    ['is X before a nearer one', '....../....../XX.BB./....../....../......', undefined, 'XX'],
    ['is X unless the row is marked', 'DDE.../XXE..F/AA...F/....../.GG...>/......', undefined, 'GG'],
    ['is not X where X is one of many', 'DDE.../XXE..F/AA...F/....../.GG..W/.....W', undefined, 'AA'],
    ['is never car A somewhere else', 'AAE.../..E..F/.....F/....../.GG.../......', undefined, 'no-exit-car'],
    ['is unknown with two exits', 'DDE...>/..E..F/AA...F>/....../.GG.../......', undefined, 'exit-mark'],
    ['is unknown with an exit in the middle', 'DDE.../..E..F/AA.>..F/....../.GG.../......', undefined, 'exit-mark'],
    ['is on the board', two, 'car:Q', 'unknown-car'],
    ['is horizontal', 'DDE.../..E..F/AA...F/....../.GG.../......', 'car:e', 'upright-car'],
  ])('%s', (_, text, goal, expected) => {
    expect(codeOf(text, goal)).toBe(expected);
  });

  it('is found with its exit in a message', () => {
    const text = 'look:\nDDE...\n..E..F\nAA...F\n......\n.GG...>\n......\nhard!';
    const [found] = findPositions(text, [rush]);
    expect(goalOf(rush, found!.position).text.replaceAll('o', '')).toBe('GG');
  });

  it('leaves on the left where the mark points there', () => {
    const text = 'B...../B...../..AA../B...../B...../......';
    const marked = text.replaceAll('B', '.').replace('..AA..', '<..AA..').replace('......', 'BB....');
    const question = questionOf(rush, marked);
    expect(question.goal.text).toBe(`${'o'.repeat(12)}AA`.padEnd(36, 'o'));
    expect(lengthOf(question)).toBe(1);
  });
});

describe('an exit behind a row', () => {
  const park = 'AA...O/P..Q.O/PXXQ.O/P..Q../B...CC/B.RRR.';
  const rows = park.split('/');
  const marked = (mark: string, row: (text: string) => string = (text) => text): string[] =>
    rows.map((text, at) => `${row(text)}${at === 2 ? mark : ''}`);
  const arrows = [
    '>',
    '→',
    '➡️',
    '->',
    '-->',
    '=>',
    '==>',
    '⇒',
    '⟶',
    '➔',
    '➜',
    '▶',
    '►',
    ' exit',
    ' <- exit',
    ' ➜ EXIT',
    '>>',
    ' ~>',
    ' 🚪',
    ' # exit',
    ' [exit]',
    ' -> to the exit',
    ' exit here!',
    ' EXIT>',
    ' выход',
  ];
  const rule = '+------+';

  it.each(arrows)('is %s', (mark) => {
    const framed = rows.map((text, at) => `|${text}${at === 2 ? mark : '|'}`);
    for (const text of [
      marked(mark),
      marked(` ${mark}`),
      marked(mark, (row) => [...row].join(' ')),
      marked(mark, (row) => `|${row}|`),
      [rule, ...framed, rule],
    ]) {
      expect(codeOf(text.join('\n'))).toBe('XX');
      const [found, ...others] = findBoards(text.join('\n'), puzzles, drawnKinds);
      expect(rush.formatPosition(found!.position)).toBe(rush.formatPosition(questionOf(rush, park).start));
      expect(others).toEqual([]);
    }
  });

  it('is a sign in the place of a bar', () => {
    const text = [rule, ...rows.map((row, at) => `|${row}${at === 2 ? '=' : '|'}`), rule].join('\n');
    expect(codeOf(text)).toBe('XX');
    expect(findBoards(text, puzzles, drawnKinds)).toHaveLength(1);
  });
});

describe('cars in colours', () => {
  const park = '🟨🟨⬜⬜⬜🟪\n🟦⬜⬜🟩⬜🟪\n🟦🟥🟥🟩⬜🟪\n🟦⬜⬜🟩⬜⬜\n🟫⬜⬜⬜🟧🟧\n🟫⬜⬛⬛⬛⬜';
  const inFrame = (mark: string, exit: string): string => {
    const rows = park.replaceAll('⬛', '🚚').replaceAll('🟫', '🚌').split('\n');
    const inside = rows.map((row, at) => `${mark}${row}${at === 2 ? exit : mark}`);
    return [mark.repeat(8), ...inside, mark.repeat(8)].join('\n');
  };

  it.each([
    ['white squares for empty cells', park],
    ['black ones', park.replaceAll('⬛', '■').replaceAll('⬜', '⬛').replaceAll('■', '⬜')],
    ['an exit', park.replace('🟩⬜🟪\n🟦⬜', '🟩⬜🟪 →\n🟦⬜')],
    ['spaces', park.replace(/(?<=\p{So})(?=\p{So})/gu, ' ')],
    ['vehicles', park.replaceAll('🟨', '🚕').replaceAll('🟪', '🚙').replaceAll('🟦', '🚌').replaceAll('⬛', '🚚')],
    ...['⬛', '🟫', '🧱'].flatMap((mark) => [
      [`a frame of ${mark} and an arrow`, inFrame(mark, '➡️')],
      [`a frame of ${mark} with a gap`, inFrame(mark, '⬜')],
      [`an open frame of ${mark}`, `Look:\n${inFrame(mark, '')}\n🙏`],
    ]),
    ['a red vehicle', park.replaceAll('🟨', '🚕').replaceAll('🟥', '🚗')],
  ])('are read with %s', (_, text) => {
    const { start, goal } = questionOf(rush, text);
    expect(rush.formatPosition(start)).toBe('AAoooBCooDoBCXXDoBCooDooEoooFFEoGGGo');
    expect(goal.text.replaceAll('o', '')).toBe('XX');
    expect(findBoards(text, puzzles, drawnKinds).map(({ puzzle }) => puzzle)).toEqual([rush]);
  });

  it.each([
    ['one colour for two cars', park.replaceAll('🟫', '🟦')],
    ['one vehicle for two cars', park.replaceAll('🟫', '🚙').replaceAll('🟦', '🚙')],
    ['one colour for two cars in a row', park.replaceAll('🟧🟧', '🟥🟥').replaceAll('🟥⬜', '🟥🟥')],
    ['two kinds of empty cells', park.replace('⬜', '⬛')],
    ['a frame with two gaps', inFrame('🧱', '⬜').replace('⬜🧱', '⬜⬜')],
    ['a colour of one cell', park.replace('🟨🟨', '🟨⬜')],
    ['guesses of a word', '⬛⬛🟨🟨⬛\n🟩🟩⬛⬛⬛\n🟩🟩🟩🟩🟩'],
  ])('are not guessed from %s', (_, text) => {
    expect(codeOf(text)).toMatch(/^[a-z-]+$/u);
    expect(findBoards(text, puzzles, drawnKinds)).toEqual([]);
  });
});

it('reads cars in numbers beside squares', () => {
  const park = '1️⃣1️⃣⬜⬜⬜2️⃣\n3️⃣⬜⬜4️⃣⬜2️⃣\n3️⃣🟥🟥4️⃣⬜2️⃣\n3️⃣⬜⬜4️⃣⬜⬜\n5️⃣⬜⬜⬜6️⃣6️⃣\n5️⃣⬜7️⃣7️⃣7️⃣⬜';
  const { start } = questionOf(rush, park);
  expect(rush.formatPosition(start)).toBe('AAoooBCooDoBCXXDoBCooDooEoooFFEoGGGo');
});

describe('cells that are printed twice', () => {
  const twice = (board: string, high: number, between = ''): string =>
    board
      .split('/')
      .flatMap((row) => Array.from({ length: high }, () => row.replace(/./gu, `$&$&${between}`)))
      .join('\n');
  it.each([
    ['rush', 'AA...O/P..Q.O/PXXQ.O/P..Q../B...CC/B.RRR.', 'AAoooOPooQoOPXXQoOPooQooBoooCCBoRRRo'],
    ['rush', 'AA---O/P--Q-O/PXXQ-O/P--Q--/B---CC/B-RRR-', 'AAoooOPooQoOPXXQoOPooQooBoooCCBoRRRo'],
    ['klotski', 'ABBC/ABBC/DEEF/DGHF/I..J', 'ABBC/ABBC/DEEF/DGHF/I..J'],
  ])('are one: %s %s', (id, board, expected) => {
    for (const text of [twice(board, 1), twice(board, 2), twice(board, 1, ' ')]) {
      const puzzle = knownPuzzle(id);
      expect(puzzle.formatPosition(questionOf(puzzle, text).start)).toBe(expected);
      const found = findBoards(text, puzzles, drawnKinds);
      if (!/[- ]/u.test(text)) expect(found.map((one) => one.puzzle.id)).toEqual([id]);
    }
  });
});

it.each([
  ['numbers', (row: string, at: number) => `${at + 1} ${[...row].join(' ')} ${at + 1}`, '  1 2 3 4 5 6'],
  ['numbers from below', (row: string, at: number) => `${6 - at} ${[...row].join(' ')} ${6 - at}`, '  a b c d e f'],
  ['letters', (row: string, at: number) => `${'ABCDEF'[at]} ${[...row].join(' ')} ${'ABCDEF'[at]}`, '  1 2 3 4 5 6'],
  ['numbers beside words', (row: string, at: number) => `${at + 1} ${row} ${at + 1}`, '  abcdef'],
])('reads rows between %s on both sides', (_, write, head) => {
  const rows = 'AA...O/P..Q.O/PXXQ.O/P..Q../B...CC/B.RRR.'.split('/').map(write);
  for (const lines of [rows, [head, ...rows], [head, ...rows, head], [...rows, head]])
    expect(rush.formatPosition(questionOf(rush, lines.join('\n')).start)).toBe('AAoooOPooQoOPXXQoOPooQooBoooCCBoRRRo');
});

describe('o and x', () => {
  it.each([
    ['are cars beside dots', 'aa...op..q.opxxq.op..q..b...ccb.rrr.', 'AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.'],
    ['are empty and a wall in the database', 'IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM', undefined],
    [
      'are the same in its small letters',
      'ibbxooiooLDDjaaLoojokeemffkoomgghhhm'.toLowerCase(),
      'IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM',
    ],
    ['are the same in its capitals', 'IBBXOOIOOLDDJAALOOJOKEEMFFKOOMGGHHHM', 'IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM'],
    [
      'x is a wall where it is a single cell',
      'ibbx.../i..ldd/jaal../j.keem/ffk..m/gghhhm'.replace('x...', 'x..'),
      'IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM',
    ],
    [
      'x is a wall beside capitals',
      'IBBx../I..LDD/JAAL../J.KEEM/FFK..M/GGHHHM',
      'IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM',
    ],
    [
      'o is empty beside dots and capitals',
      'IBBx.o/Io.LDD/JAALo./J.KEEM/FFK..M/GGHHHM',
      'IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM',
    ],
    [
      'xx is the red car where no other lies in the row',
      'AA..../....../.xx.B./....B./....../......',
      'AA..../....../.XX.B./....B./....../......',
    ],
  ])('%s', (_, text, canonical) => {
    expect(rush.formatPosition(questionOf(rush, text).start)).toBe(
      canonical === undefined ? text : rush.formatPosition(questionOf(rush, canonical).start),
    );
  });

  it.each([
    ['A.....\nA.....\n.BBxx.\n......\n......\n......', 'wall-or-piece'],
    ['aooooo\naooooo\nobbxxo\noooooo\noooooo\noooooo', 'wall-or-piece'],
    ['AA..oo\n......\n.BB...\n......\n......\n......', 'empty-or-piece'],
  ])('are refused where both readings are possible: %j', (text, code) => {
    expect(parseQuestion(rush, text)).toMatchObject({ ok: false, problem: { code } });
  });

  it('are walls in the rows that the bot writes', () => {
    const { start } = questionOf(rush, 'oooooooooooooBBxxooooooooooooooooAAo');
    for (const { content } of rush.positionNotations(start))
      expect(unwrap(rush.parsePosition(content), content)).toEqual(start);
  });
});

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

interface Drawn {
  readonly plain: PlainBoard;
  readonly row: number;
}

/** Cars of random letters; the hero is the last one of the exit's row, whatever is behind it. */
const drawn = (random: () => number): Drawn => {
  const below = (most: number): number => Math.floor(random() * most);
  const letters = [...alphabet];
  const letter = (): string => letters.splice(below(letters.length), 1)[0]!;
  const cells = Array.from({ length: 36 }, () => '.');
  const row = random() < 0.7 ? 2 : below(6);
  const put = (at: number, length: number, step: number): string | undefined => {
    const own = Array.from({ length }, (_, index) => at + index * step);
    const isInside = step === 1 ? Math.floor(own.at(-1)! / 6) === Math.floor(at / 6) : own.at(-1)! < 36;
    if (!isInside || own.some((cell) => cells[cell] !== '.')) return undefined;
    const name = letter();
    for (const cell of own) cells[cell] = name;
    return name;
  };
  put(row * 6 + below(3), 2, 1);
  if (random() < 0.4) {
    const cell = below(36);
    if (cells[cell] === '.') cells[cell] = '#';
  }
  for (let count = 9 + below(12); count > 0; count--) put(below(36), random() < 0.7 ? 2 : 3, random() < 0.4 ? 1 : 6);
  const own = cells.slice(row * 6, row * 6 + 6);
  const hero = own.findLast((name, at) => name !== '.' && name !== '#' && own[at - 1] === name)!;
  const length = own.filter((name) => name === hero).length;
  const plain = { columns: 6, rows: 6, cells: cells.join(''), isKeeping: true, hero, end: row * 6 + 6 - length };
  return { plain, row };
};

const spellings: readonly ((drawn: Drawn) => string)[] = [
  ({ plain: { cells } }) => cells.replaceAll('#', 'x'),
  ({ plain: { cells } }) => cells.replaceAll('.', 'o').replaceAll('#', 'x'),
  ({ plain: { cells } }) => cells.toLowerCase().replaceAll('#', '🧱'),
  ({ plain: { cells } }) => (cells.match(/.{6}/gu) ?? []).join('/').replaceAll('.', '0').replaceAll('#', 'x'),
  ({ plain: { cells } }) =>
    (cells.toLowerCase().match(/.{6}/gu) ?? []).join('\n').replaceAll('.', '_').replaceAll('#', '🧱'),
];
const marked = (text: string, row: number): string =>
  text
    .replace(/[\n/]/gu, '')
    .match(/(?:🧱|[^🧱]){6}/gu)!
    .map((line, index) => (index === row ? `${line}>` : line))
    .join('\n');

const compare = (count: number): void => {
  const random = seeded('rush spellings');
  const lengths: number[] = [];
  while (lengths.length < count) {
    const one = drawn(random);
    const length = plainSolution(one.plain, 'slides', 3000);
    if (length === undefined || length === 0) continue;
    if (length === -1 && lengths.filter((other) => other === -1).length * 2 > lengths.length) continue;
    for (const spell of spellings) {
      const text = spell(one);
      const typed = one.row === 2 && random() < 0.5 ? text : marked(text, one.row);
      const question = parseQuestion(rush, typed);
      expect([typed, question.ok && carOf(question.value)[0]]).toEqual([typed, one.plain.hero]);
      expect([typed, question.ok && lengthOf(question.value)]).toEqual([typed, length]);
    }
    lengths.push(length);
  }
  expect(new Set(lengths).size).toBeGreaterThan(2);
};

it('has the lengths of a textbook search, whatever the letters and the spelling', () => compare(8));
it('has them on 200 boards', { tags: 'heavy' }, () => compare(200));
it('has them on 60 boards', { tags: 'long' }, () => compare(60));
