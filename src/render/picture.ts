/** Pictures of positions: the board's geometry, and the figures that the puzzle describes. */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Figure, Goal, Move, Position, Puzzle } from '../puzzles/puzzle.ts';
import { fontFamily } from './font.ts';
import { type Layout, layoutOf, type Point, type Region, regionOf, touches } from './layout.ts';
import { type Theme, type ThemeName, themes } from './theme.ts';

export interface Scene {
  readonly puzzle: Puzzle;
  readonly position: Position;
  /** Marks the pieces that are where this goal wants them. */
  readonly goal?: Goal | undefined;
  /** A move to or from this position: its piece is outlined, and an arrow shows its direction. */
  readonly move?: Move | undefined;
}

export interface PictureOptions {
  readonly theme?: ThemeName | undefined;
  /** Device pixels per layout pixel. */
  readonly scale?: number | undefined;
}

/** A moving piece: drawn above all others, away from its cell. */
export interface Flight {
  readonly cell: number;
  /** Offset from the cell's centre, in pixels at scale 1. */
  readonly by: Point;
}

/** Where to draw: a canvas at least as large as the layout, or scaled to be. */
export interface Surface {
  readonly context: SKRSContext2D;
  readonly layout: Layout;
  readonly theme: Theme;
}

/** The cells whose pieces are where the goal wants them. Of several goals, only one that is reached counts. */
const atHome = ({ position, goal }: Scene): ReadonlySet<number> => {
  const isReached = (end: Position): boolean => end.every((piece, cell) => piece === position[cell]);
  const end = goal && (goal.positions.length === 1 ? goal.positions[0] : goal.positions.find(isReached));
  return new Set(end ? position.flatMap((piece, cell) => (piece !== 0 && piece === end[cell] ? cell : [])) : []);
};

/** Add a cell's outline to the path, with rounded corners and moved in by `inset` pixels. */
const outline = ({ context, layout }: Surface, { x, y }: Point, inset: number, radius: number): void => {
  // The outlines are regular, so shrinking them towards the centre moves each side in by `inset`.
  const apothem = Math.max(...layout.corners.map((corner) => corner.x));
  const scaled = layout.corners.map((corner) => ({
    x: x + (corner.x * (apothem - inset)) / apothem,
    y: y + (corner.y * (apothem - inset)) / apothem,
  }));
  const last = scaled.at(-1)!;
  context.moveTo((last.x + scaled[0]!.x) / 2, (last.y + scaled[0]!.y) / 2);
  for (const [index, corner] of scaled.entries()) {
    const next = scaled[(index + 1) % scaled.length]!;
    context.arcTo(corner.x, corner.y, next.x, next.y, radius);
  }
  context.closePath();
};

/** Fill a shape that `trace` adds to an empty path. */
export const fill = (context: SKRSContext2D, colour: string, trace: () => void): void => {
  context.fillStyle = colour;
  context.beginPath();
  trace();
  context.fill();
};

/** Set up round lines. */
const pen = (context: SKRSContext2D, colour: string, width: number): void => {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineCap = 'round';
  context.lineJoin = 'round';
};

const disc = (context: SKRSContext2D, { x, y }: Point, radius: number, colour: string): void =>
  fill(context, colour, () => context.arc(x, y, radius, 0, 2 * Math.PI));

/** The height of a digit as a share of the font's size, measured once. */
let digitHeight: number | undefined;
const heightOfDigits = (context: SKRSContext2D): number => {
  if (digitHeight === undefined) {
    context.font = `100px "${fontFamily}"`;
    digitHeight = context.measureText('0').actualBoundingBoxAscent / 100;
  }
  return digitHeight;
};

/** The board under tiles: the outlines of its cells grown together, with round corners, and a well for each cell. */
const tray = (surface: Surface): void => {
  const { context, layout, theme } = surface;
  pen(context, theme.tray, layout.rim * 2);
  fill(context, theme.tray, () => {
    for (const { x, y } of layout.centres) {
      const [first, ...others] = layout.corners.map((corner) => ({ x: x + corner.x, y: y + corner.y }));
      context.moveTo(first!.x, first!.y);
      for (const corner of others) context.lineTo(corner.x, corner.y);
      context.closePath();
    }
  });
  context.stroke();
  for (const centre of layout.centres) paintWell(surface, centre);
};

/** Draw an empty cell under tiles. */
export const paintWell = (surface: Surface, centre: Point): void =>
  fill(surface.context, surface.theme.well, () => outline(surface, centre, 3, surface.layout.cell * 0.13));

