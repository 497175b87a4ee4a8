/** Beams by learnt values, whose moves and numbers are checked by rules of the test's own. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sizedPuzzle } from '../../../src/puzzles/catalogue/sizes.ts';
import type { Move, Position } from '../../../src/puzzles/puzzle.ts';
import { Budget } from '../../../src/search/budget.ts';
import { seeded } from '../../../src/search/scramble.ts';
import { type LearntValue, learntValueOf, valueFile } from '../../../src/search/sliding/learnt-value.ts';
import { mirrorImage } from '../../../src/search/sliding/mirror.ts';
import { distanceWeight, kernelPosition, valueBeam, valueBeamBytes } from '../../../src/search/sliding/value-beam.ts';

/** Where moves lead: each takes a tile to the blank beside it. */
const ledBy = (columns: number, start: Position, moves: readonly Move[]): number[] => {
  const cells = [...start];
  for (const [from, to] of moves) {
    const step = Math.abs(from! - to!);
    const isInRow = Math.floor(from! / columns) === Math.floor(to! / columns);
    if (cells[to!] !== 0 || !(step === columns || (step === 1 && isInRow))) throw new Error(`no move: ${from} ${to}`);
    cells[to!] = cells[from!]!;
    cells[from!] = 0;
  }
  return cells;
};

const distanceOf = (columns: number, cells: Position): number =>
  cells.reduce((sum, tile, cell) => {
    const [rows, line] = [Math.floor((tile - 1) / columns), (tile - 1) % columns];
    return tile === 0 ? sum : sum + Math.abs(rows - Math.floor(cell / columns)) + Math.abs(line - (cell % columns));
  }, 0);

/** The score of a position, in sixteenths of a move. */
const scoreOf = (columns: number, { rows, biases, outputs }: LearntValue, cells: Position): number => {
  let sum = 0;
  for (let unit = 0; unit < biases.length; unit++) {
    const hidden = cells.reduce(
      (total, tile, cell) =>
        tile === 0 ? total : total + rows[((tile - 1) * cells.length + cell) * biases.length + unit]!,
      biases[unit]!,
    );
    sum += Math.max(0, hidden) * outputs[unit]!;
  }
  return Math.floor(sum / 2 ** 13) + distanceWeight * distanceOf(columns, cells);
};

describe.each([6, 7])('a beam by a learnt value on %d rows and columns', (columns) => {
  const size = columns ** 2;
  const puzzle = sizedPuzzle(columns, columns);
  const goal = puzzle.goal.positions[0]!;
  const value = learntValueOf({ rows: columns, columns })!;
  const start = puzzle.randomPosition(seeded('value beam'), puzzle.goal);
  const input = { board: puzzle.board, value, start, goal, width: 300, most: 2000 };

  it('finds solutions, also from the goal to a position, and the same each time', () => {
    const there = valueBeam(input, new Budget()) as Move[];
    expect(ledBy(columns, start, there)).toEqual(goal);
    expect(valueBeam(input, new Budget())).toEqual(there);
    const back = valueBeam({ ...input, start: goal, goal: start }, new Budget()) as Move[];
    expect(ledBy(columns, goal, back)).toEqual(start);
  });

  it('rates mirror images alike if it says so', () => {
    const image = mirrorImage(puzzle.board, start);
    const isAlike = Math.abs(scoreOf(columns, value, image) - scoreOf(columns, value, start)) <= 1;
    expect(isAlike).toBe(value.isSymmetric);
  });

  it('rates positions as the weights say, keeps the best, and none twice', () => {
    const layers: Uint8Array[] = [];
    const budget = new Budget();
    const moves = valueBeam(input, budget, (positions) => layers.push(positions.slice())) as Move[];
    expect(layers).toHaveLength(moves.length);
    const { bytes } = kernelPosition;
    for (const layer of layers.slice(1).filter((_, depth) => depth % 16 === 0)) {
      const positions = Array.from({ length: layer.length / bytes }, (_, index) =>
        layer.subarray(index * bytes, (index + 1) * bytes),
      );
      expect(positions.length).toBeLessThanOrEqual(input.width);
      const texts = positions.map((position) => position.subarray(0, size).join());
      expect(new Set(texts).size).toBe(texts.length);
      for (const position of positions) {
        const cells = [...position.subarray(0, size)];
        const view = new DataView(position.buffer, position.byteOffset, bytes);
        expect(cells.toSorted((one, two) => one - two)).toEqual([...goal.keys()]);
        expect(view.getUint16(kernelPosition.distance, true)).toBe(distanceOf(columns, cells));
        expect(view.getUint16(kernelPosition.score, true)).toBe(Math.max(0, scoreOf(columns, value, cells)));
      }
    }
  });

  it('is better the wider it is, and than by the distance alone', { tags: columns > 6 ? 'heavy' : [] }, () => {
    const lengths = (width: number, by: LearntValue): number => {
      const starts = seeded('lengths');
      let sum = 0;
      for (let i = 0; i < 2; i++) {
        const one = puzzle.randomPosition(starts, puzzle.goal);
        const found = valueBeam({ ...input, value: by, start: one, width }, new Budget());
        sum += found === 'lost' ? input.most : found.length;
      }
      return sum;
    };
    const nothing = { ...value, rows: value.rows.map(() => 0), biases: value.biases.map(() => 0) };
    const narrow = lengths(500, value);
    expect(lengths(4000, value)).toBeLessThan(narrow);
    expect(narrow).toBeLessThan(lengths(4000, nothing));
  });

  it('stops with its budget, if it is of no use, and where no solution is as short', () => {
    expect(valueBeam(input, new Budget({ nodes: 100 }))).toBe('nodes');
    expect(valueBeam({ ...input, most: 0 }, new Budget())).toBe('lost');
    expect(valueBeam({ ...input, most: 20 }, new Budget())).toBe('lost');
    expect(valueBeamBytes({ ...input, width: 600 })).toBeGreaterThan(valueBeamBytes(input));
  });
});

describe('the file of a learnt value', () => {
  it('is refused unless it is as it was written', () => {
    const folder = mkdtempSync(join(tmpdir(), 'antipode-value-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'value-6x6.table');
    const bytes = readFileSync(new URL('../../../src/search/sliding/values/value-6x6.table', import.meta.url));
    const read = () => valueFile({ rows: 6, columns: 6 }, folder);
    writeFileSync(path, bytes);
    expect(read()).toEqual(learntValueOf({ rows: 6, columns: 6 }));
    const turned = Buffer.from(bytes);
    turned[turned.length >> 1]! ^= 1;
    for (const wrong of [turned, bytes.subarray(0, -1), Buffer.concat([bytes, bytes]), Buffer.alloc(0)]) {
      writeFileSync(path, wrong);
      expect(read).toThrow('the learnt values of positions are damaged');
    }
  });
});
