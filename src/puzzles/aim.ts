/** What goals ask for: languages have a sentence for each code (`aim.…`). */
export type AimCode =
  | 'drive-right'
  | 'drive-left'
  | 'bring'
  | 'bring-cell'
  | 'one-peg'
  | 'one-peg-any'
  | 'pegs'
  | 'in-order'
  | 'blank-first'
  | 'columns'
  | 'snake'
  | 'spiral';

export interface Aim {
  readonly code: AimCode;
  readonly values: Readonly<Record<string, string | number>>;
}
