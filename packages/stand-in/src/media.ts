/** A file of a multipart body. */
export interface Upload {
  /** The `n` of `files[n]`. */
  readonly index: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Most bytes of a file, without boosts. https://docs.discord.com/developers/reference#uploading-files */
export const ATTACHMENT_LIMIT = 10 * 1024 * 1024;

/** Keeps ASCII letters, digits, underscores, dashes and dots of a file name, as Discord does. Spaces become underscores. */
export function cleanFilename(name: string): string {
  const clean = name.replaceAll(' ', '_').replace(/[^\w.-]/g, '');
  return clean === '' || clean.startsWith('.') ? `unknown${clean}` : clean;
}

/** The type of a picture, read from its first bytes. */
export function pictureType(bytes: Uint8Array): 'png' | 'gif' | 'jpeg' | 'webp' | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith('\x89PNG')) return 'png';
  if (head.startsWith('GIF8')) return 'gif';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'webp' : undefined;
}

/** Width and height of a PNG, a GIF or an extended WebP, or undefined. */
export function pictureSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  if (bytes.length < 30) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (offset: number) => String.fromCharCode(...bytes.subarray(offset, offset + 4));
  if (tag(1).startsWith('PNG')) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (tag(0) === 'GIF8') return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (tag(0) === 'RIFF' && tag(8) === 'WEBP' && tag(12) === 'VP8X') {
    const uint24PlusOne = (offset: number) => view.getUint16(offset, true) + (bytes[offset + 2] ?? 0) * 65_536 + 1;
    return { width: uint24PlusOne(24), height: uint24PlusOne(27) };
  }
  return undefined;
}
