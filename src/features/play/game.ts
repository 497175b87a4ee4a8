/** A game: its start, its steps, and what searches said. Pure: each change returns a game with the next version. */
import { z } from 'zod';
import { snowflake } from '../../discord/snowflake.ts';
import { consecutive, type Some } from '../../puzzles/lists.ts';
import { joinSteps, stepsOf } from '../../puzzles/moves.ts';
import { isAt, type Move, type Position, type Puzzle, type Question, type Step, unwrap } from '../../puzzles/puzzle.ts';
import { parseQuestion } from '../../puzzles/reader.ts';
import { knownPuzzle } from '../../puzzles/registry.ts';
import { puzzleId } from '../../search/schemas.ts';
import { difficulties, draws } from '../../search/scramble.ts';
import { hundredthsBetween, type Solve } from '../practice/rules.ts';

const step = z.tuple([z.int().min(0), z.int().min(0)]).readonly();

/** What a search said about the position after `at` steps. It is valid as long as the player follows it. */
const adviceSchema = z.strictObject({
  at: z.int().min(0),
  /** A shortest solution from there; absent if there is none. */
  way: z.array(step).readonly().optional(),
  proved: z.boolean(),
});
export type Advice = z.infer<typeof adviceSchema>;

/** The interaction's id; for a challenge or a lesson, its number or that of its contest, and the player. */
export const gameId = /^(?:l?\d{1,21}-)?\d{15,21}$/u;
export const challengeId = (challenge: number | string, player: string): string => `${challenge}-${player}`;
export const lessonId = (index: number, player: string): string => `l${index}-${player}`;

/** What is known of a game before its position. */
const setupSchema = z.strictObject({
  id: z.string().regex(gameId),
  owner: z.string().regex(/^\d{15,21}$/u),
  private: z.boolean(),
  /** Whether anyone may move. */
  shared: z.boolean(),
  locale: z.string().max(10),
  puzzle: puzzleId,
  goal: z.string(),
  difficulty: z.enum(difficulties).optional(),
  /** Whether its owner wants emoji where the board would be a picture. */
  inEmoji: z.boolean().optional(),
  /** Whether it shows after each move how many are left. Absent in a daily challenge: players could try all moves. */
  guided: z.boolean().optional(),
  /** What is practised against the clock. Such a game has neither help nor undo. */
  practice: z.enum(draws).optional(),
  /** The number of its daily challenge. Such a game is private, can be repeated, and all help in it costs a hint. */
  daily: z.int().min(1).optional(),
  /** The contest that its solution is an answer in. Such a game is private, can be repeated, and has no help. */
  contest: snowflake.optional(),
  /** Whether that is a duel, in which the first solution counts. */
  duel: z.literal(true).optional(),
  /** The index of its lesson. */
  lesson: z.int().min(0).optional(),
  /** The request that opened this game last. A bot may repeat a request after the game went on. */
  opening: z.string().optional(),
});
type Setup = z.infer<typeof setupSchema>;

/** Whether it is played on a challenge, which can be tried again. */
export const isChallenge = ({ daily, contest }: Setup): boolean => (daily ?? contest) !== undefined;

/** What a person chooses of a game. */
export const gameOptionsSchema = setupSchema.pick({
  private: true,
  shared: true,
  difficulty: true,
  inEmoji: true,
  guided: true,
  practice: true,
});
export type GameOptions = z.infer<typeof gameOptionsSchema>;

export const gameSchema = setupSchema.extend({
  version: z.int().min(0),
  start: z.string(),
  steps: z.array(step).readonly(),
  advice: z.array(adviceSchema).readonly(),
  hints: z.int().min(0),
  /** Whether a hint shows the next move from the current position. Games of an older version have a number of hints. */
  shown: z.union([z.boolean(), z.int().transform((hints) => hints > 0)]),
  /** In practice, from the first step on: when that was made. */
  startedAt: z.number(),
  finishedAt: z.number().optional(),
  ending: z.enum(['solved', 'given-up']).optional(),
  /** Whether others have been challenged to it. */
  challenged: z.literal(true).optional(),
});
export type Game = z.infer<typeof gameSchema>;

