/** Pictures of positions: the board's geometry, and the figures that the puzzle describes. */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { consecutive, elementsAt, paired } from '../puzzles/lists.ts';
import { endPosition, type Figure, type Goal, type Move, type Puzzle } from '../puzzles/puzzle.ts';
import { fill, fillRegion, fontOf, lines, stroke, writeText } from './canvas.ts';
import { type Layout, middleOf, type Point, partsOf, pictureLayout, type Region, regionOf, touches } from './layout.ts';
import { atHome, namedBy, type Scene } from './marks.ts';
import { type Theme, type ThemeName, themes } from './theme.ts';

interface PictureOptions {
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

/** Add a cell's outline to the path, with rounded corners and moved in by `inset` pixels. */
const outline = ({ context, layout }: Surface, { x, y }: Point, inset: number, radius: number): void => {
  // The outlines are regular, so shrinking them towards the centre moves each side in by `inset`.
  const apothem = Math.max(...layout.corners.map((corner) => corner.x));
  const scaled = layout.corners.map((corner) => ({
    x: x + (corner.x * (apothem - inset)) / apothem,
    y: y + (corner.y * (apothem - inset)) / apothem,
  }));
  // Once around, from the middle of the last side.
  for (const [index, [a, b]] of consecutive([...scaled.slice(-1), ...scaled, ...scaled.slice(0, 1)]).entries()) {
    if (index === 0) context.moveTo((a.x + b.x) / 2, (a.y + b.y) / 2);
    else context.arcTo(a.x, a.y, b.x, b.y, radius);
  }
  context.closePath();
};

const disc = (context: SKRSContext2D, { x, y }: Point, radius: number, colour: string): void =>
  fill(context, colour, () => context.arc(x, y, radius, 0, 2 * Math.PI));

/** The height of a digit as a share of the font's size, measured once: not where something is drawn with another font. */
let digitHeight: number | undefined;
const heightOfDigits = (): number => {
  if (digitHeight === undefined) {
    const context = createCanvas(1, 1).getContext('2d');
    context.font = fontOf(100);
    digitHeight = context.measureText('0').actualBoundingBoxAscent / 100;
  }
  return digitHeight;
};

/** The board under tiles: the outlines of its cells grown together, with round corners, and a well for each cell. */
const tray = (surface: Surface): void => {
  const { context, layout, theme } = surface;
  const trace = (): void => {
    for (const { x, y } of layout.centres) {
      const corners = layout.corners.map((corner) => ({ x: x + corner.x, y: y + corner.y }));
      lines(context, ...corners);
      context.closePath();
    }
  };
  fill(context, theme.tray, trace);
  stroke(context, theme.tray, layout.rim * 2, trace);
  for (const centre of layout.centres) paintWell(surface, centre);
};

/** Half the space between two tiles, in pixels: less on boards of many cells. */
const insetOf = ({ cell }: Layout): number => Math.min(3, cell * 0.07);

/** Draw an empty cell under tiles. */
export const paintWell = (surface: Surface, centre: Point): void =>
  fill(surface.context, surface.theme.well, () =>
    outline(surface, centre, insetOf(surface.layout), surface.layout.cell * 0.13),
  );

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
  stroke(context, theme.tray, size * 1.12, () => {
    for (const [centre, near] of paired(centres, board.neighbours))
      for (const other of elementsAt(centres, near)) lines(context, centre, other);
  });
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

/** Add a part of a piece to the path, moved in by `inset` pixels. `x` and `y` are the centre of the piece's first cell. */
const rounded = (context: SKRSContext2D, { x, y }: Point, part: Region, inset: number, radius: number): void =>
  context.roundRect(x + part.x + inset, y + part.y + inset, part.width - 2 * inset, part.height - 2 * inset, radius);

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
  const size = cell * (label.length > 2 ? 0.36 : label.length > 1 ? 0.46 : 0.54);
  const baseline = y + (heightOfDigits() * size) / 2;
  paintText(context, label, { x, y }, size, colour);
  if (isSecond) bar(baseline + cell * 0.08, cell * 0.4, cell * 0.065, cell * 0.03);
};

/** What sets a piece apart: it is where the goal wants it, has just moved, or is one of those that the goal names. */
interface Look {
  readonly isHome: boolean;
  readonly isMoved: boolean;
  readonly isWanted: boolean;
}

