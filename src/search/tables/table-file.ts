/**
 * Files of tables that take longer to build than to read. A file is a header of 64 bytes and the bytes of the table. It
 * is written under a temporary name, synchronised and renamed, so that a reader sees all of it or nothing. A file that is
 * not exactly as it was written is built again and replaced.
 */
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { crc32 } from 'node:zlib';

export interface TableFile {
  /** Created if need be. Without one, no file is read or written. */
  readonly folder?: string | undefined;
  /** What the table is; also the name of the file. Letters, digits and hyphens, 32 at most. */
  readonly name: string;
  /** Goes up whenever the meaning of the bytes changes. */
  readonly version: number;
  /** What to fill. */
  readonly table: Uint8Array;
  /** Fills all of it. */
  readonly build: (table: Uint8Array) => void;
  /** Gets a line for the log about a useless file, or one that can't be written. */
  readonly note?: ((line: string) => void) | undefined;
}

const magic = 'antipode table\n\0';
const headerBytes = 64;
const nameBytes = 32;
/** Bytes to read, write or checksum at once: some systems take no more than 2 GiB in one call. */
const partBytes = 2 ** 26;

const checksum = (table: Uint8Array): number => {
  let sum = 0;
  for (let at = 0; at < table.length; at += partBytes) sum = crc32(table.subarray(at, at + partBytes), sum);
  return sum;
};

/** Magic 16, name 32, version 4, length 4 + 4, checksum of the table 4; the last one is that of the header itself. */
const headerOf = ({ name, version, table }: TableFile, sum: number): Buffer => {
  const header = Buffer.alloc(headerBytes);
  header.write(magic, 0, 'latin1');
  header.write(name, 16, nameBytes, 'latin1');
  header.writeUInt32LE(version, 48);
  header.writeUIntLE(table.length, 52, 6);
  header.writeUInt32LE(sum, 58);
  // Two bytes are all that is left for a sum over the rest.
  header.writeUInt16LE(crc32(header.subarray(0, 62)) & 0xffff, 62);
  return header;
};

/** Fill `into` from the file; whether there was enough. */
const readWhole = (file: number, into: Uint8Array, from: number): boolean => {
  let at = 0;
  while (at < into.length) {
    const read = readSync(file, into, at, Math.min(partBytes, into.length - at), from + at);
    if (read === 0) return false;
    at += read;
  }
  return true;
};

/** Fill the table from an open file; or what is wrong with the file. */
const readTable = (file: number, spec: TableFile): string | undefined => {
  const header = Buffer.alloc(headerBytes);
  if (!readWhole(file, header, 0)) return 'truncated';
  if (header.toString('latin1', 0, 16) !== magic) return 'not a table';
  const sum = header.readUInt32LE(58);
  const read = { ...spec, version: header.readUInt32LE(48) };
  if (!header.equals(headerOf(read, sum))) return 'another table or a damaged header';
  if (read.version !== spec.version) return `of version ${read.version}, not ${spec.version}`;
  if (fstatSync(file).size !== headerBytes + spec.table.length) return 'truncated or too long';
  if (!readWhole(file, spec.table, headerBytes)) return 'truncated';
  return checksum(spec.table) === sum ? undefined : 'damaged';
};

const writeWhole = (file: number, from: Uint8Array): void => {
  for (let at = 0; at < from.length; ) at += writeSync(file, from, at, Math.min(partBytes, from.length - at));
};

const withFile = <T>(path: string, flags: 'r' | 'w', use: (file: number) => T): T => {
  const file = openSync(path, flags);
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
};

const writeTable = (path: string, folder: string, spec: TableFile): void => {
  mkdirSync(folder, { recursive: true });
  const own = `${path}.${process.pid}-${threadId}`;
  try {
    withFile(own, 'w', (file) => {
      writeWhole(file, headerOf(spec, checksum(spec.table)));
      writeWhole(file, spec.table);
      fsyncSync(file);
    });
    renameSync(own, path);
  } catch (error) {
    rmSync(own, { force: true });
    throw error;
  }
  // The rename itself is on the disk only when the folder is.
  withFile(folder, 'r', fsyncSync);
};

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Fill a table from the file of its name, or else build it and write it there. A file that can't be read or written costs
 * time only, and a `note`.
 * @throws RangeError when the name doesn't fit
 */
export const loadOrBuild = (spec: TableFile): void => {
  const { folder, name, table, build, note } = spec;
  if (!/^[a-z0-9-]{1,32}$/iu.test(name)) throw new RangeError(`${name} can't be the name of a table`);
  if (folder === undefined) {
    build(table);
    return;
  }
  const path = join(folder, `${name}.table`);
  try {
    const trouble = withFile(path, 'r', (file) => readTable(file, spec));
    if (trouble === undefined) return;
    note?.(`${path} is ${trouble}: building it again`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') note?.(`${path}: ${reasonOf(error)}: building it again`);
  }
  build(table);
  try {
    writeTable(path, folder, spec);
  } catch (error) {
    note?.(`${path} can't be kept: ${reasonOf(error)}`);
  }
};
