/**
 * What a search did on one question, for people who watch it. The algorithms themselves run; this notes what there is to
 * draw, at most some thousand positions and branches, and counts all.
 */
import { z } from 'zod';
import { paired } from '../puzzles/lists.ts';
import type { Cursor, Goal, Puzzle, Question } from '../puzzles/puzzle.ts';
import { bidirectional } from './algorithms/bidirectional.ts';
import { type BreadthFirstSearch, breadthFirst } from './algorithms/breadth-first.ts';
import { CursorSearch } from './algorithms/cursor-search.ts';
import { searchLimit } from './algorithms/deepening.ts';
import { Budget, type GaveUpReason, type SearchLimits } from './budget.ts';
import type { Method } from './method-names.ts';
import { moves } from './schemas.ts';
import { seeded } from './scramble.ts';
import { methodsOf } from './solve.ts';

/** The methods that need nothing but the puzzle's moves and a bound. */
export const watchable = ['bfs', 'bidirectional', 'iddfs', 'ida'] as const satisfies readonly Method[];
export type WatchableMethod = (typeof watchable)[number];

export const watchableMethods = (puzzle: Puzzle, goal: Goal): readonly WatchableMethod[] => {
  const fitting = methodsOf(puzzle, goal);
  return watchable.filter((method) => fitting.includes(method));
};

/** Positions that a search generates at most, which takes about a second: it stores those in levels, and only visits the others. */
export const mostWatched = { bfs: 400_000, bidirectional: 400_000, iddfs: 1_500_000, ida: 1_500_000 } as const;
/** Positions that are drawn at most, about, and in the outermost ring; in others fewer, by their sizes. */
const mostDots = { all: 2200, ring: 180 };
/** Places around a ring are whole numbers below this. */
export const fullTurn = 10_000;
/** In each ring, up to this number are drawn. This number of nearest positions of an end have texts, to be drawn as boards. */
const mostBoards = 40;
/** Branches of a limit that are drawn at most, and the limits whose few branches have texts. */
const mostBranches = 64;
const boardLimits = { depth: 4, branches: 12 };

const count = z.number();
const list = z.array(count).readonly();
const texts = z.array(z.string()).readonly();

const ring = z.object({
  /** How many positions are in it. */
  count,
  /** Two numbers for each position to draw: where around the ring it is, and where in the ring before it was reached from. */
  dots: list,
  /** The texts of all, where they are few; and of one. */
  positions: texts.optional(),
  example: z.string(),
});
type Ring = z.infer<typeof ring>;

const side = z.object({
  rings: z.array(ring).readonly(),
  /** Where around their rings the solution's positions are, from this end on. */
  path: list,
});
export type TraceSide = z.infer<typeof side>;

/** The moves that it has in common with the branch before, all its moves, and the fewest of a solution through its end, if any. */
const branch = z.tuple([count, count, count.nullable()]);

const limit = z.object({
  limit: count,
  /** Positions visited, and branches that ended. */
  visited: count,
  ended: count,
  /** A random choice of the branches, in their order, and the one that reaches a goal. */
  branches: z.array(branch).readonly(),
  /** The texts of the positions of each branch that the one before doesn't have, where all are few. */
  positions: z.array(texts).readonly().optional(),
  /** The cut nearest to the start. */
  cut: z.object({ position: z.string(), made: count, least: count }).optional(),
});
type TraceLimit = z.infer<typeof limit>;

const common = {
  method: z.enum(watchable),
  end: z.enum(['solved', 'exhausted', 'stopped']),
  /** Of a shortest solution. */
  moves,
  /** Positions that the search generated. */
  generated: count,
  /** No solution has fewer moves: proved so far. */
  lowerBound: count,
};
export const traceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rings'),
    /** The start, and the goals if the search begins there too. */
    sides: z.array(side).readonly(),
    /** The side of each ring, in the order in which the search made them. */
    order: list,
    /** Positions that were visited before, to find the goals. */
    listed: count,
    ...common,
  }),
  z.object({
    kind: z.literal('limits'),
    limits: z.array(limit).readonly(),
    /** By which limits go up at least: 2 where solutions have all an even or all an odd number of moves. */
    step: z.union([z.literal(1), z.literal(2)]),
    ...common,
  }),
]);
export type Trace = z.infer<typeof traceSchema>;
export type RingsTrace = Extract<Trace, { kind: 'rings' }>;
export type LimitsTrace = Extract<Trace, { kind: 'limits' }>;

interface Frontier {
  readonly search: BreadthFirstSearch;
  /** The end of each level in its store. */
  readonly ends: number[];
}

/** How far positions move from where they come from to where all of a ring would be evenly spread. */
const spreading = 0.3;

/**
 * Where around its ring each position of a level is, from 0 to 1, in the order of the store: near the one that it was reached
 * from, so that few lines between rings cross. Those of the last ring, which may be a part of one, aren't spread.
 */
