/** A position or moves in all notations. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { fitting } from '../../discord/fitting.ts';
import { titleOf } from '../../locales/index.ts';
import { type Line, lineKinds, readLine } from '../../puzzles/line.ts';
import { paired } from '../../puzzles/lists.ts';
import { backwards, formatMoves, longestMoves, simplified, withCounts } from '../../puzzles/moves.ts';
import { longestInput } from '../../puzzles/notation.ts';
import {
  certainties,
  endPosition,
  type Move,
  moveNotations,
  moveProblemCodes,
  type Position,
  type Puzzle,
  positionNotations,
  problemCodes,
  questionOf,
} from '../../puzzles/puzzle.ts';
import { readPosition } from '../../puzzles/reader.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { replayLink } from '../../puzzles/replay-link.ts';
import { defineJob } from '../../queue/define.ts';
import { gaveUpResult, obstacle, puzzleId } from '../../search/schemas.ts';

/** Room for each list of moves, of a message's 4,000 characters. */
const movesRoom = 480;

const input = z.strictObject({
  puzzle: puzzleId,
  /** One that is too long is kept up to the first of too many characters. */
  text: z.string().max(longestMoves + 1),
  /** The start of moves; absent if they end at the goal, or begin there. */
  position: z
    .string()
    .max(longestInput + 1)
    .optional(),
  reverse: z.literal(true).optional(),
  simplify: z.literal(true).optional(),
  /** The moves begin at the goal. */
  scramble: z.literal(true).optional(),
  /** What directions say, if somebody says it. */
  notation: z.enum(moveNotations).optional(),
  /** Moves a second of an animation. */
  speed: z.int().optional(),
});
export type ConvertRequest = z.output<typeof input>;

const values = z.record(z.string(), z.union([z.string(), z.number()]));
const problem = z.object({ code: z.enum(problemCodes), values });
const moveProblem = z.object({ code: z.enum(moveProblemCodes), values });

const result = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('position'),
    position: z.string(),
    notations: z.array(z.object({ notation: z.enum(positionNotations), content: z.string() })),
    obstacle: obstacle.optional(),
    /** The sum of the ways of all tiles to their places, and that of random positions. */
    ways: z.object({ sum: z.number(), mean: z.number(), deviation: z.number().optional() }).optional(),
  }),
  z.object({
    status: z.literal('moves'),
    from: z.string(),
    to: z.string(),
    moves: z.array(z.array(z.int()).readonly()).readonly(),
    /** As many moves as there is room for, with counts and without; `left` of them are not in the text. */
    lists: z.array(
      z.object({ notation: z.enum(moveNotations), written: z.array(z.object({ text: z.string(), left: z.int() })) }),
    ),
    /** How the text was read. */
    kind: z.enum(lineKinds),
    notation: z.enum(moveNotations),
    certainty: z.enum(certainties),
    /** Where a scramble of the same moves would lead. */
    scrambled: z.string().optional(),
    /** Pairs of moves that cancel each other, and are left out. */
    cancelled: z.int().optional(),
    link: z.string().optional(),
  }),
  z.object({
    status: z.literal('unreadable'),
    /** What is wrong with the start, or else with the text as a position and as moves. */
    start: problem.optional(),
    position: problem.optional(),
    moves: z.object({ kind: z.enum(lineKinds), problem: moveProblem }).optional(),
  }),
  gaveUpResult,
]);
export type ConvertResult = z.infer<typeof result>;
export type ConvertedPosition = Extract<ConvertResult, { status: 'position' }>;
export type ConvertedMoves = Extract<ConvertResult, { status: 'moves' }>;
export type Unreadable = Extract<ConvertResult, { status: 'unreadable' }>;

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
const squareOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one * one, 0);

/**
 * The mean of the sum of all tiles' ways over all solvable positions, and their standard deviation. Each tile is as likely on
 * one cell as on another, and so are two tiles on two cells, unless these decide where the others are.
 * @param ways of each tile from each cell
 */