/** Draw an empty hole, with a ring if the goal wants a peg there. */
export const paintHole = ({ context, layout: { cell }, theme }: Surface, centre: Point, isTarget: boolean): void => {
  if (isTarget) {
    disc(context, centre, cell * 0.46, theme.target);
    disc(context, centre, cell * 0.4, theme.tray);
  }
  disc(context, centre, cell * 0.26, theme.rim);
  disc(context, centre, cell * 0.22, theme.hole);
};

/** The board under pegs: wide lines between neighbouring holes, so that its edge is round and it has no gaps. */
const slab = (surface: Surface, { board }: Puzzle, goal: Goal | undefined): void => {
  const { context, layout, theme } = surface;
  const { cell: size, centres } = layout;
  pen(context, theme.tray, size * 1.12);
  context.beginPath();
  for (const [cell, near] of board.neighbours.entries()) {
    for (const other of near) {
      context.moveTo(centres[cell]!.x, centres[cell]!.y);
      context.lineTo(centres[other]!.x, centres[other]!.y);
    }
  }
  context.stroke();
  const targets = goal?.positions.length === 1 ? goal.positions[0] : undefined;
  for (const [cell, centre] of centres.entries()) paintHole(surface, centre, targets?.[cell] === 1);
};

const peg = ({ context, layout, theme }: Surface, { x, y }: Point, isHome: boolean, isMoved: boolean): void => {
  const radius = layout.cell * 0.36;
  const { face, edge, text } = isHome ? theme.homePeg : theme.peg;
  const circle = (dx: number, dy: number, share: number, colour: string): void =>
    disc(context, { x: x + dx, y: y + dy }, radius * share, colour);
  if (isMoved) circle(0, 0, 1.2, theme.moved);
  circle(0, 0, 1.04, edge);
  circle(0, -radius * 0.06, 0.92, face);
  circle(-radius * 0.28, -radius * 0.36, 0.26, text);
  if (!isHome) return;
  context.strokeStyle = edge;
  context.lineWidth = Math.max(1.5, radius * 0.1);
  context.beginPath();
  context.arc(x, y - radius * 0.06, radius * 0.66, 0, 2 * Math.PI);
  context.stroke();
};

const drawLabel = (
  { context, layout: { cell } }: Surface,
  { x, y }: Point,
  { label, isSecond }: Figure,
  colour: string,
): void => {
  const bar = (top: number, width: number, height: number, radius: number): void =>
    fill(context, colour, () => context.roundRect(x - width / 2, top, width, height, radius));
  if (label === '=') {
    for (const side of [-1, 1]) bar(y + side * cell * 0.12 - cell * 0.05, cell, cell * 0.1, cell * 0.05);
    return;
  }
  const size = cell * (label.length > 1 ? 0.46 : 0.54);
  const baseline = y + (heightOfDigits(context) * size) / 2;
  paintText(context, label, { x, y }, size, colour);
  if (isSecond) bar(baseline + cell * 0.08, cell * 0.4, cell * 0.065, cell * 0.03);
};

/** Draw a tile or a card. `x` and `y` are the centre of its first cell. */
const tile = (surface: Surface, { x, y }: Point, figure: Figure, isHome: boolean, isMoved: boolean): void => {
  const { context, layout, theme } = surface;
  const { cell } = layout;
  const isWide = figure.cells.length > 1;
  const { face, edge, text } = isHome ? theme.home : isWide ? theme.wide : theme.tile;
  const radius = cell * 0.13;
  const depth = cell * 0.04;
  const trace = (dy: number, inset: number, round: number): void => {
    const [left, top] = [x - cell / 2 + inset, y - cell / 2 + inset + dy];
    if (isWide) context.roundRect(left, top, 2 * cell - 2 * inset, cell - 2 * inset, round);
    else outline(surface, { x, y: y + dy }, inset, round);
  };
  const inset = 3 + depth / 2;
  const rim = isMoved ? theme.moved : edge;
  fill(context, rim, () => trace(depth / 2, inset, radius));
  fill(context, rim, () => trace(-depth / 2, inset, radius));
  fill(context, face, () => trace(-depth / 2, inset + (isMoved ? depth : 0), radius));
  if (isHome) {
    context.strokeStyle = edge;
    context.lineWidth = Math.max(1.5, cell * 0.018);
    context.beginPath();
    trace(-depth / 2, inset + cell * 0.065, radius * 0.7);
    context.stroke();
  }
  drawLabel(surface, { x: isWide ? x + cell / 2 : x, y: y - depth / 2 }, figure, text);
};

