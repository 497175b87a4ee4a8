/** Tables of sliding puzzles, against searches of the tests' own, known figures (see `truth.ts`), and IDA*. */
import { describe, expect, it } from 'vitest';
import { rectangle, square, triangular } from '../../../src/puzzles/board.ts';
import { sliding } from '../../../src/puzzles/families/sliding/family.ts';
import { type Goal, type Move, type Position, type Puzzle, replay } from '../../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../../src/puzzles/registry.ts';
import { solve } from '../../../src/search/solve.ts';
import type { Table } from '../../../src/search/tables/contract.ts';
import { openTable, surveyTable, tableNeed } from '../../../src/search/tables/table.ts';
import { keyOf, tableOf } from '../../support/tables.ts';
import { distancesTo, positionOf, vectorsOf } from '../../support/truth.ts';

/** Numbers from 0 to below `below`, the same ones in every run (Park & Miller 1988). */
const randomNumbers = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
};

const shuffled = (puzzle: Puzzle, random: (below: number) => number): Position => {
  const position = [...puzzle.goal.positions[0]!];
  for (let i = position.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [position[i], position[j]] = [position[j]!, position[i]!];
  }
  return position;
};

const goalAt = (puzzle: Puzzle, position: Position): Goal => ({
  text: puzzle.formatPosition(position),
  positions: [position],
});

/** A goal with the blank on this cell, the other tiles anywhere. */
const goalWithBlank = (puzzle: Puzzle, cell: number, random: (below: number) => number): Goal => {
  const position = [...shuffled(puzzle, random)];
  const blank = position.indexOf(0);
  [position[blank], position[cell]] = [position[cell]!, 0];
  return goalAt(puzzle, position);
};

const legalMoves = (puzzle: Puzzle, position: Position): Move[] => {
  const blank = position.indexOf(0);
  return puzzle.board.neighbours[blank]!.map((from) => [from, blank]);
};

/** The first thing about a position that a table says otherwise than its distances do. */
const wrongAt = (
  puzzle: Puzzle,
  goal: Goal,
  table: Table,
  position: Position,
  distance: number,
): string | undefined => {
  const found = table.distance(position);
  if (found !== distance) return `distance ${found} instead of ${distance}`;
  const path = table.path(position);
  if (path.length !== distance) return `path of ${path.length} moves instead of ${distance}`;
  const end = replay(puzzle, position, path).at(-1)!;
  if (String(end) !== String(goal.positions[0])) return `path to ${puzzle.formatPosition(end)}`;
  return undefined;
};

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
      const position = puzzle.unrank(rank);
      const found = table.distance(position);
      if (found !== distance) wrong.push(`${puzzle.formatPosition(position)}: ${found} instead of ${distance}`);
    }
    expect(wrong).toEqual([]);
    const ranks = [...distances.keys()];
    for (let i = 0; i < 500; i++) {
      const rank = ranks[random(ranks.length)]!;
      const position = puzzle.unrank(rank);
      const distance = distances.get(rank)!;
      expect(wrongAt(puzzle, goal, table, position, distance), puzzle.formatPosition(position)).toBeUndefined();
      const closer = legalMoves(puzzle, position).filter(
        (move) => distances.get(puzzle.rank(puzzle.play(position, move))) === distance - 1,
      );
      expect(table.bestMoves(position)).toEqual(closer);
    }

    const { states, histogram, diameter, farthest } = table.survey();
    const counts = new Array<number>(diameter + 1).fill(0);
    for (const distance of distances.values()) counts[distance]!++;
    expect({ states, histogram, diameter }).toEqual({
      states: distances.size,
      histogram: counts,
      diameter: [...distances.values()].at(-1),
    });
    const antipodes = ranks.filter((rank) => distances.get(rank) === diameter).sort((a, b) => a - b);
    expect(farthest).toEqual(antipodes);
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
  it('are counted as brute force counts them, on all of five up to 12 moves', () => {
    const five = puzzleOf('five')!;
    const table = tableOf(five);
    const distances = distancesTo(five, five.goal);
    const countFrom = (position: Position, left: number): number => {
      if (left === 0) return five.rank(position) === five.rank(five.goal.positions[0]!) ? 1 : 0;
      return legalMoves(five, position).reduce((sum, move) => sum + countFrom(five.play(position, move), left - 1), 0);
    };
    for (const [rank, distance] of distances) {
      if (distance > 12) break;
      const position = five.unrank(rank);
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
      const position = puzzle.unrank(rank);
      const neighbours = legalMoves(puzzle, position).map((move) => puzzle.rank(puzzle.play(position, move)));
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
      const position = eight.unrank(rank);
      const count = table.solutions(position);
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
    // A ring lets tiles pass in one order only: few positions can be reached.
    ring: square('###', '# #', '###'),
    ladder: rectangle(2, 5),
    // Odd rings and a dead end.
    tail: triangular(' #    ', '# #   ', ' # # #'),
    single: rectangle(1, 4),
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
      for (const [rank, distance] of distances) expect(table.distance(puzzle.unrank(rank))).toBe(distance);
      expect(table.survey().states).toBe(distances.size);
    }
  });
});

