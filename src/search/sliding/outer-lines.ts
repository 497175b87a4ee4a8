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

const opposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const;

/** The outer line that is filled next, without the cell on which the blank ends, and what is left then. */
export const nextLine = (bounds: Bounds, columns: number, end: number): readonly [line: Bounds, rest: Bounds] => {
  const upper = Math.floor(end / columns) === bounds.top ? 'bottom' : 'top';
  const outer = end % columns === bounds.left ? 'right' : 'left';
  const side = heightOf(bounds) >= widthOf(bounds) ? upper : outer;
  const step = side === 'top' || side === 'left' ? 1 : -1;
  return [
    { ...bounds, [opposite[side]]: bounds[side] },
    { ...bounds, [side]: bounds[side] + step },
  ];
};
