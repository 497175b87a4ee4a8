/**
 * A game: where it started, the steps made since, and what is known of the shortest way on. Pure; every change gives a
 * new game with the next version, so that whoever holds an older one is recognised.
 */
import { z } from 'zod';
import { joinSteps, stepsOf } from '../../puzzles/moves.ts';
import {
  type Goal,
  type Move,
  type Position,
  type Puzzle,
  parseQuestion,
  type Step,
  unwrap,
} from '../../puzzles/puzzle.ts';
import { knownPuzzle, puzzles } from '../../puzzles/registry.ts';
import { difficulties } from '../../search/scramble.ts';

const step = z.tuple([z.int().min(0), z.int().min(0)]).readonly();

/** What a search said of the position after `at` steps. It holds for as long as the player follows it. */
const adviceSchema = z.strictObject({
  at: z.int().min(0),
  /** A shortest way to the goal from there; absent where there is no way. */
  way: z.array(step).readonly().optional(),
  /** Whether it is proved that no way is shorter. */
  proved: z.boolean(),
});
export type Advice = z.infer<typeof adviceSchema>;

/** The interaction that asked for the game; of a daily challenge, its number and the player. */
export const gameId = /^(?:\d{1,6}-)?\d{15,21}$/u;
export const dailyId = (number: number, player: string): string => `${number}-${player}`;

/** What is drawn or typed before a game starts; kept from the command until a worker has found the position. */
const invitationSchema = z.strictObject({
  id: z.string().regex(gameId),
  owner: z.string().regex(/^\d{15,21}$/u),
  /** Seen by its owner alone. */
  private: z.boolean(),
  /** Whether anyone may move. */
  shared: z.boolean(),
  locale: z.string().max(10),
  puzzle: z.enum(puzzles.map(({ id }) => id)),
  goal: z.string(),
  difficulty: z.enum(difficulties).optional(),
  /**
   * The number of the daily challenge that this is a game on. It is private, everything told costs a hint, and it can be
   * tried again after its end: there is one for each person and number.
   */
  daily: z.int().min(1).optional(),
});
export type Invitation = z.infer<typeof invitationSchema>;

export const gameSchema = invitationSchema.extend({
  version: z.int().min(0),
  /** Absent until it has been drawn. */
  start: z.string().optional(),
  steps: z.array(step).readonly(),
  advice: z.array(adviceSchema).readonly(),
  hints: z.int().min(0),
  /** What has been shown of the present position: 1 for the number of moves, 2 for the next one. */
  shown: z.int().min(0).max(2),
  startedAt: z.number(),
  finishedAt: z.number().optional(),
  ending: z.enum(['solved', 'given-up']).optional(),
});
export type Game = z.infer<typeof gameSchema>;

/** A game with a position: all but those that wait for theirs. */
export type StartedGame = Game & { readonly start: string };
export const isStarted = (game: Game): game is StartedGame => game.start !== undefined;

/** No honest game is as long, and each tap reads all of it. */
const mostSteps = 2000;
/** How many searches are remembered, besides that of the start. */
const mostAdvice = 4;

export const invite = (invited: Invitation): Game => ({
  ...invited,
  version: 0,
  steps: [],
  advice: [],
  hints: 0,
  shown: 0,
  startedAt: 0,
});

/** The next version of a game. */
export const changed = (game: StartedGame, change: Omit<Partial<Game>, 'start'>): StartedGame => ({
  ...game,
  ...change,
  version: game.version + 1,
});

export const start = (game: Game, position: string, moves: readonly Move[] | undefined, now: number): StartedGame => ({
  ...game,
  start: position,
  version: game.version + 1,
  startedAt: now,
  advice: moves ? [{ at: 0, way: stepsOf(moves), proved: true }] : [],
});

/** The question that a game is: its puzzle, start and goal. */
export const questionOfGame = (game: StartedGame): { puzzle: Puzzle; start: Position; goal: Goal } => {
  const puzzle = knownPuzzle(game.puzzle);
  return { puzzle, ...unwrap(parseQuestion(puzzle, game.start, game.goal), `game ${game.id}`) };
};

export const positionOf = (game: StartedGame): Position => {
  const { puzzle, start } = questionOfGame(game);
  return game.steps.reduce<Position>((position, made) => puzzle.play(position, made), start);
};