/** A limit, as each tap reads the whole game. */
const mostSteps = 5000;
/** The number of searches to remember, besides that of the start. */
const mostAdvice = 4;

export const changed = (game: Game, change: Partial<Game>): Game => ({
  ...game,
  ...change,
  version: game.version + 1,
});

/** @param moves a shortest solution, if it is known */
export const newGame = (setup: Setup, start: string, moves: readonly Move[] | undefined, now: number): Game => {
  const game: Game = { ...setup, version: 1, start, steps: [], advice: [], hints: 0, shown: false, startedAt: now };
  if (!moves) return game;
  const { puzzle, position } = gameBoard(game);
  return { ...game, advice: [{ at: 0, way: stepsOf(puzzle, position, moves), proved: true }] };
};

interface GameBoard extends Question {
  readonly puzzle: Puzzle;
  readonly position: Position;
}

/** A tap looks at its game ten times, and a long game takes milliseconds to replay. A game is a value, so its board stays. */
const boards = new WeakMap<Game, GameBoard>();

/** The puzzle, start, goal and current position of a game. */
export const gameBoard = (game: Game): GameBoard => {
  const known = boards.get(game);
  if (known) return known;
  const puzzle = knownPuzzle(game.puzzle);
  const { start, goal } = unwrap(parseQuestion(puzzle, game.start, game.goal), `game ${game.id}`);
  // Where a move is any way of a piece, a single step is found sooner among single steps.
  const { play } = puzzle.inMetric?.('steps') ?? puzzle;
  const position = game.steps.reduce<Position>((before, step) => play(before, step), start);
  const board = { puzzle, start, goal, position };
  boards.set(game, board);
  return board;
};

export const movesMade = ({ puzzle, steps }: Game): number => joinSteps(knownPuzzle(puzzle), steps).length;

/** A finished game of practice as it counts. Without a move, or with all moves in one tap, there is no time to measure. */
export const solveOf = (game: Game): Solve | undefined => {
  const { id, steps, startedAt, finishedAt } = game;
  if (finishedAt === undefined || steps.length === 0) return undefined;
  const solve = { game: id, at: finishedAt, moves: movesMade(game) };
  if (game.ending !== 'solved') return solve;
  const time = hundredthsBetween(startedAt, finishedAt);
  return time === 0 ? undefined : { ...solve, time };
};

const isSame = (a: Step | undefined, b: Step | undefined): boolean => a?.[0] === b?.[0] && a?.[1] === b?.[1];

/** What is known about the current position. */
type Outlook =
  | { readonly state: 'unknown' }
  /** The goal is out of reach. */
  | { readonly state: 'lost' }
  | {
      readonly state: 'known';
      /** A shortest solution as steps, and the number of moves it adds. Continuing a chain adds none. */
      readonly way: readonly Step[];
      readonly left: number;
      readonly proved: boolean;
    };

/**
 * What earlier searches say about the current position. The rest of a shortest solution is shortest too, even in the
 * middle of a chain: a shorter rest would make the whole shorter.
 */
export const outlookOf = (game: Game): Outlook => {
  const { steps } = game;
  for (const { at, way, proved } of game.advice.toReversed()) {
    if (at > steps.length) continue;
    if (!way) return { state: 'lost' };
    const followed = steps.slice(at);
    if (!followed.every((step, index) => isSame(step, way[index]))) continue;
    const rest = way.slice(followed.length);
    const left = movesMade({ ...game, steps: [...steps, ...rest] }) - movesMade(game);
    return { state: 'known', way: rest, left, proved };
  }
  return { state: 'unknown' };
};

/** The length of a shortest solution from the start, if known. */
export const optimumOf = (game: Game): number | undefined => {
  const first = game.advice.find(({ at, proved }) => at === 0 && proved);
  return first?.way && joinSteps(knownPuzzle(game.puzzle), first.way).length;
};

/** Adds what a search said. The version stays, as this doesn't invalidate buttons. */
export const advised = (game: Game, advice: Advice): Game => {
  const first = game.advice.filter(({ at }) => at === 0 && advice.at !== 0).slice(0, 1);
  const rest = game.advice.filter(({ at }) => at !== 0 && at !== advice.at).slice(-mostAdvice + 1);
  return { ...game, advice: [...first, ...rest, advice].sort((a, b) => a.at - b.at) };
};

