import type { Spoiled } from '../jobs/guard.ts';

/** A position that people are asked to solve by themselves, to the puzzle's own goal. */
export interface RunningChallenge extends Spoiled {
  /** Id of the puzzle. */
  readonly puzzle: string;
  /** As `formatPosition` prints it. */
  readonly position: string;
  /** Moves of a shortest solution. */
  readonly length: number;
}

/** A feature that runs challenges. */
export interface ChallengeSource {
  /** The guard asks with every request, so answer from memory where possible. */
  running(): Promise<readonly RunningChallenge[]>;
}