const isSame = (a: Step | undefined, b: Step | undefined): boolean => a?.[0] === b?.[0] && a?.[1] === b?.[1];
/** Whether a position is the end. */
export const isAt = (position: Position, goal: Goal): boolean =>
  goal.positions.some((end) => end.every((piece, cell) => piece === position[cell]));

/** What is known of the present position. */
export type Outlook =
  | { readonly state: 'unknown' }
  /** There is no way to the goal any more. */
  | { readonly state: 'lost' }
  | {
      readonly state: 'known';
      /** A shortest way on, as steps, and how many moves it adds: a peg that goes on adds none by that. */
      readonly way: readonly Step[];
      readonly left: number;
      readonly proved: boolean;
    };

/**
 * What is known without asking anybody: a search of this position or an earlier one, whose way the player has kept to.
 * A shortest way stays a shortest one while it is followed, also in the middle of a chain: were there a shorter one
 * from here, there would have been from where it began.
 */
export const outlookOf = (game: StartedGame): Outlook => {
  const puzzle = knownPuzzle(game.puzzle);
  const { steps } = game;
  for (const { at, way, proved } of game.advice.toReversed()) {
    if (at > steps.length) continue;
    if (!way) return { state: 'lost' };
    const followed = steps.slice(at);
    if (!followed.every((made, index) => isSame(made, way[index]))) continue;
    const rest = way.slice(followed.length);
    const left = joinSteps(puzzle, [...steps, ...rest]).length - joinSteps(puzzle, steps).length;
    return { state: 'known', way: rest, left, proved };
  }
  return { state: 'unknown' };
};

/** The length of a shortest solution from the start, where it is known. */
export const optimumOf = (game: StartedGame): number | undefined => {
  const first = game.advice.find(({ at, proved }) => at === 0 && proved);
  return first?.way && joinSteps(knownPuzzle(game.puzzle), first.way).length;
};

/** The game with what a search said of a position of it. Whoever shows it need not be told: the version stays. */
export const advised = (game: StartedGame, advice: Advice): StartedGame => {
  const first = game.advice.filter(({ at }) => at === 0 && advice.at !== 0).slice(0, 1);
  const rest = game.advice.filter(({ at }) => at !== 0 && at !== advice.at).slice(-mostAdvice + 1);
  return { ...game, advice: [...first, ...rest, advice].sort((a, b) => a.at - b.at) };
};

/** The game as if nobody had searched. */
export const untold = (game: StartedGame): StartedGame => ({ ...game, advice: [] });

/** The game after one step; undefined when that step can't be made. */
export const play = (game: StartedGame, made: Step, now: number): StartedGame | undefined => {
  if (game.ending || game.steps.length >= mostSteps) return undefined;
  const { puzzle, goal } = questionOfGame(game);
  const position = positionOf(game);
  if (!puzzle.legalSteps(position).some((legal) => isSame(legal, made))) return undefined;
  const isOver = isAt(puzzle.play(position, made), goal);
  return changed(game, {
    steps: [...game.steps, made],
    shown: 0,
    ...(isOver && { ending: 'solved', finishedAt: now }),
  });
};

/** The game before its last step; undefined when there is none. */
export const undo = (game: StartedGame): StartedGame | undefined => {
  if (game.ending || game.steps.length === 0) return undefined;
  const steps = game.steps.slice(0, -1);
  return changed(game, { steps, shown: 0, advice: game.advice.filter(({ at }) => at <= steps.length) });
};

/** From the start again. Hints and time go on: they are spent. */
export const restart = (game: StartedGame): StartedGame | undefined => {
  const canRestart = game.ending ? game.daily !== undefined : game.steps.length > 0;
  const advice = game.advice.filter(({ at }) => at === 0);
  return canRestart
    ? changed(game, { steps: [], shown: 0, advice, ending: undefined, finishedAt: undefined })
    : undefined;
};

export const giveUp = (game: StartedGame, now: number): StartedGame | undefined =>
  game.ending ? undefined : changed(game, { ending: 'given-up', finishedAt: now });

/**
 * The next hint: how many moves are left where that is not known anyway (`wasKnown`), then the next move. Once both
 * have been shown there is nothing more to say, and nothing more to count.
 */
export const hint = (game: StartedGame, wasKnown: boolean): StartedGame | undefined => {
  if (game.ending || game.shown === 2) return undefined;
  const shown = game.shown === 0 && !wasKnown ? 1 : 2;
  return changed(game, { shown, hints: game.hints + 1 });
};
