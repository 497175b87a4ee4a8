/** What a certificate is checked with, and how a fault is told. */
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

/** What is wrong with a certificate, and where, as in `solution[7]`. */
export class Fault extends Error {
  readonly place: string;

  constructor(place: string, message: string) {
    super(message);
    this.place = place;
  }
}

/** @throws Fault */
export function ensure(condition: unknown, place: string, message: string): asserts condition {
  if (!condition) throw new Fault(place, message);
}

/** Each of a list with its place. */
export const withPlaces = <Item>(list: readonly Item[], name: string): (readonly [item: Item, place: string])[] =>
  list.map((item, index) => [item, `${name}[${index}]`]);

/** A number in a sentence: `5,040`. */
export const numberText = (number: number): string => number.toLocaleString('en');
