/** Tables of small sliding puzzles, against searches of the tests' own, known figures (see `truth.ts`), and IDA*. */
import { describe, expect, it } from 'vitest';
import { rectangle, square, triangular } from '../../../../src/puzzles/board.ts';
import { sliding } from '../../../../src/puzzles/families/sliding/family.ts';
import { type Position, replay } from '../../../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../../../src/puzzles/registry.ts';
import { openTable, surveyTable, tableNeed } from '../../../../src/search/tables/table.ts';
import {
  goalWithBlank,
  keyOf,
  legalMoves,
  randomNumbers,
  sharedTable,
  shuffled,
  tableOf,
  wrongAt,
} from '../../../support/tables.ts';
import { distancesTo, positionOf, rankOf, unrank } from '../../../support/truth.ts';

describe.each(['five', 'six', 'seven', 'eight'])('%s', (id) => {
  const puzzle = puzzleOf(id)!;
  const random = randomNumbers(id.length + id.charCodeAt(0));
  const cells = id === 'eight' ? [1, 4] : puzzle.board.neighbours.map((_, cell) => cell);
  const goals = [puzzle.goal, ...cells.map((cell) => goalWithBlank(puzzle, cell, random))];

  it.each(goals.map((goal) => [goal.text, goal] as const))('has all positions right, to %s', (_, goal) => {
    const distances = distancesTo(puzzle, goal);
    const table = tableOf(puzzle, goal);
    const wrong: string[] = [];
    for (const [rank, distance] of distances) {
      const position = unrank(puzzle, rank);
      const found = table.distance(position);
      if (found !== distance) wrong.push(`${puzzle.formatPosition(position)}: ${found} instead of ${distance}`);
    }
    const ranks = [...distances.keys()];
    for (let i = 0; i < 500; i++) {
      const rank = ranks[random(ranks.length)]!;
      const position = unrank(puzzle, rank);
      const distance = distances.get(rank)!;
      const reason = wrongAt(puzzle, goal, table, position, distance);
      if (reason) wrong.push(`${puzzle.formatPosition(position)}: ${reason}`);
      const closer = legalMoves(puzzle, position).filter(
        (move) => distances.get(rankOf(puzzle, puzzle.play(position, move))) === distance - 1,
      );
      const best = table.bestMoves(position);
      if (best.join(' ') !== closer.join(' ')) wrong.push(`${puzzle.formatPosition(position)}: best moves ${best}`);
    }
    expect(wrong).toEqual([]);

    const { states, histogram, diameter, farthest } = table.survey();
    const counts = new Array<number>(diameter + 1).fill(0);
    for (const distance of distances.values()) counts[distance]!++;
    expect({ states, histogram, diameter }).toEqual({
      states: distances.size,
      histogram: counts,
      diameter: [...distances.values()].at(-1),
    });
    const antipodes = ranks.filter((rank) => distances.get(rank) === diameter).sort((a, b) => a - b);
    expect(farthest.map((position) => rankOf(puzzle, position))).toEqual(antipodes);
    expect(surveyTable(puzzle, goal)).toEqual(table.survey());
  });

  it('says so when there is no way', () => {
    const table = tableOf(puzzle);
    const exchanged = puzzle.goal.positions[0]!.with(0, 2).with(1, 1);
    if (!puzzle.obstacle({ start: exchanged, goal: puzzle.goal })) return expect(id).toBe('six');
    expect(table.distance(exchanged)).toBe(-1);
    expect(table.bestMoves(exchanged)).toEqual([]);
    expect(table.solutions(exchanged)).toBe(0);
    expect(() => table.path(exchanged)).toThrow(RangeError);
  });

  it('has nothing to do at the goal', () => {
    const table = tableOf(puzzle);
    const [goal] = puzzle.goal.positions;
    expect(table.distance(goal!)).toBe(0);
    expect(table.path(goal!)).toEqual([]);
    expect(table.bestMoves(goal!)).toEqual([]);
    expect(table.solutions(goal!)).toBe(1);
  });

  it('shares a table among goals that are alike', () => {
    const memory = tableNeed(puzzle, puzzle.goal).build();
    const [ends] = puzzle.goal.positions;
    const alike = puzzle.board.neighbours
      .map((_, cell) => goalWithBlank(puzzle, cell, random))
      .filter((goal) => keyOf(puzzle, goal) === keyOf(puzzle, puzzle.goal));
    expect(alike.length).toBeGreaterThan(1);
    for (const goal of alike) {
      const shared = openTable(puzzle, goal, memory);
      const own = tableOf(puzzle, goal);
      for (let i = 0; i < 100; i++) {
        const position = shuffled(puzzle, random);
        expect(shared.distance(position)).toBe(own.distance(position));
      }
      expect(shared.distance(ends!)).toBe(own.distance(ends!));
    }
  });
});

