/** Bounds with known properties, and what a search written for these tests says of others. */
import { describe, expect, test } from 'vitest';
import { histograms } from '../../../src/puzzles/catalogue/histograms.ts';
import { readSolved, solved } from '../../../src/puzzles/catalogue/solved.ts';
import { isWhole, unwrap } from '../../../src/puzzles/puzzle.ts';
import { parseQuestion } from '../../../src/puzzles/reader.ts';
import { allPuzzles, knownPuzzle } from '../../../src/puzzles/registry.ts';
import { readBound } from '../../../src/search/bounds/expression.ts';
import { featuresOf } from '../../../src/search/bounds/features.ts';
import { type Judgement, judge, shareInterval } from '../../../src/search/bounds/judgement.ts';
import { mostExpanded } from '../../../src/search/bounds/node-counts.ts';
import { spaceNeeds, takesBounds } from '../../../src/search/bounds/space.ts';
import { Budget } from '../../../src/search/budget.ts';
import { needsOf, solve } from '../../../src/search/solve.ts';
import { hasTable } from '../../../src/search/tables/table.ts';
import { sharedTables } from '../../support/tables.ts';

const judged = (id: string, typed: string): Judgement => {
  const puzzle = knownPuzzle(id);
  const tables = new Map(spaceNeeds(puzzle).map((need) => [need.key, need.build()]));
  const found = judge(puzzle, unwrap(readBound(typed, featuresOf(puzzle)), typed), tables, new Budget());
  if (typeof found === 'string' || 'part' in found) throw new Error(`${typed}: ${JSON.stringify(found)}`);
  return found;
};
const propertiesOf = ({ above, steep }: Judgement) => ({
  admissible: above.count === 0,
  consistent: steep.count === 0,
});

describe('on the 8 puzzle', () => {
  const all = Array.from({ length: 8 }, (_, index) => `distance(${index + 1})`).join(' + ');
  test.each<[typed: string, admissible: boolean, consistent: boolean]>([
    ['manhattan', true, true],
    ['misplaced', true, true],
    ['walking', true, true],
    ['blank', true, true],
    ['distance(8)', true, true],
    ['0', true, true],
    // Each conflict is two moves, and one move may end it.
    ['conflicts', true, false],
    ['manhattan + conflicts', true, true],
    ['max(manhattan, misplaced)', true, true],
    ['max(walking, manhattan + conflicts)', true, true],
    ['manhattan / 2', true, true],
    ['ceil(manhattan / 2)', true, true],
    ['floor(manhattan / 2) * 2', true, false],
    ['manhattan - misplaced', true, true],
    ['-manhattan', true, true],
    [all, true, true],
    ['5', false, true],
    ['2 * manhattan', false, false],
    ['manhattan + misplaced', false, false],
    ['manhattan + blank', false, false],
    ['walking + conflicts', false, false],
    ['min(2 * manhattan, 8)', false, false],
    ['manhattan + 1 / 3', false, true],
  ])('%s', (typed, admissible, consistent) => {
    expect(propertiesOf(judged('eight', typed))).toEqual({ admissible, consistent });
  });

  test('the nearest counterexample, the move and the means are told', () => {
    const twice = judged('eight', '2 * manhattan');
    const [goal, near] = ['123456780', '123450786'];
    expect(twice.counterexample).toEqual({ position: near, value: 2, distance: 1 });
    expect(twice.edge).toEqual({ from: near, to: goal, before: 2, after: 0 });
    // Reinefeld (1993) has the mean length.
    expect(twice.mean).toEqual({ mean: 28, error: 0 });
    expect(twice.distance.mean).toBeCloseTo(21.9724, 4);
    expect([twice.above.all, twice.steep.all]).toEqual([181_440, 483_840]);
  });

  test('searches are quicker with better bounds, and by the distance itself go straight', () => {
    const [own, manhattan, conflicts, perfect] = judged('eight', 'walking').searches;
    expect([own, manhattan, conflicts, perfect].map((search) => search!.bound)).toEqual([
      ...['walking', 'manhattan', 'manhattan + conflicts', 'perfect'],
    ]);
    for (const method of ['aStar', 'idaStar'] as const) {
      const counts = [manhattan, conflicts, own, perfect].map((search) => search![method]);
      for (const [index, { nodes, tooLong }] of counts.entries()) {
        if (index > 0) expect(nodes).toBeLessThan(counts[index - 1]!.nodes);
        expect(tooLong).toBe(0);
      }
    }
    expect(perfect!.aStar).toEqual(perfect!.idaStar);
    const [blind] = judged('eight', '0').searches;
    expect(blind!.idaStar).toEqual({ nodes: mostExpanded, tooLong: 0, excess: 0 });
    // A tenth of the number is as blind to IDA*, whose limits are whole numbers.
    const [tenth, whole] = ['manhattan - 1 / 10', 'manhattan'].map((typed) => judged('eight', typed).searches[0]!);
    expect({ ...tenth, bound: '' }).toEqual({ ...whole, bound: '' });
  });

  test('a bound that is too high makes solutions too long, and says so', () => {
    const [{ aStar, idaStar }] = judged('eight', '3 * manhattan').searches as [Judgement['searches'][number]];
    for (const { tooLong, excess } of [aStar, idaStar]) {
      expect(tooLong).toBeGreaterThan(50);
      // The number of moves keeps its parity.
      expect(excess % 2).toBe(0);
    }
    const [high] = judged('eight', '1e9 * manhattan').searches;
    expect(high!.idaStar.nodes).toBe(mostExpanded);
  });
});

