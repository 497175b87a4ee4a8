/** Challenges for tests of the spoiler guard, and positions around them. */
import { expect } from 'vitest';
import { symmetriesOf } from '../../src/puzzles/board.ts';
import { type Move, type Position, type Puzzle, replay } from '../../src/puzzles/puzzle.ts';
import { puzzleOf } from '../../src/puzzles/registry.ts';
import { seeded } from '../../src/search/scramble.ts';
import { solve } from '../../src/search/solve.ts';

/** A challenge that replaces that of the day. */
export interface Challenge {
  readonly puzzle: Puzzle;
  readonly start: Position;
  readonly moves: readonly Move[];
  /** The positions of a shortest solution that passes through the challenge, and the challenge's index. */
  readonly line: readonly Position[];
  readonly at: number;
}

export const solved = (puzzle: Puzzle, start: Position, goal = puzzle.goal): readonly Move[] => {
  const outcome = solve(puzzle, { start, goal });
  return outcome.status === 'solved'
    ? outcome.moves
    : expect.fail(`${puzzle.formatPosition(start)}: ${outcome.status}`);
};
/** The position after some moves of a shortest solution from `far`. */
export const challengeAfter = (id: string, far: string, at: number): Challenge => {
  const puzzle = puzzleOf(id)!;
  const from = puzzle.parsePosition(far);
  if (!from.ok) throw new Error(far);
  const moves = solved(puzzle, from.value);
  const line = replay(puzzle, from.value, moves);
  return { puzzle, start: line[at]!, moves: moves.slice(at), line, at };
};

/** Random positions that many moves away. */
export const around = (puzzle: Puzzle, start: Position, moves: number, count: number): Position[] => {
  const random = seeded(`${puzzle.id} ${moves}`);
  return Array.from({ length: count }, () => {
    const cursor = puzzle.cursor(puzzle.goal);
    cursor.load(puzzle.rank(start));
    for (let made = 0, last = -1; made < moves; made++) {
      const codes: number[] = [];
      const count = cursor.moves(codes, 0);
      const open = codes.slice(0, count).filter((code) => last === -1 || !cursor.redundant(last, code));
      last = open[Math.floor(random() * open.length)] ?? codes[0]!;
      cursor.make(last);
    }
    return puzzle.unrank(cursor.state());
  });
};

/** The positions under each symmetry of the board but the identity. */
export const turns = ({ board, family }: Puzzle, ...positions: readonly Position[]): Position[][] =>
  symmetriesOf(board)
    .slice(1)
    .map((image) =>
      positions.map((position) => {
        const turned = [...position];
        position.forEach((piece, cell) => {
          turned[image[cell]!] = piece;
        });
        if (family !== 'block') return turned;
        const [left, right] = [turned.indexOf(1), turned.indexOf(2)].sort((a, b) => a - b);
        return turned.with(left!, 1).with(right!, 2);
      }),
    );

/** Whether the solution from here passes through the challenge or an image of it. */
export const passes = ({ puzzle, start }: Challenge, from: Position, goal = puzzle.goal): boolean => {
  const images = new Set(puzzle.images(start, puzzle.goal).map(puzzle.rank));
  return replay(puzzle, from, solved(puzzle, from, goal)).some((position) => images.has(puzzle.rank(position)));
};

/** The move that leads from one position to another. */
export const replayMove = (puzzle: Puzzle, from: Position, to: Position): Move => {
  const cursor = puzzle.cursor(puzzle.goal);
  cursor.load(puzzle.rank(from));
  const codes: number[] = [];
  cursor.moves(codes, 0);
  const moves = codes.map((code) => cursor.path(code));
  return moves.find((move) => puzzle.rank(puzzle.play(from, move)) === puzzle.rank(to))!;
};
