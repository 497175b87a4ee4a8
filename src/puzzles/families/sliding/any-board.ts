/** Sliding puzzles on a board of one's own. */
import { boardOf, type Places } from '../../board.ts';
import { blank } from '../../notation.ts';
import { type DrawnKind, ok, type Puzzle, type Result, wrong } from '../../puzzle.ts';
import { boardOfShape, shapeOf } from '../../shape.ts';
import { connectivityProblem } from './connectivity.ts';
import { type Drawing, drawingOf, readRows, unnamedTile } from './drawing.ts';
import { sliding } from './family.ts';
import { isCounted, type Tiles, tileText } from './tile-text.ts';
import { tiles } from './tiles.ts';

/** The first part of ids. */
const name = 'slide';

/** Tiles are digits and letters. */
const mostCells = 36;
/** Of the rectangle around a board: cells have names like `d4`, and ids have to fit on buttons. */
const mostRows = 12;
const mostColumns = 26;
const mostPlaces = 60;
/** Those of a drawing, with what is outside around the board. */
const mostMarks = 400;
/** Cells of a board that is surely one, at least. */
const fewestCells = 8;
/** Characters of a named board on one line, at most. */
const longestLine = 500;

/** What a board must not be; undefined for one to play on. */
const boardProblem = ({ places }: Places) => {
  if (places.length > mostCells) return wrong('too-many-cells', { actual: places.length, most: mostCells });
  const rows = Math.max(0, ...places.map(({ y }) => y + 1));
  const columns = Math.max(0, ...places.map(({ x }) => x / 2 + 1));
  if (rows > mostRows || rows * columns > mostPlaces)
    return wrong('board-too-large', { rows, columns, mostRows, mostColumns, mostCells: mostPlaces });
  if (places.length < 2) return wrong('no-tiles');
  const { distance, y, x } = boardOf({ lattice: 'square', places });
  const apart = distance[0]!.indexOf(-1);
  return apart === -1 ? undefined : wrong('cell-apart', { row: y[apart]! + 1, column: x[apart]! / 2 + 1 });
};

/**
 * Pieces in an id: `k` and the number of tiles if these are 1, 2, 3, …, or else all tiles after `n` if they are numbers, or
 * `l` if they are letters. The unlabelled ones have their number before the others.
 */
const codeOfPieces = ({ pieces, hasLetters }: Tiles): string => {
  const named = pieces.filter((code) => code > 0 && code < unnamedTile).sort((a, b) => a - b);
  if (isCounted(pieces)) return `k${named.length.toString(36)}`;
  const stars = pieces.filter((code) => code === unnamedTile).length;
  return (hasLetters ? 'l' : 'n') + stars.toString(36) + named.map((code) => code.toString(36)).join('');
};

const piecesOfCode = (code: string, size: number): Pick<Tiles, 'pieces' | 'hasLetters'> | undefined => {
  const [, kind, first, rest] = /^([kln])([\da-z])([\da-z]*)$/u.exec(code) ?? [];
  if (!kind || !first || rest === undefined) return undefined;
  const count = Number.parseInt(first, 36);
  const found =
    kind === 'k'
      ? Array.from({ length: count }, (_, index) => index + 1)
      : [...[...rest].map((digit) => Number.parseInt(digit, 36)), ...new Array<number>(count).fill(unnamedTile)];
  if (found.length === 0 || found.length >= size || found.includes(0)) return undefined;
  return { pieces: [...new Array<number>(size - found.length).fill(0), ...found], hasLetters: kind === 'l' };
};

/** Whether tiles are 1, 2, 3, … with one blank, on a board where parity tells what can be reached. */
const isUsual = ({ board, pieces }: Tiles): boolean =>
  isCounted(pieces) && pieces.filter((code) => code === 0).length === 1 && !connectivityProblem(board);

