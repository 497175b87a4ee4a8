import { describe, expect, test } from 'vitest';
import {
  type Goal,
  type Position,
  type Puzzle,
  parseQuestion,
  type Question,
  replay,
} from '../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../src/puzzles/registry.ts';
import { imagesOf } from '../../src/puzzles/symmetry.ts';
import { scramble, seeded } from '../../src/search/scramble.ts';
import { buildTables, needsOf, solve } from '../../src/search/solve.ts';
import { Closeness } from '../../src/spoilers/closeness.ts';

const asked = (id: string, position: string, goal?: string): { puzzle: Puzzle; question: Question } => {
  const puzzle = puzzleOf(id)!;
  const question = parseQuestion(puzzle, position, goal);
  if (!question.ok) throw new Error(question.problem.code);
  return { puzzle, question: question.value };
};
const covers = (around: readonly [position: string, goal?: string], id: string, position: string, goal?: string) => {
  const { puzzle, question } = asked(id, ...around);
  return new Closeness(puzzle, question).covers(asked(id, position, goal).question);
};
const goalAt = (puzzle: Puzzle, position: Position): Goal => {
  const goal = puzzle.parseGoal(puzzle.formatPosition(position));
  if (!goal.ok) throw new Error(goal.problem.code);
  return goal.value;
};
/** A position some moves on, never straight back. */
const walked = (puzzle: Puzzle, from: Position, moves: number, random: () => number): Position => {
  const cursor = puzzle.cursor(puzzle.goal);
  cursor.load(puzzle.rank(from));
  let last: number | undefined;
  for (let made = 0; made < moves; made++) {
    const codes: number[] = [];
    cursor.moves(codes, 0);
    const open = codes.filter((code) => last === undefined || !cursor.redundant(last, code));
    last = open[Math.floor(random() * open.length)]!;
    cursor.make(last);
  }
  return puzzle.unrank(cursor.state());
};

describe.each([
  ['five', '450132'],
  ['six', '4651320'],
  ['seven', '07214365'],
  ['eight', '867254301'],
  ['eleven', '5A3901B84762'],
  ['fifteen', 'FE169B4C0A73D852'],
])('close to a position of %s', (id, position) => {
  const { puzzle, question } = asked(id, position);
  const closeness = new Closeness(puzzle, question);
  const random = seeded(id);

  test('is what lies up to four moves away, at both ends together, and its mirror images', () => {
    for (let moves = 0; moves <= 4; moves++) {
      for (let late = 0; late <= moves; late++) {
        const goal = goalAt(puzzle, walked(puzzle, puzzle.goal.positions[0]!, late, random));
        const start = walked(puzzle, question.start, moves - late, random);
        for (const image of imagesOf(puzzle, start, goal)) {
          expect(closeness.covers({ start: image, goal }), puzzle.formatPosition(image)).toBe(true);
          expect(closeness.covers({ start: goal.positions[0]!, goal: goalAt(puzzle, image) })).toBe(true);
        }
      }
    }
  });

  test('is the same question with the tiles renamed, from its start and from its end', () => {
    const names = [
      0,
      ...Array.from({ length: puzzle.board.size - 1 }, (_, tile) => ((tile + 2) % (puzzle.board.size - 1)) + 1),
    ];
    const named = (one: Position): Position => one.map((tile) => names[tile]!);
    const [start, end] = [named(question.start), named(puzzle.goal.positions[0]!)];
    expect(closeness.covers({ start, goal: goalAt(puzzle, end) })).toBe(true);
    expect(closeness.covers({ start: end, goal: goalAt(puzzle, start) })).toBe(true);
  });
});

describe('close to a question of pegs', () => {
  const all = ['all-4', '13'] as const;

  test('is what jumps lead to, and from', () => {
    const { puzzle, question } = asked('peg15', 'all-4');
    const on = puzzle.play(question.start, [0, 3]);
    expect(covers(all, 'peg15', puzzle.formatPosition(on))).toBe(true);
    expect(covers([puzzle.formatPosition(on)], 'peg15', 'all-4')).toBe(true);
  });

  test('is the board turned with its goal, or with any goal', () => {
    expect(covers(all, 'peg15', 'all-6', '13')).toBe(true);
    expect(covers(all, 'peg15', 'all-13', '4')).toBe(true);
    expect(covers(all, 'peg15', 'all-13', 'any')).toBe(true);
    expect(covers(all, 'peg15', 'all-13', '13')).toBe(false);
  });

  test.each([
    ['peg15', 'peg21', 2, 1, '011111111111111', '1'],
    ['peg33', 'peg37', 0, 0, '000010000100001110000100000000000', 'd4'],
  ])('of %s is the same on a part of the board of %s', (small, large, right, down, position, goal) => {
    const own = asked(small, position, goal);
    const other = puzzleOf(large)!;
    const laid = (pegs: Position): Position => {
      const { x, y } = other.board;
      const result = new Array<number>(x.length).fill(0);
      pegs.forEach((peg, cell) => {
        const [column, row] = [own.puzzle.board.x[cell]! + right, own.puzzle.board.y[cell]! + down];
        result[x.findIndex((at, index) => at === column && y[index] === row)] = peg;
      });
      return result;
    };
    const start = laid(own.question.start);
    const end = goalAt(other, laid(own.question.goal.positions[0]!));
    const tells = (of: Puzzle, question: Question, told: Puzzle, ...questions: Question[]): boolean =>
      new Closeness(of, question).isGivenAwayBy({ puzzle: told, questions });
    expect(tells(own.puzzle, own.question, other, { start, goal: end })).toBe(true);
    expect(tells(other, { start, goal: end }, own.puzzle, own.question)).toBe(true);
    // With one peg outside it is another question.
    const outside = start.findIndex((_, cell) => laid(own.question.start.map(() => 1))[cell] === 0);
    expect(tells(own.puzzle, own.question, other, { start: start.with(outside, 1), goal: end })).toBe(false);
    const line = [start.with(outside, 1), start, end.positions[0]!];
    expect(new Closeness(own.puzzle, own.question).isGivenAwayBy({ puzzle: other, questions: [], lines: [line] })).toBe(
      true,
    );
  });

  test('is the way back, with pegs and holes exchanged', () => {
    // From all but the last hole to one peg in the first one's: the board turned as well.
    expect(covers(['all-4', '1'], 'peg15', 'all-1', '4')).toBe(true);
  });
});

