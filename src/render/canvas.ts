/** What pictures of all kinds are made of: the font, texts, shapes and lines. */
import { fileURLToPath } from 'node:url';
import { GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import type { Point, Region } from './layout.ts';

/** The bundled font. Systems may lack Japanese glyphs, and the own name makes pictures look the same everywhere. */
export const fontFamily = 'Antipode';

const path = fileURLToPath(new URL('../../assets/fonts/NotoSansJP-Bold.otf', import.meta.url));
if (!GlobalFonts.registerFromPath(path, fontFamily)) throw new Error(`the font ${path} is missing`);

export const fontOf = (size: number): string => `${size}px "${fontFamily}"`;

interface Writing {
  /** In pixels. */
  readonly size: number;
  readonly colour: string;
  readonly align?: SKRSContext2D['textAlign'];
  readonly baseline?: SKRSContext2D['textBaseline'];
  /** The width from which on a text is made narrower. */
  readonly most?: number | undefined;
}

/** Write a text from a point on, or where `align` says. */
export const writeText = (
  context: SKRSContext2D,
  text: string,
  { x, y }: Point,
  { size, colour, align = 'left', baseline = 'alphabetic', most }: Writing,
): void => {
  context.font = fontOf(size);
  context.textAlign = align;
  context.textBaseline = baseline;
  context.fillStyle = colour;
  context.fillText(text, x, y, most);
};

/** Fill a shape that `trace` adds to an empty path. */
export const fill = (context: SKRSContext2D, colour: string, trace: () => void): void => {
  context.fillStyle = colour;
  context.beginPath();
  trace();
  context.fill();
};

export const fillRegion = (context: SKRSContext2D, colour: string, { x, y, width, height }: Region): void => {
  context.fillStyle = colour;
  context.fillRect(x, y, width, height);
};

/** Draw the lines that `trace` adds to an empty path. */
export const stroke = (
  context: SKRSContext2D,
  colour: string,
  width: number,
  trace: () => void,
  join: SKRSContext2D['lineJoin'] = 'round',
): void => {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineCap = 'round';
  context.lineJoin = join;
  context.beginPath();
  trace();
  context.stroke();
};

/** Add lines from point to point to the path. */
export const lines = (context: SKRSContext2D, ...points: readonly Point[]): void => {
  for (const [index, { x, y }] of points.entries()) {
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
};
