/** Hides answers about positions near a running challenge, and solutions through it, also mirrored or renamed. */
import { setImmediate } from 'node:timers/promises';
import type { TFunction } from 'i18next';
import { paired } from '../puzzles/lists.ts';
import { stepsOf } from '../puzzles/moves.ts';
import { type Move, type Position, type Puzzle, replay } from '../puzzles/puzzle.ts';
import type { AnswerGuard, Audience, Revealed, Spoiled } from '../queue/define.ts';
import { loopTurn } from '../runtime/loop-turn.ts';
import { positionsIn, type SolutionGraph } from '../search/solution-graph.ts';
import type { ChallengeSource, RunningChallenge } from './challenge.ts';
import { ChallengeIndex } from './challenge-index.ts';
import { ProblemFrame, problemFrame } from './frame.ts';

/** A solution from a position this near, as a share of the challenge's length, also solves the challenge. */
const nearShare = 1 / 8;

/** Positions that are compared with the challenges in one turn of the event loop: a millisecond or two. */
const mostAtOnce = 64;

/** The positions that moves pass, also those between the steps of a move. */
const passedBy = (puzzle: Puzzle, start: Position, moves: readonly Move[]): Position[] =>
  replay(puzzle, start, stepsOf(puzzle, start, moves));

const passedIn = (puzzle: Puzzle, start: Position, graph: SolutionGraph): Position[] =>
  paired(positionsIn(puzzle, start, graph), graph).flatMap(([position, edges]) => [
    position,
    ...edges.flatMap(([move]) => passedBy(puzzle, position, [move]).slice(1, -1)),
  ]);

/** The challenges that something revealed is near to, or leads through; undefined after each position. */
const spoiledBy = function* (index: ChallengeIndex, revealed: Revealed): Generator<RunningChallenge | undefined> {
  const { puzzle, goal, positions, solution, solutions } = revealed;
  const [first] = positions;
  const start = first ?? solution?.start ?? solutions?.start;
  if (!start) return;
  const near = function* (
    frames: Iterable<ProblemFrame>,
    passed: Iterable<Position>,
    share = Number.POSITIVE_INFINITY,
  ) {
    for (const frame of frames) {
      yield undefined;
      if (!index.has(frame)) continue;
      for (const position of passed) {
        yield undefined;
        for (const { challenge, moves } of index.near(frame, frame.key(position)))
          if (moves <= share * challenge.length) yield challenge;
      }
    }
  };
  // A position near the challenge may not be asked with another goal either.
  const goals = goal.text === puzzle.goal.text ? [puzzle.goal] : [puzzle.goal, goal];
  const frames = goals.map((one) => problemFrame(puzzle, one, start));
  const [end, ...otherEnds] = goal.positions;
  const onlyEnd = otherEnds.length === 0 ? end : undefined;
  yield* near(frames, positions);
  if (onlyEnd) yield* near(frames, [onlyEnd]);
  // A reversed solution would do, too.
  if (onlyEnd && puzzle.isReversible) {
    const backwards = function* () {
      for (const position of positions) yield new ProblemFrame(puzzle, { text: '', positions: [position] }, start);
    };
    yield* near(backwards(), [onlyEnd]);
  }
  if (!frames.some((frame) => index.has(frame))) return;
  const passed = [
    ...(solution ? passedBy(puzzle, solution.start, solution.moves) : []),
    ...(solutions ? passedIn(puzzle, solutions.start, solutions.graph) : []),
  ];
  yield* near(frames, passed, nearShare);
};

export class SpoilerGuard implements AnswerGuard {
  private readonly sources: readonly ChallengeSource[];
  private looking: Promise<ChallengeIndex> | undefined;
  private readonly index = new ChallengeIndex();
  /** Positions of all answers. */
  private looked = 0;

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
    const running = await this.running();
    return running.isEmpty ? undefined : this.hidden(running, audience, revealed, own);
  }

  async spoiledAmong(audience: Audience, each: Iterable<Revealed | undefined>): Promise<ReadonlySet<number>> {
    const spoiled = new Set<number>();
    const running = await this.running();
    if (running.isEmpty) return spoiled;
    let index = 0;
    for (const revealed of each) {
      if (revealed && (await this.hidden(running, audience, revealed))) spoiled.add(index);
      index++;
    }
    return spoiled;
  }

  /** A challenge that an answer would spoil, and that its audience has not solved. */
  private async hidden(
    index: ChallengeIndex,
    audience: Audience,
    revealed: Revealed,
    own?: string,
  ): Promise<RunningChallenge | undefined> {
    const { user } = audience;
    const seen = new Set<RunningChallenge>();
    for (const challenge of spoiledBy(index, revealed)) {
      if (!challenge) {
        if (++this.looked % mostAtOnce === 0) await loopTurn(user);
        continue;
      }
      if (seen.has(challenge) || challenge.position === own) continue;
      seen.add(challenge);
      if (challenge.isSecretIn && !(await challenge.isSecretIn(audience))) continue;
      if (audience.private && user !== undefined && (await challenge.isOpenTo(user))) continue;
      return challenge;
    }
    return undefined;
  }

  async refusal(t: TFunction, spoiled: Spoiled, asker: string): Promise<string> {
    return (await spoiled.isOpenTo(asker)) ? t('answer.notHere') : spoiled.refusal(t);
  }

  /** The questions of one turn of the event loop share one look, which comes after all of them. */
  private running(): Promise<ChallengeIndex> {
    this.looking ??= setImmediate().then(async () => {
      this.looking = undefined;
      await this.index.update((await Promise.all(this.sources.map((source) => source.running()))).flat());
      return this.index;
    });
    return this.looking;
  }
}
