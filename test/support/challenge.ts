/** Challenges for tests of the spoiler guard, and positions around them. */
import { symmetriesOf } from '../../src/puzzles/board.ts';
import { type Goal, type Move, type Position, type Puzzle, replay } from '../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../src/puzzles/registry.ts';
import { emojiBoard } from '../../src/render/emoji.ts';
import { seeded } from '../../src/search/scramble.ts';
import { survey } from '../../src/search/solve.ts';
import { problemFrame } from '../../src/spoilers/frame.ts';
import type { neighbourhoodOf } from '../../src/spoilers/neighbourhood.ts';
import { solved } from './solution.ts';
import { rankOf } from './truth.ts';

/** A challenge that replaces that of the day. */
export interface Challenge {
  readonly puzzle: Puzzle;
  readonly start: Position;
  readonly moves: readonly Move[];
  /** The positions of a shortest solution that passes through the challenge, and the challenge's index. */
  readonly line: readonly Position[];
  readonly at: number;
}

/** The position after some moves of a shortest solution from `far`. */
export const challengeAfter = (id: string, far: string, at: number): Challenge => {
  const puzzle = puzzleOf(id)!;
  const from = puzzle.parsePosition(far);
  if (!from.ok) throw new Error(far);
  const moves = solved(puzzle, from.value);
  const line = replay(puzzle, from.value, moves);
  return { puzzle, start: line[at]!, moves: moves.slice(at), line, at };
};

/** Moves between a challenge and a position that is asked with a goal, if it is near. */
export const distanceIn = (
  { frame, distances }: ReturnType<typeof neighbourhoodOf>,
  puzzle: Puzzle,
  position: Position,
  goal: Goal = puzzle.goal,
): number | undefined => {
  const frames = [puzzle.goal, goal].map((one) => problemFrame(puzzle, one, position));
  const found = frames.flatMap((own) => (own.text === frame.text ? (distances.get(own.key(position)) ?? []) : []));
  return found.length === 0 ? undefined : Math.min(...found);
};

/** The farthest positions of a puzzle, sorted. */
export const farthestOf = (puzzle: Puzzle): string[] => {
  const whole = survey(puzzle, {});
  return typeof whole === 'string' ? [] : whole.farthest.map(puzzle.formatPosition).sort();
};

/** Random positions that many moves away. */
export const around = (puzzle: Puzzle, start: Position, moves: number, count: number): Position[] => {
  const random = seeded(`${puzzle.id} ${moves}`);
  return Array.from({ length: count }, () => {
    const cursor = puzzle.cursor(puzzle.goal);
    cursor.load(cursor.rank(start));
    for (let made = 0, last = -1; made < moves; made++) {
      const codes: number[] = [];
      const count = cursor.moves(codes, 0);
      const open = codes.slice(0, count).filter((code) => last === -1 || !cursor.redundant(last, code));
      last = open[Math.floor(random() * open.length)] ?? codes[0]!;
      cursor.make(last);
    }
    return cursor.unrank(cursor.state());
  });
};

/** The positions under each symmetry of the board but the identity. */
const turns = ({ board, family }: Puzzle, ...positions: readonly Position[]): Position[][] =>
  symmetriesOf(board)
    .slice(1)
    .map((image) =>
      positions.map((position) => {
        const turned = [...position];
        position.forEach((piece, cell) => {
          turned[image[cell]!] = piece;
        });
        if (family !== 'cards') return turned;
        const [left, right] = [turned.indexOf(1), turned.indexOf(2)].sort((a, b) => a - b);
        return turned.with(left!, 1).with(right!, 2);
      }),
    );

/** Questions to /solve that the guard refuses. */
export const questionsOn = ({ puzzle, start, line, at }: Challenge): { position: string; goal?: string }[] => {
  const print = puzzle.formatPosition;
  const goal = puzzle.goal.positions[0]!;
  const near = [1, 2, 3, 3].flatMap((moves) => around(puzzle, start, moves, 2));
  // Jumps can't be taken back: positions before the challenge are near it too.
  const before = line.slice(Math.max(0, at - 4), at);
  const images = [start, ...near.slice(0, 4)].flatMap((one) => puzzle.images(one, puzzle.goal).slice(1));
  return [
    { position: emojiBoard(puzzle, start) },
    ...[start, ...near, ...before, ...images].map((position) => ({ position: print(position) })),
    // Other goals, and the question backwards.
    { position: print(start), goal: print(line.at(-3)!) },
    { position: print(goal), goal: print(start) },
    ...(puzzle.parseGoal('any').ok ? [{ position: print(start), goal: 'any' }] : []),
    ...turns(puzzle, start, goal, line[at + 1]!).flatMap(([from, to, on]) => [
      { position: print(from!), goal: print(to!) },
      { position: print(on!), goal: print(to!) },
    ]),
  ];
};

/** Challenges of each family, and of the smallest puzzle. */
export const challenges: readonly (readonly [id: string, make: () => Challenge])[] = [
  ['eight', () => challengeAfter('eight', '867254301', 8)],
  ['peg21', () => challengeAfter('peg21', 'all-7', 6)],
  ['onoff', () => challengeAfter('onoff', 'fn==/ofo_', 8)],
  ['six', () => challengeAfter('six', farthestOf(puzzleOf('six')!)[0]!, 0)],
];

/** Whether the solution from here comes within a number of moves of the challenge or of an image of it. */
export const comesNear = ({ puzzle, start }: Challenge, moves: number, from: Position, goal = puzzle.goal): boolean => {
  const near = new Set<number>();
  let level: readonly Position[] = puzzle.images(start, puzzle.goal);
  for (let made = 0; made <= moves; made++) {
    for (const position of level) near.add(rankOf(puzzle, position));
    level = level.flatMap((position) => puzzle.legalSteps(position).map((step) => puzzle.play(position, step)));
  }
  return replay(puzzle, from, solved(puzzle, from, goal)).some((position) => near.has(rankOf(puzzle, position)));
};

/** Whether the solution from here passes through the challenge or an image of it. */
export const passes = (challenge: Challenge, from: Position, goal = challenge.puzzle.goal): boolean =>
  comesNear(challenge, 0, from, goal);

/** The move that leads from one position to another. */
export const replayMove = (puzzle: Puzzle, from: Position, to: Position): Move => {
  const cursor = puzzle.cursor(puzzle.goal);
  cursor.load(cursor.rank(from));
  const codes: number[] = [];
  cursor.moves(codes, 0);
  const moves = codes.map((code) => cursor.path(code));
  return moves.find((move) => rankOf(puzzle, puzzle.play(from, move)) === rankOf(puzzle, to))!;
};
