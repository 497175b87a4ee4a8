/** What runs on a worker's threads: one piece of work at a time, and nothing else. */

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { challenge, challengeNeeds } from '../features/daily/rules.ts';
import type { Move } from '../puzzles/puzzle.ts';
import { knownPuzzle } from '../puzzles/registry.ts';
import { analyse } from '../search/analysis.ts';
import { type GaveUpReason, SearchControl, type SearchLimits } from '../search/budget.ts';
import { bandOf, scramble, scrambleNeeds, scrambleOf, seeded } from '../search/scramble.ts';
import type { DatabaseKind } from '../search/sliding/fifteen-databases.ts';
import { isQuick, methodsOf, needsOf, type Outcome, solve, survey } from '../search/solve.ts';
import { hasTable } from '../search/tables/table.ts';
import type { TableNeed, Tables } from '../search/tables/table-cache.ts';
import { questionOf, type ResultOf, type Work, type WorkOf, type WorkResult } from './job.ts';

/** Do a piece of work. */
export interface WorkTask {
  readonly do: 'work';
  readonly work: Work;
  /** What a search may spend; `control` is made of the memory. */
  readonly limits: Omit<SearchLimits, 'control'>;
  /** The memory of the `SearchControl` that the worker holds the other end of. */
  readonly memory: SharedArrayBuffer;
  /** What `tableNeeds` of the work named. */
  readonly tables: Tables;
  readonly databases: DatabaseKind;
  /** What daily challenges are drawn with, for those alone. */
  readonly secret?: string;
}

/** Build one of the tables that a piece of work needs. */
export interface BuildTask {
  readonly do: 'build';
  readonly work: Work;
  readonly databases: DatabaseKind;
  readonly key: string;
  /** Where tables that take long to build are kept. */
  readonly folder: string;
}

export interface Built {
  readonly memory: SharedArrayBuffer;
  /** Lines for the log. */
  readonly notes: readonly string[];
}

export type Task = WorkTask | BuildTask;

/** A comparison gives each method this share of the time that one search may take, but no more than this. */
const comparedMilliseconds = 4000;

/** The tables that a piece of work needs, each once. */
export const tableNeeds = (work: Work, databases: DatabaseKind): readonly TableNeed[] => {
  if (work.kind === 'survey') return [];
  if (work.kind === 'daily') return challengeNeeds(work.number);
  if (work.kind === 'scramble') return scrambleNeeds(knownPuzzle(work.puzzle));
  if (work.kind === 'draw') {
    const known = knownPuzzle(work.puzzle);
    return isQuick(known) ? needsOf(known, known.goal) : scrambleNeeds(known);
  }
  if (work.kind === 'contest') {
    const known = knownPuzzle(work.puzzle);
    return distinct([...scrambleNeeds(known), ...needsOf(known, known.goal, undefined, databases)]);
  }
  const { puzzle, question } = questionOf(work);
  if (work.kind === 'solve') return needsOf(puzzle, question.goal, work.method, databases);
  if (work.kind === 'analyse') return needsOf(puzzle, question.goal, undefined, databases);
  return distinct(
    methodsOf(puzzle, question.goal).flatMap((method) => needsOf(puzzle, question.goal, method, databases)),
  );
};

const distinct = (needs: readonly TableNeed[]): readonly TableNeed[] => [
  ...new Map(needs.map((need) => [need.key, need])).values(),
];

/**
 * Building leaves behind scratch memory of the size of the table, and more. V8 does not see how large it is, and would
 * keep it until its own small heap fills up.
 */
const largeBytes = 2 ** 24;
setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const build = async ({ work, databases, key, folder }: BuildTask): Promise<Built> => {
  const need = tableNeeds(work, databases).find((known) => known.key === key);
  if (!need) throw new RangeError(`this work needs no table ${key}`);
  const notes: string[] = [];
  const memory = need.build({ folder, note: (line) => notes.push(line) });
  if (need.bytes > largeBytes) {
    // Weak references hold until the present job of the event loop is over.
    await setImmediate();
    collectGarbage();
  }
  return { memory, notes };
};

const scrambled = ({ puzzle: id, length, seed }: WorkOf<'scramble'>, tables: Tables): ResultOf<'scramble'> => {
  const puzzle = knownPuzzle(id);
  const random = seeded(seed);
  const found =
    length !== undefined
      ? scramble(puzzle, { least: length, most: length }, random, tables)
      : !puzzle.drawsSolvable && !hasTable(puzzle)
        ? // Solvable boards are few among all, and no table lists them.
          scrambleOf(puzzle, 'hard', random, tables)
        : scramble(puzzle, { least: 1, most: Number.POSITIVE_INFINITY }, random, tables);
  if (!found) return { status: 'no-such-length', most: bandOf(puzzle, 'farthest', tables).most };
  const position = puzzle.formatPosition(found.position);
  return { status: 'scrambled', position, ...(found.length !== undefined && { length: found.length }) };
};

