import { describe, expect, it } from 'vitest';
import { fileAndRow, rectangle, square, triangular } from '../../src/puzzles/board.ts';
import { puzzles } from '../../src/puzzles/registry.ts';

const english = square('  ###  ', '  ###  ', '#######', '#######', '#######', '  ###  ', '  ###  ');

describe.each(puzzles.map(({ id, board }) => [id, board] as const))('the board of %s', (_, board) => {
  it('touches both ways, in one piece, and counts steps as its neighbours do', () => {
    for (let a = 0; a < board.size; a++) {
      expect(board.neighbours[a]).toEqual([...board.neighbours[a]!].sort((x, y) => x - y));
      for (let b = 0; b < board.size; b++) {
        const steps = board.distance[a]![b]!;
        expect(steps).toBe(board.distance[b]![a]);
        expect(steps === 0).toBe(a === b);
        expect(steps === 1).toBe(board.neighbours[a]!.includes(b));
        const nearer = board.neighbours[a]!.map((next) => board.distance[next]![b]!);
        if (a !== b) expect(Math.min(...nearer)).toBe(steps - 1);
      }
    }
  });

  it('has each jump both ways over a cell that touches both ends', () => {
    const named = board.jumps.map(({ from, over, to }) => `${from} ${over} ${to}`);
    expect(new Set(named).size).toBe(named.length);
    for (const { from, over, to } of board.jumps) {
      expect(named).toContain(`${to} ${over} ${from}`);
      expect(board.distance[from]![over]).toBe(1);
      expect(board.distance[over]![to]).toBe(1);
      expect([board.x[over]! * 2, board.y[over]! * 2]).toEqual([
        board.x[from]! + board.x[to]!,
        board.y[from]! + board.y[to]!,
      ]);
    }
  });

  it('has different colours on cells that touch, if it has colours', () => {
    const same = board.neighbours.flatMap((near, a) => near.filter((b) => board.colours?.[a] === board.colours?.[b]));
    expect(same.length === 0).toBe(board.colours !== undefined);
  });

  it('numbers its cells in reading order, from the left edge', () => {
    const places = board.x.map((x, cell) => board.y[cell]! * 100 + x);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(Math.min(...board.x)).toBe(0);
    expect(Math.max(...board.y)).toBe(board.rows - 1);
  });
});

describe('boards', () => {
  it('of rectangles have their cells two half cells apart', () => {
    const board = rectangle(2, 3);
    expect(board.x).toEqual([0, 2, 4, 0, 2, 4]);
    expect(board.y).toEqual([0, 0, 0, 1, 1, 1]);
    expect(board.neighbours).toEqual([
      [1, 3],
      [0, 2, 4],
      [1, 5],
      [0, 4],
      [1, 3, 5],
      [2, 4],
    ]);
    expect(board.colours).toEqual([0, 1, 0, 1, 0, 1]);
    expect(board.jumps).toEqual([
      { from: 0, over: 1, to: 2 },
      { from: 2, over: 1, to: 0 },
      { from: 3, over: 4, to: 5 },
      { from: 5, over: 4, to: 3 },
    ]);
  });

  it('on the triangular lattice have odd cycles and no colours', () => {
    const board = triangular(' # ', '# #');
    expect(board.neighbours).toEqual([
      [1, 2],
      [0, 2],
      [0, 1],
    ]);
    expect(board.colours).toBeUndefined();
  });

  it('say -1 where there is no way', () => {
    expect(square('# #').distance).toEqual([
      [0, -1],
      [-1, 0],
    ]);
  });

  it('name the files of the English cross from a to g and its rows from 1 to 7', () => {
    const holes = fileAndRow(english);
    expect(english.size).toBe(33);
    expect(english.jumps).toHaveLength(76);
    expect(holes.slice(0, 8)).toEqual(['c1', 'd1', 'e1', 'c2', 'd2', 'e2', 'a3', 'b3']);
    expect(holes[16]).toBe('d4');
    expect(holes.at(-1)).toBe('e7');
  });
});