describe('eleven', () => {
  const eleven = puzzleOf('eleven')!;
  const memory = tableNeed(eleven, eleven.goal).build();
  const table = openTable(eleven, eleven.goal, memory);
  /** Positions at each distance from 0 to 53, as the puzzle is known. */
  const histogram = [
    1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392, 2494, 4442, 7854, 13899, 24215, 41802, 71167, 119888, 198363,
    323206, 515778, 811000, 1248011, 1885279, 2782396, 4009722, 5621354, 7647872, 10065800, 12760413, 15570786,
    18171606, 20299876, 21587248, 21841159, 20906905, 18899357, 16058335, 12772603, 9515217, 6583181, 4242753, 2503873,
    1350268, 643245, 270303, 92311, 27116, 5390, 1115, 86, 18,
  ];

  it('has the known histogram', () => {
    const { states, diameter, histogram: found } = table.survey();
    expect({ states, diameter, found }).toEqual({ states: 239_500_800, diameter: 53, found: histogram });
    expect(memory.byteLength).toBe(tableNeed(eleven, eleven.goal).bytes);
    expect(table.bytes).toBe(memory.byteLength);
  });

  it('has 18 antipodes, all of them solvable', () => {
    const { farthest } = table.survey();
    expect(new Set(farthest).size).toBe(18);
    const texts = farthest.map((rank) => eleven.formatPosition(eleven.unrank(rank)));
    expect(texts).toContain('032187654BA9');
    // Three of a published list are misprinted: unsolvable as they stand there, and antipodes with A and B exchanged.
    for (const printed of ['0869A7B14325', '0821A3B54769', '0829A7B54361']) {
      expect(table.distance(positionOf(eleven, printed))).toBe(-1);
      const meant = printed.replace(/[AB]/gu, (tile) => (tile === 'A' ? 'B' : 'A'));
      expect(texts).toContain(meant);
    }
    for (const rank of farthest) {
      const position = eleven.unrank(rank);
      expect(eleven.obstacle({ start: position, goal: eleven.goal })).toBeUndefined();
      expect(wrongAt(eleven, eleven.goal, table, position, 53)).toBeUndefined();
    }
    expect(surveyTable(eleven, eleven.goal)).toEqual(table.survey());
  });

  it('agrees with all vectors', () => {
    const vectors = vectorsOf('eleven');
    expect(vectors.length).toBeGreaterThan(100);
    const wrong = vectors.flatMap(([text, length]) => {
      const reason = wrongAt(eleven, eleven.goal, table, positionOf(eleven, text), length);
      return reason ? [`${text}: ${reason}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  /** Where a walk of this many moves ends that never goes straight back. */
  const walk = (puzzle: Puzzle, goal: Goal, moves: number, random: (below: number) => number): Position => {
    let position = goal.positions[0]!;
    let before = -1;
    for (let i = 0; i < moves; i++) {
      const choices = legalMoves(puzzle, position).filter(([from]) => from !== before);
      const move = choices[random(choices.length)]!;
      before = move[1]!;
      position = puzzle.play(position, move);
    }
    return position;
  };

  it('agrees with IDA* on a thousand walks', () => {
    const random = randomNumbers(11);
    const wrong: string[] = [];
    for (let i = 0; i < 1000; i++) {
      const start = walk(eleven, eleven.goal, 24 + (i % 9), random);
      const outcome = solve(eleven, { start, goal: eleven.goal }, { method: 'ida' });
      const length = outcome.status === 'solved' ? outcome.moves.length : -2;
      const reason = wrongAt(eleven, eleven.goal, table, start, length);
      if (reason) wrong.push(`${eleven.formatPosition(start)}: ${reason}`);
    }
    expect(wrong).toEqual([]);
  });

  it('says so when there is no way', () => {
    const exchanged = positionOf(eleven, '213456789AB0');
    expect(table.distance(exchanged)).toBe(-1);
    expect(table.bestMoves(exchanged)).toEqual([]);
    expect(table.solutions(exchanged)).toBe(0);
    expect(() => table.path(exchanged)).toThrow(RangeError);
  });

  it('has nothing to do at the goal', () => {
    const [goal] = eleven.goal.positions;
    expect(table.distance(goal!)).toBe(0);
    expect(table.path(goal!)).toEqual([]);
    expect(table.bestMoves(goal!)).toEqual([]);
    expect(table.solutions(goal!)).toBe(1);
  });

  it('knows all moves that begin a shortest solution, and counts their ways', () => {
    const random = randomNumbers(12);
    const countFrom = (position: Position): number => {
      if (table.distance(position) === 0) return 1;
      return table.bestMoves(position).reduce((sum, move) => sum + countFrom(eleven.play(position, move)), 0);
    };
    for (let i = 0; i < 300; i++) {
      const position = walk(eleven, eleven.goal, 40, random);
      const distance = table.distance(position);
      const closer = legalMoves(eleven, position).filter(
        (move) => table.distance(eleven.play(position, move)) === distance - 1,
      );
      expect(table.bestMoves(position)).toEqual(closer);
      if (i < 20) expect(table.solutions(position)).toBe(countFrom(position));
    }
  });

  it('serves all four corners as goals from the same memory', () => {
    const random = randomNumbers(13);
    for (const cell of [0, 3, 8]) {
      const goal = goalWithBlank(eleven, cell, random);
      expect(keyOf(eleven, goal)).toBe(keyOf(eleven, eleven.goal));
      const corner = openTable(eleven, goal, memory);
      for (let i = 0; i < 30; i++) {
        const start = walk(eleven, goal, 30, random);
        const outcome = solve(eleven, { start, goal }, { method: 'ida' });
        expect(outcome.status).toBe('solved');
        if (outcome.status === 'solved') {
          expect(wrongAt(eleven, goal, corner, start, outcome.moves.length)).toBeUndefined();
        }
      }
    }
  });

  it('serves goals with the blank elsewhere, and the board on its side', () => {
    const random = randomNumbers(14);
    const upright = sliding({ id: 'upright', board: rectangle(4, 3), landmarks: [] });
    for (const [puzzle, cell] of [
      [eleven, 5],
      [upright, 3],
    ] as const) {
      const goal = goalWithBlank(puzzle, cell, random);
      expect(keyOf(puzzle, goal)).not.toBe(keyOf(puzzle, puzzle.goal));
      const other = tableOf(puzzle, goal);
      expect(other.survey().states).toBe(239_500_800);
      for (let i = 0; i < 40; i++) {
        const start = walk(puzzle, goal, 30, random);
        const outcome = solve(puzzle, { start, goal }, { method: 'ida' });
        expect(outcome.status).toBe('solved');
        if (outcome.status === 'solved') {
          expect(wrongAt(puzzle, goal, other, start, outcome.moves.length)).toBeUndefined();
        }
      }
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
    const memories = new Map(goals.map((goal) => [keyOf(puzzle, goal), tableNeed(puzzle, goal).build()]));
    for (const goal of goals) {
      const table = openTable(puzzle, goal, memories.get(keyOf(puzzle, goal))!);
      const cursor = puzzle.cursor(goal);
      for (let walk = 0; walk < 30; walk++) {
        cursor.load(cursor.goals[0]!);
        for (let step = 0; step < walk; step++) {
          const codes: number[] = [];
          const count = cursor.moves(codes, 0);
          cursor.make(codes[(walk * 5 + step * 7) % count]!);
        }
        const start = puzzle.unrank(cursor.state());
        const path = table.path(start);
        expect(path.length).toBe(table.distance(start));
        expect(path.length).toBeLessThanOrEqual(walk);
        expect(replay(puzzle, start, path).at(-1)).toEqual(goal.positions[0]);
      }
    }
  });
});