/** A plain search of the 8 puzzle and its neighbours, by strings. */
const plain = () => {
  const near = (cell: number): number[] => {
    const [x, y] = [cell % 3, Math.floor(cell / 3)];
    return [x > 0 && cell - 1, x < 2 && cell + 1, y > 0 && cell - 3, y < 2 && cell + 3].filter(
      (one): one is number => one !== false,
    );
  };
  const after = (position: string): string[] => {
    const blank = position.indexOf('0');
    return near(blank).map((cell) => {
      const tiles = [...position];
      [tiles[blank], tiles[cell]] = [tiles[cell]!, '0'];
      return tiles.join('');
    });
  };
  const distances = new Map([['123456780', 0]]);
  for (const [position, distance] of distances)
    for (const next of after(position)) if (!distances.has(next)) distances.set(next, distance + 1);
  return { distances, after };
};

test('the counts and means are those of a plain search', { tags: 'heavy' }, () => {
  const { distances, after } = plain();
  const steps = (tile: number, cell: number): number =>
    Math.abs(((tile - 1) % 3) - (cell % 3)) + Math.abs(Math.floor((tile - 1) / 3) - Math.floor(cell / 3));
  const sum = (position: string, of: (tile: number, cell: number) => number): number =>
    [...position].reduce((total, tile, cell) => total + (tile === '0' ? 0 : of(Number(tile), cell)), 0);
  const manhattan = (position: string): number => sum(position, steps);
  const misplaced = (position: string): number => sum(position, (tile, cell) => (tile - 1 === cell ? 0 : 1));
  const blank = (position: string): number => steps(9, position.indexOf('0'));
  const bounds: Record<string, (position: string) => number> = {
    'manhattan + misplaced': (position) => manhattan(position) + misplaced(position),
    'max(misplaced, 3 * blank) * 1.5': (position) => Math.max(misplaced(position), 3 * blank(position)) * 1.5,
    'floor(manhattan / 3) + blank': (position) => Math.floor(manhattan(position) / 3) + blank(position),
    'min(distance(1) * distance(8), manhattan) / (1 + blank)': (position) =>
      Math.min(steps(1, position.indexOf('1')) * steps(8, position.indexOf('8')), manhattan(position)) /
      (1 + blank(position)),
  };
  for (const [typed, bound] of Object.entries(bounds)) {
    const values = new Map([...distances.keys()].map((position) => [position, bound(position)]));
    let [above, steep, total] = [0, 0, 0];
    for (const [position, value] of values) {
      total += value;
      if (value > distances.get(position)! + 1e-6) above++;
      for (const next of after(position)) if (value > values.get(next)! + 1 + 1e-6) steep++;
    }
    const found = judged('eight', typed);
    expect({ typed, above: found.above.count, steep: found.steep.count }).toEqual({ typed, above, steep });
    expect(found.mean.mean).toBeCloseTo(total / distances.size, 8);
  }
});