/** Draw a tile, a card or a block. `x` and `y` are the centre of its first cell. */
const tile = (surface: Surface, { x, y }: Point, figure: Figure, { isHome, isMoved, isWanted }: Look): void => {
  const { context, layout, theme } = surface;
  const { cell } = layout;
  if (figure.isWall) {
    fill(context, theme.rim, () => outline(surface, { x, y }, 0, cell * 0.05));
    return;
  }
  const isLarge = figure.cells.length > 1;
  const own = figure.hue === undefined ? theme.tile : theme.blocks[figure.hue % theme.blocks.length]!;
  const { face, edge, text } = isHome ? theme.home : isWanted || figure.label === '=' ? theme.wide : own;
  const radius = cell * 0.13;
  const depth = cell * 0.04;
  const parts = partsOf(layout, figure.cells);
  const trace = (dy: number, inset: number, round: number): void => {
    if (!isLarge) outline(surface, { x, y: y + dy }, inset, round);
    else for (const part of parts) rounded(context, { x, y: y + dy }, part, inset, round);
  };
  const inset = insetOf(layout) + depth / 2;
  const rim = isMoved ? theme.moved : edge;
  fill(context, rim, () => trace(depth / 2, inset, radius));
  fill(context, rim, () => trace(-depth / 2, inset, radius));
  fill(context, face, () => trace(-depth / 2, inset + (isMoved ? depth : 0), radius));
  if (isHome && parts.length === 1) {
    const line = (): void => trace(-depth / 2, inset + cell * 0.065, radius * 0.7);
    stroke(context, edge, Math.max(1.5, cell * 0.018), line);
  }
  const { x: labelX, y: labelY } = middleOf(parts);
  drawLabel(surface, { x: x + labelX, y: y + labelY - depth / 2 }, figure, text);
};

const arrow = ({ context, layout }: Surface, points: readonly Point[], width: number, colour: string): void => {
  const [before, tip] = points.slice(-2);
  if (!before || !tip) return;
  const angle = Math.atan2(tip.y - before.y, tip.x - before.x);
  const head = layout.cell * 0.2;
  stroke(context, colour, width, () => {
    lines(context, ...points);
    for (const turned of [angle - 0.7, angle + 0.7])
      lines(context, tip, { x: tip.x - head * Math.cos(turned), y: tip.y - head * Math.sin(turned) });
  });
};

/** Where a piece slides or has slid from, the direction. @param standing the moved piece */
const slideArrow = (surface: Surface, { position, moves = [] }: Scene, move: Move, standing: Figure): void => {
  const { cell, centres } = surface.layout;
  const [from, to] = elementsAt(centres, move);
  if (!from || !to) return;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const isBefore = standing.cells[0] === move[0];
  const [at, other] = isBefore ? [from, to] : [to, from];
  const isNear = (a: Point, b: Point): boolean => Math.hypot(a.x - b.x, a.y - b.y) < cell / 4;
  const gaps = elementsAt(centres, standing.cells).flatMap(({ x, y }) => {
    const moved = { x: x + other.x - at.x, y: y + other.y - at.y };
    return centres.filter((centre, other) => position[other] === 0 && isNear(centre, moved));
  });
  const mean = (of: (point: Point) => number): number => gaps.reduce((sum, gap) => sum + of(gap), 0) / gaps.length;
  const [x, y] = [mean((gap) => gap.x), mean((gap) => gap.y)];
  const end = (reach: number): Point => ({
    x: x + ((to.x - from.x) / length) * reach,
    y: y + ((to.y - from.y) / length) * reach,
  });
  // Arrows into the same gap end before its middle.
  const [tail, tip] = moves.length === 1 ? [-0.24, 0.24] : [-0.44, -0.14];
  arrow(surface, [end(tail * cell), end(tip * cell)], cell * 0.07, surface.theme.note);
};

/** Write a text around a point, in this size in pixels. */
export const paintText = (context: SKRSContext2D, text: string, { x, y }: Point, size: number, colour: string): void =>
  writeText(context, text, { x, y: y + (heightOfDigits() * size) / 2 }, { size, colour, align: 'center' });

