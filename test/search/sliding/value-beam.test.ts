/** Beams by learnt values, whose moves and numbers are checked by rules of the test's own. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sizedPuzzle } from '../../../src/puzzles/catalogue/sizes.ts';
import type { Move, Position } from '../../../src/puzzles/puzzle.ts';
import { Budget } from '../../../src/search/budget.ts';
import { seeded } from '../../../src/search/scramble.ts';
import { hiddenUnits, type LearntValue, learntValueOf, valueFile } from '../../../src/search/sliding/learnt-value.ts';
import { distanceWeight, kernelPosition, valueBeam, valueBeamBytes } from '../../../src/search/sliding/value-beam.ts';

const columns = 6;
const size = columns ** 2;
const board = { rows: columns, columns };
const puzzle = sizedPuzzle(columns, columns);
const goal = puzzle.goal.positions[0]!;
const value = learntValueOf(board)!;
const random = seeded('value beam');
const anyPosition = (): Position => puzzle.randomPosition(random, puzzle.goal);
const never = (): boolean => false;

/** Where moves lead: each takes a tile to the blank beside it. */
const ledBy = (start: Position, moves: readonly Move[]): number[] => {
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

const distanceOf = (cells: Position): number =>
  cells.reduce((sum, tile, cell) => {
    const [rows, line] = [Math.floor((tile - 1) / columns), (tile - 1) % columns];
    return tile === 0 ? sum : sum + Math.abs(rows - Math.floor(cell / columns)) + Math.abs(line - (cell % columns));
  }, 0);

/** The score of a position, in sixteenths of a move. */
const scoreOf = ({ rows, biases, outputs }: LearntValue, cells: Position): number => {
  let sum = 0;
  for (let unit = 0; unit < hiddenUnits; unit++) {
    const hidden = cells.reduce(
      (total, tile, cell) => (tile === 0 ? total : total + rows[((tile - 1) * size + cell) * hiddenUnits + unit]!),
      biases[unit]!,
    );
    sum += Math.max(0, hidden) * outputs[unit]!;
  }
  return Math.floor(sum / 2 ** 13) + distanceWeight * distanceOf(cells);
};

describe('a beam by a learnt value', () => {
  const input = { board: puzzle.board, value, start: anyPosition(), goal, width: 300, most: 1000 };

  it('finds solutions, also from the goal to a position, and the same each time', () => {
    const there = valueBeam(input, new Budget(), never) as Move[];
    expect(ledBy(input.start, there)).toEqual(goal);
    expect(valueBeam(input, new Budget(), never)).toEqual(there);
    const back = valueBeam({ ...input, start: goal, goal: input.start }, new Budget(), never) as Move[];
    expect(ledBy(goal, back)).toEqual(input.start);
  });

  it('rates positions as the weights say, keeps the best, and none twice', () => {
    const layers: Uint8Array[] = [];
    const budget = new Budget();
    const moves = valueBeam(input, budget, never, (positions) => layers.push(positions.slice())) as Move[];
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
        expect(view.getUint16(kernelPosition.distance, true)).toBe(distanceOf(cells));
        expect(view.getUint16(kernelPosition.score, true)).toBe(Math.max(0, scoreOf(value, cells)));
      }
    }
  });

  it('is better the wider it is, and than by the distance alone', () => {
    const lengths = (width: number, by: LearntValue): number => {
      const starts = seeded('lengths');
      let sum = 0;
      for (let i = 0; i < 3; i++) {
        const start = puzzle.randomPosition(starts, puzzle.goal);
        sum += (valueBeam({ ...input, value: by, start, width }, new Budget(), never) as Move[]).length;
      }
      return sum;
    };
    const nothing = { ...value, rows: value.rows.map(() => 0), biases: value.biases.map(() => 0) };
    const narrow = lengths(1000, value);
    expect(lengths(10_000, value)).toBeLessThan(narrow);
    expect(narrow).toBeLessThan(lengths(10_000, nothing));
  });

  it('stops with its budget, if it is of no use, and where no solution is as short', () => {
    expect(valueBeam(input, new Budget({ nodes: 100 }), never)).toBe('nodes');
    expect(valueBeam(input, new Budget(), () => true)).toBe('lost');
    expect(valueBeam({ ...input, most: 20 }, new Budget(), never)).toBe('lost');
    expect(valueBeamBytes({ ...input, width: 600 })).toBeGreaterThan(valueBeamBytes(input));
  });
});

describe('the file of a learnt value', () => {
  it('is refused unless it is as it was written', () => {
    const folder = mkdtempSync(join(tmpdir(), 'antipode-value-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'value-6x6.table');
    const bytes = readFileSync(new URL('../../../src/search/sliding/values/value-6x6.table', import.meta.url));
    const read = () => valueFile(board, folder);
    writeFileSync(path, bytes);
    expect(read()).toEqual(value);
    const turned = Buffer.from(bytes);
    turned[turned.length >> 1]! ^= 1;
    for (const wrong of [turned, bytes.subarray(0, -1), Buffer.concat([bytes, bytes]), Buffer.alloc(0)]) {
      writeFileSync(path, wrong);
      expect(read).toThrow('the learnt values of positions are damaged');
    }
  });
});
