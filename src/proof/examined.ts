/** What a certificate is checked with. */
import type { Certificate, Proof, ProofOf } from './format.ts';
import type { GroupTable } from './group-table.ts';
import type { GameRules } from './moves.ts';

/** Tables by what they are of, for several certificates. */
export type KnownTables = Map<string, GroupTable>;

export interface CheckOptions {
  /** Which share of the parts to search again, from 0 to 1, and a seed that draws them. */
  readonly share?: number | undefined;
  readonly seed?: number | undefined;
  readonly tables?: KnownTables | undefined;
}

export interface Examined<Kind extends Proof['kind'] = Proof['kind']> extends Certificate, CheckOptions {
  readonly proof: ProofOf<Kind>;
  readonly game: GameRules;
  /** No solution has fewer moves, as is claimed. */
  readonly least: number;
}
