/** Boards with numbers: `1.` or `Puzzle 1:` above each, or before it. */

/** A line that may number a board, and what stands behind that. */
const numbered =
  /^(?![xo\s]+\d)[ \t]*(?:#+[ \t]*)?(?![ \t])([([]?(?:第|\p{Lo}{1,6}|\p{L}{3}[\p{L} ]{0,20}?[ \t])?[ \t]*#?)(\d{1,3}|(?<!\p{L})[a-z])(?!\p{L}(?<![問题題番]))((?:[問题題]|番目?)?[.)\]:：]{0,2})[ \t]*(.*)$/u;
/** Fewer lines from one number to the next are rows of one board, if no slash tells rows from each other. */
const fewestLines = 3;

interface Numbered {
  /** The index of its line. */
  readonly at: number;
  readonly number: number;
  readonly rest: string;
}

const placeOf = (number: string): number => (/\d/u.test(number) ? Number(number) : number.charCodeAt(0) - 96);

/** The numbered lines, by how they are numbered. */
const seriesIn = (lines: readonly string[]): Iterable<readonly Numbered[]> => {
  const series = new Map<string, Numbered[]>();
  for (const [at, line] of lines.entries()) {
    const [, before, number, behind, rest] = numbered.exec(line) ?? [];
    if (before === undefined || number === undefined || rest === undefined) continue;
    // A number by itself may be a row.
    if (behind === '' && (rest !== '' || before.trim() === '')) continue;
    const key = [before, behind, /\d/u.test(number)].join();
    const known = series.get(key) ?? [];
    series.set(key, known);
    known.push({ at, number: placeOf(number), rest });
  }
  return series.values();
};

const isWhole = (rest: string): boolean => rest.includes('/') || /^[[({]{2}/u.test(rest);

/** The lines that number several boards. */
export const numbersIn = (lines: readonly string[]): readonly Numbered[] =>
  [...seriesIn(lines)].flatMap((series) => {
    const areBoards = series.every(({ at, number, rest }, index) => {
      const last = series[index - 1];
      if (!last) return true;
      const isFar = at - last.at >= (rest === '' ? 2 : fewestLines);
      return number === last.number + 1 && (isFar || isWhole(rest));
    });
    return series.length > 1 && areBoards ? series : [];
  });

/** The text with an empty line in place of the numbers of several boards. */
export const withNumbersApart = (text: string): string => {
  const lines = text.split('\n');
  for (const { at, rest } of numbersIn(lines)) lines[at] = `\n${rest}`;
  return lines.join('\n');
};
