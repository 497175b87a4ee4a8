/** Random positions for a seed, of a given length if named. */
import { z } from 'zod';
import { snowflake } from '../../discord/snowflake.ts';
import { readLine } from '../../puzzles/line.ts';
import { goalOf, type Position, replay, unwrap } from '../../puzzles/puzzle.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { numberRows } from '../../puzzles/replay-link.ts';
import { defineJob, type RequestOf, type Revealed } from '../../queue/define.ts';
import { Budget } from '../../search/budget.ts';
import { gaveUpResult, notation, puzzleId } from '../../search/schemas.ts';
import { bandOf, type Scramble, scramble, scrambleNeeds, scrambleOf, seeded, walked } from '../../search/scramble.ts';
import { scrambleMoves } from '../../search/scramble-moves.ts';
import { isQuick, needsOf } from '../../search/solve.ts';

/** Positions of one request, at most. */
export const mostScrambles = 500;
/** A good solution is enough for moves, as its proof could take minutes. A busy machine needs the longer time. */
const movesMilliseconds = [5000, 20_000];
/** The most that are drawn well within a second. */
const fewScrambles = 10;

const drawn = z.object({
  position: z.string(),
  /** The position as simulators read it, if that is another text. */
  rows: z.string().optional(),
  length: z.number().optional(),
  /** Directions of the tiles, with counts, from the goal to the position. */
  moves: z.string().optional(),
});
export type Drawn = z.infer<typeof drawn>;

const result = z.discriminatedUnion('status', [
  z.object({ status: z.literal('scrambled'), scrambles: z.array(drawn).min(1) }),
  /** The longest shortest solution has `most` moves. */
  z.object({ status: z.literal('no-such-length'), most: z.number() }),
  gaveUpResult,
]);
type ScrambleResult = z.infer<typeof result>;

export const scrambleJob = defineJob({
  kind: 'scramble',
  input: z.strictObject({
    puzzle: puzzleId,
    /** A position with the pieces of a board of one's own. */
    start: notation.optional(),
    length: z.int().min(0).optional(),
    /** One by default. */
    count: z.int().min(2).max(mostScrambles).optional(),
    /** Whether to find moves that lead from the goal to each position. */
    moves: z.literal(true).optional(),
    seed: snowflake,
  }),
  result,
  key: ({ puzzle, start = '', length = 'any', count = 1, moves = false, seed }) => [
    ...[puzzle, start, length, count, `${moves}`, seed],
  ],
  lane: ({ puzzle, count = 1, moves }) =>
    count <= fewScrambles && (!moves || isQuick(knownPuzzle(puzzle))) ? 'quick' : 'long',
  tables: ({ puzzle: id, moves }, databases) => {
    const puzzle = knownPuzzle(id);
    const needs = [...scrambleNeeds(puzzle), ...(moves ? needsOf(puzzle, puzzle.goal, undefined, databases) : [])];
    return [...new Map(needs.map((need) => [need.key, need])).values()];
  },
  run: ({ puzzle: id, start, length, count = 1, moves, seed }, { tables, databases, limits }): ScrambleResult => {
    const puzzle = knownPuzzle(id);
    const random = seeded(seed);
    const budget = new Budget(limits);
    const most = limits.milliseconds ?? Number.POSITIVE_INFINITY;
    const movesTo = (position: Position): string | undefined => {
      let written: string | undefined;
      for (const some of movesMilliseconds) {
        const search = { ...limits, milliseconds: Math.min(most, some), tables, databases };
        written ??= scrambleMoves(puzzle, position, random, search);
      }
      return written;
    };
    const draw = (): Scramble | undefined => {
      if (start !== undefined) return { position: walked(puzzle, unwrap(puzzle.parsePosition(start), start), random) };
      if (length === undefined) return scrambleOf(puzzle, 'random', random, tables);
      return scramble(puzzle, { least: length, most: length }, random, tables);
    };
    const scrambles: Drawn[] = [];
    while (scrambles.length < count) {
      const reason = count > 1 ? budget.spent() : undefined;
      if (reason) return { status: 'gave-up', reason };
      const found = draw();
      if (!found) return { status: 'no-such-length', most: bandOf(puzzle, 'farthest', tables).most };
      const { position, length: known } = found;
      const written = moves && movesTo(position);
      if (moves && written === undefined && limits.control.isPaused) return { status: 'gave-up', reason: 'deadline' };
      const rows = numberRows(puzzle, position);
      scrambles.push({ position: puzzle.formatPosition(position), rows, length: known, moves: written });
    }
    return { status: 'scrambled', scrambles };
  },
  // Only a retry of its job asks for the same positions.
  keepFor: () => 'reply',
  // The positions are useful without their lengths.
  redacts: true,
  reveals: ({ puzzle: id }, result): Revealed | undefined => {
    const [first] = result?.status === 'scrambled' ? result.scrambles : [];
    if (result?.status !== 'scrambled' || !first) return undefined;
    const puzzle = knownPuzzle(id);
    const goal = goalOf(puzzle, unwrap(puzzle.parsePosition(first.position), first.position));
    // Trays may have no goal, and then no solution.
    if (goal.positions.length === 0) return undefined;
    // Reversed, the moves solve all positions that they pass.
    const passed = ({ position, moves }: Drawn): readonly Position[] => {
      const line =
        moves === undefined ? undefined : readLine(puzzle, moves, { as: 'scramble', notation: 'piece-directions' });
      if (line?.ok) return replay(puzzle, line.line.start, line.line.moves).slice(1);
      return [unwrap(puzzle.parsePosition(position), `no position of ${id}`)];
    };
    // Five hundred take several milliseconds to read.
    const positions = {
      *[Symbol.iterator]() {
        for (const one of result.scrambles) yield* passed(one);
      },
    };
    return { puzzle, goal, positions };
  },
});
export type ScrambleRequest = RequestOf<typeof scrambleJob>;