const arrow = ({ context, layout }: Surface, points: readonly Point[], width: number, colour: string): void => {
  const [before, tip] = [points.at(-2)!, points.at(-1)!];
  const angle = Math.atan2(tip.y - before.y, tip.x - before.x);
  const head = layout.cell * 0.2;
  pen(context, colour, width);
  context.beginPath();
  // The first `lineTo` begins the path.
  for (const { x, y } of points) context.lineTo(x, y);
  for (const side of [-1, 1]) {
    context.moveTo(tip.x, tip.y);
    context.lineTo(tip.x - head * Math.cos(angle + side * 0.7), tip.y - head * Math.sin(angle + side * 0.7));
  }
  context.stroke();
};

/** In the empty cell, the direction in which the piece beside it slides or has slid. */
const slideArrow = (surface: Surface, move: Move, empty: number): void => {
  const { cell, centres } = surface.layout;
  const [from, to] = [centres[move[0]!]!, centres[move.at(-1)!]!];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const { x, y } = centres[empty]!;
  const end = (reach: number): Point => ({
    x: x + ((to.x - from.x) / length) * reach,
    y: y + ((to.y - from.y) / length) * reach,
  });
  arrow(surface, [end(-cell * 0.24), end(cell * 0.24)], cell * 0.07, surface.theme.note);
};

/** Write a text around a point, in this size in pixels. */
export const paintText = (
  context: SKRSContext2D,
  text: string,
  { x, y }: Point,
  size: number,
  colour: string,
): void => {
  context.font = `${size}px "${fontFamily}"`;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.fillStyle = colour;
  context.fillText(text, x, y + (heightOfDigits(context) * size) / 2);
};

/** Draw the board without any piece. */
export const paintBoard = (surface: Surface, puzzle: Puzzle, goal?: Goal): void => {
  const { context, layout, theme } = surface;
  context.fillStyle = theme.page;
  context.fillRect(0, 0, layout.width, layout.height);
  if (puzzle.pieceShape === 'tile') tray(surface);
  else slab(surface, puzzle, goal);
  for (const { text, ...point } of layout.labels) paintText(context, text, point, layout.cell * 0.4, theme.note);
};

/** Draw one piece. `centre` is that of its first cell. */
export const paintFigure = (
  surface: Surface,
  shape: Puzzle['pieceShape'],
  centre: Point,
  figure: Figure,
  isHome: boolean,
  isMoved = false,
): void => {
  if (shape === 'peg') peg(surface, centre, isHome, isMoved);
  else tile(surface, centre, figure, isHome, isMoved);
};

interface PieceOptions {
  /** The cell of the piece to outline. */
  readonly moved?: number | undefined;
  /** Draws only the pieces that touch this region. */
  readonly within?: Region;
  readonly flight?: Flight | undefined;
}

/** Draw pieces on a board that has none there. */
export const paintPieces = (surface: Surface, scene: Scene, { moved, within, flight }: PieceOptions): void => {
  const { puzzle, position } = scene;
  const { layout } = surface;
  const home = atHome(scene);
  const draw = (figure: Figure, isHome: boolean, isMoved: boolean, by: Point = { x: 0, y: 0 }): void => {
    const { x, y } = layout.centres[figure.cells[0]!]!;
    paintFigure(surface, puzzle.pieceShape, { x: x + by.x, y: y + by.y }, figure, isHome, isMoved);
  };
  const figures = puzzle.figures(position);
  for (const figure of figures) {
    const cell = figure.cells[0]!;
    if (cell === flight?.cell || (within && !touches(regionOf(layout, figure.cells), within))) continue;
    draw(figure, home.has(cell), cell === moved);
  }
  const flying = flight && figures.find(({ cells }) => cells[0] === flight.cell);
  if (flying) draw(flying, false, false, flight.by);
};

/** Draw a position as PNG: at most 400 pixels times the scale on each side, the same bytes for the same scene. */
export const drawPicture = (scene: Scene, { theme: name = 'dark', scale = 2 }: PictureOptions = {}): Buffer => {
  const { puzzle, position, move, goal } = scene;
  const layout = layoutOf(puzzle);
  const canvas = createCanvas(Math.round(layout.width * scale), Math.round(layout.height * scale));
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  const theme = themes[name];
  const surface = { context, layout, theme };
  paintBoard(surface, puzzle, goal);
  // A slide's arrow lies in the empty cell; a jump's arrow goes over the pegs.
  if (move && puzzle.pieceShape === 'tile') slideArrow(surface, move, position.indexOf(0));
  const standing = new Set(puzzle.figures(position).map(({ cells }) => cells[0]));
  const moved = move && [move[0], move.at(-1)].find((cell) => standing.has(cell));
  paintPieces(surface, scene, { moved });
  if (move && puzzle.pieceShape === 'peg') {
    const points = move.map((cell) => layout.centres[cell]!);
    arrow(surface, points, layout.cell * 0.16, theme.page);
    arrow(surface, points, layout.cell * 0.08, theme.moved);
  }
  return canvas.toBuffer('image/png');
};
