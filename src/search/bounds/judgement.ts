/** What a lower bound is worth, by the true distances: whether it is admissible and consistent, and how far it falls short. */
import { z } from 'zod';
import type { Puzzle } from '../../puzzles/puzzle.ts';
import type { Budget, GaveUpReason } from '../budget.ts';
import { kept } from '../kept.ts';
import type { Tables } from '../tables/contract.ts';
import { type Bound, readBound, valuesOf } from './expression.ts';
import { countNodes, nodeCountSchema } from './node-counts.ts';
import { type Space, spaceOf } from './space.ts';

/** Errors of fractions are smaller. */
const hair = 1e-9;
/** Of a normal distribution, for a confidence of 95 %. */
const deviations = 1.96;

/** How many of all positions or moves have a property. */
const countSchema = z.object({ count: z.number(), all: z.number() });
export type Count = Readonly<z.infer<typeof countSchema>>;

/** With half of the interval that has a confidence of 95 %: 0 where all positions are known. */
const meanSchema = z.object({ mean: z.number(), error: z.number() });
export type Mean = Readonly<z.infer<typeof meanSchema>>;

export const judgementSchema = z.object({
  status: z.literal('judged'),
  isSample: z.boolean(),
  /** Positions where the bound exceeds the distance, and the one of them that is nearest to the goal. */
  above: countSchema,
  counterexample: z.object({ position: z.string(), value: z.number(), distance: z.number() }).optional(),
  /** Moves along which the bound falls by more than one, and the one of them that is nearest to the goal. */
  steep: countSchema,
  edge: z.object({ from: z.string(), to: z.string(), before: z.number(), after: z.number() }).optional(),
  mean: meanSchema,
  distance: meanSchema,
  /** The bound, others by their texts, and the distance itself. None for a sample. */
  searches: z.array(z.object({ bound: z.string(), aStar: nodeCountSchema, idaStar: nodeCountSchema })),
});
export type Judgement = Readonly<z.infer<typeof judgementSchema>>;

/** Where a bound has no value, and the part of its text that has none. */
export const noValueSchema = z.object({ status: z.literal('no-value'), position: z.string(), part: z.string() });
type NoValue = Readonly<z.infer<typeof noValueSchema>>;

/** The share of all that a sample leaves possible with a confidence of 95 % (Wilson 1927). */
export const shareInterval = ({ count, all }: Count): { readonly low: number; readonly high: number } => {
  const share = count / all;
  const square = deviations ** 2 / all;
  const middle = share + square / 2;
  const half = Math.sqrt(square * (share * (1 - share) + square / 4));
  return { low: Math.max(0, (middle - half) / (1 + square)), high: Math.min(1, (middle + half) / (1 + square)) };
};

const meanOf = (values: ArrayLike<number>, count: number, isSample: boolean): Mean => {
  let sum = 0;
  for (let row = 0; row < count; row++) sum += values[row]!;
  const mean = sum / count;
  let squares = 0;
  for (let row = 0; row < count; row++) squares += (values[row]! - mean) ** 2;
  return { mean, error: isSample ? (deviations * Math.sqrt(squares / (count - 1))) / Math.sqrt(count) : 0 };
};

const admissibility = (space: Space, values: Float64Array) => {
  let count = 0;
  let nearest = -1;
  const { distances } = space;
  for (let row = 0; row < distances.length; row++) {
    if (values[row]! <= distances[row]! + hair) continue;
    count++;
    if (nearest === -1 || distances[row]! < distances[nearest]!) nearest = row;
  }
  const above = { count, all: distances.length };
  if (nearest === -1) return { above };
  const counterexample = {
    position: space.textOf(nearest),
    value: values[nearest]!,
    distance: distances[nearest]!,
  };
  return { above, counterexample };
};

const consistency = (space: Space, values: Float64Array) => {
  let count = 0;
  let nearest: readonly [from: number, to: number] | undefined;
  const { starts, targets, distances } = space;
  const rows = starts.length - 1;
  for (let row = 0; row < rows; row++) {
    for (let at = starts[row]!; at < starts[row + 1]!; at++) {
      const target = targets[at]!;
      if (values[row]! <= values[target]! + 1 + hair) continue;
      count++;
      if (!nearest || distances[row]! < distances[nearest[0]]!) nearest = [row, target];
    }
  }
  const steep = { count, all: targets.length };
  if (!nearest) return { steep };
  const [from, to] = nearest;
  const edge = { from: space.textOf(from), to: space.textOf(to), before: values[from]!, after: values[to]! };
  return { steep, edge };
};

/** Known bounds beside one's own, where the puzzle has what they name, and the one in place of them. */
const references = ['manhattan', 'manhattan + conflicts'];
const blind = '0';
export const perfect = 'perfect';

/** By space, the searches of known bounds, and of the distance itself. */
const referencesOf = kept((space: Space): Judgement['searches'] => {
  const valuesIn = (text: string): Float64Array | undefined => {
    const bound = readBound(text, space.features);
    return bound.ok ? (valuesOf(bound.value, space) as Float64Array) : undefined;
  };
  const values = new Map(references.map((text) => [text, valuesIn(text)]));
  if (![...values.values()].some(Boolean)) values.set(blind, valuesIn(blind));
  // Positions that can't reach the goal are behind those that can.
  const distances = new Float64Array(space.rows).fill(Number.POSITIVE_INFINITY);
  distances.set(space.distances);
  values.set(perfect, distances);
  return Array.from(values, ([bound, each]) => (each ? [{ bound, ...countNodes(space, each) }] : [])).flat();
});

/**
 * Judges a bound on all positions of a puzzle, or on a sample.
 * @param tables what `spaceNeeds` named
 */
export const judge = (
  puzzle: Puzzle,
  bound: Bound,
  tables: Tables,
  budget: Budget,
): Judgement | NoValue | GaveUpReason => {
  const space = spaceOf(puzzle, tables, budget);
  const reason = typeof space === 'string' ? space : budget.spent();
  if (typeof space === 'string' || reason) return reason as GaveUpReason;
  const values = valuesOf(bound, space);
  if (!(values instanceof Float64Array))
    return { status: 'no-value', position: space.textOf(values.row), part: values.part };
  const { isSample, distances } = space;
  const judged = {
    status: 'judged' as const,
    isSample,
    ...admissibility(space, values),
    ...consistency(space, values),
    mean: meanOf(values, distances.length, isSample),
    distance: meanOf(distances, distances.length, isSample),
  };
  if (isSample) return { ...judged, searches: [] };
  const own = { bound: bound.text, ...countNodes(space, values) };
  return { ...judged, searches: [own, ...referencesOf(space)] };
};
