/**
 * Animated GIF of flat drawings. The canvas's encoder gives every frame its own palette and writes all pixels of a
 * rectangle. Merged colours keep those palettes small, and unchanged pixels are transparent: together they halve the
 * file.
 */
import { GifEncoder } from '@napi-rs/canvas';
import type { Region } from './layout.ts';

/** A rectangle of a picture with its opaque RGBA pixels. */
export interface Part extends Region {
  readonly data: Uint8ClampedArray;
}

/** A palette has 256 colours, of which one is transparent. */
const mostColours = 255;
/** Colours merge if they differ by no more than this in each of red, green and blue. */
const tolerance = 10;

const channelDifference = (a: number, b: number, shift: number): number =>
  Math.abs(((a >> shift) & 255) - ((b >> shift) & 255));
const difference = (a: number, b: number): number =>
  Math.max(channelDifference(a, b, 0), channelDifference(a, b, 8), channelDifference(a, b, 16));

/** Colours in the order of their first use, near ones merged. A colour is a 32-bit pixel of a canvas. */
class Palette {
  private readonly colours: number[] = [];
  private readonly known = new Map<number, number>();

  /** The palette's colour for this one: itself, or a near one. Far ones merge too once the palette is full. */
  merged(colour: number): number {
    const known = this.known.get(colour);
    if (known !== undefined) return known;
    let nearest: number | undefined;
    let least = this.colours.length < mostColours ? tolerance + 1 : 256;
    for (const other of this.colours) {
      const apart = difference(colour, other);
      if (apart < least) [nearest, least] = [other, apart];
    }
    if (nearest === undefined) this.keep(colour);
    else this.known.set(colour, nearest);
    return nearest ?? colour;
  }

  /** Add a colour as it is. */
  keep(colour: number): void {
    if (!this.known.has(colour)) this.colours.push(colour);
    this.known.set(colour, colour);
  }
}

/** Writes an animation that repeats forever, frame by frame. */
export class GifWriter {
  private readonly encoder: GifEncoder;
  private readonly palette = new Palette();
  /** The picture after the last frame. */
  private readonly shown: Uint32Array;

  /** @param colours at most 255 that must not change, as `#rrggbb` */
  constructor(width: number, height: number, colours: readonly string[]) {
    this.encoder = new GifEncoder(width, height);
    this.shown = new Uint32Array(width * height);
    const rgba = colours.map((colour) => Buffer.from(`${colour.slice(1)}ff`, 'hex'));
    for (const colour of new Uint32Array(Uint8Array.from(Buffer.concat(rgba)).buffer)) this.palette.keep(colour);
  }

  /**
   * Draw parts over the picture. The first frame must cover all of it.
   * @param milliseconds rounded to hundredths of a second; browsers show less than 20 as 100
   */
  frame(parts: readonly Part[], milliseconds: number): void {
    const { encoder, palette, shown } = this;
    const { width } = encoder;
    // Collects the changes in a layer of the whole picture, then cuts out the smallest rectangle around them.
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
    // A frame without changes still has a duration, and needs at least one pixel.
    if (right === -1) [left, top, right, bottom] = [0, 0, 0, 0];
    const [across, down] = [right - left + 1, bottom - top + 1];
    const pixels = new Uint32Array(across * down);
    for (let y = 0; y < down; y++) {
      const from = (top + y) * width + left;
      pixels.set(changes.subarray(from, from + across), y * across);
    }
    encoder.addFrame(new Uint8Array(pixels.buffer), across, down, { delay: milliseconds, left, top });
  }

  finish(): Uint8Array {
    return this.encoder.finish();
  }
}