const spread = (
  ways: readonly (readonly number[])[],
  size: number,
): { mean: number; deviation: number | undefined } => {
  const ofTiles = ways.map(sumOf);
  const ofCells = Array.from({ length: size }, (_, cell) => sumOf(ways.map((own) => own[cell]!)));
  const squares = sumOf(ways.map(squareOf));
  const mean = sumOf(ofTiles) / size;
  // As for any sum over a random permutation (Hoeffding 1951).
  const variance = (squares - (squareOf(ofTiles) + squareOf(ofCells)) / size + mean ** 2) / (size - 1);
  return { mean, deviation: size < 5 ? undefined : Math.sqrt(variance) };
};

/** On boards of numbered tiles. */
const waysOf = ({ board, goal, positionNotations }: Puzzle, position: Position): ConvertedPosition['ways'] => {
  if (!positionNotations(position).some(({ notation }) => notation === 'numberRows')) return undefined;
  const end = endPosition(goal);
  const ways = paired(position, board.distance).map(([tile, away]) => (tile === 0 ? 0 : away[end.indexOf(tile)]!));
  const ofAll = board.distance.filter((_, cell) => end[cell] !== 0);
  return { sum: sumOf(ways), ...spread(ofAll, board.size) };
};

const convertPosition = (puzzle: Puzzle, position: Position): ConvertedPosition => {
  const question = questionOf(puzzle, position);
  return {
    status: 'position',
    position: puzzle.formatPosition(position),
    notations: [...puzzle.positionNotations(position)],
    obstacle: (question.ok && puzzle.obstacle(question.value)) || undefined,
    ways: waysOf(puzzle, position),
  };
};

/** Moves as they are usually written, and without counts. */
const listsOf = (puzzle: Puzzle, start: Position, moves: readonly Move[]): ConvertedMoves['lists'] =>
  puzzle.moveNotations.map(({ notation, separator, hasCounts }) => {
    const single = formatMoves(puzzle, start, moves, notation);
    const lists = hasCounts ? [withCounts(single), single] : [single];
    return { notation, written: lists.map((list) => fitting(list, movesRoom, separator)) };
  });

const convertMoves = (puzzle: Puzzle, { reverse, simplify }: ConvertRequest, line: Line): ConvertedMoves => {
  const kept = simplify ? simplified(line.moves) : line.moves;
  const end = kept.reduce(puzzle.play, line.start);
  const [start, last] = reverse ? [end, line.start] : [line.start, end];
  const moves = reverse ? backwards(kept) : kept;
  const { kind, notation, certainty, scrambled } = line;
  return {
    status: 'moves',
    from: puzzle.formatPosition(start),
    to: puzzle.formatPosition(last),
    moves,
    lists: listsOf(puzzle, start, moves),
    kind,
    notation,
    certainty,
    scrambled: scrambled && puzzle.formatPosition(scrambled),
    cancelled: simplify && (line.moves.length - kept.length) / 2,
    link: moves.length > 0 ? replayLink(puzzle, start, moves) : undefined,
  };
};

/** A position or moves in all notations, or the problems of both readings. */
const convert = (request: ConvertRequest): ConvertResult => {
  const { text, scramble, notation } = request;
  const puzzle = knownPuzzle(request.puzzle);
  const given = request.position === undefined ? undefined : readPosition(puzzle, request.position);
  if (given && !given.ok) return { status: 'unreadable', start: given.problem };
  const position = puzzle.parsePosition(text);
  if (position.ok) return convertPosition(puzzle, position.value);
  const read = readLine(puzzle, text, { start: given?.value, as: scramble ? 'scramble' : undefined, notation });
  if (read.ok) return convertMoves(puzzle, request, read.line);
  // Last, as moves may hold what looks like a position.
  const inText = readPosition(puzzle, text);
  if (inText.ok) return convertPosition(puzzle, inText.value);
  return { status: 'unreadable', position: inText.problem, moves: { kind: read.kind, problem: read.problem } };
};

export const convertJob = defineJob({
  kind: 'convert',
  input,
  result,
  // The speed of an animation changes no result.
  key: ({ speed, ...request }) => [hash('sha256', JSON.stringify(request), 'base64url')],
  typed: ['text', 'position'],
  lane: () => 'quick',
  tables: () => [],
  title: (t, { puzzle }) => titleOf(t, knownPuzzle(puzzle)),
  run: convert,
  keepFor: () => 'reply',
});