describe('close to a question of cards', () => {
  test('is the same with letters told apart', () => {
    const around = ['fn==/ofo_'] as const;
    expect(covers(around, 'onoff', 'fn==/Ofo_', '==On/ofF_')).toBe(true);
    expect(covers(['==no/OfF_', '==on/OFf_'], 'onoff', '==no/off_')).toBe(true);
  });

  test('is the board turned with its goal', () => {
    expect(covers(['fn==/ofo_'], 'onoff', '==nf/_ofo', 'no==/_ffo')).toBe(true);
    expect(covers(['fn==/ofo_'], 'onoff', '_ofo/==nf', '_ffo/no==')).toBe(true);
  });
});

describe('a line tells the answer', () => {
  const { puzzle, question } = asked('eight', '867254301');
  const tables = buildTables(needsOf(puzzle, puzzle.goal));
  const wayFrom = (start: Position, goal = puzzle.goal): Position[] => {
    const outcome = solve(puzzle, { start, goal }, { tables: goal === puzzle.goal ? tables : undefined });
    return outcome.status === 'solved' ? replay(puzzle, start, outcome.moves) : expect.fail(outcome.status);
  };
  const line = wayFrom(question.start);
  const at = 10;
  const start = line[at]!;
  const length = line.length - 1 - at;
  const around = (own = length) => new Closeness(puzzle, { start, goal: puzzle.goal }, own);

  test('when it leads through the asked position or an image of it, to the goal or from it', () => {
    const [image] = imagesOf(puzzle, line[2]!, puzzle.goal).slice(1);
    const [mirrored] = imagesOf(puzzle, start, puzzle.goal).slice(1);
    const mirror = line.map((position) => imagesOf(puzzle, position, puzzle.goal).at(-1)!);
    expect([puzzle.rank(mirror[2]!), puzzle.rank(mirror[at]!)]).toEqual([puzzle.rank(image!), puzzle.rank(mirrored!)]);
    for (const known of [length, undefined]) {
      for (const told of [line, line.slice(3), line.toReversed(), mirror, mirror.toReversed()]) {
        expect(around(known).isToldBy(told)).toBe(true);
      }
    }
  });

  test('when it goes on, or comes from farther than the goal', () => {
    const beyond = walked(puzzle, line.at(-1)!, 1, seeded('beyond'));
    expect(around().isToldBy([...line, beyond])).toBe(true);
    expect(around().isToldBy([beyond, ...line.toReversed()])).toBe(true);
  });

  test('when it is all but complete, and not when much of it is missing', () => {
    expect(around().isToldBy(line.slice(at + 2))).toBe(true);
    expect(around().isToldBy(line.slice(at + 3))).toBe(false);
    expect(around().isToldBy(line.slice(0, at + 5))).toBe(false);
    // Of how many moves it is a part can't be told.
    expect(new Closeness(puzzle, { start, goal: puzzle.goal }).isToldBy(line.slice(at + 2))).toBe(false);
  });

  test('hardly ever by chance', () => {
    const random = seeded('chance');
    const any = (): Position => scramble(puzzle, { least: 1, most: 31 }, random, new Map())!.position;
    const lines = Array.from({ length: 150 }, () => wayFrom(any()));
    // The lengths of daily challenges.
    const secrets = [12, 16, 20, 23, 26].flatMap((moves) =>
      Array.from({ length: 4 }, () => {
        const { position } = scramble(puzzle, { least: moves, most: moves }, random, new Map())!;
        return new Closeness(puzzle, { start: position, goal: puzzle.goal }, moves);
      }),
    );
    const refused = secrets.flatMap((closeness) =>
      lines.filter((told) => closeness.covers({ start: told[0]!, goal: puzzle.goal }) || closeness.isToldBy(told)),
    );
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length / (lines.length * secrets.length)).toBeLessThan(0.01);
  });
});
