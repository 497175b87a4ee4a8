/** Solutions as animated GIF: each piece is seen on its way, and a bar below tells how far it has come. */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Goal, Move, Position, Puzzle } from '../puzzles/puzzle.ts';
import { fontFamily } from './font.ts';
import { GifWriter, type Part } from './gif.ts';
import { type Layout, layoutOf, type Region, regionOf } from './layout.ts';
import { type Flight, Painter } from './picture.ts';
import { coloursOf, type Theme, type ThemeName, themes } from './theme.ts';

/** A solution to be shown. */
export interface Show {
  readonly puzzle: Puzzle;
  readonly start: Position;
  readonly moves: readonly Move[];
  /** Pieces that are where it wants them are drawn as such. */
  readonly goal?: Goal | undefined;
}

export interface AnimationOptions {
  readonly theme?: ThemeName | undefined;
}

/** Where a piece is seen between two cells, as shares of the way. */
export const between = [0.3, 0.7] as const;

/** How long frames stay, in milliseconds. */
export const delays = {
  first: 1500,
  /** A piece on its way, and where it comes to rest before the count below goes on. */
  flight: 40,
  /** A peg on a hole from which its chain goes on. */
  landing: 160,
  last: 4000,
} as const;

/** After each move; the more moves the shorter, so that long solutions don't take minutes. */
export const holdOf = (moves: number): number => Math.min(600, Math.max(250, Math.round(2000 / moves) * 10));

const footHeight = 28;

const footRegion = ({ width, height }: Layout): Region => ({ x: 0, y: height, width, height: footHeight });

/** Below the board: a bar of the moves made, and their number. */
const paintFoot = (context: SKRSContext2D, layout: Layout, theme: Theme, made: number, moves: number): void => {
  const { x, y, width, height } = footRegion(layout);
  context.fillStyle = theme.page;
  context.fillRect(x, y, width, height);
  context.font = `15px "${fontFamily}"`;
  context.textAlign = 'right';
  context.textBaseline = 'alphabetic';
  context.fillStyle = theme.note;
  context.fillText(`${made}/${moves}`, width - 12, y + 17);
  const room = width - 36 - context.measureText(`${moves}/${moves}`).width;
  const bar = (length: number, colour: string): void => {
    context.fillStyle = colour;
    context.beginPath();
    context.roundRect(12, y + 9, length, 6, 3);
    context.fill();
  };
  bar(room, theme.noteFaint);
  if (made > 0) bar((room * made) / moves, theme.note);
};

/**
 * Draw a solution as GIF, at most 400 pixels wide and 428 high, the same bytes for the same solution. One frame for the
 * start; for each step of a move (a slide, or one jump of a chain) those of `between` and one for its end; and for each
 * move one in which the count goes on.
 * @throws RangeError where a move is not legal
 */
export const drawAnimation = (
  { puzzle, start, moves, goal }: Show,
  { theme: name = 'dark' }: AnimationOptions = {},
): Uint8Array => {
  const theme = themes[name];
  const layout = layoutOf(puzzle.board);
  const canvas = createCanvas(layout.width, layout.height + footHeight);
  const context = canvas.getContext('2d');
  const painter = new Painter(context, layout, theme);
  const gif = new GifWriter(canvas.width, canvas.height, coloursOf(theme));
  const part = (region: Region): Part => ({
    ...region,
    data: context.getImageData(region.x, region.y, region.width, region.height).data,
  });
  const empty = createCanvas(layout.width, layout.height);
  new Painter(empty.getContext('2d'), layout, theme).board(puzzle, goal);
  // Whole pieces on a copy of the empty board, and no clip: that would change the soft edges of what it cuts.
  const paint = (region: Region, position: Position, flight?: Flight | undefined): Part => {
    const { x, y, width, height } = region;
    context.drawImage(empty, x, y, width, height, x, y, width, height);
    painter.pieces({ puzzle, position, goal }, undefined, { within: region, flight });
    return part(region);
  };
  const foot = (made: number): Part => {
    paintFoot(context, layout, theme, made, moves.length);
    return part(footRegion(layout));
  };

  const board: Region = { x: 0, y: 0, width: layout.width, height: layout.height };
  gif.frame([paint(board, start), foot(0)], moves.length === 0 ? delays.last : delays.first);
  const hold = holdOf(moves.length);
  let position = start;
  for (const [index, move] of moves.entries()) {
    for (let step = 1; step < Math.max(2, move.length); step++) {
      const [from, to] = [move[step - 1]!, move[step]!];
      const after = puzzle.play(position, [from, to]);
      const changed = position.flatMap((piece, cell) => (piece === after[cell] ? [] : cell));
      const region = regionOf(layout, changed);
      const [a, b] = [layout.centres[from]!, layout.centres[to]!];
      for (const share of between) {
        const flight = { cell: from, by: { x: Math.round((b.x - a.x) * share), y: Math.round((b.y - a.y) * share) } };
        gif.frame([paint(region, position, flight)], delays.flight);
      }
      position = after;
      const goesOn = step < move.length - 1;
      gif.frame([paint(region, position)], goesOn ? delays.landing : delays.flight);
    }
    // A frame of its own, as one that held both piece and count would stretch over most of the picture.
    const made = index + 1;
    if (made < moves.length) gif.frame([foot(made)], hold);
    // At the end the whole board, as only there it is settled which of several goals has been reached.
    else gif.frame([paint(board, position), foot(made)], delays.last);
  }
  return gif.finish();
};
