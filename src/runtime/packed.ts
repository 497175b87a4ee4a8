/** Files as jobs carry them: compressed, as writing 260 kB as JSON twice would hold up an event loop. */
import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** The most characters that a number of bytes is packed in: what can't be compressed grows by a third. */
export const packedLength = (bytes: number): number => Math.ceil(bytes * 1.4) + 100;

/** Off this thread. */
export const packed = async (file: Buffer): Promise<string> => (await deflate(file)).toString('base64');
export const packedHere = (text: string): string => deflateRawSync(text).toString('base64');

/** @throws RangeError for more bytes than `most`, and other errors for what was never packed */
export const unpacked = (text: string, most: number): Buffer =>
  inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: most });
