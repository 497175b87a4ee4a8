/** Sliding blocks against a textbook search, on random boards in all metrics. */
import { describe, expect, it } from 'vitest';
import { klotski } from '../../../src/puzzles/catalogue/klotski.ts';
import { rush } from '../../../src/puzzles/catalogue/rush.ts';
import { formatMoves } from '../../../src/puzzles/moves.ts';
import { isAt, type Metric, type Puzzle, reaches } from '../../../src/puzzles/puzzle.ts';
import { seeded } from '../../../src/search/scramble.ts';
import { solve } from '../../../src/search/solve.ts';
import { type PlainBoard, plainDistance, plainSolution } from '../../support/plain-blocks.ts';
import { questionOf } from '../../support/truth.ts';

const letters = 'BCDEFGHIJKLMNPQRSTUVWYZ';

/** Puts a piece on free cells that are drawn, if there are such. */
const put = (
  cells: string[],
  columns: number,
  shape: readonly (readonly number[])[],
  letter: string,
  random: () => number,
) => {
  const rows = cells.length / columns;
  const places = cells.flatMap((_, at) => {
    const own = shape.map(([dx, dy]) => [(at % columns) + dx!, Math.floor(at / columns) + dy!] as const);
    const fits = own.every(([x, y]) => x < columns && y < rows && cells[y * columns + x] === '.');
    return fits ? [own.map(([x, y]) => y * columns + x)] : [];
  });
  if (places.length === 0) return;
  for (const cell of places[Math.floor(random() * places.length)]!) cells[cell] = letter;
};

const bar = (length: number, isRow: boolean): number[][] =>
  Array.from({ length }, (_, index) => (isRow ? [index, 0] : [0, index]));

const randomRush = (random: () => number): PlainBoard => {
  const cells = Array.from({ length: 36 }, () => '.');
  const hero = Math.floor(random() * 3);
  cells[12 + hero] = cells[13 + hero] = 'A';
  if (random() < 0.4) cells[Math.floor(random() * 12)] = '#';
  const cars = 9 + Math.floor(random() * 4);
  for (const letter of letters.slice(0, cars))
    put(cells, 6, bar(random() < 0.7 ? 2 : 3, random() < 0.5), letter, random);
  return { columns: 6, rows: 6, cells: cells.join(''), isKeeping: true, hero: 'A', end: 16 };
};

const polyominoes = [
  ...[bar(1, true), bar(1, true), bar(2, true), bar(2, false), bar(2, false), bar(3, true)],
  [
    [0, 0],
    [1, 0],
    [0, 1],
  ],
  [
    [0, 0],
    [0, 1],
    [1, 1],
  ],
];

const randomTray = (random: () => number): PlainBoard => {
  const cells = Array.from({ length: 20 }, () => '.');
  put(
    cells,
    4,
    [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ],
    'A',
    random,
  );
  if (random() < 0.2) put(cells, 4, bar(1, true), '#', random);
  const free = 3 + Math.floor(random() * 2);
  for (const letter of letters.slice(0, 12)) {
    if (cells.filter((cell) => cell === '.').length <= free) break;
    put(cells, 4, polyominoes[Math.floor(random() * polyominoes.length)]!, letter, random);
  }
  return { columns: 4, rows: 5, cells: cells.join(''), isKeeping: false, hero: 'A', end: 13 };
};

const written = ({ cells, columns }: PlainBoard): string =>
  (cells.match(new RegExp(`.{${columns}}`, 'gu')) ?? []).join('/').replaceAll('#', 'x');

const metrics = ['steps', 'slides', 'moves'] as const satisfies readonly Metric[];

const expectRight = (base: Puzzle, plain: PlainBoard, metric: Metric, length: number): void => {
  const puzzle = base.inMetric!(metric)!;
  const text = written(plain);
  // Another car may be nearer to the exit.
  const question = questionOf(puzzle, text, plain.isKeeping ? `car:${plain.hero}` : undefined);
  for (const method of ['bfs', 'bidirectional', 'component'] as const) {
    // To list the goals, a search from both ends lists all positions first: on some boards half a million.
    const outcome = solve(puzzle, question, { method, nodes: 50_000 });
    if (method === 'bidirectional' && outcome.status === 'gave-up') {
      expect(outcome.lowerBound).toBeLessThanOrEqual(length);
      continue;
    }
    expect([text, metric, method, outcome.status === 'solved' ? outcome.moves.length : -1]).toEqual([
      text,
      metric,
      method,
      length,
    ]);
    if (outcome.status !== 'solved') continue;
    expect(reaches(puzzle, question, outcome.moves)).toBe(true);
    const read = puzzle.parseMoves(
      question.start,
      formatMoves(puzzle, question.start, outcome.moves).join(' '),
      question.goal,
    );
    expect(read.ok && reaches(puzzle, question, read.value.moves)).toBe(true);
  }
};