/** The game after one step; undefined if the step is illegal. */
export const playStep = (game: Game, step: Step, now: number): Game | undefined => {
  if (game.ending || game.steps.length >= mostSteps) return undefined;
  const board = gameBoard(game);
  const { puzzle, goal, position } = board;
  if (!puzzle.legalSteps(position).some((legal) => isSame(legal, step))) return undefined;
  const after = puzzle.play(position, step);
  const isOver = isAt(after, goal);
  const steps = [...game.steps, step];
  const isStart = game.practice !== undefined && game.steps.length === 0;
  const next = changed(game, {
    steps,
    shown: false,
    ...(isStart && { startedAt: now }),
    ...(isOver && { ending: 'solved', finishedAt: now }),
  });
  boards.set(next, { ...board, position: after });
  return next;
};

/** Where a piece goes at one tap, and its steps there. */
interface Landing {
  readonly to: number;
  readonly steps: Some<Step>;
}

/** Whether a step continues the slide of a named piece, which is one tap. */
const slidesOn = (puzzle: Puzzle, last: Step, step: Step): boolean =>
  puzzle.hasNamedPieces === true && puzzle.inMetric?.('slides')?.extended(last, step) !== undefined;

/** Where the piece on a cell can go at one tap: a step away, and a named piece farther in the same direction. */
export const landingsFrom = (puzzle: Puzzle, position: Position, from: number): Landing[] =>
  puzzle.legalSteps(position).flatMap((first): Landing[] => {
    if (first[0] !== from) return [];
    const steps: [Step, ...Step[]] = [first];
    let now = position;
    for (const last of steps) {
      now = puzzle.play(now, last);
      const next = puzzle.legalSteps(now).find((step) => slidesOn(puzzle, last, step));
      if (next) steps.push(next);
    }
    return steps.map(([, to], index) => ({ to, steps: [first, ...steps.slice(1, index + 1)] }));
  });

/** Whether the piece that covers a cell can move. */
export const canMove = (game: Game, cell: number): boolean => {
  const { puzzle, position } = gameBoard(game);
  const figure = puzzle.figures(position).find(({ cells }) => cells.includes(cell));
  return figure !== undefined && puzzle.legalSteps(position).some(([from]) => figure.cells.includes(from));
};

/** The landing that a hint shows: as far as a shortest solution goes in one direction. */
export const hintedLanding = (game: Game): Landing | undefined => {
  const outlook = outlookOf(game);
  if (outlook.state !== 'known' || !game.shown) return undefined;
  const { way } = outlook;
  const [first] = way;
  const { puzzle, position } = gameBoard(game);
  const isOnWay = ({ steps }: Landing): boolean => steps.every((step, index) => isSame(step, way[index]));
  return first && landingsFrom(puzzle, position, first[0]).findLast(isOnWay);
};

/** The game before its last step, if any, and before the whole last slide of a named piece. */
export const undo = (game: Game): Game | undefined => {
  if (game.ending || game.practice || game.steps.length === 0) return undefined;
  const puzzle = knownPuzzle(game.puzzle);
  const before = consecutive(game.steps).findLastIndex(([last, step]) => !slidesOn(puzzle, last, step));
  const steps = game.steps.slice(0, before + 1);
  return changed(game, { steps, shown: false, advice: game.advice.filter(({ at }) => at <= steps.length) });
};

/** The game at its start. Hints and time stay spent. */
export const restart = (game: Game): Game | undefined => {
  const canRestart = game.ending ? isChallenge(game) && !game.duel : !game.practice && game.steps.length > 0;
  if (!canRestart) return undefined;
  const advice = game.advice.filter(({ at }) => at === 0);
  return changed(game, { steps: [], shown: false, advice, ending: undefined, finishedAt: undefined });
};

export const giveUp = (game: Game, now: number): Game | undefined =>
  game.ending ? undefined : changed(game, { ending: 'given-up', finishedAt: now });

/** Shows the next move, and how many are left. */
export const hint = (game: Game): Game | undefined =>
  game.ending || game.practice || game.contest || game.shown
    ? undefined
    : changed(game, { shown: true, hints: game.hints + 1 });
