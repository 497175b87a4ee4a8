/** What a search has seen: rings of positions by their distance, or the tree of a depth-first search with its cut branches. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { paired } from '../puzzles/lists.ts';
import {
  fullTurn,
  type LimitFrame,
  type LimitsTrace,
  type RingsFrame,
  type RingsTrace,
  type TraceSide,
} from '../search/trace.ts';
import { fill, lines, stroke, writeText } from './canvas.ts';
import type { Point, Region } from './layout.ts';
import type { Sign } from './search-words.ts';
import type { Theme } from './theme.ts';

/** Where to draw. */
export interface Diagram {
  readonly context: SKRSContext2D;
  readonly theme: Theme;
  readonly area: Region;
  /** Draw a position as a board around a point, this wide at most. */
  board(position: string, centre: Point, size: number): void;
  /** The least width of a board whose pieces can be told apart. */
  readonly leastBoard: number;
}

/** What is not the point of a picture. */
const faintly = (context: SKRSContext2D, paint: () => void): void => {
  context.globalAlpha = 0.5;
  paint();
  context.globalAlpha = 1;
};

/** Traces each sign around a point. @param scale of the squares of what was seen before */
const signShapes: Readonly<Record<Sign, (context: SKRSContext2D, point: Point, scale: number) => void>> = {
  cut: (context, { x, y }) => {
    lines(context, { x: x - 3.5, y: y - 3.5 }, { x: x + 3.5, y: y + 3.5 });
    lines(context, { x: x + 3.5, y: y - 3.5 }, { x: x - 3.5, y: y + 3.5 });
  },
  path: (context, { x, y }) => {
    lines(context, { x, y: y - 8 }, { x: x + 8, y }, { x, y: y + 8 }, { x: x - 8, y });
    context.closePath();
  },
  old: (context, { x, y }, scale) => context.rect(x - 1.6 * scale, y - 1.6 * scale, 3.2 * scale, 3.2 * scale),
  new: (context, { x, y }) => {
    context.moveTo(x, y);
    context.arc(x, y, 3.4, 0, 2 * Math.PI);
  },
};

/** Draw a sign at each point, as one path: there may be thousands. */
export const paintSigns = (
  context: SKRSContext2D,
  theme: Theme,
  sign: Sign,
  points: readonly Point[],
  scale = 1,
): void => {
  const trace = (): void => {
    for (const point of points) signShapes[sign](context, point, scale);
  };
  if (sign === 'cut') stroke(context, theme.note, 1.8, trace);
  else fill(context, { path: theme.target, old: theme.note, new: theme.peg.face }[sign], trace);
};

const paintPath = (context: SKRSContext2D, theme: Theme, points: readonly Point[]): void =>
  stroke(context, theme.target, 3.5, () => lines(context, ...points), 'miter');

/** The rings around one end. */
interface Circle {
  readonly side: TraceSide;
  readonly centre: Point;
  /** From one ring to the next, in pixels. */
  readonly spacing: number;
  /** How many rings there are so far. */
  readonly rings: number;
  /** Where the solution leaves the last ring, as an angle. */
  readonly towards: number;
}

/** Several goals are a ring of their own. */
const radiusOf = ({ rings: [inner] }: TraceSide, depth: number): number => depth + (inner && inner.count > 1 ? 0.7 : 0);

const pointOf = ({ side, centre, spacing, towards }: Circle, depth: number, turn: number): Point => {
  const angle = towards + ((turn - (side.path.at(-1) ?? 0)) / fullTurn) * 2 * Math.PI;
  const radius = radiusOf(side, depth) * spacing;
  return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
};

/** The width of the boards of a circle, if all of it has room for them. */
const boardsIn = ({ side, spacing, rings }: Circle): number => {
  const seen = side.rings.slice(0, rings);
  if (!seen.every(({ positions }) => positions)) return 0;
  const widths = seen.map(({ count }, depth) =>
    count === 1 && depth === 0 ? spacing : (2 * Math.PI * radiusOf(side, depth) * spacing) / count,
  );
  // Boards of neighbouring rings may be askew, so their corners need room too.
  return 0.7 * Math.min(spacing, 150, ...widths);
};

const paintCircle = (diagram: Diagram, circle: Circle, isNewest: boolean, hasEnd: boolean): void => {
  const { context, theme } = diagram;
  const { side, rings, spacing } = circle;
  const seen = side.rings.slice(0, rings);
  /** Of the points of a ring, or of those before them. */
  const pointsOf = (dots: readonly number[], depth: number, before: 0 | 1 = 0): Point[] =>
    dots.flatMap((turn, index) => (index % 2 === before ? pointOf(circle, depth - before, turn) : []));
  const points = seen.map(({ dots }, depth) => pointsOf(dots, depth));
  faintly(context, () =>
    stroke(context, theme.note, Math.min(1, spacing / 8), () => {
      for (const [depth, [{ dots }, ring]] of paired(seen, points).entries())
        if (depth > 0) for (const [from, to] of paired(pointsOf(dots, depth, 1), ring)) lines(context, from, to);
    }),
  );
  const width = boardsIn(circle);
  if (width >= diagram.leastBoard) {
    for (const [{ positions = [] }, ring] of paired(seen, points))
      for (const [position, point] of paired(positions, ring)) diagram.board(position, point, width);
  } else {
    if (isNewest) paintSigns(context, theme, 'new', points.splice(-1).flat());
    paintSigns(context, theme, 'old', points.flat(), Math.min(1, spacing / 7));
  }
  if (!hasEnd) return;
  const path = side.path.map((turn, depth) => pointOf(circle, depth, turn));
  paintPath(context, theme, path);
  paintSigns(context, theme, 'path', [...path.slice(0, 1), ...path.slice(-1)]);
};