describe.each([
  ['rush', rush, randomRush, 500],
  ['klotski', klotski, randomTray, 1000],
] as const)('%s', (id, puzzle, draw, most) => {
  const compare = (count: number): number[] => {
    const random = seeded(`${id} boards`);
    const lengths: number[] = [];
    while (lengths.length < count) {
      const plain = draw(random);
      const own: number[] = [];
      for (const metric of metrics) {
        const length = plainSolution(plain, metric, most);
        // A textbook search would take too long, or the board is solved.
        if (length === undefined || length === 0) break;
        // Most drawn boards are stuck.
        if (length === -1 && lengths.filter((other) => other === -1).length * 2 > lengths.length) break;
        own.push(length);
      }
      if (own.length < metrics.length) continue;
      for (const [index, metric] of metrics.entries()) expectRight(puzzle, plain, metric, own[index]!);
      lengths.push(own[0]!);
    }
    return lengths;
  };

  it('has the lengths of a textbook search on some random boards', () => {
    expect(new Set(compare(5)).size).toBeGreaterThan(1);
  });

  it('has the lengths of a textbook search on 40 random boards', { tags: 'long' }, () => {
    const lengths = compare(40);
    expect(new Set(lengths).size).toBeGreaterThan(6);
    expect(lengths).toContain(-1);
  });
});

it('reaches a goal that names every piece of a board with walls', () => {
  const question = questionOf(rush, 'ooooooooooooAABoooooBoooooooooooooox', 'ooooooooooooooooAAooooooooBoooooBooo');
  for (const method of ['bfs', 'bidirectional', 'ida', 'component'] as const) {
    expect(solve(rush, question, { method })).toMatchObject({ status: 'solved', lowerBound: 2 });
  }
});

// A textbook search of strings, in which letters count.
it.each([
  ['AB../..../xxxx/xxxx/xxxx', 'BA../..../xxxx/xxxx/xxxx', 3],
  ['ABC./..../xxxx/xxxx/xxxx', 'CBA./..../xxxx/xxxx/xxxx', undefined],
  ['AB.C/DE.F/xxxx/xxxx/xxxx', 'BA.F/DE.C/xxxx/xxxx/xxxx', undefined],
  ['AAB./.CC./DD../xxxx/xxxx', 'CCB./.DD./AA../xxxx/xxxx', undefined],
  ['AB../..../xxxx/xxxx/xxxx', '.A../B.../xxxx/xxxx/xxxx', undefined],
] as const)('counts the letters of a goal that names all pieces: %s to %s', (start, goal, known) => {
  const shown = (text: string): string => text.replaceAll('/', '').replaceAll('x', '#');
  const plain = { columns: 4, rows: 5, cells: shown(start), isKeeping: false };
  const length = plainDistance(plain, shown(goal), 'moves');
  expect(length).toBe(known ?? length);
  expect(length).toBeGreaterThan(0);
  for (const method of ['bfs', 'bidirectional', 'ida', 'component'] as const) {
    const question = questionOf(klotski, start, goal);
    const outcome = solve(klotski, question, { method });
    expect([method, outcome.status === 'solved' && outcome.moves.length]).toEqual([method, length]);
    if (outcome.status === 'solved') expect(reaches(klotski, question, outcome.moves)).toBe(true);
  }
  const asked = questionOf(klotski, start, goal);
  expect(isAt(asked.start, asked.goal)).toBe(false);
});

it('never is solved where a wall stands in the goal', () => {
  for (const method of ['bfs', 'bidirectional', 'ida', 'component'] as const) {
    const outcome = solve(klotski, questionOf(klotski, 'KKEG/AAEG/AABD/.CFF/.Cx.'), { method });
    expect(outcome).toMatchObject({ status: 'unsolvable', obstacle: { code: 'out-of-reach' } });
  }
});

it('takes a number behind a move for no number of the next one', () => {
  const { start, goal } = questionOf(klotski, 'KKEG/AAEG/AABD/.CFF/.C..');
  const read = (text: string) => klotski.parseMoves(start, text, goal);
  expect(read('1 CL 2 CR')).toMatchObject({ ok: true });
  expect(read('1. CL 2. CR')).toMatchObject({ ok: true });
  expect(read('CL 2 CR')).toMatchObject({ problem: { code: 'unknown', span: [3, 4] } });
});

it.each(['KR0', 'K+0', 'KRU0', 'KR01'])('has no move %s: a piece goes somewhere', (text) => {
  const { start, goal } = questionOf(klotski, 'KKEG/AAEG/AABD/.CFF/.C..');
  expect(klotski.parseMoves(start, `CL ${text}`, goal)).toMatchObject({
    ok: false,
    problem: { code: 'unknown', span: [3, 3 + text.length], values: { number: 2, piece: text } },
  });
});

it.each([
  ['a word behind the piece', 'I right 2'],
  ['how far before the way', 'I 2 right'],
  ['a sentence', 'Move block I to the right by 2 spaces.'],
  ['a small letter', 'move i right 2'],
  ['German', 'I rechts 2'],
  ['kanji', 'I右2'],
  ['more of them', '1. I right\n2. I right'],
  ['numbers of moves', '1 I right\n2 I right'],
])('reads moves in words: %s', (_, text) => {
  const { start, goal } = questionOf(klotski, 'ABBC/ABBC/DEEF/DGHF/I..J');
  const read = klotski.parseMoves(start, text, goal);
  expect(read.ok && formatMoves(klotski, start, read.value.moves).join(' ')).toBe('IR2');
});
