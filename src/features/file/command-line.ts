/** Files of positions or of solves on the command line: a CSV to standard output, the rest to standard error. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainProblem, translator } from '../../locales/index.ts';
import type { DrawnKind, Puzzle } from '../../puzzles/puzzle.ts';
import { puzzleFor } from '../../puzzles/reader.ts';
import { type Config, limitsOf, loadConfig } from '../../runtime/config.ts';
import { createLogger } from '../../runtime/log.ts';
import { complain, end, print, refuse } from '../../runtime/terminal.ts';
import { utf8In } from '../../runtime/utf8.ts';
import { SearchControl } from '../../search/budget.ts';
import { buildTables } from '../../search/solve.ts';
import { isOpen } from '../../search/work-record.ts';
import { csvOf } from './csv.ts';
import { fileJob } from './job.ts';
import { readFileText } from './lines.ts';
import { type FileRecord, fileParts, workAlone } from './parts.ts';
import { doneOf, type FileRequest, type FileResult, isLeft, type KnownOfLine, packLines } from './result.ts';
import { summaryOf, wrongLines } from './summary.ts';

const t = translator('en');

/** How long a file takes that needs no other threads, in milliseconds. */
const aloneMilliseconds = 3000;
/** Standard input, as a file. */
const standardInput = 0;

/** The text of a file; undefined after it is refused. */
const textOf = (path: string): string | undefined => {
  try {
    const text = utf8In(readFileSync(path === '-' ? standardInput : path));
    if (text === undefined) refuse(`${path}: ${t('attachment.no-text')}`);
    return text;
  } catch (error) {
    refuse(`${path}: ${(error as Error).message}`);
    return undefined;
  }
};

/** Shows how far the work on lines is, where somebody sees it; without them, nothing any more. */
const show = (lines: readonly KnownOfLine[] = []): void => {
  const progress = lines.length > 0 ? t('file.progress', { count: doneOf(lines), all: lines.length }) : '\u001B[K';
  if (process.stderr.isTTY) process.stderr.write(`\r${progress}`);
};

/** Works on all lines, on all cores if that takes long. Ctrl-C ends that; what is known by then is printed. */
const results = async (request: FileRequest, config: Config): Promise<FileResult> => {
  const databases = config.databases.quick;
  const storage = { folder: join(config.dataDirectory, 'tables'), note: complain };
  const tables = buildTables(fileJob.tables(request, databases), storage);
  const control = new SearchControl();
  const cancel = (): void => control.cancel();
  process.once('SIGINT', cancel);
  const limits = limitsOf(config);
  const milliseconds = Math.min(limits.milliseconds, aloneMilliseconds);
  const record = workAlone(request, { tables, databases, limits: { ...limits, milliseconds, control } });
  if (!isOpen(record)) return fileParts.result(request, record);
  // Most files do without, and start sooner.
  const { searchHere } = await import('../../queue/local-search.ts');
  const { localThreads } = await import('../local-threads.ts');
  const threads = localThreads(config);
  const work = { job: fileJob, request };
  const note = ({ lines }: FileRecord): void => show(lines);
  const result = await searchHere(work, record, threads, createLogger('solve', 'warn'), { control, note });
  show();
  process.off('SIGINT', cancel);
  await threads.close();
  return result;
};

/** @param path of the file; `-` is standard input */
export const printFile = async (
  chosen: Puzzle | DrawnKind,
  path: string,
  { timeout, ...how }: Pick<FileRequest, 'purpose' | 'notation'> & { readonly timeout: number | undefined },
): Promise<void> => {
  const text = textOf(path);
  if (text === undefined) return;
  const { lines: fileLines, position = '' } = readFileText(text, how.purpose, chosen);
  const drawn = puzzleFor(chosen, 'id' in chosen ? '' : position);
  if (!drawn.ok) return refuse(`${path}: ${explainProblem(t, drawn.problem)}`);
  const puzzle = drawn.value;
  if (fileLines.length === 0) return refuse(`${path}: ${t('file.empty')}`);
  const request: FileRequest = { puzzle: puzzle.id, ...how, ...packLines(fileLines) };
  const config = loadConfig();
  const found = await results(request, { ...config, solveTimeoutSeconds: timeout ?? config.solveTimeoutSeconds });
  const lines = found.status === 'done' ? found.lines : [];
  const written = { ...request, lines: fileLines };
  print((await csvOf(t, written, lines)).trimEnd());
  for (const sentence of [...summaryOf(t, request, lines), ...wrongLines(t, written, lines)]) complain(sentence);
  for (const line of lines) {
    if (line.is === 'wrong') end('bad-input');
    else if (line.is === 'unsolvable') end('unsolvable');
    else if (isLeft(line)) end('gave-up');
  }
};
