/** Sliding blocks on trays of any shape, against a textbook search, in all metrics. */
import { describe, expect, it } from 'vitest';
import { BlockCursor } from '../../../src/puzzles/families/blocks/cursor.ts';
import { formatMoves } from '../../../src/puzzles/moves.ts';
import { type Metric, reaches, unwrap } from '../../../src/puzzles/puzzle.ts';
import { parseQuestion, puzzleFor } from '../../../src/puzzles/reader.ts';
import { knownPuzzle, puzzleOf } from '../../../src/puzzles/registry.ts';
import { solveByPatterns } from '../../../src/search/blocks/block-patterns.ts';
import { Budget } from '../../../src/search/budget.ts';
import { seeded } from '../../../src/search/scramble.ts';
import { solve } from '../../../src/search/solve.ts';
import { plainTray, wandered } from '../../support/plain-trays.ts';

type Random = () => number;
const upTo = (random: Random, most: number): number => Math.floor(random() * most);

/** Cells of a piece, which touch but for some pieces of two parts. */
const drawnPiece = (random: Random): [y: number, x: number][] => {
  const cells: [number, number][] = [[0, 0]];
  const size = 1 + upTo(random, 5);
  const isApart = random() < 0.2;
  while (cells.length < size) {
    const [y, x] = cells[upTo(random, cells.length)]!;
    const far = isApart && cells.length === 1 ? 2 : 1;
    cells.push(random() < 0.5 ? [y + far, x] : [y, x + (random() < 0.5 ? far : -far)]);
  }
  return cells;
};

const letters = [...'ABCDEFGHIJKLMNPQRSTUVWYZabcdefghijklmnpqrstuvwyz'];

interface Drawn {
  readonly rows: number;
  readonly columns: number;
  readonly outside: number;
  readonly pieces: number;
}

/** A tray with pieces. Some shapes come several times. */
const drawnTray = (random: Random, { rows, columns, outside, pieces }: Drawn): string => {
  const tray = Array.from({ length: rows }, () =>
    Array.from({ length: columns }, (): string => (random() < outside ? '#' : '.')),
  );
  const shapes = [drawnPiece(random), drawnPiece(random), [[0, 0]] as [number, number][]];
  for (const letter of letters.slice(0, pieces)) {
    const shape = random() < 0.4 ? drawnPiece(random) : shapes[upTo(random, shapes.length)]!;
    const [top, left] = [upTo(random, rows), upTo(random, columns)];
    const cells = shape.map(([y, x]) => [y + top, x + left] as const);
    if (cells.some(([y, x]) => tray[y]?.[x] !== '.')) continue;
    for (const [y, x] of cells) tray[y]![x] = letter;
  }
  return tray.map((row) => row.join('')).join('/');
};