describe('shortest solutions', () => {
  it('are counted as brute force counts them, on all of five up to 10 moves', () => {
    const five = puzzleOf('five')!;
    const table = tableOf(five);
    const distances = distancesTo(five, five.goal);
    const countFrom = (position: Position, left: number): number => {
      if (left === 0) return rankOf(five, position) === rankOf(five, five.goal.positions[0]!) ? 1 : 0;
      return legalMoves(five, position).reduce((sum, move) => sum + countFrom(five.play(position, move), left - 1), 0);
    };
    for (const [rank, distance] of distances) {
      if (distance > 10) break;
      const position = unrank(five, rank);
      expect(table.solutions(position)).toBe(countFrom(position, distance));
    }
  });

  it.each(['five', 'six', 'seven'])('are those of all closer neighbours together, on all of %s', (id) => {
    const puzzle = puzzleOf(id)!;
    const table = tableOf(puzzle);
    // Nearest first: a map keeps the order in which a breadth-first search filled it.
    const distances = distancesTo(puzzle, puzzle.goal);
    const counts = new Map<number, number>();
    const wrong: string[] = [];
    for (const [rank, distance] of distances) {
      const position = unrank(puzzle, rank);
      const neighbours = legalMoves(puzzle, position).map((move) => rankOf(puzzle, puzzle.play(position, move)));
      const closer = neighbours.filter((other) => distances.get(other) === distance - 1);
      counts.set(rank, distance === 0 ? 1 : closer.reduce((sum, other) => sum + counts.get(other)!, 0));
      if (table.solutions(position) !== counts.get(rank)) wrong.push(puzzle.formatPosition(position));
    }
    expect(wrong).toEqual([]);
  });

  it('of eight are 40 from each antipode, and nowhere more than 64', () => {
    const eight = puzzleOf('eight')!;
    const table = tableOf(eight);
    expect(table.solutions(positionOf(eight, '867254301'))).toBe(40);
    expect(table.solutions(positionOf(eight, '647850321'))).toBe(40);
    let most = 0;
    let where: string[] = [];
    for (const rank of distancesTo(eight, eight.goal).keys()) {
      const position = unrank(eight, rank);
      const count = table.solutions(position)!;
      if (count > most) where = [];
      most = Math.max(most, count);
      if (count === most) where.push(eight.formatPosition(position));
    }
    expect(most).toBe(64);
    expect(where).toContain('085672341');
  });
});

describe('other boards', () => {
  const boards = {
    // A ring lets tiles pass in one order only.
    ring: square('##', '##'),
    ladder: rectangle(2, 5),
    corner: square('###', '###', '## '),
    // Odd rings.
    triangles: triangular(' # # ', '# # #', ' #   '),
  };
  it.each(Object.entries(boards))('%s', (id, board) => {
    const puzzle = sliding({ id, board, landmarks: [] });
    const random = randomNumbers(7);
    for (const goal of [puzzle.goal, goalWithBlank(puzzle, 2, random)]) {
      const table = tableOf(puzzle, goal);
      if (id === 'ladder') {
        // 1,814,400 positions, the farthest 55 moves away (both known from the 2 × 5 puzzle, OEIS A151944).
        const { states, diameter } = table.survey();
        expect(states).toBe(1_814_400);
        if (goal === puzzle.goal) expect(diameter).toBe(55);
        continue;
      }
      const distances = distancesTo(puzzle, goal);
      const wrong = [...distances].filter(([rank, distance]) => table.distance(unrank(puzzle, rank)) !== distance);
      expect(wrong).toEqual([]);
      expect(table.survey().states).toBe(distances.size);
    }
  });
});

describe.each(['five', 'six', 'seven', 'eight', 'eleven'])('a table of %s', (id) => {
  const puzzle = puzzleOf(id)!;
  const { size } = puzzle.board;
  /** A goal with its blank on each cell, the tiles in some order of their own. */
  const goals = Array.from({ length: size }, (_, blank) => {
    const tiles = Array.from({ length: size - 1 }, (_, index) => ((index * 3 + blank) % (size - 1)) + 1);
    const isDrawn = new Set(tiles).size === size - 1;
    const ordered = isDrawn
      ? tiles
      : Array.from({ length: size - 1 }, (_, index) => ((index + blank) % (size - 1)) + 1);
    const goal = puzzle.parseGoal(puzzle.formatPosition([...ordered.slice(0, blank), 0, ...ordered.slice(blank)]));
    if (!goal.ok) throw new Error(`no goal with its blank on ${blank}`);
    return goal.value;
  });

  it('serves every goal that has its key, whichever it was built for', () => {
    for (const goal of goals) {
      const table = sharedTable(puzzle, goal);
      const cursor = puzzle.cursor(goal);
      for (let walk = 0; walk < 30; walk++) {
        cursor.load(cursor.goals![0]!);
        for (let step = 0; step < walk; step++) {
          const codes: number[] = [];
          const count = cursor.moves(codes, 0);
          cursor.make(codes[(walk * 5 + step * 7) % count]!);
        }
        const start = cursor.unrank(cursor.state());
        const path = table.path(start);
        expect(path.length).toBe(table.distance(start));
        expect(path.length).toBeLessThanOrEqual(walk);
        expect(replay(puzzle, start, path).at(-1)).toEqual(goal.positions[0]);
      }
    }
  });
});