const turnsOf = ({ search: { store }, ends }: Frontier): readonly Float64Array[] => {
  const turns: Float64Array[] = [];
  for (const [depth, end] of ends.entries()) {
    const [from, before] = [ends[depth - 1] ?? 0, ends[depth - 2] ?? 0];
    const own = new Float64Array(end - from);
    const last = turns.at(-1);
    const isLast = depth === ends.length - 1;
    for (let first = 0; first < own.length; ) {
      // Those that were reached from the same position share its room.
      const parent = store.parentOf(from + first);
      let next = first + 1;
      while (next < own.length && store.parentOf(from + next) === parent) next++;
      for (let index = first; index < next; index++) {
        const even = (index + 0.5) / own.length;
        const room = (index - first + 0.5) / (next - first) - 0.5;
        const near = last ? last[parent - before]! + room / last.length : even;
        own[index] = isLast ? near : near + (even - near) * spreading;
      }
      first = next;
    }
    turns.push(own);
  }
  return turns;
};

/** @param dots to draw at most, about @param pass the states of the solution from this end on */
const sideOf = (
  frontier: Frontier,
  dots: number,
  pass: readonly number[],
  write: (state: number) => string,
): TraceSide => {
  const { ends } = frontier;
  const { store } = frontier.search;
  const turns = turnsOf(frontier);
  const at = (depth: number, place: number): number => {
    const turn = turns[depth]![place]!;
    return Math.floor((turn - Math.floor(turn)) * fullTurn);
  };
  const outermost = Math.min(mostDots.ring, (2 * dots) / ends.length);
  const rings = ends.map((end, depth): Ring => {
    const [from, before] = [ends[depth - 1] ?? 0, ends[depth - 2] ?? 0];
    const all = end - from;
    const shown = Math.min(all, Math.max(mostBoards, Math.ceil((outermost * depth) / (ends.length - 1))));
    const places = Array.from({ length: shown }, (_, index) => Math.floor(((index + 0.5) * all) / shown));
    return {
      count: all,
      dots: places.flatMap((place) => [
        at(depth, place),
        depth === 0 ? 0 : at(depth - 1, store.parentOf(from + place) - before),
      ]),
      example: write(store.at(from + places[0]!)),
      ...(end <= mostBoards && shown === all && { positions: places.map((place) => write(store.at(from + place))) }),
    };
  });
  return { rings, path: pass.map((state, depth) => at(depth, store.find(state) - (ends[depth - 1] ?? 0))) };
};

/** The states that moves pass, with the start. */
const statesOf = (cursor: Cursor, start: number, codes: readonly number[]): number[] => {
  cursor.load(start);
  const states = [start];
  for (const code of codes) {
    cursor.make(code);
    states.push(cursor.state());
  }
  return states;
};

const traceRings = (puzzle: Puzzle, { start, goal }: Question, method: WatchableMethod, budget: Budget) => {
  const cursor = puzzle.cursor(goal, start);
  const from = cursor.rank(start);
  const frontiers: Frontier[] = [];
  const order: number[] = [];
  const algorithm = method === 'bfs' ? breadthFirst : bidirectional;
  const result = algorithm(cursor, from, budget, (search) => {
    const frontier = frontiers.find((other) => other.search === search) ?? { search, ends: [] };
    if (!frontiers.includes(frontier)) frontiers.push(frontier);
    if (search.store.size === frontier.ends.at(-1)) return;
    frontier.ends.push(search.store.size);
    order.push(frontiers.indexOf(frontier));
  });
  if (result.status === 'gave-up' && (result.reason !== 'nodes' || frontiers.length === 0)) return result.reason;
  const codes = result.status === 'solved' ? result.moves : [];
  const pass = result.status === 'solved' ? statesOf(cursor, from, codes) : [];
  const write = (state: number): string => puzzle.formatPosition(cursor.unrank(state));
  // Behind, from the goal to where both met.
  const met = frontiers[0]!.ends.length;
  const passes = [pass.slice(0, met), pass.slice(met - 1).reverse()];
  return {
    kind: 'rings',
    sides: paired(frontiers, passes).map(([frontier, pass]) =>
      sideOf(frontier, mostDots.all / frontiers.length, pass, write),
    ),
    order,
    listed: budget.generated - frontiers.reduce((sum, { search }) => sum + search.store.size, 0),
    status: result.status,
    moves: codes.map((code) => cursor.path(code)),
  } as const;
};

interface Noted {
  readonly place: number;
  readonly made: readonly number[];
  readonly least: number;
}

/** Notes the branches of one limit while it is searched: a reservoir keeps a random choice of them. */
class Branches {
  private ended = 0;
  private cut: TraceLimit['cut'];
  private readonly limit: number;
  private readonly random = seeded('branches');
  private readonly kept: Noted[] = [];
  private goal: Noted | undefined;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** @param write the text of the position at its end */
  add(made: readonly number[], depth: number, least: number, write: () => string): void {
    const place = this.ended++;
    const note = (): Noted => ({ place, made: made.slice(0, depth), least });
    if (least <= this.limit) {
      this.goal = note();
      return;
    }
    if (least < Number.POSITIVE_INFINITY && depth < (this.cut?.made ?? Number.POSITIVE_INFINITY))
      this.cut = { position: write(), made: depth, least };
    const slot = place < mostBranches ? place : Math.floor(this.random() * (place + 1));
    if (slot < mostBranches) this.kept[slot] = note();
  }

