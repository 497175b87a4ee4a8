/** Reads animated GIF, strictly: whatever the format doesn't allow throws. */

export interface GifFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly milliseconds: number;
  /** The whole picture after this frame, one 0xRRGGBB a pixel; -1 where nothing was drawn yet. Drawn when asked for. */
  readonly shown: Int32Array;
}

export interface Gif {
  readonly width: number;
  readonly height: number;
  /** How often it repeats, 0 for ever; undefined where it doesn't. */
  readonly loops: number | undefined;
  readonly frames: readonly GifFrame[];
}

/** The pixels of one frame. */
const decompress = (data: Uint8Array, pixelBits: number, count: number): Uint8Array => {
  const clear = 1 << pixelBits;
  const end = clear + 1;
  // Each code is another one and a pixel more.
  const before = new Uint16Array(4096);
  const pixel = Uint8Array.from({ length: 4096 }, (_, code) => code);
  const lengths = new Uint16Array(4096).fill(1);
  const firsts = Uint8Array.from(pixel);
  let next = end + 1;
  let width = pixelBits + 1;
  let previous = -1;
  const pixels = new Uint8Array(count);
  let written = 0;
  for (let bit = 0; ; ) {
    if ((bit + width + 7) >> 3 > data.length) throw new Error('no end of data');
    const byte = bit >> 3;
    const bits = data[byte]! | ((data[byte + 1] ?? 0) << 8) | ((data[byte + 2] ?? 0) << 16);
    const code = (bits >> (bit & 7)) & ((1 << width) - 1);
    bit += width;
    if (code === end) {
      if (data.length !== Math.ceil(bit / 8)) throw new Error('bytes after the end');
      break;
    }
    if (code === clear) {
      next = end + 1;
      width = pixelBits + 1;
      previous = -1;
      continue;
    }
    if (code > next || (code === next && previous === -1)) throw new Error(`unknown code ${code}`);
    if (previous !== -1 && next < 4096) {
      before[next] = previous;
      pixel[next] = firsts[code === next ? previous : code]!;
      lengths[next] = lengths[previous]! + 1;
      firsts[next] = firsts[previous]!;
      next++;
    }
    if (next === 1 << width && width < 12) width++;
    const length = lengths[code]!;
    if (written + length > count) throw new Error('too many pixels');
    for (let at = written + length - 1, rest = code; at >= written; at--, rest = before[rest]!)
      pixels[at] = pixel[rest]!;
    written += length;
    previous = code;
  }
  if (written !== count) throw new Error(`${count - written} pixels missing`);
  return pixels;
};

export const readGif = (file: Uint8Array): Gif => {
  let at = 0;
  const byte = (): number => {
    if (at >= file.length) throw new Error('file ends early');
    return file[at++]!;
  };
  const short = (): number => byte() | (byte() << 8);
  const text = (length: number): string => String.fromCharCode(...Array.from({ length }, byte));
  const table = (flags: number): number[] =>
    Array.from({ length: 2 << (flags & 7) }, () => (byte() << 16) | (byte() << 8) | byte());
  const blocks = (): Uint8Array => {
    const parts: Uint8Array[] = [];
    for (let size = byte(); size > 0; size = byte()) {
      parts.push(file.subarray(at, at + size));
      at += size;
    }
    return Buffer.concat(parts);
  };

  if (text(6) !== 'GIF89a') throw new Error('no GIF89a');
  const [width, height] = [short(), short()];
  const flags = byte();
  at += 2;
  const colours = flags & 0x80 ? table(flags) : [];
  const frames: GifFrame[] = [];
  const draws: ((screen: Int32Array) => void)[] = [];
  let loops: number | undefined;
  let control = { milliseconds: 0, transparent: -1 };
  for (let kind = byte(); kind !== 0x3b; kind = byte()) {
    if (kind === 0x21) {
      const label = byte();
      const data = blocks();
      if (label === 0xff && String.fromCharCode(...data.subarray(0, 11)) === 'NETSCAPE2.0') {
        loops = data[12]! | (data[13]! << 8);
      }
      if (label !== 0xf9) continue;
      if (((data[0]! >> 2) & 7) > 1) throw new Error('only frames that stay are read');
      control = { milliseconds: (data[1]! | (data[2]! << 8)) * 10, transparent: data[0]! & 1 ? data[3]! : -1 };
      continue;
    }
    if (kind !== 0x2c) throw new Error(`unknown block ${kind}`);
    const [left, top, across, down] = [short(), short(), short(), short()];
    if (left + across > width || top + down > height) throw new Error('frame outside the picture');
    const frameFlags = byte();
    if (frameFlags & 0x40) throw new Error('interlaced');
    const palette = frameFlags & 0x80 ? table(frameFlags) : colours;
    const pixelBits = byte();
    const pixels = decompress(blocks(), pixelBits, across * down);
    const { milliseconds, transparent } = control;
    draws.push((screen) => {
      for (let y = 0, index = 0; y < down; y++) {
        for (let x = 0; x < across; x++, index++) {
          const place = pixels[index]!;
          if (place !== transparent) screen[(top + y) * width + left + x] = palette[place]!;
        }
      }
    });
    const own = draws.slice();
    let shown: Int32Array | undefined;
    frames.push({
      ...{ left, top, width: across, height: down, milliseconds },
      get shown() {
        if (shown) return shown;
        shown = new Int32Array(width * height).fill(-1);
        for (const draw of own) draw(shown);
        return shown;
      },
    });
  }
  if (at !== file.length) throw new Error('bytes after the trailer');
  return { width, height, loops, frames };
};
