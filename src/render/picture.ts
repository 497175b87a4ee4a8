/** Pictures of positions: the board's geometry, and the figures that the puzzle describes. */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Board } from '../puzzles/board.ts';
import type { Figure, Goal, Move, Position, Puzzle } from '../puzzles/puzzle.ts';
import { fontFamily } from './font.ts';
import { type Layout, layoutOf, type Point, type Region, regionOf, touches } from './layout.ts';
import { type Theme, type ThemeName, themes } from './theme.ts';

/** What there is to see. */
export interface Scene {
  readonly puzzle: Puzzle;
  readonly position: Position;
  /** Pieces that are where it wants them are drawn as such. */
  readonly goal?: Goal | undefined;
  /** A move to or from this position: its piece is outlined, and an arrow shows its way. */
  readonly move?: Move | undefined;
}

export interface PictureOptions {
  readonly theme?: ThemeName | undefined;
  /** Pixels to a pixel of the layout, whose longer side has 400; 2 where none is given, for the screens of phones. */
  readonly scale?: number | undefined;
}

/** A piece on its way: drawn above all others, away from the cell where it stands. */
export interface Flight {
  readonly cell: number;
  /** From the cell's centre, in pixels at scale 1. */
  readonly by: Point;
}

/** The cells whose pieces are where the goal wants them. Of several goals only one that is reached counts. */
const atHome = ({ position, goal }: Scene): ReadonlySet<number> => {
  const isReached = (end: Position): boolean => end.every((piece, cell) => piece === position[cell]);
  const end = goal && (goal.positions.length === 1 ? goal.positions[0] : goal.positions.find(isReached));
  return new Set(end ? position.flatMap((piece, cell) => (piece !== 0 && piece === end[cell] ? cell : [])) : []);
};

/** A polygon around a point with its corners rounded; `inset` pixels inside its outline. */
const outline = (
  context: SKRSContext2D,
  { x, y }: Point,
  corners: readonly Point[],
  inset: number,
  radius: number,
): void => {
  // Moving each side in by `inset` is the same as shrinking towards the centre, as the outlines are regular.
  const apothem = Math.max(...corners.map((corner) => corner.x));
  const scaled = corners.map((corner) => ({
    x: x + (corner.x * (apothem - inset)) / apothem,
    y: y + (corner.y * (apothem - inset)) / apothem,
  }));
  const last = scaled.at(-1)!;
  context.beginPath();
  context.moveTo((last.x + scaled[0]!.x) / 2, (last.y + scaled[0]!.y) / 2);
  for (const [index, corner] of scaled.entries()) {
    const next = scaled[(index + 1) % scaled.length]!;
    context.arcTo(corner.x, corner.y, next.x, next.y, radius);
  }
  context.closePath();
};

/** The share of a font's size that a digit is high. Measured once, by drawing nothing. */
let digitHeight: number | undefined;
const heightOfDigits = (context: SKRSContext2D): number => {
  if (digitHeight === undefined) {
    context.font = `100px "${fontFamily}"`;
    digitHeight = context.measureText('0').actualBoundingBoxAscent / 100;
  }
  return digitHeight;
};

/** Draws one position after the other on the same board. */
export class Painter {
  readonly layout: Layout;
  private readonly theme: Theme;
  private readonly context: SKRSContext2D;

  /** @param context of a canvas as large as the layout, or larger, or scaled to be */
  constructor(context: SKRSContext2D, layout: Layout, theme: Theme) {
    this.context = context;
    this.layout = layout;
    this.theme = theme;
  }

  /** Draw a scene, all of it. */
  paint(scene: Scene): void {
    const { puzzle, position, move } = scene;
    this.board(puzzle, scene.goal);
    const figures = puzzle.figures(position);
    const standing = move && [move[0]!, move.at(-1)!].find((cell) => figures.some(({ cells }) => cells[0] === cell));
    // The arrow of a slide lies where no piece is; that of a peg goes over the pegs.
    if (move && puzzle.pieceShape === 'tile') this.slideArrow(move, position.indexOf(0));
    this.pieces(scene, standing);
    if (move && puzzle.pieceShape === 'peg') this.jumpArrow(move);
  }