  /** @param textsOf the positions of moves from the start on */
  noted(textsOf: (made: readonly number[]) => readonly string[]): Omit<TraceLimit, 'limit' | 'visited'> {
    const sorted = [...this.kept.toSorted((a, b) => a.place - b.place), ...(this.goal ? [this.goal] : [])];
    const noted = sorted.map(({ made, least }, index) => {
      const last = sorted[index - 1]?.made ?? [];
      const apart = made.findIndex((code, depth) => code !== last[depth]);
      return { made, least, shared: apart === -1 ? made.length : apart };
    });
    const isSmall = this.limit <= boardLimits.depth && this.ended <= boardLimits.branches;
    return {
      ended: this.ended,
      branches: noted.map(({ made, least, shared }) => {
        return [shared, made.length, least === Number.POSITIVE_INFINITY ? null : least];
      }),
      ...(isSmall && {
        positions: noted.map(({ made, shared }, index) => textsOf(made).slice(index === 0 ? 0 : shared + 1)),
      }),
      ...(this.cut && { cut: this.cut }),
    };
  }
}

const traceLimits = (puzzle: Puzzle, { start, goal }: Question, method: WatchableMethod, budget: Budget) => {
  const cursor = puzzle.cursor(goal, start);
  const from = cursor.rank(start);
  const write = (state: number): string => puzzle.formatPosition(cursor.unrank(state));
  const search = new CursorSearch(cursor, from, method === 'ida');
  const limits: TraceLimit[] = [];
  let result: ReturnType<typeof searchLimit> = search.bound;
  while (typeof result === 'number' && result !== Number.POSITIVE_INFINITY) {
    const limit: number = result;
    const before = search.generated;
    const branches = new Branches(limit);
    search.ended = (made, depth, least) => branches.add(made, depth, least, () => write(cursor.state()));
    budget.lowerBound = limit;
    result = searchLimit(search, limit, budget);
    const noted = branches.noted((made) => statesOf(cursor, from, made).map(write));
    limits.push({ limit, visited: search.generated - before, ...noted });
  }
  if (typeof result === 'string' && result !== 'nodes') return result;
  const status = typeof result === 'object' ? 'solved' : result === 'nodes' ? 'gave-up' : 'exhausted';
  return {
    kind: 'limits',
    limits,
    step: search.step,
    status,
    moves: typeof result === 'object' ? result : [],
  } as const;
};

const ends = { solved: 'solved', exhausted: 'exhausted', 'gave-up': 'stopped' } as const;

/**
 * Search for a shortest solution by a method, and note what there is to see. It stops after `mostWatched` positions, and says
 * so. A question whose start is a goal has nothing to see.
 * @returns why the limits ended it before
 */
export const traceSearch = (
  puzzle: Puzzle,
  question: Question,
  method: WatchableMethod,
  limits: SearchLimits = {},
): Trace | GaveUpReason => {
  const budget = new Budget({
    ...limits,
    nodes: Math.min(limits.nodes ?? Number.POSITIVE_INFINITY, mostWatched[method]),
  });
  const trace = method === 'bfs' || method === 'bidirectional' ? traceRings : traceLimits;
  const traced = trace(puzzle, question, method, budget);
  if (typeof traced === 'string') return traced;
  const { status, ...rest } = traced;
  const { generated, lowerBound } = budget;
  return { ...rest, method, end: ends[status], generated, lowerBound };
};

interface Frame {
  /** The last one says what is proved. */
  readonly isLast: boolean;
}
export interface RingsFrame extends Frame {
  /** How many rings of each side there are, and the side of the newest. */
  readonly rings: readonly number[];
  readonly newest: number;
}
export interface LimitFrame extends Frame {
  /** The index of a limit, and how many of its branches there are. */
  readonly limit: number;
  readonly branches: number;
}
/** What one picture of a trace shows. */
export type TraceFrame = RingsFrame | LimitFrame;

/** Pictures of depth-first searches, about. */
const mostSweeps = 28;

/** The pictures of a trace, in order. */
export const framesOf = (trace: Trace): readonly TraceFrame[] => {
  const frames: TraceFrame[] = [];
  if (trace.kind === 'rings') {
    const { order, sides } = trace;
    for (const [made, newest] of order.entries()) {
      const rings = sides.map((_, index) => order.slice(0, made + 1).filter((one) => one === index).length);
      if (made + 1 >= sides.length) frames.push({ rings, newest, isLast: false });
    }
  } else {
    const sweeps = Math.max(1, Math.min(4, Math.floor(mostSweeps / Math.max(1, trace.limits.length))));
    for (const [limit, { branches: all }] of trace.limits.entries()) {
      const steps = Math.min(sweeps, all.length);
      for (let step = 1; step <= steps; step++)
        frames.push({ limit, branches: Math.ceil((all.length * step) / steps), isLast: false });
    }
  }
  const last = frames.at(-1) ?? { limit: 0, branches: 0 };
  return [...frames, { ...last, isLast: true }];
};
