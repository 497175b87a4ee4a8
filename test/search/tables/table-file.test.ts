/** Tables in files: built once, read back, and never trusted when anything about the file is wrong. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadOrBuild, type TableFile } from '../../../src/search/tables/table-file.ts';

const bytes = 100_000;
let folder: string;
let notes: string[];
let builds: number;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'tables-')), 'tables');
  notes = [];
  builds = 0;
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const content = (seed: number): Uint8Array => Uint8Array.from({ length: bytes }, (_, i) => (i * 7 + seed) & 0xff);

const spec = (changes: Partial<TableFile> = {}): TableFile => ({
  folder,
  name: 'some-table',
  version: 3,
  table: new Uint8Array(bytes),
  build: (table) => {
    builds++;
    table.set(content(1).subarray(0, table.length));
  },
  note: (line) => notes.push(line),
  ...changes,
});

const load = (changes?: Partial<TableFile>): Buffer => {
  const wanted = spec(changes);
  loadOrBuild(wanted);
  return Buffer.from(wanted.table);
};
const path = () => join(folder, 'some-table.table');

it('builds once, and reads what it wrote', () => {
  expect(load().equals(content(1))).toBe(true);
  expect(load().equals(content(1))).toBe(true);
  expect(builds).toBe(1);
  expect(notes).toEqual([]);
  expect(readdirSync(folder)).toEqual(['some-table.table']);
});

const damage: [string, () => void][] = [
  ['a changed byte of the table', () => change(64 + 50_000)],
  ['a changed last byte', () => change(64 + bytes - 1)],
  ...[0, 20, 47, 48, 53, 58, 62].map((at): [string, () => void] => [
    `a changed byte ${at} of the header`,
    () => change(at),
  ]),
  ['a missing byte', () => truncateSync(path(), 64 + bytes - 1)],
  ['nothing but the header', () => truncateSync(path(), 64)],
  ['half a header', () => truncateSync(path(), 30)],
  ['no byte at all', () => truncateSync(path(), 0)],
  ['a byte too many', () => writeFileSync(path(), Buffer.concat([readFileSync(path()), Buffer.of(0)]))],
  ['something else', () => writeFileSync(path(), 'x'.repeat(64 + bytes))],
];

const change = (at: number): void => {
  const file = readFileSync(path());
  file[at]! ^= 0x10;
  writeFileSync(path(), file);
};

it.each(damage)('builds again after %s, and says so in one line', (_, harm) => {
  load();
  harm();
  expect(load().equals(content(1))).toBe(true);
  expect(builds).toBe(2);
  expect(notes).toHaveLength(1);
  expect(notes[0]).toContain(path());
  expect(load().equals(content(1))).toBe(true);
  expect(builds).toBe(2);
});

it('builds again what is of another version, length or name', () => {
  load();
  load({ version: 4 });
  load({ version: 3 });
  expect(builds).toBe(3);
  expect(notes).toHaveLength(2);
  expect(notes[0]).toContain('version 3, not 4');
  writeFileSync(join(folder, 'other.table'), readFileSync(path()));
  load({ name: 'other' });
  expect(builds).toBe(4);
  expect(load({ table: new Uint8Array(10) }).equals(content(1).subarray(0, 10))).toBe(true);
  expect(builds).toBe(5);
  expect(notes).toHaveLength(4);
});

it('gives the table, and a line for the log, where it cannot be kept', () => {
  writeFileSync(join(folder, '..', 'file'), '');
  expect(load({ folder: join(folder, '..', 'file', 'tables') }).equals(content(1))).toBe(true);
  expect(notes.length).toBeGreaterThanOrEqual(1);
  expect(notes.at(-1)).toContain("can't be kept");
});

it('leaves nothing behind when the build fails', () => {
  const build = () => {
    throw new Error('out of memory');
  };
  expect(() => load({ build })).toThrow('out of memory');
  expect(() => load({ name: '../elsewhere' })).toThrow(RangeError);
  expect(load().equals(content(1))).toBe(true);
});

it('serves two processes that build at once', async () => {
  const module = new URL('../../../dist/search/tables/table-file.js', import.meta.url).href;
  // Each waits until both are building, so that they write at the same time, several times over.
  const program = `
    import { readdirSync, writeFileSync } from 'node:fs';
    import { crc32 } from 'node:zlib';
    import { loadOrBuild } from ${JSON.stringify(module)};
    const [folder, meeting, own] = process.argv.slice(1);
    const sums = [];
    for (let version = 1; version <= 20; version++) {
      const bytes = 3_000_000;
      const build = (table) => {
        writeFileSync(meeting + '/' + version + '-' + own, '');
        const late = Date.now() + 2_000;
        while (readdirSync(meeting).filter((name) => name.startsWith(version + '-')).length < 2 && Date.now() < late);
        table.fill(version);
      };
      const note = (line) => { if (line.includes('damaged') || line.includes('truncated') || line.includes("can't")) sums.push(line); };
      const table = new Uint8Array(bytes);
      loadOrBuild({ folder, name: 'both', version, table, build, note });
      sums.push(crc32(table));
    }
    process.stdout.write(JSON.stringify(sums));
  `;
  const meeting = mkdtempSync(join(tmpdir(), 'meeting-'));
  const run = async (own: string): Promise<unknown> => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', program, folder, meeting, own],
      { cwd: fileURLToPath(new URL('../../..', import.meta.url)) },
    );
    return JSON.parse(stdout);
  };
  const [first, second] = await Promise.all([run('a'), run('b')]);
  rmSync(meeting, { recursive: true });
  expect(first).toEqual(second);
  expect(new Set(first as number[]).size).toBe(20);
  expect((first as unknown[]).every((sum) => typeof sum === 'number')).toBe(true);
  expect(readdirSync(folder)).toEqual(['both.table']);
});
