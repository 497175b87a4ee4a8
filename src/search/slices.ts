/** What a worker does with a part of a search record. */
import { type DepthFirstSearch, formatPart, parsePart, searchPart, splitPart } from './parts.ts';
import { limitOf, type Slice } from './search-record.ts';

/** What a slice of a record's part has to know. */
export interface SliceInput {
  /** As the record has it. */
  readonly part: string;
  /** Into how many parts to divide what is left. */
  readonly wanted: number;
  /** Whether to stop. */
  readonly poll: () => boolean;
}

const partOf = (text: string): string => text.slice(text.indexOf(':') + 1);

/** Work on a part of a record until it is done, or has to stop; but some thousand nodes at least, so that each slice gets on. */
export const workOn = (search: DepthFirstSearch, { part, wanted, poll }: SliceInput): Slice => {
  const limit = limitOf(part);
  const before = search.generated;
  const hasToStop = (): boolean => poll() && search.generated >= before + search.interval;
  const { solution, left, next } = searchPart(search, parsePart(partOf(part)), limit, hasToStop);
  const parts = left ? splitPart(search, left, limit, wanted) : [];
  return {
    part,
    nodes: search.generated - before,
    solution,
    left: parts.map((one) => `${limit}:${formatPart(one)}`),
    next: next === Number.POSITIVE_INFINITY ? undefined : next,
  };
};

/** Divide a part without searching it, as a limit begins with one. */
export const divide = (search: DepthFirstSearch, part: string, wanted: number): Slice => {
  const limit = limitOf(part);
  const parts = splitPart(search, parsePart(partOf(part)), limit, wanted);
  return { part, nodes: 0, left: parts.map((one) => `${limit}:${formatPart(one)}`) };
};