  /** Draw the board without any piece. */
  board(puzzle: Puzzle, goal?: Goal): void {
    const { context, layout, theme } = this;
    context.fillStyle = theme.page;
    context.fillRect(0, 0, layout.width, layout.height);
    if (puzzle.pieceShape === 'tile') {
      this.tray();
      for (const centre of layout.centres) this.well(centre);
      return;
    }
    this.slab(puzzle.board);
    const targets = goal?.positions.length === 1 ? goal.positions[0] : undefined;
    for (const [cell, centre] of layout.centres.entries()) this.hole(centre, targets?.[cell] === 1);
  }

  /** Draw all pieces, or those that a region touches, on a board that has none there. */
  pieces(
    scene: Scene,
    standing?: number,
    { within, flight }: { readonly within?: Region; readonly flight?: Flight | undefined } = {},
  ): void {
    const { puzzle, position } = scene;
    const { layout } = this;
    const home = atHome(scene);
    const draw = (figure: Figure, isHome: boolean, isMoved: boolean, by: Point = { x: 0, y: 0 }): void => {
      const { x, y } = layout.centres[figure.cells[0]!]!;
      const centre = { x: x + by.x, y: y + by.y };
      if (puzzle.pieceShape === 'peg') this.peg(centre, isHome, isMoved);
      else this.tile(centre, figure, isHome, isMoved);
    };
    const figures = puzzle.figures(position);
    for (const figure of figures) {
      const [cell] = figure.cells;
      if (cell === flight?.cell || (within && !touches(regionOf(layout, figure.cells), within))) continue;
      draw(figure, home.has(cell!), cell === standing);
    }
    const flying = flight && figures.find(({ cells }) => cells[0] === flight.cell);
    if (flying) draw(flying, false, false, flight.by);
  }

  /** The board under tiles: the outlines of its cells grown together, with round corners. */
  private tray(): void {
    const { context, layout, theme } = this;
    context.fillStyle = theme.tray;
    context.strokeStyle = theme.tray;
    context.lineJoin = 'round';
    context.lineWidth = layout.rim * 2;
    context.beginPath();
    for (const { x, y } of layout.centres) {
      for (const [index, corner] of layout.corners.entries()) {
        if (index === 0) context.moveTo(x + corner.x, y + corner.y);
        else context.lineTo(x + corner.x, y + corner.y);
      }
      context.closePath();
    }
    context.fill();
    context.stroke();
  }

  /** The board under pegs: one wide line along all that touch, so that it is round where it ends and has no gaps. */
  private slab({ neighbours }: Board): void {
    const { context, layout, theme } = this;
    context.strokeStyle = theme.tray;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.lineWidth = layout.cell * 1.12;
    context.beginPath();
    for (const [cell, near] of neighbours.entries()) {
      for (const other of near) {
        context.moveTo(layout.centres[cell]!.x, layout.centres[cell]!.y);
        context.lineTo(layout.centres[other]!.x, layout.centres[other]!.y);
      }
    }
    context.stroke();
  }

  private well(centre: Point): void {
    const { context, layout, theme } = this;
    context.fillStyle = theme.well;
    outline(context, centre, layout.corners, 3, layout.cell * 0.13);
    context.fill();
  }

  private hole(centre: Point, isTarget: boolean): void {
    const { layout, theme } = this;
    const circle = (share: number, colour: string): void => this.disc(centre, layout.cell * share, colour);
    if (isTarget) {
      circle(0.46, theme.target);
      circle(0.4, theme.tray);
    }
    circle(0.26, theme.rim);
    circle(0.22, theme.hole);
  }

  private disc({ x, y }: Point, radius: number, colour: string): void {
    const { context } = this;
    context.fillStyle = colour;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }

  private peg({ x, y }: Point, isHome: boolean, isMoved: boolean): void {
    const { context, layout, theme } = this;
    const radius = layout.cell * 0.36;
    const { face, edge, text } = isHome ? theme.homePeg : theme.peg;
    const circle = (dx: number, dy: number, share: number, colour: string): void =>
      this.disc({ x: x + dx, y: y + dy }, radius * share, colour);
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
  }

