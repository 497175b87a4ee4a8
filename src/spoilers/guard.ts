/** Hides answers about positions near a running challenge, and solutions through it, also mirrored or renamed. */
import { setImmediate } from 'node:timers/promises';
import type { TFunction } from 'i18next';
import { LRUCache } from 'lru-cache';
import type { AnswerGuard, Audience, Revealed, Spoiled } from '../jobs/define.ts';
import { stepsOf } from '../puzzles/moves.ts';
import { type Move, type Position, type Puzzle, replay, unwrap } from '../puzzles/puzzle.ts';
import { knownPuzzle } from '../puzzles/registry.ts';
import { positionsIn, type SolutionGraph } from '../search/solution-graph.ts';
import { Neighbourhood } from './neighbourhood.ts';

/** A position to solve without help, with the puzzle's own goal. */
export interface RunningChallenge extends Spoiled {
  readonly puzzle: string;
  /** As `formatPosition` prints it. */
  readonly position: string;
  /** Moves of a shortest solution. */
  readonly length: number;
}

export interface ChallengeSource {
  /** Called once for all questions of a turn of the event loop. */
  running(): Promise<readonly RunningChallenge[]>;
}

/** A solution from a position this near, as a share of the challenge's length, also solves the challenge. */
const nearShare = 1 / 8;

/** Parts of an answer that are compared with the challenges in one turn of the event loop. */
const mostAtOnce = 20;

/** The positions that moves pass, also those between the steps of a move. */
const passedBy = (puzzle: Puzzle, start: Position, moves: readonly Move[]): Position[] =>
  replay(puzzle, start, stepsOf(puzzle, start, moves));

const passedIn = (puzzle: Puzzle, start: Position, graph: SolutionGraph): Position[] =>
  positionsIn(puzzle, start, graph).flatMap((position, index) => [
    position,
    ...graph[index]!.flatMap(([move]) => passedBy(puzzle, position, [move]).slice(1, -1)),
  ]);

export const isSpoiled = (
  { puzzle, goal, positions, solution, solutions }: Revealed,
  near: Neighbourhood,
  length: number,
): boolean => {
  // A reversed solution would do, too.
  const asked = goal.positions.length === 1 ? [...positions, ...goal.positions] : positions;
  if (asked.some((position) => near.distance(position, goal) !== undefined)) return true;
  const passed = [
    ...(solution ? passedBy(puzzle, solution.start, solution.moves) : []),
    ...(solutions ? passedIn(puzzle, solutions.start, solutions.graph) : []),
  ];
  return passed.some((position) => (near.distance(position, goal) ?? Number.POSITIVE_INFINITY) <= length * nearShare);
};

export class SpoilerGuard implements AnswerGuard {
  private readonly sources: readonly ChallengeSource[];
  private looking: Promise<readonly RunningChallenge[]> | undefined;
  private readonly neighbourhoods = new LRUCache<string, Neighbourhood>({ max: 256 });

  constructor(sources: readonly ChallengeSource[]) {
    this.sources = sources;
  }

  /** @param own position of the challenge that the answer belongs to, which it may reveal */
  async spoiledBy(
    audience: Audience,
    revealed: Revealed | undefined,
    own?: string,
  ): Promise<RunningChallenge | undefined> {
    if (!revealed) return undefined;
    for (const challenge of await this.running()) {
      if (challenge.position !== own && (await this.isHidden(challenge, audience, revealed))) return challenge;
    }
    return undefined;
  }

  async spoiledAmong(audience: Audience, each: Iterable<Revealed | undefined>): Promise<ReadonlySet<number>> {
    const spoiled = new Set<number>();
    const running = await this.running();
    if (running.length === 0) return spoiled;
    let index = 0;
    for (const revealed of each) {
      // A thousand solutions take too long for one turn of the event loop.
      if (index % mostAtOnce === 0) await setImmediate();
      for (const challenge of running) {
        if (revealed && (await this.isHidden(challenge, audience, revealed))) spoiled.add(index);
      }
      index++;
    }
    return spoiled;
  }

  /** Whether an answer would spoil a challenge that its audience has not solved. */
  private async isHidden(challenge: RunningChallenge, audience: Audience, revealed: Revealed): Promise<boolean> {
    // A solution in another metric solves it, too.
    if (knownPuzzle(challenge.puzzle).name !== revealed.puzzle.name) return false;
    if (!isSpoiled(revealed, this.neighbourhoodOf(challenge), challenge.length)) return false;
    return audience === undefined || !(await challenge.isOpenTo(audience));
  }

  async refusal(t: TFunction, spoiled: Spoiled, asker: string): Promise<string> {
    return (await spoiled.isOpenTo(asker)) ? t('answer.notHere') : spoiled.refusal(t);
  }

  /** The questions of one turn of the event loop share one look, which comes after all of them. */
  private running(): Promise<readonly RunningChallenge[]> {
    this.looking ??= setImmediate().then(async () => {
      this.looking = undefined;
      return (await Promise.all(this.sources.map((source) => source.running()))).flat();
    });
    return this.looking;
  }

  private neighbourhoodOf({ puzzle: id, position }: RunningChallenge): Neighbourhood {
    const key = `${id}|${position}`;
    const known = this.neighbourhoods.get(key);
    if (known) return known;
    const puzzle = knownPuzzle(id);
    const near = new Neighbourhood(puzzle, unwrap(puzzle.parsePosition(position), `challenge ${key}`));
    this.neighbourhoods.set(key, near);
    return near;
  }
}
