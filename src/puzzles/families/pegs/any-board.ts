/** Peg solitaire on a board of one's own. */
import { boardOf, type Places } from '../../board.ts';
import { type BadInput, type DrawnKind, ok, type Puzzle, type Result, wrong } from '../../puzzle.ts';
import { remembered } from '../../remembered.ts';
import { boardOfShape, columnOf, shapeOf } from '../../shape.ts';
import { type Hole, hasRows, readDrawing } from './drawing.ts';
import { pegs } from './family.ts';

/** The first part of ids. */
const name = 'pegs';
/** Characters of a named board without what is outside, at most. */
const longestLine = 500;

/** Positions are numbers below 2^53. */
const mostHoles = 49;
/** Names like `d4` have one letter and one digit. */
const mostRows = 9;
const mostColumns = 26;
/** Cells of the rectangle around a board. Each is a bit of the shape's text, and ids have to fit on buttons. */
const mostCells = 81;

/** What a board of one's own must not be; undefined for a board to play on. */
const shapeProblem = ({ lattice, places }: Places): BadInput | undefined => {
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

/** The board that a text draws, and the position on it. */
const readBoard = remembered((text: string) => {
  const drawing = readDrawing(text);
  if (!drawing.ok) return drawing;
  const { lattice, holes } = drawing.value;
  const board = { lattice, places: holes };
  const position = holes.map(({ isPeg }) => (isPeg ? 1 : 0));
  return shapeProblem(board) ?? ok({ shape: shapeOf(boardOf(board)), position, holes });
});

/** The first row that may end before its last hole: all holes beyond a named board are empty, as if 0 were outside of it, too. */
const rowInside = ({ lattice, x, y, rows, size }: Puzzle['board'], holes: readonly Hole[]): number | undefined => {
  const board = new Set(x.map((column, cell) => `${column} ${y[cell]}`));
  const beyond = holes.filter((hole) => !board.has(`${hole.x} ${hole.y}`));
  const isAround = lattice === 'square' && holes.length === size + beyond.length && holes.length === rows * rows;
  const pegCount = holes.filter(({ isPeg }) => isPeg).length;
  return isAround && pegCount * 2 > size && !beyond.some(({ isPeg }) => isPeg) ? beyond[0]?.y : undefined;
};

/** A text for a board of one's own: what it draws as the usual text, and any other notation as it is. */
const undrawn = ({ id, formatPosition }: Puzzle, shape: string, text: string): Result<string> => {
  // Words are the rows of any board, unless one of their marks is outside.
  const drawn = hasRows(text) || /x/iu.test(text) ? readBoard(text) : undefined;
  if (!drawn?.ok) return ok(text);
  const { shape: other, position } = drawn.value;
  return other === shape ? ok(formatPosition(position)) : wrong('other-shape', { puzzle: id });
};

/** The puzzle with an id that carries its board: `pegs-` and a shape. Undefined for any other id. */
const pegsOfId = (id: string): Puzzle | undefined => {
  const [kind, shape = '', ...rest] = id.split('-');
  const isFit = (places: Places): boolean => !shapeProblem(places);
  const board = kind === name && rest.length === 0 ? boardOfShape(shape, isFit) : undefined;
  if (!board) return undefined;
  const puzzle = pegs({ id, board, goal: 'any', landmarks: [] });
  return {
    ...puzzle,
    kind: anyPegs,
    // Nobody knows whether a game can end in the hole of its start.
    defaultGoal: () => puzzle.goal,
    parsePosition: (text) => {
      const plain = undrawn(puzzle, shape, text);
      const position = plain.ok ? puzzle.parsePosition(plain.value) : plain;
      // A space inside may have been the empty hole.
      return position.ok && !position.value.includes(0) ? wrong('no-room') : position;
    },
    parseGoal: (text) => {
      const plain = undrawn(puzzle, shape, text);
      return plain.ok ? puzzle.parseGoal(plain.value) : plain;
    },
  };
};

/** The id of the puzzle whose board a text draws. @param named the peg puzzles that have names */
const drawnPegs = (text: string, named: readonly Puzzle[]): Result<string> => {
  const drawn = readBoard(text);
  if (drawn.ok) {
    const { shape, holes } = drawn.value;
    const own = named.find(({ board }) => shapeOf(board) === shape);
    const rows = own ? [] : named.flatMap(({ board }) => rowInside(board, holes) ?? []);
    return rows[0] === undefined ? ok(own?.id ?? `${name}-${shape}`) : wrong('drawing-edge', { row: rows[0] + 1 });
  }
  // Rows of a named board may lack what is outside, and its holes may be on one line.
  if (text.length > longestLine) return drawn;
  const [only, ...others] = named.filter((puzzle) => puzzle.parsePosition(text).ok);
  return only && others.length === 0 ? ok(only.id) : drawn;
};

/** Holes of a board that is surely one, at least. */
const fewestHoles = 9;

/** Numbers and letters in a rectangle may be anything, and games like noughts and crosses have the same marks. */
const isCertain = (text: string, { board }: Puzzle): boolean => {
  if (board.size < fewestHoles) return false;
  if (/[●○🔴🟠🟡🟢🔵🟣🟤⬤⚫⚪⭕◯]/u.test(text)) return true;
  const width = Math.max(...board.x);
  const cells = new Set(board.x.map((x, cell) => `${x} ${board.y[cell]}`));
  const isMirrored = board.x.every((x, cell) => cells.has(`${width - x} ${board.y[cell]}`));
  const isFull = board.lattice === 'square' && board.size === board.rows * (width / 2 + 1);
  return isMirrored && !isFull && board.size > fewestHoles;
};

/** Pegs on a board of any shape, which a position draws. */
export const anyPegs: DrawnKind = {
  name,
  family: 'pegs',
  puzzleOf: pegsOfId,
  idOf: drawnPegs,
  isCertain,
  namedBy: 'board',
};
