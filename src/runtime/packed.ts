/** Long texts as jobs carry them: compressed, and not by the event loop, which writing 260 kB as JSON twice would hold up. */
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** The most characters that a text of so many bytes is packed in: one that can't be compressed grows by a third. */
export const packedLength = (bytes: number): number => Math.ceil(bytes * 1.4) + 100;

export const packed = async (text: string): Promise<string> => (await deflate(text)).toString('base64');

/** @throws RangeError for more bytes than `most`, and other errors for what was never packed */
export const unpacked = (text: string, most: number): string =>
  inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: most }).toString();
