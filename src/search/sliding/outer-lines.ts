/** Rectangles inside a rectangle: what is left of a board whose outer rows and columns are filled, one after another. */
import type { Rectangle } from './rectangle.ts';

/** The cells of these rows and columns, both ends included. */
export interface Bounds {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export const heightOf = ({ top, bottom }: Bounds): number => bottom - top + 1;
export const widthOf = ({ left, right }: Bounds): number => right - left + 1;

export const boundsOf = ({ rows, columns }: Rectangle): Bounds => ({
  top: 0,
  bottom: rows - 1,
  left: 0,
  right: columns - 1,
});

/** In rows. @param columns of the board */
export const cellsInside = ({ top, bottom, left, right }: Bounds, columns: number): number[] =>
  Array.from({ length: bottom - top + 1 }, (_, row) =>
    Array.from({ length: right - left + 1 }, (__, column) => (top + row) * columns + left + column),
  ).flat();

/** The outer line that is filled next, without the cell on which the blank ends, and what is left then. */
export const nextLine = (bounds: Bounds, columns: number, end: number): readonly [line: Bounds, rest: Bounds] => {
  const { top, bottom, left, right } = bounds;
  const isRow = heightOf(bounds) >= widthOf(bounds);
  if (isRow && Math.floor(end / columns) !== top)
    return [
      { ...bounds, bottom: top },
      { ...bounds, top: top + 1 },
    ];
  if (isRow)
    return [
      { ...bounds, top: bottom },
      { ...bounds, bottom: bottom - 1 },
    ];
  if (end % columns !== left)
    return [
      { ...bounds, right: left },
      { ...bounds, left: left + 1 },
    ];
  return [
    { ...bounds, left: right },
    { ...bounds, right: right - 1 },
  ];
};
