import type { Spoiled } from '../jobs/guard.ts';

/** A position to solve without help, with the puzzle's own goal. */
export interface RunningChallenge extends Spoiled {
  readonly puzzle: string;
  /** As `formatPosition` prints it. */
  readonly position: string;
  /** Moves of a shortest solution. */
  readonly length: number;
}

export interface ChallengeSource {
  /** Called for every request, so it should answer from memory. */
  running(): Promise<readonly RunningChallenge[]>;
}
