/** Rows of cells that stand apart, in the forms that people and programs write them. */
import { puzzleFor, readPosition } from '../../src/puzzles/reader.ts';
import { puzzleOrKind } from '../../src/puzzles/registry.ts';

export type Form = (rows: readonly (readonly string[])[]) => string;

/** Each row between two texts, its cells and the rows with a text between. */
export const each =
  (before: string, between: string, after: string, rows = '\n'): Form =>
  (cells) =>
    cells.map((row) => before + row.join(between) + after).join(rows);

export const around =
  (before: string, form: Form, after: string): Form =>
  (cells) =>
    before + form(cells) + after;

/** The puzzle and the position that a text is read as; undefined if it is refused. */
export const readAs = (kind: string, text: string): { readonly id: string; readonly position: string } | undefined => {
  const puzzle = puzzleFor(puzzleOrKind(kind)!, text);
  const position = puzzle.ok ? readPosition(puzzle.value, text) : puzzle;
  if (!puzzle.ok || !position.ok) return undefined;
  return { id: puzzle.value.id, position: puzzle.value.formatPosition(position.value as never) };
};
