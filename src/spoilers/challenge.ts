/** Challenges that the guard keeps secret, and where they come from. */
import type { Audience, Spoiled } from '../queue/define.ts';

/** A position to solve without help, with the puzzle's own goal. */
export interface RunningChallenge extends Spoiled {
  readonly puzzle: string;
  /** As `formatPosition` prints it. */
  readonly position: string;
  /** Moves of a shortest solution. */
  readonly length: number;
  /** Whether it is secret where an answer is read; by default it is everywhere. */
  isSecretIn?(audience: Audience): Promise<boolean>;
}

export interface ChallengeSource {
  /** The same objects as long as they run. Called once for all questions of a turn of the event loop. */
  running(): Promise<readonly RunningChallenge[]>;
}