/** The places of the pieces that a goal names. */
const targets = ({ context, layout, theme }: Surface, puzzle: Puzzle, goal: Goal): void => {
  const inset = layout.cell * 0.04;
  stroke(context, theme.target, layout.cell * 0.05, () => {
    for (const { cells } of puzzle.figures(endPosition(goal).map((piece) => Math.max(piece, 0)))) {
      const [centre] = elementsAt(layout.centres, cells);
      for (const part of partsOf(layout, cells)) rounded(context, centre, part, inset, layout.cell * 0.13);
    }
  });
};

/** Draw the board without any piece. */
export const paintBoard = (surface: Surface, puzzle: Puzzle, goal?: Goal): void => {
  const { context, layout, theme } = surface;
  fillRegion(context, theme.page, { x: 0, y: 0, width: layout.width, height: layout.height });
  if (puzzle.pieceShape === 'tile') tray(surface);
  else slab(surface, puzzle, goal);
  if (goal && namedBy(goal).size > 0) targets(surface, puzzle, goal);
  for (const { text, ...point } of layout.labels) paintText(context, text, point, layout.cell * 0.4, theme.note);
};

/** Draw one piece. `centre` is that of its first cell. */
export const paintFigure = (
  surface: Surface,
  shape: Puzzle['pieceShape'],
  centre: Point,
  figure: Figure,
  look: Look,
): void => {
  if (shape === 'peg') peg(surface, centre, look.isHome, look.isMoved);
  else tile(surface, centre, figure, look);
};

interface PieceOptions {
  /** The cells of the pieces to outline. */
  readonly moved?: ReadonlySet<number>;
  /** Draws only the pieces that touch this region. */
  readonly within?: Region;
  readonly flight?: Flight | undefined;
}

/** Draw pieces on a board that has none there. */
export const paintPieces = (surface: Surface, scene: Scene, { moved, within, flight }: PieceOptions): void => {
  const { puzzle, position } = scene;
  const { layout } = surface;
  const home = atHome(scene);
  const named = namedBy(scene.goal);
  const draw = (figure: Figure, isHome: boolean, isMoved: boolean, by: Point = { x: 0, y: 0 }): void => {
    const [{ x, y }] = elementsAt(layout.centres, figure.cells);
    const isWanted = named.has(elementsAt(position, figure.cells)[0]);
    paintFigure(surface, puzzle.pieceShape, { x: x + by.x, y: y + by.y }, figure, { isHome, isMoved, isWanted });
  };
  const figures = puzzle.figures(position);
  for (const figure of figures) {
    const [cell] = figure.cells;
    if (cell === flight?.cell || (within && !touches(regionOf(layout, figure.cells), within))) continue;
    draw(figure, home.has(cell), moved?.has(cell) === true);
  }
  const flying = flight && figures.find(({ cells }) => cells[0] === flight.cell);
  if (flying) draw(flying, false, false, flight.by);
};

/** Draw a position as PNG: at most 400 pixels times the scale on each side, the same bytes for the same scene. */
export const drawPicture = (scene: Scene, { theme: name = 'dark', scale = 2 }: PictureOptions = {}): Buffer => {
  const { puzzle, position, moves = [], goal } = scene;
  const layout = pictureLayout(puzzle);
  const canvas = createCanvas(Math.round(layout.width * scale), Math.round(layout.height * scale));
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  const theme = themes[name];
  const surface = { context, layout, theme };
  paintBoard(surface, puzzle, goal);
  const standing = new Map<number | undefined, Figure>(
    puzzle.figures(position).map((figure) => [figure.cells[0], figure]),
  );
  const moved = new Set<number>();
  for (const move of moves) {
    const figure = standing.get(move[0]) ?? standing.get(move.at(-1));
    if (!figure) continue;
    moved.add(figure.cells[0]);
    // A slide's arrow lies in the empty cell; a jump's arrow goes over the pegs.
    if (puzzle.pieceShape === 'tile') slideArrow(surface, scene, move, figure);
  }
  paintPieces(surface, scene, { moved });
  for (const move of puzzle.pieceShape === 'peg' ? moves : []) {
    const points = elementsAt(layout.centres, move);
    arrow(surface, points, layout.cell * 0.16, theme.page);
    arrow(surface, points, layout.cell * 0.08, theme.moved);
  }
  return canvas.toBuffer('image/png');
};
