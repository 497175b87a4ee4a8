/**
 * What is asked of people is not answered by the bot: as long as a secret runs, nobody is told the way from its
 * position, or from one close to it, who has not found one themselves: not turned over, not with tiles renamed, not from
 * the end to the start, and not as a part of another answer.
 */
import type { TFunction } from 'i18next';
import { knownPuzzle, questionOf, type Work, type WorkResult } from '../jobs/job.ts';
import { type Move, type Position, type Puzzle, type Question, replay } from '../puzzles/puzzle.ts';
import { type Telling, Vicinity } from './closeness.ts';
import type { Secret, SecretSource } from './secret.ts';

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

export class Embargo {
  private readonly sources: readonly SecretSource[];
  /** By puzzle, position and goal; the one that was needed last comes last. */
  private readonly vicinities = new Map<string, Vicinity>();

  constructor(sources: readonly SecretSource[]) {
    this.sources = sources;
  }

  /** The secret that this work would give away to somebody who may not be told, if any. */
  async covers(audience: Audience, work: Work): Promise<Secret | undefined> {
    if (!('puzzle' in work)) return undefined;
    return this.keeps(audience, { puzzle: knownPuzzle(work.puzzle), questions: questionsOf(work) });
  }

  /** The same of an answer: what was asked may have become a secret since, or the answer lead through one. */
  async coversAnswer(audience: Audience, work: Work, result: WorkResult): Promise<Secret | undefined> {
    if (!('puzzle' in work)) return undefined;
    return this.keeps(audience, { puzzle: knownPuzzle(work.puzzle), ...toldBy(work, result) });
  }

  /** @param isOwn whether a secret may be told here, because it is what this is about and what is told is counted */
  async keeps(
    audience: Audience,
    telling: Telling,
    isOwn: (secret: Secret) => boolean = () => false,
  ): Promise<Secret | undefined> {
    if (telling.questions.length === 0 && !telling.lines?.length) return undefined;
    const running = await Promise.all(this.sources.map((source) => source.running()));
    for (const secret of running.flat()) {
      const { puzzle } = telling;
      const isPlayedLike =
        puzzle.id === secret.puzzle || (puzzle.family === 'peg' && knownPuzzle(secret.puzzle).family === 'peg');
      if (!isPlayedLike || isOwn(secret) || !this.vicinityOf(secret).isGivenAwayBy(telling)) continue;
      if (audience === undefined || !(await secret.isOpenTo(audience))) return secret;
    }
    return undefined;
  }

  /** What is said in place of an answer to somebody who asked where this audience would read it. */
  async refusal(t: TFunction, secret: Secret, asker: string): Promise<string> {
    return (await secret.isOpenTo(asker)) ? t('answer.notHere') : secret.refusal(t);
  }

  private vicinityOf(secret: Secret): Vicinity {
    const key = [secret.puzzle, secret.position, secret.goal].join('|');
    let vicinity = this.vicinities.get(key);
    if (!vicinity) {
      const { puzzle, question } = questionOf(secret);
      vicinity = new Vicinity(puzzle, question, secret.length);
    }
    this.vicinities.delete(key);
    this.vicinities.set(key, vicinity);
    if (this.vicinities.size > mostRemembered) this.vicinities.delete(this.vicinities.keys().next().value!);
    return vicinity;
  }
}
