/** What `jobs/` asks before it shows an answer. `src/spoilers/guard.ts` implements it. */
import type { TFunction } from 'i18next';
import type { Goal, Move, Position, Puzzle } from '../puzzles/puzzle.ts';

/** What somebody learns from an answer. */
export interface Revealed {
  readonly puzzle: Puzzle;
  readonly goal: Goal;
  /** Positions whose solution, or its length, is shown. */
  readonly positions: readonly Position[];
  /** A solution that is shown in full. */
  readonly solution?: { readonly start: Position; readonly moves: readonly Move[] };
}

/** The only person who can read an answer; undefined: everybody in the channel. */
export type Audience = string | undefined;

/** A running challenge that an answer would spoil. */
export interface Spoiled {
  /** Whether this person may read the answer, because they have solved the challenge. */
  isOpenTo(user: string): Promise<boolean>;
  /** The sentence for everybody else. */
  refusal(t: TFunction): string;
}

/** Knows which answers would spoil a running challenge. */
export interface AnswerGuard {
  spoiledBy(audience: Audience, revealed: Revealed | undefined): Promise<Spoiled | undefined>;
  /** The sentence that the asker reads instead of the answer. */
  refusal(t: TFunction, spoiled: Spoiled, asker: string): Promise<string>;
}
