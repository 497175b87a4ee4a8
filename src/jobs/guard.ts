/** The contract of the spoiler guard; `src/spoilers/guard.ts` implements it. */
import type { TFunction } from 'i18next';
import type { Goal, Move, Position, Puzzle } from '../puzzles/puzzle.ts';

/** The content of an answer that may be a spoiler. */
export interface Revealed {
  readonly puzzle: Puzzle;
  readonly goal: Goal;
  /** Positions whose solution, or its length, is shown. */
  readonly positions: readonly Position[];
  /** A solution that is shown in full. */
  readonly solution?: { readonly start: Position; readonly moves: readonly Move[] };
}

/** The only person who can read an answer; undefined for everybody in the channel. */
export type Audience = string | undefined;

/** A running challenge that an answer would spoil. */
export interface Spoiled {
  /** Whether this person may read the answer, because they have solved the challenge. */
  isOpenTo(user: string): Promise<boolean>;
  /** The sentence for people who may not read the answer. */
  refusal(t: TFunction): string;
}

export interface AnswerGuard {
  spoiledBy(audience: Audience, revealed: Revealed | undefined): Promise<Spoiled | undefined>;
  /** The sentence that the asker reads instead of the answer. */
  refusal(t: TFunction, spoiled: Spoiled, asker: string): Promise<string>;
}
