/** Solutions as animated GIF: pieces slide or jump, and a bar below counts the moves. */
import { setImmediate } from 'node:timers/promises';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { elementsAt } from '../puzzles/lists.ts';
import type { Move, Position } from '../puzzles/puzzle.ts';
import { fill, fillRegion, writeText } from './canvas.ts';
import { GifWriter, shortestFrame } from './gif.ts';
import { type Layout, pictureLayout, type Region, regionOf } from './layout.ts';
import type { Scene } from './marks.ts';
import { type Flight, paintBoard, paintPieces } from './picture.ts';
import { coloursOf, type Theme, type ThemeName, themes } from './theme.ts';

export interface Animated extends Pick<Scene, 'puzzle' | 'goal'> {
  readonly start: Position;
  readonly moves: readonly Move[];
}

/** The frames of a piece between two cells, as shares of the distance. */
export const between = [0.3, 0.7] as const;

/** Durations of frames, in milliseconds. */
export const delays = {
  first: 1500,
  /** A moving piece, and the same piece at rest before the count changes. */
  flight: 40,
  /** A peg between two jumps of a chain. */
  landing: 160,
  last: 4000,
} as const;

/** The pause after each move, in milliseconds. It is shorter for long solutions, which would take minutes. */
export const holdOf = (moves: number): number => Math.min(600, Math.max(250, Math.round(2000 / moves) * 10));

export interface AnimationOptions {
  readonly theme?: ThemeName | undefined;
  /** Moves a second, at most `fastest`; by default as fast as is good to watch. */
  readonly speed?: number | undefined;
}

/**
 * The durations of frames, in whole hundredths of a second that add up to the speed: of a moving piece, and of the pause after
 * a move. `isSmooth` where pieces are shown between cells.
 */
const paceOf = (moves: number, speed?: number) => {
  if (speed === undefined) return { isSmooth: true, flight: delays.flight, hold: () => holdOf(moves) };
  const period = 1000 / speed;
  const frames = between.length + 1;
  const isSmooth = period >= (frames + 1) * shortestFrame;
  const flight = period >= (frames + 1) * delays.flight ? delays.flight : shortestFrame;
  const at = (index: number): number => Math.round((index * period) / 10) * 10;
  return { isSmooth, flight, hold: (index: number) => at(index + 1) - at(index) - (isSmooth ? frames * flight : 0) };
};

const footHeight = 28;

/** Below the board: a bar of the moves made, and their number. */
const paintFoot = (context: SKRSContext2D, layout: Layout, theme: Theme, made: number, moves: number): Region => {
  const { width, height: y } = layout;
  const foot = { x: 0, y, width, height: footHeight };
  fillRegion(context, theme.page, foot);
  const end = { x: width - 12, y: y + 17 };
  writeText(context, `${made}/${moves}`, end, { size: 15, colour: theme.note, align: 'right' });
  const room = width - 36 - context.measureText(`${moves}/${moves}`).width;
  const bar = (length: number, colour: string): void =>
    fill(context, colour, () => context.roundRect(12, y + 9, length, 6, 3));
  bar(room, theme.noteFaint);
  if (made > 0) bar((room * made) / moves, theme.note);
  return foot;
};

/**
 * Draw a solution as GIF, at most 400 pixels wide and 428 high, the same bytes for the same solution. It has a frame for
 * the start. Each step of a move (a slide, or one jump of a chain) has the frames of `between` and one for its end. Each
 * move then has a frame that counts it. At a speed that leaves no time for these, each step has one frame.
 * @throws RangeError where a move is not legal
 */
export const drawAnimation = async (
  { puzzle, start, moves, goal }: Animated,
  { theme: name = 'dark', speed }: AnimationOptions = {},
): Promise<Uint8Array> => {
  const theme = themes[name];
  const layout = pictureLayout(puzzle);
  const canvas = createCanvas(layout.width, layout.height + footHeight);
  const context = canvas.getContext('2d');
  const gif = new GifWriter(context, coloursOf(theme));
  const empty = createCanvas(layout.width, layout.height);
  paintBoard({ context: empty.getContext('2d'), layout, theme }, puzzle, goal);
  // Draws whole pieces on a copy of the empty board: a clip would change the soft edges of pieces.
  const paint = (region: Region, position: Position, flight?: Flight): Region => {
    const { x, y, width, height } = region;
    context.drawImage(empty, x, y, width, height, x, y, width, height);
    paintPieces({ context, layout, theme }, { puzzle, position, goal }, { within: region, flight });
    return region;
  };
  const foot = (made: number): Region => paintFoot(context, layout, theme, made, moves.length);

  const board: Region = { x: 0, y: 0, width: layout.width, height: layout.height };
  gif.frame([paint(board, start), foot(0)], moves.length === 0 ? delays.last : delays.first);
  const { isSmooth, flight: flightTime, hold } = paceOf(moves.length, speed);
  let position = start;
  for (const [index, move] of moves.entries()) {
    // For a move that is not legal.
    puzzle.play(position, move);
    const steps = puzzle.stepsOf(position, move);
    for (const [step, [from, to]] of steps.entries()) {
      const after = puzzle.play(position, [from, to]);
      const changed = position.flatMap((piece, cell) => (piece === after[cell] ? [] : cell));
      const region = regionOf(layout, changed);
      const [a, b] = elementsAt(layout.centres, [from, to]);
      for (const share of isSmooth ? between : []) {
        const flight = { cell: from, by: { x: Math.round((b.x - a.x) * share), y: Math.round((b.y - a.y) * share) } };
        gif.frame([paint(region, position, flight)], flightTime);
      }
      position = after;
      const isLast = step === steps.length - 1;
      if (isSmooth) gif.frame([paint(region, position)], isLast ? flightTime : delays.landing);
      else gif.frame([paint(region, position), ...(isLast ? [foot(index + 1)] : [])], hold(index));
    }
    // The count has its own frame: one with both piece and count would cover most of the picture.
    const made = index + 1;
    if (made < moves.length && isSmooth) gif.frame([foot(made)], hold(index));
    // The last frame has the whole board, as only the end tells which of several goals is reached.
    else if (made === moves.length) gif.frame([paint(board, position), foot(made)], delays.last);
    // The event loop frees the pixels of these frames, and draws other pictures meanwhile.
    await setImmediate();
  }
  return gif.finish();
};
