/**
 * Finds positions in the text of a message. Adjacent words that could belong to a board are a *run*. A run, some of its
 * lines or one of its words is found if it is a position with as many cells as the board. A list of eleven numbers is no
 * position of the 8 puzzle.
 */
import { type Token, tokens, wordsOf } from './notation.ts';
import type { Position, Puzzle } from './puzzle.ts';
import { puzzles } from './registry.ts';

export interface Found {
  readonly puzzle: Puzzle;
  readonly position: Position;
  /** A half-open range of UTF-16 code units. */
  readonly span: readonly [from: number, to: number];
}

/** Tokens without a separator between. */
interface Word {
  readonly tokens: readonly Token[];
  readonly from: number;
  readonly to: number;
  /** The cells if each token is one, and if each number is one. */
  readonly cells: number;
  readonly numbers: number;
}

/** Mentions, custom emoji, time stamps and links contain no boards. */
const machine = /<(?!a?:ap_)[@#:/a][^>\n]{1,80}>|https?:\/\/\S+/gu;
/** Marks of quotes and lists before a line, but none that a board can have, like a peg's `o`. */
const lineMark = /^[ \t]*(?:>>?>?|[-*•])[ \t]/gmu;
/** Emphasis; underscores are blanks. */
const emphasis = /\*|~~/gu;
/** Punctuation next to a board, without the colons of emoji names. */
const punctuation = /[?!¿¡！？。…「」『』【】“”‘’]|:(?![a-z0-9_]+:)(?<!:[a-z0-9_]+:)/gu;

/** Replaces by spaces of the same length, so that spans stay valid. */
const blankOut = (text: string, pattern: RegExp): string => text.replace(pattern, (match) => ' '.repeat(match.length));

/** The end of a sentence, or emphasis by underscores, rather than a blank. */
const isEdge = ({ text }: Token): boolean => text === '.' || text === '_';

const wordOf = (of: readonly Token[], { recognition }: Puzzle): Word => ({
  tokens: of,
  from: of[0]!.from,
  to: of.at(-1)!.to,
  ...recognition.cellsOf(of),
});

/** Adjacent words that could belong to a board, by lines. */
type Run = Word[][];

const runsOf = (text: string, words: readonly (readonly Token[])[], puzzle: Puzzle): Run[] => {
  const runs: Run[] = [];
  let run: Run | undefined;
  let end = 0;
  for (const of of words) {
    const gap = text.slice(end, of[0]!.from);
    end = of.at(-1)!.to;
    if (!of.every((token) => puzzle.recognition.isPiece(token.text))) {
      run = undefined;
      continue;
    }
    // Code and empty lines separate runs.
    if (!run || gap.includes('`') || /\n[ \t]*\n/u.test(gap)) {
      run = [];
      runs.push(run);
    }
    const word = wordOf(of, puzzle);
    if (run.length === 0 || gap.includes('\n')) run.push([word]);
    else run.at(-1)!.push(word);
  }
  return runs;
};

/** Slices with a wanted sum of sizes. No size is negative, so both ends of a slice only move forward. */
const stretches = <T>(items: readonly T[], wanted: number, sizeOf: (item: T) => number): T[][] => {
  const found: T[][] = [];
  let from = 0;
  let sum = 0;
  for (let to = 0; to < items.length; to++) {
    sum += sizeOf(items[to]!);
    while (sum > wanted) sum -= sizeOf(items[from++]!);
    if (sum === wanted) found.push(items.slice(from, to + 1));
  }
  return found;
};

const sum = (words: readonly Word[], key: 'cells' | 'numbers'): number =>
  words.reduce((all, word) => all + word[key], 0);

/** Words without possible prose around a board: full stops, and words of letters at either end (`a`, `be`). */
const trims = (words: readonly Word[], puzzle: Puzzle): Word[][] => {
  const isProse = (word: Word): boolean => puzzle.recognition.isProse(word.tokens);
  const kept = [...words];
  while (kept.length > 0 && isProse(kept[0]!)) kept.shift();
  while (kept.length > 0 && isProse(kept.at(-1)!)) kept.pop();
  if (kept.length === 0) return [];
  const [first, last] = [kept[0]!, kept.at(-1)!];
  const wordIfAny = (inner: readonly Token[]): Word[] => (inner.length > 0 ? [wordOf(inner, puzzle)] : []);
  const noEnd = isEdge(last.tokens.at(-1)!) ? [...kept.slice(0, -1), ...wordIfAny(last.tokens.slice(0, -1))] : kept;
  if (!isEdge(first.tokens[0]!) || noEnd.length === 0) return [kept, noEnd];
  const noStart = [...wordIfAny(noEnd[0]!.tokens.slice(1)), ...noEnd.slice(1)];
  return [kept, noEnd, noStart];
};

/** Every distinct position in a text in order. A text may fit several puzzles (`all-7` does). */
export const findPositions = (text: string): Found[] => {
  const plain = [machine, lineMark, emphasis, punctuation].reduce(blankOut, text);
  const found: Found[] = [];
  // Avoids parsing repeated parts of long texts.
  const refused = new Set<string>();
  const take = (puzzle: Puzzle, from: number, to: number): boolean => {
    const part = plain.slice(from, to);
    const key = `${puzzle.id} ${part}`;
    if (refused.has(key)) return false;
    const position = puzzle.parsePosition(part);
    if (position.ok) found.push({ puzzle, position: position.value, span: [from, to] });
    else refused.add(key);
    return position.ok;
  };

  const separators = new Set(puzzles.map(({ recognition }) => recognition.separators));
  const separatedBy = new Map([...separators].map((marks) => [marks, wordsOf(tokens(plain, marks))]));
  for (const puzzle of puzzles) {
    const { board, recognition } = puzzle;
    const { size } = board;
    const tried = (words: readonly Word[]): boolean =>
      words.length > 0 &&
      (sum(words, 'cells') === size || sum(words, 'numbers') === size) &&
      take(puzzle, words[0]!.from, words.at(-1)!.to);
    const anyTrim = (words: readonly Word[]): boolean =>
      tried(words) || trims(words, puzzle).some((trimmed) => tried(trimmed));
    for (const run of runsOf(plain, separatedBy.get(recognition.separators)!, puzzle)) {
      const words = run.flat();
      if (sum(words, 'cells') < size || anyTrim(words)) continue;
      const lines = stretches(run, size, (line) => sum(line, 'cells'));
      const numbered = stretches(run, size, (line) => sum(line, 'numbers'));
      const inLines = [...lines, ...numbered].filter(
        (stretch) => (stretch.length === 1 || stretch.length === board.rows) && tried(stretch.flat()),
      );
      if (inLines.length > 0) continue;
      if (recognition.isWordLike && stretches(words, size, ({ cells }) => cells).some(tried)) continue;
      for (const line of run.length > 1 ? run : []) if (line.length > 1) anyTrim(line);
      for (const word of words) if (words.length > 1 && word.cells >= size) anyTrim([word]);
    }
  }
  for (const puzzle of puzzles) {
    const { phrase } = puzzle.recognition;
    for (const match of phrase ? plain.matchAll(phrase) : []) take(puzzle, match.index, match.index + match[0].length);
  }

  // A part of a larger board may look like a smaller board.
  const whole: Found[] = [];
  for (const one of found.sort((a, b) => b.puzzle.board.size - a.puzzle.board.size)) {
    const [from, to] = one.span;
    const isPart = whole.some(({ span }) => from < span[1] && span[0] < to && (from !== span[0] || to !== span[1]));
    if (!isPart) whole.push(one);
  }
  const distinct = new Map<string, Found>();
  for (const one of whole.sort((a, b) => a.span[0] - b.span[0] || a.puzzle.board.size - b.puzzle.board.size)) {
    const name = `${one.puzzle.id} ${one.puzzle.formatPosition(one.position)}`;
    if (!distinct.has(name)) distinct.set(name, one);
  }
  return [...distinct.values()];
};
