/**
 * Animated GIF (GIF89a) of flat drawings. The canvas has an encoder too, but that one gives every frame a palette of its
 * own, of 0.8 kB, and writes all pixels of a rectangle: more than twice the bytes and the time for our animations. Here
 * one palette serves all frames, and pixels that stay as they were cost next to nothing.
 */
import type { Region } from './layout.ts';

/** A rectangle of a picture with its pixels, RGBA as canvases give them; alpha is not looked at. */
export interface Part extends Region {
  readonly data: Uint8ClampedArray;
}

/** Stands for a pixel that stays as it was. */
const unchanged = 0;
const mostColours = 256;
/** Colours that differ by no more than this in each of red, green and blue share one place of the palette. */
const tolerance = 10;

/** Colours in the order of their first use, near ones merged. */
class Palette {
  readonly colours: number[] = [0];
  private readonly known = new Map<number, number>();

  /** The place of a colour, given as 0xRRGGBB; never `unchanged`. */
  place(colour: number): number {
    const known = this.known.get(colour);
    if (known !== undefined) return known;
    const { place, difference } = this.nearest(colour);
    const isNew = difference > tolerance && this.colours.length < mostColours;
    const found = isNew ? this.colours.push(colour) - 1 : place;
    this.known.set(colour, found);
    return found;
  }

  /** Give a colour a place of its own, so that it comes out exactly. */
  keep(colour: number): void {
    if (!this.known.has(colour)) this.known.set(colour, this.colours.push(colour) - 1);
  }

  private nearest(colour: number): { place: number; difference: number } {
    let [place, difference] = [0, Number.POSITIVE_INFINITY];
    for (let other = unchanged + 1; other < this.colours.length; other++) {
      const there = this.colours[other]!;
      const apart = Math.max(
        Math.abs((colour >> 16) - (there >> 16)),
        Math.abs(((colour >> 8) & 255) - ((there >> 8) & 255)),
        Math.abs((colour & 255) - (there & 255)),
      );
      if (apart < difference) [place, difference] = [other, apart];
    }
    return { place, difference };
  }
}

const mostCodes = 4096;

/** The dictionary of a run of LZW: a hash table from (code of the beginning, next pixel) to the code of both. */
const slots = 1 << 14;
const keys = new Int32Array(slots);
const codes = new Uint16Array(slots);

/** Compress pixels of some bits each as GIF wants them: least significant bit first, in blocks of up to 255 bytes. */
const compress = (pixels: Uint8Array, pixelBits: number): Uint8Array => {
  // The codes after those of the single pixels.
  const clearCode = 1 << pixelBits;
  const endCode = clearCode + 1;
  // Codes have at most 12 bits and each but the clear codes stands for at least one pixel.
  const bytes = new Uint8Array(16 + Math.ceil(pixels.length * 1.6));
  let length = 0;
  let bits = 0;
  let bitCount = 0;
  let width = pixelBits + 1;
  let next = endCode + 1;
  const put = (code: number): void => {
    bits |= code << bitCount;
    for (bitCount += width; bitCount >= 8; bitCount -= 8) {
      bytes[length++] = bits & 255;
      bits >>>= 8;
    }
  };
  keys.fill(-1);
  put(clearCode);
  let beginning = pixels[0]!;
  for (let at = 1; at < pixels.length; at++) {
    const pixel = pixels[at]!;
    const key = (beginning << pixelBits) | pixel;
    let slot = Math.imul(key, 0x9e3779b1) >>> 18;
    while (keys[slot] !== -1 && keys[slot] !== key) slot = (slot + 1) & (slots - 1);
    if (keys[slot] === key) {
      beginning = codes[slot]!;
      continue;
    }
    put(beginning);
    beginning = pixel;
    if (next === mostCodes) {
      put(clearCode);
      keys.fill(-1);
      next = endCode + 1;
      width = pixelBits + 1;
    } else {
      // A code is used one step after it was made, so the width grows when the code after the widest is made.
      if (next === 1 << width) width++;
      keys[slot] = key;
      codes[slot] = next++;
    }
  }
  put(beginning);
  if (next === 1 << width && width < 12) width++;
  put(endCode);
  if (bitCount > 0) bytes[length++] = bits & 255;

  const blocks = new Uint8Array(2 + length + Math.ceil(length / 255));
  let to = 0;
  blocks[to++] = pixelBits;
  for (let from = 0; from < length; from += 255) {
    const size = Math.min(255, length - from);
    blocks[to++] = size;
    blocks.set(bytes.subarray(from, from + size), to);
    to += size;
  }
  return blocks;
};

