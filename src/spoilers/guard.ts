/**
 * What is asked of people is not answered by the bot: as long as a challenge runs, nobody is told the way from its
 * position, or from one close to it, who has not found one themselves: not turned over, not with tiles renamed, not from
 * the end to the start, and not as a part of another answer.
 */
import type { TFunction } from 'i18next';
import { knownPuzzle, questionOf, type Work, type WorkResult } from '../jobs/job.ts';
import { type Move, type Position, type Puzzle, type Question, replay } from '../puzzles/puzzle.ts';
import type { ChallengeSource, RunningChallenge } from './challenge.ts';
import { Closeness, type Telling } from './closeness.ts';

/** Secrets of which it is remembered what is close to them: more than run at a time. */
const mostRemembered = 256;

/** Who is told: a person alone; undefined for whoever reads along, of whom some may still be at it. */
export type Audience = string | undefined;

/** The questions that some work would answer. */
const questionsOf = (work: Work): Question[] => {
  switch (work.kind) {
    case 'solve':
    case 'compare':
      return [questionOf(work).question];
    case 'analyse': {
      const { puzzle, question } = questionOf(work);
      // It tells of each position on the way how far it is from the goal.
      return replay(puzzle, question.start, work.moves).map((start) => ({ start, goal: question.goal }));
    }
    case 'draw':
      return work.given === undefined ? [] : [questionOf({ ...work, position: work.given }).question];
    default:
      return [];
  }
};

/** A way as its positions; of pegs, also those in the middle of a move. */
export const linesOf = (puzzle: Puzzle, start: Position, moves: readonly Move[]): Position[][] => {
  const jumps = moves.flatMap((move) => move.slice(1).map((to, index): Move => [move[index]!, to]));
  return [replay(puzzle, start, moves), ...(jumps.length > moves.length ? [replay(puzzle, start, jumps)] : [])];
};

/** What a result adds to that. A comparison shows lengths only, and a game keeps its way to itself. */
const toldBy = (work: Work, result: WorkResult): Omit<Telling, 'puzzle'> => {
  const questions = questionsOf(work);
  if (work.kind === 'solve' && result.status === 'solved') {
    const { puzzle, question } = questionOf(work);
    return { questions, lines: linesOf(puzzle, question.start, result.moves) };
  }
  if (work.kind === 'analyse' && result.status === 'analysed') {
    const { puzzle } = questionOf(work);
    return { questions, lines: linesOf(puzzle, questions[result.bestFrom]!.start, result.best) };
  }
  if (work.kind === 'scramble' && result.status === 'scrambled') {
    const { goal } = knownPuzzle(work.puzzle);
    return { questions: [questionOf({ ...work, position: result.position, goal: goal.text }).question] };
  }
  return { questions };
};

export class SpoilerGuard {
  private readonly sources: readonly ChallengeSource[];
  /** By puzzle, position and goal; the one that was needed last comes last. */
  private readonly closeness = new Map<string, Closeness>();

  constructor(sources: readonly ChallengeSource[]) {
    this.sources = sources;
  }

  /** The challenge that this work would give away to somebody who may not be told, if any. */
  async spoiledByRequest(audience: Audience, work: Work): Promise<RunningChallenge | undefined> {
    if (!('puzzle' in work)) return undefined;
    return this.spoiledBy(audience, { puzzle: knownPuzzle(work.puzzle), questions: questionsOf(work) });
  }

  /** The same of an answer: what was asked may have become a challenge since, or the answer lead through one. */
  async spoiledByAnswer(audience: Audience, work: Work, result: WorkResult): Promise<RunningChallenge | undefined> {
    if (!('puzzle' in work)) return undefined;
    return this.spoiledBy(audience, { puzzle: knownPuzzle(work.puzzle), ...toldBy(work, result) });
  }

  /** @param isOwn whether a challenge may be told here, because it is what this is about and what is told is counted */
  async spoiledBy(
    audience: Audience,
    telling: Telling,
    isOwn: (challenge: RunningChallenge) => boolean = () => false,
  ): Promise<RunningChallenge | undefined> {
    if (telling.questions.length === 0 && !telling.lines?.length) return undefined;
    const running = await Promise.all(this.sources.map((source) => source.running()));
    for (const challenge of running.flat()) {
      const { puzzle } = telling;
      const isPlayedLike =
        puzzle.id === challenge.puzzle || (puzzle.family === 'peg' && knownPuzzle(challenge.puzzle).family === 'peg');
      if (!isPlayedLike || isOwn(challenge) || !this.closenessOf(challenge).isGivenAwayBy(telling)) continue;
      if (audience === undefined || !(await challenge.isOpenTo(audience))) return challenge;
    }
    return undefined;
  }

  /** What is said in place of an answer to somebody who asked where this audience would read it. */
  async refusal(t: TFunction, challenge: RunningChallenge, asker: string): Promise<string> {
    return (await challenge.isOpenTo(asker)) ? t('answer.notHere') : challenge.refusal(t);
  }

  private closenessOf(challenge: RunningChallenge): Closeness {
    const key = [challenge.puzzle, challenge.position, challenge.goal].join('|');
    let closeness = this.closeness.get(key);
    if (!closeness) {
      const { puzzle, question } = questionOf(challenge);
      closeness = new Closeness(puzzle, question, challenge.length);
    }
    this.closeness.delete(key);
    this.closeness.set(key, closeness);
    if (this.closeness.size > mostRemembered) this.closeness.delete(this.closeness.keys().next().value!);
    return closeness;
  }
}
