/** The pictures of the application's emoji, drawn as the boards are. */
import { createHash } from 'node:crypto';
import { createCanvas } from '@napi-rs/canvas';
import { elementsAt, paired } from '../puzzles/lists.ts';
import { type Figure, type Puzzle, unwrap } from '../puzzles/puzzle.ts';
import { puzzles } from '../puzzles/registry.ts';
import { emojiPrefix, hashLength } from './emoji.ts';
import { type Point, pictureLayout } from './layout.ts';
import { paintFigure, paintHole, paintText, paintWell, type Surface } from './picture.ts';
import { themes } from './theme.ts';

/** Discord shows emoji at up to 48 pixels. */
const side = 96;

/** The largest tile that a board has, of those that we draw. */
const mostTiles = 24;

/** Colours that suit dark and light chats, which show through blanks. Without its rim, a hole is hard to see in a dark one. */
const theme = { ...themes.dark, well: '#80848e4d', rim: '#80848e' };
const labelColour = '#80848e';

/** Positions that show all pieces of all puzzles: goals and landmarks. */
const samples = puzzles.flatMap((puzzle) => {
  const landmarks = puzzle.landmarks.map(({ position }) => unwrap(puzzle.parsePosition(position), position));
  return [...puzzle.goal.positions, ...landmarks].map((position) => ({ puzzle, position }));
});

/** The letters of blocks: boards that people give have more of them than the samples. */
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

interface Art {
  /** A puzzle whose board has such cells. */
  readonly puzzle: Puzzle;
  /** How many cells to the left of the drawn one its piece begins. */
  readonly left: number;
  paint(surface: Surface, centre: Point): void;
}

/** The pieces and empty cells of all puzzles by name, as their goals and landmarks show them. */
const pieces = new Map<string, Art>();
const add = (name: string, puzzle: Puzzle, paint: Art['paint'], left = 0): void => {
  if (!pieces.has(name)) pieces.set(name, { puzzle, left, paint });
};

/** A piece in each of its looks. Tiles are too many for one more. */
const addFigure = (puzzle: Puzzle, name: string, figure: Figure, left = 0): void => {
  const addLook = (suffix: string, isHome: boolean, isWanted: boolean): void => {
    const look = { isHome, isMoved: false, isWanted };
    add(
      name + suffix,
      puzzle,
      (surface, centre) => paintFigure(surface, puzzle.pieceShape, centre, figure, look),
      left,
    );
  };
  addLook('', false, false);
  if (!figure.isWall) addLook('_home', true, false);
  if (figure.hue !== undefined) addLook('_goal', false, true);
};

for (const { puzzle, position } of samples) {
  const names = puzzle.emojiNames(position);
  const covered = new Set<number>();
  for (const figure of puzzle.figures(position)) {
    for (const [left, [cell, name]] of paired(figure.cells, elementsAt(names, figure.cells)).entries()) {
      covered.add(cell);
      // The cells of a block have a letter each; a wide card is drawn in two halves.
      if (figure.label === '=') addFigure(puzzle, name, figure, left);
      else addFigure(puzzle, name, { ...figure, cells: [cell] });
    }
  }
  for (const [cell, name] of names.entries()) {
    if (covered.has(cell)) continue;
    if (puzzle.pieceShape === 'tile') add(name, puzzle, paintWell);
    else {
      add(name, puzzle, (surface, centre) => paintHole(surface, centre, false));
      add(`${name}_goal`, puzzle, (surface, centre) => paintHole(surface, centre, true));
    }
  }
}

// For boards to come.
const blocks = puzzles.find(({ words }) => words === 'blocks');
for (const [hue, letter] of letters.entries())
  if (blocks) addFigure(blocks, `block_${letter.toLowerCase()}`, { cells: [0], label: letter, hue });
const tiled = pieces.get('tile_1')?.puzzle;
for (let tile = 1; tiled && tile <= mostTiles; tile++)
  addFigure(tiled, `tile_${tile}`, { cells: [0], label: String(tile) });

/** Columns and rows of all boards: named ones, and those to come. */
for (const puzzle of puzzles) {
  const { columns = [], rows = [] } = puzzle.labels ?? {};
  const more = columns.length > 0 ? [...letters.map((letter) => letter.toLowerCase()), ...'123456789'] : [];
  for (const written of new Set([...columns, ...rows, ...more])) {
    add(`label_${written}`, puzzle, ({ context, layout: { cell } }, centre) =>
      paintText(context, written, centre, cell * 0.5, labelColour),
    );
  }
}

export const emojiNames: readonly string[] = [...pieces.keys()].sort((a, b) =>
  a.localeCompare(b, 'en', { numeric: true }),
);

/** An emoji as PNG. @throws RangeError for an unknown name */
export const drawEmoji = (name: string): Buffer => {
  const drawn = pieces.get(name);
  if (!drawn) throw new RangeError(`no emoji ${name}`);
  const { puzzle, left, paint } = drawn;
  const layout = pictureLayout({ board: puzzle.board });
  const canvas = createCanvas(side, side);
  const context = canvas.getContext('2d');
  const height = 2 * Math.max(...layout.corners.map(({ y }) => y));
  const scale = side / Math.max(layout.cell, height);
  context.scale(scale, scale);
  const middle = side / scale / 2;
  paint({ context, layout, theme }, { x: middle - left * layout.cell, y: middle });
  return canvas.toBuffer('image/png');
};

/** All emoji as PNG, by the names under which they are uploaded. */
export const emojiFiles = (): Map<string, Buffer> =>
  new Map(
    emojiNames.map((name) => {
      const data = drawEmoji(name);
      const hash = createHash('sha256').update(data).digest('hex').slice(0, hashLength);
      return [`${emojiPrefix}${name}_${hash}`, data];
    }),
  );
