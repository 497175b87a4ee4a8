/** Which puzzles the daily challenge takes. */

/** Positions of a puzzle whose shortest solutions have these lengths. */
export interface Deck {
  readonly puzzle: string;
  readonly least: number;
  readonly most: number;
}

const deck = (puzzle: string, least: number, most: number): Deck => ({ puzzle, least, most });

/**
 * A week from Monday that grows harder; the decks of a day alternate from week to week. Decks of one puzzle share no
 * length, and so no position.
 */
export const week: readonly (readonly Deck[])[] = [
  [deck('six', 5, 8), deck('five', 10, 15), deck('seven', 8, 14), deck('peg15', 3, 4)],
  [deck('eight', 10, 14), deck('six', 9, 11), deck('seven', 15, 19)],
  [deck('eight', 15, 18), deck('peg15', 5, 6), deck('onoff', 12, 40), deck('six', 12, 14), deck('rush', 8, 12)],
  [deck('eight', 19, 21), deck('seven', 20, 24), deck('peg21', 4, 5), deck('rush', 13, 31)],
  [deck('eight', 22, 24), deck('peg21', 6, 7), deck('seven', 25, 30)],
  [deck('eleven', 24, 32), deck('eight', 25, 27)],
  [deck('eleven', 33, 42), deck('peg21', 8, 10)],
];
