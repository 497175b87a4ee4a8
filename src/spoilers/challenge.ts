import type { TFunction } from 'i18next';

/** A question that people are asked to answer by themselves: as long as it runs, nobody is told the way. */
export interface RunningChallenge {
  readonly puzzle: string;
  /** In print, as jobs have them. */
  readonly position: string;
  readonly goal: string;
  /** Of a shortest solution, in moves. Without it, lines that come close to the position and pass it by tell nothing. */
  readonly length?: number;
  /** Whether somebody may be told, because they have found a way of their own. */
  isOpenTo(user: string): Promise<boolean>;
  /** What is said to those who may not. */
  refusal(t: TFunction): string;
}

/** A feature that asks such questions. */
export interface ChallengeSource {
  /** Those that run now. Asked for with every request, so it answers from memory where it can. */
  running(): Promise<readonly RunningChallenge[]>;
}
