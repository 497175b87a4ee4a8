import { describe, expect, test } from 'vitest';
import type { Goal, Position, Puzzle, Question } from '../../src/puzzles/puzzle.ts';
import { parseQuestion } from '../../src/puzzles/reader.ts';
import { puzzleOf } from '../../src/puzzles/registry.ts';
import { seeded } from '../../src/search/scramble.ts';
import { neighbourhoodOf } from '../../src/spoilers/neighbourhood.ts';
import { distanceIn } from '../support/challenge.ts';
import { sharedTable } from '../support/tables.ts';

const parsed = (puzzle: Puzzle, position: string, goal?: string): Question => {
  const question = parseQuestion(puzzle, position, goal);
  return question.ok ? question.value : expect.fail(question.problem.code);
};
/** The distance that the neighbourhood of a challenge says of a question. */
const distance = (id: string, challenge: string, position: string, goal?: string): number | undefined => {
  const puzzle = puzzleOf(id)!;
  const asked = parsed(puzzle, position, goal);
  return distanceIn(neighbourhoodOf(puzzle, parsed(puzzle, challenge).start), puzzle, asked.start, asked.goal);
};
const goalAt = (puzzle: Puzzle, position: Position): Goal => {
  const goal = puzzle.parseGoal(puzzle.formatPosition(position));
  return goal.ok ? goal.value : expect.fail(goal.problem.code);
};
/** A position some moves on, never straight back. */
const walked = (puzzle: Puzzle, from: Position, moves: number, random: () => number): Position => {
  const cursor = puzzle.cursor(puzzle.goal);
  cursor.load(cursor.rank(from));
  let last: number | undefined;
  for (let made = 0; made < moves; made++) {
    const codes: number[] = [];
    cursor.moves(codes, 0);
    const open = codes.filter((code) => last === undefined || !cursor.redundant(last, code));
    last = open[Math.floor(random() * open.length)]!;
    cursor.make(last);
  }
  return cursor.unrank(cursor.state());
};

describe.each([
  ['five', '450132'],
  ['six', '4651320'],
  ['seven', '07214365'],
  ['eight', '867254301'],
  ['eleven', '5A3901B84762'],
  ['fifteen', 'FE169B4C0A73D852'],
])('the neighbourhood of a challenge of %s', (id, position) => {
  const puzzle = puzzleOf(id)!;
  const { start } = parsed(puzzle, position);
  const near = neighbourhoodOf(puzzle, start);
  const random = seeded(id);

  test('is what lies up to four moves away, and its mirror images', () => {
    for (let moves = 0; moves <= 4; moves++) {
      for (const image of puzzle.images(walked(puzzle, start, moves, random), puzzle.goal)) {
        expect(distanceIn(near, puzzle, image), puzzle.formatPosition(image)).toBeLessThanOrEqual(moves);
      }
    }
  });

  test('has the same questions with tiles renamed, or with the board turned', () => {
    const last = puzzle.board.size - 1;
    const renamed = (one: Position): Position => one.map((tile) => (tile === 0 ? 0 : ((tile + 1) % last) + 1));
    const question = { start: renamed(walked(puzzle, start, 3, random)), end: renamed(puzzle.goal.positions[0]!) };
    expect(distanceIn(near, puzzle, question.start, goalAt(puzzle, question.end))).toBeLessThanOrEqual(3);
    const half = (one: Position): Position => one.toReversed();
    expect(distanceIn(near, puzzle, half(question.start), goalAt(puzzle, half(question.end)))).toBeLessThanOrEqual(3);
  });
});

test.each([
  ['five', '450132'],
  ['seven', '07214365'],
  ['six', '4651320'],
])('the neighbourhood of a challenge of %s has no position that is farther away', (id, position) => {
  const puzzle = puzzleOf(id)!;
  const { start } = parsed(puzzle, position);
  const near = neighbourhoodOf(puzzle, start);
  const tables = puzzle.images(start, puzzle.goal).map((image) => {
    const goal = goalAt(puzzle, image);
    return sharedTable(puzzle, goal);
  });
  const random = seeded(id);
  let [close, far] = [0, 0];
  for (let walk = 0; walk < 600; walk++) {
    const reached = walked(puzzle, start, walk % 12, random);
    const moves = Math.min(...tables.map((table) => table.distance(reached)!));
    expect(distanceIn(near, puzzle, reached)).toBe(moves <= 4 ? moves : undefined);
    if (moves <= 4) close++;
    else far++;
  }
  expect(Math.min(close, far)).toBeGreaterThan(100);
});

test('a challenge close to the goal does not make every question a spoiler', () => {
  const eight = puzzleOf('eight')!;
  const near = neighbourhoodOf(eight, parsed(eight, '123456708').start);
  expect(distanceIn(near, eight, eight.goal.positions[0]!)).toBeUndefined();
  expect(distanceIn(near, eight, parsed(eight, '103426758').start)).toBe(2);
});

describe('the neighbourhood of a challenge of pegs', () => {
  test('is what its jumps lead to, and what leads to it', () => {
    const puzzle = puzzleOf('peg15')!;
    const { start } = parsed(puzzle, 'all-4');
    const next = puzzle.formatPosition(puzzle.play(start, [0, 3]));
    expect(distance('peg15', 'all-4', next)).toBe(1);
    expect(distance('peg15', next, 'all-4')).toBe(1);
  });

  test('is the board turned with its goal, or with any goal', () => {
    expect(distance('peg15', 'all-4', 'all-6')).toBe(0);
    expect(distance('peg15', 'all-4', 'all-13', '11')).toBe(0);
    expect(distance('peg15', 'all-4', 'all-4', 'any')).toBe(0);
    expect(distance('peg15', 'all-4', 'all-13')).toBeUndefined();
  });

  test('is bounded', () => {
    const puzzle = puzzleOf('peg37')!;
    const near = neighbourhoodOf(puzzle, parsed(puzzle, 'all-c1').start);
    expect(near.distances.size).toBeLessThan(9000);
  });
});

describe('the neighbourhood of a challenge of cards', () => {
  test('has the same position with letters told apart', () => {
    expect(distance('onoff', 'fn==/ofo_', 'fn==/Ofo_', '==On/ofF_')).toBe(0);
  });

  test('is the board turned with its goal', () => {
    expect(distance('onoff', 'fn==/ofo_', '==nf/_ofo', 'no==/_ffo')).toBe(0);
    expect(distance('onoff', 'fn==/ofo_', '_ofo/==nf', '_ffo/no==')).toBe(0);
  });
});

test('has the mirror image of a board with its walls and pieces, and none with other walls', () => {
  const near = (position: string) => distance('klotski', 'ABB./ABB./AACD/..CD/x..D', position);
  expect(near('ABB./ABB./AACD/..CD/x..D')).toBe(0);
  expect(near('A.BB/A.BB/AACD/..CD/x..D')).toBe(1);
  expect(near('.BBA/.BBA/DCAA/DC../D..x')).toBe(0);
  expect(near('.BBA/.BBA/DCAA/DC../D.x.')).toBeUndefined();
});
