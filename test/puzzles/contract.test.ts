/** One suite for every puzzle of the registry: what `puzzle.ts` promises. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  anything,
  type Cursor,
  type Goal,
  isAt,
  type Move,
  type Notation,
  type Position,
  type Puzzle,
  replay,
} from '../../src/puzzles/puzzle.ts';
import { puzzleOf, puzzles } from '../../src/puzzles/registry.ts';
import fc from '../support/properties.ts';
import {
  cursorOf,
  distancesTo,
  goalStates,
  isSmall,
  knownDistances,
  piecesOf,
  questionOf,
  rankOf,
  sample,
  somePosition,
  unrank,
  vectorsOf,
  walkBack,
  walks,
} from '../support/truth.ts';

/** Every question that the puzzle shows off with has a goal worth testing, besides its own. */
const goalsOf = (puzzle: Puzzle): Goal[] => {
  const goals = puzzle.landmarks.map(({ position, goal }) => questionOf(puzzle, position, goal).goal);
  return [...new Map([puzzle.goal, ...goals].map((goal) => [goal.text, goal])).values()];
};

/** How often to try what takes longer the larger the board is. */
const many = (puzzle: Puzzle, most: number): number => Math.min(most, Math.ceil((most * 8) / puzzle.board.size));

/** Moves that `play` takes, found by trying: the rules, without the cursor. */
const playable = (puzzle: Puzzle, position: Position): Move[] => {
  const cells = position.map((_, cell) => cell);
  const isLegal = (move: Move): boolean => {
    try {
      puzzle.play(position, move);
      return true;
    } catch (error) {
      if (error instanceof RangeError) return false;
      throw error;
    }
  };
  const { stackTraceLimit } = Error;
  // Most moves are refused, and nobody reads where.
  Error.stackTraceLimit = 0;
  try {
    const found: Move[] = [];
    let longer: Move[] = cells.flatMap((from) => cells.map((to) => [from, to]));
    while (longer.length > 0) {
      const legal = longer.filter(isLegal);
      found.push(...legal);
      longer = puzzle.family === 'pegs' ? legal.flatMap((move) => cells.map((to) => [...move, to])) : [];
    }
    return found;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};

/** Moves from a position (or, with `predecessors`, those that led to it) with the position on the other side of each. */
const arcs = (cursor: Cursor, rank: number, way: 'moves' | 'predecessors'): string[] => {
  cursor.load(rank);
  const codes: number[] = [];
  const count = cursor[way](codes, 0);
  return codes.slice(0, count).map((code) => {
    if (way === 'moves') cursor.make(code);
    else cursor.unmake(code);
    const arc = `${cursor.path(code)} ${cursor.state()}`;
    if (way === 'moves') cursor.unmake(code);
    else cursor.make(code);
    return arc;
  });
};

/** What a hole is called, by what it is called as a goal: a number or a file and a row. */
const holeName = (puzzle: Puzzle, cell: number): number | string => {
  const goal = puzzle.parseGoal(puzzle.formatPosition(puzzle.board.x.map((_, other) => (other === cell ? 1 : 0))));
  if (!goal.ok) throw new Error(goal.problem.code);
  return /^\d+$/u.test(goal.value.text) ? Number(goal.value.text) : goal.value.text;
};

/** The directions of a piece, and how far it goes in each. */
const waysOf = ({ board, stepsOf }: Puzzle, position: Position, move: Move): string => {
  const ways = stepsOf(position, move).map(([from, to]) => {
    if (board.y[from] === board.y[to]) return to > from ? 'R' : 'L';
    return to > from ? 'D' : 'U';
  });
  return ways.join('').replace(/(.)\1+/gu, (run, way) => `${way}${run.length}`);
};

describe('the registry', () => {
  it('knows each puzzle by its id, once', () => {
    expect(new Set(puzzles.map(({ id }) => id)).size).toBe(puzzles.length);
    for (const puzzle of puzzles) expect(puzzleOf(puzzle.id)).toBe(puzzle);
    expect(puzzleOf('constructor')).toBeUndefined();
  });

  it('has a puzzle of every family, and ids that can be typed', () => {
    const folders = readdirSync(new URL('../../src/puzzles/families/', import.meta.url));
    expect(new Set(puzzles.map(({ family }) => family))).toEqual(new Set(folders));
    for (const { id } of puzzles) expect(id).toMatch(/^[a-z][a-z0-9]*$/u);
  });
});

const tested = [...puzzles, puzzleOf('seven-mtm')!, puzzleOf('fifteen-mtm')!];

describe.each(tested.map((puzzle) => [puzzle.id, puzzle] as const))('%s', (_, puzzle) => {
  const goals = goalsOf(puzzle);
  const somewhere = fc
    .tuple(fc.constantFrom(...goals), walks())
    .map(([goal, choices]) => ({ goal, position: walkBack(puzzle, goal, choices) }));

  it('prints a position so that it reads the same', () => {
    fc.assert(
      fc.property(somewhere, ({ position }) => {
        const text = puzzle.formatPosition(position);
        expect(puzzle.parsePosition(text)).toEqual({ ok: true, value: position });
        expect(text).not.toMatch(/\s/u);
      }),
    );
  });

  it('prints a goal so that it reads the same', () => {
    for (const goal of goals) expect(puzzle.parseGoal(goal.text)).toEqual({ ok: true, value: goal });
    fc.assert(
      fc.property(somewhere, ({ position }) => {
        const goal = puzzle.parseGoal(puzzle.formatPosition(position));
        if (!goal.ok) throw new Error(goal.problem.code);
        // Where all pieces have their cells, anything else is nothing.
        const ends = goal.value.positions.map((end) => end.map((piece) => (piece === anything ? 0 : piece)));
        expect(ends).toEqual([position]);
        expect(isAt(position, goal.value)).toBe(true);
        expect(puzzle.parseGoal(goal.value.text)).toEqual(goal);
      }),
    );
  });

  it('takes an empty goal for the one of the position', () => {
    const position = puzzle.formatPosition(somePosition(puzzle));
    for (const none of ['', ' \n']) {
      const { start, goal } = questionOf(puzzle, position, none);
      expect(goal).toEqual(puzzle.defaultGoal?.(start) ?? puzzle.goal);
    }
  });

  it('has landmarks that are different questions, none of them known to be unsolvable', () => {
    const asked = puzzle.landmarks.map(({ position, goal }) => questionOf(puzzle, position, goal));
    for (const question of asked) expect(puzzle.obstacle(question)).toBeUndefined();
    expect(new Set(asked.map(({ start, goal }) => `${start} ${goal.text}`)).size).toBe(asked.length);
  });

  it('gives every position a number and a code of its own, and finds it again', () => {
    const texts = new Set<string>();
    const codes = new Set<string>();
    fc.assert(
      fc.property(somewhere, ({ goal, position }) => {
        const cursor = puzzle.cursor(goal);
        const rank = cursor.rank(position);
        expect(Number.isSafeInteger(rank) && rank >= 0).toBe(true);
        expect(cursor.unrank(rank)).toEqual(position);
        cursor.load(rank);
        expect(cursor.state()).toBe(rank);
        const code = puzzle.encode(position);
        expect(code).toMatch(/^[\da-z]+$/u);
        expect(puzzle.decode(code)).toEqual(position);
        texts.add(puzzle.formatPosition(position));
        codes.add(code);
      }),
    );
    expect(codes.size).toBe(texts.size);
    expect(codes.size).toBeGreaterThan(20);
  });

  it('names the goals by their ranks', () => {
    for (const goal of goals) {
      const cursor = puzzle.cursor(goal);
      if (goal.positions.some((end) => end.includes(anything))) {
        expect(cursor.goals).toBeUndefined();
        const found = goalStates(cursor);
        expect(new Set(found).size).toBe(found.length);
        expect(found.every((state) => isAt(cursor.unrank(state), goal))).toBe(true);
      } else expect(cursor.goals).toEqual(goal.positions.map((one) => rankOf(puzzle, one, goal)));
    }
  });

  it('plays, prints and shows each move as the cursor makes it, and takes it back', () => {
    fc.assert(
      fc.property(somewhere, walks(12), ({ goal, position: start }, choices) => {
        const cursor = puzzle.cursor(goal);
        cursor.load(cursor.rank(start));
        const codes: number[] = [];
        const made: { code: number; state: number; bound: number }[] = [];
        const moves: Move[] = [];
        let position = start;
        for (const choice of choices) {
          const count = cursor.moves(codes, 0);
          if (count === 0) break;
          const code = codes[choice % count]!;
          made.push({ code, state: cursor.state(), bound: cursor.lowerBound() });
          cursor.make(code);
          const move = cursor.path(code);
          const after = puzzle.play(position, move);
          expect(cursor.rank(after)).toBe(cursor.state());
          const [from, to] = [move[0]!, move.at(-1)!];
          const [shown, shownAfter] = [piecesOf(puzzle, position), piecesOf(puzzle, after)];
          expect(shown[from]).not.toBe('');
          const paths = puzzle.metric === 'mtm' ? puzzle.stepsOf(position, move) : from === to ? [] : [[from, to]];
          for (const [one, other] of paths) expect(shownAfter[other!]).toBe(shown[one!]);
          const notation: Record<Puzzle['words'], () => Notation> = {
            sliding: () => (puzzle.metric === 'mtm' ? waysOf(puzzle, position, move) : position[from]!),
            tiles: () => waysOf(puzzle, position, move),
            cards: () => (shown[from] === '=' ? '==' : shown[from]!),
            blocks: () => `${shown[from]}${waysOf(puzzle, position, move)}`,
            pegs: () => move.map((cell) => holeName(puzzle, cell)),
          };
          expect(puzzle.notate(position, move)).toEqual(notation[puzzle.words]());
          moves.push(move);
          position = after;
        }
        expect(replay(puzzle, start, moves).at(-1)).toEqual(position);
        for (const { code, state, bound } of made.reverse()) {
          cursor.unmake(code);
          expect(cursor.state()).toBe(state);
          expect(cursor.lowerBound()).toBe(bound);
        }
      }),
    );
  });

  it('shows a piece on every cell that is not empty', () => {
    fc.assert(
      fc.property(somewhere, ({ position }) => {
        const shown = piecesOf(puzzle, position);
        expect(shown.map((text) => text !== '')).toEqual(position.map((piece) => piece !== 0));
      }),
    );
  });

  it('offers exactly the moves that the rules allow, each once, and throws on all others', () => {
    const runs = many(puzzle, 16);
    fc.assert(
      fc.property(somewhere, ({ goal, position }) => {
        const cursor = puzzle.cursor(goal);
        cursor.load(cursor.rank(position));
        // What stands before `at` is not to be touched.
        const codes = [-7, -7];
        const count = cursor.moves(codes, 2);
        expect(codes.slice(0, 2)).toEqual([-7, -7]);
        const offered = codes.slice(2, 2 + count).map((code) => String(cursor.path(code)));
        expect(offered.sort()).toEqual(playable(puzzle, position).map(String).sort());
      }),
      { numRuns: runs },
    );
  });

  it('throws a RangeError on what is no move at all', () => {
    const start = somePosition(puzzle);
    const cells = puzzle.board.size;
    const odd: Move[] = [
      [],
      [0],
      [0, 0],
      [-1, 0],
      [0, -1],
      [cells, cells - 1],
      [cells - 1, cells],
      [0.5, 1],
      [Number.NaN],
    ];
    for (const cell of start.keys()) odd.push([cell], [cell, cell]);
    for (const move of odd) expect(() => puzzle.play(start, move), `[${move}]`).toThrow(RangeError);
  });

  it('lists every move among the predecessors of where it leads, and every predecessor among the moves', () => {
    const turned = (cursor: Cursor, rank: number, way: 'moves' | 'predecessors') => {
      const back = way === 'moves' ? 'predecessors' : 'moves';
      const there = arcs(cursor, rank, way);
      expect(new Set(there).size).toBe(there.length);
      for (const arc of there) {
        const [path, other] = arc.split(' ');
        if (!arcs(cursor, Number(other), back).includes(`${path} ${rank}`))
          throw new Error(`${way} of ${rank}: ${arc}`);
      }
    };
    fc.assert(
      fc.property(somewhere, ({ goal, position }) => {
        const cursor = puzzle.cursor(goal);
        turned(cursor, cursor.rank(position), 'moves');
        turned(cursor, cursor.rank(position), 'predecessors');
      }),
      { numRuns: many(puzzle, 25) },
    );
  });

  it('knows the goal when it stands on it, never bounds from above, and is right about parity', () => {
    for (const goal of goals) {
      const distances = knownDistances(puzzle, goal);
      expect(distances.size).toBeLessThanOrEqual(puzzle.states);
      const cursor = cursorOf(puzzle, goal);
      const wrong: string[] = [];
      for (const state of sample(distances.keys(), 200_000)) {
        const distance = distances.get(state)!;
        cursor.load(state);
        const bound = cursor.lowerBound();
        const parity = cursor.parity();
        const isRight =
          cursor.solved() === (distance === 0) &&
          bound >= 0 &&
          bound <= distance &&
          (distance === 0) === (bound === 0) &&
          (parity === -1 || parity === distance % 2);
        if (!isRight) wrong.push(`${puzzle.formatPosition(cursor.unrank(state))}: ${distance}, ${bound}, ${parity}`);
      }
      expect(wrong).toEqual([]);
    }
  });

  it('calls redundant only what can be done in another way that is no longer', () => {
    fc.assert(
      fc.property(somewhere, ({ goal, position }) => {
        const cursor = puzzle.cursor(goal);
        const start = cursor.rank(position);
        cursor.load(start);
        /** Where one needs no more than one move, and where two take one by a pair that isn't redundant. */
        const near = new Set([start]);
        const two = new Set<number>();
        const pruned: number[] = [];
        const codes: number[] = [];
        const count = cursor.moves(codes, 0);
        for (let i = 0; i < count; i++) {
          cursor.make(codes[i]!);
          near.add(cursor.state());
          const next = cursor.moves(codes, count);
          for (let j = count; j < count + next; j++) {
            cursor.make(codes[j]!);
            if (cursor.redundant(codes[i]!, codes[j]!)) pruned.push(cursor.state());
            else two.add(cursor.state());
            cursor.unmake(codes[j]!);
          }
          cursor.unmake(codes[i]!);
        }
        if (puzzle.family !== 'pegs') expect(pruned.length).toBeGreaterThan(0);
        expect(pruned.filter((state) => !near.has(state) && !two.has(state))).toEqual([]);
      }),
      { numRuns: many(puzzle, 100) },
    );
  });

  it('sees no obstacle in front of a position that the goal can be reached from', () => {
    fc.assert(
      fc.property(somewhere, ({ goal, position }) => {
        expect(puzzle.obstacle({ start: position, goal })).toBeUndefined();
      }),
    );
  });
});

describe('known lengths', () => {
  it.each(puzzles.filter((puzzle) => isSmall(puzzle) && puzzle.family === 'sliding').map(({ id }) => id))(
    'of %s are those of a search over everything',
    (id) => {
      const puzzle = puzzleOf(id)!;
      const distances = distancesTo(puzzle, puzzle.goal);
      const vectors = vectorsOf(id);
      expect(vectors.length).toBeGreaterThanOrEqual(40);
      expect(vectors.map(([text]) => [text, distances.get(rankOf(puzzle, questionOf(puzzle, text).start))])).toEqual(
        vectors,
      );
    },
  );
});

describe('everything a search can meet', () => {
  const small = puzzles.filter(({ states }) => states <= 50_000);
  it.each(small.map((puzzle) => [puzzle.id, puzzle] as const))(
    'has a rank that leads back to it in %s',
    (_, puzzle) => {
      const ranks = sample([...distancesTo(puzzle, puzzle.goal).keys()], 6000);
      const texts = new Set<string>();
      for (const rank of ranks) {
        const position = unrank(puzzle, rank);
        if (rankOf(puzzle, position) !== rank) throw new Error(`${rank}: ${position}`);
        texts.add(puzzle.formatPosition(position));
      }
      expect(texts.size).toBe(ranks.length);
    },
  );
});
