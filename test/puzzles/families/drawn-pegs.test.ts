/** Boards of one's own: what a drawing says, and 100 random ones against a search that plays on the drawing itself. */

import { describe, expect, it } from 'vitest';
import { explainProblem, pointOut, translator } from '../../../src/locales/index.ts';
import { anyPegs } from '../../../src/puzzles/families/pegs/any-board.ts';
import { parseQuestion, puzzleFor, readPosition } from '../../../src/puzzles/reader.ts';
import { namedBoards, puzzleOf, puzzleOrKind, puzzles } from '../../../src/puzzles/registry.ts';
import { emojiBoard } from '../../../src/render/emoji.ts';
import { buildTables, methodsOf, needsOf, solve } from '../../../src/search/solve.ts';
import fc from '../../support/properties.ts';
import { wrongDrawings } from '../../support/wrong-drawings.ts';

const drawn = (text: string) => {
  const result = puzzleFor(anyPegs, text);
  return result.ok ? result.value : undefined;
};
describe('a drawing', () => {
  it.each([
    ['111/101/111', 'square', 9, 12],
    ['111 101 111', 'square', 9, 12],
    ['111 / 101 / 111', 'square', 9, 12],
    ['ooo\no.o\nooo\n', 'square', 9, 12],
    ['●●●\n●○●\n●●●', 'square', 9, 12],
    ['🟠🟠🟠\n🟠⚫🟠\n🟠🟠🟠', 'square', 9, 12],
    ['1 1 1/1 0 1/1 1 1', 'square', 9, 12],
    ['x1x/111/x0x/xxx', 'square', 5, 4],
    [' 1 / 111/ 0 ', 'square', 5, 4],
    ['111/ 0 ', 'square', 4, 2],
    ['1xx/10x/111', 'square', 6, 4],
    ['   1\n  1 1\n 1 0 1\n1 1 1 1', 'triangular', 10, 18],
    ['1 1 1 1/ 1 0 1/  1 1/   1', 'triangular', 10, 18],
    ['xx1xx/x1x0x/1x1x1', 'triangular', 6, 6],
    ['1x1x1/x1x0x/1x1x1', 'triangular', 8, 12],
    ['x x 1 x x/ x 1 0 x/x 1 1 1 x', 'triangular', 6, 6],
    [' 1 1 1/1 0 1/ 1 1 1', 'triangular', 9, 14],
  ])('%j is a %s board of %i holes and %i jumps', (text, lattice, size, jumps) => {
    const puzzle = drawn(text)!;
    expect(puzzle.board).toMatchObject({ lattice, size });
    expect(puzzle.board.jumps).toHaveLength(jumps);
    const start = puzzle.parsePosition(text);
    expect(start.ok && start.value.filter((peg) => peg === 0)).toHaveLength(1);
  });

  it('names the holes where the last peg would have to be', () => {
    const puzzle = drawn('111/101/111')!;
    const start = puzzle.parsePosition('111/101/111');
    expect(start.ok && puzzle.obstacle({ start: start.value, goal: puzzle.goal })).toMatchObject({
      code: 'peg-group',
      values: { goal: 'b2' },
    });
  });

  it('says one board however it is written', () => {
    const ids = ['111/101/111', '1 1 1\n1 0 1\n1 1 1', 'xxxxx/x●●●x/x●●●x/x○●●x', 'ooo ooo .oo'].map(
      (text) => drawn(text)!.id,
    );
    expect(new Set(ids)).toEqual(new Set(['pegs-s3sf']));
  });

  it.each(wrongDrawings)('%j is refused: %s', (text, code, piece) => {
    const result = puzzleFor(anyPegs, text);
    expect(result.ok).toBe(false);
    if (result.ok) return;
    const { problem } = result;
    expect(problem.code).toBe(code);
    expect(problem.span ? text.slice(...problem.span) : '').toBe(piece);
    for (const language of ['en', 'ja']) {
      const said = explainProblem(translator(language), problem);
      expect(said).not.toMatch(/problem\.|\{\{|undefined/u);
    }
    if (piece.trim()) expect(pointOut(text, problem)).toContain('^');
  });

  it('of a named board is that board', () => {
    for (const puzzle of namedBoards(anyPegs)) {
      const { x, y, lattice, rows } = puzzle.board;
      const width = Math.max(...x) + 1;
      const picture = Array.from({ length: rows }, () => new Array<string>(width).fill(' '));
      for (const [cell, column] of x.entries()) picture[y[cell]!]![column] = cell === 3 ? '0' : '1';
      // What is outside is marked, on every second place of its row.
      const outside = picture.map((row, at) => {
        const parity = lattice === 'square' ? 0 : row.findIndex((mark) => mark !== ' ') % 2;
        return (
          row.map((mark, column) => (mark === ' ' && column % 2 === parity ? 'x' : mark)).join('') + ' '.repeat(at % 2)
        );
      });
      expect(drawn(outside.join('\n'))?.id).toBe(puzzle.id);
    }
    expect(drawn('1/11/111/1111/11110')?.id).toBe('peg15');
    expect(drawn('111 111 1111111 1110111 1111111 111 111')?.id).toBe('peg33');
  });

  it('of any marks is refused, or a board whose id makes it again', () => {
    const marks = fc.array(fc.constantFrom(...'1111100xx   /\n\n●○oO.'), { maxLength: 60, size: 'max' });
    fc.assert(
      fc.property(marks, (text) => {
        const puzzle = drawn(text.join(''));
        if (!puzzle) return;
        // The board may be a part of the text.
        const start = readPosition(puzzle, text.join(''));
        if (!start.ok) return void expect(['no-pegs', 'no-room', 'several-positions']).toContain(start.problem.code);
        expect(puzzleOf(puzzle.id)!.board).toEqual(puzzle.board);
        expect(puzzle.parsePosition(puzzle.formatPosition(start.value))).toEqual(start);
      }),
      { numRuns: 500 },
    );
  });

  it('is no board for other kinds', () => {
    expect(puzzleOrKind('slides')).toBeUndefined();
    expect(puzzles.map(({ id }) => id)).not.toContain('pegs');
  });
});

describe('a board of one’s own', () => {
  const puzzle = drawn('x111x/11111/11011/x111x')!;

  it('is in its id, which is short', () => {
    expect(puzzleOf(puzzle.id)?.board).toEqual(puzzle.board);
    const diagonal = Array.from(
      { length: 9 },
      (_, row) => ' '.repeat(8 - row) + new Array(row + 1).fill('1').join(' '),
    );
    expect(drawn(diagonal.join('\n'))!.id.length).toBeLessThanOrEqual(24);
    for (const id of [
      'pegs-',
      'pegs-s3',
      'pegs-s3zzzzzzzzzzzzzzzzzz',
      'pegs-s31',
      'pegs-t3sf0',
      'pegs-s3sf-mtm',
      'pegs-S3SF',
      'pegs-s0sf',
    ]) {
      expect(puzzleOf(id), id).toBeUndefined();
    }
  });

  it('takes goals as holes, in rows and as any, but none of another board', () => {
    const goal = (text: string) => {
      const result = puzzle.parseGoal(text);
      return result.ok ? result.value.text : result.problem.code;
    };
    expect(goal('c3')).toBe('c3');
    expect(goal('any')).toBe('any');
    expect(goal('x000x/00000/00100/x000x')).toBe('c3');
    expect(goal('000/00000/00100/000')).toBe('c3');
    expect(goal('xx000/00000/00100/x000x')).toBe('other-shape');
    expect(goal('j1')).toBe('unknown-hole');
  });

  it('reads its own notations and its own emoji', () => {
    const start = puzzle.parsePosition('x111x/11111/11011/x110x');
    if (!start.ok) throw new Error(start.problem.code);
    for (const { content } of puzzle.positionNotations(start.value)) {
      expect(puzzle.parsePosition(content)).toEqual(start);
    }
    expect(puzzle.parsePosition(emojiBoard(puzzle, start.value))).toEqual(start);
    expect(puzzle.decode(puzzle.encode(start.value))).toEqual(start.value);
  });
});

/** The fewest moves on a drawing, played on its text; undefined if no board with `isEnd` can be reached. */
const plainFewest = (
  drawing: string,
  steps: readonly (readonly [down: number, right: number])[],
  isEnd: (board: string) => boolean,
) => {
  // No jump leads from one end of a row to the next row.
  const start = drawing.replaceAll('\n', '    \n');
  const width = start.indexOf('\n') + 1;
  const jumpsOf = (board: string, from: number): [board: string, to: number][] =>
    steps.flatMap(([down, right]): [string, number][] => {
      const step = down * width + right;
      const [over, to] = [from + step, from + 2 * step];
      if (board[from] !== '1' || board[over] !== '1' || board[to] !== '0') return [];
      const marks = [...board];
      [marks[from], marks[over], marks[to]] = ['0', '0', '1'];
      return [[marks.join(''), to]];
    });
  const seen = new Set([start]);
  let boards = [start];
  for (let moves = 0; boards.length > 0; moves++) {
    if (boards.some(isEnd)) return moves;
    const next: string[] = [];
    for (const board of boards) {
      const jumped = [...board].flatMap((_, from) => jumpsOf(board, from));
      // A peg that goes on makes no new move.
      const met = new Set(jumped.map(([after, to]) => `${after}|${to}`));
      for (const [after, to] of jumped) {
        if (!seen.has(after)) next.push(after);
        seen.add(after);
        for (const [later, end] of jumpsOf(after, to)) {
          if (met.has(`${later}|${end}`)) continue;
          met.add(`${later}|${end}`);
          jumped.push([later, end]);
        }
      }
    }
    boards = next;
  }
  return undefined;
};

const lattices = {
  square: [
    [0, 1],
    [0, -1],
    [1, 0],
    [-1, 0],
  ],
  triangular: [
    [0, 2],
    [0, -2],
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ],
} as const;

const somePegs = (holes: readonly string[], random: (below: number) => number): Set<string> => {
  const most = holes.length < 13 && random(2) === 0 ? 1 : 2 + random(holes.length - 4);
  const empty = new Set(Array.from({ length: Math.max(most, holes.length - 13) }, () => holes[random(holes.length)]));
  return new Set(holes.filter((hole) => !empty.has(hole)));
};

/** Pegs from which some jumps lead to one peg. */
const jumpedBack = (
  holes: ReadonlySet<string>,
  steps: readonly (readonly [number, number])[],
  random: (below: number) => number,
): Set<string> => {
  const filled = new Set([[...holes][random(holes.size)]!]);
  for (let tries = 0; tries < 200 && filled.size < 11; tries++) {
    const [y = 0, x = 0] = [...filled][random(filled.size)]!.split(',').map(Number);
    const [down, right] = steps[random(steps.length)]!;
    const others = [`${y + down},${x + right}`, `${y + 2 * down},${x + 2 * right}`];
    if (others.some((other) => !holes.has(other) || filled.has(other))) continue;
    filled.delete(`${y},${x}`);
    for (const other of others) filled.add(other);
  }
  return filled;
};

/** A random connected board with three holes in a line, and random pegs, as a drawing in which `x` is outside. */
const randomDrawing = (lattice: keyof typeof lattices, random: (below: number) => number): string => {
  const size = 8 + random(13);
  const side = lattice === 'square' ? 1 : 2;
  const holes = new Set(['8,8', `8,${8 + side}`, `8,${8 + 2 * side}`]);
  while (holes.size < size) {
    const [row = 0, column = 0] = [...holes][random(holes.size)]!.split(',').map(Number);
    const [down, right] = lattices[lattice][random(lattices[lattice].length)]!;
    const [y, x] = [row + down, column + right];
    if (y > 4 && y < 12 && x > 4 && x < 4 + 8 * side) holes.add(`${y},${x}`);
  }
  const at = [...holes].map((hole) => hole.split(',').map(Number));
  const [ys, xs] = [at.map(([y]) => y!), at.map(([, x]) => x!)];
  const filled = random(2) === 0 ? somePegs([...holes], random) : jumpedBack(holes, lattices[lattice], random);
  const rows: string[] = [];
  for (let y = Math.min(...ys); y <= Math.max(...ys); y++) {
    let row = '';
    for (let x = Math.min(...xs); x <= Math.max(...xs); x++) {
      const isPlace = lattice === 'square' || (x + y) % 2 === 0;
      row += holes.has(`${y},${x}`) ? (filled.has(`${y},${x}`) ? '1' : '0') : isPlace ? 'x' : ' ';
    }
    rows.push(row);
  }
  // A row that begins at the left may have lost its spaces.
  return rows.map((row) => (rows[0]!.startsWith(' ') ? row : row.replaceAll(' ', 'x'))).join('\n');
};

describe('100 random boards', () => {
  let seed = 20_261_127;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const cases = Array.from({ length: 100 }, (_, number) => {
    const lattice = number % 2 === 0 ? 'square' : 'triangular';
    return { lattice, text: randomDrawing(lattice, random) } as const;
  });
  const lengths: (number | undefined)[] = [];

  it.each(cases)('$lattice $text', ({ lattice, text }) => {
    const onePeg = (board: string): boolean => [...board].filter((mark) => mark === '1').length === 1;
    const expected = plainFewest(text, lattices[lattice], onePeg);
    lengths.push(expected);
    const puzzle = drawn(text)!;
    expect(puzzle.board.lattice).toBe(lattice);
    const question = parseQuestion(puzzle, text, 'any');
    if (!question.ok) throw new Error(question.problem.code);
    for (const method of ['table', 'regions', 'bidirectional'] as const) {
      expect(methodsOf(puzzle)).toContain(method);
      const tables = buildTables(needsOf(puzzle, question.value.goal, method, '7-7-1'));
      const outcome = solve(puzzle, question.value, { tables, method });
      expect(outcome.status).toBe(expected === undefined ? 'unsolvable' : 'solved');
      if (outcome.status !== 'solved') continue;
      expect(outcome.moves).toHaveLength(expected!);
      const end = outcome.moves.reduce((position, move) => puzzle.play(position, move), question.value.start);
      expect(end.filter((peg) => peg === 1)).toHaveLength(1);
    }
  });

  it('have some with and some without a solution', () => {
    expect(lengths).toHaveLength(100);
    expect(lengths.filter((length) => length === undefined).length).toBeGreaterThan(20);
    expect(lengths.filter((length) => length !== undefined && length > 2).length).toBeGreaterThan(20);
  });
});

describe('a board on which pegs have billions of chains, groups or symmetries', () => {
  const rows = Array.from({ length: 9 }, (_, row) => ' '.repeat(8 - row) + new Array(row + 1).fill('1').join(' '));
  const shifted = Array.from(
    { length: 7 },
    (_, row) => `${' '.repeat(6 - row)}${row % 2 ? '1 0 1 0 1 0 1' : '1 1 1 1 1 1 1'}`,
  );
  const teeth = '1x1x1x1x1/'.repeat(3);
  const snake = '111111111/xxxxxxxx1/111111111/1xxxxxxxx/111111111/xxxxxxxx1/111111101';
  it.each([
    ['a triangle of 45 holes', rows.join('\n').replace('1 1 1', '1 0 1')],
    ['a parallelogram of 49 holes', shifted.join('\n')],
    ['a comb', `${teeth}111101111/${teeth.slice(0, -1)}`],
    ['a snake', snake],
  ])('ends at its deadline: %s', (_, text) => {
    const puzzle = drawn(text)!;
    const question = parseQuestion(puzzle, text);
    if (!question.ok) throw new Error(question.problem.code);
    const outcome = solve(puzzle, question.value, { milliseconds: 100 });
    expect(['solved', 'unsolvable', 'gave-up']).toContain(outcome.status);
    if (outcome.status === 'gave-up') expect(outcome.reason).toBe('deadline');
  });
});
