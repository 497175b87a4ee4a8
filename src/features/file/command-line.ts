/** Files of positions or of solves on the command line: a CSV to standard output, the rest to standard error. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { explainProblem, translator } from '../../locales/index.ts';
import type { DrawnKind, Puzzle } from '../../puzzles/puzzle.ts';
import { puzzleFor, readPosition, saysPosition } from '../../puzzles/reader.ts';
import { loadConfig } from '../../runtime/config.ts';
import { complain, end, print } from '../../runtime/terminal.ts';
import { utf8In } from '../../runtime/utf8.ts';
import { SearchControl, type SearchLimits } from '../../search/budget.ts';
import { buildTables, needsOf } from '../../search/solve.ts';
import { csvOf } from './csv.ts';
import { type Done, type FileRequest, isLeft, workOn } from './job.ts';
import { boardsOf, linesOf, samplePosition } from './lines.ts';
import { doneOf, summaryOf, wrongLines } from './summary.ts';

const t = translator('en');

/** How often the progress is shown and an interruption is seen, in milliseconds. */
const pauseMilliseconds = 200;
/** Standard input, as a file. */
const standardInput = 0;

/** The text of a file; undefined after a complaint. */
const textOf = (path: string): string | undefined => {
  let text: string | undefined;
  try {
    text = utf8In(readFileSync(path === '-' ? standardInput : path));
  } catch (error) {
    complain(`${path}: ${(error as Error).message}`);
    return undefined;
  }
  if (text === undefined) complain(`${path}: ${t('attachment.no-text')}`);
  return text;
};

/** Works on all lines. Ctrl-C ends that; what is known by then is printed. */
const results = async (request: FileRequest, puzzle: Puzzle, limits: SearchLimits): Promise<Done> => {
  const config = loadConfig();
  const databases = config.databases.quick;
  const storage = { folder: join(config.dataDirectory, 'tables'), note: complain };
  const tables = buildTables(needsOf(puzzle, puzzle.goal, undefined, databases), storage);
  const control = new SearchControl();
  const cancel = (): void => control.cancel();
  process.once('SIGINT', cancel);
  const steps = workOn(request, { ...limits, control }, { tables, databases });
  try {
    for (let paused = performance.now(), step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value;
      if (performance.now() - paused < pauseMilliseconds) continue;
      if (process.stderr.isTTY) {
        const progress = t('file.progress', { count: doneOf(step.value), all: step.value.length });
        process.stderr.write(`\r${progress}`);
      }
      await setImmediate();
      paused = performance.now();
    }
  } finally {
    process.off('SIGINT', cancel);
    if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
  }
};

/** @param path of the file; `-` is standard input */
export const printFile = async (
  chosen: Puzzle | DrawnKind,
  path: string,
  { limits, ...how }: Pick<FileRequest, 'purpose' | 'told'> & { readonly limits: SearchLimits },
): Promise<void> => {
  const text = textOf(path);
  if (text === undefined) return end('bad-input');
  const written = linesOf(text);
  const isPosition = (some: string): boolean => saysPosition(chosen, some);
  const isUsual = (some: string): boolean => 'id' in chosen && readPosition(chosen, some).ok;
  const asked = how.purpose === 'solve' ? await boardsOf(written, isPosition, isUsual) : written;
  const drawn = puzzleFor(chosen, 'id' in chosen ? '' : ((await samplePosition(asked, isPosition)) ?? ''));
  if (!drawn.ok) {
    complain(`${path}: ${explainProblem(t, drawn.problem)}`);
    return end('bad-input');
  }
  const puzzle = drawn.value;
  const request: FileRequest = { puzzle: puzzle.id, ...how, lines: asked };
  if (request.lines.length === 0) {
    complain(`${path}: ${t('file.empty')}`);
    return end('bad-input');
  }
  const { lines } = await results(request, puzzle, limits);
  print((await csvOf(t, request, lines)).trimEnd());
  for (const sentence of [...summaryOf(t, request, lines), ...wrongLines(t, request, lines)]) complain(sentence);
  for (const line of lines) {
    if (line.is === 'wrong') end('bad-input');
    else if (line.is === 'unsolvable') end('unsolvable');
    else if (isLeft(line)) end('gave-up');
  }
};
