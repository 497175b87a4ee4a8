/** Which drawings are boards for pegs. */
import { type BadInput, wrong } from '../../puzzle.ts';
import { boardOf, columnOf, type Places } from '../../shape.ts';

/** Positions are numbers below 2^53. */
const mostHoles = 49;
/** Names like `d4` have one letter and one digit. */
const mostRows = 9;
const mostColumns = 26;
/** Cells of the rectangle around a board. Each is a bit of the shape's text, and ids have to fit on buttons. */
const mostCells = 81;

/** What a board of one's own must not be; undefined for a board to play on. */
export const shapeProblem = ({ lattice, places }: Places): BadInput | undefined => {
  if (places.length > mostHoles) return wrong('too-many-holes', { actual: places.length, most: mostHoles });
  if (places.length === 0) return wrong('no-jumps');
  const rows = Math.max(...places.map(({ y }) => y)) + 1;
  const columns = Math.max(...places.map(({ x }) => columnOf(x))) + 1;
  const isUnnamed = lattice === 'square' && (rows > mostRows || columns > mostColumns);
  if (isUnnamed || rows * columns > mostCells) {
    return wrong('board-too-large', { rows, columns, mostRows, mostColumns, mostCells });
  }
  const board = boardOf({ lattice, places });
  const apart = board.distance[0]!.indexOf(-1);
  if (apart !== -1) {
    const row = board.y[apart]!;
    return wrong('hole-apart', { row: row + 1, number: apart - board.y.indexOf(row) + 1 });
  }
  return board.jumps.length === 0 ? wrong('no-jumps') : undefined;
};