const shorts = (...values: readonly number[]): number[] => values.flatMap((value) => [value & 255, value >> 8]);
const ascii = (text: string): number[] => [...Buffer.from(text, 'latin1')];

/** Writes an animation that repeats for ever, frame by frame. */
export class GifWriter {
  private readonly width: number;
  private readonly height: number;
  private readonly palette = new Palette();
  /** What the picture shows now, as places of the palette. */
  private readonly shown: Uint8Array;
  private readonly frames: (Region & { readonly pixels: Uint8Array; readonly hundredths: number })[] = [];

  /** @param colours `#rrggbb`, those that must come out exactly; at most 255 */
  constructor(width: number, height: number, colours: readonly string[]) {
    this.width = width;
    this.height = height;
    this.shown = new Uint8Array(width * height);
    for (const colour of colours) this.palette.keep(Number.parseInt(colour.slice(1), 16));
  }

  /**
   * Add a frame: the picture before with these parts drawn over. The first frame has to cover the whole picture.
   * @param milliseconds how long it stays, rounded to hundredths of a second; at least 20, or browsers make it 100
   */
  frame(parts: readonly Part[], milliseconds: number): void {
    const { shown, width } = this;
    // First what changes, as places in a layer of the whole picture; then the smallest rectangle around it.
    const changes = new Uint8Array(shown.length);
    let [left, top, right, bottom] = [width, this.height, -1, -1];
    for (const part of parts) {
      const pixels = new Uint32Array(part.data.buffer, part.data.byteOffset, part.width * part.height);
      let [last, place] = [-1, 0];
      for (let y = 0, at = 0; y < part.height; y++) {
        for (let x = 0; x < part.width; x++, at++) {
          const pixel = pixels[at]!;
          if (pixel !== last) {
            last = pixel;
            place = this.palette.place(((pixel & 255) << 16) | (pixel & 0xff00) | ((pixel >> 16) & 255));
          }
          const index = (part.y + y) * width + part.x + x;
          if (shown[index] === place) continue;
          shown[index] = place;
          changes[index] = place;
          if (part.x + x < left) left = part.x + x;
          if (part.x + x > right) right = part.x + x;
          if (part.y + y < top) top = part.y + y;
          if (part.y + y > bottom) bottom = part.y + y;
        }
      }
    }
    // A frame that changes nothing still takes its time, and has at least one pixel.
    if (right === -1) [left, top, right, bottom] = [0, 0, 0, 0];
    const [across, down] = [right - left + 1, bottom - top + 1];
    const pixels = new Uint8Array(across * down);
    for (let y = 0; y < down; y++) {
      const from = (top + y) * width + left;
      pixels.set(changes.subarray(from, from + across), y * across);
    }
    const hundredths = Math.round(milliseconds / 10);
    this.frames.push({ x: left, y: top, width: across, height: down, pixels, hundredths });
  }

  /** The whole file. Only here it is known how many colours there are, and with fewer of them every code is shorter. */
  finish(): Uint8Array {
    const { colours } = this.palette;
    const pixelBits = Math.max(2, Math.ceil(Math.log2(colours.length)));
    const table = new Uint8Array(3 << pixelBits);
    for (const [place, colour] of colours.entries()) {
      table.set([colour >> 16, (colour >> 8) & 255, colour & 255], place * 3);
    }
    // There is a table of 2^pixelBits colours of 8 bits each; the first is the background.
    const screen = [...shorts(this.width, this.height), 0b1_111_0_000 | (pixelBits - 1), 0, 0];
    const forEver = [0x21, 0xff, 11, ...ascii('NETSCAPE2.0'), 3, 1, ...shorts(0), 0];
    const keepAndTransparent = (1 << 2) | 1;
    const chunks = [
      Uint8Array.from([...ascii('GIF89a'), ...screen, ...table, ...forEver]),
      ...this.frames.flatMap(({ x, y, width, height, pixels, hundredths }) => [
        Uint8Array.from([0x21, 0xf9, 4, keepAndTransparent, ...shorts(hundredths), unchanged, 0]),
        Uint8Array.from([0x2c, ...shorts(x, y, width, height), 0]),
        compress(pixels, pixelBits),
      ]),
      Uint8Array.of(0x3b),
    ];
    const file = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    let at = 0;
    for (const chunk of chunks) {
      file.set(chunk, at);
      at += chunk.length;
    }
    return file;
  }
}