const puzzleOf = (id: string): Puzzle | undefined => {
  const [kind, shape = '', code = '', ...rest] = id.split('-');
  const board = kind === name && rest.length === 0 ? boardOfShape(shape, (places) => !boardProblem(places)) : undefined;
  const pieces = board?.lattice === 'square' ? piecesOfCode(code, board.size) : undefined;
  if (!board || !pieces) return undefined;
  const of = { board, ...pieces };
  // Another id of the same puzzle.
  if (codeOfPieces(of) !== code) return undefined;
  if (!isUsual(of)) return { ...tiles(id, name, of), kind: anyTiles };
  // Ids of boards that people draw have no place for a metric.
  const { inMetric: _, ...usual } = sliding({ id, board, landmarks: [], text: tileText(id, of) });
  return { ...usual, name, kind: anyTiles };
};

const idOfDrawing = ({ places, codes, hasLetters }: Drawing): Result<string> => {
  const cells = { lattice: 'square', places } as const;
  const problem = boardProblem(cells);
  if (problem) return problem;
  const board = boardOf(cells);
  return ok([name, shapeOf(board), codeOfPieces({ board, pieces: codes, hasLetters })].join('-'));
};

/** How many numbers are on a line that has each from 0 on once; 0 for other texts. */
const numbersOnLine = (text: string): number => {
  if (!/^[\d\s,]+$/u.test(text) || /\n/u.test(text.trim())) return 0;
  const numbers = (text.match(/\d+/gu) ?? []).map(Number);
  return isCounted(numbers) ? numbers.length : 0;
};

/** Up to four rectangles with this number of cells, as `3x4`, the most square ones first. */
const sizesOf = (cells: number): string[] =>
  Array.from({ length: Math.floor(Math.sqrt(cells)) }, (_, index) => index + 1)
    .filter((rows) => rows > 1 && cells % rows === 0)
    .reverse()
    .flatMap((rows) => [`${rows}x${cells / rows}`, `${cells / rows}x${rows}`])
    .slice(0, 4);

/** The id of the puzzle whose board a text draws. @param named the sliding puzzles that have names or sizes */
const idOf = (text: string, named: readonly Puzzle[]): Result<string> => {
  const usual = named.filter(({ metric }) => metric === 'steps');
  const drawn = readRows(text, (rows) => {
    const columns = rows[0]?.length ?? 0;
    if (rows.flat().length > mostMarks) {
      return wrong('board-too-large', { rows: rows.length, columns, mostRows, mostColumns, mostCells: mostPlaces });
    }
    const drawing = drawingOf(rows);
    const id = drawing.ok ? idOfDrawing(drawing.value) : drawing;
    const idFor = ({ board }: Puzzle): string => `${name}-${shapeOf(board)}-k${(board.size - 1).toString(36)}`;
    const same = usual.find((puzzle) => id.ok && id.value === idFor(puzzle));
    // It doesn't know walls around it.
    const written = rows.map((row) => row.map(({ text: cell }) => (cell === '*' ? blank : cell)).join(' ')).join('/');
    return same?.parsePosition(written).ok ? ok(same.id) : id;
  });
  // A named board may also be on one line. Forty of them read each text that is none.
  if (drawn.ok || text.length > longestLine) return drawn;
  const known = usual.filter(({ parsePosition }) => parsePosition(text).ok);
  // Rows that aren't shown are most likely those of a square.
  const certain = known.length === 1 ? known[0] : known.find(({ board }) => board.size === board.rows ** 2);
  if (certain) return ok(certain.id);
  const cells = known[0]?.board.size ?? numbersOnLine(text);
  const sizes = sizesOf(cells);
  return sizes.length > 1 ? wrong('which-size', { cells, sizes: sizes.join(', ') }) : drawn;
};

/** Tiles on a board of any shape, which a position draws. */
export const anyTiles: DrawnKind = {
  name,
  family: 'sliding',
  namedBy: 'size',
  puzzleOf,
  idOf,
  // Rows of letters and numbers may be anything, but hardly 1, 2, 3 … once each, and fewer blanks.
  isCertain: (_, { board }, start) =>
    board.size >= fewestCells && isCounted(start) && start.filter((tile) => tile === 0).length * 2 < board.size,
};
