/** Files that people attach, and those that the bot sends. */
import type { Message } from '@antipode/stand-in';

/** A file for an option. */
export const fileOf = (content: string | Uint8Array, name = 'positions.txt') => ({
  name,
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
  contentType: 'text/plain',
});

/** The cells of a line of comma-separated values without line breaks. */
const cellsOf = (line: string): string[] =>
  [...`${line},`.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*)),/gu)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare!,
  );

/** Rows of comma-separated values, by the names of the header. */
export const readCsv = (csv: string): Record<string, string>[] => {
  const [names, ...rows] = csv
    .replace(/^\uFEFF/u, '')
    .trimEnd()
    .split('\n')
    .map(cellsOf);
  return rows.map((cells) => Object.fromEntries(names!.map((name, index) => [name, cells[index]!])));
};

/** The rows of the file on an answer. */
export const rowsOf = ({ attachments: [file] }: Message): Record<string, string>[] =>
  readCsv(Buffer.from(file!.bytes).toString());
