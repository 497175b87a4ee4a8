/** Makes folders in which the workers of one run, and the programs that they start, keep tables and bundles, each made once. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default (): (() => void) | undefined => {
  if (process.env.TABLES_FOLDER !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'antipode-run-'));
  process.env.TABLES_FOLDER = join(folder, 'tables');
  process.env.BUNDLES_FOLDER = join(folder, 'bundles');
  for (const made of [process.env.TABLES_FOLDER, process.env.BUNDLES_FOLDER]) mkdirSync(made);
  return () => rmSync(folder, { recursive: true, force: true });
};
