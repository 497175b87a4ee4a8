/** The lines of a file with their results, as comma-separated values. */
import type { TFunction } from 'i18next';
import { type Escape, explainMoveProblem, explainObstacle, explainProblem, plain } from '../../locales/index.ts';
import { paired } from '../../puzzles/lists.ts';
import type { MoveProblem, Obstacle, Problem } from '../../puzzles/puzzle.ts';
import { loopTurn } from '../../runtime/loop-turn.ts';
import { type AskedLines, isProved, type KnownOfLine } from './result.ts';

/** Characters of a line that can't be read, where it is quoted. */
const longestQuoted = 100;
/** Lines whose notes are put into words in one turn of the event loop: a millisecond or two, on a slow machine too. */
export const mostAtOnce = 8;

type Cell = string | number | undefined;

/** A spreadsheet would run what begins with one of these signs as a formula. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/u.test(text);

const written = (cell: Cell): string => {
  const text = String(cell ?? '');
  const harmless = isFormula(text) ? `'${text}` : text;
  return /[",;\s]/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

const rowOf = (cells: readonly Cell[]): string => `${cells.map(written).join(',')}\n`;

/** What is wrong with a line, in one sentence without a full stop. */
export const explainLine = (
  t: TFunction,
  { about, code, values }: Extract<KnownOfLine, { is: 'wrong' }>,
  harmless: Escape = plain,
): string => {
  if (about === 'line') return t(`file.problem.${code}` as 'file.problem.long-line', values);
  return about === 'moves'
    ? explainMoveProblem(t, { code, values } as MoveProblem, harmless)
    : explainProblem(t, { code, values } as Problem, harmless);
};

/** What the other cells of a line don't say. */
const noteOf = (t: TFunction, line: KnownOfLine): string => {
  switch (line.is) {
    case 'header':
      return '';
    case 'waiting':
      return t('file.note.waiting');
    case 'wrong':
      return explainLine(t, line);
    case 'unsolvable':
      return explainObstacle(t, line as Pick<Obstacle, 'code' | 'values'>);
    case 'open':
      return t(`gaveUp.${line.reason ?? 'deadline'}`);
    case 'solved': {
      const { length: most, least, judged } = line;
      const proof = !isProved(line) && t('answer.unproved', { least, most });
      return [proof, judged?.isSolved === false && t('file.note.unsolved')].filter(Boolean).join('; ');
    }
  }
};

/** The moves that a solve has more than a shortest one, where that is known. */
export const movesOver = (line: KnownOfLine): number | undefined =>
  isProved(line) && line.judged?.isSolved ? line.judged.moves - line.length : undefined;

/** The columns of a line, by their names in the header. */
const cellsOf = (line: KnownOfLine, purpose: AskedLines['purpose']): Readonly<Record<string, Cell>> => {
  const judged = 'judged' in line ? line.judged : undefined;
  const found = line.is === 'solved' ? line : undefined;
  return {
    ...(purpose === 'analyse' && { moves: judged?.moves }),
    length: found?.length,
    optimal: found && (isProved(found) ? 'yes' : 'no'),
    lower_bound: 'least' in line ? line.least : undefined,
    ...(purpose === 'analyse' && { over: movesOver(line), mistakes: judged?.mistakes }),
    solution: found?.solution,
  };
};

/**
 * A row for each line of the file, after a header, in UTF-8. Cells are text to a spreadsheet, never a formula.
 * `withheld`: indices of lines of which nothing may be shown.
 */
export const csvOf = async (
  t: TFunction,
  { lines: fileLines, purpose }: AskedLines,
  lines: readonly KnownOfLine[],
  { withheld, asker }: { readonly withheld?: ReadonlySet<number> | undefined; readonly asker?: string } = {},
): Promise<string> => {
  const rows = [rowOf(['line', 'position', ...Object.keys(cellsOf({ is: 'waiting' }, purpose)), 'note'])];
  for (const [index, [known, [number, text]]] of paired(lines, fileLines).entries()) {
    if (index % mostAtOnce === 0) await loopTurn(asker);
    if (known.is === 'header') continue;
    const position = 'position' in known ? known.position : text.slice(0, longestQuoted);
    const isShown = !withheld?.has(index);
    const visible: KnownOfLine = isShown ? known : { is: 'waiting' };
    const note = isShown ? noteOf(t, known) : t('file.note.withheld');
    rows.push(rowOf([number, position, ...Object.values(cellsOf(visible, purpose)), note]));
  }
  const csv = rows.join('');
  // Without the mark, Excel takes other than ASCII for another encoding.
  return /[^\n -~]/u.test(csv) ? `\uFEFF${csv}` : csv;
};
