/** Personal data, counted and as a file. Pure. */
import { gzipSync } from 'node:zlib';

export interface ExportedPart {
  readonly name: string;
  readonly data: unknown;
}

/** Discord's limit for a file, in bytes. */
const mostBytes = 10 * 2 ** 20;

const listsIn = (data: unknown): readonly (readonly unknown[])[] => {
  if (Array.isArray(data)) return [data];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(listsIn) : [];
};

/** How many entries some data has: the items of its lists, or one without lists. */
export const entriesOf = (data: unknown): number => listsIn(data).flat().length || 1;

/**
 * All data as one readable JSON file with times in ISO 8601, compressed if it is too large for Discord.
 * @param at in milliseconds since 1970
 */
export const exportFile = (
  user: string,
  parts: readonly ExportedPart[],
  at: number,
): { name: string; data: Buffer } => {
  const time = new Date(at).toISOString();
  const data = Object.fromEntries(parts.map((part) => [part.name, part.data]));
  const all = { format: 'antipode-personal-data/1', at: time, user, data };
  // A move is a list of two or three numbers, and stays on one line.
  const text = JSON.stringify(all, null, 2).replace(
    /\[\n\s+(\d+(?:,\n\s+\d+)*)\n\s+\]/gu,
    (_, numbers: string) => `[${numbers.replace(/\s+/gu, ' ')}]`,
  );
  const name = `antipode-${time.slice(0, 10)}.json`;
  const file = Buffer.from(`${text}\n`);
  return file.length <= mostBytes ? { name, data: file } : { name: `${name}.gz`, data: gzipSync(file) };
};
