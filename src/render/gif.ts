/**
 * Animated GIF of flat drawings, written frame by frame: an encoder that keeps all frames until the end needs hundreds of
 * MB for a long solution. Merged colours keep the palettes small, and unchanged pixels are transparent.
 */
import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Region } from './layout.ts';

/** In milliseconds: browsers show shorter frames as 100 ms. */
export const shortestFrame = 20;
/** Moves a second that can be shown. */
export const fastest = 1000 / shortestFrame;

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

/** Codes have 12 bits at most. */
const mostCodes = 4096;
/** The code of each sequence with one more index, or 0: a row of 256 for each code, cleared when the code is new. */
const longer = new Uint16Array(mostCodes * 256);

/** Compress indices of `bits` bits each: LZW in blocks of at most 255 bytes (GIF89a, appendix F). */
const compressed = (indices: Uint8Array, bits: number): Uint8Array => {
  const clear = 1 << bits;
  const end = clear + 1;
  // An index takes a code at most.
  const bytes = new Uint8Array(indices.length * 2 + 16);
  bytes[0] = bits;
  // The current block begins with its length.
  let block = 1;
  let at = 2;
  const push = (byte: number): void => {
    if (at - block > 255) [block, at] = [at, at + 1];
    bytes[at++] = byte;
    bytes[block] = at - block - 1;
  };
  let size = bits + 1;
  let next = end + 1;
  let pool = 0;
  let filled = 0;
  const emit = (code: number): void => {
    pool |= code << filled;
    for (filled += size; filled >= 8; filled -= 8, pool >>= 8) push(pool & 255);
  };
  /** Emit a code of the dictionary. The reader's dictionary grows with it. */
  const emitNext = (code: number): void => {
    emit(code);
    if (next === 1 << size && next < mostCodes) size++;
  };
  emit(clear);
  longer.fill(0, 0, clear * 256);
  let code = indices[0]!;
  for (let from = 1; from < indices.length; from++) {
    const index = indices[from]!;
    const known = longer[code * 256 + index]!;
    if (known !== 0) {
      code = known;
      continue;
    }
    emitNext(code);
    if (next < mostCodes) {
      longer[code * 256 + index] = next;
      longer.fill(0, next * 256, next * 256 + 256);
      next++;
    } else {
      emit(clear);
      longer.fill(0, 0, clear * 256);
      size = bits + 1;
      next = end + 1;
    }
    code = index;
  }
  emitNext(code);
  emit(end);
  if (filled > 0) push(pool);
  // After the last block, `at` is a 0, which ends them.
  return bytes.slice(0, at + 1);
};

const word = (value: number): [number, number] => [value & 255, value >> 8];

/** Writes what is drawn on a canvas as an animation that repeats forever, frame by frame. */
export class GifWriter {
  private readonly context: SKRSContext2D;
  private readonly palette = new Palette();
  /** The picture after the last frame. */
  private readonly shown: Uint32Array;
  /** The changes of a frame in a layer of the whole picture. */
  private readonly changes: Uint32Array;
  private readonly written: Uint8Array[];

  /** @param colours at most 255 that must not change, as `#rrggbb` */
  constructor(context: SKRSContext2D, colours: readonly string[]) {
    const { width, height } = context.canvas;
    this.context = context;
    this.shown = new Uint32Array(width * height);
    this.changes = new Uint32Array(width * height);
    const rgba = colours.map((colour) => Buffer.from(`${colour.slice(1)}ff`, 'hex'));
    for (const colour of new Uint32Array(Uint8Array.from(Buffer.concat(rgba)).buffer)) this.palette.keep(colour);
    // No palette for all frames; repeated without end.
    const screen = [...word(width), ...word(height), 0, 0, 0];
    const loop = [0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0];
    this.written = [Uint8Array.from([...Buffer.from('GIF89a'), ...screen, ...loop])];
  }

  /**
   * Add a frame of the parts that may have changed, whose pixels are opaque. The first frame must cover all of the canvas.
   * @param milliseconds rounded to hundredths of a second; browsers show less than 20 as 100
   */
  frame(parts: readonly Region[], milliseconds: number): void {
    const { context, palette, shown, changes } = this;
    const { width, height } = context.canvas;
    // Collects the changes, then cuts out the smallest rectangle around them.
    changes.fill(0);
    let [left, top, right, bottom] = [width, height, -1, -1];
    for (const part of parts) {
      const { data } = context.getImageData(part.x, part.y, part.width, part.height);
      const pixels = new Uint32Array(data.buffer, data.byteOffset, part.width * part.height);
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
    const indices = new Uint8Array(across * down);
    /** Colours of this frame. What does not change is transparent, with the index 0. */
    const used = new Map([[0, 0]]);
    let last = 0;
    let index = 0;
    for (let y = 0, at = 0; y < down; y++) {
      const from = (top + y) * width + left;
      for (let x = from; x < from + across; x++, at++) {
        const colour = changes[x]!;
        if (colour !== last) {
          index = used.get(colour) ?? used.size;
          used.set(colour, index);
          last = colour;
        }
        indices[at] = index;
      }
    }
    const bits = Math.max(2, Math.ceil(Math.log2(used.size)));
    const colours = new Uint8Array(3 << bits);
    for (const [colour, index] of used)
      colours.set([colour & 255, (colour >> 8) & 255, (colour >> 16) & 255], index * 3);
    // The picture stays below the next frame.
    const control = [0x21, 0xf9, 4, 0b101, ...word(Math.round(milliseconds / 10)), 0, 0];
    const place = [0x2c, ...[left, top, across, down].flatMap(word), 0x80 | (bits - 1)];
    this.written.push(Uint8Array.from([...control, ...place]), colours, compressed(indices, bits));
  }

  finish(): Uint8Array {
    return Buffer.concat([...this.written, Uint8Array.of(0x3b)]);
  }
}
