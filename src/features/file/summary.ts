/** What a file of positions or solves comes to, in sentences for chats and terminals. */
import type { TFunction } from 'i18next';
import { type Escape, plain } from '../../locales/index.ts';
import { paired } from '../../puzzles/lists.ts';
import { explainLine, movesOver } from './csv.ts';
import { type AskedLines, isProved, type KnownOfLine } from './result.ts';

const mean = (numbers: readonly number[]): number => {
  const sum = numbers.reduce((total, number) => total + number, 0);
  return Math.round((sum / numbers.length) * 1000) / 1000;
};

/** Different numbers, ascending, with how often each is there. */
const counted = (numbers: readonly number[]): [number, number][] =>
  [...new Set(numbers)].sort((a, b) => a - b).map((one) => [one, numbers.filter((other) => other === one).length]);

/** Numbers of moves over the optimum that are listed. */
const mostListed = 12;

/** How many moves the solves have over the optimum, as eggbot's players know it: `+0: 3 · +2: 4`. */
const overLines = (t: TFunction, lines: readonly KnownOfLine[]): string[] => {
  const solves = lines.flatMap((line) => {
    const over = movesOver(line);
    return over === undefined || line.is !== 'solved' || !line.judged ? [] : [{ over, own: line.judged.moves }];
  });
  if (solves.length === 0) return [];
  const overs = solves.map(({ over }) => over);
  const rows = counted(overs);
  const list = rows.slice(0, mostListed).map(([over, count]) => `+${over}: ${count}`);
  const rest = rows.slice(mostListed).reduce((sum, [, count]) => sum + count, 0);
  const more = rows.slice(mostListed, mostListed + 1).map(([over]) => t('file.overMore', { over, count: rest }));
  const own = mean(solves.map((solve) => solve.own));
  return [t('file.own', { mean: own, over: mean(overs) }), [...list, ...more].join(' · ')];
};

/** The sentences about the lines that may be shown, the most important first. */
export const summaryOf = (
  t: TFunction,
  { purpose }: Pick<AskedLines, 'purpose'>,
  all: readonly KnownOfLine[],
  withheld: ReadonlySet<number> = new Set(),
): string[] => {
  const lines = all.filter((line, index) => line.is !== 'header' && !withheld.has(index));
  const countOf = (fits: (line: KnownOfLine) => boolean): number => lines.filter(fits).length;
  const lengths = lines.filter(isProved).map(({ length }) => length);
  const compared = countOf((line) => movesOver(line) !== undefined);
  const counts = {
    unproved: countOf((line) => line.is === 'solved' && !isProved(line)),
    open: countOf(({ is }) => is === 'open'),
    unsolvable: countOf(({ is }) => is === 'unsolvable'),
    unsolved: countOf((line) => line.is === 'solved' && line.judged?.isSolved === false),
    waiting: countOf(({ is }) => is === 'waiting'),
    withheld: withheld.size,
  };
  const range = { mean: mean(lengths), least: Math.min(...lengths), most: Math.max(...lengths) };
  return [
    t(`file.proved.${purpose}`, { count: purpose === 'solve' ? lengths.length : compared, all: lines.length }),
    ...(lengths.length === 0 ? [] : [t('file.lengths', range)]),
    ...overLines(t, lines),
    ...Object.entries(counts).flatMap(([name, count]) =>
      count === 0 ? [] : [t(`file.rest.${name as keyof typeof counts}`, { count })],
    ),
  ];
};

/** What is wrong with each line that can't be read. */
export function* wrongLines(
  t: TFunction,
  { lines: fileLines }: Pick<AskedLines, 'lines'>,
  lines: readonly KnownOfLine[],
  harmless: Escape = plain,
): Generator<string> {
  for (const [line, [number]] of paired(lines, fileLines))
    if (line.is === 'wrong') yield t('file.line', { number, problem: explainLine(t, line, harmless) });
}
