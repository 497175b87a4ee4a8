/** The games that teach the rules, in their order: one for each way to move. */
interface Lesson {
  readonly puzzle: string;
  readonly position: string;
  /** Empty for the usual one of the position. */
  readonly goal: string;
  /** A shortest solution, so that no search is needed. */
  readonly moves: string;
}

export const lessons: readonly Lesson[] = [
  { puzzle: 'eight', position: '413026758', goal: '', moves: '4 1 2 5 8' },
  { puzzle: 'rush-4x4', position: 'ooooAABoooBooCCo', goal: '', moves: 'CL BD AR2' },
  // A board with corners cut off is drawn above its buttons, which a phone breaks into more rows.
  { puzzle: 'pegs-s3l7', position: '0111000', goal: 'c3', moves: 'a2-c2 c1-c3' },
];