/** The least of some sizes, each 1.6 times the last, in which a depth fits, but at most the whole: pictures jump seldom. */
const zoomed = (depth: number, whole: number): number => {
  let size = 6;
  while (size < depth) size *= 1.6;
  return Math.min(size, whole);
};

/** Rings of positions around the start, and around the goals where the search begins there too. */
export const paintRings = (diagram: Diagram, { sides, end }: RingsTrace, frame: RingsFrame): void => {
  const { x, y, width, height } = diagram.area;
  const middle = y + height / 2;
  const isSolved = end === 'solved';
  const seen = paired(sides, frame.rings);
  const circlesAt = (reaches: readonly number[], isTouching: boolean): Circle[] => {
    const sum = reaches.reduce((total, reach) => total + reach, 0);
    const room = sides.length === 1 ? height : width;
    const spacing = Math.min(room / (2 * sum), height / 2 / Math.max(...reaches));
    // Both circles touch where the searches meet.
    const gap = isTouching ? 0 : (width - 2 * sum * spacing) / (sides.length + 1);
    let left = isTouching ? x + width / 2 - sum * spacing : x + gap;
    return paired(seen, reaches).map(([[side, rings], reach], index) => {
      const radius = reach * spacing;
      const centre = { x: left + radius, y: middle };
      left += 2 * radius + gap;
      const towards = sides.length === 1 ? -Math.PI / 2 : index === 0 ? 0 : Math.PI;
      return { side, centre, spacing, rings, towards };
    });
  };
  const radii = seen.map(([side, rings]) => radiusOf(side, rings - 1));
  const near = circlesAt(
    radii.map((radius) => radius + 0.6),
    false,
  );
  const isNear = near.every((circle) => boardsIn(circle) >= diagram.leastBoard);
  const whole = sides.map((side) => radiusOf(side, side.rings.length - 1) + 0.01);
  const far = whole.map((reach) => zoomed(Math.max(...radii), reach));
  const isTouching = isSolved && sides.length === 2 && far.every((reach, index) => reach === whole[index]);
  const circles = isNear ? near : circlesAt(far, isTouching);
  for (const [index, circle] of circles.entries())
    paintCircle(diagram, circle, index === frame.newest, frame.isLast && isSolved);
};

interface Node extends Point {
  readonly parent: Node | undefined;
}

/** The tree of the branches of one limit, from the top down; a cut branch has a dotted line as long as its bound. */
export const paintLimit = (diagram: Diagram, { limits, end }: LimitsTrace, frame: LimitFrame): void => {
  const { context, theme, area } = diagram;
  const { limit, branches, positions } = limits[frame.limit]!;
  const isSmall =
    positions !== undefined &&
    Math.min(area.height / (limit + 1.2), area.width / branches.length) >= diagram.leastBoard / 0.8;
  const deepest = isSmall ? limit : zoomed(limit, Math.max(...limits.map((one) => one.limit)));
  const top = area.y + (isSmall ? 36 : 10);
  const row = (area.y + area.height - top) / (deepest + (isSmall ? 0.7 : 2));
  const xOf = (index: number): number => area.x + ((index + 0.5) * area.width) / branches.length;
  // A node stands above the middle of the branches below it: those up to the first that leaves it.
  const lastBelow = (from: number, depth: number): number => {
    const next = branches.findIndex(([shared], index) => index > from && shared < depth);
    return next === -1 ? branches.length - 1 : next - 1;
  };
  const path: Node[] = [];
  const nodes: Node[] = [];
  const ends: Node[] = [];
  for (const [index, [shared, length]] of branches.slice(0, frame.branches).entries()) {
    path.splice(shared + 1);
    for (let depth = path.length; depth <= length; depth++) {
      const node = { x: (xOf(index) + xOf(lastBelow(index, depth))) / 2, y: top + depth * row, parent: path.at(-1) };
      path.push(node);
      nodes.push(node);
    }
    ends.push(...path.slice(-1));
  }
  const [right, bottom] = [area.x + area.width, area.y + area.height];
  const dotted = (pattern: readonly number[], colour: string, trace: () => void): void => {
    context.setLineDash([...pattern]);
    stroke(context, colour, 1.2, trace);
    context.setLineDash([]);
  };
  faintly(context, () =>
    dotted([2, 4], theme.note, () => {
      for (const [end, [, made, least]] of paired(ends, branches)) {
        if (least === null || least <= limit || made === limit) continue;
        lines(context, end, { x: end.x, y: Math.min(bottom, end.y + (least - made) * row) });
      }
    }),
  );
  const floor = top + (limit + 0.5) * row;
  dotted([8, 5], theme.peg.face, () => lines(context, { x: area.x, y: floor }, { x: right, y: floor }));
  faintly(context, () =>
    stroke(context, theme.note, 1, () => {
      for (const node of nodes) if (node.parent) lines(context, node.parent, node);
    }),
  );
  const isFound = end === 'solved' && frame.limit === limits.length - 1 && frame.branches === branches.length;
  if (isFound) paintPath(context, theme, path);
  if (isSmall) {
    const size = 0.8 * Math.min(row, area.width / branches.length, 110);
    for (const [node, text] of paired(nodes, positions.flat())) diagram.board(text, node, size);
  } else paintSigns(context, theme, 'old', nodes);
  if (isFound) paintSigns(context, theme, 'path', [...path.slice(0, 1), ...ends.splice(-1)]);
  paintSigns(context, theme, 'cut', isSmall ? ends.map(({ x, y }) => ({ x, y: y + 0.42 * row })) : ends);
  writeText(context, String(limit), { x: right, y: floor + 18 }, { size: 17, colour: theme.note, align: 'right' });
};