/** A goal for some pieces: where they get by moves that are drawn, or moved by one cell, wherever that is. */
const drawnGoal = (random: Random, start: string): string => {
  const end = wandered(start, 5 + upTo(random, 60), random);
  const all = [...new Set(start.replace(/[./#]/gu, ''))];
  const few = random() < 0.15 ? all : all.filter(() => random() < 1.5 / all.length);
  const kept = few.length === 0 ? all.slice(0, 1) : few;
  const goal = end.replace(/[^./#]/gu, (mark) => (kept.includes(mark) ? mark : '.'));
  // Upside down, perhaps where no piece gets.
  return random() < 0.25 ? goal.split('/').reverse().join('/').replaceAll('#', '.') : goal;
};

const metrics = ['steps', 'slides', 'moves'] as const satisfies readonly Metric[];
const blocks = knownPuzzle('blocks');

const expectRight = (start: string, goal: string, metric: Metric, length: number, few?: number): void => {
  const puzzle = unwrap(puzzleFor(blocks.inMetric!(metric)!, start), start);
  expect(puzzleOf(puzzle.id)?.id).toBe(puzzle.id);
  const question = unwrap(parseQuestion(puzzle, start, goal), `${start} ${goal}`);
  expect(puzzle.decode(puzzle.encode(question.start))).toEqual(question.start);
  expect(puzzle.parsePosition(puzzle.formatPosition(question.start))).toEqual({ ok: true, value: question.start });
  expect(puzzle.parseGoal(question.goal.text, question.start)).toEqual({ ok: true, value: question.goal });
  for (const method of ['component', 'bfs'] as const) {
    const outcome = solve(puzzle, question, { method });
    const found = outcome.status === 'solved' ? outcome.moves.length : outcome.status === 'unsolvable' ? -1 : undefined;
    expect([start, goal, metric, method, found]).toEqual([start, goal, metric, method, length]);
    if (outcome.status !== 'solved') continue;
    expect(reaches(puzzle, question, outcome.moves)).toBe(true);
    const written = formatMoves(puzzle, question.start, outcome.moves).join(' ');
    const read = outcome.moves.length === 0 ? undefined : puzzle.parseMoves(question.start, written, question.goal);
    expect(read === undefined || (read.ok && reaches(puzzle, question, read.value.moves))).toBe(true);
  }
  const cursor = puzzle.cursor(question.goal, question.start);
  if (!(cursor instanceof BlockCursor) || cursor.isNumbering) return;
  const budget = new Budget();
  const found = solveByPatterns(puzzle, question, budget, few);
  expect([start, goal, metric, found.status === 'solved' ? found.moves.length : found.status]).toEqual([
    start,
    goal,
    metric,
    length === -1 ? 'exhausted' : length,
  ]);
  if (found.status !== 'solved') return;
  expect(budget.lowerBound).toBe(length);
  cursor.load(cursor.rank(question.start));
  for (const move of found.moves) cursor.make(move);
  expect(cursor.solved()).toBe(true);
};

/** Positions of a database for trays that need none: large ones take longer than the search. */
const smallDatabase = 2 ** 12;

describe.each([
  ['small trays', { rows: 5, columns: 5, outside: 0.15, pieces: 14 }, 500, 60],
  ['trays of odd shapes', { rows: 6, columns: 9, outside: 0.4, pieces: 24 }, 500, 60],
  ['trays of more than 64 cells', { rows: 12, columns: 12, outside: 0.3, pieces: 1 }, 400, 12],
  ['the largest trays', { rows: 12, columns: 12, outside: 0.05, pieces: 1 }, 400, 8],
  ['trays full of pieces', { rows: 10, columns: 12, outside: 0.35, pieces: 40 }, 500, 10],
] as const)('%s', (name, { rows, columns, ...drawn }, most, count) => {
  const compare = (wanted: number, few?: number): Set<number> => {
    const random = seeded(name);
    const lengths: number[] = [];
    while (lengths.length < wanted) {
      const size =
        most > 400 ? { rows: 2 + upTo(random, rows - 1), columns: 2 + upTo(random, columns - 1) } : { rows, columns };
      const start = drawnTray(random, { ...size, ...drawn });
      if (!/[A-Z]/u.test(start) || !start.includes('.')) continue;
      const goal = drawnGoal(random, start);
      if (!/[A-Za-z]/u.test(goal)) continue;
      // A goal may not have room for another piece beside one that was moved.
      if (
        [...new Set(goal.replace(/[./#]/gu, ''))].some(
          (piece) => goal.split(piece).length !== start.split(piece).length,
        )
      )
        continue;
      const question = parseQuestion(unwrap(puzzleFor(blocks, start), start), start, goal);
      if (!question.ok && question.problem.code === 'goal-piece') continue;
      const own: number[] = [];
      for (const metric of metrics) {
        const length = plainTray(start, goal, metric, most);
        if (length === undefined) break;
        own.push(length);
      }
      if (own.length < metrics.length) continue;
      const [steps = 0] = own;
      const same = lengths.filter((length) => length === steps).length;
      if (steps < 2 && same > wanted / 5) continue;
      for (const [index, metric] of metrics.entries()) expectRight(start, goal, metric, own[index]!, few);
      lengths.push(steps);
    }
    return new Set(lengths);
  };

  it('has the lengths of a textbook search on some boards', () => {
    expect(compare(3).size).toBeGreaterThan(0);
  });

  it('has the lengths of a textbook search on boards of all kinds', { tags: 'long' }, () => {
    const lengths = compare(count, smallDatabase);
    expect(lengths.size).toBeGreaterThan(3);
    if (count > 50) expect(lengths).toContain(-1);
  });
});

it.each(metrics)('has the same lengths by the kernel and by the cursor on a tray of 144 cells, in %s', (metric) => {
  const empty = '.'.repeat(12);
  const start = ['AB..........', 'A...........', ...Array.from({ length: 10 }, () => empty)].join('/');
  const goal = [...Array.from({ length: 10 }, () => empty), '...........A', '...........A'].join('/');
  const puzzle = unwrap(puzzleFor(blocks.inMetric!(metric)!, start), start);
  const question = unwrap(parseQuestion(puzzle, start, goal), goal);
  const [component, bfs] = (['component', 'bfs'] as const).map((method) => solve(puzzle, question, { method }));
  expect(component).toMatchObject({ status: 'solved', optimal: true });
  expect(component!.status === 'solved' && component!.moves.length).toBe(bfs!.status === 'solved' && bfs!.moves.length);
});
