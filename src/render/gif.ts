/**
 * Animated GIF of flat drawings. The canvas's encoder gives every frame a palette of its own and writes all pixels of a
 * rectangle. Merged colours keep those palettes small, and pixels that stay as they were are transparent: together they
 * halve the file.
 */
import { GifEncoder } from '@napi-rs/canvas';
import type { Region } from './layout.ts';

/** A rectangle of a picture with its pixels, RGBA as canvases give them. All of them are opaque. */
export interface Part extends Region {
  readonly data: Uint8ClampedArray;
}

/** A palette has 256 colours, of which one is transparent. */
const mostColours = 255;
/** Colours that differ by no more than this in each of red, green and blue become one. */
const tolerance = 10;

const difference = (a: number, b: number): number =>
  Math.max(
    Math.abs((a & 255) - (b & 255)),
    Math.abs(((a >> 8) & 255) - ((b >> 8) & 255)),
    Math.abs(((a >> 16) & 255) - ((b >> 16) & 255)),
  );

/** Colours in the order of their first use, near ones merged. A colour is a pixel as canvases give it, in 32 bits. */
class Palette {
  private readonly colours: number[] = [];
  private readonly known = new Map<number, number>();

  /** The colour that is used in place of this one. */
  merged(colour: number): number {
    const known = this.known.get(colour);
    if (known !== undefined) return known;
    const nearest = this.nearest(colour);
    if (nearest === undefined) this.keep(colour);
    else this.known.set(colour, nearest);
    return nearest ?? colour;
  }

  /** Keep a colour as it is. */
  keep(colour: number): void {
    if (!this.known.has(colour)) this.colours.push(colour);
    this.known.set(colour, colour);
  }

  /** The nearest colour that is used already; undefined where it is too far and there is room for another one. */
  private nearest(colour: number): number | undefined {
    let nearest: number | undefined;
    let least = this.colours.length < mostColours ? tolerance + 1 : 256;
    for (const other of this.colours) {
      const apart = difference(colour, other);
      if (apart < least) [nearest, least] = [other, apart];
    }
    return nearest;
  }
}

/** Writes an animation that repeats for ever, frame by frame. */
export class GifWriter {
  private readonly encoder: GifEncoder;
  private readonly palette = new Palette();
  /** What the picture shows now. */
  private readonly shown: Uint32Array;

  /** @param colours `#rrggbb`, those that must come out exactly; at most 255 */
  constructor(width: number, height: number, colours: readonly string[]) {
    this.encoder = new GifEncoder(width, height);
    this.shown = new Uint32Array(width * height);
    const rgba = colours.map((colour) => Buffer.from(`${colour.slice(1)}ff`, 'hex'));
    for (const colour of new Uint32Array(Uint8Array.from(Buffer.concat(rgba)).buffer)) this.palette.keep(colour);
  }

  /**
   * Add a frame: the picture before with these parts drawn over. The first frame has to cover the whole picture.
   * @param milliseconds how long it stays, rounded to hundredths of a second; at least 20, or browsers make it 100
   */
  frame(parts: readonly Part[], milliseconds: number): void {
    const { encoder, palette, shown } = this;
    const { width } = encoder;
    // First what changes, in a layer of the whole picture; then the smallest rectangle around it.
    const changes = new Uint32Array(shown.length);
    let [left, top, right, bottom] = [width, encoder.height, -1, -1];
    for (const part of parts) {
      const pixels = new Uint32Array(part.data.buffer, part.data.byteOffset, part.width * part.height);
      let last: number | undefined;
      let colour = 0;
      for (let y = part.y, at = 0; y < part.y + part.height; y++) {
        for (let x = part.x; x < part.x + part.width; x++, at++) {
          const pixel = pixels[at]!;
          if (pixel !== last) colour = palette.merged(pixel);
          last = pixel;
          const index = y * width + x;
          if (shown[index] === colour) continue;
          shown[index] = colour;
          changes[index] = colour;
          left = Math.min(left, x);
          right = Math.max(right, x);
          top = Math.min(top, y);
          bottom = Math.max(bottom, y);
        }
      }
    }
    // A frame that changes nothing still takes its time, and has at least one pixel.
    if (right === -1) [left, top, right, bottom] = [0, 0, 0, 0];
    const [across, down] = [right - left + 1, bottom - top + 1];
    const pixels = new Uint32Array(across * down);
    for (let y = 0; y < down; y++) {
      const from = (top + y) * width + left;
      pixels.set(changes.subarray(from, from + across), y * across);
    }
    encoder.addFrame(new Uint8Array(pixels.buffer), across, down, { delay: milliseconds, left, top });
  }

  /** The whole file. */
  finish(): Uint8Array {
    return this.encoder.finish();
  }
}
