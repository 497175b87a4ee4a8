/** What the tests of pictures have in common: reading pixels, and walks to draw. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Move, Position, Puzzle } from '../../src/puzzles/puzzle.ts';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** The colour at a point, `#rrggbb`. */
  at(x: number, y: number): string;
}

export const readPng = async (png: Buffer): Promise<Pixels> => {
  const image = await loadImage(png);
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return {
    width,
    height,
    at: (x, y) => {
      const index = 4 * (Math.floor(y) * width + Math.floor(x));
      return `#${Buffer.from(data.subarray(index, index + 3)).toString('hex')}`;
    },
  };
};

/** The shares of red, green and blue in light. */
const linear = (colour: string): [red: number, green: number, blue: number] =>
  [1, 3, 5].map((from) => {
    const share = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];

/** How far two colours are apart for an eye: a just noticeable difference is about 2 (CIE 1976, white D65). */
export const colourDifference = (a: string, b: string): number => {
  const lab = (colour: string): number[] => {
    const [r, g, b] = linear(colour);
    const [x, y, z] = [
      (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
      0.2126 * r + 0.7152 * g + 0.0722 * b,
      (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    ].map((share) => (share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116)) as [number, number, number];
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
  };
  const [first, second] = [lab(a), lab(b)];
  return Math.hypot(...first.map((value, index) => value - second[index]!));
};

/** Relative luminance of a colour, 0 to 1, as WCAG 2 reckons it. */
const luminance = (colour: string): number => {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** How well two colours stand apart without regard to hue: 1 to 21, as WCAG 2 reckons it. */
export const contrast = (a: string, b: string): number => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
};

/** Pixels of a number that are as bright as this test asks for. A stroke is one or two pixels wide, and blends at its edges. */
const corePixels = 6;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How well the number on a tile stands apart from the tile, in a screenshot with the tile in a box. */
export const contrastIn = ({ at }: Pixels, { x: left, y: top, width, height }: Box): number => {
  const inside: string[] = [];
  for (let y = Math.ceil(height * 0.2); y < height * 0.8; y++) {
    for (let x = Math.ceil(width * 0.15); x < width * 0.85; x++) inside.push(at(left + x, top + y));
  }
  const counts = new Map<string, number>();
  for (const colour of inside) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const [face] = [...counts].toSorted(([, a], [, b]) => b - a)[0]!;
  return inside.map((colour) => contrast(colour, face)).toSorted((a, b) => b - a)[corePixels - 1]!;
};

/** Some moves from a position, the same ones every time, up to a limit. */
export const walk = (puzzle: Puzzle, start: Position, limit: number): Move[] => {
  const cursor = puzzle.cursor(puzzle.goal);
  cursor.load(cursor.rank(start));
  const moves: Move[] = [];
  const codes: number[] = [];
  let previous: number | undefined;
  for (let seed = 7; moves.length < limit; seed = (seed * 48_271) % 2_147_483_647) {
    const count = cursor.moves(codes, 0);
    const sensible = codes
      .slice(0, count)
      .filter((code) => previous === undefined || !cursor.redundant(previous, code));
    if (sensible.length === 0) break;
    previous = sensible[seed % sensible.length]!;
    moves.push(cursor.path(previous));
    cursor.make(previous);
  }
  return moves;
};
