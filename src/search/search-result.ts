import type { Cursor } from '../puzzles/puzzle.ts';
import type { Budget, GaveUpReason } from './budget.ts';

/** How a search ends. Solutions are shortest: an algorithm that can't prove it says so by giving up. */
export type SearchResult =
  /** The codes of the moves, in order. */
  | { readonly status: 'solved'; readonly moves: readonly number[] }
  /** Everything that can be reached was searched, and there is no goal in it. */
  | { readonly status: 'exhausted' }
  /** `budget.lowerBound` tells what was proved until then. */
  | { readonly status: 'gave-up'; readonly reason: GaveUpReason };

/** A method of solving: moves the cursor about from `start`, and keeps the books in `budget`. */
export type Algorithm = (cursor: Cursor, start: number, budget: Budget) => SearchResult;