  /** A tile or a card, by the centre of its first cell. */
  private tile({ x, y }: Point, figure: Figure, isHome: boolean, isMoved: boolean): void {
    const { context, layout, theme } = this;
    const { cell, corners } = layout;
    const isWide = figure.cells.length > 1;
    const { face, edge, text } = isHome ? theme.home : isWide ? theme.wide : theme.tile;
    const radius = cell * 0.13;
    const depth = cell * 0.04;
    const shape = (dy: number, inset: number, round: number): void => {
      if (!isWide) {
        outline(context, { x, y: y + dy }, corners, inset, round);
        return;
      }
      const [width, height] = [2 * cell - 2 * inset, cell - 2 * inset];
      context.beginPath();
      context.roundRect(x - cell / 2 + inset, y - cell / 2 + inset + dy, width, height, round);
    };
    const inset = 3 + depth / 2;
    context.fillStyle = isMoved ? theme.moved : edge;
    shape(depth / 2, inset, radius);
    context.fill();
    shape(-depth / 2, inset, radius);
    context.fill();
    context.fillStyle = face;
    shape(-depth / 2, inset + (isMoved ? depth : 0), radius);
    context.fill();
    if (isHome) {
      context.strokeStyle = edge;
      context.lineWidth = Math.max(1.5, cell * 0.018);
      shape(-depth / 2, inset + cell * 0.065, radius * 0.7);
      context.stroke();
    }
    this.label({ x: isWide ? x + cell / 2 : x, y: y - depth / 2 }, figure, text);
  }

  private label({ x, y }: Point, { label, isSecond }: Figure, colour: string): void {
    const { context, layout } = this;
    const { cell } = layout;
    context.fillStyle = colour;
    if (label === '=') {
      for (const side of [-1, 1]) {
        context.beginPath();
        context.roundRect(x - cell * 0.5, y + side * cell * 0.12 - cell * 0.05, cell, cell * 0.1, cell * 0.05);
        context.fill();
      }
      return;
    }
    const size = cell * (label.length > 1 ? 0.46 : 0.54);
    const baseline = y + (heightOfDigits(context) * size) / 2;
    context.font = `${size}px "${fontFamily}"`;
    context.textAlign = 'center';
    context.textBaseline = 'alphabetic';
    context.fillText(label, x, baseline);
    if (isSecond) {
      context.beginPath();
      context.roundRect(x - cell * 0.2, baseline + cell * 0.08, cell * 0.4, cell * 0.065, cell * 0.03);
      context.fill();
    }
  }

  /** In the empty cell, the direction in which the piece beside it goes or has come. */
  private slideArrow(move: Move, empty: number): void {
    const { layout, theme } = this;
    const { cell, centres } = layout;
    const [from, to] = [centres[move[0]!]!, centres[move.at(-1)!]!];
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (empty === -1 || length === 0) return;
    const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
    const { x, y } = centres[empty]!;
    const reach = cell * 0.24;
    this.arrow(
      [
        { x: x - along.x * reach, y: y - along.y * reach },
        { x: x + along.x * reach, y: y + along.y * reach },
      ],
      cell * 0.07,
      theme.note,
    );
  }

  /** From hole to hole, over the pegs. */
  private jumpArrow(move: Move): void {
    const { layout, theme } = this;
    const points = move.map((cell) => layout.centres[cell]!);
    this.arrow(points, layout.cell * 0.16, theme.page);
    this.arrow(points, layout.cell * 0.08, theme.moved);
  }

  private arrow(points: readonly Point[], width: number, colour: string): void {
    const { context, layout } = this;
    const [before, tip] = [points.at(-2)!, points.at(-1)!];
    const angle = Math.atan2(tip.y - before.y, tip.x - before.x);
    const head = layout.cell * 0.2;
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.beginPath();
    // The first one begins the path.
    for (const { x, y } of points) context.lineTo(x, y);
    for (const side of [-1, 1]) {
      context.moveTo(tip.x, tip.y);
      context.lineTo(tip.x - head * Math.cos(angle + side * 0.7), tip.y - head * Math.sin(angle + side * 0.7));
    }
    context.stroke();
  }
}

/** Draw a position as PNG: at most 400 pixels times the scale on each side, the same bytes for the same scene. */
export const drawPicture = (scene: Scene, { theme = 'dark', scale = 2 }: PictureOptions = {}): Buffer => {
  const layout = layoutOf(scene.puzzle.board);
  const canvas = createCanvas(Math.round(layout.width * scale), Math.round(layout.height * scale));
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  new Painter(context, layout, themes[theme]).paint(scene);
  return canvas.toBuffer('image/png');
};
