/** What is kept about somebody, counted and as a file. Pure. */
import { gzipSync } from 'node:zlib';

/** What one feature keeps. */
export interface Part {
  readonly name: string;
  readonly data: unknown;
}

/** Discord's limit for a file, in bytes. */
const mostBytes = 10 * 2 ** 20;

const listsIn = (data: unknown): readonly (readonly unknown[])[] => {
  if (Array.isArray(data)) return [data];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(listsIn) : [];
};

/** How many things something is, as people count: the items of its lists, or one where it has none. */
export const entriesOf = (data: unknown): number =>
  Math.max(
    1,
    listsIn(data).reduce((sum, list) => sum + list.length, 0),
  );

/**
 * All of it as one file of JSON to read, times as ISO 8601; compressed where it would be too large for Discord.
 * @param at when it was so, in milliseconds since 1970
 */
export const exportFile = (user: string, parts: readonly Part[], at: number): { name: string; data: Buffer } => {
  const time = new Date(at).toISOString();
  const all = {
    format: 'antipode-personal-data/1',
    at: time,
    user,
    data: Object.fromEntries(parts.map(({ name, data }) => [name, data])),
  };
  // Moves are lists of two or three numbers, and each of them stays on its line.
  const text = JSON.stringify(all, null, 2).replace(
    /\[\n\s+(\d+(?:,\n\s+\d+)*)\n\s+\]/gu,
    (_, numbers: string) => `[${numbers.replace(/\s+/gu, ' ')}]`,
  );
  const name = `antipode-${time.slice(0, 10)}.json`;
  const data = Buffer.from(`${text}\n`);
  return data.length <= mostBytes ? { name, data } : { name: `${name}.gz`, data: gzipSync(data) };
};
