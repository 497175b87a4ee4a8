/**
 * What is asked of people is not answered by the bot: as long as a secret runs, nobody is told the way from its
 * position, or from one close to it, who has not found one themselves: not turned over, not with tiles renamed, not from
 * the end to the start.
 */
import { type Question, replay } from '../puzzles/puzzle.ts';
import { Vicinity } from '../puzzles/vicinity.ts';
import { questionOf, type Work } from './job.ts';
import type { Secret, SecretSource } from './secret.ts';

/** Secrets of which it is remembered what is close to them; there are few at a time. */
const mostRemembered = 64;

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

export class Embargo {
  private readonly sources: readonly SecretSource[];
  /** By puzzle, position and goal, the one that was looked at last at the end. */
  private readonly vicinities = new Map<string, Vicinity>();

  constructor(sources: readonly SecretSource[]) {
    this.sources = sources;
  }

  /** The secret that this work would give away to somebody who may not be told, if any. */
  async covers(user: string, work: Work): Promise<Secret | undefined> {
    if (!('puzzle' in work)) return undefined;
    const questions = questionsOf(work);
    if (questions.length === 0) return undefined;
    for (const secret of await this.running(work.puzzle)) {
      const vicinity = this.vicinityOf(secret);
      if (questions.some((question) => vicinity.covers(question)) && !(await secret.isOpenTo(user))) return secret;
    }
    return undefined;
  }

  private async running(puzzle: string): Promise<Secret[]> {
    const running = await Promise.all(this.sources.map((source) => source.running()));
    return running.flat().filter((secret) => secret.puzzle === puzzle);
  }

  private vicinityOf(secret: Secret): Vicinity {
    const key = [secret.puzzle, secret.position, secret.goal].join('|');
    const { puzzle, question } = questionOf(secret);
    const vicinity = this.vicinities.get(key) ?? new Vicinity(puzzle, question);
    this.vicinities.delete(key);
    this.vicinities.set(key, vicinity);
    if (this.vicinities.size > mostRemembered) this.vicinities.delete(this.vicinities.keys().next().value!);
    return vicinity;
  }
}