test('every puzzle with a table of its usual goal has features', () => {
  for (const puzzle of allPuzzles.filter((one) => hasTable(one) && isWhole(one.goal))) {
    expect(takesBounds(puzzle), puzzle.id).toBe(true);
    expect(featuresOf(puzzle).length, puzzle.id).toBeGreaterThanOrEqual(3);
  }
});

test.each(['six', 'onoff', 'peg15', 'five-mtm', 'peg21'])('%s: all its features are measured', (id) => {
  const features = featuresOf(knownPuzzle(id));
  const sum = features.map(({ name, pieces }) => (pieces ? `${name}(${pieces.at(-1)})` : name)).join(' + ');
  const { isSample, above, steep, searches } = judged(id, `(${sum}) / 100`);
  expect(steep.all).toBeGreaterThan(above.all);
  expect(searches.length > 0).toBe(!isSample);
});

test.each([
  ['onoff', 'misplaced', true],
  ['onoff', 'wide + blank', false],
  // A move takes up to nine pegs.
  ['peg15', 'pegs / 9', true],
  ['peg15', 'pegs', false],
  ['six', 'manhattan', true],
  ['eight-mtm', 'manhattan', false],
  ['eight-mtm', 'manhattan / 2', true],
])('%s: whether %s is admissible is %s', (id, typed, admissible) => {
  expect(propertiesOf(judged(id, typed)).admissible).toBe(admissible);
});

test.each([
  ['fifteen', 500, 'max(walking, manhattan + conflicts)', true],
  ['fifteen', 500, 'manhattan + misplaced', false],
  ['2x7', 200, 'manhattan', true],
  ['3x5', 200, 'max(manhattan, misplaced)', true],
  ['2x8', 200, '2 * manhattan', false],
])('%s: %i positions are solved, and whether %s is admissible is %s', (id, count, typed, admissible) => {
  const found = judged(id, typed);
  expect(found).toMatchObject({ isSample: true, above: { all: count }, searches: [] });
  expect(found.above.count === 0).toBe(admissible);
  expect(spaceNeeds(knownPuzzle(id))).toEqual([]);
  const { counts } = histograms[id === 'fifteen' ? '4x4' : id]!;
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const mean = sum(counts.map((of, length) => of * length)) / sum(counts);
  expect(Math.abs(found.distance.mean - mean)).toBeLessThan(2 * found.distance.error);
});

const solvedAgain = (every: number): void => {
  for (const [id, text] of Object.entries(solved)) {
    const puzzle = knownPuzzle(id);
    const tables = sharedTables(needsOf(puzzle, puzzle.goal));
    const positions = readSolved(text);
    expect(positions).toHaveLength(text.trim().split(/\s+/u).length);
    for (const [index, { position, length }] of positions.entries()) {
      if (index % every > 0) continue;
      const outcome = solve(puzzle, unwrap(parseQuestion(puzzle, position), position), { tables });
      expect([outcome.status, 'moves' in outcome && outcome.moves.length], position).toEqual(['solved', length]);
    }
  }
};
test('the lengths of solved positions are right, for one in five hundred', { tags: 'long' }, () => solvedAgain(500));
test('the lengths of solved positions are right', { tags: 'heavy' }, () => solvedAgain(1));

test('a sample has intervals, and is the same each time', () => {
  const first = judged('2x5', 'manhattan + misplaced');
  expect(first).toMatchObject({ isSample: true, above: { all: 10_000 }, searches: [] });
  judged('five', '0');
  expect(judged('2x5', 'manhattan + misplaced')).toEqual(first);
  // The mean distance of all is 34.91.
  expect(Math.abs(first.distance.mean - 34.91)).toBeLessThan(2 * first.distance.error);
  const none = shareInterval({ count: 0, all: 10_000 });
  expect(none.low).toBe(0);
  expect(none.high).toBeCloseTo(0.000384, 5);
  const half = shareInterval({ count: 50, all: 100 });
  expect([half.low, half.high].map((end) => Math.round(end * 1000))).toEqual([404, 596]);
});
