/** Makes a folder in which the workers of one run, and the programs that they start, keep tables, so that each is built once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default (): (() => void) | undefined => {
  if (process.env.TABLES_FOLDER !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'antipode-tables-'));
  process.env.TABLES_FOLDER = folder;
  return () => rmSync(folder, { recursive: true, force: true });
};