/** Quick, so that nobody waits long for a game to start: a solution comes with it only where a table has one. */
const drawn = (work: WorkOf<'draw'>, tables: Tables, limits: SearchLimits): ResultOf<'draw'> => {
  const known = knownPuzzle(work.puzzle);
  const position =
    work.given ?? known.formatPosition(scrambleOf(known, work.difficulty, seeded(work.seed), tables).position);
  const { puzzle, question } = questionOf({ puzzle: work.puzzle, position, goal: work.goal });
  if (!isQuick(puzzle)) {
    const obstacle = puzzle.obstacle(question);
    return obstacle ? { status: 'unsolvable', obstacle } : { status: 'drawn', position };
  }
  const outcome = solve(puzzle, question, { tables, withoutCount: true, ...limits });
  if (outcome.status === 'solved') return { status: 'drawn', position, moves: outcome.moves.map((move) => [...move]) };
  return outcome;
};

/** How many positions are tried for each that is wanted, and how long each may take. */
const contestTries = 5;
const contestMilliseconds = 15_000;

/** Only positions whose shortest solution is proved will do: of pegs, one in twenty of the hard ones takes too long. */
const contested = (
  { puzzle: id, difficulty, count, seed }: WorkOf<'contest'>,
  { tables, databases, limits }: Pick<WorkTask, 'tables' | 'databases'> & { readonly limits: SearchLimits },
): ResultOf<'contest'> => {
  const puzzle = knownPuzzle(id);
  const random = seeded(seed);
  const milliseconds = Math.min(contestMilliseconds, (limits.milliseconds ?? Number.POSITIVE_INFINITY) / contestTries);
  const rounds: (ResultOf<'contest'> & { status: 'rounds' })['rounds'] = [];
  let reason: GaveUpReason = 'deadline';
  for (let tries = count * contestTries; tries > 0 && rounds.length < count && reason !== 'cancelled'; tries--) {
    const { position } = scrambleOf(puzzle, difficulty, random, tables);
    const question = { start: position, goal: puzzle.goal };
    const outcome = solve(puzzle, question, { ...limits, tables, databases, milliseconds });
    if (outcome.status === 'gave-up') reason = outcome.reason;
    if (outcome.status !== 'solved' || !outcome.optimal || outcome.moves.length === 0) continue;
    const plain = (moves: readonly Move[]): number[][] => moves.map((move) => [...move]);
    const { moves, firstMoves } = outcome;
    rounds.push({
      position: puzzle.formatPosition(position),
      moves: plain(moves),
      ...(firstMoves && { firstMoves: plain(firstMoves) }),
    });
  }
  return rounds.length < count ? { status: 'gave-up', reason } : { status: 'rounds', rounds };
};

const challenged = (number: number, secret: string, tables: Tables, limits: SearchLimits): ResultOf<'daily'> => {
  const { puzzle, position } = challenge(number, secret, tables);
  const outcome = solve(puzzle, { start: position, goal: puzzle.goal }, { tables, withoutCount: true, ...limits });
  if (outcome.status === 'gave-up') return outcome;
  if (outcome.status !== 'solved') throw new Error(`the challenge ${number} has no solution`);
  const moves = outcome.moves.map((move) => [...move]);
  return { status: 'challenge', puzzle: puzzle.id, position: puzzle.formatPosition(position), moves };
};

const run = ({ work, memory, tables, databases, limits: spend, secret }: WorkTask): WorkResult => {
  const control = new SearchControl(memory);
  control.begin();
  const limits: SearchLimits = { ...spend, control };
  switch (work.kind) {
    case 'solve': {
      const { puzzle, question } = questionOf(work);
      return solve(puzzle, question, { method: work.method, tables, databases, ...limits });
    }
    case 'survey': {
      const puzzle = knownPuzzle(work.puzzle);
      const started = performance.now();
      const found = survey(puzzle, limits);
      if (typeof found === 'string') return { status: 'gave-up', reason: found };
      const { states, diameter, histogram } = found;
      const positions = found.farthest.map((state) => puzzle.formatPosition(puzzle.unrank(state))).sort();
      const milliseconds = performance.now() - started;
      return { status: 'surveyed', states, diameter, histogram: [...histogram], positions, milliseconds };
    }
    case 'compare': {
      const { puzzle, question } = questionOf(work);
      const known = methodsOf(puzzle, question.goal);
      const share = (limits.milliseconds ?? Number.POSITIVE_INFINITY) / known.length;
      const milliseconds = Math.min(comparedMilliseconds, share);
      const outcomes: Outcome[] = [];
      for (const method of known) {
        if (control.isCancelled) return { status: 'gave-up', reason: 'cancelled' };
        outcomes.push(solve(puzzle, question, { ...limits, method, tables, databases, milliseconds }));
      }
      return { status: 'compared', outcomes };
    }
    case 'analyse': {
      const { puzzle, question } = questionOf(work);
      return analyse(puzzle, question, work.moves, { tables, databases, ...limits });
    }
    case 'scramble':
      return scrambled(work, tables);
    case 'draw':
      return drawn(work, tables, limits);
    case 'contest':
      return contested(work, { tables, databases, limits });
    case 'daily':
      if (secret === undefined) throw new Error('a challenge without its secret');
      return challenged(work.number, secret, tables, limits);
  }
};

export default (task: Task): WorkResult | Promise<Built> => (task.do === 'build' ? build(task) : run(task));
